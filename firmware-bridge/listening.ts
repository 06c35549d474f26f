/**
 * How far this process has listened. While its event loop is held up, what others send waits unread in the system's buffers, and when it
 * turns again, timers come first. So silence is judged by the time up to which everything that had come has been read:
 *
 *   turns    | | | |                           | | | |
 *   listened ------->  (held up: no further)     ----->  (a few turns later)
 */

/** Time between two signs that the loop turns. */
export const TURN_MS = 100
/** Everything that had come by one turn has been read so many turns later. */
const TURNS = 3
/** Timers are never exact: less than this is not late. */
const LATE_MS = 500

export interface Listening {
  /** The loop has turned; call it every `TURN_MS`. */
  turned(): void
  /** Everything that had come by then has been read; monotonic, ms: now, unless the loop has been held up. Never goes back. */
  listenedMs(): number
}

/** `nowMs`: monotonic. */
export function listening(nowMs: () => number): Listening {
  let turns: readonly number[] = Array.from({ length: TURNS }, nowMs)
  let listened = nowMs()
  return {
    turned() {
      turns = [...turns.slice(1), nowMs()]
    },
    listenedMs() {
      const now = nowMs()
      const [oldest = now] = turns
      listened = Math.max(listened, now - oldest > LATE_MS ? oldest : now)
      return listened
    },
  }
}
