/**
 * What the sink remembers of each table besides its rows: which journal it writes, what was requested from it, and which incidents were
 * reported.
 */
import type { TableName } from '../wire/topics.ts'
import { createGap, type Gap } from './gaps.ts'
import { createPresence, type Presence } from './presence.ts'
import { createResend, type Resend } from './resend.ts'
import type { StreamRow, TableRow } from './rows.ts'
import { firstHeld } from './store/keep.ts'
import type { Store } from './store/open.ts'

export interface TableState {
  readonly name: TableName
  /** The journal it writes now; null: none has been heard of. */
  current(): StreamRow | null
  readonly streams: Map<string, StreamRow>
  currentStream: string | null
  readonly gap: Gap
  /** Requests records that a seal contradicts once more. */
  readonly resend: Resend
  readonly presence: Presence
  /** The table may have records after those received. */
  mayHaveMore: boolean
  /** For a journal from which nothing was received: the first record the table still has. */
  askFrom: number
  isAcknowledging: boolean
  hasNews: boolean
  /** The store works, but does not take what this table sent: until then its records are dropped, and then asked for again. */
  aside: { readonly failures: number; readonly untilMs: number } | null
  /** Incidents entered since the start, by code, stream and text; each is reported once. */
  readonly told: Set<string>
}

export interface Tables {
  all(): readonly TableState[]
  /** null: there are more tables than any property has. */
  named(name: TableName): TableState | null
  firstHeld(store: Store, table: TableState): Promise<number | null>
  /** Reads the streams again, because what is remembered of them may be wrong. */
  forget(store: Store): Promise<void>
}

const TABLES_MAX = 1000

export async function createTables(store: Store): Promise<Tables> {
  const tables = new Map<string, TableState>()
  const named = (name: TableName): TableState | null => {
    const key = `${name.pit}/${name.table}`
    const known = tables.get(key)
    if (known !== undefined) return known
    if (tables.size >= TABLES_MAX) return null
    const table = newTable(name)
    tables.set(key, table)
    return table
  }
  const forget = async (from: Store): Promise<void> => {
    const rows: readonly TableRow[] = await from.selectFrom('tables').selectAll().execute()
    const streams: readonly StreamRow[] = await from.selectFrom('streams').selectAll().execute()
    for (const { id, property, pit, name } of rows) {
      const table = named({ property, pit, table: name })
      if (table === null) continue
      table.streams.clear()
      const own = streams.filter(({ table_id }) => table_id === id)
      for (const stream of own) table.streams.set(stream.stream, stream)
      const newest = own.reduce<StreamRow | null>((best, each) => (best === null || each.last_at > best.last_at ? each : best), null)
      table.currentStream ??= newest?.stream ?? null
    }
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
  }
}

const newTable = (name: TableName): TableState => {
  const streams = new Map<string, StreamRow>()
  const table: TableState = {
    name,
    current: () => (table.currentStream === null ? null : (streams.get(table.currentStream) ?? null)),
    streams,
    currentStream: null,
    gap: createGap(),
    resend: createResend(),
    presence: createPresence(),
    mayHaveMore: false,
    askFrom: 1,
    isAcknowledging: false,
    hasNews: false,
    aside: null,
    told: new Set(),
  }
  return table
}
