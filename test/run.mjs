/**
 * `npm test`: finds the test files, runs them, and fails when one of them ran no test. The shell's and the runner's own patterns find a part of
 * the files on Node 20, or none, and say that all is well.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Tests of these open nothing and measure no time: they share processes, for a second of each file's own goes into loading the same modules. */
const SHARING = /^test\/(rules|engine|procedure|wire|devices(?!\/firmware)|daemon\/config|measure\/exact)\//
/** They start daemons or brokers. */
const ALONE = /(daemon|host)\.test\.ts$/
const SHARED_MAX = 12

/**
 * What runs, in this order. `files`: those of a test runner, `atOnce` side by side (more would disturb the ones that measure time); a file that
 * takes longer than `msMax` has hung. `soaks`: options of long noise. `needs`: without this program the part is left out, and it says so.
 */
const PARTS = [
  { name: 'node', files: '.test.ts', atOnce: 2, msMax: 900_000 },
  {
    name: 'browser',
    files: '.browser.ts',
    atOnce: 1,
    msMax: 180_000,
    needs: {
      places: [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
      from: 'chromium',
    },
  },
  {
    name: 'cluster',
    files: '.real.ts',
    atOnce: 1,
    msMax: 900_000,
    needs: { places: ['/usr/lib/rabbitmq/bin/rabbitmqctl'], from: 'rabbitmq-server' },
  },
  {
    name: 'packages',
    files: '.debian.ts',
    atOnce: 1,
    msMax: 600_000,
    needs: { places: ['/usr/sbin/debootstrap'], from: 'debootstrap' },
  },
  {
    name: 'noise',
    // Nobody may be accused of anything in faultless rounds, and the truth be missing from none: by themselves, where chips flicker, are
    // covered or read half, lines come late or twice and cards cannot be read, and where people do what they may besides playing.
    soaks: ['--rounds 20000 --seed 1', '--rounds 2000 --seed 2 --faults all', '--rounds 740 --seed 8201 --habits all'],
  },
]

const HELP = `Usage: npm test -- [words] [options]

Runs every test that needs nothing but Node. Words select files whose path contains one of them. It also fails if a file ran no test; what a missing
program leaves untested is counted at the end.

  --all                      also the display in a real browser (*.browser.ts; Chromium), daemon and book on a cluster (*.real.ts; RabbitMQ), the
                             packages installed (*.debian.ts; debootstrap), and without words the long noise: 22,740 rounds without an error in which nobody may be accused
  --test-name-pattern=TEXT   only tests whose name contains TEXT
  --test-only, ...           any option of \`node --test\`
  -h, --help                 show this text

Variables: SEED, LINK_SEED and JOURNAL_SEED repeat a random test, and ROUNDS lengthens some; each prints the seed it used. CHROMIUM names a browser.

Examples
  npm test
  npm test -- engine wire
  npm test -- engine --test-name-pattern=split
  npm test -- --all
  npm test -- --all search.browser
  SEED=7 npm test -- terminal

Exit codes: 0 all passed; 1 a test failed, a file ran no test, or no file matches the words
`

const args = process.argv.slice(2)
if (args.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const words = args.filter((word) => !word.startsWith('-'))
const isAll = args.includes('--all')
const runnerOptions = args.filter((word) => word.startsWith('-') && word !== '--all')

const folder = mkdtempSync(join(tmpdir(), 'table-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const found = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()
const filesOf = ({ files }) => (files === undefined ? [] : found.filter((name) => name.endsWith(files)))
const asked = PARTS.filter((part, index) => (isAll || index === 0) && (part.soaks ? words.length === 0 : filesOf(part).length > 0))
if (asked.length === 0) {
  const others = isAll || !PARTS.some((part) => filesOf(part).length > 0) ? '' : ' (with --all there is one)'
  process.stderr.write(
    words.length > 0 ? `no test file's path contains ${words.join(' or ')}${others}\n` : 'no test files found under test/\n',
  )
  process.exit(1)
}
process.stdout.write(
  `${asked.flatMap(filesOf).length} test files. Tests that draw at random print their seed;` +
    ' SEED, LINK_SEED or JOURNAL_SEED repeats it: SEED=7 npm test -- FILE\n',
)

/** Runs a program of this tree to its end; whether it ended well. */
async function ranWell(words) {
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit' })
  const pass = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  const [code] = await once(child, 'exit')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, pass)
  return code === 0
}

/** Files that share a process, as one that imports them. */
function sharedBy(files) {
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

/** Why tests were left out, with how many were. */
const untested = new Map()
const leaveOut = (why) => untested.set(why, (untested.get(why) ?? 0) + 1)

async function runFiles(part) {
  const files = filesOf(part)
  const groups = part.atOnce > 1 ? sharedBy(files) : []
  const grouped = new Set(groups.flatMap(({ own }) => own))
  const ranFile = join(folder, `ran-${part.name}`)
  const isWell = await ranWell([
    ...['--import', 'tsx', '--import', './test/mortal.mjs', '--test'],
    ...[`--test-concurrency=${part.atOnce}`, `--test-timeout=${part.msMax}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./test/ran-reporter.mjs', `--test-reporter-destination=${ranFile}`],
    ...runnerOptions,
    ...groups.map(({ group }) => group),
    ...files.filter((file) => !grouped.has(file)),
  ])
  const lines = existsSync(ranFile) ? readFileSync(ranFile, 'utf8').split('\n') : []
  const told = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  for (const { skipped } of told) if (skipped !== undefined) leaveOut(skipped)
  const ran = new Set(told.map(({ file }) => relative(ROOT, file)))
  const missing = files.filter((file) => !ran.has(file))
  for (const file of missing) process.stderr.write(`${file} ran no test\n`)
  return isWell && missing.length === 0
}

async function runSoaks({ soaks }) {
  let isWell = true
  for (const options of soaks) {
    process.stdout.write(`\nnpm run measure -- soak --pointer no ${options}\n`)
    const program = ['src/run.mjs', 'test/measure/measure.ts', 'soak', '--pointer', 'no']
    isWell = (await ranWell([...program, ...options.split(' ')])) && isWell
  }
  return isWell
}

const failed = []
for (const part of asked) {
  const began = performance.now()
  if (asked.length > 1) process.stdout.write(`\n=== ${part.name}\n`)
  if (part.needs && !part.needs.places.some((place) => existsSync(place))) {
    leaveOut(`${part.name}: ${filesOf(part).length} files, no ${part.needs.from} (apt-get install ${part.needs.from})`)
    continue
  }
  const isWell = part.soaks ? await runSoaks(part) : await runFiles(part)
  if (!isWell) failed.push(part.name)
  if (asked.length > 1)
    process.stdout.write(`=== ${part.name}: ${isWell ? 'ok' : 'FAILED'} after ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
}
const left = [...untested.values()].reduce((sum, count) => sum + count, 0)
if (left > 0) process.stdout.write(`\n=== ${left} NOT TESTED:\n${[...untested].map(([why, count]) => `${count} x ${why}\n`).join('')}`)
if (asked.length > 1) process.stdout.write(`\n=== ${failed.length === 0 ? 'all in order' : `not in order: ${failed.join(', ')}`}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
