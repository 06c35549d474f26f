/** The clients of the embedded broker and what each may do there: the table of roles (`wire/roles.ts`) with a name filled in. */
import { timingSafeEqual } from 'node:crypto'
import { grantFilter, ROLES, type Role } from '../../wire/roles.ts'
import { isId, type Topic, topicFilter } from '../../wire/topics.ts'
import { hears, overlap } from './filters.ts'

export interface Visitor {
  /** True for the tables of this process and the book that hears them; everybody else is limited in size, rate and number. */
  readonly isTable: boolean
  /** Verified by a password; null: nobody has verified who it is. */
  readonly login: string | null
  /** `unheard`: acknowledged and dropped, as MQTT 3.1.1 requires. */
  mayPublish(topic: string): 'yes' | 'unheard' | 'no'
  /** True if the visitor may hear at least some of what the filter matches. */
  maySubscribe(filter: string): boolean
  mayHear(topic: string): boolean
}

export interface Access {
  /** null: the login is refused. `busy`: it was not checked, so the client may try again. Never rejects. */
  enter(username: string | undefined, password: Uint8Array | undefined): Promise<Visitor | 'busy' | null>
}

export interface TableLogin {
  readonly username: string
  readonly password: string
}

/** `busy`: too many passwords wait to be checked, so this one was not. */
export type Checked = 'right' | 'wrong' | 'busy'
/** Whether a user's password is right; null if users have none. Never rejects. */
export type PasswordCheck = ((user: string, password: string) => Promise<Checked>) | null

const ANY_TABLE = { property: '+', pit: '+', table: '+' }
const ANY_COMMAND = topicFilter(ANY_TABLE, 'cmd/{user}/{name}')

/** `user` null: the user that the topic names. */
function visitorOf(role: Role, user: string | null, login: string | null): Visitor {
  const filtersOf = (topics: readonly Topic[]): readonly string[] => topics.map((topic) => grantFilter(topic, user))
  const publish = filtersOf(ROLES[role].publish)
  const subscribe = filtersOf(ROLES[role].subscribe)
  return {
    isTable: role === 'table' || role === 'audit',
    login,
    mayPublish: (topic) => {
      if (publish.some((filter) => hears(filter, topic))) return 'yes'
      // A display whose user has not logged in yet: he is asked to do so when its subscription to the reply is refused.
      return role === 'reader' && hears(ANY_COMMAND, topic) ? 'unheard' : 'no'
    },
    maySubscribe: (asked) => subscribe.some((filter) => overlap(filter, asked) && isSameRoot(filter, asked)),
    mayHear: (topic) => subscribe.some((filter) => hears(filter, topic) && isSameRoot(filter, topic)),
  }
}

/**
 * The tables of this process, and their book, by passwords made at this start. Everybody else may read; commands are for users with a password,
 * or, if there are none, for anybody who claims a name.
 */
export function accessOf(table: TableLogin, book: TableLogin, check: PasswordCheck): Access {
  return {
    enter: async (username, password) => {
      const given = Buffer.from(password ?? [])
      if (username === book.username) return isSame(given, Buffer.from(book.password)) ? visitorOf('audit', book.username, username) : null
      if (username === table.username) return isSame(given, Buffer.from(table.password)) ? visitorOf('table', null, username) : null
      if (username === undefined || username === '') return visitorOf(check === null ? 'person' : 'reader', null, null)
      if (!isId(username)) return null
      const checked = check === null ? 'right' : await check(username, given.toString('utf8'))
      if (checked === 'busy') return 'busy'
      return checked === 'right' ? visitorOf('person', username, check === null ? null : username) : null
    },
  }
}

/** `casino/v1/{property}/reply/ann/status` is not the status of a table in a pit called reply. */
const isSameRoot = (filter: string, asked: string): boolean => {
  const [own = '', theirs = ''] = [filter, asked].map((each) => each.split('/')[3])
  return !BESIDE_TABLES.has(theirs) || BESIDE_TABLES.has(own)
}
const BESIDE_TABLES: ReadonlySet<string> = new Set(['reply', 'audit'])

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
