/** Reads an open round again: reports what has become certain, and notes what went wrong. */
import { narrowed } from '../accounts/accounts.ts'
import { mayHaveEnded } from '../accounts/earlier-end.ts'
import { isExposed, withAllTurned } from '../accounts/hole-card-turn.ts'
import type { TableContext } from '../context.ts'
import { once, withDoubts } from '../deviation.ts'
import { answered } from '../errors/answers.ts'
import { restOf, untoldAs } from '../errors/at-rest.ts'
import { burnedBeforeBets, passedOver, readWithErrors, type Told, withDealt, withErrors } from '../errors/errors.ts'
import { isSearched } from '../errors/search.ts'
import { isDealt, isHoleMasked, type Round } from '../evidence/round.ts'
import { masked } from '../state/hole-mask.ts'
import { isBeingDealt, unreadOf } from '../state/open-round.ts'
import { isOpen, openErrorsOf, type TableState } from '../state/table-state.ts'
import { sayCertain, spoil, takeBack, type Voice } from '../words/say.ts'

/** Reads the open round and reports what has become certain. */
export const settle = (state: TableState, voice: Voice): TableState => {
  const { context } = voice
  const rev = state.rev + 1
  if (!isOpen(state) || state.held.length > 0) return { ...state, rev }
  const { current } = state
  if (current.rivals.length > 0 && !isBeingDealt(current, context)) {
    const left = narrowed(state, voice)
    if (left.current !== current) return settle(left, voice)
  }
  if (!isDealt(current.round, context)) {
    const begun = withDealt(state, current, context)
    if (begun !== current) return settle({ ...state, current: begun }, voice)
    const burned = burnedBeforeBets(state, current, context)
    const known = burned === state ? passedOver(state, current, context, 'any') : burned
    // A reading from while a box looked empty is no reading of the whole deal.
    return known === state ? { ...state, rev, current: { ...current, full: null } } : settle(misdealt(known, context), voice)
  }
  const { unsearchedSince, ...how } = restOf(state, current, context)
  const known = readWithErrors(current.round, { context, now: state.now, asked: 'any' }, how)
  const full = known.solution
  if (current.rivals.length === 0 && isHoleMasked(current.round) && isExposed(full))
    return settle({ ...state, current: withAllTurned(current, state.now, context) }, voice)
  // While there are several accounts, what one of them shows accuses nobody.
  const told =
    current.rivals.length === 0 ? withErrors(state, current, asDoubted(known, current.round, state.now, context), context) : state
  if (told.current && told.current.round !== current.round) return settle(misdealt(told, context), voice)
  const untold = how.by !== 'open' && known.deviations === null ? current.untold : untoldAs(current, known.deviations, state.now, context)
  const read = answered({ round: current.round, now: state.now, ...how }, full, context)
  const next = {
    ...told,
    rev,
    current: {
      ...(told.current ?? current),
      untold,
      unsearchedSince,
      erredBy: known.erredBy ?? null,
      isCovered: known.covered !== undefined,
      full: read,
    },
  }
  const unread = next.current.rivals.length === 0 ? unreadOf(next.current) : null
  const spoiled = unread === null ? next : spoil(next, unread, voice)
  const kept = full.overflow ? spoil(spoiled, { code: 'too-many-readings' }, voice) : spoiled
  // Of what nothing explains yet nothing is certain.
  const mayBeExplained = how.by !== 'open' && current.untold === null && isSearched(current.round, context)
  if (!kept.current || (mayBeExplained && known.deviations === null && !known.erredBy)) return kept
  const isErring = openErrorsOf(kept, kept.current.round.id).some(({ grade }) => grade !== 'likely')
  const left = isErring ? takeBack(kept.current, full, voice) : kept.current
  return { ...kept, current: sayCertain({ ...kept, current: left }, full, voice, known.alike) }
}

/** An error found only because the newest cards count as this round's may be a round begun too soon instead, so it is likely at most. */
const asDoubted = (told: Told, round: Round, now: number, context: TableContext): Told => {
  const holds = once(() => mayHaveEnded(round, now, context))
  return { ...told, deviations: told.deviations?.map((each) => withDoubts(each, { reason: { code: 'ended-before' }, holds })) ?? null }
}

/** By the deal that was found, another card may lie face down. */
export const misdealt = (state: TableState, context: TableContext): TableState =>
  state.current ? { ...state, current: { ...state.current, round: masked(state.current.round, context) } } : state
