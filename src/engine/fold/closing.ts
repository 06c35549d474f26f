/** Reading an open round again, and when it is over: the next round shows, every stake is resolved, or the input ends. */
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import { decided, narrowed, tellEnded } from '../accounts/accounts.ts'
import { closeWith } from '../accounts/closed.ts'
import { mayHaveEnded } from '../accounts/ended-before.ts'
import { mayGoOn } from '../accounts/rival.ts'
import { isExposed, withAllTurned } from '../accounts/turning.ts'
import type { TableContext } from '../context.ts'
import { asLikely } from '../deviation.ts'
import { answered, closingOf, endedBy, fullOf, resolvedReading } from '../errors/answers.ts'
import {
  burnedBeforeBets,
  coveredAs,
  erred,
  isUntold,
  passedOver,
  readAtAll,
  readEnding,
  readWithErrors,
  type Told,
  untoldAs,
  withDealt,
  withErrors,
} from '../errors/errors.ts'
import { isDealt, isVeiled, lastMoved, type Round, spotOf } from '../evidence/round.ts'
import { isLaidAnew, isOddlyRaised, wasCleared } from '../evidence/steady.ts'
import { CUT_OFF } from '../evidence/work.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { settlingSides } from '../lattice/spots.ts'
import { candidatesOf, type Ending, lacksCards, type OpenRound, roundsIn, unreadOf } from '../state/open-round.ts'
import { ENDED_BEFORE, type TableState } from '../state/table-state.ts'
import { veiled } from '../state/veil.ts'
import { ENDED_EARLY, NO_ENDING, sayCertain, spoil, TOO_MANY_READINGS, type Voice } from '../words/say.ts'

/** Reads the open round and says what has become certain. */
export const settle = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const rev = state.rev + 1
  if (!current) return { ...state, rev }
  if (!isDealt(current.round, context)) {
    const begun = withDealt(state, current, context)
    if (begun !== current) return settle({ ...state, current: begun }, context, voice)
    const burned = burnedBeforeBets(state, current, context)
    const known = burned === state ? passedOver(state, current, context, 'any') : burned
    // What was read while a box looked empty is no reading of the whole deal.
    return known === state ? { ...state, rev, current: { ...current, full: null } } : settle(misdealt(known, context), context, voice)
  }
  const unsearched = isUntold(current, state.now, context)
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'any', unsearched }
  if (current.rivals.length > 0) {
    const left = narrowed(state, context, voice)
    if (left.current !== current) return settle(left, context, voice)
  }
  const known = readWithErrors(current.round, reader)
  const full = known.solution
  if (current.rivals.length === 0 && isVeiled(current.round) && isExposed(full))
    return settle({ ...state, current: withAllTurned(current, state.now, context) }, context, voice)
  // Where a round may have ended nobody is accused of what one account of it shows.
  const told =
    current.rivals.length === 0 ? withErrors(state, current, asDoubted(known, current.round, state.now, context), context) : state
  if (told.current && told.current.round !== current.round) return settle(misdealt(told, context), context, voice)
  const untold = unsearched && known.deviations === null ? current.untold : untoldAs(current, known.deviations, state.now, context)
  const read = answered({ round: current.round, now: state.now, by: unsearched ? 'open, unsearched' : 'open' }, full, context)
  const next = { ...told, rev, current: { ...(told.current ?? current), untold, coveredAt: coveredAs(current, known), full: read } }
  const unread = next.current.rivals.length === 0 ? unreadOf(next.current) : null
  const spoiled = unread === null ? next : spoil(next, unread, voice)
  const kept = full.overflow ? spoil(spoiled, TOO_MANY_READINGS, voice) : spoiled
  return kept.current ? { ...kept, current: sayCertain(kept.current, full, kept.now, context, voice) } : kept
}

/** What is found only if the newest cards are its own may be a round begun too soon instead. */
const asDoubted = (told: Told, round: Round, now: number, context: TableContext): Told => {
  const isCertain = told.deviations?.some(({ grade }) => grade !== 'likely') === true
  if (!isCertain || !mayHaveEnded(round, now, context)) return told
  return { ...told, deviations: told.deviations?.map((each) => asLikely(each, ENDED_BEFORE)) ?? null }
}

/** Dealt as it was found to be, another card may lie face down. */
const misdealt = (state: TableState, context: TableContext): TableState =>
  state.current ? { ...state, current: { ...state.current, round: veiled(state.current.round, context) } } : state

/** Time passed or a late line came: read the open round again. */
export const reread = (state: TableState, context: TableContext, voice: Voice): TableState =>
  state.current ? closeIfNext(settle(state, context, voice), null, context, voice) : state

/** The round is closed, as far as those can tell who do not know the hole card: read with it. */
const withHole = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const turned = current && withAllTurned(current, state.now, context)
  if (!turned || turned === current) return state
  const next = { ...state, current: turned }
  return isDealt(turned.round, context) ? settle(next, context, voice) : next
}

/**
 * The round closes when every stake is resolved and the next round shows: all spots empty, or a bet after the settlement. (The next
 * first card, `SH close` and the end of the input close it where they are handled.)
 */
