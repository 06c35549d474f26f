/**
 * What the table has published and the broker has not sent back yet. MQTT does not say who wrote a message: if a message on the table's
 * topics is not among these, somebody else wrote it.
 */
import { createHash } from 'node:crypto'

/** Far more than is ever on its way: 64 messages wait for their acknowledgement, and the broker brings them back in order. */
const WAITING_MAX = 8192

export interface OwnWords {
  /** Call it before the message goes out. */
  said(topic: string, payload: string): void
  /** Whether the table wrote it and has not seen it return before. */
  isOwn(topic: string, payload: Uint8Array): boolean
}

export const ownWords = (): OwnWords => {
  /** Digests, oldest first, and how often each should come back. Beyond the limit the oldest is dropped. */
  const waiting = new Map<string, number>()
  return {
    said(topic, payload) {
      const key = digestOf(topic, payload)
      const times = waiting.get(key) ?? 0
      waiting.delete(key)
      waiting.set(key, times + 1)
      const [oldest] = waiting.size > WAITING_MAX ? waiting.keys() : []
      if (oldest !== undefined) waiting.delete(oldest)
    },
    isOwn(topic, payload) {
      const key = digestOf(topic, payload)
      const times = waiting.get(key)
      if (times === undefined) return false
      if (times === 1) waiting.delete(key)
      else waiting.set(key, times - 1)
      return true
    },
  }
}

/** Nobody can find another text with the same digest as one of the table's. */
const digestOf = (topic: string, payload: string | Uint8Array): string =>
  createHash('sha256').update(topic).update('\n').update(payload).digest('base64')
