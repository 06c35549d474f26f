/**
 * Two books of the same name have the same client id, so the broker keeps ending the connection of one in favour of the other. With MQTT 5
 * the broker may say so. Otherwise it closes an established connection without a word as soon as the other book is back. The first book
 * stays; the later one gives way. If the broker gives no reason, the later book first makes sure with another client id: a broker that is
 * itself in trouble closes that connection as well.
 *
 *   connected ── lost: taken ──> counted ── TAKEOVERS_MAX in a minute, not the first here ──> told by the broker: gives way
 *        └────── lost: long stood, taken ──> it was here first                                  `- guessed: another client id, CONFIRM_MS ──> gives way
 *
 * Pure except for its own state; time is a parameter.
 */

/** `taken`: the broker says that another client has the client id; `closed`: the broker gave no reason; `else`: another known reason. */
export type End = 'taken' | 'closed' | 'else'

export type Verdict =
  /** Nothing suggests another book. */
  | 'nothing'
  /** There seems to be another book: report it to a person. */
  | 'rivalled'
  /** Make the next connection with another client id. */
  | 'doubted'
  | 'gives-way'

export interface Takeovers {
  /** The book is subscribed to everything. `isOther`: with another client id, because of `doubted`. */
  connected(nowMs: number, isOther: boolean): void
  /** The connection has ended, or an attempt has failed. */
  lost(end: End, nowMs: number): Verdict
  /** Takeovers within the last minute. */
  recent(nowMs: number): number
  /** Takeovers since the start. */
  total(): number
}

const MINUTE_MS = 60_000
/** Each of the two books returns after one to two seconds. */
const CLOSED_WITHIN_MS = 5000
/** Limit per minute. */
const TAKEOVERS_MAX = 5
/** A broker that gives no reason may close a single connection for any reason. */
const CLOSED_TOLD = 2
/** Longer than the other book would let a connection with this client id stand. */
export const CONFIRM_MS = 2 * CLOSED_WITHIN_MS

export const createTakeovers = (): Takeovers => {
  let connected: { readonly atMs: number; readonly isOther: boolean } | null = null
  let lostAtMs = Number.NEGATIVE_INFINITY
  let wasFirst = false
  /** No attempt has failed since the last connection, so the broker is up. */
  let isSteady = true
  let times: readonly number[] = []
  let total = 0

  const isCounted = (end: End, lastedMs: number): boolean =>
    end === 'taken' || (end === 'closed' && isSteady && lastedMs < CLOSED_WITHIN_MS)
  const recent = (nowMs: number): readonly number[] => times.filter((at) => nowMs - at < MINUTE_MS)

  return {
    connected: (nowMs, isOther) => {
      connected = { atMs: nowMs, isOther }
      // Another book may have been there long enough meanwhile to count as the first.
      if (nowMs - lostAtMs >= MINUTE_MS) wasFirst = false
    },
    lost: (end, nowMs) => {
      if (connected === null) {
        isSteady = false
        return 'nothing'
      }
      const { atMs, isOther } = connected
      const lastedMs = nowMs - atMs
      const counts = isCounted(end, lastedMs) && !isOther
      connected = null
      lostAtMs = nowMs
      isSteady = true
      if (isOther) {
        // The client id is not the reason.
        times = []
        return 'nothing'
      }
      if (lastedMs >= MINUTE_MS) wasFirst = end !== 'else'
      if (!counts) return 'nothing'
      total++
      times = [...recent(nowMs), nowMs]
      if (times.length >= TAKEOVERS_MAX && !wasFirst) return end === 'taken' ? 'gives-way' : 'doubted'
      return end === 'taken' || times.length >= CLOSED_TOLD ? 'rivalled' : 'nothing'
    },
    recent: (nowMs) => recent(nowMs).length,
    total: () => total,
  }
}
