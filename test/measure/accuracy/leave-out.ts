/**
 * `npm run measure -- leave-out`: a proof covers only the errors that the engine knows. So this makes each error with its row left out, as an error
 * that nobody had thought of, and counts who is accused of it.
 */
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { HOUSE_IDS, type HouseId } from '../../../src/rules/house/house.ts'
import { EXIT_FAILED, runCommand, WrongUsage } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'
import { share, WORKERS_DEFAULT, WORKERS_MAX } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { SENSORS, type Sensors } from './cells.ts'
import { type AskedErrors, jobsOf, tableFor } from './errors.ts'
import { showPlay } from './errors-show.ts'
import { daemonOf } from './errors-table.ts'
import { type LeftOutCounts, NO_PLAYS, withoutRow } from './leave-out-measure.ts'
import { isOverLimit, type LeftOutRow, leftOutPage } from './leave-out-report.ts'
import { ALL_ROWS, SETTLEMENT_ROWS } from './leave-out-rows.ts'
import { summed } from './sums.ts'

/** The errors that simulated people can make. */
const DONE: readonly FindingCode[] = ALL_ROWS.filter((code) => ERROR_CODES.includes(code))

const OPTIONS: OptionTable = {
  codes: {
    value: 'LIST',
    words: ['settlement', 'all', ...DONE],
    several: true,
    usual: 'settlement',
    does: 'rows to leave out, one at a time: codes, settlement (those of main bets), or all',
  },
  plays: { value: 'N', range: [1, 10_000], usual: '30', does: 'plays of each error in each house' },
  house: { value: 'LIST', words: HOUSE_IDS, several: true, usual: HOUSE_IDS.join(), does: 'houses' },
  boxes: { value: 'LIST', range: [1, 7], several: true, usual: '3', does: 'boxes in play' },
  evidence: { value: 'LIST', words: SENSORS, several: true, usual: 'payouts', does: 'what is sensed; each level includes those before it' },
  seed: { value: 'S', range: [0, 4_000_000], usual: '11', does: 'seed of the plays' },
  workers: { value: 'N', range: [1, WORKERS_MAX], usual: `${WORKERS_DEFAULT}`, does: 'number of processes' },
  show: {
    value: 'SEED',
    range: [0, 40_000_000_000_000],
    does: 'with one code at one table: print the play of this seed as it is reported without the row',
  },
}

const HELP = `Usage: npm run measure -- leave-out [options]

${optionLines(OPTIONS)}

Each error is made in the second of three random rounds, and the findings are compared with those of a daemon that does not look for this error.
Columns: plays; plays in which the error is proven with its row; then, without the row: reported as before; nothing instead; nothing proven instead;
proven under a coarser name of the same fact (test/measure/accuracy/coarser.ts, simulators/table/errors/consequences.ts); another error wrongly
reported as proven against somebody, and the share of these plays; plays in which that would stop the game; the findings. The page (Markdown) goes to
standard output, progress to standard error.

Examples
  npm run measure -- leave-out
  npm run -s measure -- leave-out --codes PAY-SHORT,BJ-SHORT --house gld --plays 200
  npm run -s measure -- leave-out --codes PAY-SHORT --house gld --show 11

Exit codes: 0 measured; ${EXIT_FAILED} for at least one row, another error was wrongly reported as proven in more than one play in twenty, or one that
stops the game, or the run failed; ${EXIT_USAGE} wrong usage
`

interface Asked extends AskedErrors {
  readonly codes: readonly FindingCode[]
  readonly show: number | null
}

const codesIn = (words: readonly string[]): readonly FindingCode[] => {
  const named = words.flatMap((word) => (word === 'all' ? ALL_ROWS : word === 'settlement' ? SETTLEMENT_ROWS : [word as FindingCode]))
  return DONE.filter((code) => named.includes(code))
}

function askedIn({ of, has, number }: Said): Asked {
  const cells = (of('house') as readonly HouseId[]).flatMap((house) =>
    of('boxes').flatMap((boxes) => (of('evidence') as readonly Sensors[]).map((sensors) => ({ house, boxes: Number(boxes), sensors }))),
  )
  const codes = codesIn(of('codes'))
  if (has('show') && (codes.length > 1 || cells.length > 1))
    throw new WrongUsage('--show needs one code, house, number of boxes and evidence')
  return {
    ...{ codes, cells, faults: [], rounds: number('plays'), seed: number('seed'), workers: number('workers') },
    show: has('show') ? number('show') : null,
  }
}

async function measure(asked: Asked): Promise<readonly LeftOutRow[]> {
  const jobs = jobsOf(asked)
  const counts = new Map<FindingCode, LeftOutCounts>()
  const told: LeftOutCounts[] = []
  const progress = progressOf('leave-out', jobs.length)
  let done = 0
  const onResult = (result: LeftOutCounts, index: number): void => {
    told[index] = result
    progress.step(++done, `${jobs[index]?.code}, ${jobs[index]?.cell.house}`)
  }
  await share({ module: new URL('./leave-out-measure.ts', import.meta.url), jobs, workers: asked.workers, onResult }).finally(progress.end)
  // In the order of the jobs, whichever finished first.
  for (const [index, { code }] of jobs.entries())
    if (code !== 'none') counts.set(code, summed(counts.get(code) ?? NO_PLAYS, told[index] ?? NO_PLAYS))
  return [...counts].map(([code, sum]) => ({ code, counts: sum }))
}

function show({ codes: [code], cells: [table] }: Asked, seed: number): number {
  const cell = code && table && tableFor(code, table, [])
  const text = code && cell ? showPlay(code, cell, seed, withoutRow(daemonOf(cell), code)) : null
  if (text === null) process.stderr.write(`leave-out: ${code} cannot be made there, or seed ${seed} gives no chance for it\n`)
  process.stdout.write(text ?? '')
  return text === null ? EXIT_FAILED : 0
}

async function leaveOut(said: Said): Promise<number> {
  const asked = askedIn(said)
  if (asked.show !== null) return show(asked, asked.show)
  const rows = await measure(asked)
  process.stdout.write(leftOutPage(rows))
  return rows.some(({ counts }) => isOverLimit(counts)) ? EXIT_FAILED : 0
}

process.exitCode = await runCommand({ name: 'leave-out', options: OPTIONS, help: HELP, run: leaveOut }, process.argv.slice(2))
