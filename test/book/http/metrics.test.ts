/** What a watcher gets of the book: figures in the form of Prometheus, and whether the book is well. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { START_MS, serve, serveStore } from './served.ts'

/** Name and labels -> value. */
const figuresIn = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const),
  )

test('the figures are those of the store', async (t) => {
  const book = await serve(t, { figures: () => ({ queued: 7, lagMs: 250, storeBytes: 4096, isWriting: false }) })
  const link = { stream_id: 1, at: START_MS, kind: 'link', code: null, text: null }
  const links = [
    { ...link, n: 1, device: 'shoe', up: 0 },
    { ...link, n: 2, device: 'spots', up: 1 },
    { ...link, n: 3, device: 'shoe', up: 1 },
    { ...link, n: 4, device: 'spots', up: 0 },
  ] as const
  await book.store
    .insertInto('device_events')
    .values([...links])
    .execute()
  await book.store.updateTable('streams').set({ heard_to: 3010, derived_to: 2990 }).where('id', '=', 1).execute()
  const { hands } = await book.store
    .selectFrom('rounds')
    .select(({ fn }) => fn.sum<number>('hands').as('hands'))
    .where('stream_id', '=', 1)
    .executeTakeFirstOrThrow()
  await book.ask('/api/tables/demo/p1/bj07/rounds')
  const answer = await book.ask('/metrics')
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
  const figures = figuresIn(answer.text)
  const expected = {
    'table_rounds{pit="p1",table="bj07"}': 1000,
    'table_rounds{pit="p1",table="bj08"}': 20,
    'table_hands{pit="p1",table="bj07"}': hands,
    'table_findings{pit="p1",table="bj07",code="BET-CAPPED"}': 2,
    'table_device_up{pit="p1",table="bj07",device="shoe"}': 1,
    'table_device_up{pit="p1",table="bj07",device="spots"}': 0,
    'table_last_record_seconds{pit="p1",table="bj07"}': 86_400 - 1001 * 50,
    'book_complete_records{pit="p1",table="bj07"}': 3000,
    'book_missing_records{pit="p1",table="bj07"}': 10,
    'book_underived_records{pit="p1",table="bj07"}': 10,
    book_queued_records: 7,
    book_lag_seconds: 0.25,
    book_store_bytes: 4096,
    book_store_writing: 0,
    'book_http_requests_total{path="/api/tables/{property}/{pit}/{table}/rounds",status="200"}': 1,
  }
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, figures.get(name)])), expected)
})

test('a round that is left out is in no figure', async (t) => {
  const first = await serve(t)
  // Another one, because figures are kept for some seconds.
  const figures = async () => {
    const book = await serveStore(t, first.store)
    const found = figuresIn((await book.ask('/metrics')).text)
    return [
      'table_rounds{pit="p1",table="bj07"}',
      'table_hands{pit="p1",table="bj07"}',
      'table_findings{pit="p1",table="bj07",code="BET-CAPPED"}',
    ].map((name) => found.get(name) ?? 0)
  }
  const [rounds = 0, hands = 0, capped = 0] = await figures()
  const own = first.store.selectFrom('rounds').where('stream_id', '=', 1)
  const { round } = await first.store
    .selectFrom('findings')
    .select('round')
    .where('stream_id', '=', 1)
    .where('code', '=', 'BET-CAPPED')
    .executeTakeFirstOrThrow()
  assert.ok(round !== null, 'it belongs to a round')
  await first.store.updateTable('rounds').set({ left_out: 1 }).where('stream_id', '=', 1).where('round', '=', round).execute()
  const out = await own.select(['hands']).where('round', '=', round).executeTakeFirstOrThrow()
  const findings = await first.store
    .selectFrom('findings')
    .select('code')
    .where('stream_id', '=', 1)
    .where('round', '=', round)
    .where('code', '=', 'BET-CAPPED')
    .where('withdrawn_at', 'is', null)
    .execute()
  assert.deepEqual(await figures(), [rounds - 1, hands - out.hands, capped - findings.length])
  const list = JSON.parse((await first.ask('/api/tables')).text) as {
    readonly tables: readonly { readonly table: string; readonly rounds: number }[]
  }
  assert.equal(list.tables.find(({ table }) => table === 'bj07')?.rounds, rounds - 1)
})

test('whatever is asked, the labels stay few', async (t) => {
  const book = await serve(t)
  for (let n = 0; n < 50; n++) await book.ask(`/nothing/${n}`)
  const { text } = await book.ask('/metrics')
  assert.deepEqual(
    [...text.matchAll(/book_http_requests_total\{path="([^"]*)"/g)].map(([, path]) => path),
    ['other'],
  )
})

test('a book that is well says so, and one that is not says why', async (t) => {
  const book = await serve(t, { checks: () => [{ name: 'broker', ok: true, text: null }] })
  const well = await book.ask('/healthz')
  assert.equal(well.status, 200)
  assert.deepEqual(well.json, {
    ok: true,
    software: 'blackjack-table-controller 0.1.0',
    checks: [
      { name: 'store', ok: true, text: null },
      { name: 'broker', ok: true, text: null },
    ],
  })
  await book.store.schema.dropTable('tables').execute()
  const ill = await book.ask('/healthz')
  assert.equal(ill.status, 503)
  assert.match(ill.text, /the store does not answer/)
})
