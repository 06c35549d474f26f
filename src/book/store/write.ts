/** Writes derived rows and records, many per statement. Values are converted so that both stores accept them. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { reasonOf } from '../../base/process/reason.ts'
import { type Change, type DerivedTable, KEYS, merged } from '../derive/change.ts'
import type { BookTables, RecordRow } from '../rows.ts'
import { isOfValues } from './faults.ts'

type Writer = Transaction<BookTables>
type Value = string | number | null
type Row = Readonly<{ [column: string]: Value }>
/** Rows of any derived table: their names come from `KEYS`, not from outside. */
type AnyTables = Readonly<{ [table: string]: Row }>

/** SQLite takes 32,766 values in a statement; no table has more than 32 columns. */
export const ROWS_AT_ONCE = 500

export const chunksOf = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

export async function insertRecords(trx: Writer, rows: readonly RecordRow[]): Promise<void> {
  for (const chunk of chunksOf(rows, ROWS_AT_ONCE)) {
    await trx
      .insertInto('records')
      .values(chunk.map((row) => ({ ...row, t: storable(row.t), kind: storable(row.kind) })))
      .execute()
  }
}

/** The changes that one record makes. */
export interface Derivation {
  readonly n: number
  readonly changes: readonly Change[]
}

export interface Refused {
  readonly n: number
  readonly reason: string
}

/**
 * Applies the changes in the order of the records that made them. If the store refuses their values, record by record, so that only the
 * one at fault changes nothing; it is returned. @throws the error that keeps the store from being written
 */
export async function applyDerived(trx: Writer, stream_id: number, derivations: readonly Derivation[]): Promise<readonly Refused[]> {
  const all = await refusalOf(trx, stream_id, derivations)
  if (all === null) return []
  const refused: Refused[] = []
  for (const each of derivations) {
    const reason = each.changes.length === 0 ? null : await refusalOf(trx, stream_id, [each])
    if (reason !== null) refused.push({ n: each.n, reason })
  }
  return refused
}

/** null: they are applied; otherwise none of them is, for this reason. */
async function refusalOf(trx: Writer, stream_id: number, derivations: readonly Derivation[]): Promise<string | null> {
  await sql`savepoint derived`.execute(trx)
  try {
    await applyChanges(
      trx,
      stream_id,
      derivations.flatMap(({ changes }) => changes),
    )
    await sql`release savepoint derived`.execute(trx)
    return null
  } catch (error) {
    if (!isOfValues(error)) throw error
    await sql`rollback to savepoint derived`.execute(trx)
    return `the store does not take what it says (${reasonOf(error)})`
  }
}

async function applyChanges(trx: Writer, stream_id: number, changes: readonly Change[]): Promise<void> {
  const any = trx as unknown as Kysely<AnyTables>
  const puts = new Map<DerivedTable, Row[]>()
  for (const each of merged(changes)) {
    if (each.change === 'put') {
      const rows = puts.get(each.table) ?? []
      rows.push({ stream_id, ...storableRow(each.row) })
      puts.set(each.table, rows)
    } else if (each.change === 'keep') {
      await any
        .insertInto(each.table)
        .values({ stream_id, ...storableRow(each.row) })
        .onConflict((on) => on.columns(['stream_id', ...KEYS[each.table]]).doUpdateSet(storableRow(each.values)))
        .execute()
    } else if (each.change === 'drop') {
      const query = any.deleteFrom(each.table).where('stream_id', '=', stream_id)
      await Object.entries(storableRow(each.key))
        .reduce((so, [column, value]) => so.where(column, '=', value), query)
        .execute()
    } else {
      const query = any.updateTable(each.table).set(storableRow(each.values)).where('stream_id', '=', stream_id)
      await Object.entries(storableRow(each.key))
        .reduce((so, [column, value]) => so.where(column, '=', value), query)
        .execute()
    }
  }
  for (const [table, rows] of puts) await putRows(any, table, rows)
}

async function putRows(any: Kysely<AnyTables>, table: DerivedTable, rows: readonly Row[]): Promise<void> {
  const key = ['stream_id', ...KEYS[table]]
  for (const chunk of chunksOf(rows, ROWS_AT_ONCE)) {
    const columns = Object.keys(chunk[0] ?? {}).filter((column) => !key.includes(column))
    await any
      .insertInto(table)
      .values(chunk)
      .onConflict((on) => {
        const same = on.columns(key)
        if (columns.length === 0) return same.doNothing()
        return same.doUpdateSet((of) => Object.fromEntries(columns.map((column) => [column, of.ref(`excluded.${column}`)])))
      })
      .execute()
  }
}

/** A PostgreSQL text cannot hold NUL, nor its whole numbers a fraction, and a device's clock may report anything. */
export const storable = <V extends Value>(value: V): V => {
  if (typeof value === 'string') return (value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value) as V
  if (typeof value !== 'number') return value
  const whole = Math.trunc(Number.isNaN(value) ? 0 : value)
  return Math.min(Math.max(whole, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER) as V
}

const storableRow = (row: Row): Row => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, storable(value)]))
