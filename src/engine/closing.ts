/** Reading an open round again, and closing it: when the next round shows, when every stake is resolved, when the input ends. */
import { AREAS, type SpotId } from '../../devices/scan.ts'
import type { TableContext } from './context.ts'
import { holePosition } from './deal.ts'
import type { Deviation } from './deviation.ts'
import { passedOver, readAtAll, readEnding, readWithErrors, withErrors } from './errors.ts'
import type { RoundResult } from './event.ts'
import type { OpenRound } from './open-round.ts'
import { type Reader, readRound, wasPointedLate } from './question.ts'
import { withRack } from './rack.ts'
import type { Solution } from './reading.ts'
import { roundResult } from './result.ts'
import { isDealt, type Round, spotOf } from './round.ts'
import { announceDeal, ENDED_EARLY, NO_ENDING, openAloud, sayCertain, sayRest, spoil, TOO_MANY_READINGS, type Voice } from './say.ts'
import { sideErrors } from './side-errors.ts'
import { sidesResolved, spotResults } from './spots.ts'
import { type TableState, withDeviations } from './table-state.ts'
import { viewOf } from './table-views.ts'

/** Reads the open round and says what has become certain. */
export const settle = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const rev = state.rev + 1
  if (!current) return { ...state, rev }
  if (!isDealt(current.round, context)) {
    const known = passedOver(state, current, context)
    return known === state ? { ...state, rev } : settle(known, context, voice)
  }
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'any' }
  if (current.rival && readRound(current.round, { ...reader, strict: true }).count === 0) return adoptRival(state, context, voice)
  const known = readWithErrors(current.round, reader)
  const full = known.solution
  const hidden = holePosition(context.rules, current.round.boxes.length) >= 0 && !current.exposed
  const unawares = hidden ? readWithErrors(current.round, { ...reader, knowsHole: false }) : known
  const unaware = unawares.solution
  const exposed = !hidden || (unaware.count > 0 && unaware.exposed >= unaware.count)
  const told = withErrors(state, current, exposed ? known : unawares, context)
  if (told.current && told.current.round !== current.round) return settle(told, context, voice)
  const next = { ...told, rev, current: { ...(told.current ?? current), full, seen: exposed ? full : unaware, exposed } }
  const kept = full.overflow ? spoil(next, TOO_MANY_READINGS, voice) : next
  // While the round may have ended unseen nothing more is said of it.
  return kept.current && !kept.current.rival ? { ...kept, current: sayCertain(kept.current, context, voice) } : kept
}

/**
 * The round closes when every stake is resolved and the next round shows: all spots empty, or a bet after the settlement. (The next
 * first card, `SH close` and the end of the input close it where they are handled.)
 */
export const closeIfNext = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  if (current.round.incomplete !== null) return closeSpoiled(state, raised, context, voice)
  // Bets that are taken back before the deal is complete end the round.
  const undealt = !isDealt(current.round, context) && current.round.boxes.length > 0
  if (undealt && isEmpty(state, current.round) && state.now - context.spotLagMs > current.round.openedAt)
    return close(state, context, voice)
  if (!current.full || !isDealt(current.round, context)) return state
  const { round, full } = current
  // The pointer may still tell whose the last card was.
  if (round.pointer.length > 0 && state.now < (round.cards.at(-1)?.at ?? 0) + context.pointerLagMs) return state
  const empty = isEmpty(state, round)
  const next = raised?.main === true && isNextBet(current, raised.spot, state.now, context)
  if (!empty && !next) return state
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'resolved' }
  const lateReading = readRound(round, { ...reader, asked: 'any' }).count === 0
  const resolved = readRound(round, { ...reader, lateReading })
  if (resolved.count === 0) return state
  // A bet of the next round for one reading may be a payment of this one for another: then the table says more later.
  const sides = round.boxes.every((_, index) => sidesResolved(spotResults(round, index, resolved.best, context)))
  const agreed = sides && (resolved.count >= full.count || context.chipEvidence === 'bets')
  return empty || agreed ? closeWith(state, { solution: resolved, complete: true, errors: [] }, context, voice) : state
}

/** A spot that shows more than before; `anew`: it was empty. `main`: it is a main one. */
interface Raised {
  readonly spot: SpotId
  readonly anew: boolean
  readonly main: boolean
}

/** No chip and no lammer lies on any spot of the round. */
const isEmpty = (state: TableState, round: Round): boolean =>
  round.boxes.every((box) =>
    AREAS.every((area) => {
      const level = state.levels.get(spotOf(box, area))
      return !level || (level.amount === 0 && level.lammers === 0)
    }),
  )

/** With a card missing nothing can be resolved: an incomplete round ends when its spots are empty or bets are laid on empty ones. */
const closeSpoiled = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current || state.now - context.spotLagMs <= current.round.openedAt) return state
  return raised?.anew || isEmpty(state, current.round)
    ? closeWith(state, { solution: current.full, complete: false, errors: null }, context, voice)
    : state
}

