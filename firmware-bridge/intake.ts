/** How many events of one device are accepted in a given time. */
import { ASKED_MAX } from './sequence.ts'

/** Events per second accepted from one device in the long run: ten times what the busiest table produces. */
export const EVENTS_PER_SECOND = 100
/** How far unrequested events may run ahead of that pace: every spot of the largest table reported at once. Beyond this, it floods. */
export const EVENTS_AHEAD_MAX = 96
const SECOND_MS = 1000
/** Time between two requests of 16 events to a flooding device. */
export const ASK_MS = (ASKED_MAX * SECOND_MS) / EVENTS_PER_SECOND
/** A flood is over once nothing has waited for this long: two heartbeats have reported nothing newer. */
export const QUIET_MS = 2000

interface Flood {
  /** When the link last asked for events it had not asked for before. */
  readonly askedAtMs: number
  /** When the device last had events that were not accepted. */
  readonly behindAtMs: number
}

export interface Intake {
  /** Unrequested events beyond the pace, as of `atMs`, monotonic; negative: so many may have lain unread. */
  readonly ahead: number
  readonly atMs: number
  /** Monotonic ms; null: the device keeps the pace. */
  readonly flood: Flood | null
}

export const KEEPS_PACE: Intake = { ahead: 0, atMs: 0, flood: null }

/** What lay unread while this process stood still was sent in that time; more than this no device keeps. */
const UNREAD_MAX = 4096

const eventsIn = (ms: number): number => (ms * EVENTS_PER_SECOND) / SECOND_MS

/** One more unrequested event arrived. `listenedMs`: up to when everything that had come has been read (`listening.ts`). */
export function oneMore(
  { ahead, atMs, flood }: Intake,
  { nowMs, listenedMs }: { readonly nowMs: number; readonly listenedMs: number },
): Intake {
  const unread = Math.max(0, -ahead, Math.min(UNREAD_MAX, eventsIn(nowMs - listenedMs)))
  return { ahead: 1 + Math.max(-unread, ahead - eventsIn(nowMs - atMs)), atMs: nowMs, flood }
}
