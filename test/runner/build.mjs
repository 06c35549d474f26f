/**
 * One build of all test files, with what they share in chunks, and of every program that they start, a file each as the launcher makes it. A
 * process that compiles its sources itself takes a second of the processor before its first test. A build is kept for as long as no source
 * changes: `dist/tests/DIGEST`.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledForNode, LOADS_NATIVE } from '../../src/bundling.mjs'
import { sourceDigest } from '../../src/source-digest.mjs'

const FOLDERS = ['firmware-bridge', 'devices', 'src', 'simulators', 'test']
const FILES = /\.(tsx?|mjs|json)$/
/** These find files of their own beside them. */
const STAYS_APART = [
  ...LOADS_NATIVE,
  'esbuild',
  'playwright-core',
  'axe-core',
  'knip',
  'tsx',
  'typescript',
  '@asyncapi/specs',
  '@seriousme/openapi-schema-validator',
  'avr8js',
]
/** Builds of other states of the tree that are kept: of a branch that one goes back to. */
const KEPT_MAX = 3

/** A source still finds the files next to it, wherever what was made of it lies. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (path.includes('node_modules')) return null
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}

/** Where the build of the tree at `root` lies, as it is now; another tree, or another place, has another. */
export const placeOf = (root) => {
  const digest = createHash('sha256')
    .update(root)
    .update(sourceDigest(root, FOLDERS, FILES))
    .digest('hex')
    .slice(0, 16)
  return join(root, 'dist/tests', digest)
}

const filesIn = (place) => join(place, 'files')

export const builtFile = (place, source) => join(filesIn(place), source.replace(/\.ts$/, '.js'))

const turnsIn = (folder) => join(folder, 'turns.json')

/**
 * Makes the build of these test files unless it is there. Resolves to its place, and to those of the files that let something take turns.
 * @throws the compiler's error, which it has printed
 */
export async function buildTests(root, tests) {
  const place = placeOf(root)
  if (!existsSync(filesIn(place))) await makeTests(root, tests, place)
  return { place, turns: JSON.parse(readFileSync(turnsIn(filesIn(place)), 'utf8')) }
}

async function makeTests(root, tests, place) {
  const beside = `${filesIn(place)}.${process.pid}`
  try {
    const { build, stop } = await import('esbuild')
    const { metafile } = await build({
      entryPoints: tests,
      metafile: true,
      absWorkingDir: root,
      outbase: root,
      outdir: beside,
      chunkNames: 'chunks/[name]-[hash]',
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.15',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      external: STAYS_APART,
      plugins: [ownPlaces],
      sourcemap: 'linked',
      sourcesContent: false,
      legalComments: 'none',
      logLevel: 'error',
      banner: { js: "import { createRequire as requireFor } from 'node:module'\nconst require = requireFor(import.meta.url)" },
    })
    await stop()
    const whoever = importersOf(metafile.inputs, 'test/runner/rotation.ts')
    writeFileSync(turnsIn(beside), JSON.stringify(tests.filter((test) => whoever.has(test))))
    renameSync(beside, filesIn(place))
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
  forgetOthers(dirname(place), place)
}

/** All that import this source, by way of others as well. */
const importersOf = (inputs, source) => {
  const found = new Set([source])
  for (let count = 0; count < found.size; ) {
    count = found.size
    for (const [path, { imports }] of Object.entries(inputs)) if (imports.some((each) => found.has(each.path))) found.add(path)
  }
  return found
}

const forgetOthers = (folder, place) => {
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map(({ name }) => join(folder, name))
    .filter((other) => other !== place)
  const newest = others.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const other of newest.slice(KEPT_MAX)) rmSync(other, { recursive: true, force: true })
}

/** A program of this tree as the launcher makes it, in the build; made by whoever needs it first. */
export async function buildProgram(root, place, source) {
  const outfile = join(place, 'programs', `${source.replaceAll(/\W/g, '-')}.js`)
  if (existsSync(outfile)) return outfile
  mkdirSync(dirname(outfile), { recursive: true })
  const { build } = await import('esbuild')
  const { outputFiles } = await build({ ...bundledForNode(join(root, source), outfile, `// ${source}`), write: false })
  // Others may be making it as well: whoever reads it finds it whole.
  const beside = `${outfile}.${process.pid}`
  writeFileSync(beside, outputFiles[0].contents)
  renameSync(beside, outfile)
  return outfile
}
