/** Real parts for the broker's tests: a subscriber that waits for what it expects, and a table's messages. */
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import type { MqttConfig } from '../../../src/base/config/table-config.ts'
import type { BrokerOptions } from '../../../src/daemon/broker/link.ts'
import { encodeState, encodeWill, type Message } from '../../../src/wire/envelope.ts'
import { topicFilter } from '../../../src/wire/topics.ts'

export const table = { property: 'demo', pit: 'p1', table: 'bj07' }
export const BASE = 'casino/v1/demo/p1/bj07'
const FAIL_MS = 60_000

export function mqttConfig(...urls: string[]): MqttConfig {
  return { urls, protocol: 4, ca: null, cert: null, key: null, username: null, passwordFile: null }
}

export function linkOptions(...urls: string[]): BrokerOptions {
  const head = { stream: 'q3kf9abc', boot: 3, sequence: 0 }
  const at = 1_763_689_399_123
  const open = (encoded: ReturnType<typeof encodeState>) => {
    if (!encoded.ok) throw new Error(encoded.refusal.reason)
    return encoded.message
  }
  return {
    mqtt: mqttConfig(...urls),
    clientId: 'demo-p1-bj07',
    commandTopic: topicFilter(table, 'cmd/{user}/{name}'),
    birth: (conn) =>
      open(
        encodeState(
          table,
          { topic: 'status' },
          { ...head, counter: conn, at },
          { state: 'ready', boot: 3, conn, since: new Date(at).toISOString() },
        ),
      ),
    receiptTopic: 'casino/v1/demo/audit/ack/p1-bj07',
    statusTopic: `${BASE}/status`,
    readBack: async (_lane, { record }) => ({ messages: [], readTo: record }),
    will: (conn) => open(encodeWill(table, { ...head, at }, conn)),
  }
}

export function stopped(): Message {
  return { topic: `${BASE}/status`, payload: '{"data":{"state":"stopped"}}', qos: 1, retain: true, expirySeconds: null, type: 'status' }
}

export function event(n: number, payload = JSON.stringify({ n })): Message {
  return { topic: `${BASE}/ev/round`, payload, qos: 1, retain: false, expirySeconds: 600, type: 'card.dealt' }
}

export function state(topic: string, payload: string): Message {
  return {
    topic: `${BASE}/${topic}`,
    payload,
    qos: 1,
    retain: true,
    expirySeconds: null,
    type: topic === 'describe' ? 'describe' : 'state.round',
  }
}

export interface Heard {
  readonly topic: string
  readonly text: string
  readonly packet: IPublishPacket
}

export interface Listener {
  readonly client: MqttClient
  readonly heard: Heard[]
  /** Resolves when `enough` is true of all that was heard. */
  until(what: string, enough: (heard: readonly Heard[]) => boolean): Promise<void>
  close(): Promise<void>
}

export async function listen(url: string, topic = `${BASE}/#`): Promise<Listener> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, clientId: `listener-${Math.random().toString(36).slice(2, 10)}` })
  client.on('error', () => undefined)
  const heard: Heard[] = []
  let check = () => {}
  client.on('message', (name, payload, packet) => {
    heard.push({ topic: name.replace(`${BASE}/`, ''), text: payload.toString(), packet })
    check()
  })
  await client.subscribeAsync(topic, { qos: 1 })
  return {
    client,
    heard,
    until: (what, enough) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () =>
            reject(
              new Error(`not heard within ${FAIL_MS} ms: ${what}; heard ${heard.length} messages, the last of ${heard.at(-1)?.topic}`),
            ),
          FAIL_MS,
        )
        check = () => {
          if (!enough(heard)) return
          clearTimeout(timer)
          check = () => {}
          resolve()
        }
        check()
      }),
    close: async () => {
      await client.endAsync(true)
    },
  }
}
