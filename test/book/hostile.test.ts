/** Records that somebody wrote to harm the book: each is kept as the record it is, and the book and its other tables go on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import type { AnyRecord } from '../../src/book/derive/any-record.ts'
import { derive } from '../../src/book/derive/derive.ts'
import { NO_MEMORY, readMemory, writeMemory } from '../../src/book/derive/memory.ts'
import { decodeMessage } from '../../src/book/hearing.ts'
import { excerptOfBook } from '../../src/book/queries/dispute.ts'
import { roundOf } from '../../src/book/queries/round.ts'
import { startSink } from '../../src/book/sink.ts'
import { startBook } from '../../src/book/start.ts'
import { keepRecords } from '../../src/book/store/keep.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore } from '../../src/book/store/open.ts'
import { streamNamed, tableNamed } from '../../src/book/store/places.ts'
import { rederiveStream } from '../../src/book/store/rederive.ts'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { connectTable } from './fake-table.ts'
import { begun, TABLE_KEY, trusted } from './fixture.ts'
import { startPostgres } from './postgres.ts'

const NO_TEXT = { toString: 1, valueOf: 1 }
const event = (type: string, data: unknown, round?: string) => ({
  kind: 'event',
  envelope: { id: 'x', sequence: '1', type, time: '2026-11-21T22:00:00Z', ...(round === undefined ? {} : { round }), data },
})
const numbered = (bodies: readonly { readonly kind: string; readonly [field: string]: unknown }[]): AnyRecord[] =>
  bodies.map((body, at) => ({ n: at + 1, t: 1000, ...body }))

/** Each row: what is wrong, and the record without its number. */
const HOSTILE: readonly (readonly [string, { readonly kind: string; readonly [field: string]: unknown }])[] = [
  ['a number that is none', { kind: 'missing', device: 'shoe', serial: 's', boot: 1, from: NO_TEXT, to: 2 }],
  ['a list of what has no text', { kind: 'config', sha256: 'x', keys: {}, changed: [NO_TEXT] }],
  ['a size that is none', { kind: 'omitted', of: 'event', bytes: NO_TEXT, sha256: 'x' }],
  ['words that are none', { kind: 'host', alarm: 'disk-full', words: 7 }],
  ['a user that is none', { kind: 'command', user: NO_TEXT, name: 'dealer', correlation: 'c', args: null, error: null }],
  ['a card beyond every shoe', event('card.dealt', { n: Number.MAX_SAFE_INTEGER }, '1-1')],
  ['a shoe with more cards than any', event('shoe.cut-card', { shoe: 1, cardsOut: 1e15 })],
  ['an envelope that is none', { kind: 'event', envelope: null }],
]

for (const [what, body] of HOSTILE) {
  test(`${what} changes nothing and is named`, () => {
    const [record] = numbered([body])
    assert.ok(record, 'there is one')
    const { memory, changes, fault } = derive(NO_MEMORY, record)
    assert.deepEqual([memory, changes], [NO_MEMORY, []])
    assert.match(fault ?? '', /^[\w.-]+: \w/)
  })
}

test('what is remembered of any cards can be read again', () => {
  const cards = [
    event('card.dealt', { n: 9_007_199_254_740_991 }, 'a'),
    event('card.dealt', { n: 1 }, 'b'),
    event('card.dealt', { n: 2 }, 'c'),
  ]
  const memory = numbered(cards).reduce((before, record) => derive(before, record).memory, NO_MEMORY)
  assert.deepEqual(readMemory(writeMemory(memory)), memory)
})

const storeOf = async (t: { after(work: () => Promise<void>): void }, place = ':memory:') => {
  const store = await openStore({ store: place })
  const fingerprint = fingerprintOf(TABLE_KEY.publicKey)
  await vouchForKey(store, { table: { property: 'demo', pit: 'p1', table: 'bj07' }, fingerprint, how: 'config' }, 0)
  t.after(() => store.destroy())
  const keep = (records: readonly AnyRecord[]) =>
    store.transaction().execute(async (trx) => {
      const { id } = await tableNamed(trx, { property: 'demo', pit: 'p1', table: 'bj07' })
      const stream = await streamNamed(trx, id, 'stream1')
      return keepRecords(
        trx,
        { ...stream, standing: 'person', first_seal: stream.first_seal ?? 1, public_key: TABLE_KEY.publicKey },
        records.map((record) => ({ record, body: JSON.stringify(record) })),
      )
    })
  return { store, keep }
}
const link = (device: string) => ({ kind: 'link', device, up: true, reason: '' })

test('every hostile record is kept as it came and reported, and those behind it are derived', async (t) => {
  const { store, keep } = await storeOf(t)
  const records = numbered([...HOSTILE.map(([, body]) => body), link('shoe')])
  const { stream, notices } = await keep(records)
  assert.equal(stream.complete_to, records.length)
  assert.deepEqual(
    notices.filter(({ code }) => code === 'NOT-UNDERSTOOD').map(({ n }) => n),
    HOSTILE.map((_, at) => at + 1),
  )
  const kept = await store.selectFrom('records').select('body').orderBy('n').execute()
  assert.deepEqual(
    kept.map(({ body }) => body),
    records.map((record) => JSON.stringify(record)),
  )
  assert.deepEqual(await store.selectFrom('device_events').select(['n', 'device']).execute(), [{ n: records.length, device: 'shoe' }])
})

