/**
 * One connection to the broker, with a client of its own. It has timers for everything a broker may fail to send: the answer to a connect,
 * the acknowledgement of a message. Once it is given up, nothing more is heard of it.
 */

import type { IConnackPacket, IPublishPacket, MqttClient } from 'mqtt'
import type { Stood } from '../../../firmware-bridge/listening.ts'
import { publishOptions, type Subscribed, subscribeOptions } from './connect-options.ts'
import { disconnectReason, explain, isReset, isTakeover, type Schedule } from './goodbye.ts'
import type { BrokerOptions } from './link.ts'
import { onceListened } from './patient-timer.ts'
import type { Entry } from './send-queue.ts'
import type { Accepted } from './suspects.ts'

/** Messages sent but not acknowledged: enough to fill the line at 64 per round trip, and the most that can be sent twice. */
const WINDOW = 64
/** A broker that does not answer counts as lost early enough for the alarm (P6: 5 s). */
export const ANSWER_MS_MAX = 4000

export interface Timing {
  /** Monotonic, ms. */
  readonly now: () => number
  readonly listenedMs: () => number
  readonly stood: () => Stood | null
  readonly schedule: Schedule
}

/** `taken`: the broker says that another client has the client id; `closed`: the broker gave no reason; `else`: another known reason. */
export type End = 'taken' | 'closed' | 'else'

export interface ConnectionEvents {
  readonly connected: () => void
  readonly lost: (reason: string, how: End) => void
  readonly message: (topic: string, payload: Buffer, packet: IPublishPacket) => void
  /** `error` null: the broker has accepted it. */
  readonly answered: (entry: Entry, error: Error | null) => void
  readonly warn: (text: string) => void
}

export interface Connection {
  readonly url: string
  readonly client: MqttClient
  readonly startedAtMs: number
  /** What the broker publishes if it breaks. */
  readonly will: string
  /** In the order sent; the value is the time of sending. */
  readonly inflight: ReadonlyMap<Entry, number>
  readonly window: number
  /** The broker's own limit (MQTT 5); a larger packet would end the connection. */
  readonly packetBytesMax: number
  /** What the broker has accepted over it. */
  readonly accepted: Accepted
  hasAccepted(bytes: number): void
  send(entry: Entry): void
  /** Nothing more is heard of it. */
  giveUp(): void
}

type Opening = Pick<Connection, 'url' | 'client' | 'startedAtMs' | 'will'>
type Topics = Pick<BrokerOptions, 'mqtt' | 'clientId' | 'commandTopic' | 'receiptTopic' | 'statusTopic' | 'ownTopics'>

export function openConnection(opening: Opening, options: Topics, timing: Timing, events: ConnectionEvents): Connection {
  const { client } = opening
  const { protocol } = options.mqtt
  const inflight = new Map<Entry, number>()
  let isGivenUp = false
  let cancelTimer = (): void => undefined
  const lost: ConnectionEvents['lost'] = (reason, how) => {
    if (!isGivenUp) events.lost(reason, how)
  }
  const connection = {
    ...opening,
    inflight,
    ...{ window: WINDOW, packetBytesMax: Number.POSITIVE_INFINITY, accepted: { messages: 0, bytes: 0 } },
    hasAccepted: (bytes: number) => {
      const { accepted } = connection
      connection.accepted = { messages: accepted.messages + 1, bytes: Math.max(accepted.bytes, bytes) }
    },
    send: (entry: Entry) => {
      const { message } = entry
      inflight.set(entry, timing.now())
      client.publish(message.topic, message.payload, publishOptions(message, protocol), (error) => {
        // After a loss the entry is in the outbox again, so a late answer means nothing.
        if (!isGivenUp && inflight.delete(entry)) events.answered(entry, error ?? null)
      })
    },
    giveUp: () => {
      isGivenUp = true
      cancelTimer()
    },
  }
  const watch = () => {
    const oldest = inflight.values().next().value
    const age = oldest === undefined ? 0 : Math.max(0, timing.listenedMs() - oldest)
    if (age >= ANSWER_MS_MAX) lost(`the broker acknowledged nothing for ${ANSWER_MS_MAX} ms`, 'else')
    else if (!isGivenUp) cancelTimer = timing.schedule(watch, Math.max(1, ANSWER_MS_MAX - age))
  }
  cancelTimer = onceListened(timing.now() + ANSWER_MS_MAX, timing, () =>
    lost(`the broker did not answer the connection request within ${ANSWER_MS_MAX} ms`, 'else'),
  )
  listenForEnd(client, protocol, lost)
  client.on('message', (topic, payload, packet) => {
    if (!isGivenUp) events.message(topic, payload, packet)
  })
  client.on('connect', (packet) => {
    if (isGivenUp) return
    cancelTimer()
    Object.assign(connection, limitsIn(packet))
    sendSmallAtOnce(client)
    subscribe(client, options, (what, reason) => (what === 'commands' ? lost(reason, 'else') : isGivenUp || events.warn(reason)))
    events.connected()
    watch()
  })
  return connection
}

/** The listeners stay for the client's life: MQTT.js may report an error after its end. */
function listenForEnd(client: MqttClient, protocol: 4 | 5, lost: ConnectionEvents['lost']): void {
  client.on('error', (error) => lost(explain(error, protocol), isReset(error) ? 'closed' : 'else'))
  client.on('close', () => lost('the connection was closed', 'closed'))
  client.on('disconnect', ({ reasonCode }) => lost(disconnectReason(reasonCode), isTakeover(reasonCode) ? 'taken' : 'else'))
}

const limitsIn = ({ properties }: IConnackPacket): Pick<Connection, 'window' | 'packetBytesMax'> => ({
  window: Math.min(WINDOW, properties?.receiveMaximum ?? WINDOW),
  packetBytesMax: properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY,
})

/** A small message must not wait for the acknowledgement of the one before. */
function sendSmallAtOnce({ stream }: MqttClient): void {
  if ('setNoDelay' in stream && typeof stream.setNoDelay === 'function') stream.setNoDelay(true)
}

/**
 * Without the commands there is no link. Without the receipts the log is published as for a table that has no sink, without the status a
 * second daemon for this table goes unnoticed, without the table's own topics forged messages do.
 */
function subscribe(client: MqttClient, options: Topics, refused: (what: Subscribed, reason: string) => void): void {
  const { mqtt, clientId, commandTopic, receiptTopic, statusTopic, ownTopics = [] } = options
  const topics: readonly (readonly [Subscribed, string])[] = [
    ['commands', commandTopic],
    ['other', receiptTopic],
    ['other', statusTopic],
    ...ownTopics.map((topic) => ['own', topic] as const),
  ]
  for (const [what, topic] of topics) {
    client.subscribe(topic, subscribeOptions(mqtt.protocol, what), (error, granted) => {
      if (!error && granted?.every((grant) => grant.qos < 128)) return
      refused(what, `the broker does not allow ${clientId} to subscribe to ${topic}: allow it in the broker's access rules`)
    })
  }
}
