/** The book's signature over what it holds of each journal. It is stored with the records it covers, and read to verify a journal. */
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type BookHead, type BookHeadFile, signHead } from '../../journal/book-head.ts'
import type { SealedHead, SigningKey } from '../../journal/seal.ts'
import type { TableName } from '../../wire/topics.ts'
import type { Db } from '../queries/page.ts'
import { parsed } from '../queries/said.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import { HASH_UNKNOWN } from './chain.ts'

/**
 * Signs what the book holds. null: nothing can be signed, because no record is held, earlier records are gone for good, or a seal of the
 * table contradicts what is held. In the last case the table must not remove what the book may request again.
 */
export type Countersign = (table: TableName, stream: StreamRow, wallMs: number) => BookHead | null

export const countersigning =
  (key: SigningKey): Countersign =>
  ({ property, pit, table }, { stream, boot, complete_to: seq, hash, doubted_by }, wallMs) =>
    seq === 0 || hash === HASH_UNKNOWN || doubted_by !== null
      ? null
      : signHead(key, { table: `${property}/${pit}/${table}`, stream, boot, seq, hash, at: new Date(wallMs).toISOString() })

/** Replaces the journal's earlier signature, because the newest covers all records of the earlier one as well. */
export async function enterHead(
  trx: Transaction<BookTables>,
  stream_id: number,
  { boot, seq, hash, at, key, sig }: BookHead,
): Promise<void> {
  const row = { boot, seq, hash, at, key, sig }
  await trx
    .insertInto('book_heads')
    .values({ stream_id, ...row })
    .onConflict((on) => on.column('stream_id').doUpdateSet(row))
    .execute()
}

/** null: the book has signed nothing of that journal. */
export async function headOf(db: Db, { property, pit, table }: TableName, stream: string): Promise<BookHeadFile | null> {
  const found = await db
    .selectFrom('book_heads')
    .innerJoin('streams', 'streams.id', 'book_heads.stream_id')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['stream_id', 'public_key', 'book_heads.boot', 'seq', 'book_heads.hash', 'at', 'key', 'sig'])
    .where('tables.property', '=', property)
    .where('tables.pit', '=', pit)
    .where('tables.name', '=', table)
    .where('streams.stream', '=', stream)
    .executeTakeFirst()
  if (found === undefined) return null
  const { stream_id, public_key, ...head } = found
  const seal = public_key === null ? null : await sealOf(db, { id: stream_id, stream, publicKey: public_key, to: head.seq })
  return { table: `${property}/${pit}/${table}`, stream, ...head, seal }
}

const sealRecord = z.object({ covers: z.int().min(1), hash: z.string(), at: z.string(), signature: z.string() })

interface Sealing {
  readonly id: number
  readonly stream: string
  readonly publicKey: string
  readonly to: number
}

/** The table's newest seal among the records up to `to`. */
async function sealOf(db: Db, { id, stream, publicKey, to }: Sealing): Promise<SealedHead | null> {
  const row = await db
    .selectFrom('records')
    .select('body')
    .where('stream_id', '=', id)
    .where('kind', '=', 'seal')
    .where('n', '<=', to)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const read = sealRecord.safeParse(parsed(row.body))
  if (!read.success) return null
  const { covers, ...seal } = read.data
  return { stream, seq: covers, ...seal, publicKey }
}
