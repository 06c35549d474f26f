/**
 * Who may publish and receive what at the broker, one row per role. The embedded broker enforces this table; access rules for any other
 * broker are generated from it.
 */
import { type TableName, TOPICS, type Topic, topicFilter } from './topics.ts'

export type Role = 'table' | 'person' | 'reader' | 'audit'

export interface RoleRow {
  /** `{user}` in a topic is the login itself, except for a table, which hears and answers all users. */
  readonly publish: readonly Topic[]
  readonly subscribe: readonly Topic[]
  /** Whose topics: a table's own, or those of every table of the property. */
  readonly tables: 'own' | 'all'
  readonly means: string
}

const ALL_TOPICS = Object.keys(TOPICS) as Topic[]
const COMMANDS = 'cmd/{user}/{name}'
const REPLIES = 'reply/{user}/{client}'
const REPLAYS = 'replay/{user}'
const HEAD = 'checkpoint'
const RECEIPTS = 'audit/ack/{table}'
/** What a display shows: none of it contains or depends on a card that nobody at the table can see. */
const PUBLIC = ALL_TOPICS.filter((topic) => TOPICS[topic].readers === 'all' || TOPICS[topic].readers === 'pit')
const SECRET = ALL_TOPICS.filter((topic) => TOPICS[topic].readers === 'audit')

export const ROLES: { readonly [role in Role]: RoleRow } = {
  table: {
    publish: ALL_TOPICS.filter((topic) => topic !== COMMANDS && topic !== RECEIPTS),
    // It may read what it writes, so that the doctor sees it come back and a start sees the last sealed head.
    subscribe: [COMMANDS, RECEIPTS, HEAD, ...PUBLIC],
    tables: 'own',
    means: 'The daemon of a table, and the doctor.',
  },
  person: {
    publish: [COMMANDS],
    subscribe: [...PUBLIC, REPLIES],
    tables: 'all',
    means: 'Somebody who gives commands: a floor manager, a pit manager, surveillance.',
  },
  reader: { publish: [], subscribe: PUBLIC, tables: 'all', means: 'A display that shows the tables and gives no commands.' },
  audit: {
    publish: [COMMANDS, RECEIPTS],
    subscribe: [...PUBLIC, ...SECRET, REPLIES, REPLAYS],
    tables: 'all',
    means: 'The audit sink. Only this role may read cards that nobody at the table has seen.',
  },
}

/** Every table of every property. */
const ANY_TABLE: TableName = { property: '+', pit: '+', table: '+' }

/** The topic filter of one grant: for `user`'s own topics, or for all users if it is null; for every table unless one is named. */
export function grantFilter(topic: Topic, user: string | null, table: TableName = ANY_TABLE): string {
  return topicFilter(table, topic, user ?? '+')
}
