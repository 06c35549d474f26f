/**
 * Which key is a table's. The first key that a table names becomes its key, unconfirmed. From then on only a person at the book changes it,
 * with `npm run book -- trust-key`. A table whose key is confirmed, or that the book knew before it kept keys, has proven itself.
 */
import type { Kysely, Transaction } from 'kysely'
import { fingerprintOf } from '../../base/records/seal.ts'
import type { TableName } from '../../wire/topics.ts'
import type { BookTables, StreamRow, TableKeyRow } from '../rows.ts'
import { nameOf, tableNamed } from './places.ts'

type Reader = Kysely<BookTables> | Transaction<BookTables>
type Writer = Transaction<BookTables>

export interface Trust {
  /** `p1/bj07`, as a person names the table to the book. */
  readonly table: string
  /** Fingerprint of the table's key; null: it has named none yet. */
  readonly fingerprint: string | null
  /** Somebody has confirmed that key: a person, the book's configuration, or the process that runs both ends. */
  readonly isConfirmed: boolean
}

/** Whether the journal is signed with the table's key; without one there is nothing to compare. */
export const isOfTable = ({ public_key, strange_key }: Pick<StreamRow, 'public_key' | 'strange_key'>, { fingerprint }: Trust): boolean =>
  strange_key === null && (fingerprint === null || (public_key !== null && fingerprintOf(public_key) === fingerprint))

export async function trustOf(db: Reader, table_id: number): Promise<Trust> {
  const { pit, name } = await db.selectFrom('tables').select(['pit', 'name']).where('id', '=', table_id).executeTakeFirstOrThrow()
  const key = await newestKey(db, table_id)
  return { table: `${pit}/${name}`, fingerprint: key?.fingerprint ?? null, isConfirmed: key !== undefined && key.how !== 'first' }
}

const newestKey = (db: Reader, table_id: number): Promise<TableKeyRow | undefined> =>
  db.selectFrom('table_keys').selectAll().where('table_id', '=', table_id).orderBy('number', 'desc').limit(1).executeTakeFirst()

export async function enterKey(trx: Writer, table_id: number, key: Pick<TableKeyRow, 'fingerprint' | 'at' | 'how'>): Promise<void> {
  const number = ((await newestKey(trx, table_id))?.number ?? 0) + 1
  await trx
    .insertInto('table_keys')
    .values({ table_id, number, ...key })
    .execute()
}

/** Tables that have proven themselves, the first confirmed first. */
export async function provenTables(db: Reader): Promise<readonly TableName[]> {
  const rows = await db
    .selectFrom('table_keys')
    .innerJoin('tables', 'tables.id', 'table_keys.table_id')
    .select(['property', 'pit', 'name as table'])
    .where('how', '!=', 'first')
    .orderBy('table_keys.at')
    .execute()
  return rows
}

export interface Confirming {
  readonly property: string
  /** `bj07`, or `p1/bj07`. */
  readonly table: string
  /** With or without hyphens. */
  readonly fingerprint: string
  /** The table does not sign with this key yet. */
  readonly isAhead: boolean
}

const FINGERPRINT = /^[0-9a-f]{16}$/

/** With hyphens; null: it is none. */
export const fingerprintIn = (given: string): string | null => {
  const digits = given.toLowerCase().replaceAll('-', '')
  return FINGERPRINT.test(digits) ? digits.replace(/(....)(?=.)/g, '$1-') : null
}

/** A person says which key is the table's. Returns what that changes, as text. @throws Error that says why it changes nothing */
export const confirmKey = (store: Kysely<BookTables>, { property, table, fingerprint: given, isAhead }: Confirming, wallMs: number) =>
  store.transaction().execute(async (trx): Promise<string> => {
    const fingerprint = fingerprintIn(given)
    if (fingerprint === null) throw new Error(`${given} is no fingerprint; one has 16 hexadecimal digits, as 12ab-34cd-56ef-7890`)
    const name = await nameOf(trx, property, table)
    const { id } = await tableNamed(trx, name)
    const word = `${name.pit}/${name.table}`
    const before = await newestKey(trx, id)
    const seen = await keysSeen(trx, id)
    if (before !== undefined && !isAhead && before.fingerprint !== fingerprint && !seen.includes(fingerprint))
      throw new Error(
        `${word} has named no key ${fingerprint} to the book, only ${seen.join(', ')}. If it is going to sign with that key, add --ahead`,
      )
    await enterKey(trx, id, { fingerprint, at: wallMs, how: 'person' })
    const asked = await journalsToName(trx, id, word)
    if (before === undefined || before.fingerprint === fingerprint) return `${fingerprint} is confirmed as the key of ${word}${asked}`
    return `${fingerprint} is the key of ${word} from now on; ${before.fingerprint} proves nothing any more${asked}`
  })

/** What the one who runs the book says of a table's key: a row of its configuration, or the process that runs both ends. */
export interface VouchedKey {
  readonly table: TableName
  readonly fingerprint: string
  readonly how: 'config' | 'owner'
}

/**
 * Confirms the key, unless it was confirmed before: a person may have named another one since. Returns whether it is the table's key now.
 */
export const vouchForKey = (store: Kysely<BookTables>, { table, fingerprint, how }: VouchedKey, wallMs: number): Promise<boolean> =>
  store.transaction().execute(async (trx) => {
    const { id } = await tableNamed(trx, table)
    const keys = await trx.selectFrom('table_keys').selectAll().where('table_id', '=', id).orderBy('number').execute()
    if (keys.some((key) => key.fingerprint === fingerprint && key.how !== 'first')) return keys.at(-1)?.fingerprint === fingerprint
    await enterKey(trx, id, { fingerprint, at: wallMs, how })
    return true
  })

/** A journal that is not the table's first is named by a person, and so is the first of several that wait. */
async function journalsToName(trx: Writer, table_id: number, word: string): Promise<string> {
  const streams = await trx.selectFrom('streams').select(['stream', 'standing']).where('table_id', '=', table_id).orderBy('id').execute()
  const waiting = streams.filter(({ standing }) => standing === 'new').map(({ stream }) => stream)
  if (waiting.length === 0 || (waiting.length === 1 && streams.length === 1)) return ''
  return `. Nobody has vouched for ${waiting.join(', ')} yet: npm run book -- trust-key ${word} --journal NAME, or --not-journal NAME`
}

const keysSeen = async (trx: Writer, table_id: number): Promise<readonly string[]> => {
  const rows = await trx.selectFrom('streams').select(['public_key', 'strange_key']).where('table_id', '=', table_id).execute()
  const keys = rows.flatMap(({ public_key, strange_key }) => [public_key, strange_key].filter((key) => key !== null && key !== ''))
  return [...new Set(keys.map((key) => fingerprintOf(key ?? '')))]
}
