/**
 * MQTT 3.1.1 cannot say that a message is too large: the broker closes the connection when it comes, and so each time it is sent again. The
 * broker also closes connections for other reasons, so what was on its way when it did is sent again alone, with nothing else on its way.
 *
 *   closed with several on their way ──> each failed once, and is suspected: sent alone
 *   closed again, one alone ───────────> it has failed once more, if the broker accepted something over that connection before
 *   accepted ──────────────────────────> it was not the reason
 *   failed three times ────────────────> larger than all that was accepted: too large, as is everything of its size
 *                                        `- not larger: the broker refuses it (`refusals.ts`)
 *
 * A broker that dies again and again does not die three times in the moments in which one message is on its way alone.
 */
import type { Message } from '../wire/envelope.ts'
import { packetBytes } from './connect-options.ts'

export interface Suspects {
  /** It is to be sent alone. */
  has(message: Message): boolean
  /** The broker closes the connection at it, and not because of its size. */
  isRefused(message: Message): boolean
  /** Those that are refused may be tried once more. */
  tryAgain(): void
  /** It was accepted, or is left out. */
  clear(message: Message): void
  /**
   * The broker closed the connection. `sent`: what it had not acknowledged, and when that was sent. `acceptedBytes`: the largest packet that it
   * had. `explained`: it was a suspect, so it is probably the reason.
   */
  closed(sent: readonly (readonly [Message, atMs: number])[], acceptedBytes: number, nowMs: number): 'explained' | 'open'
  /** Nothing is left to be sent: what is still suspected has been replaced, or nobody wants it any more. */
  idle(): void
  /** The broker cannot be reached: when it is back it may have another limit. */
  away(): void
  /** The largest packet that the broker may accept, as far as is known. */
  bytesMax(nowMs: number): number
  /** Those of which nothing is known yet. */
  readonly count: number
}

const FAILURES_MAX = 3
/** A broker closes the connection as soon as it sees the length. */
const CLOSED_WITHIN_MS = 1000
/** A technician may have raised the broker's limit without restarting it. Finding it out again takes three connections. */
const LIMIT_KEPT_MS = 3_600_000
/** Twice what can be on its way. What was suspected longest ago is dropped beyond this: it was never sent again. */
const SUSPECTS_MAX = 128

interface Suspect {
  readonly failures: number
  /** Each time it failed it was larger than all that the broker had accepted. */
  readonly isLargest: boolean
}

const keyOf = ({ topic, retain, number, payload }: Message): string => (retain ? topic : `${topic} ${number ?? payload.length}`)

export function createSuspects(): Suspects {
  const suspects = new Map<string, Suspect>()
  let limit: { readonly bytes: number; readonly atMs: number } | null = null

  const failAgain = (message: Message, acceptedBytes: number, nowMs: number) => {
    const key = keyOf(message)
    const before = suspects.get(key)
    if (before === undefined) return
    const bytes = packetBytes(message)
    const suspect = { failures: before.failures + 1, isLargest: before.isLargest && bytes > acceptedBytes }
    suspects.set(key, suspect)
    if (suspect.failures < FAILURES_MAX || !suspect.isLargest) return
    suspects.delete(key)
    limit = { bytes: bytes - 1, atMs: nowMs }
  }

  const isRefused = (message: Message): boolean => (suspects.get(keyOf(message))?.failures ?? 0) >= FAILURES_MAX

  return {
    has: (message) => suspects.has(keyOf(message)),
    isRefused,
    tryAgain: () => {
      for (const [key, suspect] of suspects)
        if (suspect.failures >= FAILURES_MAX) suspects.set(key, { ...suspect, failures: FAILURES_MAX - 1 })
    },
    clear: (message) => void suspects.delete(keyOf(message)),
    closed: (sent, acceptedBytes, nowMs) => {
      const [alone] = sent.length === 1 ? sent : []
      if (alone !== undefined && suspects.has(keyOf(alone[0]))) {
        const [message, atMs] = alone
        if (acceptedBytes > 0 && nowMs - atMs < CLOSED_WITHIN_MS) failAgain(message, acceptedBytes, nowMs)
        return 'explained'
      }
      for (const [message] of sent) {
        const key = keyOf(message)
        if (!suspects.has(key)) suspects.set(key, { failures: 1, isLargest: true })
      }
      for (const key of suspects.keys()) if (suspects.size > SUSPECTS_MAX) suspects.delete(key)
      return 'open'
    },
    idle: () => {
      for (const [key, { failures }] of suspects) if (failures < FAILURES_MAX) suspects.delete(key)
    },
    away: () => {
      limit = null
    },
    bytesMax: (nowMs) => (limit === null || nowMs - limit.atMs > LIMIT_KEPT_MS ? Number.POSITIVE_INFINITY : limit.bytes),
    get count() {
      return [...suspects.values()].filter(({ failures }) => failures < FAILURES_MAX).length
    },
  }
}
