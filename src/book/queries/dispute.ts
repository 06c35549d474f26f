/** The records of a dispute file, read from the book: those of the round, and those before it back to a hash that the table sealed. */

import { NO_RECORDS } from '../../base/records/digest.ts'
import { collecting, type Excerpt } from '../../display/dispute/excerpt.ts'
import { type Found, LEAD_MAX, refused, SPAN_MAX, spanSearch } from '../../display/dispute/span.ts'
import { parsed } from './answer-rows.ts'
import type { Db } from './page.ts'
import type { RoundName } from './round.ts'

interface Kept {
  readonly n: number
  readonly kind: string
  readonly body: string
}

export async function excerptOfBook(db: Db, { stream: { id, stream }, round }: RoundName): Promise<Found<Excerpt>> {
  const row = await db
    .selectFrom('rounds')
    .select(['first_n', 'last_n'])
    .where('stream_id', '=', id)
    .where('round', '=', round)
    .executeTakeFirst()
  if (row === undefined) return refused('none', `the book holds no round ${stream}/${round}`)
  const { currency, exponent } = await moneyOf(db, id)
  if (currency === null || exponent === null) return refused('lost', 'the book has not heard what currency the table plays for')
  const before = await newestOf(db, id, ['seal', 'base'], row.first_n - LEAD_MAX)
  const from = before?.n ?? 1
  const records = await recordsOf(db, id, from, row.last_n + SPAN_MAX)
  const search = spanSearch({ id: round })
  for (const { n, kind, body } of records) search.take({ n, kind, ...(kind === 'event' ? (parsed(body) as object) : {}) })
  const span = search.found()
  if (!span.ok) return span
  if (records[0]?.n !== from) return refused('lost', `record ${from} is missing in the book`)
  const collected = collecting(span.value, before === null ? NO_RECORDS : hashIn(before))
  for (const { n, body } of records) if (collected.take(n, body)) break
  const head = await newestOf(db, id, ['head', 'base'], span.value.to)
  return collected.found({ currency, exponent, publicKey: head === null ? null : keyIn(head) })
}

async function moneyOf(db: Db, stream: number): Promise<{ readonly currency: string | null; readonly exponent: number | null }> {
  const found = await db
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['tables.currency', 'tables.exponent'])
    .where('streams.id', '=', stream)
    .executeTakeFirst()
  return found ?? { currency: null, exponent: null }
}

const recordsOf = (db: Db, stream: number, from: number, to: number): Promise<readonly Kept[]> =>
  db
    .selectFrom('records')
    .select(['n', 'kind', 'body'])
    .where('stream_id', '=', stream)
    .where('n', '>=', from)
    .where('n', '<=', to)
    .orderBy('n')
    // Before the round, in it, and after it.
    .limit(3 * SPAN_MAX)
    .execute()

/** The last record of these kinds up to `to`; null: there is none. */
async function newestOf(db: Db, stream: number, kinds: readonly string[], to: number): Promise<Kept | null> {
  const found = await db
    .selectFrom('records')
    .select(['n', 'kind', 'body'])
    .where('stream_id', '=', stream)
    .where('n', '<=', to)
    .where('kind', 'in', kinds)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** The hash over the records before a seal or a base. Both kinds state it, and the chain to the next seal proves it. */
const hashIn = ({ body }: Kept): string => {
  const { hash } = parsed(body)
  return typeof hash === 'string' ? hash : ''
}

const keyIn = ({ body }: Kept): string | null => {
  const { publicKey } = parsed(body)
  return typeof publicKey === 'string' ? publicKey : null
}
