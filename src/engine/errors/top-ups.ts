/**
 * A short payment that the dealer completed later, on a second visit, after settling another box in between. Within one visit it is of no
 * concern; nor are payments hand by hand, or a prize paid separately.
 */

import type { DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { dueOf } from '../../rules/game/settle.ts'
import { nameFor } from '../../rules/game/settlement-errors.ts'
import { sevensIfWon } from '../../rules/game/side-bets.ts'
import type { TableContext } from '../context.ts'
import { asOneOf, type Deviation } from '../deviation.ts'
import { isMovedBetween, type Timeline } from '../evidence/chips.ts'
import { dealerPositions, type Round, rankAt, spotOf, suitAt, timelineOf } from '../evidence/round.ts'
import type { Solution } from '../lattice/reading.ts'
import type { BoxDue } from '../lattice/settlement.ts'
import { type Visit, visitsOf } from '../lattice/visits.ts'

/** A box in the likeliest reading, with what the dealer moved at all boxes. */
interface Settled {
  readonly round: Round
  readonly box: number
  readonly hands: readonly Hand[]
  readonly due: BoxDue
  readonly final: DealerRun | null
  readonly visits: readonly Visit[]
  readonly context: TableContext
}

/** Payments in two parts that every reading has. */
export const toppedUp = (round: Round, solution: Solution, context: TableContext): readonly Deviation[] => {
  const { best } = solution
  if (context.chipEvidence !== 'payouts' || solution.over < solution.count || !best?.dues) return []
  const visits = round.boxes.flatMap((_, index) => visitsOf(round, index, best, context))
  return round.boxes.flatMap((box, index): readonly Deviation[] => {
    const [due, hands] = [best.dues?.[index], best.stories[index]?.hands]
    if (!due || !hands) return []
    const settled: Settled = { round, box, hands, due, final: best.dealer, visits, context }
    if (!isAgreed(index, settled, solution) || !isInParts(settled)) return []
    const figures = { expected: { amount: due.win }, seen: { amount: due.win } }
    const topped = found(settled, { code: 'PAY-TOPPED-UP', hand: hands.length === 1 ? 1 : null, ...figures })
    const short = mayBeLaid(settled) ? paidShort(settled) : null
    // Nobody saw whose hand it was, so neither error is the likelier.
    return short
      ? asOneOf(`topped-${box}`, [
          [topped, 1],
          [short, 1],
        ])
      : [topped]
  })
}

const mainOf = ({ round, context }: Settled, box: number): Timeline => timelineOf(round, spotOf(box, 'main'), context.spotLagMs)

const found = (settled: Settled, error: Pick<Deviation, 'code' | 'hand' | 'expected' | 'seen'>): Deviation => {
  const { box } = settled
  const cause = mainOf(settled, box).moves.map((move) => move.cause)
  return { ...error, grade: 'proven', box, spot: spotOf(box, 'main'), counter: null, cause: cause.join(' '), detectedAfter: 0 }
}

/** The dealer's last movement at this box. */
const lastAt = ({ box, visits }: Settled): Visit | undefined => visits.findLast((visit) => visit.box === box)

/**
 * Before the last part came he had settled all other boxes, and one of them had collected or bet again. So it may as well be chips that the
 * player laid on a bet paid short, unless the rack shows that the dealer moved them.
 */
const mayBeLaid = (settled: Settled): boolean => {
  const { round, box, visits } = settled
  const last = lastAt(settled)
  if (last === undefined || mainOf(settled, box).moves.some(({ at, by }) => at === last.at && by === 'dealer')) return false
  const settledAt = Math.max(...visits.flatMap((visit) => (visit === last ? [] : [visit.at])))
  return round.boxes.some((other) => other !== box && isMovedBetween(mainOf(settled, other), settledAt, last.at))
}

/** The name of the error if he did not pay the last part. */
const paidShort = (settled: Settled): Deviation | null => {
  const { round, box, hands, due, final, visits, context } = settled
  const last = lastAt(settled)
  if (!final || !last) return null
  const own = visits.filter((visit) => visit.box === box && visit !== last)
  const moved = own.reduce((sum, { amount }) => sum + amount, 0)
  const paid = own.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  const { rules, money, without } = context
  const bet = mainOf(settled, box).base.amount
  const upRank = rankAt(round, dealerPositions(round, context).up) ?? 0
  const prizeIfWon = sevensIfWon(hands, bet, { rules, money, suitAt: suitAt(round) })
  const error = nameFor({ ...due, without, rules, money, bet, upRank, final, hands, prizeIfWon }, { pays: paid, takes: paid - moved })
  return error && found(settled, { ...error, hand: error.hand === null ? null : error.hand + 1 })
}

const isAgreed = (index: number, { hands, due }: Settled, solution: Solution): boolean =>
  solution.settledWrongly.every(({ box }) => box !== index) &&
  hands.every(({ positions }, at) => solution.agreesOn(index, at, positions, due.outcomes[at] ?? null))

/** All of it was paid, in parts between which the dealer was surely elsewhere, and the first parts do not pay any hands in full. */
const isInParts = (settled: Settled): boolean => {
  const { box, hands, due, visits, context } = settled
  const paid = visits.filter((visit) => visit.box === box && visit.amount > 0)
  const total = paid.reduce((sum, { amount }) => sum + amount, 0)
  if (paid.length < 2 || total !== due.win) return false
  const bet = mainOf(settled, box).base.amount
  // Payments that are whole in themselves: one a hand, and the prize.
  const gains = hands.map((hand, at) => Math.max(0, dueOf(hand, due.outcomes[at] ?? 'push', bet, context)))
  let sums = [0]
  for (const whole of [...gains, due.win - gains.reduce((sum, gain) => sum + gain, 0)]) sums = [...sums, ...sums.map((sum) => sum + whole)]
  let first = 0
  return paid.slice(0, -1).some(({ at, amount }, nth) => {
    first += amount
    const until = (paid[nth + 1]?.at ?? at) - context.spotLagMs
    return !sums.includes(first) && visits.some((other) => other.box !== box && other.at - context.spotLagMs > at && other.at < until)
  })
}
