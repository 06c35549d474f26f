/**
 * F21: another client connects with the table's client id, so the broker closes the table's connection. MQTT 5 may say so. With 3.1.1 the
 * table concludes it from its own will, whose text nobody knows before the broker publishes it:
 *
 *   the broker closes a connection that stood ── it accepts the next one at once, so it is up
 *                                             ── it has published the will of the former one, so it did not lose what it knew
 *                                             ── no message was the reason (`suspects.ts`)
 *
 * Of several addresses the next connection is made to another one, and a node that is stopped in order looks the same. So there it must
 * happen twice in a short time.
 */

/** A broker that is restarted refuses a connection that is tried this soon. */
const AT_ONCE_MS = 500
/** Nodes of a cluster are not stopped one after the other this fast. */
const TWICE_WITHIN_MS = 10_000

export interface Takeovers {
  /** The broker closed a connection that stood. `will`: the payload that it publishes then. */
  closed(will: string, url: string, nowMs: number): void
  /** A connection ended in another way, or could not be made. */
  failed(): void
  /** There is a connection again, by an attempt that began then. */
  back(url: string, triedAtMs: number): void
  /** A message on the table's status topic. */
  heard(payload: Uint8Array): void
  /** Whether there was a takeover, once. `isExplained`: a message that was on its way may be the reason. */
  take(isExplained: boolean): boolean
}

export function createTakeovers(): Takeovers {
  let suspected: { readonly will: string; readonly url: string; readonly atMs: number } | null = null
  let isBack = false
  let isElsewhere = false
  let elsewhereAtMs = Number.NEGATIVE_INFINITY
  let isPublished = false
  return {
    closed: (will, url, nowMs) => {
      suspected = { will, url, atMs: nowMs }
      isBack = false
      isPublished = false
    },
    failed: () => {
      suspected = null
    },
    back: (url, triedAtMs) => {
      isBack = true
      isElsewhere = suspected?.url !== url
      if (suspected !== null && triedAtMs - suspected.atMs > AT_ONCE_MS) suspected = null
    },
    heard: (payload) => {
      if (suspected !== null && isBack && Buffer.from(suspected.will).equals(payload)) isPublished = true
    },
    take: (isExplained) => {
      if (suspected === null || !isPublished || isExplained) return false
      const { atMs } = suspected
      suspected = null
      const isSecond = atMs - elsewhereAtMs < TWICE_WITHIN_MS
      if (isElsewhere) elsewhereAtMs = atMs
      return !isElsewhere || isSecond
    },
  }
}
