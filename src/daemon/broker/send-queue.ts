/** First in, first out, until acknowledged: what was sent on a broken connection is sent again, before anything that was not sent yet. */
import { type Message, utf8Length } from '../../wire/envelope.ts'

export interface Entry {
  readonly message: Message
  readonly bytes: number
  /** A newer state of its topic follows it. */
  isStale: boolean
  /** Acknowledged, or refused by the broker: it will not be sent again. */
  isDone: boolean
}

export const entryOf = (message: Message): Entry => ({ message, bytes: sizeOf(message), isStale: false, isDone: false })
export const sizeOf = ({ payload, topic }: Message): number => utf8Length(payload) + topic.length

export interface SendQueue {
  push(entry: Entry): void
  next(): Entry | undefined
  /** Marks the entry as done; returns the newest entry up to which all are done, if that has changed. */
  done(entry: Entry): Entry | null
  /** The connection is gone: what was sent but not done comes first. Entries without `isKept` are forgotten. */
  putBack(isKept: (entry: Entry) => boolean): void
  clear(): void
  /** It was sent from here and is not done. */
  isSent(entry: Entry): boolean
  /** Entries not done, waiting or sent. */
  readonly count: number
  readonly bytes: number
}

/** Entries already taken that may remain at the front of the array before it is cut. */
const TAKEN_MAX = 1024

interface Entries {
  waiting: Entry[]
  /** Those before it are taken. */
  head: number
  sent: Entry[]
  count: number
  bytes: number
}

export function createSendQueue(): SendQueue {
  const all: Entries = { waiting: [], head: 0, sent: [], count: 0, bytes: 0 }
  return {
    push: (entry) => {
      all.waiting.push(entry)
      all.count += 1
      all.bytes += entry.bytes
    },
    next: () => next(all),
    done: (entry) => done(all, entry),
    putBack: (isKept) => putBack(all, isKept),
    isSent: (entry) => !entry.isDone && all.sent.includes(entry),
    clear: () => void Object.assign(all, { waiting: [], head: 0, sent: [], count: 0, bytes: 0 }),
    get count() {
      return all.count
    },
    get bytes() {
      return all.bytes
    },
  }
}

function forget(all: Entries, entry: Entry): void {
  all.count -= 1
  all.bytes -= entry.bytes
}

function next(all: Entries): Entry | undefined {
  while (all.head < all.waiting.length) {
    const entry = all.waiting[all.head]
    all.head += 1
    if (all.head > TAKEN_MAX && all.head * 2 > all.waiting.length) {
      all.waiting = all.waiting.slice(all.head)
      all.head = 0
    }
    if (entry?.isStale) forget(all, entry)
    else if (entry !== undefined) {
      all.sent.push(entry)
      return entry
    }
  }
  return undefined
}

function done(all: Entries, entry: Entry): Entry | null {
  // Sent before a `clear`: nobody waits for it any more.
  if (!all.sent.includes(entry)) return null
  entry.isDone = true
  forget(all, entry)
  let newest: Entry | null = null
  while (all.sent[0]?.isDone) newest = all.sent.shift() ?? null
  return newest
}

function putBack(all: Entries, isKept: (entry: Entry) => boolean): void {
  const open = [...all.sent.filter(({ isDone }) => !isDone), ...all.waiting.slice(all.head)]
  for (const entry of open) if (!isKept(entry)) forget(all, entry)
  Object.assign(all, { waiting: open.filter(isKept), sent: [], head: 0 })
}
