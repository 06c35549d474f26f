/**
 * `npm start`: the daemon (src/daemon/main.ts) if a configuration is named, otherwise the demo (simulators/demo.ts), each as one bundled file.
 * Compiling at every start would cost half a second and 30 MB for as long as the daemon lives.
 *
 *   sources --digest--> the one in dist/main.js? --yes-------------------------> import dist/main.js into this process
 *                                                --no--> a child bundles it ----^   |
 *                                                            cannot --> tsx compiles the sources in this process, with a notice
 *
 * `npm run build` bundles everything and starts nothing: for a tree that the service's user cannot write. The pit display is bundled for
 * browsers into dist/display, which any web server can serve; a daemon that serves it refreshes it with `--refresh display`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundledForNode } from './bundling.mjs'

const SELF = fileURLToPath(import.meta.url)
const ROOT = dirname(dirname(SELF))
const DIST = join(ROOT, 'dist')
const OURS = ['firmware-bridge', 'devices', 'src']
const ENTRIES = {
  main: { source: 'src/daemon/main.ts', folders: OURS, files: /\.(ts|mjs|json)$/, bundle: 'main.js', options: forNode },
  demo: { source: 'simulators/demo.ts', folders: [...OURS, 'simulators'], files: /\.(ts|mjs|json)$/, bundle: 'demo.js', options: forNode },
  display: { folders: OURS, files: /\.(ts|tsx|mjs|css|html)$/, bundle: 'display/display.js', options: forBrowsers },
}
const ASKS_FOR_DAEMON = /^(--config(=.*)?|-c.*|--check|--help|-h)$/
const BUILD = '--build'
/** Wrong usage: the code from src/daemon/process/exit-codes.ts, which plain Node cannot read. */
const EXIT_USAGE = 64
/** Builds whatever has changed. */
const REFRESH = '--refresh'

const bundleOf = (name) => join(DIST, ENTRIES[name].bundle)
const firstLine = (digest) => `// bundled from sources ${digest}`

/** Compares content, not times: a copied tree keeps its bundle, and a tree restored with older times gets a new one. */
function sourcesDigest({ folders, files }) {
  const hash = createHash('sha1')
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => files.test(path))
      .map((path) => join(folder, path)),
  )
  for (const path of [...paths.sort(), 'package-lock.json']) hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

function isFresh(name, digest) {
  const expected = Buffer.from(`${firstLine(digest)}\n`)
  try {
    const file = openSync(bundleOf(name), 'r')
    try {
      const found = Buffer.alloc(expected.length)
      readSync(file, found)
      return found.equals(expected)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

/** Simultaneous starts each write a file of their own, so a reader always sees a whole file. */
function writeWhole(path, contents) {
  const beside = `${path}.${process.pid}`
  try {
    writeFileSync(beside, contents)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

function forNode({ source, bundle }, digest) {
  return { ...bundledForNode(source, join(DIST, bundle), firstLine(digest)), sourcemap: 'linked', sourcesContent: false }
}

function forBrowsers({ bundle }, digest) {
  const folder = 'src/display/page'
  return {
    entryPoints: [
      { in: `${folder}/main.tsx`, out: 'display' },
      { in: `${folder}/style/display.css`, out: 'display' },
      { in: `${folder}/index.html`, out: 'index' },
    ],
    outdir: dirname(join(DIST, bundle)),
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.html': 'copy' },
    minify: true,
    banner: { js: firstLine(digest) },
  }
}

async function bundle(name) {
  const entry = ENTRIES[name]
  const digest = sourcesDigest(entry)
  mkdirSync(dirname(bundleOf(name)), { recursive: true })
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild.build({
    ...entry.options(entry, digest),
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    legalComments: 'none',
    logLevel: 'error',
  })
  // The bundle last: it says which sources everything was made from, and names its map.
  const isBundle = ({ path }) => Number(path === bundleOf(name))
  for (const { path, contents } of outputFiles.toSorted((a, b) => isBundle(a) - isBundle(b))) writeWhole(path, contents)
}

/** Runs in the child process, so that the compiler's memory is freed when it ends. */
async function buildAll(names) {
  for (const name of names) {
    try {
      await bundle(name)
    } catch (error) {
      // esbuild has already printed the errors it found in the sources.
      if (error.errors === undefined) process.stderr.write(`launch: ${error.message}\n`)
      process.exitCode = 1
    }
  }
  const { stop } = await import('esbuild')
  await stop()
}

async function start(args) {
  const name = args.some((arg) => ASKS_FOR_DAEMON.test(arg)) ? 'main' : 'demo'
  const entry = ENTRIES[name]
  if (!isFresh(name, sourcesDigest(entry))) {
    if (process.stderr.isTTY) process.stderr.write(`launch: bundling ${entry.source}, once after a change; takes some seconds\n`)
    const { status } = spawnSync(process.execPath, [SELF, BUILD, name], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) {
      process.stderr.write(
        `launch: dist/${name}.js cannot be written; compiling ${entry.source} in memory instead, which makes the start slower\n`,
      )
      const { register } = await import('tsx/esm/api')
      register()
      return import(pathToFileURL(join(ROOT, entry.source)).href)
    }
  }
  return import(pathToFileURL(bundleOf(name)).href)
}

const BUILD_HELP = `Usage: npm run build -- [name ...]

Builds the bundles that \`npm start\` otherwise builds on demand. Use it where the service's user cannot write to the program's folder.

  main                the daemon, dist/main.js
  demo                the demonstration that npm start runs without a configuration, dist/demo.js
  display             the pit display for browsers, dist/display, which any web server can serve
  -h, --help          show this text

Examples
  npm run build
  npm run build -- display

Exit codes: 0 built; 1 the sources cannot be bundled, or dist cannot be written; 64 unknown name
`

/** The names given, or all if none is given; null if the command has already been answered. */
function toBuild(words) {
  const strange = words.filter((word) => !(word in ENTRIES))
  if (strange.length === 0) return words.length > 0 ? words : Object.keys(ENTRIES)
  const asked = strange.some((word) => word === '--help' || word === '-h')
  if (asked) process.stdout.write(BUILD_HELP)
  else process.stderr.write(`build: unknown name: ${strange.join(', ')}\n\n${BUILD_HELP}`)
  process.exitCode = asked ? 0 : EXIT_USAGE
  return null
}

const [first, ...rest] = process.argv.slice(2)
const named = first === BUILD ? toBuild(rest) : null
if (named !== null) await buildAll(named)
else if (first === REFRESH) await buildAll(rest.filter((name) => !isFresh(name, sourcesDigest(ENTRIES[name]))))
else if (first !== BUILD) await start(process.argv.slice(2))
