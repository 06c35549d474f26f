import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintOf, newSigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { roundsThatFit } from '../../src/book/commands/query.ts'
import { type DerivedTable, KEYS } from '../../src/book/derive/change.ts'
import { commitBatch } from '../../src/book/store/commit.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { rederive } from '../../src/book/store/rederive.ts'
import { createTables } from '../../src/book/tables.ts'
import { begun, type Evening, fillStore, sharedEvening, TABLE_KEY } from './fixture.ts'
import { startPostgres } from './postgres.ts'

const evening: Evening = sharedEvening(10)

const DERIVED = Object.keys(KEYS) as DerivedTable[]

const contentOf = async (store: Store) => {
  const content = new Map<string, readonly string[]>()
  for (const table of [...DERIVED, 'streams', 'records'] as const) {
    const rows = await store.selectFrom(table).selectAll().execute()
    content.set(table, rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))).sort())
  }
  return content
}

const WITHOUT_LIMITS = {
  fromMs: 0,
  toMs: Number.MAX_SAFE_INTEGER,
  table: undefined,
  code: undefined,
  dealer: undefined,
  box: null,
  limit: 100,
}

test('rebuilt from the records, the derived tables are the same', async () => {
  const store = await openStore({ store: ':memory:' })
  await fillStore(store, evening)
  const before = await contentOf(store)
  await store.deleteFrom('hands').execute()
  await store.updateTable('rounds').set({ net: 1 }).execute()
  await rederive(store, () => undefined)
  assert.deepEqual(await contentOf(store), before)
  await store.destroy()
})

test('PostgreSQL holds the same and answers the same', { timeout: 60_000 }, async (t) => {
  const server = await startPostgres()
  if (server === null) return t.skip('PostgreSQL is not installed')
  t.after(server.close)
  const embedded = await openStore({ store: ':memory:' })
  const postgres = await openStore({ store: server.url })
  t.after(() => postgres.destroy())
  for (const store of [embedded, postgres]) await fillStore(store, evening)
  assert.deepEqual(await contentOf(postgres), await contentOf(embedded))
  const asked = { ...WITHOUT_LIMITS, table: 'bj07', dealer: 'd17' }
  assert.deepEqual(await roundsThatFit(postgres, asked), await roundsThatFit(embedded, asked))
  assert.ok((await roundsThatFit(embedded, asked)).length > 0, 'some rounds fit')
  const code = (await embedded.selectFrom('findings').select('code').executeTakeFirst())?.code
  assert.deepEqual(await roundsThatFit(postgres, { ...WITHOUT_LIMITS, code }), await roundsThatFit(embedded, { ...WITHOUT_LIMITS, code }))
  await rederive(postgres, () => undefined)
  assert.deepEqual(await contentOf(postgres), await contentOf(embedded))
  await embedded.destroy()
})

test('what a store cannot hold is kept as near to it as it can, in both', { timeout: 60_000 }, async (t) => {
  const server = await startPostgres()
  t.after(() => server?.close())
  const table = { property: 'demo', pit: 'p1', table: 'bj07' }
  const link = { t: 1.5, kind: 'link', device: 'a\0b', up: true, reason: '\ud800 \u{1f0a1}' }
  for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
    const store = await openStore({ store: place })
    await vouchForKey(store, { table, fingerprint: fingerprintOf(TABLE_KEY.publicKey), how: 'config' }, 0)
    const heard = begun('s1', [link]).map((record) => ({
      ...({ kind: 'record', table, stream: 's1', isReplayed: false, isLast: false, bytes: 1 } as const),
      ...{ record: record as never, body: JSON.stringify(record) },
    }))
    const countersign = countersigning(signingKeyOf(newSigningKey()))
    const { added } = await commitBatch({ store, tables: await createTables(store), countersign }, heard, 0)
    assert.equal(added, heard.length)
    const kept = await store.selectFrom('records').select('body').where('kind', '=', 'link').executeTakeFirst()
    assert.equal(kept?.body, heard.at(-1)?.body)
    const row = await store.selectFrom('device_events').select(['at', 'device']).executeTakeFirst()
    assert.deepEqual(row, { at: 1, device: 'a\uFFFDb' })
    await store.destroy()
  }
})
