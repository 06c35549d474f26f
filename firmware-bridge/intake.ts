/** How many events of one device are accepted in a given time. */
import { ASKED_MAX } from './sequence.ts'

/** Events of one device that are taken in the long run, a second: ten times what a table has when it is busiest. */
export const EVENTS_PER_SECOND = 100
/** How far ahead of that pace a device may be with what it was not asked for: every spot of the largest table, said at once. Beyond this it floods. */
export const EVENTS_AHEAD_MAX = 96
const SECOND_MS = 1000
/** Between two requests of 16 events to a device that floods. */
export const ASK_MS = (ASKED_MAX * SECOND_MS) / EVENTS_PER_SECOND
/** A flood is over when nothing has waited for so long: two heartbeats have said that there is nothing newer. */
export const QUIET_MS = 2000

interface Flood {
  /** When it was last asked for events that it had not been asked for before. */
  readonly askedAtMs: number
  /** When it last had events that were not taken. */
  readonly behindAtMs: number
}

export interface Intake {
  /** Events that came beyond the pace and were not asked for, as of `atMs`, monotonic. */
  readonly ahead: number
  readonly atMs: number
  /** Monotonic ms; null: the device keeps the pace. */
  readonly flood: Flood | null
}

export const KEEPS_PACE: Intake = { ahead: 0, atMs: 0, flood: null }

/** One event more came that was not asked for. */
export function oneMore({ ahead, atMs, flood }: Intake, nowMs: number): Intake {
  const since = ((nowMs - atMs) * EVENTS_PER_SECOND) / SECOND_MS
  return { ahead: 1 + Math.max(0, ahead - since), atMs: nowMs, flood }
}
