/** What every kind of port has in common: one connection, and the limits that all of them keep. */

/** One connection, from its opening to its end. */
export interface Connection {
  /** Resolves with the reason when the line hangs up or fails by itself. */
  readonly ended: Promise<string>
  write(text: string): boolean
  close(): Promise<void>
}

/** Bytes the system has not taken yet: 0.35 s of a line at 115200. Beyond this a write is refused, and the link sends it again later. */
export const PENDING_BYTES_MAX = 4096
/** An opening that takes longer is abandoned. It is closed if it ever ends, and its object is never used again. */
export const OPEN_MS_MAX = 3000
/**
 * Bytes a second that a serial server's connection hands on in the long run, five times what a line at 115200 carries, and at once after a pause: what a table that was held up
 * finds waiting. More than that is no device; it waits with its sender.
 */
export const [BYTES_PER_SECOND, BYTES_AHEAD_MAX] = [65_536, 1_048_576] as const

/** How long to read no more, ms, after so many bytes; 0: one may go on. `nowMs` monotonic. */
export function pacer(nowMs: () => number): (bytes: number) => number {
  let [ahead, atMs] = [0, nowMs()]
  return (bytes) => {
    const now = nowMs()
    ahead = bytes + Math.max(0, ahead - ((now - atMs) * BYTES_PER_SECOND) / 1000)
    atMs = now
    return Math.max(0, Math.ceil(((ahead - BYTES_AHEAD_MAX) * 1000) / BYTES_PER_SECOND))
  }
}

/** A third of a second of a line at 115200 baud: what one read brings is decoded as a whole, and all of it is held meanwhile. */
export const READ_BYTES = 4096
