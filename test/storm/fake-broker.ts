/** A broker, and a book behind it, in memory: it can be away, take everything and acknowledge nothing, and forget what it retained. */
import { EventEmitter } from 'node:events'
import type mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Timing } from '../../simulators/device/timing.ts'

export interface FakeBroker {
  readonly connect: typeof mqtt.connect
  /** What the book holds of `log`: a record's number, and its text. */
  readonly book: ReadonlyMap<number, string>
  /** Records that came with a number that the book had with another text. */
  readonly doubled: () => number
  readonly gaps: () => number
  setAway(isAway: boolean): void
  setMute(isMute: boolean): void
  forget(): void
  /** Publishes to the table as anybody could. */
  send(topic: string, payload: string): void
  /** The process has died. */
  drop(): void
}

const ROUND_TRIP_MS = 3

export const fakeBroker = (timing: Timing): FakeBroker => {
  const book = new Map<number, string>()
  let retained = new Map<string, string>()
  let doubled = 0
  let gaps = 0
  let isAway = false
  let isMute = false
  let client: EventEmitter | null = null
  const keep = (text: string): void => {
    const { data } = JSON.parse(text) as { readonly data: { readonly n: number } }
    const known = book.get(data.n)
    const now = JSON.stringify(data)
    if (known !== undefined && known !== now) doubled += 1
    if (known === undefined && data.n !== book.size + 1) gaps += 1
    book.set(data.n, now)
  }
  const connect = (): MqttClient => {
    const own = new EventEmitter()
    client = own
    const isOn = () => client === own && !isAway
    timing.after(ROUND_TRIP_MS, () => {
      if (isOn()) own.emit('connect', { properties: {} })
      else own.emit('close')
    })
    return Object.assign(own, {
      stream: {},
      subscribe: (_topic: string, _options: unknown, done: (error: Error | null, granted: unknown[]) => void) =>
        timing.after(ROUND_TRIP_MS, () => isOn() && done(null, [{ qos: 1 }])),
      publish: (topic: string, payload: string, { retain }: { retain?: boolean }, done: () => void) => {
        if (!isOn()) return
        if (topic.endsWith('/log')) keep(payload)
        if (retain) retained.set(topic, payload)
        timing.after(ROUND_TRIP_MS, () => isOn() && !isMute && done())
      },
      end: (_force: boolean, done?: () => void) => {
        if (client === own) client = null
        done?.()
      },
    }) as unknown as MqttClient
  }
  return {
    connect,
    book,
    doubled: () => doubled,
    gaps: () => gaps,
    setAway: (now) => {
      isAway = now
      if (now) client?.emit('close')
    },
    setMute: (now) => {
      isMute = now
    },
    forget: () => {
      retained = new Map()
      client?.emit('close')
    },
    send: (topic, payload) => client?.emit('message', topic, Buffer.from(payload), { retain: false }),
    drop: () => {
      client = null
    },
  }
}
