/**
 * Two books of one name have one client id: the broker ends the connection of the one for that of the other, again and again. With MQTT 5 it may say
 * so; otherwise a connection that stood is closed without a word as soon as the other one is back. Who was there first stays; the later one gives way.
 * Where the broker says nothing, it first makes sure under another client id, under which a broker that is itself in trouble closes it as well.
 *
 *   connected ── lost: taken ──> counted ── TAKEOVERS_MAX in a minute, not the first here ──> told by the broker: gives way
 *        └────── lost: long stood, taken ──> it was here first                                  `- guessed: another client id, CONFIRM_MS ──> gives way
 *
 * Pure but for its own state; time is given.
 */

/** `taken`: another client has the client id, as the broker says; `closed`: the broker closed it without a word; `else`: something it is known by. */
export type End = 'taken' | 'closed' | 'else'

export type Verdict =
  /** Nothing that concerns another book. */
  | 'nothing'
  /** There seems to be another one: a person is told. */
  | 'rivalled'
  /** The next connection is to be made under another client id. */
  | 'doubted'
  | 'gives-way'

export interface Takeovers {
  /** It is subscribed to everything. `isOther`: under another client id, because of `doubted`. */
  connected(nowMs: number, isOther: boolean): void
  /** That connection has ended; also an attempt that came to none. */
  lost(end: End, nowMs: number): Verdict
  /** Within the last minute. */
  recent(nowMs: number): number
  /** Since the start. */
  total(): number
}

const MINUTE_MS = 60_000
/** Each of the two comes back after one to two seconds. */
const CLOSED_WITHIN_MS = 5000
/** Within a minute. */
const TAKEOVERS_MAX = 5
/** A broker that says nothing may have closed one connection for any reason. */
const CLOSED_TOLD = 2
/** Longer than the other one lets any connection of this client id stand. */
export const CONFIRM_MS = 2 * CLOSED_WITHIN_MS

export const createTakeovers = (): Takeovers => {
  let connected: { readonly atMs: number; readonly isOther: boolean } | null = null
  let lostAtMs = Number.NEGATIVE_INFINITY
  let wasFirst = false
  /** No attempt failed since the last connection: the broker is there. */
  let isSteady = true
  let times: readonly number[] = []
  let total = 0

  const isCounted = (end: End, lastedMs: number): boolean =>
    end === 'taken' || (end === 'closed' && isSteady && lastedMs < CLOSED_WITHIN_MS)
  const recent = (nowMs: number): readonly number[] => times.filter((at) => nowMs - at < MINUTE_MS)

  return {
    connected: (nowMs, isOther) => {
      connected = { atMs: nowMs, isOther }
      // Meanwhile another one may have been there long enough to be the first.
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
        // Not the client id is the reason.
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
