/**
 * The whole tree of topics as one table: the only source for a topic's name, type, retention and readers.
 *
 *   casino/v1/{property}/{pit}/{table}/...    the table's
 *   casino/v1/{property}/...                  next to it: replies, the audit sink's acknowledgement
 *   homeassistant/device/{place}/config       where Home Assistant looks for what it may show
 */
import { STATE_TYPES } from '../../devices/scan.ts'
import type { EventType, MessageType } from './payloads.ts'

/** `pit`: everybody who sees the floor's displays; `audit`: may see cards that nobody at the table has seen. */
export type Readers = 'all' | 'pit' | 'audit' | 'table' | 'user'

interface TopicRow {
  readonly root: 'table' | 'property' | 'broker'
  /** Envelope types it carries. Empty: bare JSON, or a reserved place in the tree. */
  readonly types: readonly MessageType[]
  readonly retained: boolean
  readonly qos: 0 | 1
  /** MQTT 5 message expiry; null: none. */
  readonly expirySeconds: number | null
  readonly readers: Readers
  readonly content: string
}

const HOUR_SECONDS = 3600

export const TOPICS = {
  status: row('all', ['status'], { retained: true, content: 'birth, will and clean stop' }),
  describe: row('all', ['describe'], { retained: true, content: 'software, house, every rule in force with its clause, limits, devices' }),
  'state/table': row('pit', ['state.table'], { retained: true, content: 'the table: shoe, cards out, occupied boxes' }),
  'state/round': row('pit', ['state.round'], {
    retained: true,
    expirySeconds: 6 * HOUR_SECONDS,
    content: 'the round as far as a person at the table can see it',
  }),
  'state/pace': row('pit', ['state.pace'], { retained: true, qos: 0, expirySeconds: 60, content: 'rounds, hands and cards an hour' }),
  'state/device/{name}': row('pit', ['state.device'], { retained: true, content: 'one device: link, heartbeat, errors, ring, clock' }),
  'alarm/{id}': row('pit', ['alarm'], { retained: true, content: 'one open alarm; empty when closed' }),
  'ev/round': row(
    'pit',
    [
      'shoe.loaded',
      'shoe.cut-card',
      ...STATE_TYPES,
      'round.opened',
      'bet.placed',
      'card.dealt',
      'hand.stood',
      'hand.doubled',
      'hand.split',
      'hand.busted',
      'insurance.placed',
      'hand.surrendered',
      'chips.paid',
      'chips.taken',
      'card.discarded',
      'round.closed',
      'round.revised',
      'round.void',
      'round.incomplete',
    ],
    { expirySeconds: 600, content: 'round and shoe events' },
  ),
  'ev/procedure': row('pit', ['finding.raised', 'finding.changed', 'finding.withdrawn'], { expirySeconds: 600, content: 'findings' }),
  'ev/system': row(
    'pit',
    [
      'system.started',
      'device.link',
      'device.identity',
      'device.incident',
      'host.condition',
      'device.rejected',
      'cards.missing',
      'dealer.peeked',
      'key.pressed',
      'command.answered',
      'card.named',
      'card.moved',
      'floor.ruled',
      'dealer.changed',
    ],
    { expirySeconds: 600, content: 'device and system events' },
  ),
  log: row('audit', ['log'], { content: 'every journal record in order' }),
  checkpoint: row('audit', ['checkpoint'], { retained: true, content: 'signed head of the journal chain' }),
  'cmd/{user}/{name}': row('table', [], { expirySeconds: 10, content: 'commands, bare JSON' }),
  'replay/{user}': row('user', ['log'], {
    expirySeconds: HOUR_SECONDS,
    content: "the records that an audit sink's replay command asked for",
  }),
  'reply/{user}/{client}': row('user', [], { root: 'property', content: 'replies, bare JSON' }),
  'audit/ack/{table}': row('table', [], {
    root: 'property',
    retained: true,
    content: "the audit sink's acknowledgement, {table} is pit-table",
  }),
  'homeassistant/device/{place}/config': row('all', [], {
    root: 'broker',
    retained: true,
    content: 'the table as a device of Home Assistant, bare JSON, where the configuration has mqtt.discovery',
  }),
} as const

export type Topic = keyof typeof TOPICS

function row<const T extends readonly MessageType[]>(
  readers: Readers,
  types: T,
  rest: Partial<TopicRow> & Pick<TopicRow, 'content'>,
): TopicRow & { readonly types: T } {
  return { root: 'table', retained: false, qos: 1, expirySeconds: null, readers, ...rest, types }
}

const EVENTS = ['ev/round', 'ev/procedure', 'ev/system'] as const
export type EventTopic = (typeof EVENTS)[number]
type EventOnATopic = (typeof TOPICS)[EventTopic]['types'][number] & EventType

const EVENT_TOPICS = new Map<string, EventTopic>()
for (const topic of EVENTS) {
  for (const type of TOPICS[topic].types) EVENT_TOPICS.set(type, topic)
}

/** Whether this version of the software publishes it. */
export const isEventType = (type: string): boolean => EVENT_TOPICS.has(type)

/** Accepts only types in the tree, so an event type added elsewhere does not compile until it has a topic. */
export function eventTopic(type: EventOnATopic): EventTopic {
  return EVENT_TOPICS.get(type) ?? 'ev/system'
}

/** Ids as in the configuration, each `[a-z0-9-]{1,32}`. */
export interface TableName {
  readonly property: string
  readonly pit: string
  readonly table: string
}

const ID = /^[a-z0-9-]{1,32}$/

export function isId(text: string): boolean {
  return ID.test(text)
}

/** `casino/v1/demo/p1/bj07` */
export function baseTopic(table: TableName): string {
  return `casino/v1/${table.property}/${table.pit}/${table.table}`
}

/** The full topic, with `{...}` filled from `names` in order; null if a name is no id, or there are too few or too many. */
export function topicName(table: TableName, topic: Topic, ...names: readonly string[]): string | null {
  const left = [...names]
  const parts: string[] = []
  for (const part of topic.replace(PLACE, placeName(table)).split('/')) {
    const name = part.startsWith('{') ? left.shift() : part
    if (name === undefined || (name !== part && !isId(name))) return null
    parts.push(name)
  }
  return left.length > 0 ? null : `${rootOf(table, topic)}${parts.join('/')}`
}

/** The subscription that hears all of `topic`, or only one user's part if the topic belongs to users. */
export function topicFilter(table: TableName, topic: Topic, user = '+'): string {
  const place = placeName(table)
  // A wildcard must be a whole level.
  const one = topic.replace(PLACE, place.includes('+') ? '+' : place)
  return `${rootOf(table, topic)}${one.replace('{user}', user).replace(/\{[a-z]+\}/g, '+')}`
}

const PLACE = '{place}'

/** The table as one level of a topic. No id has an underscore, so no two tables have the same. */
export function placeName({ property, pit, table }: TableName): string {
  return `${property}_${pit}_${table}`
}

function rootOf(table: TableName, topic: Topic): string {
  const roots = { table: `${baseTopic(table)}/`, property: `casino/v1/${table.property}/`, broker: '' }
  return roots[TOPICS[topic].root]
}
