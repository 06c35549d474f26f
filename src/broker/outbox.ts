/**
 * What is still to be sent, in order. State (retained) is kept once per topic, always the latest; events are kept until they are
 * acknowledged, within limits. Beyond them the newest stay in the journal alone, and are read from it when there is room. Data only: no
 * clock, no client.
 *
 *   first:  status, describe, every retained topic        after each connect, and when asked
 *   then:   queue, in the order of publish                 events and changes of state
 *   then:   the journal, behind the last one queued        once more waited than memory is for
 */
import { MESSAGE_BYTES_MAX, type Message, utf8Length } from '../wire/envelope.ts'

export interface OutboxLimits {
  /** Events and records waiting in memory: some hours of play with the broker away. */
  readonly events: number
  readonly bytes: number
  /** Retained topics: devices, open alarms and a handful more. */
  readonly topics: number
}

/** So much of the limits may be taken when more is read from the journal. */
const ROOM = 0.5

export const OUTBOX_LIMITS: OutboxLimits = { events: 50_000, bytes: 32 * 1024 * 1024, topics: 1000 }

export interface Entry {
  readonly message: Message
  readonly bytes: number
  /** A newer state of its topic stands behind it. */
  stale: boolean
}

/** The newest that was queued; null: none was. */
export interface Place {
  readonly event: number | null
  readonly record: number | null
}

export interface Outbox {
  /** false: refused, too large or too many topics; counted. `connected`: state changes are queued only while somebody is there. */
  add(message: Message, connected: boolean): boolean
  next(): Entry | undefined
  /** Acknowledged, or refused by the broker: it will not be sent again. */
  done(entry: Entry): void
  /** The connection is gone: `unacknowledged` events, in the order sent, come before those never sent. */
  putBack(unacknowledged: readonly Entry[]): void
  /** Puts `birth`, describe and all state before the rest. */
  begin(birth: Message): void
  /** What the journal is to be read behind; null: all that waits is here, or there is no room yet. */
  wanted(): Place | null
  /** What was read, in order. */
  refill(messages: readonly Message[]): void
  readonly counts: {
    readonly queued: number
    readonly dropped: number
    readonly refused: number
    /** The first event that waits in the journal alone; null: none does. */
    readonly left: number | null
  }
  /** The broker did not accept a message. */
  refuse(): void
}

export function createOutbox(limits: OutboxLimits = OUTBOX_LIMITS): Outbox {
  const retained = new Map<string, Message>()
  const pendingState = new Map<string, Entry>()
  let first: Entry[] = []
  let queue: Entry[] = []
  let head = 0
  let events = 0
  let bytes = 0
  let dropped = 0
  let refused = 0

  const allState = (birth: Message): Entry[] => {
    const rest = [...retained.values()].filter((message) => message.type !== 'describe')
    const describe = [...retained.values()].filter((message) => message.type === 'describe')
    return [birth, ...describe, ...rest].map(entryOf)
  }

  const addState = (message: Message, connected: boolean): boolean => {
    if (!retained.has(message.topic) && retained.size >= limits.topics) return false
    retained.set(message.topic, message)
    if (!connected) return true
    const before = pendingState.get(message.topic)
    if (before !== undefined) before.stale = true
    const entry = entryOf(message)
    pendingState.set(message.topic, entry)
    queue.push(entry)
    return true
  }

  let queued: Place = { event: null, record: null }
  /** The newest that was left to the journal; null: nothing is. */
  let newestLeft: Place | null = null
  let left: number | null = null
  let waiting = 0

  const enqueue = (message: Message, size: number) => {
    queue.push({ message, bytes: size, stale: false })
    events += 1
    bytes += size
    queued = placedAt(queued, message)
  }
  const leave = (message: Message) => {
    newestLeft = placedAt(newestLeft ?? { event: null, record: null }, message)
    if (message.type !== 'log') left ??= message.number ?? null
    waiting += 1
  }

  return {
    add: (message, connected) => {
      const size = utf8Length(message.payload) + message.topic.length
      if (size > MESSAGE_BYTES_MAX || (message.retain && !addState(message, connected))) {
        refused += 1
        return false
      }
      if (message.retain) return true
      const isFull = events >= limits.events || bytes + size > limits.bytes
      if (message.number === undefined && isFull) {
        // An answer that came to nobody: who asked has long given up.
        dropped += 1
        return false
      }
      if (message.number !== undefined && (isFull || newestLeft !== null)) leave(message)
      else enqueue(message, size)
      return true
    },
    next: () => {
      const early = first.shift()
      if (early !== undefined) return early
      while (head < queue.length) {
        const entry = queue[head]
        head += 1
        if (head > 1024 && head * 2 > queue.length) {
          queue = queue.slice(head)
          head = 0
        }
        if (entry === undefined || entry.stale) continue
        if (pendingState.get(entry.message.topic) === entry) pendingState.delete(entry.message.topic)
        return entry
      }
      return undefined
    },
    done: ({ message, bytes: size }) => {
      if (!message.retain) {
        events -= 1
        bytes -= size
      } else if (message.payload === '' && retained.get(message.topic) === message) retained.delete(message.topic)
    },
    putBack: (unacknowledged) => {
      first = []
      pendingState.clear()
      queue = [...unacknowledged, ...queue.slice(head)].filter((entry) => !entry.message.retain)
      head = 0
    },
    begin: (birth) => {
      first = allState(birth)
    },
    wanted: () => (newestLeft !== null && events <= limits.events * ROOM && bytes <= limits.bytes * ROOM ? queued : null),
    refill: (messages) => {
      for (const message of messages) {
        enqueue(message, utf8Length(message.payload) + message.topic.length)
        waiting = Math.max(0, waiting - 1)
      }
      if (newestLeft === null || isBefore(queued.event, newestLeft.event) || isBefore(queued.record, newestLeft.record)) return
      newestLeft = null
      left = null
      waiting = 0
    },
    get counts() {
      return { queued: events + waiting, dropped, refused, left: newestLeft === null ? null : (left ?? 0) }
    },
    refuse: () => {
      refused += 1
    },
  }
}

const placedAt = (place: Place, { type, number }: Message): Place =>
  number === undefined ? place : type === 'log' ? { ...place, record: number } : { ...place, event: number }

const isBefore = (one: number | null, other: number | null): boolean => other !== null && (one ?? 0) < other

function entryOf(message: Message): Entry {
  return { message, bytes: 0, stale: false }
}
