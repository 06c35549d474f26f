/** Finds tables and streams by name, or enters new ones. The book is the store's only writer, so it assigns their ids itself. */
import type { Kysely, Transaction } from 'kysely'
import { NO_RECORDS } from '../../base/records/digest.ts'
import type { TableName } from '../../wire/topics.ts'
import { NO_MEMORY, writeMemory } from '../derive/memory.ts'
import type { BookIncident } from '../incident-codes.ts'
import type { BookTables, StreamRow, TableRow } from '../rows.ts'
import { storable } from './write.ts'

type Writer = Transaction<BookTables>

const nextId = async (trx: Writer, table: 'tables' | 'streams' | 'incidents'): Promise<number> => {
  const row = await trx
    .selectFrom(table)
    .select((of) => of.fn.max<number | null>('id').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export async function tableNamed(trx: Writer, { property, pit, table: name }: TableName): Promise<TableRow> {
  const known = await trx
    .selectFrom('tables')
    .selectAll()
    .where('property', '=', property)
    .where('pit', '=', pit)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known !== undefined) return known
  const id = await nextId(trx, 'tables')
  const row: TableRow = { id, property, pit, name, house: null, software: null, currency: null, exponent: null }
  await trx.insertInto('tables').values(row).execute()
  return row
}

export async function streamNamed(trx: Writer, table_id: number, stream: string): Promise<StreamRow> {
  const known = await trx.selectFrom('streams').selectAll().where('table_id', '=', table_id).where('stream', '=', stream).executeTakeFirst()
  if (known !== undefined) return known
  const row: StreamRow = {
    id: await nextId(trx, 'streams'),
    table_id,
    stream,
    complete_to: 0,
    heard_to: 0,
    hash: NO_RECORDS,
    boot: 0,
    derived_to: 0,
    derive_state: writeMemory(NO_MEMORY),
    public_key: null,
    strange_key: null,
    proven_to: 0,
    proven_hash: NO_RECORDS,
    doubted_by: null,
    unsigned_from: null,
    standing: 'new',
    first_seal: null,
    heard_from: null,
    heard_until: null,
    first_at: 0,
    last_at: 0,
  }
  await trx.insertInto('streams').values(row).execute()
  return row
}

export async function enterIncident(trx: Writer, incident: Omit<BookTables['incidents'], 'id' | 'closed_at' | 'closed_by'>): Promise<void> {
  await trx
    .insertInto('incidents')
    .values({ id: await nextId(trx, 'incidents'), ...incident, text: storable(incident.text), closed_at: null, closed_by: null })
    .execute()
}

/** They no longer stand: a person has decided, or what was wrong has settled itself. */
export async function closeIncidents(
  trx: Writer,
  {
    code,
    at,
    ...of
  }: {
    readonly code: BookIncident
    readonly at: number
    readonly table_id?: number
    readonly stream_id?: number
    readonly except?: readonly string[]
  },
): Promise<void> {
  const open = trx.updateTable('incidents').set({ closed_at: at }).where('code', '=', code).where('closed_at', 'is', null)
  const { table_id, stream_id, except = [] } = of
  const own = stream_id === undefined ? open.where('table_id', '=', table_id ?? null) : open.where('stream_id', '=', stream_id)
  await (except.length === 0 ? own : own.where('text', 'not in', except)).execute()
}

const TABLE = /^(?:([a-z0-9-]{1,32})\/)?([a-z0-9-]{1,32})$/

/** The table that a person names, as `bj07` or `p1/bj07`. @throws Error that says why it names none, or several */
export async function nameOf(db: Kysely<BookTables> | Writer, property: string, word: string): Promise<TableName> {
  const [, pit, table = ''] = TABLE.exec(word) ?? []
  if (table === '') throw new Error(`${word || "''"} names no table; bj07 does, or p1/bj07 with its pit`)
  if (pit !== undefined) return { property, pit, table }
  const known = await db.selectFrom('tables').select('pit').where('property', '=', property).where('name', '=', table).execute()
  const [only] = known
  if (only === undefined) throw new Error(`the book knows no table ${table}; name it with its pit, as p1/${table}`)
  if (known.length > 1) throw new Error(`there are several tables ${table}: ${known.map((each) => `${each.pit}/${table}`).join(', ')}`)
  return { property, pit: only.pit, table }
}
