/** What is reported of a round that closes, and what is kept of it. */

import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { type Accusation, verdict } from '../deviation.ts'
import { closingOf, fullOf, roundEnded } from '../errors/answers.ts'
import { withCorrected } from '../errors/corrections.ts'
import { allErrors, isSettling } from '../errors/errors.ts'
import { burnedFirst } from '../errors/misdeals.ts'
import type { MainErrors } from '../errors/side-errors.ts'
import type { EndReason, RoundResult } from '../event.ts'
import { changesIn } from '../evidence/chips.ts'
import { isDealt, isPointed, isPointing, MAINS, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { uncovered } from '../evidence/steady-levels.ts'
import { isLaidWithin } from '../evidence/table-signs.ts'
import { wasPointedLate } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { readFaultless } from '../lattice/rungs.ts'
import type { Origin } from '../observation.ts'
import { unmasked } from '../state/hole-mask.ts'
import { type ClosedRound, type OpenRound, unreadOf } from '../state/open-round.ts'
import { isAnyAway, mayStillPoint } from '../state/pointer-gone.ts'
import { withRack } from '../state/rack.ts'
import { errorsOf, isOpen, type OpenTable, openErrorsOf, type Step, type TableState, withDeviations } from '../state/table-state.ts'
import { type ClosingRound, roundResult, voidResult } from '../words/result.ts'
import { lostAfter, sayIncomplete, sayRest, spoil, type Voice, voiceFor } from '../words/say.ts'
import { viewOf } from '../words/table-views.ts'
import { hasItsStart, withoutDoubt } from './earlier-end.ts'
import { leftAfter } from './leftovers.ts'
import { ROUND_ENDS } from './round-end.ts'

/** Without a complete verdict nothing is certain; the dealer may not even have begun. */
const unsure = (result: RoundResult): RoundResult => ({ ...result, dealer: { ...result.dealer, certain: false } })

/** All errors of a closed round, including what went wrong in its deal. */
const errorsAt = ({ current, now }: OpenTable, solution: Solution, mains: MainErrors, context: TableContext): readonly Accusation[] => [
  ...(current.misdealt ? [current.misdealt] : []),
  ...allErrors(current.round, solution, mains, { context, now, asked: 'resolved' }),
]

/** `errors`: those in the settlement of the main bets; null: unknown. */
interface Closing {
  readonly ended: EndReason
  readonly solution: Solution | null
  readonly complete: boolean
  readonly errors: readonly Accusation[] | null
  /** The ways in which the settlement can have gone wrong. The round may be reported as it was dealt in one of them. */
  readonly ways?: MainErrors['ways']
  /** Event time; left out: now. */
  readonly closedAt?: number
  /** The next card may be this round's: it was closed as it was, or in one of several accounts, and the table went on. */
  readonly nextMayBeOwn?: boolean
}

/**
 * No chip of a main spot has moved since the last card; or by these readings nothing was settled, and chips were only added to bets. A bet
 * laid on an empty spot is the next round's (rulings, Rounds).
 */
const isUntouched = ({ round }: OpenRound, solution: Solution | null, context: TableContext): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const changes = round.boxes
    .flatMap((box) => MAINS.flatMap((area) => changesIn(timelineOf(round, spotOf(box, area), 0))))
    .filter(({ at }) => at >= last)
  const isSettled = solution?.best?.settlements.some(({ kinds }) => kinds.includes('pay') || kinds.includes('take')) === true
  return (
    changes.length === 0 ||
    (!isSettled && changes.every(({ at, before, change }) => change > 0 && (before > 0 || at - context.spotLagMs <= last)))
  )
}

/** Reports why a round has no complete verdict. */
const withWhy = (state: TableState, voice: Voice): TableState => {
  if (!isOpen(state)) return state
  const unread = unreadOf(state.current)
  const only = { ...state, current: { ...state.current, rivals: [] } }
  return unread === null ? sayIncomplete(only, voice) : spoil(only, unread, voice)
}

/** The first card may have been burned by mistake, which explains the round with no more errors than these. All its cards are then other hands'. */
const mayBeBurned = (round: Round, errors: number, now: number, context: TableContext): boolean => {
  const isSo = ({ round: dealt }: Pick<OpenRound, 'round'>): boolean =>
    isDealt(dealt, context) && (errors > 1 || readFaultless(dealt, { context, now, asked: 'any' }) !== null)
  return errors > 0 && round.misdeal === undefined && burnedFirst(round, context).some(isSo)
}

/** Closes an open round that cannot be read: it is incomplete, and reported with the cards it was dealt. Where it ended is unknown. */
export const abandoned = (state: TableState, why: Reason, observation: Origin, context: TableContext): Step => {
  const { current } = state
  if (!current) return [state, []]
  const [lost, rev] = [{ code: 'end-unseen' } as const, state.rev + 1]
  const gone = { ...state, current: null, last: null, rev, closed: null, unsettledEnd: true, lost }
  if (!current.said.has('opened')) return [gone, []]
  const voice = voiceFor(observation, context)
  const round = { ...unmasked(current.round, context), incomplete: why }
  voice.say('round.incomplete', { round: round.id, why }, round.id)
  const dealt: ClosingRound = { round, solution: null, closedAt: state.now, ended: 'ruled', complete: false }
  voice.say('round.closed', unsure(roundResult(dealt, context)), round.id)
  return [gone, voice.events]
}

