/** What is retained on some topics, received once before a table begins, over a separate connection that changes nothing. */
import { randomUUID } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import type { MqttConfig } from '../../base/config/table-config.ts'
import { connectOptions } from './connect-options.ts'

/** The table must play, so it waits no longer than this for the broker's answer. */
const ANSWER_MS_MAX = 1500
/** Retained messages follow the answer to a subscription at once. */
const FOLLOW_MS = 200
const NONE = { topic: '', payload: '', qos: 0, retain: false, expirySeconds: null, type: 'status' } as const

/** By topic; empty if the broker cannot be asked, because a table can begin without any of it. Never rejects. */
export const hearRetained = async (
  config: MqttConfig,
  clientId: string,
  topics: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> => {
  const heard = new Map<string, Buffer>()
  const [url] = config.urls
  if (url === undefined) return heard
  let client: MqttClient | null = null
  try {
    const { will: _will, ...settings } = await connectOptions(config, `${clientId}-${randomUUID().slice(0, 8)}`, NONE)
    const opened = mqtt.connect(url, { ...settings, connectTimeout: ANSWER_MS_MAX })
    client = opened
    // The listener stays until the end: MQTT.js may report an error after it.
    opened.on('error', () => undefined)
    opened.on('message', (topic, payload, { retain }) => {
      if (retain && payload.length > 0 && topics.includes(topic)) heard.set(topic, payload)
    })
    await within(ANSWER_MS_MAX, subscribed(opened, topics))
    if (opened.connected) await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS))
  } catch {
    // The connection that the table keeps trying will report why the broker cannot be reached.
  } finally {
    client?.end(true)
  }
  return heard
}

/** Resolves when there is an answer, or when none can come. */
const subscribed = (client: MqttClient, topics: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    client.on('close', () => resolve())
    client.on('connect', () => client.subscribe([...topics], { qos: 1 }, () => resolve()))
  })

const within = async (ms: number, attempt: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return Promise.race([attempt, late]).finally(() => clearTimeout(timer))
}
