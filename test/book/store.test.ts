import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type DerivedTable, KEYS } from '../../src/book/derive/change.ts'
import { openStore, type Store, StoreHeld } from '../../src/book/store/open.ts'
import type { RoundResult } from '../../src/engine/event.ts'
import { type Evening, fillStore, sharedEvening } from './fixture.ts'

test('the embedded store keeps what was committed, and is opened by one process at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  try {
    const config = { store: join(folder, 'book.db') }
    const store = await openStore(config)
    await store
      .insertInto('incidents')
      .values({ id: 1, stream_id: null, table_id: null, at: 2 ** 41, code: 'GAP', text: 'x', closed_at: null })
      .execute()
    await assert.rejects(openStore(config), StoreHeld)
    await store.destroy()
    const again = await openStore(config)
    const kept = await again.selectFrom('incidents').selectAll().execute()
    assert.deepEqual(kept, [
      { id: 1, stream_id: null, table_id: null, at: 2 ** 41, code: 'GAP', text: 'x', closed_at: null, closed_by: null },
    ])
    await again.destroy()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an evening is in the derived tables as its events told it, whatever the batches', async () => {
  const evening = sharedEvening()
  const store = await filled(evening, 500)
  const other = await filled(evening, 7)
  const events = evening.records.flatMap((record) => (record.kind === 'event' ? [record.envelope] : []))
  const closed = events.filter(({ type }) => type === 'round.closed')
  const rounds = await store.selectFrom('rounds').selectAll().orderBy('number').execute()
  assert.deepEqual(
    rounds.filter(({ state }) => state !== 'open').map(({ round, number, hands }) => ({ round, number, hands })),
    closed.map(({ data }, at) => {
      const { round, boxes } = data as RoundResult
      return { round, number: at + 1, hands: boxes.reduce((sum, { hands }) => sum + hands.length, 0) }
    }),
  )
  const raised = events.filter(({ type }) => type === 'finding.raised').length
  assert.ok(raised > 0, 'somebody erred')
  assert.equal((await store.selectFrom('findings').select('finding').execute()).length, raised)
  assert.deepEqual(new Set(rounds.map(({ dealer_id }) => dealer_id)), new Set(['d17', 'd23']))
  for (const table of DERIVED) assert.deepEqual(await rowsOf(store, table), await rowsOf(other, table), table)
  await store.destroy()
  await other.destroy()
})

const DERIVED = Object.keys(KEYS) as DerivedTable[]

const rowsOf = async (store: Store, table: DerivedTable) => {
  const rows = await store.selectFrom(table).selectAll().execute()
  return rows.map((row) => JSON.stringify(row)).sort()
}

const filled = async (evening: Evening, batch: number): Promise<Store> => {
  const store = await openStore({ store: ':memory:' })
  const stream = await fillStore(store, evening, batch)
  assert.equal(stream.complete_to, evening.records.length)
  return store
}
