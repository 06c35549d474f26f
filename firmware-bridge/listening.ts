/**
 * How far this process has listened. While its event loop is held up, what others send waits unread in the system's buffers, and when it
 * turns again, timers come first. So silence is judged by the time up to which everything that had come has been read:
 *
 *   turns    |     |     |                      | | | |     |
 *   listened ------------>  (held up: no further)     ----->  (a few quick turns later)
 */

/** Time between two signs that the loop turns. A loop held up so briefly that none is late misses no two heartbeats of a device. */
export const TURN_MS = 500
/** The same once it has been held up. */
export const QUICK_TURN_MS = 100
/** Everything that had come by one turn has been read so many quick turns later. */
const TURNS = 2
/** Timers are never exact: less than this is not late. */
const LATE_MS = 250

export interface Listening {
  /** The loop has turned; returns in how many milliseconds to call it again. */
  turned(): number
  /** Everything that had come by then has been read; monotonic, ms: now, unless the loop has been held up. Never goes back. */
  listenedMs(): number
  /** The last time that the loop was held up, monotonic, ms; null: it never was. */
  stood(): Stood | null
}

export interface Stood {
  readonly fromMs: number
  readonly toMs: number
}

/** `nowMs`: monotonic. */
export function listening(nowMs: () => number): Listening {
  let lastMs = nowMs()
  let dueMs = lastMs + TURN_MS
  /** The last turn before it was held up, and how many quick turns are still to come. */
  let held = { sinceMs: lastMs, turns: 0 }
  let stood: Stood | null = null
  const isLate = (now: number): boolean => now > dueMs + LATE_MS
  return {
    turned() {
      const now = nowMs()
      const sinceMs = held.turns > 0 ? held.sinceMs : lastMs
      if (isLate(now)) stood = { fromMs: lastMs, toMs: now }
      held = { sinceMs, turns: isLate(now) ? TURNS : Math.max(0, held.turns - 1) }
      const waitMs = held.turns > 0 ? QUICK_TURN_MS : TURN_MS
      lastMs = now
      dueMs = now + waitMs
      return waitMs
    },
    listenedMs() {
      const now = nowMs()
      if (held.turns > 0) return held.sinceMs
      return isLate(now) ? lastMs : now
    },
    stood: () => stood,
  }
}
