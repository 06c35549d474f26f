/** Figures of all tables: the same as a count of the rows, and no more questions for forty tables than for one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableFigures } from '../../src/book/queries/figures.ts'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { fillStore as fillEvening, sharedEvening } from './fixture.ts'
import { fillStore } from './made-rounds.ts'
import { startPostgres } from './postgres.ts'

/** The same store, and how often it was asked. */
const counted = (store: Store) => {
  let questions = 0
  const db = store.withPlugin({
    transformQuery: ({ node }) => {
      questions++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db, questions: () => questions }
}

const ROUNDS = 300
/** So many that some of them no longer change. */
const ROUNDS_OF_MANY = 150
const made = (tables: number, rounds = ROUNDS) => ({
  seed: 4,
  startMs: Date.UTC(2026, 0, 1),
  tables: Array.from({ length: tables }, (_, at) => ({ pit: 'p1', table: `bj${at + 1}`, rounds })),
})

test('forty tables take as many questions as one', async () => {
  const asked: number[] = []
  for (const tables of [1, 40]) {
    const store = await openStore({ store: ':memory:' })
    await fillStore(store, made(tables, ROUNDS_OF_MANY))
    const { db, questions } = counted(store)
    const figures = tableFigures(db)
    // Hands that no longer change are counted the first time.
    await figures()
    const before = questions()
    const told = await figures()
    asked.push(questions() - before)
    assert.deepEqual(
      told.map(({ rounds }) => rounds),
      Array.from({ length: tables }, () => ROUNDS_OF_MANY),
    )
    const rows = await store.selectFrom('rounds').select(['stream_id', 'hands']).execute()
    assert.deepEqual(
      told.map(({ hands }) => hands),
      told.map((_, at) => rows.filter(({ stream_id }) => stream_id === at + 1).reduce((sum, { hands }) => sum + hands, 0)),
    )
    await store.destroy()
  }
  assert.deepEqual(asked, [asked[0], asked[0]])
  assert.ok((asked[0] ?? 0) < 10, `it is asked ${asked[0]} times`)
})

test('hands are right as rounds are added, and after there are fewer', { timeout: 120_000 }, async (t) => {
  const server = await startPostgres()
  t.after(() => server?.close())
  for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
    const store = await openStore({ store: place })
    await fillStore(store, made(2))
    const rows = await store.selectFrom('rounds').selectAll().where('stream_id', '=', 1).orderBy('number').execute()
    await store.deleteFrom('rounds').where('stream_id', '=', 1).execute()
    const figures = tableFigures(store)
    const handsNow = async () => (await figures())[0]?.hands
    let hands = 0
    for (const [at, row] of rows.entries()) {
      await store.insertInto('rounds').values(row).execute()
      hands += row.hands
      if (at % 17 === 0) assert.equal(await handsNow(), hands, `after round ${at + 1}`)
    }
    await store.deleteFrom('rounds').where('stream_id', '=', 1).where('number', '>', 10).execute()
    assert.equal(
      await handsNow(),
      rows.slice(0, 10).reduce((sum, row) => sum + row.hands, 0),
    )
    await store.destroy()
  }
})

test('a real evening, findings withdrawn and devices among it', { timeout: 120_000 }, async (t) => {
  const server = await startPostgres()
  t.after(() => server?.close())
  const evening = sharedEvening(20)
  for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
    const store = await openStore({ store: place })
    await fillEvening(store, evening)
    const first = await store.selectFrom('findings').select('finding').orderBy('finding').executeTakeFirstOrThrow()
    await store.updateTable('findings').set({ withdrawn_at: 1 }).where('finding', '=', first.finding).execute()
    const standing = await store.selectFrom('findings').select('code').where('withdrawn_at', 'is', null).execute()
    const [told] = await tableFigures(store)()
    const counts = new Map<string, number>()
    for (const { code } of standing) counts.set(code, (counts.get(code) ?? 0) + 1)
    assert.deepEqual(new Map(told?.findings.map(({ code, count }) => [code, count])), counts)
    assert.equal(told?.records, evening.records.length)
    assert.equal(told?.incidents, 0)
    await store.destroy()
  }
})
