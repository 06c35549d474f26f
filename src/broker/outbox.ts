/**
 * What is still to be sent, in order. State (retained) is kept once per topic, always the latest; events are kept until they are
 * acknowledged, within limits. Data only: no clock, no client.
 *
 *   first:  status, describe, every retained topic        after each connect, and when asked
 *   then:   queue, in the order of publish                 events and changes of state
 */
import { MESSAGE_BYTES_MAX, type Message, utf8Length } from '../wire/envelope.ts'

export interface OutboxLimits {
  /** Events waiting: some hours of play with the broker away; the journal has them all. */
  readonly events: number
  readonly bytes: number
  /** Retained topics: devices, open alarms and a handful more. */
  readonly topics: number
}

export const OUTBOX_LIMITS: OutboxLimits = { events: 50_000, bytes: 32 * 1024 * 1024, topics: 1000 }

export interface Entry {
  readonly message: Message
  readonly bytes: number
  /** A newer state of its topic stands behind it. */
  stale: boolean
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
  readonly counts: { readonly queued: number; readonly dropped: number; readonly refused: number }
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

  /** Drops a tenth at once, so that an outbox at its limit does not sort itself at every event. */
  const trim = () => {
    const kept: Entry[] = []
    for (const entry of queue.slice(head)) {
      if (entry.message.retain || (events <= limits.events * 0.9 && bytes <= limits.bytes * 0.9)) kept.push(entry)
      else {
        events -= 1
        bytes -= entry.bytes
        dropped += 1
      }
    }
    queue = kept
    head = 0
  }

  return {
    add: (message, connected) => {
      const size = utf8Length(message.payload) + message.topic.length
      if (size > MESSAGE_BYTES_MAX || (message.retain && !addState(message, connected))) {
        refused += 1
        return false
      }
      if (message.retain) return true
      queue.push({ message, bytes: size, stale: false })
      events += 1
      bytes += size
      if (events > limits.events || bytes > limits.bytes) trim()
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
    get counts() {
      return { queued: events, dropped, refused }
    },
    refuse: () => {
      refused += 1
    },
  }
}

function entryOf(message: Message): Entry {
  return { message, bytes: 0, stale: false }
}
