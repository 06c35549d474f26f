/**
 * The step after which what was countersigned stays: signatures are no longer replaced, contradicting versions of records have a place, and
 * each table has a key. A table whose key the book already knew keeps it.
 */
import type { Kysely, Migration } from 'kysely'
import { fingerprintOf } from '../../base/records/seal.ts'
import type { BookTables } from '../rows.ts'

/** The store as the step finds it and leaves it. */
type Before = Kysely<BookTables & { readonly former_heads: BookTables['book_heads'] }>

export const countersignedStays: Migration = {
  up: async (db: Before) => {
    await db.schema.alterTable('streams').addColumn('strange_key', 'text').execute()
    await db.schema.alterTable('streams').addColumn('unsigned_from', 'bigint').execute()
    await db.schema
      .createTable('other_versions')
      .addColumn('stream_id', 'bigint', (of) => of.notNull())
      .addColumn('n', 'bigint', (of) => of.notNull())
      .addColumn('body', 'text', (of) => of.notNull())
      .addColumn('heard_at', 'bigint', (of) => of.notNull())
      .addColumn('sealed_by', 'bigint')
      .addColumn('versions', 'bigint', (of) => of.notNull())
      .addPrimaryKeyConstraint('other_versions_key', ['stream_id', 'n'])
      .execute()
    await headsSideBySide(db)
    await keysOfTables(db)
  },
}

/** SQLite cannot change a key, so the table is made anew. */
async function headsSideBySide(db: Before): Promise<void> {
  await db.schema.alterTable('book_heads').renameTo('former_heads').execute()
  await db.schema
    .createTable('book_heads')
    .addColumn('stream_id', 'bigint', (of) => of.notNull())
    .addColumn('boot', 'bigint', (of) => of.notNull())
    .addColumn('seq', 'bigint', (of) => of.notNull())
    .addColumn('hash', 'text', (of) => of.notNull())
    .addColumn('at', 'text', (of) => of.notNull())
    .addColumn('key', 'text', (of) => of.notNull())
    .addColumn('sig', 'text', (of) => of.notNull())
    // The former table's constraint still has the usual name.
    .addPrimaryKeyConstraint('book_heads_by_record', ['stream_id', 'seq', 'key'])
    .execute()
  const columns = ['stream_id', 'boot', 'seq', 'hash', 'at', 'key', 'sig'] as const
  await db
    .insertInto('book_heads')
    .columns([...columns])
    .expression(db.selectFrom('former_heads').select([...columns]))
    .execute()
  await db.schema.dropTable('former_heads').execute()
}

/** The key of the journal that the table wrote last. */
async function keysOfTables(db: Before): Promise<void> {
  await db.schema
    .createTable('table_keys')
    .addColumn('table_id', 'bigint', (of) => of.notNull())
    .addColumn('number', 'bigint', (of) => of.notNull())
    .addColumn('fingerprint', 'text', (of) => of.notNull())
    .addColumn('at', 'bigint', (of) => of.notNull())
    .addColumn('how', 'text', (of) => of.notNull())
    .addPrimaryKeyConstraint('table_keys_key', ['table_id', 'number'])
    .execute()
  const streams = await db.selectFrom('streams').select(['table_id', 'public_key', 'last_at']).orderBy('last_at').execute()
  const newest = new Map(
    streams.flatMap(({ table_id, public_key, last_at }) => (public_key === null ? [] : [[table_id, { public_key, last_at }]])),
  )
  for (const [table_id, { public_key, last_at }] of newest)
    await db
      .insertInto('table_keys')
      .values({ table_id, number: 1, fingerprint: fingerprintOf(public_key), at: last_at, how: 'known' })
      .execute()
}
