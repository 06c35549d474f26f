/** Decodes what the book receives from the tables. Every message is treated as hostile until its form is checked. Pure. */
import { z } from 'zod'
import { isDeeperThan, textOf } from '../wire/command-payload.ts'
import type { TableName } from '../wire/topics.ts'
import type { AnyRecord } from './derive/any-record.ts'
import type { BookIncident } from './incident-codes.ts'

/** Limit for one message; no table publishes a larger one. */
const BYTES_MAX = 128 * 1024
const TIME_MAX = 8.64e15
/** No table nests deeper than half of this. A deeper text would overflow the stack when it is written out again. */
const DEPTH_MAX = 32

const id = z.string().regex(/^[a-z0-9-]{1,32}$/)
// A PostgreSQL text cannot hold NUL.
const text = z
  .string()
  .max(256)
  .transform((value) => value.replaceAll('\0', '\uFFFD'))
const record = z.looseObject({ n: z.int().min(1), t: z.number().min(-TIME_MAX).max(TIME_MAX), kind: z.string().min(1).max(64) })
const log = z.object({
  id: z.string().max(160),
  type: z.literal('log'),
  data: record,
  historical: z.literal(true).optional(),
  last: z.literal(true).optional(),
})
const describe = z.object({
  type: z.literal('describe'),
  time: z.iso.datetime({ offset: true }).optional().catch(undefined),
  data: z.looseObject({
    software: text,
    house: text,
    currency: z.string().regex(/^[A-Z]{3}$/),
    exponent: z.int().min(0).max(9),
    rulesSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .catch(undefined),
  }),
})
const status = z.object({ type: z.literal('status'), data: z.looseObject({ state: z.enum(['ready', 'lost', 'stopped']) }) })
const reply = z.object({
  correlation: z.string().max(64),
  ok: z.boolean(),
  error: z.string().max(1000).nullable(),
  fromSeq: z.int().min(1).optional(),
  toSeq: z.int().min(1).optional(),
})

export interface RecordHeard {
  readonly kind: 'record'
  readonly table: TableName
  readonly stream: string
  readonly record: AnyRecord
  /** The record's JSON text, over which the hash is computed. */
  readonly body: string
  /** The book requested this record. */
  readonly isReplayed: boolean
  /** The last record of a request. */
  readonly isLast: boolean
  readonly bytes: number
}

export interface DescribeHeard {
  readonly kind: 'describe'
  readonly table: TableName
  readonly house: string
  readonly software: string
  readonly currency: string
  readonly exponent: number
  readonly described: string
  /** As the table names it; null: it names none. */
  readonly rulesSha256: string | null
  /** When the table published it, Unix ms; null: it does not say. */
  readonly at: number | null
  readonly bytes: number
}

export type Heard =
  | RecordHeard
  | DescribeHeard
  | { readonly kind: 'status'; readonly table: TableName; readonly state: 'ready' | 'lost' | 'stopped' }
  | ({ readonly kind: 'reply' } & z.output<typeof reply>)
  /** Records that their table no longer has: its journal now begins at `keptFrom`. */
  | { readonly kind: 'gone'; readonly table: TableName; readonly stream: string; readonly keptFrom: number }
  /** Records sent again because the seal in record `seal` contradicts what the book holds: every record since the last proven one. */
  | {
      readonly kind: 'resent'
      readonly table: TableName
      readonly stream: string
      readonly seal: number
      readonly records: readonly RecordHeard[]
    }
  /** Records that the seal in record `seal` contradicts, and why they will not be put right. */
  | { readonly kind: 'unmended'; readonly table: TableName; readonly stream: string; readonly seal: number; readonly why: string }
  /** Something about the table that a person should know; null: about the book itself. */
  | { readonly kind: 'told'; readonly table: TableName | null; readonly code: BookIncident; readonly text: string }
  /** The journal that the table writes is looked at, although nothing new came. */
  | { readonly kind: 'look'; readonly table: TableName }
  /** `table` null: the topic names no table. */
  | { readonly kind: 'rejected'; readonly table: TableName | null; readonly reason: string }

/** The book's side of the topics: which property it hears and where replies go. */
export interface Hearer {
  readonly property: string
  readonly user: string
  /** The last part of the reply topic. */
  readonly client: string
}

