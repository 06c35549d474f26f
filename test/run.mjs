/**
 * `npm test`: finds the test files, builds them once, runs them, and fails when one of them ran no test or all together took too much of the
 * processor. The shell's and Node's own patterns find a part of the files on Node 20, or none, and say that all is well.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildTests, builtFile } from './runner/build.mjs'
import { runJob } from './runner/job.mjs'
import { ownSeconds, watchOrphans } from './runner/processor.mjs'
import { offerServices } from './runner/services.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** The default run is there to be run before every commit: so much of the processor, in seconds, all processes together. */
const BUDGET_SECONDS = 600
/** Tests of these share processes, which compile what they share once. */
const SHARING =
  /^test\/(rules|engine|procedure|strangers|wire|base|devices(?!\/firmware)|daemon(?!\/launch)|measure|book|simulators|firmware-bridge|tools|display|style)\//
/** What they do to their process, or measure of it, is theirs alone. */
const ALONE =
  /(add-a-finding|add-a-role|add-a-house|daemon|host|pace|hostile|evenings|erring|strangers|pipeline\/core|what-must-hold|spans|mute-broker|firmware-bridge\/port)\.test\.ts$/
/** They measure how long something holds up a daemon: nothing runs beside them. */
const QUIET =
  /^test\/(e2e\/(devices|port-memory|hostile|own-stall|sensor-flood|out-of-memory)|daemon\/pipeline\/pace|measure\/faults\/memory)\.test\.ts$/
/** A process's share of the work, s of the processor as kept from the last run; a file nobody has run yet is taken for SECONDS_UNKNOWN. */
const SHARED_SECONDS = 15
const SECONDS_UNKNOWN = 1
/** These are long, and come first. */
const LONG =
  /^test\/(strangers|evenings|e2e|demo|devices\/firmware|.*\/add-a-|words\/language-file|tools\/backup\/backup|display\/terminal\/help|book\/reports\/(shift-report|past-stays)|engine\/relations|devices\/conformance)/
const SECONDS_LONG = 20

/**
 * Real daemons, books, terminals and boards, and long plays: each of these files has its day of the fortnight, and runs whenever its path is named. Every
 * day has the same promises without a process, one evening of each kind with real ones, and all that is written by hand.
 */
const IN_TURN = [
  /^test\/(e2e|demo|devices\/(firmware|evening|conformance|mutated|cost)|procedure\/add-a-finding|rules\/add-a-(rule|house)|devices\/add-a-role|simulators|measure\/(storm|faults|figures|size|accuracy|soak\/soak))\b/,
  /^test\/(words\/language-file|evenings\/erring)\b/,
  /^test\/engine\/(late-lines|undone|relations|secret|questions|search-budget|numbers|others|exact-errors|covered-cost|house-rounds\/two-parties)\b/,
  /^test\/firmware-bridge\/(simulation|tcp-port|link-flood|link-clock)\b/,
  /^test\/(base\/config\/secrets|daemon\/(launch|broker|setup|pipeline\/(recovery|killed|retention|containment|revival|state-text|core|in-slices|past)))\b/,
  /^test\/(book|tools\/(backup|doctor|verify|explain|documents\/(asyncapi|neighbours))|display\/(terminal|server|dispute|page\/(proxy|server|pictures|search-words)))\b/,
]
const DAILY =
  /^test\/(e2e\/restart|daemon\/broker\/(link|outbox|users)|book\/(fixture|store|sink|seals|config|heads|reports\/(recount|statistics|patterns)))\.test\.ts$/
const DAYS_A_TURN = 14

/**
 * What runs, in this order; by default only the first. `files`: those of a test runner, `atOnce` side by side (more would disturb the ones that measure time); a test that
 * takes longer than `msMax` is killed. `soaks`: options of long noise. `needs`: without this program the part is left out, and it says so.
 */
