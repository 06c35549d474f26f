/**
 * A short payment that the dealer completed later, on a second visit, after settling another box in between. Within one visit it is of no
 * concern; nor are payments hand by hand, or a prize paid separately.
 */

import { dueOf } from '../../rules/game/settle.ts'
import { nameFor } from '../../rules/game/settlement-errors.ts'
import { sevensIfWon } from '../../rules/game/side-bets.ts'
import type { TableContext } from '../context.ts'
import { asOneOf, type Deviation } from '../deviation.ts'
import { isMovedBetween } from '../evidence/chips.ts'
import { dealerPositions, type Round, rankAt, spotOf, suitAt, timelineOf } from '../evidence/round.ts'
import type { Reading, Solution } from '../lattice/reading.ts'
import { type Visit, visitsOf } from '../lattice/visits.ts'

/** Payments in two parts that every reading has. */
export const toppedUp = (round: Round, solution: Solution, context: TableContext): readonly Deviation[] => {
  if (context.chipEvidence !== 'payouts' || solution.over < solution.count) return []
  const { best } = solution
  if (!best?.dues) return []
  const visits = round.boxes.flatMap((_, index) => visitsOf(round, index, best, context))
  return round.boxes.flatMap((box, index): readonly Deviation[] => {
    const win = best.dues?.[index]?.win ?? 0
    if (!isAgreed(index, best, solution) || !isInParts(box, win, visits, wholesOf(round, index, best, context), context)) return []
    const hands = best.stories[index]?.hands ?? []
    const figures = { expected: { amount: win }, seen: { amount: win } }
    const topped = found(round, box, { code: 'PAY-TOPPED-UP', hand: hands.length === 1 ? 1 : null, ...figures }, context)
    if (!mayBeLaid(round, box, visits, context)) return [topped]
    const short = paidShort(round, index, best, visits, context)
    // Nobody saw whose hand it was, so neither error is the likelier.
    return short
      ? asOneOf(`topped-${box}`, [
          [topped, 1],
          [short, 1],
        ])
      : [topped]
  })
}

const found = (
  round: Round,
  box: number,
  error: Pick<Deviation, 'code' | 'hand' | 'expected' | 'seen'>,
  { spotLagMs }: TableContext,
): Deviation => {
  const spot = spotOf(box, 'main')
  const cause = timelineOf(round, spot, spotLagMs).moves.map((move) => move.cause)
  return { ...error, grade: 'proven', box, spot, counter: null, cause: cause.join(' '), detectedAfter: 0 }
}

/** The dealer's last movement at this box. */
const lastAt = (box: number, visits: readonly Visit[]): Visit | undefined => visits.findLast((visit) => visit.box === box)

/**
 * Before the last part came he had settled all other boxes, and one of them had collected or bet again. So it may as well be chips that the
 * player laid on a bet paid short, unless the rack shows that the dealer moved them.
 */
const mayBeLaid = (round: Round, box: number, visits: readonly Visit[], { spotLagMs }: TableContext): boolean => {
  const last = lastAt(box, visits)
  const timelineAt = (of: number) => timelineOf(round, spotOf(of, 'main'), spotLagMs)
  if (last === undefined || timelineAt(box).moves.some(({ at, by }) => at === last.at && by === 'dealer')) return false
  const settledAt = Math.max(...visits.flatMap((visit) => (visit === last ? [] : [visit.at])))
  return round.boxes.some((other) => other !== box && isMovedBetween(timelineAt(other), settledAt, last.at))
}

/** The name of the error if he did not pay the last part. */
const paidShort = (
  round: Round,
  index: number,
  { stories, dues, dealer }: Reading,
  visits: readonly Visit[],
  context: TableContext,
): Deviation | null => {
  const box = round.boxes[index] ?? 0
  const [due, hands, last] = [dues?.[index], stories[index]?.hands, lastAt(box, visits)]
  if (!due || !hands || !dealer || !last) return null
  const own = visits.filter((visit) => visit.box === box && visit !== last)
  const moved = own.reduce((sum, { amount }) => sum + amount, 0)
  const paid = own.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  const { rules, money } = context
  const bet = timelineOf(round, spotOf(box, 'main'), context.spotLagMs).base.amount
  const upRank = rankAt(round, dealerPositions(round, context).up) ?? 0
  const prize = sevensIfWon(hands, bet, { rules, money, suitAt: suitAt(round) })
  const settled = { ...due, without: context.without, rules, money, bet, upRank, final: dealer, hands, prizeIfWon: prize }
  const error = nameFor(settled, { pays: paid, takes: paid - moved })
  return error && found(round, box, { ...error, hand: error.hand === null ? null : error.hand + 1 }, context)
}

const isAgreed = (index: number, { stories, dues }: Reading, solution: Solution): boolean =>
  solution.settledWrongly.every(({ box }) => box !== index) &&
  (stories[index]?.hands ?? []).every(({ positions }, at) => solution.agreesOn(index, at, positions, dues?.[index]?.outcomes[at] ?? null))

/** Payments that are whole in themselves: one a hand, and the prize. */
const wholesOf = (round: Round, index: number, { stories, dues }: Reading, context: TableContext): readonly number[] => {
  const { win = 0, outcomes = [] } = dues?.[index] ?? {}
  const bet = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), context.spotLagMs).base.amount
  const gains = (stories[index]?.hands ?? []).map((hand, at) => Math.max(0, dueOf(hand, outcomes[at] ?? 'push', bet, context)))
  return [...gains, win - gains.reduce((sum, gain) => sum + gain, 0)]
}

/** All of it was paid, in parts between which the dealer was surely elsewhere, and the first parts do not pay any hands in full. */
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