export const replyTopic = ({ property, user, client }: Hearer): string => `casino/v1/${property}/reply/${user}/${client}`

export const filtersOf = (hearer: Hearer): readonly string[] => {
  const all = `casino/v1/${hearer.property}/+/+`
  return [`${all}/log`, `${all}/describe`, `${all}/status`, `${all}/replay/${hearer.user}`, replyTopic(hearer)]
}

export const decodeMessage = (hearer: Hearer, topic: string, payload: Uint8Array): Heard => {
  const place = topic === replyTopic(hearer) ? 'reply' : placeOf(hearer, topic)
  if (place === null) return rejected(null, 'the topic is none of a table')
  const table = place === 'reply' ? null : place.table
  if (payload.length > BYTES_MAX) return rejected(table, `${payload.length} bytes; a message has at most ${BYTES_MAX}`)
  const text = textOf(payload)
  if (text !== null && isDeeperThan(text, DEPTH_MAX)) return rejected(table, `it is nested more than ${DEPTH_MAX} levels deep`)
  const value = text === null ? undefined : parse(text)
  if (value === undefined) return rejected(table, 'it is not JSON in UTF-8')
  if (place !== 'reply') return DECODERS[place.says](place.table, value, payload.length)
  const read = reply.safeParse(value)
  return read.success ? { kind: 'reply', ...read.data } : rejected(null, faultOf(read.error))
}

const rejected = (table: TableName | null, reason: string): Heard => ({ kind: 'rejected', table, reason })

const statusOf = (table: TableName, value: unknown): Heard => {
  const read = status.safeParse(value)
  return read.success ? { kind: 'status', table, state: read.data.data.state } : rejected(table, faultOf(read.error))
}

const describeOf = (table: TableName, value: unknown, bytes: number): Heard => {
  const read = describe.safeParse(value)
  if (!read.success) return rejected(table, faultOf(read.error))
  const { software, house, currency, exponent, rulesSha256 = null } = read.data.data
  const { time } = read.data
  return {
    kind: 'describe',
    table,
    software,
    house,
    currency,
    exponent,
    described: JSON.stringify((value as { readonly data: unknown }).data),
    rulesSha256,
    at: time === undefined ? null : Date.parse(time),
    bytes,
  }
}

const recordOf = (table: TableName, value: unknown, bytes: number): Heard => {
  const read = log.safeParse(value)
  if (!read.success) return rejected(table, faultOf(read.error))
  const { data, historical, last } = read.data
  const [property, pit, name, stream, says, n, ...more] = read.data.id.split('/')
  const isItsOwn = property === table.property && pit === table.pit && name === table.table && says === 'log' && more.length === 0
  if (!isItsOwn || !id.safeParse(stream).success || n !== String(data.n))
    return rejected(table, 'its id does not name this table, its stream and its record')
  // The record as it was sent, because the form above may drop fields it does not know.
  const whole = (value as { readonly data: AnyRecord }).data
  return {
    kind: 'record',
    table,
    stream: stream ?? '',
    record: whole,
    body: JSON.stringify(whole),
    isReplayed: historical === true,
    isLast: last === true,
    bytes,
  }
}

const DECODERS = { record: recordOf, describe: describeOf, status: statusOf } as const

const placeOf = ({ property, user }: Hearer, topic: string) => {
  const [root, version, ours, pit = '', name = '', ...rest] = topic.split('/')
  const table = { property, pit, table: name }
  if (root !== 'casino' || version !== 'v1' || ours !== property || !isName(table)) return null
  const says = SAYS.get(rest.join('/')) ?? (rest.join('/') === `replay/${user}` ? ('record' as const) : null)
  return says === null ? null : { table, says }
}

const isName = ({ pit, table }: TableName): boolean => id.safeParse(pit).success && id.safeParse(table).success
const SAYS: ReadonlyMap<string, 'record' | 'describe' | 'status'> = new Map([
  ['log', 'record'],
  ['describe', 'describe'],
  ['status', 'status'],
])

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FAULT_MAX = 160
const faultOf = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`.slice(0, FAULT_MAX)
