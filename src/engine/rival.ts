/**
 * A round may end without a chip saying so: nothing was due, no bet changed. Then a card may belong to the open round or begin the next,
 * and both are kept until one has no reading left.
 */
import { rankOf, UNKNOWN } from './cards.ts'
import type { TableContext } from './context.ts'
import { dealLength } from './deal.ts'
import { addCard, openRound } from './growth.ts'
import type { OpenRound, Rival } from './open-round.ts'
import { readRound } from './question.ts'
import { isDealt, isPointing, type Round, type RoundCard, timelineOf } from './round.ts'
import { sidesResolved, spotResults } from './spots.ts'
import type { TableState } from './table-state.ts'

/** Cards of an initial deal follow each other evenly; a card this many times later than usual belongs to play, or to the next round. */
const DEAL_GAPS_MAX = 4

/** Usual time between two cards of this round's initial deal, ms. */
const dealGapMs = (round: Round, context: TableContext): number => {
  const times = round.cards.slice(0, dealLength(context.rules, round.boxes.length)).map((card) => card.at)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return gaps.sort((one, other) => one - other)[gaps.length >> 1] ?? 0
}

/** Does this round's deal, as far as it came, keep the rhythm? */
const isDealtInRhythm = (round: Round, gapMs: number, context: TableContext): boolean =>
  round.cards
    .slice(1, dealLength(context.rules, round.boxes.length))
    .every((card, index) => card.at - (round.cards[index]?.at ?? card.at) <= DEAL_GAPS_MAX * gapMs)

/** Has it a reading? While it is dealt, it has if bets lie on the table and none is touched. */
export const isAlive = (round: Round, now: number, context: TableContext): boolean =>
  isDealt(round, context)
    ? readRound(round, { context, now, knowsHole: true, asked: 'any' }).count > 0
    : round.boxes.length > 0 && [...round.moves.keys()].every((spot) => timelineOf(round, spot, context.spotLagMs).moves.length === 0)

/** A round whose stakes are all resolved may be over without any chip saying so: then the card has opened the next. */
export const rivalWith = (state: TableState, current: OpenRound, card: RoundCard, context: TableContext): Rival | null => {
  const { now } = state
  if (current.rival) {
    const round = addCard(current.rival.round, card, context)
    const inRhythm = isDealtInRhythm(round, dealGapMs(current.rival.before, context), context)
    if (inRhythm && isAlive(round, now, context)) return { ...current.rival, round }
  }
  // The pointer leaves the dealer before the settlement.
  if (current.round.incomplete !== null || isPointing(current.round)) return null
  const closing = readRound(current.round, { context, now, knowsHole: true, asked: 'resolved' })
  if (closing.count === 0) return null
  // A side bet still to be settled says that the round is not over.
  if (!current.round.boxes.every((_, index) => sidesResolved(spotResults(current.round, index, closing.best, context)))) return null
  const round = openRound(beginning(state, card), card, context)
  return round.boxes.length > 0 ? { round, before: current.round, closing, closedAt: card.at } : null
}

/** `card`: its first, counted among those seen already. */
export const beginning = (state: TableState, card: RoundCard) => ({
  id: `${state.boot}-${state.rounds + 1}`,
  shoe: state.shoe,
  openedAt: card.at,
  seen: state.seen && card.code !== UNKNOWN ? state.seen.with(rankOf(card.code), (state.seen[rankOf(card.code)] ?? 1) - 1) : state.seen,
  levels: state.levels,
  pointer: state.pointer,
  pointerLate: state.pointerLate,
  absent: state.absent,
  burned: state.burned ?? undefined,
})

/** Was the pause before this card longer than that before the rival's first? Between rounds bets are paid and laid. */
export const pausedLonger = (rival: Rival, round: Round, card: RoundCard): boolean =>
  card.at - (round.cards.at(-1)?.at ?? card.at) > rival.round.openedAt - (rival.before.cards.at(-1)?.at ?? 0)
