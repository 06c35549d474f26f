/** Closing the open round, for the reasons of `accounts/round-end.ts`. */
import { decided, tellEnded } from '../accounts/accounts.ts'
import { closeWith } from '../accounts/closing-report.ts'
import { withAllTurned } from '../accounts/hole-card-turn.ts'
import { endShown, isBare, type Raised, ROUND_ENDS, readingsOf, type Sight, settledFor } from '../accounts/round-end.ts'
import type { TableContext } from '../context.ts'
import { endedBy, fullOf } from '../errors/answers.ts'
import { type ErrorsSought, erred, paidInstead, passedOver, readEnding } from '../errors/errors.ts'
import type { EndReason } from '../event.ts'
import { isDealt, isHoleMasked, lastMoved, type Round } from '../evidence/round.ts'
import { CUT_OFF } from '../evidence/work.ts'
import type { Reader } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { readAtAll, readFaultless, readOn } from '../lattice/rungs.ts'
import { candidatesOf, type Ending, lacksCards, type OpenRound, roundsIn } from '../state/open-round.ts'
import { isAnyAway, mayStillPoint } from '../state/pointer-gone.ts'
import type { TableState } from '../state/table-state.ts'
import { spoil, type Voice } from '../words/say.ts'
import { misdealt, settle } from './settle.ts'

/** Time passed or a late line came: read the open round again. */
export const reread = (state: TableState, context: TableContext, voice: Voice): TableState =>
  state.current ? closeIfOver(settle(state, context, voice), null, context, voice) : state

/** Turns the hole card of a round that is about to close. That it closes was decided without the hole card. */
const withHole = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const turned = current && withAllTurned(current, state.now, context)
  if (!turned || turned === current) return state
  const next = { ...state, current: turned }
  return isDealt(turned.round, context) ? settle(next, context, voice) : next
}

/** Closes the round if the chips show that it is over (`accounts/round-end.ts`). Otherwise it stays open. */
export const closeIfOver = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  // Wait while the pointer may still report.
  if (!current || mayStillPoint(state)) return state
  if (current.round.incomplete !== null && (current.rivals.length === 0 || lacksCards(current))) return closeSpoiled(state, context, voice)
  return current.rivals.length > 0
    ? closeAccounts(state, current, raised, context, voice)
    : closeOne(state, current, sightOf(current.round, raised, state), context, voice)
}

const sightOf = (round: Round, raised: Raised | null, { now, levels }: TableState): Sight => ({ round, now, levels, raised })

const closeOne = (state: TableState, current: OpenRound, sight: Sight, context: TableContext, voice: Voice): TableState => {
  const { round, now, raised } = sight
  const ended = endShown([sight], context)
  // Bets that are taken back before the deal is complete end the round.
  if (!isDealt(round, context)) return ended === 'table-cleared' && round.boxes.length > 0 ? close(state, ended, context, voice) : state
  // The pointer may still report whose the last card was.
  if (round.pointer.length > 0 && now < (round.cards.at(-1)?.at ?? 0) + context.pointerLagMs) return state
  if (ended === null || !readingsOf(sight, context).resolved) {
    const isEmptied = ended === 'table-cleared' || isBare(sight, raised?.anew ? raised.spot : null)
    return isEmptied ? closeEmptied(state, current, sight, context, voice) : state
  }
  if (isHoleMasked(round)) return closeIfOver(withHole(state, context, voice), raised, context, voice)
  const solution = settledFor(ended, sight, context)
  if (!solution) return state
  const { deviations: errors, ways } = paidInstead(round, { context, now, asked: 'resolved' })
  return closeWith(state, { ended, solution, complete: true, errors, ways }, context, voice)
}

/** Nothing but a new bet lies on its spots, and no reading without an error settles the round: closes it with the errors that do. */
const closeEmptied = (state: TableState, current: OpenRound, sight: Sight, context: TableContext, voice: Voice): TableState => {
  const { round, raised } = sight
  const own =
    raised === null
      ? round
      : { ...round, moves: new Map([...round.moves].map(([spot, levels]) => [spot, spot === raised.spot ? levels.slice(0, -1) : levels])) }
  if (state.now <= lastMoved(own) + context.spotLagMs || isAnyAway(state)) return state
  const reader: Reader = { context, now: state.now, asked: 'any' }
  // What is due may still be paid. And if by the cards the dealer has still to draw, he may have taken a bet too soon.
  if (readFaultless(round, reader) || readOn(own, reader, ['may be laid back'])) return state
  if (raised === null && !readOn(round, { ...reader, asked: 'over' }, ['without chips'])) return state
  if (mayGoOnByError(round, reader)) return state
  const ended = isBare(sight) ? 'table-cleared' : (endShown([sight], context) ?? 'next-bet')
  const ending = readEnding(current.round, state.now, ROUND_ENDS[ended].errors, context)
  if (!ending?.deviations) return state
  // A dealer who settled wrongly may still put it right, and a rack shows whose the chips are that come.
  if (state.rack.length > 0 && ending.ways?.some(({ solution }) => isMissettled(solution))) return state
  if (isHoleMasked(round)) return closeIfOver(withHole(state, context, voice), raised, context, voice)
  const { solution, deviations, ways } = ending
  return closeWith(endedAs(state, current, ending.round), { ended, solution, complete: true, errors: deviations, ways }, context, voice)
}

