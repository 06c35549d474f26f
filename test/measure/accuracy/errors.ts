/** `npm run measure -- accuracy --errors`: makes each error in random rounds of each house and set of sensors, and counts what the daemon finds. */
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import type { SensorFault } from '../../../simulators/table/sensor-faults.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { share } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { addErrors, canBeFound, type ErrorCounts, type ErrorJob, isListed, NO_ERRORS, playFor, SEEDS_A_PLAY } from './errors-measure.ts'
import type { ErrorReport } from './errors-report.ts'
import type { ErrorCell, ErrorWord } from './errors-table.ts'

/** The errors that `--errors all` makes. */
export const ALL_ERRORS: readonly ErrorWord[] = ['none', ...ERROR_CODES]

export interface AskedErrors {
  readonly codes: readonly ErrorWord[]
  readonly faults: readonly SensorFault[]
  readonly cells: readonly Omit<ErrorCell, 'play' | 'prompt'>[]
  readonly rounds: number
  readonly seed: number
  readonly workers: number
}

/** Plays per job. */
const JOB_PLAYS = 10
/**
 * Plays with the same seed begin alike in every house. So each house has its own seeds, and one hard round counts only once. This many
 * jobs' worth of seeds is reserved for each house.
 */
const HOUSE_JOBS = 200

/** What the table needs for the error to be made; null: it lacks something. */
export const tableFor = (code: ErrorWord, table: AskedErrors['cells'][number], faults: readonly SensorFault[]): ErrorCell | null => {
  const cell = { ...table, play: playFor(code) }
  const full: ErrorCell = { ...cell, prompt: isListed(cell, faults) }
  return canBeFound(code, full) ? full : null
}

export const jobsOf = ({ codes, cells, faults, rounds, seed }: AskedErrors): readonly ErrorJob[] =>
  codes.flatMap((code) => {
    const own = cells.flatMap((table) => tableFor(code, table, faults) ?? [])
    return own.flatMap((cell) =>
      Array.from({ length: Math.ceil(rounds / JOB_PLAYS) }, (_, block): ErrorJob => {
        const plays = Math.min(JOB_PLAYS, rounds - block * JOB_PLAYS)
        const job = seed * 1000 + HOUSE_JOBS * HOUSE_IDS.indexOf(cell.house) + block
        return { code, cell, faults, seed: job * JOB_PLAYS * SEEDS_A_PLAY, rounds: plays }
      }),
    )
  })

export async function measureErrors(asked: AskedErrors): Promise<ErrorReport> {
  const jobs = jobsOf(asked)
  const counted: ErrorCounts[] = []
  const progress = progressOf('accuracy', jobs.length)
  let done = 0
  const onResult = (counts: ErrorCounts, index: number): void => {
    counted[index] = counts
    const job = jobs[index]
    progress.step(++done, `${job?.code}, ${job?.cell.house}, ${job?.cell.boxes} boxes, ${job?.cell.sensors}`)
  }
  await share({ module: new URL('./errors-measure.ts', import.meta.url), jobs, workers: asked.workers, onResult }).finally(progress.end)
  // In the order of the jobs, whichever finished first; keeps the blocks of one table together.
  const rows = new Map<ErrorCell, { code: ErrorWord; cell: ErrorCell; counts: ErrorCounts }>()
  for (const [index, { code, cell }] of jobs.entries()) {
    const row = rows.get(cell) ?? { code, cell, counts: NO_ERRORS }
    rows.set(cell, { ...row, counts: addErrors(row.counts, counted[index] ?? NO_ERRORS) })
  }
  return { seed: asked.seed, rounds: asked.rounds, faults: asked.faults, rows: [...rows.values()] }
}
