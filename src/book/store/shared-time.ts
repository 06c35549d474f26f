/**
 * Two journals of one table that share time (TWO-TABLES): at most one of them is the evening that was played. Only journals that are known and
 * have a valid seal are compared, by the book's own times of receipt where they came live: neither somebody who writes in another's name nor a
 * clock that was set back takes a true evening out. For the time they share neither counts until a person names one: `left_out` of a round says so
 * to everything that sums or counts.
 */
import { type ExpressionBuilder, type Kysely, type Migration, sql, type Transaction } from 'kysely'
import type { BookTables, JournalWordRow, StreamRow } from '../rows.ts'
import { isKnown, wordsOf } from './words.ts'

const SPAN = ['id', 'table_id', 'stream', 'standing', 'first_seal', 'heard_from', 'heard_until'] as const
type Span = Pick<StreamRow, (typeof SPAN)[number]>

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
  const streams = await db.selectFrom('streams').select(SPAN).where('first_seal', 'is not', null).execute()
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

/** A round that began or ended in one of the spans. */
export const isIn = (is: ExpressionBuilder<BookTables, 'rounds'>, spans: readonly SharedTime[]) => {
  // By the times of its first and last records.
  const heard = (n: 'first_n' | 'last_n') =>
    is
      .selectFrom('records')
      .select(sql<number>`coalesce(heard_at, t)`.as('heard'))
      .whereRef('records.stream_id', '=', 'rounds.stream_id')
      .whereRef('records.n', '=', `rounds.${n}`)
  return is.or(spans.map(({ from, to }) => is.and([is(heard('first_n'), '<=', to), is(heard('last_n'), '>=', from)])))
}

/** Notes at the rounds of a table which of them no sum counts. `shared`: all of the time that its journals share. */
export async function markLeftOut(trx: Transaction<BookTables>, streams: readonly Pick<StreamRow, 'id'>[], shared: readonly SharedTime[]) {
  for (const { id } of streams) {
    const spans = shared.filter((each) => leftOutOf(each).some((out) => out.id === id))
    const own = trx.updateTable('rounds').where('stream_id', '=', id)
    await own
      .set({ left_out: 0 })
      .where('left_out', '=', 1)
      .where((is) => is.not(isIn(is, spans)))
      .execute()
    if (spans.length === 0) continue
    await own
      .set({ left_out: 1 })
      .where('left_out', '=', 0)
      .where((is) => isIn(is, spans))
      .execute()
  }
}

/** The same for a table as the store has it. */
export async function markTable(trx: Transaction<BookTables>, table: number): Promise<void> {
  const streams = await trx.selectFrom('streams').select(SPAN).where('table_id', '=', table).execute()
  await markLeftOut(trx, streams, sharedTimes(streams, await wordsOf(trx, table)))
}

/** The rounds that are left out are few: what counts all of them subtracts these. */
export const roundsLeftOut: Migration = {
  up: async (db: Kysely<never>) => {
    await db.schema
      .alterTable('rounds')
      .addColumn('left_out', 'bigint', (of) => of.notNull().defaultTo(0))
      .execute()
    await sql`create index rounds_left_out on rounds (stream_id, round, hands) where left_out = 1`.execute(db)
  },
}
