/**
 * Whether a table is connected and answers, as the book knows it. It says so on `status`, retained; but a broker of several nodes may keep what
 * is retained on the node where it was said, and the book may have come to another one. So a table that has said nothing since the book connected is asked
 * to say all of it again, later each time. Pure but for its own state; time is given.
 */
import { pauseMs } from './gaps.ts'

export interface Presence {
  isReady(): boolean
  /** The book has a connection, and with it comes what is retained. */
  connected(nowMs: number): void
  lost(): void
  /** It said how it is. */
  told(isReady: boolean): void
  /** It said something else just now: there is somebody to ask. */
  heard(nowMs: number): void
  /** It is to be asked now; whoever asks this asks the table. */
  isDue(nowMs: number): boolean
}

/** What is retained comes at once with the connection. */
const RETAINED_MS_MAX = 3000

export const createPresence = (): Presence => {
  let isReady = false
  /** null: it has said how it is, or nothing can be asked. */
  let askAtMs: number | null = null
  let asked = 0
  /** A table that is new since the connection is in doubt as well. */
  let isTold = false
  return {
    isReady: () => isReady,
    connected: (nowMs) => {
      asked = 0
      askAtMs = isTold ? null : nowMs + RETAINED_MS_MAX
    },
    lost: () => {
      isReady = false
      isTold = false
      askAtMs = null
    },
    told: (ready) => {
      isReady = ready
      isTold = true
      askAtMs = null
    },
    heard: (nowMs) => {
      if (!isTold && askAtMs === null) askAtMs = nowMs + RETAINED_MS_MAX
    },
    isDue: (nowMs) => {
      if (askAtMs === null || nowMs < askAtMs) return false
      asked++
      askAtMs = nowMs + pauseMs(asked)
      return true
    },
  }
}
