/** What went wrong at main bets in every reading, although no reading has an error: payments in two parts, and bets that need not have been laid. */

import type { DealerRun } from '../../rules/game/dealer.ts'
import { type Hand, mayDoubleFree, maySplitFree, openHand, withCard } from '../../rules/game/hand.ts'
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

/** A box of the round. */
interface Place {
  readonly round: Round
  readonly box: number
  readonly context: TableContext
}

const mainOf = ({ round, context }: Place, box: number): Timeline => timelineOf(round, spotOf(box, 'main'), context.spotLagMs)

const found = (place: Place, error: Pick<Deviation, 'code' | 'hand' | 'expected' | 'seen'>): Deviation => {
  const { box } = place
  const cause = mainOf(place, box).moves.map((move) => move.cause)
  return { ...error, grade: 'proven', box, spot: spotOf(box, 'main'), counter: null, cause: cause.join(' '), detectedAfter: 0 }
}

// --- the player paid for a double or split that the house would have given free (000 §5.1, §4.1; 001 features) -----------------------------

/** Doubles and splits that every reading has as paid although they were free. */
export const chargedFreeBets = (round: Round, solution: Solution, context: TableContext): readonly Deviation[] => {
  const { rules, chipEvidence } = context
  if (chipEvidence === 'bets' || !(rules.freeDouble || rules.freeSplit)) return []
  return round.boxes.flatMap((box, index) => {
    const hands = solution.best?.stories[index]?.hands ?? []
    const amount = mainOf({ round, box, context }, box).base.amount
    return hands.flatMap((hand, at): readonly Deviation[] => {
      const step = hand.actions.findIndex((action) => action === 'double' || action === 'split')
      const action = hand.actions[step]
      if (action === undefined) return []
      const isFree =
        action === 'double' ? mayDoubleFree(begun(hand), rules) : hands.length > 1 && maySplitFree(splitPair(hands, at, step), 1, rules)
      if (!isFree || !solution.contains(index, at, { action, step, total: null })) return []
      const seen = { amount, ...(action === 'split' ? ({ case: 'of-a-split' } as const) : {}) }
      return [found({ round, box, context }, { code: 'FB-CHARGED', hand: at + 1, expected: {}, seen })]
    })
  })
}

/** The hand as its first two cards made it. */
const begun = ({ positions, ranks, fromSplit }: Hand): Hand =>
  positions.slice(0, 2).reduce((hand, position, nth) => withCard(hand, position, ranks[nth] ?? 0), openHand(1, 0, fromSplit))

const firstCard = ({ positions: [first] }: Hand): number => first ?? 0

/** The pair that was split: for the first split what the box was dealt, later the first cards of this hand and of the next. */
const splitPair = (hands: readonly Hand[], at: number, step: number): Hand => {
  const isDealt = at === 0 && step === 0
  const pair = isDealt ? hands.toSorted((one, other) => firstCard(one) - firstCard(other)) : hands.slice(at)
  return pair.slice(0, 2).reduce((held, hand) => withCard(held, firstCard(hand), hand.ranks[0] ?? 0), openHand(1, 0, false))
}

// --- a short payment that the dealer completed on a second visit, after settling another box in between ------------------------------------

/** A box in the likeliest reading, with what the dealer moved there and elsewhere. */
interface Settled extends Place {
  readonly hands: readonly Hand[]
  readonly due: BoxDue
  readonly final: DealerRun | null
  readonly own: readonly Visit[]
  readonly others: readonly Visit[]
}

/** Payments in two parts that every reading has. Within one visit they are of no concern; nor is one a hand, or a prize paid separately. */
export const toppedUp = (round: Round, solution: Solution, context: TableContext): readonly Deviation[] => {
  const { best } = solution
  if (context.chipEvidence !== 'payouts' || solution.over < solution.count || !best?.dues) return []
  const visits = round.boxes.flatMap((_, index) => visitsOf(round, index, best, context))
  return round.boxes.flatMap((box, index): readonly Deviation[] => {
    const [due, hands] = [best.dues?.[index], best.stories[index]?.hands]
    if (!due || !hands) return []
    const [own, others] = [visits.filter((visit) => visit.box === box), visits.filter((visit) => visit.box !== box)]
    const settled: Settled = { round, box, hands, due, final: best.dealer, own, others, context }
    if (!isAgreed(index, settled, solution) || !isInParts(settled)) return []
    const figures = { expected: { amount: due.win }, seen: { amount: due.win } }
    const topped = found(settled, { code: 'PAY-TOPPED-UP', hand: hands.length === 1 ? 1 : null, ...figures })
    const short = mayBeLaid(settled) ? paidShort(settled) : null
    // Nobody saw whose hand it was, so neither error is the likelier.
    const either = [topped, ...(short ? [short] : [])]
    return short
      ? asOneOf(
          `topped-${box}`,
          either.map((each) => [each, 1] as const),
        )
      : either
  })
}

/**
 * Before the last part came he had settled all other boxes, and one of them had collected or bet again. So it may as well be chips that the
 * player laid on a bet paid short, unless the rack shows that the dealer moved them.
 */
const mayBeLaid = (settled: Settled): boolean => {
  const { round, box, own, others } = settled
  const lastAt = own.at(-1)?.at ?? 0
  if (mainOf(settled, box).moves.some(({ at, by }) => at === lastAt && by === 'dealer')) return false
  const settledAt = Math.max(...[...own.slice(0, -1), ...others].map(({ at }) => at))
  return round.boxes.some((other) => other !== box && isMovedBetween(mainOf(settled, other), settledAt, lastAt))
}

const paidIn = (visits: readonly Visit[]): number => visits.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)

/** The name of the error if he did not pay the last part. */
const paidShort = (settled: Settled): Deviation | null => {
  const { round, box, hands, due, final, own, context } = settled
  if (!final) return null
  const before = own.slice(0, -1)
  const [moved, paid] = [before.reduce((sum, { amount }) => sum + amount, 0), paidIn(before)]
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
  const { box, hands, due, own, others, context } = settled
  const paid = own.filter(({ amount }) => amount > 0)
  if (paidIn(paid) !== due.win) return false
  const bet = mainOf(settled, box).base.amount
  // Payments that are whole in themselves: one a hand, and the prize.
  const gains = hands.map((hand, at) => Math.max(0, dueOf(hand, due.outcomes[at] ?? 'push', bet, context)))
  let sums = [0]
  for (const whole of [...gains, due.win - gains.reduce((sum, gain) => sum + gain, 0)]) sums = [...sums, ...sums.map((sum) => sum + whole)]
  return paid.slice(1).some((next, nth) => {
    const [from, until] = [paid[nth]?.at ?? 0, next.at - context.spotLagMs]
    const isElsewhere = others.some(({ at }) => at - context.spotLagMs > from && at < until)
    return isElsewhere && !sums.includes(paidIn(paid.slice(0, nth + 1)))
  })
}
