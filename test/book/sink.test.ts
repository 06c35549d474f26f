import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { MqttConfig } from '../../src/base/config/table-config.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { type RunningBook, startBook } from '../../src/book/start.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { connectTable, type FakeTable } from './fake-table.ts'
import { asJournal, type Evening, sharedEvening, trusted } from './fixture.ts'

let broker: EmbeddedBroker
let folder: string
const evening: Evening = sharedEvening(6)
const hashOf = (all: readonly JournalRecord[]): string => all.reduce(digestAfter, NO_RECORDS)

before(async () => {
  broker = await startEmbeddedBroker({ port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'book-'))
})
after(async () => {
  await broker.close()
  rmSync(folder, { recursive: true, force: true })
})

const mqttOf = ({ url, bookLogin }: EmbeddedBroker): MqttConfig => ({
  ...{ urls: [url], protocol: 4, ca: null, cert: null, key: null, passwordFile: null },
  ...bookLogin,
})

const notices: string[] = []
const openBook = async (t: TestContext, name: string): Promise<RunningBook> => {
  const store = join(folder, name, 'book.db')
  const book = await startBook({
    property: 'demo',
    mqtt: mqttOf(broker),
    store,
    tables: trusted('bj01', 'bj02', 'bj03', 'bj04', 'bj05'),
    notice: (text) => notices.push(text),
  })
  t.after(book.close)
  return book
}
const openTable = async (t: TestContext, name: string, stream: string): Promise<FakeTable> => {
  const table = await connectTable(broker, { ...evening.name, table: name }, stream)
  t.after(table.close)
  return table
}

/** Looks again until it is so; the test's own limit ends it otherwise. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const isAckedTo = (table: FakeTable, seq: number) => () => table.acks.at(-1)?.seq === seq

const incidentsOf = async ({ store }: RunningBook) =>
  (await store.selectFrom('incidents').select('code').orderBy('id').execute()).map(({ code }) => code)

test('every record is kept once and acknowledged with the hash of all before it', { timeout: 20_000 }, async (t) => {
  const table = await openTable(t, 'bj01', 'stream1')
  const records = asJournal(evening.records, 'stream1')
  const book = await openBook(t, 'once')
  await table.status('ready')
  await table.say(records)
  await until(isAckedTo(table, records.length))
  const { sink, boot, seq, hash } = table.acks.at(-1) ?? assert.fail('it was acknowledged')
  assert.deepEqual({ sink, boot, seq, hash }, { sink: 'book', boot: 1, seq: records.length, hash: hashOf(records) })
  // Said again, as after a broken connection.
  await table.raw('casino/v1/demo/p1/bj01/log', JSON.stringify({ type: 'log', id: `demo/p1/bj01/stream1/log/1`, data: records[0] }))
  await book.close()
  const again = await openBook(t, 'once')
  const kept = await again.store.selectFrom('records').select('n').orderBy('n').execute()
  assert.deepEqual(
    kept.map(({ n }) => n),
    records.map(({ n }) => n),
  )
  assert.deepEqual(await incidentsOf(again), [])
})

test('what was missed is asked for, whatever came meanwhile', { timeout: 20_000 }, async (t) => {
  const table = await openTable(t, 'bj02', 'stream2')
  const records = asJournal(evening.records, 'stream2')
  table.write(records.slice(0, 50))
  const book = await openBook(t, 'gaps')
  await table.status('ready')
  await until(isAckedTo(table, 50))
  // The book asks whether there is more, and hears that there is not.
  await until(() => table.asked.some(([from]) => from === 51))
  table.write(records.slice(50, 60))
  await table.say(records.slice(60))
  await until(isAckedTo(table, records.length))
  assert.equal(table.acks.at(-1)?.hash, hashOf(records))
  // It may ask once more whether there is more before it has heard the rest.
  assert.ok(
    table.asked.some(([from, to]) => from === 51 && to === 60),
    `it asked for ${JSON.stringify(table.asked)}`,
  )
  assert.deepEqual(await incidentsOf(book), [])
})

test('a table whose status the broker has not kept is asked for it, and then for what is missing', { timeout: 20_000 }, async (t) => {
  const table = await openTable(t, 'bj05', 'stream5b')
  const records = asJournal(evening.records, 'stream5b')
  const book = await openBook(t, 'silent')
  await until(() => book.counts().isConnected)
  table.write(records.slice(0, 30))
  await table.say(records.slice(30))
  await until(isAckedTo(table, records.length))
  assert.ok(table.snapshots >= 1, 'it was asked for its status')
  assert.deepEqual(table.asked[0], [1, 30])
  assert.deepEqual(await incidentsOf(book), [])
})

test('a book that is newer than the table begins where its journal does, and says so', { timeout: 20_000 }, async (t) => {
  const table = await openTable(t, 'bj03', 'stream3')
  const records = asJournal(evening.records, 'stream3')
  table.keptFrom = 31
  table.write(records.slice(30, 60))
  const book = await openBook(t, 'older')
  await table.status('ready')
  const complete = async () => (await book.store.selectFrom('streams').select('complete_to').executeTakeFirst())?.complete_to
  await until(async () => (await complete()) === 60)
  await table.say(records.slice(60))
  await until(async () => (await complete()) === records.length)
  assert.deepEqual(await incidentsOf(book), ['GAP-STAYS'])
  assert.ok(
    table.acks.every(({ seq }) => seq === 0),
    `a chain whose beginning the book does not know is not acknowledged: ${JSON.stringify(table.acks)}`,
  )
})

test('bad input is told by name and never mixed with good', { timeout: 20_000 }, async (t) => {
  const table = await openTable(t, 'bj04', 'stream4')
  const records = asJournal(evening.records, 'stream4')
  const book = await openBook(t, 'bad')
  await table.status('ready')
  await table.say(records.slice(0, 20))
  await until(isAckedTo(table, 20))
  const say = (stream: string, record: unknown, n: number) =>
    table.raw('casino/v1/demo/p1/bj04/log', JSON.stringify({ type: 'log', id: `demo/p1/bj04/${stream}/log/${n}`, data: record }))
  await say('stream4', { ...records[6], t: 1 }, 7)
  await until(async () => (await incidentsOf(book)).includes('ALTERED'))
  await table.raw('casino/v1/demo/p1/bj04/log', '{"type":"log"')
  await until(async () => (await incidentsOf(book)).includes('MALFORMED'))
  await say('stream5', records[0], 1)
  await until(async () => (await incidentsOf(book)).includes('NEW-JOURNAL'))
  await say('stream4', records[20], 21)
  await until(isAckedTo(table, 21))
  const body = await book.store.selectFrom('records').select('body').where('n', '=', 7).executeTakeFirst()
  assert.equal(body?.body, JSON.stringify(records[6]))
  const streams = await book.store.selectFrom('streams').select(['stream', 'complete_to']).orderBy('id').execute()
  assert.deepEqual(streams, [
    { stream: 'stream4', complete_to: 21 },
    { stream: 'stream5', complete_to: 1 },
  ])
})
