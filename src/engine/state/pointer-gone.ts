/**
 * A pointer that went away with no line of it missing. Its silence says nothing: a round that was open lacks what it would have told, and one
 * that opens meanwhile is read as if the table had no pointer, to its end.
 */
import { isPointed, isPointing, type Round } from '../evidence/round.ts'
import { candidatesOf, type OpenRound, withCandidates } from './open-round.ts'

export interface PointerGone {
  readonly device: string
  /** Event time at which it was found to be away, Unix ms. */
  readonly from: number
  /** It was heard again; null: it is away still. */
  readonly to: number | null
}

/** What of the table's state tells it. */
interface Missing {
  readonly away: ReadonlyMap<string, number>
  readonly pointerGone: PointerGone | null
  readonly current: OpenRound | null
}

/** A device that comes back within this time has its lines put in order before they are journaled; after it the round went on without them. */
export const AWAY_MS_MAX = 5000

interface PointerLink {
  readonly device: string
  readonly up: boolean
  readonly at: number
}

/** null: all that it told is known, for it was back in time. */
export const goneAfter = (gone: PointerGone | null, { device, up, at }: PointerLink): PointerGone | null => {
  const isAway = gone !== null && gone.to === null
  if (!up) return isAway ? gone : { device, from: at, to: null }
  if (!isAway) return gone
  return at > gone.from + AWAY_MS_MAX ? { ...gone, to: at } : null
}

/** It has been away for so long by event time `nowMs` that nobody waits for it. */
export const isLongGone = (gone: PointerGone | null, nowMs: number): gone is PointerGone =>
  gone !== null && gone.to === null && nowMs > gone.from + AWAY_MS_MAX

/** The pointer is away, and the open round may rest on it: what it does not tell makes nobody err, and ends nothing. */
export const isPointerMissed = ({ pointerGone, current }: Omit<Missing, 'away'>): boolean =>
  pointerGone !== null && pointerGone.to === null && current !== null && current.round.unpointed !== true

/** The pointer is away, and by the last that it told the open round is not over: what becomes of that may rest on it. */
export const mayStillPoint = (state: Omit<Missing, 'away'>): boolean => {
  const round = state.current?.round
  return round?.incomplete === null && isPointerMissed(state) && (!isPointed(round) || isPointing(round))
}

/** Some device is away of which the open round may lack something. */
export const isAnyAway = (state: Missing): boolean => state.away.size > 0 || isPointerMissed(state)

/** What a round that begins with a card at `openedAt` knows of the pointer. */
export const pointerAt = (
  { pointerGone, pointer, now }: Pick<Missing, 'pointerGone'> & Pick<Round, 'pointer'> & { readonly now: number },
  openedAt: number,
): Pick<Round, 'pointer' | 'unpointed'> => {
  if (pointerGone === null || (pointerGone.to !== null && openedAt >= pointerGone.to)) return { pointer }
  return pointerGone.to !== null || isLongGone(pointerGone, now) ? { pointer: [], unpointed: true } : { pointer: [] }
}

/** Each round that opened after the pointer left takes nothing from it any more. */
export const unpointedSince = (current: OpenRound, from: number): OpenRound => {
  const isOpenedSince = ({ openedAt, unpointed }: Round): boolean => openedAt > from && unpointed !== true
  const all = candidatesOf(current)
  if (!isOpenedSince(current.round) && !all.some(({ round }) => isOpenedSince(round))) return current
  const without = (round: Round): Round => (isOpenedSince(round) ? { ...round, pointer: [], unpointed: true } : round)
  return withCandidates(
    { ...current, round: without(current.round) },
    all.map((each) => ({ ...each, round: without(each.round) })),
  )
}
