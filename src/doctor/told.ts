/** What a running daemon says of its devices, from the retained topics: whoever may not open a port may still ask. */
import { randomUUID } from 'node:crypto'
import mqtt from 'mqtt'
import { connectOptions } from '../broker/connect-options.ts'
import type { MqttConfig } from '../config/table-config.ts'
import { readMessage } from '../terminal/receive.ts'
import { encodeRemoval } from '../wire/envelope.ts'
import type { DeviceStateData } from '../wire/payloads.ts'
import { type TableName, topicFilter } from '../wire/topics.ts'

/** Retained messages come at once; a daemon that lost its broker has none to give. */
const TOLD_MS_MAX = 2000

/** By the names of the devices; what could not be heard is left out. Never rejects. */
export async function toldOf(
  config: MqttConfig,
  table: TableName,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DeviceStateData>> {
  for (const url of config.urls) {
    const told = await toldAt(url, config, table, names, signal).catch(() => null)
    if (told !== null && told.size > 0) return told
  }
  return new Map()
}

async function toldAt(url: string, config: MqttConfig, table: TableName, names: readonly string[], signal: AbortSignal) {
  const told = new Map<string, DeviceStateData>()
  // The will is left out: whoever asks and goes is not the table.
  const none = encodeRemoval(table, { topic: 'status' })
  if (none === null) return told
  const { will: _will, ...settings } = await connectOptions(config, `${table.table}-doctor-${randomUUID().slice(0, 8)}`, none)
  const client = mqtt.connect(url, { ...settings, connectTimeout: TOLD_MS_MAX })
  try {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, TOLD_MS_MAX)
      const done = (): void => {
        clearTimeout(late)
        resolve()
      }
      signal.addEventListener('abort', done)
      client.on('error', done)
      client.on('close', done)
      client.on('message', (_topic, payload) => {
        const read = readMessage(payload.toString('utf8'))
        if (!read.ok || read.envelope?.type !== 'state.device' || !names.includes(read.envelope.data.device)) return
        told.set(read.envelope.data.device, read.envelope.data)
        if (told.size === names.length) done()
      })
      client.on('connect', () => client.subscribe(topicFilter(table, 'state/device/{name}'), { qos: 1 }))
    })
  } finally {
    client.end(true)
  }
  return told
}
