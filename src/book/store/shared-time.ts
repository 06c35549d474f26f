/**
 * Two journals of one table that share time (TWO-TABLES): at most one of them is the evening that was played. Only journals that are known and
 * have a valid seal are compared, by the book's own times of receipt where they came live: neither somebody who writes in another's name nor a
 * clock that was set back takes a true evening out. For the time they share neither counts until a person names one.
 */
import type { Kysely, Transaction } from 'kysely'
import type { BookTables, JournalWordRow, StreamRow } from '../rows.ts'
import { isKnown } from './standing.ts'
import { wordsOf } from './words.ts'

type Span = Pick<StreamRow, 'id' | 'table_id' | 'stream' | 'standing' | 'first_seal' | 'heard_from' | 'heard_until'>

export interface SharedTime {
  /** The journal that was heard first, and the other one. */
  readonly one: Span
  readonly other: Span
  /** Unix ms, both included. */
  readonly from: number
  readonly to: number
  /** The journal that a person has named for that time; null: none. */
  readonly counts: string | null
}

/** Pure. `streams`: of one table. */
export function sharedTimes(streams: readonly Span[], words: readonly JournalWordRow[]): readonly SharedTime[] {
  const own = streams.flatMap((span) => {
    const { heard_from, heard_until, first_seal } = span
    return isKnown(span) && first_seal !== null && heard_from !== null && heard_until !== null ? [{ span, heard_from, heard_until }] : []
  })
  own.sort((a, b) => a.heard_from - b.heard_from || a.span.id - b.span.id)
  return own.flatMap((one, at) =>
    own.slice(at + 1).flatMap((other): SharedTime[] => {
      const from = other.heard_from
      const to = Math.min(one.heard_until, other.heard_until)
      const names = [one.span.stream, other.span.stream]
      const word = words.findLast((each) => each.word === 'counts' && names.includes(each.stream) && names.includes(each.other ?? ''))
      // One that was heard at once, within the other, has no length.
      const isShared = from < to || (from === to && one.heard_from < from && to < one.heard_until)
      return isShared ? [{ one: one.span, other: other.span, from, to, counts: word?.stream ?? null }] : []
    }),
  )
}

/** Of all tables. */
export async function allSharedTimes(db: Kysely<BookTables> | Transaction<BookTables>): Promise<readonly SharedTime[]> {
  const columns = ['id', 'table_id', 'stream', 'standing', 'first_seal', 'heard_from', 'heard_until'] as const
  const streams = await db.selectFrom('streams').select(columns).where('first_seal', 'is not', null).execute()
  const tables = new Map<number, Span[]>()
  for (const stream of streams) tables.set(stream.table_id, [...(tables.get(stream.table_id) ?? []), stream])
  const found: SharedTime[] = []
  for (const [table, own] of tables) if (sharedTimes(own, []).length > 0) found.push(...sharedTimes(own, await wordsOf(db, table)))
  return found
}

/** The same for a pair of journals at any time, so that it is told once. */
export const sharedText = (table: string, { one, other }: SharedTime): string =>
  `journals ${one.stream} and ${other.stream} share time, and the confirmed key of this table sealed both: two tables have one name, an old copy of a table runs, or somebody who holds its key wrote another evening. Neither counts for the time they share, until a person names the one that was played: npm run book -- trust-key ${table} --journal NAME, or --not-journal NAME`

/** Journals of which rounds in that time do not count. */
export const leftOutOf = ({ one, other, counts }: SharedTime): readonly Span[] => [one, other].filter(({ stream }) => stream !== counts)
