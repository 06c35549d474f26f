/**
 * Versions of records that contradict what the book holds. One of each record is kept beside the original, and nothing is derived from it;
 * further ones are only counted.
 */
import type { Transaction } from 'kysely'
import type { BookTables } from '../rows.ts'

export interface OtherVersion {
  readonly n: number
  readonly body: string
  /** Record of the seal that proves it; null: none does. */
  readonly sealedBy: number | null
}

/** A version that a seal proves takes the place of one that none does. */
export async function keepBeside(trx: Transaction<BookTables>, stream_id: number, { n, body, sealedBy }: OtherVersion, wallMs: number) {
  const there = await trx.selectFrom('other_versions').selectAll().where('stream_id', '=', stream_id).where('n', '=', n).executeTakeFirst()
  if (there === undefined)
    return trx.insertInto('other_versions').values({ stream_id, n, body, heard_at: wallMs, sealed_by: sealedBy, versions: 1 }).execute()
  const isSame = there.body === body
  const isBetter = sealedBy !== null && there.sealed_by === null
  return trx
    .updateTable('other_versions')
    .set({
      versions: there.versions + (isSame ? 0 : 1),
      ...(isBetter ? { body, sealed_by: sealedBy } : {}),
      ...(isBetter && !isSame ? { heard_at: wallMs } : {}),
    })
    .where('stream_id', '=', stream_id)
    .where('n', '=', n)
    .execute()
}
