/**
 * A short payment that the dealer put right without bringing it back, on a second visit: meanwhile he settled another box. In one visit it is
 * nobody's concern, nor are payments hand by hand, or of a prize by itself.
 */

import type { TableContext } from './context.ts'
import type { Deviation } from './deviation.ts'
import type { Reading, Solution } from './reading.ts'
import { type Round, spotOf, timelineOf } from './round.ts'
import { dueOf } from './settle.ts'
import { isDealers } from './settlement.ts'

/** What the dealer did to a main spot in the settlement. */
interface Visit {
  readonly box: number
  /** Event time; it may have been done up to the spots' lag before. */
  readonly at: number
  /** Minor units; negative: taken. */
  readonly amount: number
}

/** Payments in two parts that every reading has. */
export const toppedUp = (round: Round, solution: Solution, context: TableContext): readonly Deviation[] => {
  if (context.chipEvidence !== 'payouts' || solution.over < solution.count) return []
  const { best } = solution
  if (!best?.dues) return []
  const visits = round.boxes.flatMap((_, index) => visitsOf(round, index, best, context))
  return round.boxes.flatMap((box, index): readonly Deviation[] => {
    const win = best.dues?.[index]?.win ?? 0
    const hands = best.stories[index]?.hands ?? []
    if (!isAgreed(index, best, solution) || !isInParts(box, win, visits, wholesOf(round, index, best, context), context)) return []
    const cause = timelineOf(round, spotOf(box, 'main'), context.spotLagMs).moves.map((move) => move.cause)
    return [
      {
        code: 'PAY-TOPPED-UP',
        grade: 'proven',
        ...{ box, hand: hands.length === 1 ? 1 : null, spot: spotOf(box, 'main') },
        ...{ expected: { amount: win }, seen: { amount: win } },
        ...{ counterReading: null, cause: cause.join(' '), detectedAfter: 0 },
      },
    ]
  })
}

const isAgreed = (index: number, { stories, dues }: Reading, solution: Solution): boolean =>
  (stories[index]?.hands ?? []).every(({ positions }, at) => solution.agreesOn(index, at, positions, dues?.[index]?.outcomes[at] ?? null))

/** His movements at the main spot of a box, by its index, as this reading has them. */
export const visitsOf = (round: Round, index: number, { settlements }: Reading, { spotLagMs }: TableContext): readonly Visit[] => {
  const box = round.boxes[index] ?? 0
  const { base, moves } = timelineOf(round, spotOf(box, 'main'), spotLagMs)
  const kinds = settlements[index]?.kinds ?? []
  const from = moves.length - kinds.length
  return kinds.flatMap((kind, nth): readonly Visit[] => {
    const move = moves[from + nth]
    const before = moves[from + nth - 1] ?? base
    return move && isDealers(kind) ? [{ box, at: move.at, amount: move.amount - before.amount }] : []
  })
}

/** Payments that are whole in themselves: one a hand, and the prize. */
const wholesOf = (
  round: Round,
  index: number,
  { stories, dues }: Reading,
  { rules, money, spotLagMs }: TableContext,
): readonly number[] => {
  const { win = 0, outcomes = [] } = dues?.[index] ?? {}
  const bet = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs).base.amount
  const gains = (stories[index]?.hands ?? []).map((hand, at) => Math.max(0, dueOf(hand, outcomes[at] ?? 'push', bet, rules, money)))
  return [...gains, win - gains.reduce((sum, gain) => sum + gain, 0)]
}

/** All of it was paid, in parts between which the dealer was surely elsewhere, and the first of them pays no hand out. */
const isInParts = (box: number, win: number, visits: readonly Visit[], wholes: readonly number[], { spotLagMs }: TableContext): boolean => {
  const paid = visits.filter((visit) => visit.box === box && visit.amount > 0)
  const total = paid.reduce((sum, { amount }) => sum + amount, 0)
  if (paid.length < 2 || total !== win) return false
  let sums = [0]
  for (const whole of wholes) sums = [...sums, ...sums.map((sum) => sum + whole)]
  let first = 0
  return paid.slice(0, -1).some(({ at, amount }, nth) => {
    first += amount
    const next = paid[nth + 1]?.at ?? at
    return !sums.includes(first) && visits.some((other) => other.box !== box && other.at - spotLagMs > at && other.at < next - spotLagMs)
  })
}