test('a row that the store refuses is left out alone, and is told with its reason', async (t) => {
  const { store, keep } = await storeOf(t)
  await sql`create trigger refuse before insert on device_events when new.device = 'poison' begin select raise(abort, 'no poison'); end`.execute(
    store,
  )
  const { stream, notices } = await keep(numbered([link('shoe'), link('poison'), link('spots')]))
  assert.equal(stream.complete_to, 3)
  assert.deepEqual(
    notices.map(({ code, n }) => [code, n]),
    [['NOT-UNDERSTOOD', 2]],
  )
  assert.match(notices[0]?.text ?? '', /record 2: .*no poison/)
  const devices = async () => (await store.selectFrom('device_events').select('device').orderBy('n').execute()).map(({ device }) => device)
  assert.deepEqual(await devices(), ['shoe', 'spots'])
  await store.transaction().execute((trx) => rederiveStream(trx, stream.id))
  assert.deepEqual(await devices(), ['shoe', 'spots'], 'made anew, it is the same')
})

test('PostgreSQL takes what is left of hostile records, and goes on after a row that it refuses', { timeout: 120_000 }, async (t) => {
  const server = await startPostgres()
  if (server === null) return t.skip('PostgreSQL is not installed')
  t.after(server.close)
  const { store, keep } = await storeOf(t, server.url)
  await sql`alter table device_events add constraint refuse check (device <> 'poison')`.execute(store)
  // Two names that are one for PostgreSQL, in one statement.
  const same = ['1-\0', '1-\uFFFD', '1-\uD800'].map((round) =>
    event('round.opened', { round, shoe: 1, openedAt: '2026-11-21T22:00:00Z', boxes: [1] }, round),
  )
  const records = numbered([...HOSTILE.map(([, body]) => body), ...same, link('poison'), link('shoe')])
  const { stream, notices } = await keep(records)
  assert.equal(stream.complete_to, records.length)
  assert.deepEqual(
    notices.filter(({ code }) => code === 'NOT-UNDERSTOOD').map(({ n }) => n),
    [...HOSTILE.map((_, at) => at + 1), records.length - 1],
  )
  assert.deepEqual(await store.selectFrom('device_events').select('device').execute(), [{ device: 'shoe' }])
  assert.deepEqual(await store.selectFrom('rounds').select('round').execute(), [{ round: '1-\uFFFD' }])
})

test('a round that hostile records lie in is read as ever', async (t) => {
  const { store, keep } = await storeOf(t)
  const told = (type: string) => event(type, { round: '1-1', shoe: 1, openedAt: '2026-11-21T22:00:00Z', boxes: [1] }, '1-1')
  const hostile = [{ kind: 'event', envelope: null }, { kind: 'event' }, { kind: 'seal', covers: NO_TEXT, hash: NO_TEXT }]
  const { stream } = await keep(numbered([told('round.opened'), ...hostile, told('round.void')]))
  const named = { stream: { id: stream.id, stream: stream.stream }, round: '1-1' }
  const steps = (await roundOf(store, named))?.steps.map(({ n }) => n)
  assert.deepEqual(steps, [1, 5])
  assert.equal((await excerptOfBook(store, named)).ok, false)
})

test('memory that an older book wrote and nobody can read is made anew from the records', async (t) => {
  const { store, keep } = await storeOf(t)
  const opened = (round: string) => event('round.opened', { round, shoe: 1, openedAt: '2026-11-21T22:00:00Z', boxes: [1] }, round)
  const all = numbered([event('shoe.loaded', { shoe: 1 }), opened('1-1'), opened('1-2')])
  await keep(all.slice(0, 2))
  await store
    .updateTable('streams')
    .set({ derive_state: writeMemory({ ...NO_MEMORY, cardsBefore: 2 ** 60 }) })
    .execute()
  const { stream, notices } = await keep(all)
  assert.deepEqual([stream.complete_to, notices], [3, []])
  assert.deepEqual(await store.selectFrom('rounds').select(['round', 'number']).orderBy('number').execute(), [
    { round: '1-1', number: 1 },
    { round: '1-2', number: 2 },
  ])
})

