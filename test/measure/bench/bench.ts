/**
 * `npm run measure -- bench`: what the daemon costs compared with the simplest script that could stand in for it, and what one observation costs the
 * fold. A measurement for people: a machine under load makes every figure worse, so nothing here belongs in a test.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { tableText } from '../../../src/rules/figures/table-text.ts'
import { benchEngine } from './bundled.ts'
import { buildDaemon, startDaemon } from './daemon.ts'
import { type EngineFigures, OBSERVATION_KINDS } from './engine.ts'
import { type Figures, figuresOf, type Goal, isMet, short } from './figures.ts'
import { benchIdle, type IdleFigures, idleText } from './idle.ts'
import { type LatencyFigures, LINES_PER_SECOND, runLatency } from './latency.ts'
import { benchPast, type PastFigures } from './past.ts'
import { benchDevices } from './play.ts'
import { ROOT, startHelper } from './processes.ts'
import { benchYoung, type YoungFigures, youngText } from './young.ts'

const EXIT_FAILED = 1

const HELP = `Usage: npm run measure -- bench [options]

Measures the daemon's latency compared with a minimal script, start-up time, memory and processor time; and the fold by itself.

      --fold          measure only the fold
      --lines N       measure only the start-up with a journal of N device lines; may be given more than once
      --young MB      measure only the daemon with semi-spaces of MB megabytes; may be given more than once
      --idle          measure only ten starts, and what one and four tables cost a process while nobody plays
      --against DIR   the same for another tree of this program; the two take turns
      --quick         measure everything briefly, in about half a minute; the figures are less precise
      --broker URL    use this broker, mqtt://HOST:PORT, instead of a built-in one (aedes)
      --seed S        seed of the play, a whole number (default 1)
      --profile DIR   write a CPU profile of the daemon to DIR (node --cpu-prof), for Chrome's developer tools
      --json          print the figures as one JSON object
  -h, --help          show this text

Examples
  npm run measure -- bench
  npm run -s measure -- bench --quick --json > bench.json
  npm run measure -- bench --fold
  npm run measure -- bench --lines 9000 --lines 60000
  npm run measure -- bench --young 1 --young 4 --young 16
  npm run measure -- bench --idle --against ../before

Figures go to standard output, progress to standard error.
Exit codes: 0 measured, whether the goals are met or not; ${EXIT_FAILED} it could not be measured; ${EXIT_USAGE} wrong usage
`

interface BenchOptions {
  readonly fold: boolean
  /** Lengths of journals; empty: every part except these. */
  readonly lines: readonly number[]
  /** Sizes of semi-spaces, MB; empty: every part except these. */
  readonly young: readonly number[]
  readonly idle: boolean
  readonly against: string | null
  readonly quick: boolean
  readonly broker: string | null
  readonly seed: number
  readonly profile: string | null
}

/** The amount of each measurement. */
const FORMS = {
  full: { starts: 5, warmLines: 1500, blocks: 10, blockLines: 200, shoeRounds: null, idle: { starts: 10, seconds: 60 } },
  quick: { starts: 3, warmLines: 150, blocks: 2, blockLines: 60, shoeRounds: 3, idle: { starts: 3, seconds: 15 } },
} as const

/** For each of several daemons played in turn: half a minute. */
const YOUNG_FORM = { warmLines: 900, blocks: 6, blockLines: 200 }

interface FoldReport {
  readonly engine: readonly EngineFigures[]
  readonly goals: readonly Goal[]
}

interface Report extends FoldReport {
  readonly seed: number
  readonly startMs: Figures
  readonly restartMs: number
  readonly latency: LatencyFigures
}

const progress = (text: string): void => void process.stderr.write(`bench: ${text}\n`)

type Measured =
  | Report
  | FoldReport
  | { readonly pasts: readonly PastFigures[] }
  | { readonly seed: number; readonly young: readonly YoungFigures[] }
  | { readonly idles: readonly IdleFigures[] }

