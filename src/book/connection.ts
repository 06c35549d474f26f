/**
 * The book's connection to the broker: a fresh client for each attempt, its own backoff, and back-pressure. While the book is full it
 * acknowledges no message, so the broker holds messages back. The book requests by number whatever the broker cannot hold. It watches
 * whether the broker answers (`answer-watch.ts`).
 */
import { Socket } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { MqttConfig } from '../base/config/table-config.ts'
import { reasonOf } from '../base/process/reason.ts'
import { connectOptions, subscribeOptions } from '../daemon/broker/connect-options.ts'
import { isReset, isTakeover } from '../daemon/broker/goodbye.ts'
import { type AnswerWatch, createAnswerWatch } from './answer-watch.ts'
import { CONFIRM_MS, createTakeovers, type End, type Takeovers } from './takeover.ts'

export interface ConnectionOptions {
  readonly mqtt: MqttConfig
  readonly clientId: string
  readonly filters: readonly string[]
  readonly onMessage: (topic: string, payload: Uint8Array) => void
  /** The book is connected to that broker and subscribed to all its filters. */
  readonly onConnected: (url: string) => void
  readonly onLost: (reason: string) => void
  /** Another client seems to use the book's client id. */
  readonly onRival: () => void
  /** Another client certainly uses the book's client id and was there first. The book makes no further connection. */
  readonly onGivenWay: () => void
  /** The book wants no more messages for now; the caller calls `resume` when it does. */
  readonly isFull: () => boolean
  readonly random: () => number
  /** Monotonic, ms. */
  readonly nowMs: () => number
}

export interface Connection {
  /**
   * Returns whether the message was handed to the client; without a connection the message is dropped. `done`: the broker has it, or it is
   * lost.
   */
  publish(topic: string, payload: string, retain: boolean, done?: () => void): boolean
  /** The book has room again. */
  resume(): void
  close(): Promise<void>
  /** How often another client has used the book's client id since the start. */
  takeovers(): number
}

const RECONNECT_MS_MIN = 1000
const CONNECT_MS_MAX = 8000
const CLOSE_MS_MAX = 1000
/**
 * A book that catches up on hours of records may be busy for many seconds, and reads an answer late that stands behind what it has not read
 * yet. So the broker hears that it is there, and MQTT.js that the broker is, at long intervals; the book itself asks more often, and counts
 * only the time in which it reads.
 */
const KEEPALIVE_SECONDS = 60
/** Fits a message of 64 KiB with its topic and properties (MQTT 5). */
const INBOUND_BYTES_MAX = 128 * 1024

interface Link {
  readonly options: ConnectionOptions
  readonly takeovers: Takeovers
  readonly watch: AnswerWatch
  client: MqttClient | null
  isOnline: boolean
  isClosed: boolean
  attempts: number
  retry: NodeJS.Timeout | null
  /** Lets the client read on. */
  held: (() => void) | null
  /** The next connection uses another client id, to see whether the broker closes that one as well. */
  isDoubted: boolean
  confirming: NodeJS.Timeout | null
}

export function connectBook(options: ConnectionOptions): Connection {
  const link: Link = {
    options,
    takeovers: createTakeovers(),
    watch: createAnswerWatch(options.nowMs, () => link.held === null),
    ...{ client: null, isOnline: false, isClosed: false, attempts: 0, retry: null, held: null, isDoubted: false, confirming: null },
  }
  void attempt(link)
  return {
    publish: (topic, payload, retain, done = () => undefined) => {
      if (link.client === null || !link.isOnline) return false
      const answered = link.watch.awaited()
      link.client.publish(topic, payload, { qos: 1, retain }, () => {
        answered()
        done()
      })
      return true
    },
    resume: () => {
      const done = link.held
      link.held = null
      link.watch.reads()
      done?.()
    },
    takeovers: link.takeovers.total,
    close: () => close(link),
  }
}

function retry(link: Link): void {
  if (!link.isClosed) link.retry = setTimeout(() => void attempt(link), RECONNECT_MS_MIN * (1 + link.options.random() / 2))
}

