/**
 * `npm run measure -- accuracy`: plays simulated rounds of every house and counts, for each set of sensors, how much the engine could say about them
 * and how much of that was right, together with the theoretical ceilings. It measures; it is not a test.
 */
import { FAULT_NAMES, FAULT_WORDS, faultsIn } from '../../../simulators/table/sensor-faults.ts'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { EXIT_FAILED, runCommand, WrongUsage } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { STEPS } from './ceilings.ts'
import { type Cell, PLAYS, type PlayKind, SENSORS, type Sensors } from './cells.ts'
import { ALL_ERRORS, type AskedErrors, measureErrors, tableFor } from './errors.ts'
import { accusedIn, errorData, errorPage } from './errors-report.ts'
import { showPlay } from './errors-show.ts'
import type { ErrorWord } from './errors-table.ts'
import { marginsPage, measureMargins } from './margins-report.ts'
import { type Block, type Counts, NO_COUNTS } from './measure.ts'
import { dataOf, pageOf, type Report } from './report.ts'
import { summed } from './sums.ts'

/** Rounds that one table plays. */
const BLOCK_ROUNDS = 25
const LAG_MS = 1500

const SENSORS_USUAL = SENSORS.filter((sensors) => sensors !== 'rack')
const EVIDENCE = 'what is sensed; each level includes those before it'

const OPTIONS: OptionTable = {
  house: {
    value: 'LIST',
    words: [...HOUSE_IDS, 'none'],
    several: true,
    usual: HOUSE_IDS.join(),
    does: 'houses; none: only the theoretical ceilings',
  },
  boxes: { value: 'LIST', range: [1, 7], several: true, usual: '1,3,5,7', does: 'boxes in play' },
  evidence: { value: 'LIST', words: SENSORS, several: true, usual: SENSORS_USUAL.join(), does: EVIDENCE },
  play: { value: 'WORD', words: PLAYS, usual: 'main', does: `what players do: ${PLAYS.join(', ')}` },
  rounds: { value: 'N', range: [1, 100_000], usual: '400', does: 'rounds for each row' },
  seed: {
    value: 'S',
    range: [0, 4_000_000],
    usual: '11',
    does: 'seed of the play; the same seed gives the same table, whatever the number of workers',
  },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
  errors: {
    value: 'LIST',
    words: ['all', ...ALL_ERRORS],
    several: true,
    does: 'errors made in the rounds: codes, all (if no list is given), or none',
  },
  faults: {
    value: 'LIST',
    words: FAULT_WORDS,
    several: true,
    does: `with --errors: sensor faults to simulate, ${FAULT_NAMES.join(', ')} (all)`,
  },
  margins: { does: 'with --errors: hear each play once for every margin of rarity, and print what each believes and calls certain' },
  show: {
    value: 'SEED',
    range: [0, 40_000_000_000_000],
    does: 'with --errors of one code at one table: print the play of this seed, line by line',
  },
  json: { does: 'print one JSON object instead of the page' },
}
/** What an option without values means. */
const BARE: { readonly [word: string]: string } = { '--errors': 'all', '--faults': 'all' }
/** With --errors: rounds per row, boxes and sensors unless given. */
const ERROR_USUAL = { rounds: 10, boxes: '3', evidence: 'payouts,pointer,rack' }

const HELP = `Usage: npm run measure -- accuracy [options]

${optionLines(OPTIONS)}

Columns: rounds with one reading; hands whose cards and outcome are the same in all readings; how many of those are right; rounds whose best reading
is exactly what was played; rounds with what was played among the readings; readings left, mean and median; rounds reported as incomplete; rounds
reported with the wrong first card. The page (Markdown) goes to standard output, progress to standard error.

With --errors: each error is made in the second of three random rounds, and the findings in the daemon's events are counted: proven; proven under
another name that means the same (simulators/table/errors/consequences.ts); one of a group of errors of which one was made; a group without it,
which is wrong; likely. If an enumerator can list the stories (main spots only, up to three boxes, no pointer, chips reported at once, no sensor
faults), these columns follow: how many of the errors are provable, that is, no story without an error is left and every story with one error
contains this one; how many of these are proven, how many others are also proven, and how many lines too late. Then: lines from the first one that
shows the error to its proof; the delay that the finding itself states; plays with findings that were proven and withdrawn; plays with wrong
accusations: proven findings above info that are neither the error nor follow from it. Defaults: ${ERROR_USUAL.rounds} rounds, boxes ${ERROR_USUAL.boxes}, evidence
${ERROR_USUAL.evidence}; if more than the main spots are in play, the rack is always sensed. The exit code is ${EXIT_FAILED} if anybody is accused wrongly.

Examples
  npm run measure -- accuracy --errors
  npm run -s measure -- accuracy --errors PAY-SHORT,PAID-LOSER --house gld --rounds 200
  npm run -s measure -- accuracy --errors none --rounds 5000 --faults
  npm run -s measure -- accuracy --errors PAY-SHORT --house gld --boxes 1 --evidence payouts --show 11
  npm run measure -- accuracy --house gld --boxes 7 --rounds 2000
  npm run -s measure -- accuracy --house none --rounds 5000
  npm run -s measure -- accuracy --evidence payouts,pointer --json > accuracy.json

Exit codes: 0 measured; ${EXIT_FAILED} somebody was accused wrongly, or the run failed; ${EXIT_USAGE} wrong usage
`

