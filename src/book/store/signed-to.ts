/** How far the book has countersigned a journal. What it has countersigned is never replaced. */
import type { Kysely, Transaction } from 'kysely'
import type { BookTables } from '../rows.ts'

/** The last record that any of the book's signatures covers; 0: there is none. */
export const signedTo = async (db: Kysely<BookTables> | Transaction<BookTables>, stream_id: number): Promise<number> => {
  const row = await db
    .selectFrom('book_heads')
    .select((of) => of.fn.max<number | null>('seq').as('last'))
    .where('stream_id', '=', stream_id)
    .executeTakeFirst()
  return row?.last ?? 0
}
