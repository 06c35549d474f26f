/**
 * `npm start`: the daemon (src/daemon/main.ts) if a configuration is named, otherwise the demo (simulators/demo.ts), each as one bundled file.
 * Compiling at every start would cost half a second and 30 MB for as long as the daemon lives.
 *
 *   sources --stamp, digest--> those of dist/main.js? --yes-------------------------> run dist/main.js in this process
 *                                                     --no--> a child bundles it ----^   |
 *                                                                 cannot --> tsx compiles the sources in this process, with a notice
 *
 * Beside a bundle lie `.stamp`, by which most starts see without reading the sources that none has changed, and `.cache`, what V8 has made of
 * the bundle. Without either a start takes longer, and nothing else.
 *
 * `npm run build` bundles everything and starts nothing: for a tree that the service's user cannot write. The pit display is bundled for
 * browsers into dist/display, which any web server can serve; a daemon that serves it refreshes it with `--refresh display`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { OWN_FILES, OWN_FOLDERS, sourceDigest, sourceStamp } from './source-digest.mjs'

const SELF = fileURLToPath(import.meta.url)
const ROOT = dirname(dirname(SELF))
const DIST = join(ROOT, 'dist')
const ENTRIES = {
  main: { source: 'src/daemon/main.ts', folders: OWN_FOLDERS, files: OWN_FILES, bundle: 'main.js', options: forNode },
  demo: { source: 'simulators/demo.ts', folders: [...OWN_FOLDERS, 'simulators'], files: OWN_FILES, bundle: 'demo.js', options: forNode },
  display: { folders: OWN_FOLDERS, files: /\.(ts|tsx|mjs|css|html)$/, bundle: 'display/display.js', options: forBrowsers },
}
const ASKS_FOR_DAEMON = /^(--config(=.*)?|-c.*|--check|--setup.*|--help|-h)$/
const BUILD = '--build'
/** Wrong usage: the code from src/base/process/exit-codes.ts, which plain Node cannot read. */
const EXIT_USAGE = 64
/** Builds whatever has changed. */
const REFRESH = '--refresh'
/** Writes the cache of a bundle. */
const COMPILE = '--compile'

const bundleOf = (name) => join(DIST, ENTRIES[name].bundle)
const firstLine = (digest) => `// bundled from sources ${digest}`

/** Compares content, not times: a copied tree keeps its bundle, and a tree restored with older times gets a new one. */
function isFresh(name) {
  const { source, folders, files } = ENTRIES[name]
  // Nothing lies beside what browsers get.
  if (source === undefined) return isMadeFrom(name, sourceDigest(ROOT, folders, files))
  const stamp = sourceStamp(ROOT, folders, files)
  if (read(`${bundleOf(name)}.stamp`)?.toString() === stamp) return true
  const isSame = isMadeFrom(name, sourceDigest(ROOT, folders, files))
  if (isSame) tryTo(() => writeWhole(`${bundleOf(name)}.stamp`, stamp))
  return isSame
}

function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** For what a later start can do without. */
function tryTo(act) {
  try {
    act()
  } catch {
    // The next start takes longer.
  }
}

