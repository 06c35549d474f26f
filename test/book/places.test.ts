/** Somebody makes up tables until the book has no place left: a table that has proven itself keeps its place, or is given one. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fingerprintOf, newSigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { startSink } from '../../src/book/sink.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { confirmKey } from '../../src/book/store/keys.ts'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { TABLES_MAX } from '../../src/book/tables.ts'

const KEY = signingKeyOf(newSigningKey())
const BOOK = signingKeyOf(newSigningKey())

const until = async (t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    t.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const sinkOn = async (store: Store) => {
  const said: string[] = []
  let nowMs = 0
  const sink = await startSink({
    ...{ store, countersign: countersigning(BOOK), sink: 'book', hearer: { property: 'demo', user: 'book', client: 'book' } },
    ...{ link: { publish: () => false, resume: () => undefined }, notice: (text: string) => said.push(text) },
    ...{ nowMs: () => nowMs, wallMs: () => Date.UTC(2026, 10, 21), correlation: () => 'c' },
  })
  const say = (pit: string, table: string, n: number, body: object = { kind: 'tick' }) =>
    sink.hear(
      `casino/v1/demo/${pit}/${table}/log`,
      Buffer.from(JSON.stringify({ type: 'log', id: `demo/${pit}/${table}/stream1/log/${n}`, data: { n, t: n, ...body } })),
    )
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { sink, say, said, pass }
}
const head = { kind: 'head', stream: 'stream1', publicKey: KEY.publicKey }

test('invented tables take no place from one that has proven itself, and what is dropped is told with what to do', {
  timeout: 120_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const place = { store: join(folder, 'book.db') }
  const store = await openStore(place)
  const { sink, say, said, pass } = await sinkOn(store)
  // Every other place is taken by names that nobody knows.
  for (let at = 0; at < TABLES_MAX - 1; at++) say('p9', `made-${at}`, 1)
  say('p1', 'bj01', 1, head)
  await until(t, () => sink.counts().kept === TABLES_MAX)
  await confirmKey(store, { property: 'demo', table: 'bj01', fingerprint: fingerprintOf(KEY.publicKey), isAhead: false }, 0)
  say('p1', 'bj02', 1, head)
  say('p9', 'made-more', 1)
  assert.equal(sink.counts().rejected, 2)
  pass(10_000)
  const incidents = () => store.selectFrom('incidents').select(['table_id', 'code', 'text']).where('code', '=', 'NO-PLACE').execute()
  await until(t, async () => (await incidents()).length > 0)
  const [told] = await incidents()
  assert.equal(told?.table_id, null)
  assert.match(
    told?.text ?? '',
    /2 messages of other tables were dropped, among them of p1\/bj02, p9\/made-more\. Give .*trust-key PIT\/TABLE FINGERPRINT/,
  )
  assert.ok(
    said.some((text) => /^book: NO-PLACE: /.test(text)),
    said.join('\n'),
  )

  // A person gives the table its place, before the book has heard anything of it.
  const confirmed = await confirmKey(
    store,
    { property: 'demo', table: 'p1/bj02', fingerprint: fingerprintOf(KEY.publicKey), isAhead: false },
    0,
  )
  assert.match(confirmed, /is confirmed as the key of p1\/bj02/)
  say('p1', 'bj02', 1, head)
  pass(10_000)
  await until(t, () => said.some((text) => /p1\/bj02: its key is confirmed/.test(text)))
  say('p1', 'bj02', 1, head)
  say('p1', 'bj01', 2)
  const completeOf = async (name: string) =>
    (
      await store
        .selectFrom('streams')
        .innerJoin('tables', 'tables.id', 'streams.table_id')
        .select('complete_to')
        .where('name', '=', name)
        .executeTakeFirst()
    )?.complete_to
  await until(t, async () => (await completeOf('bj02')) === 1 && (await completeOf('bj01')) === 2)
  assert.equal((await incidents()).length, 1, 'once an hour')
  await sink.stop()

  // After a start the proven tables come first, and the others have what is left.
  const again = await sinkOn(store)
  again.say('p1', 'bj02', 2)
  again.say('p1', 'bj01', 3)
  again.say('p9', 'made-9999', 1)
  await until(t, async () => (await completeOf('bj02')) === 2 && (await completeOf('bj01')) === 3)
  assert.equal(again.sink.counts().rejected, 1)
  await again.sink.stop()
  await store.destroy()
})
