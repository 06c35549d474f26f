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
import type { StreamRow } from './rows.ts'
import { createSealWatch, type SealWatch } from './seal-watch.ts'

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

/** Where the sink finds a table. */
export interface NamedTables {
  /** null: all places are taken. */
  named(name: TableName): TableState | null
}

export const newTable = (name: TableName): TableState => {
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