function isMadeFrom(name, digest) {
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

/** A script that gives a function, because only of scripts does Node let V8 keep what it has compiled. */
async function forNode({ source, bundle }, digest) {
  const { bundledForNode } = await import('./bundling.mjs')
  const module = bundledForNode(source, join(DIST, bundle), firstLine(digest))
  return {
    ...module,
    format: 'cjs',
    banner: { js: `${firstLine(digest)}\n(function (require, OWN_URL, module, exports) {` },
    footer: { js: '})' },
    define: { 'import.meta.url': 'OWN_URL', BUNDLED_SOURCES: JSON.stringify(sourceDigest(ROOT)) },
    sourcemap: 'linked',
    sourcesContent: false,
  }
}

function forBrowsers({ bundle }, digest) {
  const folder = 'src/display/page'
  return {
    entryPoints: [
      { in: `${folder}/main.tsx`, out: 'display' },
      { in: `${folder}/style/display.css`, out: 'display' },
      { in: `${folder}/index.html`, out: 'index' },
      // For a web server that has no answer of its own: no further languages.
      { in: `${folder}/languages.json`, out: 'languages' },
      { in: `${folder}/setup/setup.tsx`, out: 'setup' },
      { in: `${folder}/setup/setup.css`, out: 'setup' },
      { in: `${folder}/setup/setup.html`, out: 'setup' },
    ],
    outdir: dirname(join(DIST, bundle)),
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.html': 'copy', '.json': 'copy' },
    minify: true,
    banner: { js: firstLine(digest) },
  }
}

async function bundle(name) {
  const entry = ENTRIES[name]
  const stamp = sourceStamp(ROOT, entry.folders, entry.files)
  const digest = sourceDigest(ROOT, entry.folders, entry.files)
  mkdirSync(dirname(bundleOf(name)), { recursive: true })
  const esbuild = await import('esbuild')
  const { outputFiles } = await esbuild.build({
    ...(await entry.options(entry, digest)),
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    legalComments: 'none',
    logLevel: 'error',
  })
  // The bundle last: it says which sources everything was made from, and names its map.
  const isBundle = ({ path }) => Number(path === bundleOf(name))
  for (const { path, contents } of outputFiles.toSorted((a, b) => isBundle(a) - isBundle(b))) writeWhole(path, contents)
  if (entry.source === undefined) return
  writeWhole(`${bundleOf(name)}.stamp`, stamp)
  compileWith(startOptions(), name)
}

/** V8 keeps nothing that was compiled under other options. */
const startOptions = () =>
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    .scripts.start.split(' ')
    .slice(1, -1)

/** In a process of its own, which ends when the bundle has answered a question. */
const compileWith = (options, name) => void spawnSync(process.execPath, [...options, SELF, COMPILE, name], { cwd: ROOT, stdio: 'ignore' })

/** A cache begins with the bundle it was made of and a digest of the rest, because V8 itself compares only lengths. */
const cacheHead = (made, compiled) => `${made} ${createHash('sha256').update(compiled).digest('hex')}\n`

function cacheOf(name, made) {
  const kept = read(`${bundleOf(name)}.cache`) ?? Buffer.alloc(0)
  const compiled = kept.subarray(kept.indexOf('\n') + 1)
  return kept.toString('latin1', 0, kept.length - compiled.length) === cacheHead(made, compiled) ? compiled : undefined
}

/** The bundle's function, and what the bundle says of itself in its first line. */
function scriptOf(name) {
  const text = readFileSync(bundleOf(name), 'latin1')
  const made = text.slice(0, text.indexOf('\n'))
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  return { made, script: new Script(text, { filename: bundleOf(name), cachedData: cacheOf(name, made), importModuleDynamically }) }
}

const runScript = (name, script) =>
  script.runInThisContext()(createRequire(bundleOf(name)), pathToFileURL(bundleOf(name)).href, { exports: {} }, {})

/** Keeps what V8 compiles of the bundle until it has answered `--help`. */
function compile(name) {
  const { made, script } = scriptOf(name)
  process.argv.splice(2, process.argv.length, '--help')
  process.once('exit', () =>
    tryTo(() => {
      const compiled = script.createCachedData()
      writeWhole(`${bundleOf(name)}.cache`, Buffer.concat([Buffer.from(cacheHead(made, compiled)), compiled]))
    }),
  )
  runScript(name, script)
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

/** Seldom needed, so not bundled. */
const BACKUP = { words: ['backup', 'restore'], source: 'src/tools/backup.ts' }

async function start(args) {
  if (BACKUP.words.includes(args[0])) return runSource(BACKUP.source)
  const name = args.some((arg) => ASKS_FOR_DAEMON.test(arg)) ? 'main' : 'demo'
  const entry = ENTRIES[name]
  if (!isFresh(name)) {
    if (process.stderr.isTTY) process.stderr.write(`launch: bundling ${entry.source}, once after a change; takes some seconds\n`)
    const { status } = spawnSync(process.execPath, [SELF, BUILD, name], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) {
      process.stderr.write(
        `launch: dist/${name}.js cannot be written; compiling ${entry.source} in memory instead, which makes the start slower\n`,
      )
      return runSource(entry.source)
    }
  }
  runScript(name, scriptOf(name).script)
}

async function runSource(source) {
  const { register } = await import('tsx/esm/api')
  register()
  return import(pathToFileURL(join(ROOT, source)).href)
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
else if (first === REFRESH) await buildAll(rest.filter((name) => !isFresh(name)))
else if (first === COMPILE) compile(rest[0])
else if (first !== BUILD) await start(process.argv.slice(2))
