/**
 * A broker, with a book behind it, in memory. It can be away, accept everything without acknowledging, and forget its retained messages.
 */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Timing } from '../../../simulators/device/timing.ts'

export interface FakeBroker {
  readonly connect: typeof mqtt.connect
  /** What the book holds from `log`: the number of each record, and the digest of its text. */
  readonly book: Map<number, string>
  /** Records that arrived under a number that the book already held with another text. */
  readonly doubled: () => number
  readonly gaps: () => number
  /** How often the broker went away. */
  readonly ends: () => number
  /** Messages whose acknowledgement the present client is waiting for. */
  readonly unanswered: () => number
  /** Each call with true must be followed by one with false. */
  setAway(isAway: boolean): void
  setMute(isMute: boolean): void
  forget(): void
  /** Publishes to the table, as anybody could. */
  send(topic: string, payload: string): void
  /** The client's process has died. */
  drop(): void
}

/** Called for every message that the broker takes. */
export type Heard = (topic: string, payload: string) => void

const ROUND_TRIP_MS = 3

/** A digest, because the book of a long run keeps no texts. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The book: what arrived on `log`, and what was wrong with it. */
const newBook = () => {
  const book = new Map<number, string>()
  let doubled = 0
  let gaps = 0
  const keep = (text: string): void => {
    const { data } = JSON.parse(text) as { readonly data: { readonly n: number } }
    const known = book.get(data.n)
    const now = digestOf(JSON.stringify(data))
    if (known !== undefined && known !== now) doubled += 1
    if (known === undefined && data.n !== book.size + 1) gaps += 1
    book.set(data.n, now)
  }
  return { book, keep, doubled: () => doubled, gaps: () => gaps }
}

export const fakeBroker = (timing: Timing, heard: Heard): FakeBroker => {
  const { keep, ...book } = newBook()
  /** The number of reasons for being away; there may be several at once. */
  let aways = 0
  let ends = 0
  let isMute = false
  let unanswered = 0
  let client: EventEmitter | null = null
  const take = (topic: string, payload: string): void => {
    if (topic.endsWith('/log')) keep(payload)
    else heard(topic, payload)
  }
  const connect = (): MqttClient => {
    const own = new EventEmitter()
    client = own
    unanswered = 0
    const isOn = () => client === own && aways === 0
    timing.after(ROUND_TRIP_MS, () => {
      if (isOn()) own.emit('connect', { properties: {} })
      else own.emit('close')
    })
    return Object.assign(own, {
      stream: {},
      subscribe: (_topic: string, _options: unknown, done: (error: Error | null, granted: unknown[]) => void) =>
        timing.after(ROUND_TRIP_MS, () => isOn() && done(null, [{ qos: 1 }])),
      publish: (topic: string, payload: string, _options: unknown, done: () => void) => {
        if (!isOn()) return
        take(topic, payload)
        unanswered += 1
        timing.after(ROUND_TRIP_MS, () => {
          if (!isOn() || isMute) return
          unanswered -= 1
          done()
        })
      },
      end: (_force: boolean, done?: () => void) => {
        if (client === own) client = null
        done?.()
      },
    }) as unknown as MqttClient
  }
  return {
    ...book,
    connect,
    ends: () => ends,
    unanswered: () => unanswered,
    setAway: (now) => {
      aways += now ? 1 : -1
      if (now) ends += 1
      if (now) client?.emit('close')
    },
    setMute: (now) => {
      isMute = now
    },
    forget: () => {
      ends += 1
      client?.emit('close')
    },
    send: (topic, payload) => client?.emit('message', topic, Buffer.from(payload), { retain: false }),
    drop: () => {
      client = null
    },
  }
}
