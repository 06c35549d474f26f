/**
 * Messages that the journal holds too, in the order of their numbers and without a gap: events, or records of `log`. Memory keeps the
 * newest within limits; what is missing before or after them is read back from the journal.
 *
 *   delivered ──────── sent, waiting ──────── queued ......... only in the journal .......... newest
 */
import type { Message } from '../../wire/envelope.ts'
import { createSendQueue, type Entry, entryOf, type SendQueue, sizeOf } from './send-queue.ts'

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

/** How far the lane has come. */
interface Progress {
  /** The last place in memory. */
  queued: Place | null
  newest: number
  delivered: Place | null
  left: number | null
  isHeld: boolean
}

export function createLane(limits: LaneLimits): Lane {
  const queue = createSendQueue()
  const lane: Progress = { queued: null, newest: 0, delivered: null, left: null, isHeld: false }
  return {
    add: (message) => add(lane, queue, limits, message),
    next: () => (lane.isHeld ? undefined : queue.next()),
    done: (entry) => {
      const before = queue.done(entry)
      if (before === null) return
      const { number = 0, record = 0 } = before.message
      lane.delivered = { number, record: Math.max(record, lane.delivered?.record ?? 0) }
    },
    putBack: () => {
      lane.isHeld = false
      queue.putBack(() => true)
    },
    hold: () => {
      lane.isHeld = true
    },
    get isHeld() {
      return lane.isHeld
    },
    resume: (after, upTo) => {
      queue.clear()
      Object.assign(lane, { isHeld: false, queued: after, delivered: after, newest: Math.max(upTo, after.number), left: null })
    },
    wanted: () => (isBehind(lane) && queue.count <= limits.messages * ROOM && queue.bytes <= limits.bytes * ROOM ? lane.queued : null),
    refill: (after, page) => {
      if (after === lane.queued) refill(lane, queue, page)
    },
    get delivered() {
      return lane.delivered
    },
    get waiting() {
      return queue.count + (lane.queued === null ? 0 : Math.max(0, lane.newest - lane.queued.number))
    },
    get held() {
      return queue.count
    },
    get left() {
      return lane.left
    },
  }
}

const isBehind = ({ queued, newest }: Progress): boolean => queued !== null && newest > queued.number

function push(lane: Progress, queue: SendQueue, message: Message): void {
  const { number = 0, record } = message
  queue.push(entryOf(message))
  lane.queued = { number, record: Math.max(record ?? 0, lane.queued?.record ?? 0) }
  lane.newest = Math.max(lane.newest, number)
}

function add(lane: Progress, queue: SendQueue, limits: LaneLimits, message: Message): void {
  const { number = 0 } = message
  const { queued } = lane
  if (queued !== null && number <= queued.number) return
  const isFull = queue.count >= limits.messages || queue.bytes + sizeOf(message) > limits.bytes
  // A full lane without a place holds no messages: its first message alone exceeds the limits, and is sent all the same.
  if (queued === null || (!isFull && number === queued.number + 1)) push(lane, queue, message)
  else {
    if (isFull) lane.left ??= number
    lane.newest = Math.max(lane.newest, number)
  }
}

function refill(lane: Progress, queue: SendQueue, { messages, readTo }: Page): void {
  for (const message of messages) if ((message.number ?? 0) > (lane.queued?.number ?? 0)) push(lane, queue, message)
  if (lane.queued !== null) lane.queued = { number: lane.queued.number, record: Math.max(readTo, lane.queued.record) }
  if (!isBehind(lane)) lane.left = null
}
