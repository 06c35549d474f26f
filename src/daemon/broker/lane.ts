/**
 * Messages that the journal holds too, in the order of their numbers and without a gap: events, or records of `log`. Memory keeps the
 * newest within limits; what is missing before or after them is read back from the journal.
 *
 *   delivered ──────── sent, waiting ──────── queued ......... only in the journal .......... newest
 */
import type { Message } from '../../wire/envelope.ts'
import { createSendQueue, type Entry, entryOf, sizeOf } from './send-queue.ts'

/** A numbered message, and a record of the journal after which the next one comes. */
export interface Place {
  readonly number: number
  readonly record: number
}

/** What was read back: messages in order, from the records up to `readTo`. */
export interface Page {
  readonly messages: readonly Message[]
  readonly readTo: number
}

export interface LaneLimits {
  readonly messages: number
  readonly bytes: number
}

export interface Lane {
  /** Adds each number once; ignores a known one. */
  add(message: Message): void
  next(): Entry | undefined
  done(entry: Entry): void
  /** What was sent and not done is sent again, before the rest. */
  putBack(): void
  /** Sends nothing more until what was sent is put back. */
  hold(): void
  readonly isHeld: boolean
  /** Continues after that place, at least up to number `newest`, whatever was to be sent before. */
  resume(after: Place, newest: number): void
  /** The place after which to read the journal; null: nothing is missing, or there is no room yet. */
  wanted(): Place | null
  /** What was read after `after`; ignored if the lane has since been resumed elsewhere. */
  refill(after: Place, page: Page): void
  /** The newest message acknowledged together with all before it; null: none yet. */
  readonly delivered: Place | null
  /** Not acknowledged, whether in memory or not. */
  readonly waiting: number
  /** Those of them in memory. */
  readonly held: number
  /** The first message that did not fit in memory; null: all of them fit. */
  readonly left: number | null
}

/** More is read from the journal once no more than this share of the limits is used. */
const ROOM = 0.5

export function createLane(limits: LaneLimits): Lane {
  const queue = createSendQueue()
  let queued: Place | null = null
  let newest = 0
  let delivered: Place | null = null
  let left: number | null = null
  let isHeld = false

  const placeOf = ({ number = 0, record }: Message): Place => ({ number, record: Math.max(record ?? 0, queued?.record ?? 0) })
  const push = (message: Message) => {
    queue.push(entryOf(message))
    queued = placeOf(message)
    newest = Math.max(newest, queued.number)
  }
  const isBehind = (): boolean => queued !== null && newest > queued.number

  return {
    add: (message) => {
      const { number = 0 } = message
      if (queued !== null && number <= queued.number) return
      const isFull = queue.count >= limits.messages || queue.bytes + sizeOf(message) > limits.bytes
      if (!isFull && (queued === null || number === queued.number + 1)) return push(message)
      // A full lane without a place holds no messages: its first message alone exceeds the limits, and is sent all the same.
      if (queued === null) return push(message)
      if (isFull) left ??= number
      newest = Math.max(newest, number)
    },
    next: () => (isHeld ? undefined : queue.next()),
    done: (entry) => {
      const before = queue.done(entry)
      if (before === null) return
      const { number = 0, record = 0 } = before.message
      delivered = { number, record: Math.max(record, delivered?.record ?? 0) }
    },
    putBack: () => {
      isHeld = false
      queue.putBack(() => true)
    },
    hold: () => {
      isHeld = true
    },
    get isHeld() {
      return isHeld
    },
    resume: (after, upTo) => {
      queue.clear()
      isHeld = false
      queued = after
      delivered = after
      newest = Math.max(upTo, after.number)
      left = null
    },
    wanted: () => (isBehind() && queue.count <= limits.messages * ROOM && queue.bytes <= limits.bytes * ROOM ? queued : null),
    refill: (after, { messages, readTo }) => {
      if (after !== queued) return
      for (const message of messages) if ((message.number ?? 0) > (queued?.number ?? 0)) push(message)
      if (queued !== null) queued = { number: queued.number, record: Math.max(readTo, queued.record) }
      if (!isBehind()) left = null
    },
    get delivered() {
      return delivered
    },
    get waiting() {
      return queue.count + (queued === null ? 0 : Math.max(0, newest - queued.number))
    },
    get held() {
      return queue.count
    },
    get left() {
      return left
    },
  }
}
