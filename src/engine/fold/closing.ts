/** Closing the open round, for the reasons of `accounts/round-end.ts`. */
import { decided, tellEnded } from '../accounts/accounts.ts'
import { closeWith } from '../accounts/closing-report.ts'
import { withAllTurned } from '../accounts/hole-card-turn.ts'
import { endShown, isEmpty, type Raised, ROUND_ENDS, readingsOf, type Sight, settledFor } from '../accounts/round-end.ts'
import type { TableContext } from '../context.ts'
import { endedBy, fullOf } from '../errors/answers.ts'
import { type ErrorsSought, erred, paidInstead, passedOver, readEnding } from '../errors/errors.ts'
import type { EndReason } from '../event.ts'
import { changesIn } from '../evidence/chips.ts'
import { isDealt, isHoleMasked, lastMoved, type Round, timelineOf } from '../evidence/round.ts'
import type { Reader } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { readAtAll, readFaultless, readOn } from '../lattice/rungs.ts'
import type { HowRead } from '../state/how-read.ts'
import { candidatesOf, type Ending, lacksCards, type Rival, roundsIn } from '../state/open-round.ts'
import { isAnyAway, mayStillPoint } from '../state/pointer-gone.ts'
import { changesOf } from '../state/rack.ts'
import { isOpen, type OpenTable, type TableState } from '../state/table-state.ts'
import { spoil, type Voice } from '../words/say.ts'
import { CUT_OFF } from '../work.ts'
import { misdealt, settle } from './settle.ts'

/** Time passed or a late line came: read the open round again. */
export const reread = (state: TableState, voice: Voice): TableState =>
  state.current ? closeIfOver(settle(state, voice), null, voice) : state

/** Turns the hole card of a round that is about to close. That it closes was decided without the hole card. */
const withHole = (state: TableState, voice: Voice): TableState => {
  const { current } = state
  const turned = current && withAllTurned(current, state.now, voice.context)
  if (!turned || turned === current) return state
  const next = { ...state, current: turned }
  return isDealt(turned.round, voice.context) ? settle(next, voice) : next
}

/** Closes the round if the chips show that it is over (`accounts/round-end.ts`). Otherwise it stays open. */
export const closeIfOver = (state: TableState, raised: Raised | null, voice: Voice): TableState => {
  // Wait while the pointer may still report.
  if (!isOpen(state) || state.held.length > 0 || mayStillPoint(state)) return state
  const { round, rivals } = state.current
  if (round.incomplete !== null && (rivals.length === 0 || lacksCards(state.current))) return closeSpoiled(state, voice)
  return rivals.length > 0 ? closeAccounts(state, raised, voice) : closeOne(state, sightOf(round, raised, state, voice.context), voice)
}

const sightOf = (round: Round, raised: Raised | null, state: TableState, context: TableContext): Sight => {
  const { now, levels } = state
  return { round, now, levels, raised: raised && mayBePaid(round, raised, state, context) ? null : raised }
}

/** Within the lag the rack gave as much as the bet gained: only once it has passed is it known whose chips these are. */
const mayBePaid = (round: Round, { spot }: Raised, { rack, now }: TableState, { spotLagMs }: TableContext): boolean => {
  const rise = changesIn(timelineOf(round, spot, spotLagMs)).at(-1)
  return rise !== undefined && rise.before > 0 && changesOf(rack).some(({ at, amount }) => at >= now - spotLagMs && amount === -rise.change)
}

const closeOne = (state: OpenTable, sight: Sight, voice: Voice): TableState => {
  const { context } = voice
  const { round, now, raised } = sight
  const ended = endShown([sight], context)
  // Bets that are taken back before the deal is complete end the round.
  if (!isDealt(round, context)) return ended === 'table-cleared' && round.boxes.length > 0 ? close(state, ended, voice) : state
  // The pointer may still report whose the last card was.
  if (round.pointer.length > 0 && now < (round.cards.at(-1)?.at ?? 0) + context.pointerLagMs) return state
  if (ended === null || !readingsOf(sight, context).resolved) {
    const isEmptied = ended === 'table-cleared' || isEmpty(sight, raised?.anew ? raised.spot : null)
    return isEmptied ? closeEmptied(state, sight, voice) : state
  }
  if (isHoleMasked(round)) return closeIfOver(withHole(state, voice), raised, voice)
  const solution = settledFor(ended, sight, context)
  if (!solution) return state
  const { deviations: errors, ways } = paidInstead(round, { context, now, asked: 'resolved' })
  return closeWith(state, { ended, solution, complete: true, errors, ways }, voice)
}

/** Nothing but a new bet lies on its spots, and no reading without an error settles the round: closes it with the errors that do. */
const closeEmptied = (state: OpenTable, sight: Sight, voice: Voice): TableState => {
  const { round, raised } = sight
  const moves = new Map(round.moves)
  if (raised !== null) moves.set(raised.spot, (moves.get(raised.spot) ?? []).slice(0, -1))
  const own = raised === null ? round : { ...round, moves }
  if (state.now <= lastMoved(own) + voice.context.spotLagMs || isAnyAway(state)) return state
  const reader: Reader = { context: voice.context, now: state.now, asked: 'any' }
  // What is due may still be paid. And if by the cards the dealer has still to draw, he may have taken a bet too soon.
  if (readFaultless(round, reader) || readOn(own, reader, ['may be laid back'])) return state
  if (raised === null && !readOn(round, { ...reader, asked: 'over' }, ['without chips'])) return state
  if (mayGoOnByError(round, reader)) return state
  const ended = isEmpty(sight) ? 'table-cleared' : (endShown([sight], voice.context) ?? 'next-bet')
  const ending = readEnding(round, state.now, ROUND_ENDS[ended].errors, voice.context)
  if (!ending?.deviations) return state
  // A dealer who settled wrongly may still put it right, and a rack shows whose the chips are that come.
  if (state.rack.length > 0 && ending.ways?.some(({ solution }) => isMissettled(solution))) return state
  if (isHoleMasked(round)) return closeIfOver(withHole(state, voice), raised, voice)
  const { solution, deviations, ways } = ending
  return closeWith(endedAs(state, ending.round), { ended, solution, complete: true, errors: deviations, ways }, voice)
}

