/**
 * `npm test`: finds every *.test.ts under test/, runs them, and fails when one of them ran no test.
 *
 *   npm test                      all
 *   npm test -- engine wire       those whose path contains one of the words
 *   npm test -- engine --test-name-pattern=split     words that begin with `-` go to node's runner
 *
 * The shell's and the runner's own patterns find a part of the files on Node 20, or none, and say that all is well.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Test files side by side; more would disturb the ones that measure time. */
const FILES_AT_ONCE = 2
/** What takes longer hangs; the slowest take a minute or two. */
const FILE_MS_MAX = 900_000
/** Tests of these open nothing and measure no time: they share processes, for a second of each file's own goes into loading the same modules. */
const SHARING = /^test\/(rules|engine|procedure|wire|devices|daemon\/config|measure\/exact)\//
/** They start daemons or brokers. */
const ALONE = /(daemon|host)\.test\.ts$/
const SHARED_MAX = 12

const HELP = `Usage: npm test -- [words] [options]

Finds every *.test.ts under test/ and runs those whose path contains one of the words; without words, all of them. Options are passed to Node's test runner.
It also fails if a file ran no test.

  --test-name-pattern=TEXT   only tests whose name contains TEXT
  --test-only, ...           any option of \`node --test\`
  -h, --help                 show this text

Variables: SEED, LINK_SEED and JOURNAL_SEED repeat a random test; each prints the seed it used.

Examples
  npm test
  npm test -- engine wire
  npm test -- engine --test-name-pattern=split
  SEED=7 npm test -- terminal

Exit codes: 0 all passed; 1 a test failed, a file ran no test, or no file matches the words
`

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const runnerOptions = process.argv.slice(2).filter((word) => word.startsWith('-'))

const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()

if (files.length === 0) {
  process.stderr.write(words.length > 0 ? `no test file's path contains ${words.join(' or ')}\n` : 'no test files found under test/\n')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'table-tests-'))
const ranFile = join(folder, 'ran')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.stdout.write(
  `${files.length} test file${files.length === 1 ? '' : 's'}. Tests that draw at random print their seed;` +
    ' SEED, LINK_SEED or JOURNAL_SEED repeats it: SEED=7 npm test -- FILE\n',
)

/** Files that share a process, as one that imports them. */
function shared() {
  const together = files.filter((file) => SHARING.test(file) && !ALONE.test(file))
  const count = Math.ceil(together.length / SHARED_MAX)
  // Neighbours are slow together: they are dealt out.
  return Array.from({ length: count }, (_, at) => {
    const group = join(folder, `shared-${at + 1}.mjs`)
    const own = together.filter((_, index) => index % count === at)
    writeFileSync(group, own.map((file) => `import ${JSON.stringify(pathToFileURL(join(ROOT, file)).href)}\n`).join(''))
    return { group, own }
  })
}
const groups = shared()
const grouped = new Set(groups.flatMap(({ own }) => own))
const runner = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--import',
    './test/mortal.mjs',
    '--test',
    `--test-concurrency=${FILES_AT_ONCE}`,
    `--test-timeout=${FILE_MS_MAX}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/ran-reporter.mjs',
    `--test-reporter-destination=${ranFile}`,
    ...runnerOptions,
    ...groups.map(({ group }) => group),
    ...files.filter((file) => !grouped.has(file)),
  ],
  { cwd: ROOT, stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
const [code] = await once(runner, 'exit')
const ranText = existsSync(ranFile) ? readFileSync(ranFile, 'utf8') : ''
const ran = new Set(ranText.split('\n').map((file) => relative(ROOT, file)))
const missing = files.filter((file) => !ran.has(file))
for (const file of missing) process.stderr.write(`${file} ran no test\n`)
process.exitCode = code !== 0 || missing.length > 0 ? 1 : 0
