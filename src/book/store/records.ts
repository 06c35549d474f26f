/** Reads the records of a stream back from the store. */
import type { Transaction } from 'kysely'
import type { AnyRecord } from '../derive/any-record.ts'
import type { BookTables } from '../rows.ts'
import type { HeardRecord } from './chain.ts'
import { ROWS_AT_ONCE } from './write.ts'

/** The next records after `n`, in order, as many as fit in one answer. */
export const recordsAfter = async (
  trx: Pick<Transaction<BookTables>, 'selectFrom'>,
  stream_id: number,
  n: number,
): Promise<readonly HeardRecord[]> => {
  const rows = await trx
    .selectFrom('records')
    .select('body')
    .where('stream_id', '=', stream_id)
    .where('n', '>', n)
    .orderBy('n')
    .limit(ROWS_AT_ONCE)
    .execute()
  return rows.map(({ body }) => ({ record: JSON.parse(body) as AnyRecord, body }))
}
