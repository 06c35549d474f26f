/**
 * Versions of records that contradict what the book holds. One of each record is kept beside the original, and nothing is derived from it;
 * further ones are only counted.
 */
import type { Transaction } from 'kysely'
import type { BookTables, OtherVersionRow } from '../rows.ts'

type Writer = Transaction<BookTables>

export interface OtherVersion {
  readonly n: number
  readonly body: string
  /** Record of the seal that proves it; null: none does. */
  readonly sealedBy: number | null
}

/** A version that a seal proves takes the place of one that none does. */
export async function keepBeside(trx: Writer, stream_id: number, { n, body, sealedBy }: OtherVersion, wallMs: number): Promise<void> {
  const there = await versionOf(trx, stream_id, n)
  const isSame = there?.body === body
  const isBetter = there === undefined || (sealedBy !== null && there.sealed_by === null)
  const versions = (there?.versions ?? 0) + (isSame ? 0 : 1)
  const heard_at = there === undefined || (isBetter && !isSame) ? wallMs : there.heard_at
  await enter(trx, { ...(isBetter ? { body, sealed_by: sealedBy } : there), stream_id, n, heard_at, versions })
}

/** The version that the book held and that another has replaced; if that one was kept beside, they change places. */
export async function keepReplaced(
  trx: Writer,
  stream_id: number,
  { n, body }: Pick<OtherVersion, 'n' | 'body'>,
  wallMs: number,
): Promise<void> {
  const there = await versionOf(trx, stream_id, n)
  await enter(trx, { stream_id, n, body, heard_at: wallMs, sealed_by: null, versions: there?.versions ?? 1 })
}

const versionOf = (trx: Writer, stream_id: number, n: number) =>
  trx.selectFrom('other_versions').selectAll().where('stream_id', '=', stream_id).where('n', '=', n).executeTakeFirst()

const enter = (trx: Writer, { stream_id, n, ...version }: OtherVersionRow) =>
  trx
    .insertInto('other_versions')
    .values({ stream_id, n, ...version })
    .onConflict((on) => on.columns(['stream_id', 'n']).doUpdateSet(version))
    .execute()
