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

export function createSendQueue(): SendQueue {
  let waiting: Entry[] = []
  let head = 0
  let sent: Entry[] = []
  let count = 0
  let bytes = 0
  const forget = (entry: Entry) => {
    count -= 1
    bytes -= entry.bytes
  }
  return {
    push: (entry) => {
      waiting.push(entry)
      count += 1
      bytes += entry.bytes
    },
    next: () => {
      while (head < waiting.length) {
        const entry = waiting[head]
        head += 1
        if (head > TAKEN_MAX && head * 2 > waiting.length) {
          waiting = waiting.slice(head)
          head = 0
        }
        if (entry === undefined) continue
        if (entry.isStale) {
          forget(entry)
          continue
        }
        sent.push(entry)
        return entry
      }
      return undefined
    },
    done: (entry) => {
      // Sent before a `clear`: nobody waits for it any more.
      if (!sent.includes(entry)) return null
      entry.isDone = true
      forget(entry)
      let newest: Entry | null = null
      while (sent[0]?.isDone) newest = sent.shift() ?? null
      return newest
    },
    putBack: (isKept) => {
      const all = [...sent.filter(({ isDone }) => !isDone), ...waiting.slice(head)]
      waiting = all.filter(isKept)
      for (const entry of all) if (!isKept(entry)) forget(entry)
      sent = []
      head = 0
    },
    isSent: (entry) => !entry.isDone && sent.includes(entry),
    clear: () => {
      waiting = []
      sent = []
      head = 0
      count = 0
      bytes = 0
    },
    get count() {
      return count
    },
    get bytes() {
      return bytes
    },
  }
}
