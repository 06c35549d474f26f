/**
 * The step after which the book vouches only for what somebody vouched for. Journals signed with a key that was confirmed before stay known,
 * with all that was derived of them. What was derived of others is taken back until somebody confirms key and journal.
 */
import { type Kysely, type Migration, sql } from 'kysely'
import { fingerprintOf } from '../../base/records/seal.ts'
import { NO_MEMORY, writeMemory } from '../derive/memory.ts'
import type { BookTables } from '../rows.ts'

/** The derived tables at the time of this step. */
const DERIVED = [
  'shoes',
  'rounds',
  'hands',
  'spots',
  'findings',
  'search_days',
  'alarm_steps',
  'commands',
  'device_events',
  'dealer_spells',
] as const

export const onlyWhatIsVouchedFor: Migration = {
  up: async (db: Kysely<BookTables>) => {
    await db.schema
      .alterTable('streams')
      .addColumn('standing', 'text', (of) => of.notNull().defaultTo('new'))
      .execute()
    for (const column of ['first_seal', 'heard_from', 'heard_until'])
      await db.schema.alterTable('streams').addColumn(column, 'bigint').execute()
    await db.schema.alterTable('records').addColumn('heard_at', 'bigint').execute()
    await db.schema.alterTable('incidents').addColumn('closed_at', 'bigint').execute()
    await db.schema.alterTable('book_heads').addColumn('sealed_to', 'bigint').execute()
    for (const column of ['sealed_hash', 'sealed_sig']) await db.schema.alterTable('book_heads').addColumn(column, 'text').execute()
    await db.schema
      .createTable('journal_words')
      .addColumn('table_id', 'bigint', (of) => of.notNull())
      .addColumn('number', 'bigint', (of) => of.notNull())
      .addColumn('stream', 'text', (of) => of.notNull())
      .addColumn('word', 'text', (of) => of.notNull())
      .addColumn('other', 'text')
      .addColumn('at', 'bigint', (of) => of.notNull())
      .addPrimaryKeyConstraint('journal_words_key', ['table_id', 'number'])
      .execute()
    await journalsStayKnown(db)
  },
}

async function journalsStayKnown(db: Kysely<BookTables>): Promise<void> {
  const keys = await db.selectFrom('table_keys').select(['table_id', 'fingerprint']).where('how', '!=', 'first').execute()
  const confirmed = new Set(keys.map(({ table_id, fingerprint }) => `${table_id} ${fingerprint}`))
  const streams = await db.selectFrom('streams').select(['id', 'table_id', 'public_key', 'proven_to']).execute()
  for (const { id, table_id, public_key, proven_to } of streams) {
    const isKnown = public_key !== null && confirmed.has(`${table_id} ${fingerprintOf(public_key)}`)
    // What was proven was proven by a seal; which one it was is not known any more.
    const first_seal = proven_to > 0 ? proven_to + 1 : null
    await db
      .updateTable('streams')
      .set({ first_seal, ...(isKnown ? { standing: 'before' as const } : {}) })
      .where('id', '=', id)
      .execute()
    if (isKnown) continue
    for (const table of DERIVED) await db.deleteFrom(table).where('stream_id', '=', id).execute()
    await sql`update streams set derived_to = 0, derive_state = ${writeMemory(NO_MEMORY)} where id = ${id}`.execute(db)
  }
}
