/**
 * Whether a table is connected and answers, as far as the book knows. A table publishes this on `status`, retained. But in a broker of
 * several nodes, a retained message may stay on the node that received it, and the book may have connected to another one. So if a table
 * has published no status since the book connected, the book asks it for a snapshot, after ever longer pauses. Pure except for its own
 * state; time is a parameter.
 */
import { pauseMs } from './gaps.ts'

export interface Presence {
  isReady(): boolean
  /** The book has connected, and the broker now sends the retained messages. */
  connected(nowMs: number): void
  lost(): void
  /** The table published its status. */
  told(isReady: boolean): void
  /** The table published something else just now, so it can be asked. */
  heard(nowMs: number): void
  /** True if the table is to be asked now; the caller then asks it. */
  isDue(nowMs: number): boolean
}

/** Retained messages arrive at once after a connection. */
const RETAINED_MS_MAX = 3000

export const createPresence = (): Presence => {
  let isReady = false
  /** null: the table has published its status, or it cannot be asked. */
  let askAtMs: number | null = null
  let asked = 0
  /** Also false for a table first heard after the connection was made. */
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
