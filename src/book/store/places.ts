/** Finds tables and streams by name, or enters new ones. The book is the store's only writer, so it assigns their ids itself. */
import type { Transaction } from 'kysely'
import { NO_RECORDS } from '../../daemon/journal/digest.ts'
import type { TableName } from '../../wire/topics.ts'
import { NO_MEMORY, writeMemory } from '../derive/memory.ts'
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
    first_at: 0,
    last_at: 0,
  }
  await trx.insertInto('streams').values(row).execute()
  return row
}

export async function enterIncident(trx: Writer, incident: Omit<BookTables['incidents'], 'id'>): Promise<void> {
  await trx
    .insertInto('incidents')
    .values({ id: await nextId(trx, 'incidents'), ...incident, text: storable(incident.text) })
    .execute()
}
