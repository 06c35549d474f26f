/** `npm run measure -- faults`: the large run. Strikes millions of faults, and prints a table of the results next to the goals. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { type OptionTable, optionLines, readWords } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import type { FaultName } from '../storm/faults.ts'
import type { Job, Outcome } from '../storm/simulate.ts'
import type { Evening } from './evening.ts'

const EXIT_MISSED = 1
const PARTS = ['lines', 'kills', 'broker', 'memory', 'records', 'process'] as const
type Part = (typeof PARTS)[number]

const OPTIONS: OptionTable = {
  only: { value: 'PARTS', several: true, words: PARTS, usual: PARTS.join(','), does: `only these parts: ${PARTS.join(', ')}` },
  scale: { value: 'X', usual: '1', does: 'share of the full size, above 0 and at most 1; 0.01 is a short run' },
  seed: { value: 'N', range: [0, 4_000_000], usual: '1', does: 'the first seed' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
}

const HELP = `Usage: npm run measure -- faults [options]

The large run. In virtual time: millions of corrupted lines, thousands of kills, 500 broker outages, an evening with
the broker down for a third of it, and a million records. Then with the daemon as a real process: how much memory it holds over
an evening, how soon an unplugged device is open again, and what happens when the daemon is killed at system calls and between
deliveries, or when mosquitto is killed while the daemon and its book use it. Prints each result next to its goal. The parts can
be run one by one; --scale plays a share of each.

${optionLines(OPTIONS)}

Examples
  npm run measure -- faults --scale 0.01
  npm run measure -- faults --only lines,kills --scale 0.1 --seed 7

Exit codes: 0 every goal was met; ${EXIT_MISSED} a goal was missed; ${EXIT_USAGE} wrong usage
`

type Sum = 'corrupted' | 'kills' | 'brokerKills' | 'records'

/** Storms of one kind, played until together they reach a given total. */
interface Kind {
  readonly sum: Sum
  readonly goal: number
  readonly job: Pick<Job, 'noise' | 'only' | 'strikes' | 'rounds'>
}

const KILLING: readonly FaultName[] = ['F8 kill', 'F9 power']
const BROKER: readonly FaultName[] = ['F12 broker-away', 'F13 broker-killed', 'F14 broker-forgets', 'F15 broker-mute']
const KINDS: { readonly [part in Part]?: Kind } = {
  lines: { sum: 'corrupted', goal: 5_000_000, job: { noise: 'heavy', only: [], rounds: 3 } },
  kills: { sum: 'kills', goal: 2000, job: { only: KILLING, strikes: 0.1, rounds: 3 } },
  broker: { sum: 'brokerKills', goal: 500, job: { only: BROKER, strikes: 0.05, rounds: 3 } },
  records: { sum: 'records', goal: 1_000_000, job: { rounds: 3 } },
}

const EVENING_HOURS = 6
const EVENING_HOURS_MIN = 0.5
const CATCH_UP_MIN = 20
/** Rounds in six hours, played by the real daemon. */
const MEMORY_ROUNDS = 420
/** A shorter play cannot show a slope. */
const MEMORY_ROUNDS_MIN = 120
const PROCESS_KILLS = 100
const MOSQUITTO_KILLS = 300
const DELIVERY_KILLS = 50
const DELIVERY_ROUNDS = 600
/** The test needs a span of the journal that shorter plays do not have. */
const DELIVERY_ROUNDS_MIN = 60
/** Seeds to play before checking whether the total is reached. Each time the processes start anew, which takes a second. */
const BATCH = 200
const HOURS_MAX = 1000

interface Run {
  readonly scale: number
  readonly seed: number
  readonly workers: number
  readonly outcomes: Outcome[]
}

