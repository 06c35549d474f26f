/** One box judged by each track of its spot: which of them counts, and what its errors are called by the others. */
import type { JudgedBox } from './reading.ts'
import { FIT } from './settlement.ts'
import { orNamedAs } from './settlement-errors.ts'

const errorsOf = ({ settlement: { verdict, errors = [] } }: JudgedBox): number =>
  verdict === 'misfit' ? Number.POSITIVE_INFINITY : errors.length

/** It shows the box settled with fewer errors or, if they have as many, more of it settled. */
const isBetter = (one: JudgedBox, other: JudgedBox): boolean =>
  errorsOf(one) < errorsOf(other) || (errorsOf(one) === errorsOf(other) && FIT[one.settlement.verdict] > FIT[other.settlement.verdict])

/**
 * The best of at least one judgement. If it shows an error, others with as many may show another instead, under their own names;
 * `onlyAsSettled`: only those that show as much of the box settled.
 */
export const bestOf = (judged: readonly JudgedBox[], onlyAsSettled: boolean): JudgedBox => {
  const best = judged.reduce((known, other) => (isBetter(other, known) ? other : known))
  const errors = errorsOf(best)
  if (errors === 0 || !Number.isFinite(errors)) return best
  const others = judged.filter((each) => each !== best && errorsOf(each) === errors && !(onlyAsSettled && isBetter(best, each)))
  return { ...best, settlement: others.reduce((known, { settlement }) => orNamedAs(known, settlement), best.settlement) }
}
