/**
 * A pointer that is disconnected, although none of its lines is missing. Its silence then means nothing. A round that was open lacks what the
 * pointer would have reported; a round that opens meanwhile is read to its end as if the table had no pointer.
 */
import { isPointed, isPointing, type Round } from '../evidence/round.ts'
import { inEveryAccount, type OpenRound } from './open-round.ts'

export interface PointerGone {
  readonly device: string
  /** Event time at which the disconnection was noticed, Unix ms. */
  readonly from: number
  /** Event time at which it was heard again, Unix ms; null: it is still away. */
  readonly to: number | null
}

/** The parts of the table's state that are needed to answer. */
interface Missing {
  readonly away: ReadonlyMap<string, number>
  readonly pointerGone: PointerGone | null
  readonly current: OpenRound | null
}

/** The lines of a device that comes back within this time are put in order before they are journaled. After it, the round goes on without them. */
export const AWAY_MS_MAX = 5000

interface PointerLink {
  readonly device: string
  readonly up: boolean
  readonly at: number
}

/** The state after a link event. null: nothing is missing, because the pointer came back in time. */
export const goneAfter = (gone: PointerGone | null, { device, up, at }: PointerLink): PointerGone | null => {
  const isAway = gone !== null && gone.to === null
  if (!up) return isAway ? gone : { device, from: at, to: null }
  if (!isAway) return gone
  return at > gone.from + AWAY_MS_MAX ? { ...gone, to: at } : null
}

/** By event time `nowMs` it has been away for so long that the table no longer waits for it. */
export const isLongGone = (gone: PointerGone | null, nowMs: number): gone is PointerGone =>
  gone !== null && gone.to === null && nowMs > gone.from + AWAY_MS_MAX

/** The pointer is away and the open round may depend on it: its silence must neither accuse anybody nor end the round. */
export const isPointerMissed = ({ pointerGone, current }: Omit<Missing, 'away'>): boolean =>
  pointerGone !== null && pointerGone.to === null && current !== null && current.round.unpointed !== true

/** The pointer is away, and by its last report the open round is not over: the rest of the round may depend on it. */
export const mayStillPoint = (state: Omit<Missing, 'away'>): boolean => {
  const round = state.current?.round
  return round?.incomplete === null && isPointerMissed(state) && (!isPointed(round) || isPointing(round))
}

/** Some device is away, and the open round may lack something from it. */
export const isAnyAway = (state: Missing): boolean => state.away.size > 0 || isPointerMissed(state)

/** What a round that begins with a card at `openedAt` knows about the pointer. */
export const pointerAt = (
  { pointerGone, pointer, now }: Pick<Missing, 'pointerGone'> & Pick<Round, 'pointer'> & { readonly now: number },
  openedAt: number,
): Pick<Round, 'pointer' | 'unpointed'> => {
  if (pointerGone === null || (pointerGone.to !== null && openedAt >= pointerGone.to)) return { pointer }
  return pointerGone.to !== null || isLongGone(pointerGone, now) ? { pointer: [], unpointed: true } : { pointer: [] }
}

/** Marks every round that opened after the pointer left: it uses nothing from the pointer any more. */
export const unpointedSince = (current: OpenRound, from: number): OpenRound =>
  inEveryAccount(current, (round) => (round.openedAt > from && !round.unpointed ? { ...round, pointer: [], unpointed: true } : round))
