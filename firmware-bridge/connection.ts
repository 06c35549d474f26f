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
/** A third of a second of a line at 115200 baud: what one read brings is decoded as a whole, and all of it is held meanwhile. */
export const READ_BYTES = 4096
