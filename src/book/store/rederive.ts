/** Rebuilds the derived tables from the records alone. */
import type { Transaction } from 'kysely'
import { type DerivedTable, KEYS } from '../derive/change.ts'
import { derive } from '../derive/derive.ts'
import { NO_MEMORY, writeMemory } from '../derive/memory.ts'
import type { BookTables } from '../rows.ts'
import type { Store } from './open.ts'
import { recordsAfter } from './records.ts'
import { markTable } from './shared-time.ts'
import { applyDerived } from './write.ts'

export interface Rederived {
  readonly stream: string
  readonly records: number
}

/** One journal after the other, each in its own transaction. `inTurn` runs each when nothing else writes. */
export async function rederive(
  store: Store,
  onStream: (done: Rederived) => void,
  inTurn: (work: () => Promise<number>) => Promise<number> = (work) => work(),
): Promise<void> {
  const streams = await store.selectFrom('streams').select(['id', 'stream']).orderBy('id').execute()
  for (const { id, stream } of streams) {
    const records = await inTurn(() => store.transaction().execute((trx) => rederiveStream(trx, id)))
    onStream({ stream, records })
  }
}

/** Takes back everything that was derived of a journal; the caller writes its row. */
export async function underive(trx: Transaction<BookTables>, id: number): Promise<void> {
  for (const table of Object.keys(KEYS) as DerivedTable[]) await trx.deleteFrom(table).where('stream_id', '=', id).execute()
}

/** As far as the journal was derived: what waits for a person's word goes on waiting. Returns the number of records. */
export async function rederiveStream(trx: Transaction<BookTables>, id: number): Promise<number> {
  const stream = trx.selectFrom('streams').select(['table_id', 'derived_to'])
  const { table_id, derived_to: to } = await stream.where('id', '=', id).executeTakeFirstOrThrow()
  await underive(trx, id)
  let memory = NO_MEMORY
  let n = 0
  let records = 0
  while (n < to) {
    const page = (await recordsAfter(trx, id, n)).filter(({ record }) => record.n <= to)
    const last = page.at(-1)
    if (last === undefined) break
    const derivations = page.map(({ record }) => {
      const derived = derive(memory, record)
      memory = derived.memory
      return { n: record.n, changes: derived.changes }
    })
    // What the store refuses was reported when the record was received.
    await applyDerived(trx, id, derivations)
    n = last.record.n
    records += page.length
  }
  await trx
    .updateTable('streams')
    .set({ derive_state: writeMemory(memory) })
    .where('id', '=', id)
    .execute()
  await markTable(trx, table_id)
  return records
}
