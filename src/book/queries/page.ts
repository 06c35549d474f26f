/**
 * Lists, newest first, one page at a time. Each stream is queried by itself and the answers are merged: an index gives one stream's rows in
 * order at once, but neither store would do so for several streams together.
 */
import type { Kysely } from 'kysely'
import type { TableName } from '../../wire/topics.ts'
import type { BookTables } from '../rows.ts'

export type Db = Kysely<BookTables>

export interface StreamName {
  readonly id: number
  readonly stream: string
}

/** Journals of one table. A table begins a new one once in years; beyond this number the oldest are not listed. */
const STREAMS_MAX = 64
export const PAGE_MAX = 200

/** The table's streams, newest first; null: the book knows no such table. */
export async function streamsOf(db: Db, { property, pit, table }: TableName): Promise<readonly StreamName[] | null> {
  const row = await db
    .selectFrom('tables')
    .select('id')
    .where('property', '=', property)
    .where('pit', '=', pit)
    .where('name', '=', table)
    .executeTakeFirst()
  if (row === undefined) return null
  return db
    .selectFrom('streams')
    .select(['id', 'stream'])
    .where('table_id', '=', row.id)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(STREAMS_MAX)
    .execute()
}

/** Unix ms, inclusive; null: no bound. */
export interface Span {
  readonly from: number | null
  readonly to: number | null
}

/**
 * The last row of a page: its time, its stream, and a tie that distinguishes it from other rows of that millisecond: a number or an id, as
 * text.
 */
export interface Cursor {
  readonly at: number
  readonly stream: number
  readonly tie: string
}

const CURSOR = /^(\d{1,16})\.(\d{1,16})\.([\w-]{1,64})$/
export const CURSOR_CHARS_MAX = 160

/** Opaque to clients, because its contents may change. */
const cursorText = ({ at, stream, tie }: Cursor): string => Buffer.from(`${at}.${stream}.${tie}`).toString('base64url')

/** null: not one of the book's cursors. */
export function parseCursor(text: string): Cursor | null {
  const found = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return found === null ? null : { at: Number(found[1]), stream: Number(found[2]), tie: found[3] ?? '' }
}

/** Where a page begins within one stream: rows at `to` or earlier. If there is a `tie`, rows at `to` itself must have a lower one. */
export interface Start {
  readonly from: number
  readonly to: number
  readonly tie: string | null
}

/** Later than any time in the book, and a whole number that both stores hold. */
const FOR_EVER = Number.MAX_SAFE_INTEGER

/** The rows that a page still needs of one stream. */
export interface Slice extends Start {
  readonly limit: number
}

function startOf({ from, to }: Span, before: Cursor | null, stream: number): Start {
  const span = { from: from ?? 0, to: to ?? FOR_EVER }
  if (before === null || before.at > span.to) return { ...span, tie: null }
  if (stream === before.stream) return { ...span, to: before.at, tie: before.tie }
  return { ...span, to: stream < before.stream ? before.at : before.at - 1, tie: null }
}

export interface PageAsk {
  readonly span: Span
  readonly before: Cursor | null
  /** 1 or more; at most PAGE_MAX over HTTP. */
  readonly limit: number
}

interface Page<R> {
  readonly rows: readonly (R & { readonly place: Cursor })[]
  readonly next: string | null
}

/** `ask` returns a slice of a stream's rows, newest first, each with its time and its tie. */
export async function newestFirst<R>(
  streams: readonly StreamName[],
  { span, before, limit }: PageAsk,
  ask: (stream: StreamName, slice: Slice) => Promise<readonly (R & { readonly at: number; readonly tie: string })[]>,
): Promise<Page<R>> {
  // One more row than requested shows whether there is a next page.
  const found: (R & { readonly place: Cursor })[] = []
  // One after the other, because a store held by another process takes few queries at a time.
  for (const stream of streams) {
    const rows = await ask(stream, { ...startOf(span, before, stream.id), limit: limit + 1 })
    for (const row of rows) found.push({ ...row, place: { at: row.at, stream: stream.id, tie: row.tie } })
  }
  const all = found.toSorted((one, other) => later(one.place, other.place))
  const rows = all.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last !== undefined && all.length > limit ? cursorText(last.place) : null }
}

/** Within a stream the rows are already in the order of the store, which compares ties, and a stable sort keeps them so. */
const later = (one: Cursor, other: Cursor): number => other.at - one.at || other.stream - one.stream
