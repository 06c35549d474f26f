/** `accuracy --errors --margins`: what each margin costs and keeps, of the same plays in one run. */
import { RARER_MAX } from '../../../src/rules/house/rarity.ts'
import { share } from '../long/pool.ts'
import { progressOf } from '../long/progress.ts'
import { type AskedErrors, jobsOf } from './errors.ts'
import { markdown } from './errors-report.ts'
import { addMargin, MARGINS, type MarginCounts, NO_MARGIN, TOLD } from './margins.ts'

/** In the order of `MARGINS`. */
export async function measureMargins(asked: AskedErrors): Promise<readonly MarginCounts[]> {
  const jobs = jobsOf(asked)
  const progress = progressOf('accuracy', jobs.length)
  let sums: readonly MarginCounts[] = MARGINS.map(() => NO_MARGIN)
  let done = 0
  const onResult = (counts: readonly MarginCounts[], index: number): void => {
    sums = sums.map((sum, at) => addMargin(sum, counts[at] ?? NO_MARGIN))
    progress.step(++done, `${jobs[index]?.code}, ${jobs[index]?.cell.house}`)
  }
  await share({ module: new URL('./margins.ts', import.meta.url), jobs, workers: asked.workers, onResult }).finally(progress.end)
  return sums
}

const FOUND = ['proven', 'renamed', 'oneOf', 'oneOfOthers', 'likely', 'accused'] as const
const FOUND_HEAD = ['margin', 'plays', 'proven', 'under another name', 'one of several', 'of no group told', 'likely', 'wrong accusations']
const CERTAIN_HEAD = [
  'margin',
  'gravest finding of the play',
  'rounds',
  'rounds with a false hand',
  'words called certain',
  'of these false',
]

const nameOf = (margin: number): string => (margin === RARER_MAX ? `${margin} (in use)` : String(margin))

export const marginsPage = (sums: readonly MarginCounts[], { seed }: Pick<AskedErrors, 'seed'>): string => {
  const found = MARGINS.map((margin, at) => {
    const counts = sums[at]?.found ?? NO_MARGIN.found
    return [nameOf(margin), ...[counts.plays, ...FOUND.map((name) => counts[name])].map(String)]
  })
  const certain = MARGINS.flatMap((margin, at) =>
    TOLD.map((told) => {
      const { rounds, falseClosings, said, wrong } = (sums[at] ?? NO_MARGIN).certain[told]
      return [nameOf(margin), told, ...[rounds, falseClosings, said, wrong].map(String)]
    }),
  )
  return `Seed ${seed}.\n\n${markdown([FOUND_HEAD, ...found])}\n\n${markdown([CERTAIN_HEAD, ...certain])}\n`
}