const isMissettled = ({ settledWrongly, best }: Solution): boolean => settledWrongly.length > 0 || best?.dealer?.fault === 'misread'

/** The open round becomes the round that the errors at its end explain: one of them may be in its deal. */
const endedAs = (state: TableState, current: OpenRound, round: Round): TableState =>
  round === current.round ? state : { ...state, current: { ...current, round } }

/** By some of the fewest errors that explain the round, the dealer has still to draw; or the search was cut off, so this is unknown. */
const mayGoOnByError = (round: Round, reader: Reader): boolean => {
  const found = erred(round, reader)
  return found === CUT_OFF || found?.ways.some(({ solution }) => solution.over < solution.count) === true
}

/** Nothing can be settled in an incomplete round. If it may be over, it ends when its spots are empty or bets are laid on empty ones. */
const closeSpoiled = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current, now } = state
  if (!current || now - context.spotLagMs <= current.round.openedAt) return state
  const full = fullOf(current, context)
  const mayBeOver = lacksCards(current) || full === null || full.count === 0 || full.over > 0
  const ended = endShown([sightOf(current.round, null, state)], context)
  if (ended === null || (ended === 'next-bet' && !mayBeOver)) return state
  const known = withHole(state, context, voice)
  const solution = known.current && fullOf(known.current, context)
  return closeWith(known, { ended, solution, complete: false, errors: null }, context, voice)
}

/** Closes the open round, whether it is settled or not. */
export const close = (state: TableState, ended: EndReason, context: TableContext, voice: Voice): TableState =>
  closeAsItCame(state, ended, ROUND_ENDS[ended].errors, context, voice)

const closeAsItCame = (before: TableState, ended: EndReason, sought: ErrorsSought, context: TableContext, voice: Voice): TableState => {
  const state = withHole(before, context, voice)
  const { current } = state
  if (!current) return state
  // Nothing reported of an account that was picked is ever proven, so any error may be looked for, whatever ended it.
  if (current.rivals.length > 0) return closeAsItCame(endedAccounts(state, current, ended, context, voice), ended, 'any', context, voice)
  const { round } = current
  if (round.boxes.length === 0 && !current.said.has('opened')) return { ...state, current: null }
  const nextMayBeOwn = sought === 'any'
  // If a box may have been passed over in several ways, the settlement may tell which.
  const known = sought === 'any' && !isDealt(round, context) ? passedOver(state, current, context, 'resolved') : state
  if (known !== state) return closeAsItCame(settle(misdealt(known, context), context, voice), ended, sought, context, voice)
  if (round.incomplete !== null || !isDealt(round, context)) {
    const last = isDealt(round, context) ? readAtAll(round, { context, now: state.now, asked: 'any' }) : fullOf(current, context)
    const spoiled = spoil(state, { code: 'ended-early' }, voice)
    return closeWith(spoiled, { ended, solution: last, complete: false, errors: null, nextMayBeOwn }, context, voice)
  }
  const ending = readEnding(current.round, state.now, sought, context)
  if (!ending) {
    const spoiled = spoil(state, { code: 'no-ending' }, voice)
    return closeWith(spoiled, { ended, solution: fullOf(current, context), complete: false, errors: null }, context, voice)
  }
  const { solution, ways } = ending
  const errors = sought === 'any' ? ending.deviations : null
  return closeWith(endedAs(state, current, ending.round), { ended, solution, complete: true, errors, ways, nextMayBeOwn }, context, voice)
}

/** Like `closeOne`, if a round may have begun unseen: each round that may be the open one has to be over. */
const closeAccounts = (state: TableState, current: OpenRound, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const all = candidatesOf(current)
  const sights = all.map(({ round }) => sightOf(round, raised, state))
  const ended = endShown(sights, context)
  if (ended === null) return state
  const settled = all.filter((_, at) => settledFor(ended, sights[at] as Sight, context) !== null)
  if (settled.length === 0 || (ROUND_ENDS[ended].closes === 'all-settled' && settled.length < all.length)) return state
  if (roundsIn(current).some(isHoleMasked)) return closeIfOver(withHole(state, context, voice), raised, context, voice)
  const ends = settled.flatMap(({ round, after }): readonly Ending[] => {
    const closing = endedBy('resolved', round, state.now, context)
    return closing ? [{ before: round, closing, closedAt: state.now, ended, after }] : []
  })
  return ends.length > 0 ? tellEnded(state, current, ends, false, context, voice) : state
}

/** Closes the open round as it is, in every account in which it is over. */
const endedAccounts = (state: TableState, current: OpenRound, ended: EndReason, context: TableContext, voice: Voice): TableState => {
  const all = candidatesOf(current)
  const ends = all.flatMap(({ round, after }): readonly Ending[] => {
    const mayEnd = isDealt(round, context) && (round !== current.round || !lacksCards(current))
    const closing = mayEnd ? (endedBy('resolved', round, state.now, context) ?? endedBy('over', round, state.now, context)) : null
    return closing ? [{ before: round, closing, closedAt: state.now, ended, after }] : []
  })
  if (ends.length === 0) return decided(state, context, voice)
  return tellEnded(state, current, ends, ends.length < all.length, context, voice)
}
