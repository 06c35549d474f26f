/**
 * The order in which boxes were played, by the pointer; and the order of the settlement, if the table's configuration asks for it
 * (`watches.payOrder`), for the record only.
 */
import type { HandResult, RoundResult } from '../engine/event.ts'
import type { Round } from '../engine/evidence/round.ts'
import { cardsOfPlay, isDealt, MAINS, spotOf } from '../engine/facts/open-round.ts'
import { mayYetBeTold, spotsOf } from '../engine/facts/spots.ts'
import { isAnyAway } from '../engine/state/pointer-gone.ts'
import { surrenderTaken } from '../rules/game/settle.ts'
import { type HouseRules, PAY_ORDERS } from '../rules/house/rules.ts'
import type { Objection } from './lifecycle.ts'
import { type Settled, settledIn } from './settled.ts'
import { type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

export interface OrderWatch {
  /** The round whose boxes were last found to be played out of turn. */
  readonly told: string | null
}

export const ORDER_WATCH: Watch<OrderWatch> = {
  initial: { told: null },
  step(watch, sight, context) {
    const played = playOrder(watch, sight, context)
    const paid = payOrder(sight, context)
    return played ? [{ told: played.round }, [played, ...paid]] : [watch, paid]
  },
}

/** 001 l.50, 003 l.34, 004 l.19: from the dealer's left. A hand that stands leaves no trace but the pointer on its box. */
const playOrder = ({ told }: OrderWatch, { after }: Sight, context: JudgeContext): Objection | null => {
  const { current, now } = after
  if (!current || current.round.id === told || current.rivals.length > 0 || current.round.incomplete !== null) return null
  const { round } = current
  // Nobody knows where a pointer stands that is away.
  if (isAnyAway(after) || round.pointer.length < 2 || !isDealt(round, context)) return null
  const visits = visitsOf(round, now, context).filter((visit) => !mayGiveUp(visit, round, now, context))
  const at = visits.findIndex(({ box }, nth) => {
    const isFirst = visits.findIndex((visit) => visit.box === box) === nth
    return isFirst && visits.slice(0, nth).some((before) => before.box > box)
  })
  const [late, early] = [visits[at], visits.slice(0, at).find(({ box }) => box > (visits[at]?.box ?? 0))]
  if (!late || !early) return null
  return proven('PLAY-ORDER', round.id, { box: early.box, hand: 1, seen: { count: late.box } })
}

/** A stay of the pointer on a box. Event times; `until`: when it left. */
interface Visit {
  readonly box: number
  readonly at: number
  readonly until: number
}

/**
 * 002 l.42, 003 l.48: a hand may be given up before its turn, and the dealer may point at it then. Half of its bet shows it, up to the lag
 * late. If no chips are followed, every visit without a card may be one.
 */
const mayGiveUp = ({ box, at, until }: Visit, round: Round, now: number, context: JudgeContext): boolean => {
  const { rules, money, chipEvidence } = context
  if (rules.surrender === 'none' || rules.surrenderTurn === 'in-turn') return false
  if (cardsOfPlay(round, context).some((card) => card.at > at && card.at <= until)) return false
  const { base, moves } = spotsOf(round, context).told(spotOf(box, 'main'))
  const half = base.amount - surrenderTaken(base.amount, rules, money)
  return chipEvidence === 'bets' || mayYetBeTold(until, { now }, context) || moves.some(({ amount }) => amount === half)
}

/**
 * Boxes on which the pointer stayed longer than a slip of the hand, before it came to the dealer. After that a next round may be played.
 */
const visitsOf = ({ pointer, openedAt }: Round, now: number, { pointerLagMs }: JudgeContext): readonly Visit[] => {
  const stays = pointer
    .map((move, nth) => ({ ...move, until: pointer[nth + 1]?.at ?? now }))
    .filter(({ at, until }) => at >= openedAt && until > at + pointerLagMs)
  const end = stays.findIndex(({ place }) => place === 'dealer')
  return stays
    .slice(0, end < 0 ? stays.length : end)
    .flatMap(({ place, at, until }) => (typeof place === 'object' ? [{ box: place.box, at, until }] : []))
}

const payOrder = ({ events, after }: Sight, context: JudgeContext): readonly Objection[] => {
  if (context.watches?.payOrder !== true) return []
  const round = after.last?.round
  return events.flatMap((event) =>
    event.type === 'round.closed' && event.round === round?.id ? outOfOrder(round, event.data, context) : [],
  )
}

/** 001 l.140: losers first, and main bets before side bets. */
const inPasses = ({ payOrder }: HouseRules): boolean => payOrder === PAY_ORDERS[1]

/** The hand is settled at a time of its own, even if no card follows. */
const isSettledInPlay = ({ outcome, bust }: HandResult): boolean => bust || outcome === 'blackjack' || outcome === 'surrender'

const outOfOrder = (round: Round, result: RoundResult, context: JudgeContext): readonly Objection[] => {
  const { rules } = context
  const dealtAt = round.cards.at(-1)?.at ?? 0
  const inPlay = result.boxes.filter(({ hands }) => hands.some(isSettledInPlay)).map(({ box }) => box)
  const after = settledIn(round, result, context).spots.filter(({ box, moves }) => moves[0].at > dealtAt && !inPlay.includes(box))
  const isBefore = (one: Settled, other: Settled): boolean => one.moves[0].until < other.moves[0].at
  // A Pot of Gold may be picked up before the check.
  const paidSides = after.filter(({ area, moved }) => !MAINS.includes(area) && moved > 0)
  for (const late of after.filter(({ area }) => MAINS.includes(area))) {
    const fact = { box: late.box, spot: spotOf(late.box, late.area) }
    const sidesFirst = inPasses(rules) && paidSides.some((side) => side.box === late.box && isBefore(side, late))
    if (sidesFirst) return [proven('PAY-ORDER', round.id, { ...fact, seen: { case: 'after-its-side-bet' } })]
    const isSamePass = ({ moved }: Settled): boolean => !inPasses(rules) || moved < 0 === late.moved < 0
    const earlier = after.find((other) => MAINS.includes(other.area) && other.box < late.box && isSamePass(other) && isBefore(other, late))
    if (earlier) return [proven('PAY-ORDER', round.id, { ...fact, seen: { count: earlier.box } })]
  }
  return []
}
