/** The book's signatures over what it holds of each journal. They are stored with the records they cover, and read to verify a journal. */
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type BookHead, type BookHeadFile, signHead } from '../../base/records/book-head.ts'
import { isSignedBy, type SealedHead, type SigningKey } from '../../base/records/seal.ts'
import type { TableName } from '../../wire/topics.ts'
import { parsed } from '../queries/answer-rows.ts'
import type { Db } from '../queries/page.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import { HASH_UNKNOWN } from './chain.ts'

/**
 * Signs what the book holds: what it has received, and what of it the table's seals prove. null: nothing can be signed, because no record is
 * held, earlier records are gone for good, or a seal of the table contradicts what is held: the table must not remove what the book may
 * request again.
 */
export type Countersign = (table: TableName, stream: StreamRow, wallMs: number) => BookHead | null

export const countersigning =
  (key: SigningKey): Countersign =>
  ({ property, pit, table }, { stream, boot, complete_to: seq, hash, ...row }, wallMs) =>
    seq === 0 || hash === HASH_UNKNOWN || row.doubted_by !== null || row.unsigned_from !== null
      ? null
      : signHead(
          key,
          { table: `${property}/${pit}/${table}`, stream, boot, seq, hash, at: new Date(wallMs).toISOString() },
          row.proven_to === 0 || row.proven_hash === HASH_UNKNOWN ? null : { seq: row.proven_to, hash: row.proven_hash },
        )

/** Earlier signatures stay: each says what the book held then. */
export const enterHead = (trx: Transaction<BookTables>, stream_id: number, { boot, seq, hash, at, key, sig, sealed }: BookHead) =>
  trx
    .insertInto('book_heads')
    .values({
      ...{ stream_id, boot, seq, hash, at, key, sig },
      ...{ sealed_to: sealed?.seq ?? null, sealed_hash: sealed?.hash ?? null, sealed_sig: sealed?.sig ?? null },
    })
    .execute()

const COLUMNS = ['boot', 'seq', 'hash', 'at', 'key', 'sig', 'sealed_to', 'sealed_hash', 'sealed_sig'] as const

type Signed = Pick<BookTables['book_heads'], (typeof COLUMNS)[number]>

const signedOf = ({ sealed_to, sealed_hash, sealed_sig, ...head }: Signed) =>
  sealed_to === null || sealed_hash === null || sealed_sig === null
    ? head
    : { ...head, sealed: { seq: sealed_to, hash: sealed_hash, sig: sealed_sig } }

/** The newest signature of each journal, by the id of its stream. */
export async function newestHeads(db: Db): Promise<ReadonlyMap<number, BookHead>> {
  const rows = await db
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .innerJoin('book_heads', 'book_heads.stream_id', 'streams.id')
    .select(['streams.id', 'property', 'pit', 'name', 'stream'])
    .select(COLUMNS.map((column) => `book_heads.${column}` as const))
    .where('seq', '=', (of) =>
      of
        .selectFrom('book_heads as each')
        .select(({ fn }) => fn.max('each.seq').as('last'))
        .whereRef('each.stream_id', '=', 'streams.id'),
    )
    .orderBy('at')
    .execute()
  return new Map(
    rows.map(({ id, property, pit, name, stream, ...head }) => [id, { table: `${property}/${pit}/${name}`, stream, ...signedOf(head) }]),
  )
}

/** `to`: of those that cover no record after it. Of two keys, the one that signed later. */
const newestIn = (db: Db, stream_id: number, to: number | null) =>
  db
    .selectFrom('book_heads')
    .select(COLUMNS)
    .where('stream_id', '=', stream_id)
    .$if(to !== null, (heads) => heads.where('seq', '<=', to ?? 0))
    .orderBy('seq', 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Nobody vouches for such a journal, so what a former book may have signed of it is not handed out. */
const UNKNOWN = ['new', 'rejected'] as const

/** The book's newest signature over each journal of the table that is known and has one, the journal heard last first. */
export async function headsOf(db: Db, name: TableName, to: number | null = null): Promise<readonly BookHeadFile[]> {
  const { property, pit, table } = name
  const streams = await db
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select('stream')
    .where('tables.property', '=', property)
    .where('tables.pit', '=', pit)
    .where('tables.name', '=', table)
    .where('standing', 'not in', UNKNOWN)
    .orderBy('last_at', 'desc')
    .execute()
  const heads = await Promise.all(streams.map(({ stream }) => headOf(db, name, stream, to)))
  return heads.filter((head) => head !== null)
}

/** `to`: the newest that covers no record after that one; null: the newest. The result is null if the book has signed no such thing. */
export async function headOf(
  db: Db,
  { property, pit, table }: TableName,
  stream: string,
  to: number | null = null,
): Promise<BookHeadFile | null> {
  const found = await db
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['streams.id as id', 'public_key'])
    .where('tables.property', '=', property)
    .where('tables.pit', '=', pit)
    .where('tables.name', '=', table)
    .where('streams.stream', '=', stream)
    .where('standing', 'not in', UNKNOWN)
    .executeTakeFirst()
  const head = found === undefined ? undefined : await newestIn(db, found.id, to)
  if (found === undefined || head === undefined) return null
  const { id, public_key } = found
  const seal = public_key === null ? null : await sealOf(db, { id, stream, publicKey: public_key, to: head.seq })
  return { table: `${property}/${pit}/${table}`, stream, ...signedOf(head), seal }
}

const sealRecord = z.object({ covers: z.int().min(1), hash: z.string(), at: z.string(), signature: z.string() })

interface Sealing {
  readonly id: number
  readonly stream: string
  readonly publicKey: string
  readonly to: number
}

/** Seals behind the newest that the key signed are looked at this far: somebody may have made up others. */
const SEALS_READ_MAX = 100

/** The table's newest seal among the records up to `to`. */
async function sealOf(db: Db, { id, stream, publicKey, to }: Sealing): Promise<SealedHead | null> {
  const rows = await db
    .selectFrom('records')
    .select('body')
    .where('stream_id', '=', id)
    .where('kind', '=', 'seal')
    .where('n', '<=', to)
    .orderBy('n', 'desc')
    .limit(SEALS_READ_MAX)
    .execute()
  for (const { body } of rows) {
    const read = sealRecord.safeParse(parsed(body))
    if (!read.success) continue
    const { covers, ...seal } = read.data
    const sealed = { stream, seq: covers, ...seal }
    if (isSignedBy(publicKey, sealed)) return { ...sealed, publicKey }
  }
  return null
}