interface Asked {
  readonly cells: readonly Cell[]
  readonly boxes: readonly number[]
  readonly rounds: number
  readonly seed: number
  readonly workers: number
  readonly json: boolean
  /** null: measures what can be said about faultless rounds. */
  readonly errors: AskedErrors | null
  /** Seed of the single play to show. */
  readonly show: number | null
}

function askedIn(said: Said): Asked {
  const { of, has, number } = said
  const boxes = of('boxes').map(Number)
  const play = of('play')[0] as PlayKind
  const cells = of('house')
    .filter((house): house is HouseId => house !== 'none')
    .flatMap((house) =>
      boxes.flatMap((each) =>
        (of('evidence') as readonly Sensors[]).map(
          (sensors): Cell => ({ house, rules: {}, boxes: each, sensors, play, spotLagMs: LAG_MS, until: 'closed' }),
        ),
      ),
    )
  const asked = { cells, boxes, rounds: number('rounds'), seed: number('seed'), workers: number('workers'), json: has('json') }
  const errors = has('errors') ? errorsAsked(said) : null
  const isOnePlay = errors?.codes.length === 1 && errors.cells.length === 1 && errors.faults.length === 0 && errors.codes[0] !== 'none'
  if (has('show') && !isOnePlay)
    throw new WrongUsage('--show needs one code, house, number of boxes and evidence, and sensors without a fault')
  return { ...asked, errors, show: has('show') ? number('show') : null }
}

function errorsAsked({ of, has, number }: Said): AskedErrors {
  const given = (name: keyof typeof ERROR_USUAL): readonly string[] => (has(name) ? of(name) : String(ERROR_USUAL[name]).split(','))
  const codes = (of('errors') as readonly (ErrorWord | 'all')[]).flatMap((word) => (word === 'all' ? ALL_ERRORS : [word]))
  const faults = faultsIn(of('faults'))
  const houses = of('house').filter((house): house is HouseId => house !== 'none')
  const cells = houses.flatMap((house) =>
    given('boxes').flatMap((boxes) =>
      (given('evidence') as readonly Sensors[]).map((sensors) => ({ house, boxes: Number(boxes), sensors })),
    ),
  )
  const [rounds, seed, workers] = [Number(given('rounds')[0]), number('seed'), number('workers')]
  return { codes: [...new Set(codes)], faults, cells, rounds, seed, workers }
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
  // In the order of the jobs, whichever finished first.
  const countsOf = (cell: Cell): Counts =>
    jobs.reduce((sum, job, at) => (job.cell === cell ? summed(sum, counted[at] ?? NO_COUNTS) : sum), NO_COUNTS)
  return {
    ...{ seed, rounds, rows: cells.map((cell) => ({ cell, counts: countsOf(cell) })) },
    steps: ladder.map(({ step, cell }) => ({ step, cell, counts: countsOf(cell) })),
  }
}

function show({ codes: [code = 'none'], cells: [table], faults }: AskedErrors, seed: number): number {
  const cell = table && tableFor(code, table, faults)
  const text = cell && code !== 'none' ? showPlay(code, cell, seed) : null
  if (!text)
    process.stderr.write(
      `accuracy: ${code} cannot be done there: this table has not what it takes, or seed ${seed} gives no chance for it\n`,
    )
  process.stdout.write(text ?? '')
  return text ? 0 : EXIT_FAILED
}

async function measureAsked(said: Said): Promise<number> {
  const asked = askedIn(said)
  if (asked.errors !== null && asked.show !== null) return show(asked.errors, asked.show)
  if (asked.errors !== null && said.has('margins')) {
    process.stdout.write(marginsPage(await measureMargins(asked.errors), asked.errors))
    return 0
  }
  if (asked.errors !== null) {
    const report = await measureErrors(asked.errors)
    process.stdout.write(asked.json ? `${JSON.stringify(errorData(report), null, 2)}\n` : errorPage(report))
    return accusedIn(report) > 0 ? EXIT_FAILED : 0
  }
  const report = await measure(asked)
  process.stdout.write(asked.json ? `${JSON.stringify(dataOf(report), null, 2)}\n` : pageOf(report))
  return 0
}

/** An option that takes a list may come without values, which means all of them. */
const withBareLists = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => (BARE[word] !== undefined && (words[at + 1] ?? '-').startsWith('-') ? [word, BARE[word]] : [word]))

process.exitCode = await runCommand(
  { name: 'accuracy', options: OPTIONS, help: HELP, run: measureAsked },
  withBareLists(process.argv.slice(2)),
)
