/** A gap that nothing fills for a minute is an incident and no health; one at which records still come is not. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGapWatch } from '../../src/book/gaps.ts'
import { startSink } from '../../src/book/sink.ts'
import { openStore } from '../../src/book/store/open.ts'

test('the minute begins anew with every record that comes before the gap', () => {
  const watch = createGapWatch()
  const look = (complete_to: number, atMs: number) => watch.look({ stream: 'stream1', complete_to, heard_to: 100 }, atMs)
  assert.equal(look(11, 0), null)
  assert.equal(look(11, 59_000), null)
  assert.equal(look(12, 60_000), null, 'it goes on')
  assert.equal(look(12, 119_000), null)
  assert.equal(look(12, 120_000), 13)
  assert.equal(watch.look({ stream: 'stream1', complete_to: 100, heard_to: 100 }, 121_000), null)
})

const until = async (t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    t.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('it is told once, and is over when the record has come', { timeout: 60_000 }, async (t) => {
  const store = await openStore({ store: ':memory:' })
  let nowMs = 0
  const sink = await startSink({
    ...{ store, countersign: () => null, sink: 'book', hearer: { property: 'demo', user: 'book', client: 'book' } },
    ...{ link: { publish: () => false, resume: () => undefined }, notice: () => undefined },
    ...{ nowMs: () => nowMs, wallMs: () => 0, correlation: () => 'c' },
  })
  t.after(async () => {
    await sink.stop()
    await store.destroy()
  })
  const say = (n: number) =>
    sink.hear(
      'casino/v1/demo/p1/bj07/log',
      Buffer.from(JSON.stringify({ type: 'log', id: `demo/p1/bj07/stream1/log/${n}`, data: { n, t: n, kind: 'tick' } })),
    )
  const gaps = async () =>
    (await store.selectFrom('incidents').select('text').where('code', '=', 'GAP').where('closed_at', 'is', null).execute()).map(
      ({ text }) => text,
    )
  for (const n of [1, 2, 4, 5]) say(n)
  await until(t, () => sink.counts().kept === 4)
  // The watch has seen the gap.
  await new Promise((resolve) => setTimeout(resolve, 1200))
  assert.deepEqual([await gaps(), sink.counts().gaps], [[], null])
  nowMs = 61_000
  await until(t, async () => (await gaps()).length === 1)
  assert.match((await gaps())[0] ?? '', /records of journal stream1 from 3 on have been missing for more than a minute/)
  assert.equal(sink.counts().gaps, 'records have been missing for more than a minute: p1/bj07 from 3 on')
  say(3)
  await until(t, async () => (await gaps()).length === 0 && sink.counts().gaps === null)
})
