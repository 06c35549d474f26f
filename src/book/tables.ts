/**
 * What the sink remembers of each table besides its rows: which journal it writes, what was requested from it, and which incidents were
 * reported.
 */

import type { BookHead } from '../base/records/book-head.ts'
import type { TableName } from '../wire/topics.ts'
import { type AskedSpans, createAskedSpans } from './asked-spans.ts'
import { createGap, createGapWatch, type Gap, type GapWatch } from './gaps.ts'
import { createPresence, type Presence } from './presence.ts'
import { createResend, type Resend } from './resend.ts'
import type { StreamRow, TableRow } from './rows.ts'
import { createSealWatch, type SealWatch } from './seal-watch.ts'
import { newestHeads } from './store/heads.ts'
import { firstHeld } from './store/keep.ts'
import { provenTables } from './store/keys.ts'
import type { Store } from './store/open.ts'
import { isKnown } from './store/words.ts'

export interface TableState {
  readonly name: TableName
  /** The journal it writes now; null: none has been heard of. */
  current(): StreamRow | null
  readonly streams: Map<string, StreamRow>
  /** The book's newest signature over each journal, by the journal's name. */
  readonly heads: Map<string, BookHead>
  currentStream: string | null
  /** The time that its journals shared when its rounds were looked at last, as text; null: they were not since the book started. */
  shared: string | null
  readonly gap: Gap
  readonly gaps: GapWatch
  /** The first record of the journal that has been missing for too long; null: there is none. */
  missingFrom: number | null
  readonly asked: AskedSpans
  /** Journals that came as historical, although nobody had asked for them. */
  readonly unasked: Set<string>
  /** Requests records that a seal contradicts once more. */
  readonly resend: Resend
  readonly presence: Presence
  readonly seals: SealWatch
  /** The table may have records after those received. */
  mayHaveMore: boolean
  /** For a journal from which nothing was received: the first record the table still has. */
  askFrom: number
  isAcknowledging: boolean
  hasNews: boolean
  /** What was acknowledged last since the connection was made. */
  acknowledged: BookHead | null
  /** The store works, but does not take what this table sent: until then its records are dropped, and then asked for again. */
  aside: { readonly failures: number; readonly untilMs: number } | null
  /** Incidents entered since the start, by code, stream and text; each is reported once. */
  readonly told: Set<string>
}

export interface Tables {
  all(): readonly TableState[]
  /** null: all places are taken. */
  named(name: TableName): TableState | null
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

const newTable = (name: TableName): TableState => {
  const streams = new Map<string, StreamRow>()
  const table: TableState = {
    name,
    current: () => (table.currentStream === null ? null : (streams.get(table.currentStream) ?? null)),
    streams,
    heads: new Map(),
    ...{ currentStream: null, shared: null },
    gap: createGap(),
    gaps: createGapWatch(),
    missingFrom: null,
    asked: createAskedSpans(),
    unasked: new Set(),
    resend: createResend(),
    presence: createPresence(),
    seals: createSealWatch(),
    mayHaveMore: false,
    askFrom: 1,
    isAcknowledging: false,
    hasNews: false,
    acknowledged: null,
    aside: null,
    told: new Set(),
  }
  return table
}
