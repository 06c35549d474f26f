/**
 * The order in which boxes were played, by the pointer; and the order of the settlement, if the table's configuration asks for it
 * (`watches.payOrder`), for the record only.
 */
import type { HandResult, RoundResult } from '../engine/event.ts'
import type { Round } from '../engine/evidence/round.ts'
import { cardsOfPlay, isDealt, MAINS, spotOf } from '../engine/facts/open-round.ts'
import { mayYetBeTold, spotsOf } from '../engine/facts/spots.ts'
import { isAnyAway } from '../engine/state/pointer-gone.ts'
import { isCharlie } from '../rules/game/hand.ts'
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
  const [all, isOver] = visitsOf(round, now, context)
  const visits = all.filter((visit) => !mayGiveUp(visit, round, now, context))
  for (const [nth, late] of visits.entries()) {
    const before = visits.slice(0, nth)
    if (before.some(({ box }) => box === late.box)) continue
    const early = before.find((each) => each.box > late.box && !isUndone(each, isOver ? visits.slice(nth) : null, round, context))
    const cause = round.cards.at(-1)?.cause ?? ''
    if (early) return proven('PLAY-ORDER', round.id, { box: early.box, hand: 1, cause, seen: { count: late.box } })
  }
  return null
}

const isCardIn = ({ at, until }: Visit, round: Round, context: JudgeContext): boolean =>
  cardsOfPlay(round, context).some((card) => card.at > at && card.at <= until)

/**
 * The pointer came to a box too early and left it before a card or a chip came there. `later`: those behind it; null: there may be more.
 * If the box has its turn later, the first visit was a slip; if not, the hand stood then.
 */
const isUndone = (visit: Visit, later: readonly Visit[] | null, round: Round, context: JudgeContext): boolean => {
  const { box, at, until } = visit
  const { moves } = spotsOf(round, context).told(spotOf(box, 'main'))
  if (isCardIn(visit, round, context) || moves.some((move) => move.at >= at && move.at <= until + context.spotLagMs)) return false
  return later === null || later.some((each) => each.box === box)
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
const mayGiveUp = (visit: Visit, round: Round, now: number, context: JudgeContext): boolean => {
  const { box, until } = visit
  const { rules, money, chipEvidence } = context
  if (rules.surrender === 'none' || rules.surrenderTurn === 'in-turn' || isCardIn(visit, round, context)) return false
  const { base, moves } = spotsOf(round, context).told(spotOf(box, 'main'))
  const half = base.amount - surrenderTaken(base.amount, rules, money)
  return chipEvidence === 'bets' || mayYetBeTold(until, { now }, context) || moves.some(({ amount }) => amount === half)
}

/**
 * Boxes on which the pointer stayed longer than a slip of the hand, before it came to the dealer, and whether it has come there. After that
 * a next round may be played.
 */
const visitsOf = (
  { pointer, openedAt }: Round,
  now: number,
  { pointerLagMs }: JudgeContext,
): readonly [readonly Visit[], isOver: boolean] => {
  const stays = pointer
    .map((move, nth) => ({ ...move, until: pointer[nth + 1]?.at ?? now }))
    .filter(({ at, until }) => at >= openedAt && until > at + pointerLagMs)
  const end = stays.findIndex(({ place }) => place === 'dealer')
  const visits = stays
    .slice(0, end < 0 ? stays.length : end)
    .flatMap(({ place, at, until }) => (typeof place === 'object' ? [{ box: place.box, at, until }] : []))
  return [visits, end >= 0]
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
const isSettledInPlay = ({ outcome, bust, cards }: HandResult, rules: HouseRules): boolean =>
  bust || outcome === 'blackjack' || outcome === 'surrender' || isCharlie(cards.length, rules)

const outOfOrder = (round: Round, result: RoundResult, context: JudgeContext): readonly Objection[] => {
  const { rules } = context
  const dealtAt = round.cards.at(-1)?.at ?? 0
  const inPlay = result.boxes.filter(({ hands }) => hands.some((hand) => isSettledInPlay(hand, rules))).map(({ box }) => box)
  const after = settledIn(round, result, context).spots.filter(({ box, moves }) => moves[0].at > dealtAt && !inPlay.includes(box))
  const isBefore = (one: Settled, other: Settled): boolean => one.moves[0].until < other.moves[0].at
  // A Pot of Gold may be picked up before the check.
  const paidSides = after.filter(({ area, moved }) => !MAINS.includes(area) && moved > 0)
  for (const late of after.filter(({ area }) => MAINS.includes(area))) {
    const spot = spotOf(late.box, late.area)
    // The round may close at a tick, which is no line.
    const cause = (round.moves.get(spot) ?? []).map((level) => level.cause).join(' ')
    const fact = { box: late.box, spot, cause }
    const sidesFirst = inPasses(rules) && paidSides.some((side) => side.box === late.box && isBefore(side, late))
    if (sidesFirst) return [proven('PAY-ORDER', round.id, { ...fact, seen: { case: 'after-its-side-bet' } })]
    const isSamePass = ({ moved }: Settled): boolean => !inPasses(rules) || moved < 0 === late.moved < 0
    const earlier = after.find((other) => MAINS.includes(other.area) && other.box < late.box && isSamePass(other) && isBefore(other, late))
    if (earlier) return [proven('PAY-ORDER', round.id, { ...fact, seen: { count: earlier.box } })]
  }
  return []
}
