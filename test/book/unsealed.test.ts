/** A table that sends records without sealing them is an incident; one that was away, or that the store kept waiting, is not. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { fingerprintOf, newSigningKey, type SigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { createSealWatch } from '../../src/book/seal-watch.ts'
import { startSink } from '../../src/book/sink.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore } from '../../src/book/store/open.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'

const OURS = signingKeyOf(newSigningKey())
const OTHER = signingKeyOf(newSigningKey())
const STREAM = 'stream1'

const sinkOf = async (t: TestContext) => {
  const store = await openStore({ store: ':memory:' })
  const name = { property: 'demo', pit: 'p1', table: 'bj07' }
  await vouchForKey(store, { table: name, fingerprint: fingerprintOf(OURS.publicKey), how: 'config' }, 0)
  let nowMs = 0
  let correlation = 0
  const sink = await startSink({
    ...{ store, countersign: countersigning(OTHER), sink: 'book', hearer: { property: 'demo', user: 'book', client: 'book' } },
    ...{ link: { publish: () => false, resume: () => undefined }, notice: () => undefined },
    ...{ nowMs: () => nowMs, wallMs: () => 0, correlation: () => `c${++correlation}` },
  })
  t.after(async () => {
    await sink.stop()
    await store.destroy()
  })
  let hash = NO_RECORDS
  let n = 0
  const say = async (body: object): Promise<void> => {
    n++
    const record = { ...(body as RecordBody), n, t: n } as JournalRecord
    hash = digestAfter(hash, record)
    sink.hear(
      'casino/v1/demo/p1/bj07/log',
      Buffer.from(JSON.stringify({ type: 'log', id: `demo/p1/bj07/${STREAM}/log/${n}`, data: record })),
    )
    while (sink.counts().kept < n) {
      t.signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const seal = (key: SigningKey) => {
    const { at, signature } = key.sign({ stream: STREAM, seq: n, hash, at: '2026-11-21T20:00:00.000Z' })
    return say({ kind: 'seal', covers: n, hash, at, signature, kept: { head: 0, state: 0 } })
  }
  const told = async () =>
    (await store.selectFrom('incidents').select(['code', 'text']).orderBy('id').execute()).map(({ code, text }) => `${code} ${text}`)
  const pass = (ms: number) => {
    nowMs += ms
  }
  await say({ kind: 'head', stream: STREAM, publicKey: OURS.publicKey })
  return { store, say, seal, told, pass }
}

const codesOf = (told: readonly string[]) => told.map((text) => text.split(' ')[0])

test('a table that withholds its seals is an incident after two minutes, and what came stays countersigned', {
  timeout: 60_000,
}, async (t) => {
  const { store, say, seal, told, pass } = await sinkOf(t)
  await seal(OURS)
  for (let time = 0; time < 11; time++) {
    pass(10_000)
    await say({ kind: 'tick' })
  }
  assert.deepEqual(await told(), [], 'two minutes have not passed')
  for (let time = 0; time < 6; time++) {
    pass(10_000)
    await say({ kind: 'tick' })
  }
  while ((await told()).length === 0) {
    t.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [text = ''] = await told()
  assert.match(text, /^UNSEALED .*its seals prove those up to 1\. Whoever holds its key .*or somebody who can publish as the table/)
  const last = await store.selectFrom('book_heads').select('seq').orderBy('seq', 'desc').executeTakeFirst()
  assert.equal(last?.seq, 19, 'all that came is countersigned')
  pass(600_000)
  await say({ kind: 'tick' })
  assert.equal((await told()).length, 1, 'it is told once')
})

test("a seal that the table's key did not sign does not count", { timeout: 60_000 }, async (t) => {
  const { say, seal, told, pass } = await sinkOf(t)
  for (let time = 0; time < 6; time++) {
    pass(30_000)
    await say({ kind: 'tick' })
    await seal(OTHER)
  }
  while (!codesOf(await told()).includes('UNSEALED')) {
    t.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
})

test('a table that seals every minute is no incident, however often it is away', { timeout: 60_000 }, async (t) => {
  const { say, seal, told, pass } = await sinkOf(t)
  for (let minute = 0; minute < 5; minute++) {
    for (let time = 0; time < 3; time++) {
      pass(20_000)
      await say({ kind: 'tick' })
    }
    pass(3_600_000)
    await say({ kind: 'tick' })
    await seal(OURS)
  }
  assert.deepEqual(await told(), [])
})

test('silence counts for less than the time between two seals leaves', () => {
  const seals = createSealWatch()
  let nowMs = 0
  const heard = (afterMs: number, isSealed = false) => {
    nowMs += afterMs
    return seals.heard(nowMs, isSealed)
  }
  heard(0, true)
  for (let second = 0; second < 60; second++) assert.equal(heard(1000), false)
  assert.equal(heard(86_400_000), false, 'it goes on where it stopped a day ago')
  assert.equal(heard(0, true), false)
  const told = Array.from({ length: 4 }, () => heard(60_000))
  assert.deepEqual(told, [false, false, true, false], 'one that sends a record a minute is told in the third, once')
  heard(0, true)
  assert.deepEqual(
    Array.from({ length: 4 }, () => heard(60_000)),
    [false, false, true, false],
    'and again when it begins again',
  )
})
