/**
 * `npm run accuracy`: plays simulated rounds of every house and counts how much the engine could say of them, by what is sensed, and how
 * much of that was right; beside it the ceilings of what can be said at all. Nothing here is a test: it measures.
 */
import type { HouseId } from '../../src/house/house.ts'
import { HOUSE_IDS } from '../../src/house/index.ts'
import { EXIT_USAGE, type OptionTable, optionLines, readWords } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { STEPS } from './ceilings.ts'
import { type Cell, PLAYS, type PlayKind, SENSORS, type Sensors } from './cells.ts'
import { addCounts, type Block, type Counts, NO_COUNTS } from './measure.ts'
import { dataOf, pageOf, type Report } from './report.ts'

const EXIT_FAILED = 1
/** Rounds that one table plays. */
const BLOCK_ROUNDS = 25
const LAG_MS = 1500

const OPTIONS: OptionTable = {
  house: { value: 'LIST', words: [...HOUSE_IDS, 'none'], several: true, usual: HOUSE_IDS.join(), does: 'houses; none: the ceilings alone' },
  boxes: { value: 'LIST', range: [1, 7], several: true, usual: '1,3,5,7', does: 'boxes in play' },
  evidence: { value: 'LIST', words: SENSORS, several: true, usual: SENSORS.join(), does: 'what is sensed, each with all before it' },
  play: { value: 'WORD', words: PLAYS, usual: 'main', does: `what players do: ${PLAYS.join(', ')}` },
  rounds: { value: 'N', range: [10, 100_000], usual: '400', does: 'rounds a row' },
  seed: {
    value: 'S',
    range: [0, 4_000_000],
    usual: '11',
    does: 'of the play; the same seed gives the same table, however many workers there are',
  },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'processes' },
  json: { does: 'one JSON object instead of the page' },
}

const HELP = `Usage: npm run accuracy -- [options]

${optionLines(OPTIONS)}

Columns: rounds with one reading; hands whose cards and outcome every reading shares; of those, right; rounds whose best reading is the truth
to the last word; rounds whose truth is among the readings; readings left, mean and median; rounds told incomplete; rounds told to begin
with another card. The page (Markdown) goes to standard output, progress to standard error.

Examples
  npm run accuracy -- --house gld --boxes 7 --rounds 2000
  npm run -s accuracy -- --house none --rounds 5000
  npm run -s accuracy -- --evidence payouts,pointer --json > accuracy.json
`

interface Asked {
  readonly cells: readonly Cell[]
  readonly boxes: readonly number[]
  readonly rounds: number
  readonly seed: number
  readonly workers: number
  readonly json: boolean
}

function readOptions(words: readonly string[]): Asked | 'help' | { readonly why: string } {
  const read = readWords(OPTIONS, words)
  if (read.what === 'help') return 'help'
  if (read.what === 'wrong') return read
  const number = (name: string): number => Number(read.of(name)[0])
  const boxes = read.of('boxes').map(Number)
  const play = read.of('play')[0] as PlayKind
  const cells = read
    .of('house')
    .filter((house): house is HouseId => house !== 'none')
    .flatMap((house) =>
      boxes.flatMap((each) =>
        (read.of('evidence') as readonly Sensors[]).map(
          (sensors): Cell => ({ house, rules: {}, boxes: each, sensors, play, spotLagMs: LAG_MS, until: 'closed' }),
        ),
      ),
    )
  return { cells, boxes, rounds: number('rounds'), seed: number('seed'), workers: number('workers'), json: read.has('json') }
}

async function measure({ cells, boxes, rounds, seed, workers }: Asked): Promise<Report> {
  const ladder = STEPS.flatMap((step) => boxes.map((each) => ({ step, cell: { ...step.cell, boxes: each } })))
  const all = [...cells, ...ladder.map(({ cell }) => cell)]
  const jobs = all.flatMap((cell) =>
    Array.from(
      { length: Math.ceil(rounds / BLOCK_ROUNDS) },
      (_, block): Block => ({
        ...{ cell, seed, block },
        rounds: Math.min(BLOCK_ROUNDS, rounds - block * BLOCK_ROUNDS),
      }),
    ),
  )
  const counted: Counts[] = []
  const progress = progressOf('accuracy', jobs.length)
  let done = 0
  const onResult = (counts: Counts, index: number): void => {
    counted[index] = counts
    const cell = jobs[index]?.cell
    progress.step(++done, `${cell?.house}, ${cell?.boxes} boxes, ${cell?.sensors}`)
  }
  await share({ module: new URL('./measure.ts', import.meta.url), jobs, workers, onResult }).finally(progress.end)
  // In the order of the jobs, whoever was faster.
  const countsOf = (cell: Cell): Counts =>
    jobs.reduce((sum, job, at) => (job.cell === cell ? addCounts(sum, counted[at] ?? NO_COUNTS) : sum), NO_COUNTS)
  return {
    ...{ seed, rounds, rows: cells.map((cell) => ({ cell, counts: countsOf(cell) })) },
    steps: ladder.map(({ step, cell }) => ({ step, cell, counts: countsOf(cell) })),
  }
}

async function main(): Promise<number> {
  const asked = readOptions(process.argv.slice(2))
  if (asked === 'help') {
    process.stdout.write(HELP)
    return 0
  }
  if ('why' in asked) {
    process.stderr.write(`accuracy: ${asked.why}\n\n${HELP}`)
    return EXIT_USAGE
  }
  const report = await measure(asked)
  process.stdout.write(asked.json ? `${JSON.stringify(dataOf(report), null, 2)}\n` : pageOf(report))
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`accuracy: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = EXIT_FAILED
}