const HEARER = { property: 'demo', user: 'book', client: 'book' }
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test('a message that is nested deeply is refused before anything reads it', () => {
  const describe = (inner: string) =>
    Buffer.from(`{"type":"describe","data":{"software":"x","house":"x","currency":"EUR","exponent":2,"a":${inner}}}`)
  const log = (inner: string) => Buffer.from(`{"id":"demo/p1/bj07/abc/log/1","type":"log","data":{"n":1,"t":0,"kind":"x","a":${inner}}}`)
  for (const [place, message] of [['describe', describe] as const, ['log', log] as const]) {
    const topic = `casino/v1/demo/p1/bj07/${place}`
    assert.notEqual(decodeMessage(HEARER, topic, message(nested(16))).kind, 'rejected')
    assert.notEqual(decodeMessage(HEARER, topic, message(JSON.stringify(nested(1000)))).kind, 'rejected', 'brackets in a text are no depth')
    for (const levels of [40, 3000, 60_000]) {
      const heard = decodeMessage(HEARER, topic, message(nested(levels)))
      assert.equal(heard.kind, 'rejected')
      assert.match(heard.kind === 'rejected' ? heard.reason : '', /nested more than \d+ levels/)
    }
  }
})

test('descriptions of tables count towards what may wait for the store', async (t) => {
  const { store } = await storeOf(t)
  const link = { publish: () => false, resume: () => undefined }
  const none = { countersign: () => null, correlation: () => 'c', notice: () => undefined, wallMs: () => 0, nowMs: () => 0 }
  const sink = await startSink({ store, hearer: HEARER, sink: 'book', link, ...none })
  const data = { software: 'x', house: 'x', currency: 'EUR', exponent: 2, more: 'x'.repeat(120_000) }
  const described = Buffer.from(JSON.stringify({ type: 'describe', data }))
  let heard = 0
  for (; !sink.isFull() && heard < 1000; heard++) sink.hear('casino/v1/demo/p1/bj07/describe', described)
  assert.ok(heard * described.length < 33 * 1024 * 1024, `${heard} of ${described.length} bytes`)
  await sink.stop()
  assert.equal(sink.isFull(), false)
})

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function running(t: { after(work: () => Promise<void>): void }) {
  const broker = await startEmbeddedBroker({ port: 0 })
  const notices: string[] = []
  const mqtt = { urls: [broker.url], protocol: 4, ca: null, cert: null, key: null, passwordFile: null, ...broker.bookLogin } as const
  const book = await startBook({
    property: 'demo',
    mqtt,
    store: ':memory:',
    tables: trusted('good', 'bad'),
    notice: (text) => notices.push(text),
  })
  const good = await connectTable(broker, { property: 'demo', pit: 'p1', table: 'good' }, 'aaa')
  const bad = await connectTable(broker, { property: 'demo', pit: 'p1', table: 'bad' }, 'bbb')
  t.after(async () => {
    await Promise.all([good.close(), bad.close()])
    await book.close()
    await broker.close()
  })
  await until(() => book.counts().isConnected)
  await Promise.all([good.status('ready'), bad.status('ready')])
  const incidents = async () =>
    (await book.store.selectFrom('incidents').select(['code', 'text']).execute()).map(({ code, text }) => `${code} ${text}`)
  return { book, good, bad, notices, incidents }
}
const isAckedTo = (table: { readonly acks: readonly { readonly seq: number }[] }, seq: number) => () => table.acks.at(-1)?.seq === seq

test('hostile records and messages hold up neither their table nor another', { timeout: 30_000 }, async (t) => {
  const { book, good, bad, incidents } = await running(t)
  await bad.raw('casino/v1/demo/p1/bad/describe', `{"type":"describe","data":{"a":${nested(20_000)}}}`)
  await bad.say(begun('bbb', [...HOSTILE.map(([, body]) => body), { kind: 'tick' }]))
  await good.say(begun('aaa', [{ kind: 'tick' }, { kind: 'tick' }]))
  await until(isAckedTo(good, 4))
  await until(isAckedTo(bad, HOSTILE.length + 3))
  await until(async () => (await incidents()).some((text) => /^MALFORMED .*nested/.test(text)))
  assert.match((await incidents()).join('\n'), /NOT-UNDERSTOOD record 3: missing: from/)
  const { failed, rejected, fault } = book.counts()
  assert.deepEqual([failed, rejected, fault], [0, 1, null])
})

test('a table whose records the store does not take is set aside and said, and asked again until it does', {
  timeout: 30_000,
}, async (t) => {
  const { book, good, bad, notices, incidents } = await running(t)
  await sql`create trigger refuse before insert on records when new.kind = 'checkpoint' begin select raise(abort, 'no checkpoints'); end`.execute(
    book.store,
  )
  await bad.say(begun('bbb', [{ kind: 'tick' }, { kind: 'checkpoint', covers: 1, sha256: 'x' }, { kind: 'tick' }]))
  await good.say(begun('aaa', [{ kind: 'tick' }]))
  await until(isAckedTo(good, 3))
  await until(async () => (await incidents()).some((text) => /^NOT-UNDERSTOOD .*no checkpoints/.test(text)))
  assert.equal(book.counts().fault, null)
  assert.ok(
    notices.every((text) => !/takes no records/.test(text)),
    notices.join('\n'),
  )
  await sql`drop trigger refuse`.execute(book.store)
  await until(isAckedTo(bad, 5))
})