const PARTS = [
  { name: 'node', files: '.test.ts', atOnce: 2, msMax: 120_000 },
  // The same with all of what takes turns.
  { name: 'turns', files: '.test.ts', isTurns: true, atOnce: 2, msMax: 300_000 },
  // The measurements in short, and what they count.
  { name: 'measurements', files: '.long.ts', atOnce: 2, msMax: 300_000 },
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

Runs the tests that need nothing but Node, within ${BUDGET_SECONDS} seconds of the processor. Words select files whose path contains one of them. What takes
long takes turns, so that each part has its day. A run also fails if a file ran no test; what a missing program leaves untested is counted at the end.

  --all                      then all of what takes turns, the measurements in short (*.long.ts), the display in a real browser (*.browser.ts;
                             Chromium), daemon and book on a cluster (*.real.ts; RabbitMQ), the packages installed (*.debian.ts; debootstrap),
                             and without words the long noise: 22,740 rounds without an error in which nobody may be accused
  --told                     what every test says, not only those that fail
  --bail                     end at the first process that fails: what runs beside it is killed, and what is left does not run
  --test-timeout=MS          how long a test may take before it is killed with all that it started
  --test-name-pattern=TEXT   only tests whose name contains TEXT
  --test-only, ...           any option of \`node --test\` for one file
  -h, --help                 show this text

Variables: DAY=2026-11-29 repeats what had its turn and the evenings of that day; SEED, LINK_SEED and JOURNAL_SEED repeat a random test, and ROUNDS
lengthens some; each prints the seed it used. CHROMIUM names a browser.

Examples
  npm test
  npm test -- engine wire
  npm test -- engine --test-name-pattern=split
  npm test -- --all
  npm test -- --all search.browser
  SEED=7 npm test -- terminal

Exit codes: 0 all passed; 1 a test failed, a file ran no test, no file matches the words, or the default run took more of the processor than it may
`

const args = process.argv.slice(2)
if (args.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const words = args.filter((word) => !word.startsWith('-'))
const isAll = args.includes('--all')
const isTold = args.includes('--told')
const isBailing = args.includes('--bail')
/** Node's own option of this name ends no test that never yields. */
const LIMIT = '--test-timeout='
const limit = args.find((word) => word.startsWith(LIMIT))
const options = args.filter((word) => word.startsWith('-') && !['--all', '--told', '--bail', limit].includes(word))

const day = process.env.DAY ?? new Date().toISOString().slice(0, 10)
if (!/^\d{4}-\d\d-\d\d$/.test(day)) {
  process.stderr.write(`DAY=${day} is no day: DAY=2026-11-29\n`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'table-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

const all = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((name) => PARTS.some(({ files }) => files !== undefined && name.endsWith(files)))
  .sort()
const say = (text) => process.stdout.write(`${text}\n`)
const inSeconds = (seconds) => `${seconds.toFixed(1)} s`

const beganAt = performance.now()
let build
try {
  build = await buildTests(ROOT, all)
} catch {
  // The compiler has said what it found.
  process.exit(1)
}
const buildSeconds = ownSeconds()
say(`built in ${inSeconds((performance.now() - beganAt) / 1000)}`)

const found = all.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
const inTurn = all
  .filter((name) => IN_TURN.some((each) => each.test(name)) && !DAILY.test(name) && name.endsWith(PARTS[0].files))
  // The long ones first, so that no day has many of them.
  .toSorted((one, other) => Number(LONG.test(other)) - Number(LONG.test(one)))
const today = Math.floor(Date.parse(day) / 86_400_000)
const isResting = (name) => words.length === 0 && inTurn.includes(name) && (inTurn.indexOf(name) + today) % DAYS_A_TURN !== 0
const isOf = ({ isTurns }, name) => (isTurns ? isResting(name) || build.turns.includes(name) : !isResting(name))
const filesOf = (part) => (part.files === undefined ? [] : found.filter((name) => name.endsWith(part.files) && isOf(part, name)))
const asked = PARTS.filter((part, index) => (isAll || index === 0) && (part.soaks ? words.length === 0 : filesOf(part).length > 0))
if (asked.length === 0) {
  const others = isAll || found.length === 0 ? '' : ' (with --all there is one)'
  process.stderr.write(
    words.length > 0 ? `no test file's path contains ${words.join(' or ')}${others}\n` : 'no test files found under test/\n',
  )
  process.exit(1)
}
say(
  `${asked.flatMap(filesOf).length} test files, DAY=${day}. A test that draws at random prints its seed, which repeats it: SEED=7 npm test -- FILE`,
)

/** What each file took, s of the processor, kept from run to run: the longest come first. */
const KEPT = join(ROOT, 'dist/tests/seconds.json')
const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
const keptOf = (file) => kept[file] ?? (LONG.test(file) ? SECONDS_LONG : SECONDS_UNKNOWN)

/** Why tests were left out, with how many were. */
const untested = new Map()
const leaveOut = (why) => untested.set(why, (untested.get(why) ?? 0) + 1)
const took = []
const count = { passed: 0, failed: 0 }
const faults = []
/** With --bail, the first fault ends the run. */
const ending = new AbortController()
const fault = (what) => {
  faults.push(what)
  process.stderr.write(`*** ${what}\n`)
  if (isBailing) ending.abort()
}

/** Files in one process each, or with others up to a share of the work; the longest first. */
function jobsOf(part) {
  const files = filesOf(part).toSorted((a, b) => keptOf(b) - keptOf(a))
  const together = part.atOnce > 1 ? files.filter((file) => SHARING.test(file) && !ALONE.test(file) && !QUIET.test(file)) : []
  const shares = []
  for (const file of together) {
    const share = shares.find(({ seconds }) => seconds + keptOf(file) <= SHARED_SECONDS)
    if (share === undefined) shares.push({ files: [file], seconds: keptOf(file) })
    else {
      share.files.push(file)
      share.seconds += keptOf(file)
    }
  }
  const alone = files.filter((file) => !together.includes(file)).map((file) => ({ files: [file], seconds: keptOf(file) }))
  return [...shares, ...alone].sort((a, b) => b.seconds - a.seconds)
}

async function runFiles(part, orphans) {
  const jobs = jobsOf(part)
  const isQuiet = ({ files }) => QUIET.test(files[0])
  const msMax = limit === undefined ? part.msMax : Number(limit.slice(LIMIT.length))
  let ran = 0
  const services = offerServices(folder)
  const work = async (queue) => {
    for (const job of queue) {
      const { files } = job
      const name = files.length === 1 ? files[0] : `${part.name} ${jobs.indexOf(job) + 1}`
      const built = files.map((file) => builtFile(build.place, file))
      const env = { TESTS_BUILT: build.place, DAY: day, ...services.env, ...(part === PARTS[0] ? {} : { ALL: 'yes' }) }
      const ended = await runJob(
        { name, files: built, msMax, isMeasuring: isQuiet(job) },
        { root: ROOT, folder, options, env, orphans, ending: ending.signal },
      )
      // It did not fail by itself.
      if (ending.signal.aborted) return
      ran += files.length
      tell({ name, files, job: ended, msMax, ran: `${ran}/${filesOf(part).length}` })
      if (ending.signal.aborted) return
    }
  }
  const queue = jobs.filter((job) => !isQuiet(job)).values()
  await Promise.all(Array.from({ length: part.atOnce }, () => work(queue)))
  await work(jobs.filter(isQuiet))
  const seconds = await services.close()
  if (seconds === 0) return
  say(`PostgreSQL for all of them: processor ${inSeconds(seconds)}`)
  took.push({ shares: [{ file: 'test/book/postgres.ts', seconds }] })
}

/** A line a process; all that it said where something is wrong. */
function tell({ name, files, job, msMax, ran }) {
  const { seconds, wallMs } = job
  const ended = job.ended.filter(({ isSuite }) => !isSuite)
  for (const { left } of ended) if (left !== undefined) leaveOut(left)
  const passed = ended.filter((test) => test.passed && test.left === undefined).length
  const failed = ended.filter((test) => !test.passed && test.left === undefined).length
  count.passed += passed
  count.failed += failed
  const isWell = job.isWell && failed === 0 && job.killedIn === null
  if (isTold || !isWell) process.stdout.write(job.text)
  const title = files.length === 1 ? name : `${files.length} files: ${files.map((file) => file.slice(5, -8)).join(' ')}`
  say(`${isWell ? 'ok    ' : 'FAILED'} ${ran} ${inSeconds(wallMs / 1000)}, processor ${inSeconds(seconds)}: ${passed} tests, ${title}`)
  if (job.killedIn !== null) fault(`killed after ${msMax / 1000} s without an end: the test "${job.killedIn}" of ${files.join(', ')}`)
  else if (!isWell) fault(`${[...new Set(ended.filter((test) => !test.passed).map(sourceOf))].join(', ') || title} failed`)
  for (const command of job.left) fault(`${name} left a process running: ${command}`)
  // What a suite holds may be written elsewhere.
  const withTests = new Set(job.ended.map(sourceOf))
  if (job.isWell) for (const file of files) if (!withTests.has(file)) fault(`${file} ran no test`)
  // A process that files share: by how long each took.
  const msOf = (file) => job.ended.reduce((sum, test) => sum + (sourceOf(test) === file ? test.ms : 0), 1)
  const whole = files.reduce((sum, file) => sum + msOf(file), 0)
  took.push({ shares: files.map((file) => ({ file, seconds: (seconds * msOf(file)) / whole })) })
}

/** Node says where a test's source is. */
const sourceOf = ({ file }) => relative(ROOT, file)

async function runSoaks({ soaks }) {
  for (const soak of soaks) {
    say(`\nnpm run measure -- soak --pointer no ${soak}`)
    const child = spawn(process.execPath, ['src/run.mjs', 'test/measure/measure.ts', 'soak', '--pointer', 'no', ...soak.split(' ')], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) fault(`npm run measure -- soak --pointer no ${soak} failed`)
    if (ending.signal.aborted) return
  }
}

const orphans = watchOrphans()
for (const part of asked) {
  if (ending.signal.aborted) break
  const began = performance.now()
  const before = faults.length
  if (asked.length > 1) say(`\n=== ${part.name}`)
  if (part.needs && !part.needs.places.some((each) => existsSync(each))) {
    leaveOut(`${part.name}: ${filesOf(part).length} files, no ${part.needs.from} (apt-get install ${part.needs.from})`)
    continue
  }
  await (part.soaks ? runSoaks(part) : runFiles(part, orphans))
  if (part === PARTS[0] && words.length === 0 && !ending.signal.aborted) tellCost()
  if (asked.length > 1)
    say(`=== ${part.name}: ${faults.length === before ? 'ok' : 'FAILED'} after ${inSeconds((performance.now() - began) / 1000)}`)
}
orphans.close()
keepTimes()

/** Processor time by folder, the longest processes, and whether all of it is within the budget. */
function tellCost() {
  const folders = new Map([['the build', buildSeconds]])
  for (const { file, seconds } of took.flatMap(({ shares }) => shares)) {
    const name = file.split('/').slice(0, -1).slice(0, 3).join('/')
    folders.set(name, (folders.get(name) ?? 0) + seconds)
  }
  const sum = [...folders.values()].reduce((all, each) => all + each, 0)
  say(`\nProcessor, seconds by folder:`)
  for (const [name, seconds] of [...folders].sort(([, a], [, b]) => b - a)) say(`${seconds.toFixed(1).padStart(8)} ${name}`)
  say(`The ten longest files:`)
  const shares = took.flatMap((each) => each.shares)
  for (const { file, seconds } of shares.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    say(`${seconds.toFixed(1).padStart(8)} ${file}`)
  say(`${inSeconds((performance.now() - beganAt) / 1000)} in all, processor ${inSeconds(sum)} of ${BUDGET_SECONDS} s`)
  if (sum > BUDGET_SECONDS)
    fault(`the default run took ${inSeconds(sum)} of the processor and may take ${BUDGET_SECONDS} s: what costs most stands above`)
}

function keepTimes() {
  if (options.length > 0 || ending.signal.aborted) return
  for (const { file, seconds } of took.flatMap(({ shares }) => shares)) kept[file] = seconds
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, JSON.stringify(kept))
}

const left = [...untested.values()].reduce((sum, each) => sum + each, 0)
if (left > 0) say(`\n=== ${left} NOT TESTED:\n${[...untested].map(([why, each]) => `${each} x ${why}`).join('\n')}`)
if (faults.length > 0) say(`\n=== not in order:\n${faults.join('\n')}`)
if (ending.signal.aborted) say('\n=== ended there (--bail)')
say(`\n${count.passed} passed, ${count.failed} failed, ${left} skipped`)
process.exitCode = faults.length === 0 ? 0 : 1