export const closeIfNext = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  if (current.round.incomplete !== null && (current.rivals.length === 0 || lacksCards(current))) return closeSpoiled(state, context, voice)
  if (current.rivals.length > 0) return closeAccounts(state, current, raised, context, voice)
  // Bets that are taken back before the deal is complete end the round.
  const undealt = !isDealt(current.round, context) && current.round.boxes.length > 0
  if (undealt && wasCleared(current.round, state.now, context.spotLagMs)) return close(state, context, voice)
  const { round } = current
  const full = fullOf(current, context)
  if (!full || !isDealt(round, context)) return state
  // The pointer may still tell whose the last card was.
  if (round.pointer.length > 0 && state.now < (round.cards.at(-1)?.at ?? 0) + context.pointerLagMs) return state
  // A hand over the last bets takes none of them.
  const empty = wasCleared(round, state.now, context.spotLagMs)
  const looksEmpty = isEmpty(state, round)
  // By an error in play such chips are none of the next round: its first card may be one of this.
  const next = raised?.main === true && isNextBet(round, full, raised.spot, state.now, context) && !isOddlyRaised(round, context)
  const cleared = empty || looksEmpty || (raised?.anew === true && isEmpty(state, round, raised.spot))
  if (!empty && !looksEmpty && !next) return cleared ? closeEmptied(state, current, raised, context, voice) : state
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'resolved' }
  const lateReading = readRound(round, { ...reader, asked: 'any' }).count === 0
  const resolved = readRound(round, { ...reader, lateReading })
  if (resolved.count === 0) return cleared ? closeEmptied(state, current, raised, context, voice) : state
  if (isVeiled(round)) {
    const isOver = empty || (raised !== null && isOverByBet(round, raised.spot, context))
    return isOver ? closeIfNext(withHole(state, context, voice), raised, context, voice) : state
  }
  // A bet of the next round for one reading may be a payment of this one for another: then the table says more later.
  const settled = settlingSides(round, resolved, context)
  const agreed =
    settled !== null && (resolved.count >= full.count || context.chipEvidence === 'bets') && !mayGoOn(round, state.now, context)
  // 000 §6, 001 l.15: Push 22 bets that he took too early make him draw all the same; until a bet is laid his card may come.
  const isAwaited = context.chipEvidence === 'payouts' && looksEmpty && resolved.count < full.count
  return (empty && !isAwaited) || (next && agreed)
    ? closeWith(state, { solution: settled ?? resolved, complete: true, errors: [] }, context, voice)
    : state
}

/** Nothing lies on the table any more, and no reading without an error settles it so: closed with the errors that do. */
const closeEmptied = (state: TableState, current: OpenRound, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { round } = current
  const own =
    raised === null
      ? round
      : { ...round, moves: new Map([...round.moves].map(([spot, levels]) => [spot, spot === raised.spot ? levels.slice(0, -1) : levels])) }
  if (state.now <= lastMoved(own) + context.spotLagMs || state.away.size > 0) return state
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'any' }
  // What is still due may yet be paid; and where by its cards the dealer has still to draw he may have taken a bet too soon.
  if (readRound(round, reader).count > 0) return state
  if (raised === null && readRound(round, { ...reader, asked: 'over', ignoreChips: true }).count === 0) return state
  if (mayGoOnByError(round, reader)) return state
  const ending = readEnding(current, state.now, 'next', context)
  if (!ending?.deviations) return state
  if (isVeiled(round)) return closeIfNext(withHole(state, context, voice), raised, context, voice)
  const ended = ending.round === round ? state : { ...state, current: { ...current, round: ending.round } }
  return closeWith(ended, { solution: ending.solution, complete: true, errors: ending.deviations, ways: ending.ways }, context, voice)
}

/** By as few errors as any that explain it the dealer has still to draw, or nobody knows yet. */
const mayGoOnByError = (round: Round, reader: Reader): boolean => {
  const found = erred(round, reader)
  return found === CUT_OFF || found?.ways.some(({ solution }) => solution.over < solution.count) === true
}

/** A spot that shows more than before; `anew`: it was empty. `main`: it is a main one. */
export interface Raised {
  readonly spot: SpotId
  readonly anew: boolean
  readonly main: boolean
}

/** No chip and no lammer lies on any spot of the round. `but`: whatever lies on this one. */
const isEmpty = (state: TableState, round: Round, but: SpotId | null = null): boolean =>
  round.boxes.every((box) =>
    AREAS.every((area) => {
      const spot = spotOf(box, area)
      const level = spot === but ? undefined : state.levels.get(spot)
      return !level || (level.amount === 0 && level.lammers === 0)
    }),
  )

/** With a card missing nothing can be resolved: an incomplete round that may be over ends when its spots are empty or bets are laid on empty ones. */
const closeSpoiled = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current, now } = state
  if (!current || now - context.spotLagMs <= current.round.openedAt) return state
  const { round } = current
  const full = fullOf(current, context)
  const mayBeOver = lacksCards(current) || full === null || full.count === 0 || full.over > 0
  const isNext = mayBeOver && isLaidAnew(round, now, context.spotLagMs)
  if (!isNext && !wasCleared(round, now, context.spotLagMs)) return state
  const known = withHole(state, context, voice)
  return closeWith(known, { solution: known.current && fullOf(known.current, context), complete: false, errors: null }, context, voice)
}