const isMissettled = ({ settledWrongly, best }: Solution): boolean => settledWrongly.length > 0 || best?.dealer?.fault === 'misread'

/** The open round becomes the round that the errors at its end explain: one of them may be in its deal. */
const endedAs = (state: OpenTable, round: Round): TableState => ({ ...state, current: { ...state.current, round } })

/** By some of the least rare errors that explain the round, the dealer has still to draw; or the search was cut off, so this is unknown. */
const mayGoOnByError = (round: Round, reader: Reader): boolean => {
  const found = erred(round, reader)
  return found === CUT_OFF || found?.ways.some(({ solution }) => solution.over < solution.count) === true
}

/** Nothing can be settled in an incomplete round. If it may be over, it ends when its spots are empty or bets are laid on empty ones. */
const closeSpoiled = (state: OpenTable, voice: Voice): TableState => {
  const { current, now } = state
  if (now - voice.context.spotLagMs <= current.round.openedAt) return state
  const full = fullOf(current, voice.context)
  const mayBeOver = lacksCards(current) || full === null || full.count === 0 || full.over > 0
  const ended = endShown([sightOf(current.round, null, state, voice.context)], voice.context)
  if (ended === null || (ended === 'next-bet' && !mayBeOver)) return state
  const known = withHole(state, voice)
  const solution = known.current && fullOf(known.current, voice.context)
  return closeWith(known, { ended, solution, complete: false, errors: null }, voice)
}

/** Closes the open round, whether it is settled or not. */
export const close = (state: TableState, ended: EndReason, voice: Voice): TableState =>
  closeAsItCame(state, ended, ROUND_ENDS[ended].errors, voice)

const closeAsItCame = (before: TableState, ended: EndReason, sought: ErrorsSought, voice: Voice): TableState => {
  const { context } = voice
  const state = withHole(before, voice)
  if (!isOpen(state)) return state
  const { current, now } = state
  // Nothing reported of an account that was picked is ever proven, so any error may be looked for, whatever ended it.
  if (current.rivals.length > 0) return closeAsItCame(endedAccounts(state, ended, voice), ended, 'any', voice)
  const { round } = current
  if (round.boxes.length === 0 && !current.said.has('opened')) return { ...state, current: null }
  const nextMayBeOwn = sought === 'any'
  // If a box may have been passed over in several ways, the settlement may tell which.
  const known = nextMayBeOwn && !isDealt(round, context) ? passedOver(state, current, context, 'resolved') : state
  if (known !== state) return closeAsItCame(settle(misdealt(known, context), voice), ended, sought, voice)
  const isEarly = round.incomplete !== null || !isDealt(round, context)
  const ending = isEarly ? null : readEnding(round, now, sought, context)
  if (ending) {
    const { solution, ways, deviations } = ending
    const errors = nextMayBeOwn ? deviations : null
    return closeWith(endedAs(state, ending.round), { ended, solution, complete: true, errors, ways, nextMayBeOwn }, voice)
  }
  const reader: Reader = { context, now, asked: 'any' }
  const solution = isEarly && isDealt(round, context) ? readAtAll(round, reader) : fullOf(current, context)
  const spoiled = spoil(state, { code: isEarly ? 'ended-early' : 'no-ending' }, voice)
  return closeWith(spoiled, { ended, solution, complete: false, errors: null, nextMayBeOwn: nextMayBeOwn && isEarly }, voice)
}

/** Like `closeOne`, if a round may have begun unseen: each round that may be the open one has to be over. */
const closeAccounts = (state: OpenTable, raised: Raised | null, voice: Voice): TableState => {
  const { context } = voice
  const all = candidatesOf(state.current)
  const sights = all.map(({ round }) => sightOf(round, raised, state, context))
  const ended = endShown(sights, context)
  if (ended === null) return state
  const settled = all.filter((_, at) => settledFor(ended, sights[at] as Sight, context) !== null)
  if (settled.length === 0 || (ROUND_ENDS[ended].closes === 'all-settled' && settled.length < all.length)) return state
  if (roundsIn(state.current).some(isHoleMasked)) return closeIfOver(withHole(state, voice), raised, voice)
  const ends = settled.flatMap((account) => endingBy(endedBy('resolved', account.round, state.now, context), account, ended, state))
  return ends.length > 0 ? tellEnded(state, ends, false, voice) : state
}

const endingBy = (closing: HowRead | null, { round, after }: Rival, ended: EndReason, { now }: TableState): readonly Ending[] =>
  closing ? [{ before: round, closing, closedAt: now, ended, after }] : []

/** Closes the open round as it is, in every account in which it is over. */
const endedAccounts = (state: OpenTable, ended: EndReason, voice: Voice): TableState => {
  const { current, now } = state
  const all = candidatesOf(current)
  const ends = all.flatMap((account) => {
    const { round } = account
    const isOver = (by: 'resolved' | 'over'): HowRead | null => endedBy(by, round, now, voice.context)
    const mayEnd = isDealt(round, voice.context) && (round !== current.round || !lacksCards(current))
    return mayEnd ? endingBy(isOver('resolved') ?? isOver('over'), account, ended, state) : []
  })
  return ends.length > 0 ? tellEnded(state, ends, ends.length < all.length, voice) : decided(state, voice)
}
