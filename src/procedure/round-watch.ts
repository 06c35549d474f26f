/**
 * What the ends of a round prove by themselves: cards without a bet, an unfinished settlement, an absent player's bet left on the table.
 */

import { instead, verdict } from '../engine/deviation.ts'
import type { BoxResult, HandResult, RoundResult } from '../engine/event.ts'
import type { Round, RoundCard } from '../engine/evidence/round.ts'
import { type AskedEnds, goingOn, mayHaveEndedIdle } from '../engine/facts/continuation.ts'
import { isBegunInPlay, isDealt, MAINS, spotOf, textAt } from '../engine/facts/open-round.ts'
import { drawnNeedlessly } from '../engine/facts/other-explanations.ts'
import { isBegun, mayYetBeTold, spotsOf } from '../engine/facts/spots.ts'
import { DEALER_STANDS_FROM } from '../rules/game/dealer.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { Reason } from '../rules/reasons.ts'
import type { Objection } from './lifecycle.ts'
import { doubted, type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

export interface RoundWatch {
  /** The round opened last, and the boxes whose players were away at its first card. A player who leaves later has left his bet himself. */
  readonly away: { readonly round: string; readonly boxes: readonly number[] } | null
  /** The event after which a card may be burned, until a round is opened. */
  readonly since: 'load' | 'relief' | null
  /** The round closed last, if all hands were over before the dealer's was, and what he has drawn since. */
  readonly idle: Idle | null
  /** The round that was not settled when the next was dealt, while the cards of the next may still be its own. */
  readonly unsettled: Unsettled | null
  /** Event time of the stray card objected to last. */
  readonly stray: number | null
  /** Won and tied bets of absent players that have lain since their round closed, by box. */
  readonly left: { readonly [box: string]: { readonly round: string; readonly amount: number } }
}

interface Unsettled {
  readonly round: Round
  readonly next: string
  readonly told: Objection
  /** null: it was not asked since the next round was dealt. */
  readonly ends: AskedEnds | null
}

interface Idle {
  readonly round: string
  readonly cards: readonly RoundCard[]
  /** The objection as it was last reported. */
  readonly told: Objection | null
}

export const ROUND_WATCH: Watch<RoundWatch> = {
  initial: { away: null, since: null, idle: null, unsettled: null, stray: null, left: {} },
  step(state, sight, context) {
    const strays = straysIn(state, sight, context)
    // The dealer drew, or somebody played, when nothing was open any more, so the card is not one that lay there without bets.
    const unowned = strays.filter((round) => !isBegunInPlay(round))
    const [idle, stray] = drawnOn(state.idle, strays, sight, context) ?? [
      null,
      unowned.map((round) => doubted(strayCard(state, round, context), round.id, sight)),
    ]
    const closed = sight.events.flatMap((event) => (event.type === 'round.closed' && event.data.complete ? [event.data] : []))
    const left = leftLying(state, closed, sight, context)
    const isOpened = sight.events.some(({ type }) => type === 'round.opened')
    const [unsettled, open] = notClosed(state.unsettled, closed, sight, context)
    const lies = absentWins(left, sight, context)
    const opened = isOpened ? sight.after.current?.round : undefined
    const away = opened ? { round: opened.id, boxes: [...opened.absent] } : state.away
    const since = isOpened || stray.length > 0 ? null : sinceOf(state, sight)
    return [
      {
        away,
        since,
        idle: isOpened || since !== null ? null : (closed.map((result) => idleIn(result, context)).at(-1) ?? idle),
        unsettled,
        stray: strays.at(-1)?.openedAt ?? state.stray,
        left: lies.length > 0 ? {} : left,
      },
      [...stray, ...open, ...lies],
    ]
  },
}

const sinceOf = ({ since }: RoundWatch, { events }: Sight): RoundWatch['since'] => {
  if (events.some(({ type }) => type === 'shoe.loaded')) return 'load'
  const isRelief = events.some((event) => event.type === 'dealer.changed' || (event.type === 'key.pressed' && event.data.key === 'relief'))
  return isRelief ? 'relief' : since
}

/** Rounds that a card began and for which no bet was reported by the end of the lag, if the spots have reported at all. */
const straysIn = ({ stray }: RoundWatch, { before, after }: Sight, context: JudgeContext): readonly Round[] => {
  // A bet may have been reported in a line that is lost or still to come.
  if (after.away.size > 0) return []
  const [one, other] = [before.current?.round, after.current?.round]
  return [...(one && one.openedAt !== other?.openedAt ? [one] : []), ...(other ? [other] : [])].filter((round) => {
    if (round.boxes.length > 0 || round.openedAt === stray || round.levels.size === 0 || round.incomplete !== null) return false
    // It may be the dealer's card, for a side bet that still lies there.
    if ([...round.levels.values()].some(({ amount }) => amount > 0)) return false
    return isBegun(round, after, context) && spotsOf(round, context).haveItsBoxes()
  })
}

const strayCard = ({ since }: RoundWatch, round: Round, { rules }: JudgeContext): Objection => {
  const burns = { load: rules.burn, relief: rules.burnAtDealerChange }
  const fact = { cause: round.cards[0]?.cause ?? '', seen: { cards: [textAt(round, 0)] } }
  // After a shuffle or a relief the card was burned, as one too many. Otherwise, or if the house burns none, it is a card without bets.
  if (since === null || (since === 'load' && burns.load === 0)) {
    return proven('SCAN-NO-BETS', null, fact)
  }
  const counted = { ...fact, expected: { count: burns[since] }, seen: { ...fact.seen, count: burns[since] + 1 } }
  return proven(since === 'load' ? 'BURN-EXTRA' : 'BURN-AT-DEALER-CHANGE', null, counted)
}

/**
 * Every hand of the round was over before the dealer's was, so what he draws then is for nobody (field practice: dealerDrawsWhenAllDone).
 */
const idleIn = ({ round, boxes, dealer }: RoundResult, { rules }: JudgeContext): Idle | null => {
  const isOver = boxes.every(({ hands }) => hands.every((hand) => hand.certain && !isSettledLast(hand)))
  const isLeft = dealer.total !== null && dealer.total < DEALER_STANDS_FROM
  return isOver && isLeft && rules.dealerDrawsWhenAllDone !== 'always' ? { round, cards: [], told: null } : null
}

/** Cards after a round that needed none, read as the dealer's; null: they are none of his. */
const drawnOn = (
  idle: Idle | null,
  strays: readonly Round[],
  { after }: Sight,
  context: JudgeContext,
): readonly [Idle, readonly Objection[]] | null => {
  const { last } = after
  if (idle === null || last?.round.id !== idle.round) return null
  if (strays.length === 0) return [idle, []]
  const cards = [...idle.cards, ...strays.flatMap((stray) => stray.cards)]
  const drawn = drawnNeedlessly(last.round, cards, after, context)
  // If questions are left open he is accused of nothing, but the card is not nobody's either.
  if (drawn === 'cut off') return [idle, []]
  if (drawn === null) return null
  const told: Objection = { ...drawn, code: 'DEALER-DREW-NEEDLESSLY', round: idle.round }
  return [{ ...idle, cards, told }, idle.told?.grade === told.grade ? [] : [told]]
}

/** The hand is settled when the dealer's hand is complete, not in play as a bust or a natural may be. */
const isSettledLast = ({ outcome, bust }: HandResult): boolean => outcome === 'win' || outcome === 'push' || (outcome === 'lose' && !bust)

const isOpen = ({ hands, spots: { main } }: BoxResult): boolean =>
  hands.some(isSettledLast) && main?.best.due !== 0 && main?.best.moved === 0
const isSettled = ({ hands, spots: { main } }: BoxResult): boolean => hands.some(isSettledLast) && main?.best.moved !== 0

/** A main spot of one of these boxes changed after the last card. */
const hasMoved = (round: Round, boxes: readonly BoxResult[], context: JudgeContext): boolean => {
  const dealtAt = round.cards.at(-1)?.at ?? 0
  const { told } = spotsOf(round, context)
  return boxes.some(({ box }) => MAINS.some((area) => told(spotOf(box, area)).moves.some(({ at }) => at > dealtAt)))
}

/** The next card came before anything was settled. Whether it belonged to the round before may be open until the next round is dealt. */
const notClosed = (
  before: Unsettled | null,
  closed: readonly RoundResult[],
  sight: Sight,
  context: JudgeContext,
): readonly [Unsettled | null, readonly Objection[]] => {
  const found = closed.flatMap((result) => leftOpen(result, sight, context) ?? [])
  if (found.length > 0) return [found.find(({ told }) => told.grade === 'likely') ?? null, found.map(({ told }) => told)]
  const next = sight.after.current?.round
  if (before === null || next?.id !== before.next) return [null, []]
  if (!isDealt(next, context)) return [before, []]
  const { doubt, ends } = goingOn(before, next, sight.after.now, context)
  if (doubt !== null || explained(sight.after, before.round.id) !== null) return [{ ...before, ends }, []]
  if (mayHaveEndedIdle(before.round, next, sight.after.now, context)) return [before, []]
  return [null, [{ ...before.told, grade: 'proven', counter: null }]]
}

/** Bets left unpaid or not taken are what an unsettled round looks like. */
const LEFT: ReadonlySet<FindingCode> = new Set(['WINNER-UNPAID', 'LOSER-NOT-TAKEN'])

/** Another error that may explain how the round was left. */
const explained = ({ deviations }: Sight['after'], round: string): Reason | null => {
  const other = deviations.get(round)?.find(({ code }) => !LEFT.has(code))
  return other ? instead(other) : null
}

/** If only one bet was left, it is reported as what it is: LOSER-NOT-TAKEN or WINNER-UNPAID. */
const leftOpen = (result: RoundResult, { before, after }: Sight, context: JudgeContext): Unsettled | null => {
  const { boxes, round, ended } = result
  const open = boxes.filter(isOpen)
  const next = after.current?.round
  if (ended !== 'next-card' || next === undefined || next.id === round) return null
  if (open.length < 2 || boxes.some(isSettled)) return null
  // If an error left no reading of the chips, what is reported as moved is not what the spots show.
  const evidence = [after.last?.round, before.current?.round].find((each) => each?.id === round)
  if (!evidence || hasMoved(evidence, open, context) || !spotsOf(evidence, context).haveItsBoxes()) return null
  const certain = open.every(({ hands }) => hands.every((hand) => hand.certain))
  const due = open.reduce((sum, { spots }) => sum + Math.max(0, spots.main?.best.due ?? 0), 0)
  const told = proven('ROUND-NOT-CLOSED', round, { expected: { ...(due > 0 ? { amount: due } : {}) } })
  const other = certain
    ? (explained(after, round) ?? goingOn({ round: evidence, ends: null }, next, after.now, context).doubt)
    : ({ code: 'other-results' } as const)
  return { round: evidence, next: next.id, told: verdict(told, other), ends: null }
}

/** 000 §1 l.57: an absent player's won or tied bet is taken off the box. */
const leftLying = (
  { left: before, away }: RoundWatch,
  closed: readonly RoundResult[],
  { observation, before: { current }, after }: Sight,
  { rules }: JudgeContext,
): RoundWatch['left'] => {
  if (rules.absentWinOrTie !== 'bet-removed') return before
  const lying = { ...before }
  for (const { round, boxes } of closed) {
    for (const { box, hands, spots } of boxes) {
      const evidence = [after.last?.round, current?.round].find((each) => each?.id === round)
      const amount = evidence && isTakenUp(evidence, box) ? 0 : (after.levels.get(spotOf(box, 'main'))?.amount ?? 0)
      const keeps = hands.every(({ outcome, certain }) => certain && (outcome === 'win' || outcome === 'push' || outcome === 'blackjack'))
      if (away?.round === round && away.boxes.includes(box) && keeps && amount > 0 && (spots.main?.best.staked ?? 0) > 0)
        lying[box] = { round, amount }
    }
  }
  const kept = Object.entries(lying).filter(([box]) => {
    const isEmpty = observation?.kind === 'spot' && observation.spot === spotOf(Number(box), 'main') && observation.amount === 0
    return !isEmpty && after.absent.has(Number(box))
  })
  return Object.fromEntries(kept)
}

/** What lay there at the last card is gone, so what lies there now is new. */
const isTakenUp = ({ cards, moves }: Round, box: number): boolean =>
  moves.get(spotOf(box, 'main'))?.some(({ at, amount }) => amount === 0 && at >= (cards.at(-1)?.at ?? 0)) === true

/** What still lies there when the next round has begun and everything done before it has been reported. */
const absentWins = (left: RoundWatch['left'], { after }: Sight, context: JudgeContext): readonly Objection[] => {
  const { current } = after
  if (!current || current.round.boxes.length === 0 || mayYetBeTold(current.round.openedAt, after, context)) return []
  return Object.entries(left).flatMap(([box, { round, amount }]) =>
    round === current.round.id
      ? []
      : [proven('ABSENT-WIN-LEFT', round, { box: Number(box), spot: spotOf(Number(box), 'main'), seen: { amount } })],
  )
}
