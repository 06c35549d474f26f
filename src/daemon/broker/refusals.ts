/**
 * What the broker received and did not accept: with MQTT 5 an acknowledgement can be a refusal. A broker that is short of memory or whose
 * access rules are wrong refuses for a while, so the message is kept and sent again after a pause, with everything behind it in order. A
 * message that the broker will never accept is left out, and named.
 */
import type { Message } from '../../wire/envelope.ts'
import { messageOf } from './goodbye.ts'
import { type LaneName, laneNameOf } from './outbox.ts'

/** `number`: of the event or the record; null: it has none. */
export interface Refused {
  readonly topic: string
  readonly number: number | null
  readonly reason: string
}

export interface Refusals {
  /** false: the broker never accepts it, because it does accept what comes after it in its lane. */
  mayWait(message: Message, reason: string): boolean
  /** This one was accepted while one before it in its lane waits. */
  passed(message: Message): void
  /** It was accepted, or is left out. Returns whether anything has changed. */
  settle(message: Message): boolean
  forget(place: LaneName | string): void
  /** Topics of states. */
  readonly topics: readonly string[]
  /** How long to wait before the next attempt: each time longer, until everything is accepted. */
  nextPauseMs(): number
  /** The first of those that wait; null: none. */
  readonly first: Refused | null
}

const PAUSE_MS_MIN = 1000
const PAUSE_MS_MAX = 30_000
/** Attempts at one message while those behind it were accepted. */
const ATTEMPTS_MAX = 5

/** MQTT 5, 3.4.2.1: it is the message itself that the broker does not accept. */
const HOPELESS: ReadonlySet<unknown> = new Set([0x95, 0x99])
export const isHopeless = (error: Error): boolean => 'code' in error && HOPELESS.has(error.code)
export const refusalReason = (error: Error): string => messageOf(error).replace(/^Publish error: /, '')

interface Waiting {
  readonly refused: Refused
  readonly attempts: number
  wasPassed: boolean
}

export const refusedOf = ({ topic, number }: Pick<Message, 'topic' | 'number'>, reason: string): Refused => ({
  topic,
  number: number ?? null,
  reason,
})

/** A lane waits as a whole, a state for itself. */
const placeOf = (message: Message): LaneName | string => laneNameOf(message) ?? message.topic

export function createRefusals(): Refusals {
  const waiting = new Map<LaneName | string, Waiting>()
  let pauseMs = PAUSE_MS_MIN
  const forget = (place: LaneName | string): boolean => {
    const had = waiting.delete(place)
    if (waiting.size === 0) pauseMs = PAUSE_MS_MIN
    return had
  }
  return {
    mayWait: (message, reason) => {
      const before = waiting.get(placeOf(message))
      const refused = refusedOf(message, reason)
      const attempts = before?.refused.number === refused.number ? before.attempts + Number(before.wasPassed) : 0
      if (attempts >= ATTEMPTS_MAX) return false
      waiting.set(placeOf(message), { refused, attempts, wasPassed: false })
      return true
    },
    passed: (message) => {
      const first = waiting.get(placeOf(message))
      if (first) first.wasPassed = true
    },
    settle: (message) => {
      const number = waiting.get(placeOf(message))?.refused.number ?? 0
      return number <= (message.number ?? 0) && forget(placeOf(message))
    },
    forget,
    get topics() {
      return [...waiting.keys()].filter((place) => place.includes('/'))
    },
    nextPauseMs: () => {
      const now = pauseMs
      pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)
      return now
    },
    get first() {
      return waiting.values().next().value?.refused ?? null
    },
  }
}
