/** The tables that the sink remembers, each in its place, and how that is read from the store. */
import type { TableName } from '../wire/topics.ts'
import type { StreamRow, TableRow } from './rows.ts'
import { newestHeads } from './store/heads.ts'
import { firstHeld } from './store/keep.ts'
import { provenTables } from './store/keys.ts'
import type { Store } from './store/open.ts'
import { isKnown } from './store/words.ts'
import { type NamedTables, newTable, type TableState } from './table-state.ts'

export interface Tables extends NamedTables {
  all(): readonly TableState[]
  firstHeld(store: Store, table: TableState): Promise<number | null>
  /** Reads the streams again, because what is remembered of them may be wrong. */
  forget(store: Store): Promise<void>
  /** Gives a place to each table that has proven itself and has none. Returns those that have one now. */
  placeProven(store: Store): Promise<readonly TableState[]>
}

/**
 * More than any property has. Whoever may write to the topics of any table could make up names until all places are taken, so a table that
 * has proven itself takes the place of one that has not.
 */
export const TABLES_MAX = 1000

export async function createTables(store: Store): Promise<Tables> {
  const tables = new Map<string, TableState>()
  const place = (name: TableName): TableState => {
    const table = newTable(name)
    tables.set(keyOf(name), table)
    return table
  }
  const named = (name: TableName): TableState | null => tables.get(keyOf(name)) ?? (tables.size < TABLES_MAX ? place(name) : null)
  const giveProven = async (from: Store): Promise<readonly TableState[]> => {
    const proven = await provenTables(from)
    const names = new Set(proven.map(keyOf))
    const placed: TableState[] = []
    for (const name of proven) {
      if (tables.has(keyOf(name))) continue
      if (tables.size >= TABLES_MAX) {
        const out = leastProven(tables, names)
        if (out === null) break
        tables.delete(out)
      }
      placed.push(place(name))
    }
    return placed
  }
  const placeProven = async (from: Store): Promise<readonly TableState[]> => {
    const placed = await giveProven(from)
    if (placed.length > 0) await load(from, placed)
    return placed
  }
  const forget = async (from: Store): Promise<void> => {
    await giveProven(from)
    const rows: readonly TableRow[] = await from.selectFrom('tables').selectAll().orderBy('id').execute()
    for (const { property, pit, name } of rows) named({ property, pit, table: name })
    await load(from, tables.values())
  }
  await forget(store)
  return {
    all: () => [...tables.values()],
    named,
    firstHeld: async (from, table) => {
      const stream = table.current()
      return stream === null ? null : firstHeld(from, stream)
    },
    forget,
    placeProven,
  }
}

/** Reads the streams and the book's signatures of these tables. */
async function load(from: Store, into: Iterable<TableState>): Promise<void> {
  const rows: readonly TableRow[] = await from.selectFrom('tables').selectAll().execute()
  const streams: readonly StreamRow[] = await from.selectFrom('streams').selectAll().execute()
  const heads = await newestHeads(from)
  const ids = new Map(rows.map(({ id, pit, name }) => [keyOf({ pit, table: name }), id]))
  for (const table of into) {
    const id = ids.get(keyOf(table.name))
    const own = streams.filter(({ table_id }) => table_id === id)
    table.streams.clear()
    table.heads.clear()
    for (const stream of own) {
      table.streams.set(stream.stream, stream)
      const head = heads.get(stream.id)
      if (head !== undefined) table.heads.set(stream.stream, head)
    }
    const newest = (own.some(isKnown) ? own.filter(isKnown) : own).reduce<StreamRow | null>(
      (best, each) => (best === null || heardOf(each) > heardOf(best) ? each : best),
      null,
    )
    table.currentStream ??= newest?.stream ?? null
  }
}

const heardOf = ({ heard_until, last_at }: StreamRow): number => heard_until ?? last_at

const keyOf = ({ pit, table }: Pick<TableName, 'pit' | 'table'>): string => `${pit}/${table}`

/** Which table gives up its place: the newest without a key, otherwise the newest whose key nobody has confirmed; null: none. */
const leastProven = (tables: ReadonlyMap<string, TableState>, proven: ReadonlySet<string>): string | null => {
  const unproven = [...tables].reverse().filter(([key]) => !proven.has(key))
  const keyless = unproven.find(([, { streams }]) => [...streams.values()].every(({ public_key }) => public_key === null))
  return (keyless ?? unproven[0])?.[0] ?? null
}