/** Where nothing after the first card is followed a box dealt in has a higher level only by the next bet, whatever the dealer holds. */
const isOverByBet = ({ boxes }: Round, spot: SpotId, { chipEvidence }: TableContext): boolean =>
  chipEvidence === 'bets' && boxes.includes(Number(spot.split('.')[0]))

/** A bet on a box that was not dealt in, or on one this round has settled. */
const isNextBet = (round: Round, full: Solution | null, spot: SpotId, now: number, context: TableContext): boolean => {
  const index = round.boxes.indexOf(Number(spot.split('.')[0]))
  if (now - context.spotLagMs <= round.openedAt) return false
  // Where nothing after the first card is followed, a higher level can only be a new bet.
  if (index < 0 || context.chipEvidence === 'bets') return true
  return full?.best?.settlements[index]?.kinds.at(-1) === 'player' || (context.chipEvidence !== 'payouts' && full?.over === full?.count)
}

/** Closes what is open as far as it came: the next first card, the shoe closed, the input ended. */
export const close = (before: TableState, context: TableContext, voice: Voice, by: 'next' | 'end' = 'next'): TableState => {
  const state = withHole(before, context, voice)
  const { current } = state
  if (!current) return state
  if (current.rivals.length > 0) return close(endedAccounts(state, current, context, voice), context, voice)
  const { round } = current
  if (round.boxes.length === 0 && !current.said.has('opened')) return { ...state, current: null }
  // Of several ways in which a box may have been passed over the settlement may tell.
  const known = by === 'next' && !isDealt(round, context) ? passedOver(state, current, context, 'resolved') : state
  if (known !== state) return close(settle(misdealt(known, context), context, voice), context, voice, by)
  if (round.incomplete !== null || !isDealt(round, context)) {
    const last = isDealt(round, context)
      ? readAtAll(round, { context, now: state.now, knowsHole: true, asked: 'any' })
      : fullOf(current, context)
    return closeWith(
      spoil(state, ENDED_EARLY, voice),
      { solution: last, complete: false, errors: null, byCard: by === 'next' },
      context,
      voice,
    )
  }
  const ending = readEnding(current, state.now, by, context)
  if (ending) {
    const errors = by === 'next' ? ending.deviations : null
    const ended = ending.round === round ? state : { ...state, current: { ...current, round: ending.round } }
    return closeWith(ended, { solution: ending.solution, complete: true, errors, ways: ending.ways, byCard: by === 'next' }, context, voice)
  }
  return closeWith(spoil(state, NO_ENDING, voice), { solution: fullOf(current, context), complete: false, errors: null }, context, voice)
}

/** As `closeIfNext`, where a round may have begun unseen: each of the rounds that may be the open one has to be over. */
const closeAccounts = (state: TableState, current: OpenRound, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { now } = state
  const empty = candidatesOf(current).every(({ round }) => wasCleared(round, now, context.spotLagMs))
  if (!empty && !raised?.main) return state
  const reader: Reader = { context, now, knowsHole: true, asked: 'any' }
  const ends: Ending[] = []
  for (const { round, after } of candidatesOf(current)) {
    const closing = isDealt(round, context) ? endedBy('resolved', round, now, context) : null
    const isNext = (spot: SpotId): boolean => {
      if (!closing) return false
      if (isVeiled(round)) return isOverByBet(round, spot, context)
      const full = readRound(round, reader)
      const isWhole = closingOf({ closing }, context).count >= full.count || context.chipEvidence === 'bets'
      const agreed = resolvedReading(round, now, context) !== null && isWhole
      return agreed && !mayGoOn(round, now, context) && isNextBet(round, full, spot, now, context)
    }
    if (!empty && !(raised && isNext(raised.spot))) return state
    if (closing) ends.push({ before: round, closing, closedAt: now, after })
  }
  if (ends.length > 0 && roundsIn(current).some(isVeiled)) return closeIfNext(withHole(state, context, voice), raised, context, voice)
  return ends.length > 0 ? tellEnded(state, current, ends, false, context, voice) : state
}

/** What is open is closed as it came, in every account in which it is over. */
const endedAccounts = (state: TableState, current: OpenRound, context: TableContext, voice: Voice): TableState => {
  const all = candidatesOf(current)
  const ends = all.flatMap(({ round, after }): readonly Ending[] => {
    const mayEnd = isDealt(round, context) && (round !== current.round || !lacksCards(current))
    const closing = mayEnd ? (endedBy('resolved', round, state.now, context) ?? endedBy('over', round, state.now, context)) : null
    return closing ? [{ before: round, closing, closedAt: state.now, after }] : []
  })
  if (ends.length === 0) return decided(state, context, voice)
  return tellEnded(state, current, ends, ends.length < all.length, context, voice)
}
