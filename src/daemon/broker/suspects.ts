/**
 * MQTT 3.1.1 cannot say that a message is too large: the broker closes the connection when it comes, and so each time it is sent again. A
 * broker that is in trouble closes connections as well. So what was on its way is tried again: alone, over a connection that has proven good.
 *
 *   closed with several on their way ──> each has failed once, and is suspected
 *   closed again, one alone ───────────> it has failed once more, if the broker accepted CONTROLS messages over that connection before
 *   accepted ──────────────────────────> it was not the reason; the broker closes connections for other reasons, so more failures are needed
 *   failed often enough ───────────────> larger than all that was accepted: too large, and so is everything of its size
 *                                        `- not larger: the broker refuses it (`refusals.ts`)
 */
import type { Message } from '../../wire/envelope.ts'
import { packetBytes } from './connect-options.ts'

export interface Suspects {
  /** It is to be sent alone. */
  has(message: Message): boolean
  /** The broker closes the connection at it, and not because of its size. */
  isRefused(message: Message): boolean
  /** Those that are refused may be tried once more. */
  tryAgain(): void
  accepted(message: Message, nowMs: number): void
  /** It will not be sent again. */
  forget(message: Message): void
  /**
   * The broker closed the connection. `sent`: what it had not acknowledged, and when that was sent. `explained`: it was a suspect, so it is
   * probably the reason.
   */
  closed(sent: readonly (readonly [Message, atMs: number])[], before: Accepted, nowMs: number): 'explained' | 'open'
  /** Nothing is left to be sent: what is still suspected has been replaced, or nobody wants it any more. */
  idle(): void
  /** The broker cannot be reached: when it is back it may have another limit. */
  away(): void
  /** The largest packet that the broker may accept, as far as is known. */
  bytesMax(nowMs: number): number
  /** Those of which nothing is known yet. */
  readonly count: number
}

/** What the broker has accepted over a connection: how many messages, and the largest packet. */
export interface Accepted {
  readonly messages: number
  readonly bytes: number
}

/** Messages that a broker accepts over a connection before a suspect is sent there. */
export const CONTROLS = 4
const FAILURES_MIN = 3
const FAILURES_MAX = 12
/** A broker closes the connection as soon as it sees the length. */
const CLOSED_WITHIN_MS = 1000
/** How long a failure counts that turned out to have another reason. */
const REMEMBERED_MS = 600_000
/** A technician may have raised the broker's limit without restarting it. Finding it out again takes three connections. */
const LIMIT_KEPT_MS = 3_600_000
/** Twice what can be on its way. What was suspected longest ago is dropped beyond this: it was never sent again. */
const SUSPECTS_MAX = 128

interface Suspect {
  failures: number
  /** Each time it failed it was larger than all that the broker had accepted. */
  isLargest: boolean
  isRefused: boolean
  /** What was on its way together when it failed first. */
  readonly crowd: { left: number; isExplained: boolean }
}

const keyOf = ({ topic, retain, number, payload }: Message): string => (retain ? topic : `${topic} ${number ?? payload.length}`)

interface Suspicion {
  readonly suspects: Map<string, Suspect>
  limit: { readonly bytes: number; readonly atMs: number } | null
  /** When failures turned out to have another reason. */
  unexplained: readonly number[]
}

export function createSuspects(): Suspects {
  const state: Suspicion = { suspects: new Map(), limit: null, unexplained: [] }
  const { suspects } = state
  return {
    has: (message) => suspects.has(keyOf(message)),
    isRefused: (message) => suspects.get(keyOf(message))?.isRefused ?? false,
    tryAgain: () => {
      for (const suspect of suspects.values()) suspect.isRefused = false
    },
    accepted: (message, nowMs) => accepted(state, message, nowMs),
    forget: (message) => void suspects.delete(keyOf(message)),
    closed: (sent, before, nowMs) => closed(state, sent, before, nowMs),
    idle: () => {
      for (const [key, { isRefused }] of suspects) if (!isRefused) suspects.delete(key)
    },
    away: () => {
      state.limit = null
    },
    bytesMax: (nowMs) => {
      const { limit } = state
      return limit === null || nowMs - limit.atMs > LIMIT_KEPT_MS ? Number.POSITIVE_INFINITY : limit.bytes
    },
    get count() {
      return [...suspects.values()].filter(({ isRefused }) => !isRefused).length
    },
  }
}

function failuresNeeded(state: Suspicion, nowMs: number): number {
  state.unexplained = state.unexplained.filter((atMs) => nowMs - atMs < REMEMBERED_MS).slice(-FAILURES_MAX)
  return Math.min(FAILURES_MIN + state.unexplained.length, FAILURES_MAX)
}

function failAgain(state: Suspicion, message: Message, { bytes }: Accepted, nowMs: number): void {
  const suspect = state.suspects.get(keyOf(message))
  if (suspect === undefined) return
  suspect.failures += 1
  suspect.isLargest &&= packetBytes(message) > bytes
  if (suspect.failures < failuresNeeded(state, nowMs)) return
  suspect.crowd.isExplained = true
  if (!suspect.isLargest) suspect.isRefused = true
  else {
    state.suspects.delete(keyOf(message))
    state.limit = { bytes: packetBytes(message) - 1, atMs: nowMs }
  }
}

function accepted(state: Suspicion, message: Message, nowMs: number): void {
  const suspect = state.suspects.get(keyOf(message))
  if (suspect === undefined) return
  state.suspects.delete(keyOf(message))
  const { crowd, failures } = suspect
  crowd.left -= 1
  const others = crowd.left === 0 && !crowd.isExplained ? failures : failures - 1
  if (others === 0) return
  state.unexplained = [...state.unexplained, ...Array<number>(others).fill(nowMs)]
  // What was taken for a limit was found in the same way.
  state.limit = null
}

const closed = (state: Suspicion, ...[sent, before, nowMs]: Parameters<Suspects['closed']>): 'explained' | 'open' => {
  const { suspects } = state
  const [alone] = sent.length === 1 ? sent : []
  if (alone !== undefined && suspects.has(keyOf(alone[0]))) {
    const [message, atMs] = alone
    if (before.messages >= CONTROLS && nowMs - atMs < CLOSED_WITHIN_MS) failAgain(state, message, before, nowMs)
    return 'explained'
  }
  const crowd = { left: sent.length, isExplained: false }
  for (const [message] of sent) {
    const key = keyOf(message)
    if (!suspects.has(key)) suspects.set(key, { failures: 1, isLargest: true, isRefused: false, crowd })
  }
  for (const key of suspects.keys()) if (suspects.size > SUSPECTS_MAX) suspects.delete(key)
  return 'open'
}
