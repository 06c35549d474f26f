/** What a running daemon reports about its devices on the retained topics, for a user who cannot open the ports. */
import { randomUUID } from 'node:crypto'
import mqtt from 'mqtt'
import type { MqttConfig } from '../../base/config/table-config.ts'
import { encodeRemoval } from '../../wire/envelope.ts'
import type { DeviceStateData } from '../../wire/payloads.ts'
import { readMessage } from '../../wire/receive.ts'
import { type TableName, topicFilter } from '../../wire/topics.ts'
import { connectOptions } from '../broker/connect-options.ts'

/** Retained messages come at once; a daemon that has lost its broker has none to give. */
const TOLD_MS_MAX = 2000

/** Counters of damaged lines, kept by the daemon or, with `device-`, by the device. */
const DAMAGE = ['crc', 'torn', 'foreign-bytes', 'no-frame', 'too-long', 'endless', 'malformed', 'device-crc', 'device-long']

export interface DeviceReport {
  /** The newest state. */
  readonly state: DeviceStateData
  /** Counters of damaged lines that rose during the watch, and by how much. */
  readonly rose: { readonly [counter: string]: number }
}

export interface Asked {
  readonly table: TableName
  /** Names of the devices. */
  readonly names: readonly string[]
  /** How long to watch the counters. */
  readonly watchMs: number
  readonly signal: AbortSignal
}

/** By device name; devices without a report are left out. Never rejects. */
export async function deviceReports(config: MqttConfig, asked: Asked): Promise<ReadonlyMap<string, DeviceReport>> {
  for (const url of config.urls) {
    const told = await toldAt(url, config, asked).catch(() => null)
    if (told !== null && told.size > 0) return told
  }
  return new Map()
}

async function toldAt(
  url: string,
  config: MqttConfig,
  { table, names, watchMs, signal }: Asked,
): Promise<ReadonlyMap<string, DeviceReport>> {
  const first = new Map<string, DeviceStateData>()
  const told = new Map<string, DeviceReport>()
  // Without the will, because a client that asks and leaves is not the table.
  const none = encodeRemoval(table, { topic: 'status' })
  if (none === null) return told
  const { will: _will, ...settings } = await connectOptions(config, `${table.table}-doctor-${randomUUID().slice(0, 8)}`, none)
  const client = mqtt.connect(url, { ...settings, connectTimeout: TOLD_MS_MAX })
  try {
    await new Promise<void>((resolve) => {
      // If nothing has arrived by then, nothing will; otherwise watch the counters until the end.
      const mute = setTimeout(() => told.size === 0 && done(), TOLD_MS_MAX)
      const over = setTimeout(() => done(), Math.max(watchMs, TOLD_MS_MAX))
      const done = (): void => {
        clearTimeout(mute)
        clearTimeout(over)
        resolve()
      }
      signal.addEventListener('abort', done)
      client.on('error', done)
      client.on('close', done)
      client.on('message', (_topic, payload) => {
        const read = readMessage(payload.toString('utf8'))
        if (!read.ok || read.envelope?.type !== 'state.device' || !names.includes(read.envelope.data.device)) return
        const { data } = read.envelope
        const before = first.get(data.device) ?? data
        first.set(data.device, before)
        told.set(data.device, { state: data, rose: risen(before.errors, data.errors) })
      })
      client.on('connect', () => client.subscribe(topicFilter(table, 'state/device/{name}'), { qos: 1 }))
    })
  } finally {
    client.end(true)
  }
  return told
}

const risen = (before: DeviceStateData['errors'], after: DeviceStateData['errors']): DeviceReport['rose'] =>
  Object.fromEntries(DAMAGE.map((counter) => [counter, (after[counter] ?? 0) - (before[counter] ?? 0)] as const).filter(([, by]) => by > 0))
