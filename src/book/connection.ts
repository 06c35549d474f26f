/**
 * The book's connection to the broker: a fresh client for each attempt, its own backoff, and back-pressure. While the book is full it
 * acknowledges no message, so the broker holds messages back. The book requests by number whatever the broker cannot hold. It has its own
 * timers for what a broker may fail to send: the answer to a subscription, the acknowledgement of a message.
 */
import { Socket } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { connectOptions, subscribeOptions } from '../daemon/broker/connect-options.ts'
import { isReset, isTakeover } from '../daemon/broker/goodbye.ts'
import type { MqttConfig } from '../daemon/config/table-config.ts'
import { reasonOf } from '../daemon/journal/errors.ts'
import { CONFIRM_MS, createTakeovers, type End } from './takeover.ts'

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
/** A silent broker is asked whether it is there after this long. */
const PING_MS = 2000
/** A broker that leaves anything unanswered for this long counts as lost. */
const ANSWER_MS_MAX = 5000
/** The same while its messages keep coming: the answer stands behind them. */
const BUSY_ANSWER_MS_MAX = 60_000
const WATCH_MS = 500
/** Fits a message of 64 KiB with its topic and properties (MQTT 5). */
const INBOUND_BYTES_MAX = 128 * 1024

export function connectBook(options: ConnectionOptions): Connection {
  let client: MqttClient | null = null
  let isOnline = false
  let isClosed = false
  let attempts = 0
  let timer: NodeJS.Timeout | null = null
  let held: (() => void) | null = null
  const takeovers = createTakeovers()
  /** The next connection uses another client id, to see whether the broker closes that one as well. */
  let isDoubted = false
  let confirming: NodeJS.Timeout | null = null
  /** What the broker has not answered -> since when. The oldest comes first. */
  const unanswered = new Map<object, number>()
  let watchdog: NodeJS.Timeout | null = null
  /** While the book itself reads nothing, the broker cannot answer. It has from here on. */
  let readsSinceMs = 0
  /** When the broker's last message came, and its last packet of any kind. */
  let lastMessageMs = 0
  let lastPacketMs = 0

  const retry = () => {
    if (!isClosed) timer = setTimeout(() => void attempt(), RECONNECT_MS_MIN * (1 + options.random() / 2))
  }
  const attempt = async () => {
    // A full book does not connect. It tries again until there is room.
    if (options.isFull()) return retry()
    const { urls } = options.mqtt
    const url = urls[attempts++ % urls.length] ?? ''
    const isOther = isDoubted
    isDoubted = false
    const clientId = isOther ? `${options.clientId}-${Math.floor(options.random() * 2 ** 32).toString(36)}` : options.clientId
    try {
      const settings = await connectOptions(options.mqtt, clientId, null)
      if (!isClosed)
        open(
          mqtt.connect(url, { ...settings, ...inbound(options.mqtt), keepalive: KEEPALIVE_SECONDS, connectTimeout: CONNECT_MS_MAX }),
          url,
          isOther,
        )
    } catch (error) {
      options.onLost(`${url}: ${reasonOf(error)}`)
      retry()
    }
  }
  const open = (opened: MqttClient, url: string, isOther: boolean) => {
    client = opened
    let reason = 'the connection was closed'
    let end: End = 'closed'
    opened.on('error', (error) => {
      reason = reasonOf(error)
      if (!isReset(error)) end = 'else'
    })
    opened.on('disconnect', ({ reasonCode }) => {
      end = isTakeover(reasonCode) ? 'taken' : 'else'
      reason = end === 'taken' ? 'another client took over this client id' : `the broker disconnected (reason ${reasonCode ?? 'not given'})`
      // The broker should close the connection, but waiting for that may take long.
      opened.end(true)
    })
    opened.on('connect', () => {
      // The answer may come while the book is closing.
      if (client !== opened) return
      watch(opened, (text) => {
        reason = text
        end = 'else'
        opened.end(true)
      })
      subscribe(opened, url, isOther)
    })
    opened.on('message', (topic, payload) => {
      if (client !== opened) return
      lastMessageMs = options.nowMs()
      options.onMessage(topic, payload)
    })
    // MQTT.js acknowledges a message when this handler calls back, and reads no further until then.
    opened.handleMessage = (_packet, done) => {
      if (options.isFull() && client === opened) held = done
      else done()
    }
    opened.on('close', () => {
      if (client !== opened) return
      client = null
      isOnline = false
      held = null
      if (confirming !== null) clearTimeout(confirming)
      unwatch()
      opened.end(true)
      options.onLost(`${url}: ${reason}`)
      const verdict = takeovers.lost(end, options.nowMs())
      isDoubted = verdict === 'doubted'
      if (verdict === 'rivalled' || verdict === 'doubted') options.onRival()
      if (verdict === 'gives-way') giveWay()
      else retry()
    })
  }
  const watch = (opened: MqttClient, lose: (reason: string) => void) => {
    unwatch()
    let lookedMs = options.nowMs()
    readsSinceMs = lookedMs
    lastPacketMs = lookedMs
    let pinged: (() => void) | null = null
    opened.on('packetreceive', () => {
      lastPacketMs = options.nowMs()
      pinged?.()
      pinged = null
    })
    watchdog = setInterval(() => {
      const nowMs = options.nowMs()
      // A busy process reads late as well.
      if (held !== null || nowMs - lookedMs > 2 * WATCH_MS) readsSinceMs = nowMs
      lookedMs = nowMs
      if (client !== opened) return
      if (pinged === null && nowMs - lastPacketMs > PING_MS) {
        pinged = awaited()
        opened.sendPing()
      }
      const oldest = unanswered.values().next().value
      const longest = nowMs - lastMessageMs < ANSWER_MS_MAX ? BUSY_ANSWER_MS_MAX : ANSWER_MS_MAX
      if (oldest === undefined || nowMs - Math.max(oldest, readsSinceMs) < longest) return
      unwatch()
      lose(`the broker is connected, but has answered nothing for ${longest} ms`)
    }, WATCH_MS)
  }
  const unwatch = () => {
    if (watchdog !== null) clearInterval(watchdog)
    watchdog = null
    unanswered.clear()
  }
  /** Returns what the broker's answer is to call. */
  const awaited = (): (() => void) => {
    const asked = {}
    unanswered.set(asked, options.nowMs())
    return () => void unanswered.delete(asked)
  }
  const giveWay = () => {
    isClosed = true
    unwatch()
    client?.end(true)
    client = null
    isOnline = false
    options.onGivenWay()
  }
  const subscribe = (opened: MqttClient, url: string, isOther: boolean) => {
    const answered = awaited()
    opened.subscribe([...options.filters], subscribeOptions(4, 'other'), (error, granted) => {
      answered()
      // A connection that ends calls back as well.
      if (client !== opened || opened.disconnecting || !opened.connected) return
      const refused = granted?.filter(({ qos }) => qos >= 128).map(({ topic }) => topic) ?? []
      if (error || refused.length > 0) {
        options.onLost(
          `${url}: the broker does not let the book subscribe to ${refused.join(', ') || 'its topics'}: give its login the role audit in the broker's access rules`,
        )
        opened.end(true)
        return
      }
      isOnline = true
      takeovers.connected(options.nowMs(), isOther)
      if (isOther) confirming = setTimeout(giveWay, CONFIRM_MS)
      // A broker keeps only a few messages in flight, so an acknowledgement that waits for another packet holds it back.
      if (opened.stream instanceof Socket) opened.stream.setNoDelay(true)
      options.onConnected(url)
    })
  }

  void attempt()
  return {
    publish: (topic, payload, retain, done = () => undefined) => {
      if (client === null || !isOnline) return false
      const answered = awaited()
      client.publish(topic, payload, { qos: 1, retain }, () => {
        answered()
        done()
      })
      return true
    },
    resume: () => {
      const done = held
      held = null
      readsSinceMs = options.nowMs()
      done?.()
    },
    takeovers: takeovers.total,
    close: async () => {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      if (confirming !== null) clearTimeout(confirming)
      unwatch()
      const last = client
      client = null
      if (last === null) return
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => {
          last.end(true)
          resolve()
        }, CLOSE_MS_MAX)
        last.end(false, () => {
          clearTimeout(force)
          resolve()
        })
      })
      // A goodbye before the broker's answer may leave the socket open.
      last.stream.destroy()
    },
  }
}

const inbound = ({ protocol }: MqttConfig): IClientOptions =>
  protocol === 5 ? { properties: { sessionExpiryInterval: 0, maximumPacketSize: INBOUND_BYTES_MAX } } : {}