async function bench({ quick, broker, seed, profile, fold, lines, young, idle, against }: BenchOptions): Promise<Measured> {
  const form = quick ? FORMS.quick : FORMS.full
  const folder = join(ROOT, 'run', `bench-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (fold) {
    const engine = await benchEngine({ seed, rounds: form.shoeRounds }, folder)
    return { engine, goals: foldGoals(engine) }
  }
  progress('bundling the daemon')
  const trees = [...(against === null ? [] : [resolve(against)]), ROOT]
  for (const tree of trees) buildDaemon(tree)
  const helper = broker === null ? await startHelper([join(import.meta.dirname, 'broker.mjs')]) : null
  const brokerUrl = broker ?? `mqtt://127.0.0.1:${helper?.said}`
  if (young.length > 0) {
    const figures = await benchYoung(young, { ...(quick ? form : YOUNG_FORM), folder, brokerUrl, seed, progress })
    await helper?.started.stop()
    return { seed, young: figures }
  }
  if (idle) {
    const idles = await benchIdle({ ...form.idle, folder, brokerUrl, trees, progress })
    await helper?.started.stop()
    return { idles }
  }
  const devices = await benchDevices(join(folder, 'devices'))
  const daemon = { folder, devices: devices.configs, brokerUrl }

  if (lines.length > 0) {
    const pasts: PastFigures[] = []
    for (const count of lines) pasts.push(await benchPast(count, { ...daemon, seed, starts: form.starts, progress }))
    await devices.close()
    await helper?.started.stop()
    return { pasts }
  }
  const starts: number[] = []
  for (let start = 1; start <= form.starts; start++) {
    progress(`start-up ${start} of ${form.starts}`)
    const { started, readyMs } = await startDaemon({ ...daemon, table: `start-${start}` })
    starts.push(readyMs)
    await started.stop()
  }
  const nodeOptions = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const { started } = await startDaemon({ ...daemon, table: 't1', nodeOptions })
  const { warmLines, blocks, blockLines } = form
  const run = { brokerUrl, folder, seed, devices, daemonPid: started.pid, table: 't1', warmLines, blocks, blockLines, progress }
  const latency = await runLatency(run)
  await started.stop()
  progress('start-up with the journal of this run')
  const again = await startDaemon({ ...daemon, table: 't1' })
  await again.started.stop()
  await devices.close()
  await helper?.started.stop()

  progress('the fold: whole shoes and the largest rounds at seven boxes')
  const engine = await benchEngine({ seed, rounds: form.shoeRounds }, folder)
  const startMs = figuresOf(starts)
  return { seed, startMs, restartMs: again.readyMs, latency, engine, goals: goalsOf(startMs, latency, engine) }
}

function goalsOf(startMs: Figures, { bare, daemon, residentMb }: LatencyFigures, engine: readonly EngineFigures[]): Goal[] {
  return [
    { what: 'latency p50, times the bare script', value: daemon.p50 / bare.p50, limit: 1.5, unit: 'x' },
    { what: 'latency p99, times the bare script', value: daemon.p99 / bare.p99, limit: 2, unit: 'x' },
    { what: 'start-up to the first `status` ready', value: startMs.p50, limit: 1000, unit: 'ms' },
    { what: 'resident memory after the rounds', value: residentMb, limit: 160, unit: 'MB' },
    ...foldGoals(engine),
  ]
}

/** Goals for cards alone, which leave the most readings; the cost with all chips is listed next to them. */
function foldGoals(engine: readonly EngineFigures[]): Goal[] {
  const clean = engine.filter(({ errs, megabytes }) => !errs && megabytes === null)
  const erring = engine.filter(({ errs }) => errs)
  const largest = engine.filter(({ evidence, megabytes }) => evidence === 'bets' && megabytes !== null)
  const most = (rows: readonly EngineFigures[], of: (row: EngineFigures) => number): number =>
    Math.max(...rows.map(of).filter(Number.isFinite))
  return [
    { what: 'nobody errs, a line: p99', value: most(clean, ({ times }) => times.line.p99), limit: 3, unit: 'ms' },
    { what: 'the same: worst, closings included', value: most(clean, ({ times }) => worstOf(times)), limit: 10, unit: 'ms' },
    { what: 'four hands in each box, cards only: worst', value: most(largest, ({ times }) => worstOf(times)), limit: 10, unit: 'ms' },
    { what: 'people and sensors err, a line: p99', value: most(erring, ({ times }) => times.line.p99), limit: 15, unit: 'ms' },
    { what: 'the same: worst', value: most(erring, ({ times }) => times.line.max), limit: 60, unit: 'ms' },
    { what: 'a deadline or a closing: p99', value: most(erring, ({ times }) => restOf(times, 'p99')), limit: 40, unit: 'ms' },
    { what: 'the same: worst', value: most(erring, ({ times }) => restOf(times, 'max')), limit: 150, unit: 'ms' },
    { what: 'memory of a round', value: most(engine, ({ megabytes }) => megabytes ?? 0), limit: 10, unit: 'MB' },
  ]
}

const worstOf = (times: EngineFigures['times']): number =>
  Math.max(...OBSERVATION_KINDS.map((kind) => times[kind].max).filter(Number.isFinite))
const restOf = ({ deadline, closing }: EngineFigures['times'], of: 'p99' | 'max'): number =>
  Math.max(...[deadline[of], closing[of]].filter(Number.isFinite))

/** How much slower than this core a small computer beside a table is. */
const SMALL = 4

const foldText = ({
  engine,
  goals,
}: FoldReport): string => `Fold, ms of processor time an observation: six decks, warm, no pointer, each the best of five passes; seven boxes where none are named
${tableText([
  [
    '',
    'lines',
    'p50',
    'p99',
    'worst',
    'deadline, p99',
    'worst',
    'closing, p99',
    'worst',
    `worst at 1/${SMALL} core`,
    'questions',
    'us a card',
    'memory',
  ],
  ...engine.map(({ what, times, questions, cardUs, megabytes }) => [
    ...[what, String(times.line.count), short(times.line.p50), short(times.line.p99), short(times.line.max)],
    ...[short(times.deadline.p99), short(times.deadline.max), short(times.closing.p99), short(times.closing.max)],
    ...[short(SMALL * worstOf(times)), questions.toFixed(2), cardUs.toFixed(0)],
    megabytes === null ? '' : `${short(megabytes)} MB`,
  ]),
])}

Goals
${tableText([['', 'measured', 'at most', ''], ...goals.map((goal) => [goal.what, `${short(goal.value)} ${goal.unit}`, `${goal.limit} ${goal.unit}`, isMet(goal) ? 'PASS' : 'over'])])}
`

function reportText({ seed, startMs, restartMs, latency, engine, goals }: Report): string {
  const { bare, synced, daemon } = latency
  const row = (what: string, { count, p50, p99, max }: Figures) => [what, String(count), short(p50), short(p99), short(max)]
  const ratio = (of: keyof Figures) => `${short(daemon[of] / bare[of])} x`
  return `Line written to message heard, ${LINES_PER_SECOND} lines/s, seed ${seed}, ms
${tableText([
  ['', 'samples', 'p50', 'p99', 'max'],
  row('bare script', bare),
  row('bare script that syncs', synced),
  row('daemon', daemon),
  ['daemon / bare', '', ratio('p50'), ratio('p99'), ratio('max')],
])}
  ${latency.lines} lines, ${latency.rounds} rounds closed (${latency.incomplete} incomplete), ${latency.held} lines held back until the daemon kept up, processor ${short(latency.cpuShare * 100)} % of one core

Start-up, ms from the process's start to \`status\` ready at a subscriber
${tableText([
  ['', 'samples', 'p50', 'max'],
  ['empty journal', String(startMs.count), short(startMs.p50), short(startMs.max)],
  ["this run's journal", '1', short(restartMs), short(restartMs)],
])}

${foldText({ engine, goals })}`
}

const pastText = (
  pasts: readonly PastFigures[],
): string => `Start-up behind a past, ms from the process's start to \`status\` ready at a subscriber
${tableText([
  ['lines', 'journal', 'starts', 'p50', 'max', 'without checkpoint', 'resident', 'taking one, p50', 'max'],
  ...pasts.map(({ lines, megabytes, checkpointMs, foldedMs, residentMb, takingMs }) => [
    ...[String(lines), `${short(megabytes)} MB`, String(checkpointMs.count), short(checkpointMs.p50), short(checkpointMs.max)],
    ...[short(foldedMs), `${short(residentMb)} MB`, short(takingMs.p50), short(takingMs.max)],
  ]),
])}
`

function readOptions(): (BenchOptions & { readonly json: boolean }) | 'help' {
  const { values } = parseArgs({
    options: {
      fold: { type: 'boolean' },
      lines: { type: 'string', multiple: true },
      young: { type: 'string', multiple: true },
      idle: { type: 'boolean' },
      against: { type: 'string' },
      quick: { type: 'boolean' },
      broker: { type: 'string' },
      seed: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const seed = Number(values.seed ?? '1')
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed ${values.seed}: must be a whole number`)
  const wholeNumbers = (option: 'lines' | 'young'): readonly number[] => {
    const numbers = (values[option] ?? []).map(Number)
    if (numbers.every((number) => Number.isSafeInteger(number) && number > 0)) return numbers
    throw new Error(`--${option}: must be whole numbers above 0`)
  }
  const [lines, young] = [wholeNumbers('lines'), wholeNumbers('young')]
  const { quick = false, broker = null, profile = null, json = false, fold = false, idle = false, against = null } = values
  return { fold, idle, against, lines, young, quick, broker, seed, profile, json }
}

function wordsOf(measured: Measured): string {
  if ('latency' in measured) return reportText(measured)
  if ('goals' in measured) return foldText(measured)
  if ('idles' in measured) return idleText(measured.idles)
  return 'young' in measured ? youngText(measured.young) : pastText(measured.pasts)
}

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions()
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return EXIT_USAGE
  }
  if (options === 'help') {
    process.stdout.write(HELP)
    return 0
  }
  const report = await bench(options)
  const text = options.json ? `${JSON.stringify(report, null, 2)}\n` : wordsOf(report)
  process.stdout.write(text)
  return 0
}

try {
  process.exit(await main())
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(EXIT_FAILED)
}