/** A supervisor or the dealer voids the open round: every stake goes back. */
export const voided = (state: TableState, why: Reason, voice: Voice): TableState => {
  const { current } = state
  if (!current?.said.has('opened')) return { ...state, current: null }
  const round = unmasked(current.round, voice.context)
  const dealt: ClosingRound = { round, solution: fullOf(current, voice.context), closedAt: state.now, ended: 'ruled', complete: false }
  const result = voidResult(roundResult(dealt, voice.context), round)
  voice.say('round.void', { round: round.id, why }, round.id)
  voice.say('round.closed', { ...result, complete: true }, round.id)
  return { ...state, current: null, last: lastOf(current, result, state.now) }
}

/** What is kept of the round while it may be revised; null: it cannot be revised. */
const lastOf = ({ round, others, doubted, reasons, waiting }: OpenRound, result: RoundResult, at: number): ClosedRound | null =>
  ROUND_ENDS[result.ended].isRevised && others.length === 0 && !doubted ? { round, at, result, reasons, waiting } : null

/** Lifts the doubt about the round if another account would need two errors. `isOne`: the round is to be reported with one error. */
const withCertainty = (state: TableState, isOne: boolean, context: TableContext): TableState => {
  const { current, last, now } = state
  if (!current) return state
  const isBehindRight = last?.result.complete === true && openErrorsOf(state, last.round.id).length === 0
  const isStarted =
    current.unsure?.code === 'unsure-start' && isOne && isBehindRight && hasItsStart(last.round, current.round, now, context)
  return { ...state, current: isStarted ? { ...current, unsure: null } : withoutDoubt(current, now, context) }
}

/** Somebody changed a bet in play, and which of the two counts is for the floor to say. */
const CHANGED: ReadonlySet<FindingCode> = new Set(['BET-CAPPED', 'BET-PINCHED', 'BET-MOVED'])

/** Closes the open round and reports it. A round that was never reported as open is dropped. */
export const closeWith = (found: TableState, closing: Closing, voice: Voice): TableState => {
  const { context } = voice
  const { solution, errors, ways, ended, closedAt = found.now, nextMayBeOwn = false } = closing
  const isMissed = closing.complete && mayStillPoint(found)
  const complete = closing.complete && !isMissed
  const left = isMissed ? spoil(found, { code: 'end-unpointed' }, voice) : found
  const told = complete ? left : withWhy(left, voice)
  const all =
    isOpen(told) && complete && solution && errors && !isAnyAway(told)
      ? errorsAt(told, solution, { errors, ways }, context).map((each) => verdict(each))
      : null
  const before = withCertainty(told, all?.length === 1, context)
  const { current } = before
  if (!current?.said.has('opened')) return { ...before, current: null, lost: lostAfter(before) }
  // If nothing was settled, or a hand may cover a bet, the card that ended the round may just as well be its own.
  const isCovered = nextMayBeOwn && errors?.length !== 0 && uncovered(current.round, before.now, context.spotLagMs).length > 0
  // The pointer tells whose the card is, unless it was left standing when the round ended.
  const isTold = isPointed(current.round) && !isPointing(current.round)
  const isLeft = isUntouched(current, solution, context)
  const isOwn = nextMayBeOwn && (isLeft || isCovered) && !isTold
  // If chips were laid on one of its bets and nothing else moved, that may have been in play, and the next card may be its own.
  const mayBeUnsettled = (nextMayBeOwn || (isLeft && !isTold)) && complete && context.chipEvidence === 'payouts'
  const isDoubted = isCovered || current.unsure !== null
  const unsettledEnd = mayBeUnsettled && (isDoubted || solution === null || !isSettling(solution))
  const standing = errorsOf(before, current.round.id)
  const known = (all && withCorrected(standing, all, current.round, solution)) ?? (unsettledEnd ? standing : undefined)
  const doubt = isOwn || current.doubted || all === null ? ({ code: 'one-more-card' } as const) : null
  const state = known ? withDeviations(before, current.round.id, known, doubt) : before
  const heard = sayRest({ ...state, current: { ...current, rivals: [] } }, solution, complete, voice)
  const { others } = current
  const doubted = current.doubted || mayBeBurned(current.round, errors?.length ?? 0, before.now, context)
  const accounts = others.map((ending) => ({ round: roundEnded(ending, context), solution: closingOf(ending, context) }))
  const rivals = (ways ?? []).filter((way) => way.solution !== solution)
  const changed = new Set(openErrorsOf(state, heard.round.id).flatMap(({ code, box }) => (CHANGED.has(code) && box !== null ? [box] : [])))
  const closed: ClosingRound = { round: heard.round, solution, closedAt, ended, complete, accounts, ways: rivals, doubted, changed }
  const whole = roundResult(closed, context)
  const result = withRack(complete ? whole : unsure(whole), heard.round, state.rack, context)
  voice.say('round.closed', result, heard.round.id)
  const rev = state.rev + 1
  // The next round may have begun within this one, and a round that could not be read may have ended elsewhere.
  const isLost = !complete && isLaidWithin(current.round, context.boxes, context.spotLagMs)
  const isUnread = !complete && solution?.count === 0
  const pointsLate = state.dealer.pointsLate || (complete && wasPointedLate(heard.round, context))
  return {
    ...state,
    current: null,
    rev,
    dealer: { ...state.dealer, pointsLate },
    last: lastOf(heard, result, closedAt),
    left: complete ? leftAfter({ ...state, current }, result, context) : state.left,
    unsettledEnd: unsettledEnd || isLost || isUnread || (nextMayBeOwn && !complete),
    lost: state.lost ?? (isLost ? { code: 'end-unseen' } : null),
    closed: viewOf(heard, { ...state, rev }, context, solution),
  }
}