/** A bet on a box that was not dealt in, or on one this round has settled. */
const isNextBet = ({ round, full }: OpenRound, spot: SpotId, now: number, context: TableContext): boolean => {
  const index = round.boxes.indexOf(Number(spot.split('.')[0]))
  if (now - context.spotLagMs <= round.openedAt) return false
  // Where nothing after the first card is followed, a higher level can only be a new bet.
  if (index < 0 || context.chipEvidence === 'bets') return true
  return full?.best?.settlements[index]?.kinds.at(-1) === 'player' || (context.chipEvidence !== 'payouts' && full?.over === full?.count)
}

/** Closes what is open as far as it came: the next first card, the shoe closed, the input ended. */
export const close = (state: TableState, context: TableContext, voice: Voice, by: 'next' | 'end' = 'next'): TableState => {
  const { current } = state
  if (!current) return state
  const { round } = current
  if (round.boxes.length === 0 && !current.said.has('opened')) return { ...state, current: null }
  if (round.incomplete !== null || !isDealt(round, context)) {
    const last = isDealt(round, context) ? readAtAll(round, { context, now: state.now, knowsHole: true, asked: 'any' }) : current.full
    return closeWith(spoil(state, ENDED_EARLY, voice), { solution: last, complete: false, errors: null }, context, voice)
  }
  const ending = readEnding(current, state.now, by, context)
  if (ending) {
    const errors = by === 'next' ? ending.deviations : null
    const ended = ending.round === round ? state : { ...state, current: { ...current, round: ending.round } }
    return closeWith(ended, { solution: ending.solution, complete: true, errors }, context, voice)
  }
  return closeWith(spoil(state, NO_ENDING, voice), { solution: current.full, complete: false, errors: null }, context, voice)
}

/** While the round may have ended earlier, a hand, and the dealer's, is certain only where both ends agree on it. */
const agreed = (result: RoundResult, other: RoundResult): RoundResult => ({
  ...result,
  dealer: { ...result.dealer, certain: result.dealer.certain && result.dealer.cards.join() === other.dealer.cards.join() },
  boxes: result.boxes.map((box, at) => ({
    ...box,
    hands: box.hands.map((hand, index) => {
      const twin = other.boxes[at]?.hands[index]
      const same = twin?.certain === true && twin.cards.join() === hand.cards.join() && twin.outcome === hand.outcome
      return { ...hand, certain: hand.certain && same }
    }),
  })),
})

/** Without a complete verdict nothing is certain; the dealer may not even have begun. */
const unsure = (round: Round, solution: Solution | null, closedAt: number, context: TableContext): RoundResult => {
  const result = roundResult(round, solution, closedAt, false, context)
  return { ...result, dealer: { ...result.dealer, certain: false } }
}

/** `errors`: in the main bets' settlement; null: nobody can tell. */
interface Ending {
  readonly solution: Solution | null
  readonly complete: boolean
  readonly errors: readonly Deviation[] | null
}

const closeWith = (before: TableState, { solution, complete, errors }: Ending, context: TableContext, voice: Voice): TableState => {
  const { current } = before
  if (!current?.said.has('opened')) return { ...before, current: null }
  const state =
    complete && solution && errors
      ? withDeviations(before, current.round.id, [...(current.misdealt ? [current.misdealt] : []), ...errors, ...sideErrors(current.round, solution, true, context)])
      : before
  const final: OpenRound = { ...current, full: solution, seen: solution, exposed: true }
  const heard = sayRest(final, complete, context, voice)
  const { rival, reasons, waiting } = current
  const told = complete ? roundResult(heard.round, solution, state.now, true, context) : unsure(heard.round, solution, state.now, context)
  const both = rival ? agreed(told, roundResult(rival.before, rival.closing, state.now, complete, context)) : told
  const result = withRack(both, heard.round, state.rack, context)
  voice.say('round.closed', result, heard.round.id)
  const last = rival ? null : { round: heard.round, at: state.now, result, reasons, waiting }
  const rev = state.rev + 1
  const pointerLate = state.pointerLate || (complete && wasPointedLate(heard.round, context))
  return { ...state, current: null, rev, pointerLate, last, closed: viewOf(heard, { ...state, rev }, 'closed', context) }
}

/** A round of which nothing was read or said. */
export const opened = (round: Round): OpenRound => ({
  round,
  full: null,
  seen: null,
  exposed: false,
  said: new Set(),
  rival: null,
  reasons: [],
  suspected: [],
  misdealt: null,
  waiting: [],
})

/** No reading of the open round is left, but the round that may have begun meanwhile has one: that is what happened. */
export const adoptRival = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current?.rival) return state
  const { rival } = current
  const old: TableState = { ...state, current: { ...current, round: rival.before, rival: null, reasons: [], waiting: [] } }
  const closed = closeWith(old, { solution: rival.closing, complete: true, errors: [] }, context, voice)
  const last = closed.last && { ...closed.last, at: rival.closedAt }
  const began = { ...closed, last, rounds: closed.rounds + 1, current: opened(rival.round) }
  const kept = state.lost === null ? began : { ...spoil(began, state.lost, voice), lost: null }
  const begun = openAloud(kept, context, voice)
  return settle(announceDeal(begun, context, voice), context, voice)
}
