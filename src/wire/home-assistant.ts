/**
 * The table as a device of Home Assistant: one retained message that says which topics to show, and how (device discovery, Home Assistant
 * 2024.11 and later). It tells of nothing that is not on a display's topics anyway. Pure.
 */
import { ROUND_PHASES } from '../engine/view.ts'
import type { Message } from './envelope.ts'
import { placeName, type TableName, TOPICS, type Topic, topicName } from './topics.ts'

export const PLATFORMS = ['sensor', 'binary_sensor'] as const
type Platform = (typeof PLATFORMS)[number]
export const DEVICE_CLASSES = ['connectivity', 'enum', 'problem'] as const

/** What Home Assistant knows besides the value: https://www.home-assistant.io/integrations/sensor.mqtt/ and binary_sensor.mqtt. */
interface Manner {
  readonly device_class?: (typeof DEVICE_CLASSES)[number]
  readonly entity_category?: 'diagnostic'
  readonly state_class?: 'measurement'
  readonly unit_of_measurement?: string
  readonly options?: readonly string[]
}

interface EntityRow {
  readonly platform: Platform
  readonly name: string
  readonly topic: Topic
  /** In Home Assistant's templates; `null` becomes `None`, which it shows as unknown. */
  readonly value: string
  readonly manner?: Manner
}

const field = (path: string): string => `{{ value_json.data.${path} }}`
const whether = (condition: string): string => `{{ 'ON' if value_json.data.${condition} else 'OFF' }}`

const COUNTED = { state_class: 'measurement' } as const
const LINK = { device_class: 'connectivity', entity_category: 'diagnostic' } as const

/** By the last part of their id. */
const ENTITIES = {
  running: { platform: 'binary_sensor', name: 'Running', topic: 'status', value: whether("state == 'ready'"), manner: LINK },
  open: { platform: 'binary_sensor', name: 'Open', topic: 'state/table', value: whether('open') },
  alarm: {
    platform: 'binary_sensor',
    name: 'Alarm',
    topic: 'state/table',
    value: whether('openAlarms > 0'),
    manner: { device_class: 'problem' },
  },
  alarms: { platform: 'sensor', name: 'Open alarms', topic: 'state/table', value: field('openAlarms'), manner: COUNTED },
  dealer: { platform: 'sensor', name: 'Dealer', topic: 'state/table', value: field('dealerId') },
  boxes: { platform: 'sensor', name: 'Occupied boxes', topic: 'state/table', value: field('occupied | count'), manner: COUNTED },
  shoe: { platform: 'sensor', name: 'Shoe', topic: 'state/table', value: field('shoe') },
  cards: { platform: 'sensor', name: 'Cards out of the shoe', topic: 'state/table', value: field('cardsOut'), manner: COUNTED },
  cut: { platform: 'binary_sensor', name: 'Cut card', topic: 'state/table', value: whether('cutCardSeen') },
  round: { platform: 'sensor', name: 'Round', topic: 'state/round', value: field('round') },
  phase: {
    ...{ platform: 'sensor', name: 'Phase', topic: 'state/round', value: field('phase') },
    manner: { device_class: 'enum', options: ROUND_PHASES },
  },
  pace: {
    ...{ platform: 'sensor', name: 'Rounds an hour', topic: 'state/pace', value: field('roundsPerHour') },
    manner: { ...COUNTED, unit_of_measurement: 'rounds/h' },
  },
} as const satisfies { readonly [id: string]: EntityRow }

/** One for each device of the table. */
const deviceRow = (device: string): EntityRow => ({
  ...{ platform: 'binary_sensor', name: `Device ${device}`, topic: 'state/device/{name}', value: whether('up'), manner: LINK },
})

interface Component extends Manner {
  readonly platform: Platform
  readonly unique_id: string
  readonly name: string
  readonly state_topic: string
  readonly value_template: string
  readonly availability_topic?: string
  readonly availability_template?: string
}

/** As Home Assistant documents it: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload */
export interface DiscoveryData {
  readonly device: {
    readonly identifiers: readonly string[]
    readonly name: string
    readonly manufacturer: string
    readonly model: string
    readonly sw_version: string
  }
  readonly origin: { readonly name: string; readonly sw_version: string }
  readonly qos: 1
  readonly components: { readonly [id: string]: Component }
}

const PRODUCT = 'Blackjack table controller'

/** `devices`: their names; `software`: name and version. */
export function discoveryOf(table: TableName, devices: readonly string[], software: string): DiscoveryData {
  const id = placeName(table)
  const version = software.split(' ').at(-1) ?? ''
  const rows: readonly (readonly [key: string, row: EntityRow, name?: string])[] = [
    ...Object.entries(ENTITIES),
    ...devices.map((device) => [`device-${device}`, deviceRow(device), device] as const),
  ]
  return {
    device: {
      identifiers: [id],
      name: `Table ${table.pit}/${table.table}`,
      manufacturer: PRODUCT,
      model: 'Blackjack table',
      sw_version: version,
    },
    origin: { name: PRODUCT, sw_version: version },
    qos: 1,
    components: Object.fromEntries(rows.map(([key, row, name]) => [key, componentOf(table, `${id}_${key}`, row, name)])),
  }
}

function componentOf(table: TableName, id: string, row: EntityRow, name?: string): Component {
  const { platform, topic, value, manner = {} } = row
  // Of a table that has stopped, nothing is known but that.
  const known = topic === 'status' ? {} : { availability_topic: named(table, 'status'), availability_template: AVAILABLE }
  return {
    ...{ platform, unique_id: id, name: row.name, state_topic: named(table, topic, name), value_template: value },
    ...known,
    ...manner,
  }
}

const AVAILABLE = "{{ 'online' if value_json.data.state == 'ready' else 'offline' }}"

function named(table: TableName, topic: Topic, name?: string): string {
  const full = topicName(table, topic, ...(name === undefined ? [] : [name]))
  if (full === null) throw new Error(`${name ?? ''} is no name for the topic ${topic}`)
  return full
}

const PLACE_TOPIC = 'homeassistant/device/{place}/config'
const { qos, retained: retain, expirySeconds } = TOPICS[PLACE_TOPIC]
export const discoveryTopic = (table: TableName): string => named(table, PLACE_TOPIC)

/** null: Home Assistant forgets the table. */
export function discoveryMessage(table: TableName, told: DiscoveryData | null): Message {
  return { topic: discoveryTopic(table), payload: told === null ? '' : JSON.stringify(told), qos, retain, expirySeconds, type: 'discovery' }
}