interface Row {
  readonly what: string
  readonly came: string
  readonly goal: string
  readonly isMet: boolean
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const tellBroken = ({ seed, broken }: Outcome, part: string): void => {
  if (broken.length > 0)
    say(
      `${part}, seed ${seed}: ${broken
        .map(({ promise, what }) => `${promise}: ${what}`)
        .join('; ')
        .slice(0, 600)}`,
    )
}

const playKind = async (part: Part, { sum, goal, job }: Kind, run: Run): Promise<Row> => {
  const most = Math.ceil(goal * run.scale)
  // The earlier parts have counted records as well.
  let done = sum === 'records' ? run.outcomes.reduce((total, { records }) => total + records, 0) : 0
  const progress = progressOf(part, most)
  for (let seed = run.seed; done < most; seed += BATCH) {
    const jobs = Array.from({ length: BATCH }, (_, index): Job => ({ ...job, seed: seed + index, hours: HOURS_MAX }))
    const onResult = (outcome: Outcome): void => {
      run.outcomes.push(outcome)
      done += outcome[sum]
      progress.step(Math.min(done, most), part)
      tellBroken(outcome, part)
    }
    await share<Job, Outcome>({ module: new URL('../storm/simulate.ts', import.meta.url), jobs, workers: run.workers, onResult })
  }
  progress.end()
  return { what: NAMES[sum], came: done.toLocaleString('en'), goal: most.toLocaleString('en'), isMet: done >= most }
}

const NAMES: { readonly [sum in Sum]: string } = {
  corrupted: 'corrupted lines',
  kills: 'kills and losses of power',
  brokerKills: 'broker outages',
  records: 'records',
}

const playMemory = async (run: Run): Promise<readonly Row[]> => {
  const hours = Math.max(EVENING_HOURS_MIN, EVENING_HOURS * run.scale)
  const job: Job = { seed: run.seed, rounds: Number.MAX_SAFE_INTEGER, hours, only: ['F4 unplug', 'F6 reboot', 'F7 mute', 'F18 clock'] }
  const rows: Row[] = []
  const onResult = ({ outcome, catchUp }: Evening): void => {
    run.outcomes.push(outcome)
    tellBroken(outcome, 'memory')
    rows.push({
      what: `catches up with ${(hours / 3).toFixed(1)} h without a broker`,
      came: `${Math.round(catchUp)} times real time`,
      goal: `${CATCH_UP_MIN}`,
      isMet: catchUp >= CATCH_UP_MIN,
    })
  }
  await share<Job, Evening>({ module: new URL('./evening.ts', import.meta.url), jobs: [job], workers: 1, onResult })
  // In a storm, the storm's own record of the truth grows in the same process as its daemon. So memory is measured with the daemon in a
  // process of its own.
  const rounds = Math.max(MEMORY_ROUNDS_MIN, Math.ceil(MEMORY_ROUNDS * run.scale))
  return [...rows, testRun(`what the real daemon holds over ${rounds} rounds`, 'faults/memory', { MEMORY_ROUNDS: rounds, SEED: run.seed })]
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The lines in which a test reports its figures. */
const FIGURES = /^ℹ (?:memory:|\d+ kills|\w+ up again).*$/gm

/** Runs a test file in its long form. The test itself reports anything it needs and lacks. */
const testRun = (what: string, file: string, sizes: { readonly [name: string]: number }): Row => {
  const env = { ...process.env, ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}`])) }
  const { status, stdout } = spawnSync(process.execPath, ['test/run.mjs', file], { cwd: ROOT, env, encoding: 'utf8' })
  const skipped = /NOT TESTED[^\n]*/.exec(stdout)?.[0]
  if (status !== 0) say(stdout)
  for (const figure of stdout.match(FIGURES) ?? []) say(figure.slice(2))
  return { what, came: skipped ?? (status === 0 ? 'passed' : 'failed'), goal: 'passed', isMet: status === 0 && skipped === undefined }
}

const playProcess = ({ scale, seed }: Run): readonly Row[] => {
  const [kills, deliveries] = [Math.ceil(PROCESS_KILLS * scale), Math.ceil(DELIVERY_KILLS * scale)]
  const rounds = Math.max(DELIVERY_ROUNDS_MIN, Math.ceil(DELIVERY_ROUNDS * scale))
  const brokers = Math.ceil(MOSQUITTO_KILLS * scale)
  return [
    testRun('a device that is unplugged is open again within 2 s', 'e2e/devices', { SEED: seed }),
    testRun(`the real daemon dies at ${kills} system calls`, 'faults/kill-points', { KILL_POINTS: kills, SEED: seed }),
    testRun(`mosquitto dies ${brokers} times under daemon and book`, 'e2e/mosquitto-killed', { MOSQUITTO_KILLS: brokers, SEED: seed }),
    testRun(`the real daemon is killed ${deliveries} times at its broker`, 'e2e/delivery', {
      KILLS: deliveries,
      ROUNDS: rounds,
      SEED: seed,
    }),
  ]
}

/** One row for each promise that must not be broken. */
const keptRows = (outcomes: readonly Outcome[]): readonly Row[] =>
  [
    ['acknowledged lines lost', ['P1']],
    ['not once in the book', ['P3']],
    ['wrong verdicts', ['P4']],
    ['other promises broken', ['P2', 'P5', 'P6', 'P7', 'P8']],
  ].map(([what, promises]) => {
    const count = outcomes.flatMap(({ broken }) => broken).filter(({ promise }) => promises?.includes(promise)).length
    return { what: what as string, came: `${count}`, goal: '0', isMet: count === 0 }
  })

const WIDTHS = [48, 24, 12] as const
const line = (...cells: readonly string[]): string => cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join('  ')

const playAll = async (parts: readonly Part[], run: Run): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const part of parts) {
    const kind = KINDS[part]
    if (kind !== undefined) rows.push(await playKind(part, kind, run))
    else rows.push(...(part === 'memory' ? await playMemory(run) : playProcess(run)))
  }
  return [...rows, ...keptRows(run.outcomes)]
}

const main = async (words: readonly string[]): Promise<number> => {
  const read = readWords(OPTIONS, words)
  if (read.what === 'help') {
    say(HELP)
    return 0
  }
  const scale = read.what === 'values' ? Number(read.of('scale')[0]) : 0
  if (read.what === 'wrong' || !(scale > 0 && scale <= 1)) {
    const why = read.what === 'wrong' ? read.why : '--scale must be above 0 and at most 1'
    process.stderr.write(`faults: ${why}; --help lists the options\n`)
    return EXIT_USAGE
  }
  const number = (name: string): number => Number(read.of(name)[0])
  const startMs = performance.now()
  const asked = read.of('only')
  const parts = PARTS.filter((part) => asked.includes(part))
  const rows = await playAll(parts, { scale, seed: number('seed'), workers: number('workers'), outcomes: [] })
  say(line('figure', 'came to', 'goal', ''))
  for (const { what, came, goal, isMet } of rows) say(line(what, came, goal, isMet ? 'met' : 'MISSED'))
  say(`${Math.round((performance.now() - startMs) / 1000)} s, at ${scale} of the full size`)
  return rows.every(({ isMet }) => isMet) ? 0 : EXIT_MISSED
}

process.exitCode = await main(process.argv.slice(2))