async function attempt(link: Link): Promise<void> {
  const { options } = link
  // A full book does not connect. It tries again until there is room.
  if (options.isFull()) return retry(link)
  const { urls } = options.mqtt
  const url = urls[link.attempts++ % urls.length] ?? ''
  const isOther = link.isDoubted
  link.isDoubted = false
  const clientId = isOther ? `${options.clientId}-${Math.floor(options.random() * 2 ** 32).toString(36)}` : options.clientId
  try {
    const settings = await connectOptions(options.mqtt, clientId, null)
    const own = { ...inbound(options.mqtt), keepalive: KEEPALIVE_SECONDS, connectTimeout: CONNECT_MS_MAX }
    if (!link.isClosed) open(link, mqtt.connect(url, { ...settings, ...own }), url, isOther)
  } catch (error) {
    options.onLost(`${url}: ${reasonOf(error)}`)
    retry(link)
  }
}

function open(link: Link, client: MqttClient, url: string, isOther: boolean): void {
  link.client = client
  let reason = 'the connection was closed'
  let end: End = 'closed'
  client.on('error', (error) => {
    reason = reasonOf(error)
    if (!isReset(error)) end = 'else'
  })
  client.on('disconnect', ({ reasonCode }) => {
    end = isTakeover(reasonCode) ? 'taken' : 'else'
    reason = end === 'taken' ? 'another client took over this client id' : `the broker disconnected (reason ${reasonCode ?? 'not given'})`
    // The broker should close the connection, but waiting for that may take long.
    client.end(true)
  })
  client.on('connect', () => {
    // The answer may come while the book is closing.
    if (link.client !== client) return
    link.watch.begin(client, (text) => {
      reason = text
      end = 'else'
      client.end(true)
    })
    subscribe(link, client, url, isOther)
  })
  read(link, client)
  client.on('close', () => {
    if (link.client === client) lost(link, client, `${url}: ${reason}`, end)
  })
}

function read(link: Link, client: MqttClient): void {
  client.on('message', (topic, payload) => {
    if (link.client !== client) return
    link.watch.message()
    link.options.onMessage(topic, payload)
  })
  // MQTT.js acknowledges a message when this handler calls back, and reads no further until then.
  client.handleMessage = (_packet, done) => {
    if (link.options.isFull() && link.client === client) link.held = done
    else done()
  }
}

function lost(link: Link, client: MqttClient, reason: string, end: End): void {
  const { options, takeovers } = link
  link.client = null
  link.isOnline = false
  link.held = null
  if (link.confirming !== null) clearTimeout(link.confirming)
  link.watch.end()
  client.end(true)
  options.onLost(reason)
  const verdict = takeovers.lost(end, options.nowMs())
  link.isDoubted = verdict === 'doubted'
  if (verdict === 'rivalled' || verdict === 'doubted') options.onRival()
  if (verdict === 'gives-way') giveWay(link)
  else retry(link)
}

function giveWay(link: Link): void {
  link.isClosed = true
  link.watch.end()
  link.client?.end(true)
  link.client = null
  link.isOnline = false
  link.options.onGivenWay()
}

function subscribe(link: Link, client: MqttClient, url: string, isOther: boolean): void {
  const { options, takeovers } = link
  const answered = link.watch.awaited()
  client.subscribe([...options.filters], subscribeOptions(4, 'other'), (error, granted) => {
    answered()
    // A connection that ends calls back as well.
    if (link.client !== client || client.disconnecting || !client.connected) return
    const refused = granted?.filter(({ qos }) => qos >= 128).map(({ topic }) => topic) ?? []
    if (error || refused.length > 0) {
      options.onLost(
        `${url}: the broker does not let the book subscribe to ${refused.join(', ') || 'its topics'}: give its login the role audit in the broker's access rules`,
      )
      client.end(true)
      return
    }
    link.isOnline = true
    takeovers.connected(options.nowMs(), isOther)
    if (isOther) link.confirming = setTimeout(() => giveWay(link), CONFIRM_MS)
    // A broker keeps only a few messages in flight, so an acknowledgement that waits for another packet holds it back.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true)
    options.onConnected(url)
  })
}

async function close(link: Link): Promise<void> {
  link.isClosed = true
  if (link.retry !== null) clearTimeout(link.retry)
  if (link.confirming !== null) clearTimeout(link.confirming)
  link.watch.end()
  const { client } = link
  link.client = null
  if (client === null) return
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => {
      client.end(true)
      resolve()
    }, CLOSE_MS_MAX)
    client.end(false, () => {
      clearTimeout(force)
      resolve()
    })
  })
  // A goodbye before the broker's answer may leave the socket open.
  client.stream.destroy()
}

const inbound = ({ protocol }: MqttConfig): IClientOptions =>
  protocol === 5 ? { properties: { sessionExpiryInterval: 0, maximumPacketSize: INBOUND_BYTES_MAX } } : {}
