/** The disk under the book is full (F10, P3): really, on a small one that somebody else fills while a table plays. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { serveRunning } from '../../src/book/http/running.ts'
import { startBook } from '../../src/book/start.ts'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { temporaryFolder } from '../e2e/processes.ts'
import { fillDisk, onSmallDisks, withDisk } from '../small-disk.ts'
import { connectTable } from './fake-table.ts'
import { asJournal, eveningOfDay, SEED_OF_DAY, trusted } from './fixture.ts'

const DISK_KB = 16 * 1024
const HTTP = { host: '127.0.0.1', port: 0, names: [], origins: [], users: null, tokens: null }

async function fillUnderBook(t: TestContext, disk: string): Promise<void> {
  t.diagnostic(`SEED=${SEED_OF_DAY}`)
  const { records: evening, name } = eveningOfDay(9)
  const records = asJournal(evening, 'fulldisk')
  const [third, twoThirds] = [Math.floor(records.length / 3), Math.floor((records.length * 2) / 3)]
  const broker = await startEmbeddedBroker({ port: 0 })
  const said: string[] = []
  const notice = (text: string) => void said.push(text)
  const { url, bookLogin } = broker
  const mqtt = { urls: [url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, ...bookLogin }
  const store = join(disk, 'store', 'book.db')
  const book = await startBook({ property: name.property, mqtt, store, tables: trusted(name.table), notice })
  const server = await serveRunning(book, { store, http: HTTP }, notice)
  const ask = async (path: string) => (await fetch(`${server?.url}${path}`)).text()
  const table = await connectTable(broker, name, 'fulldisk')
  const until = async (isSo: () => boolean) => {
    while (!isSo() && !t.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const isAcked = (seq: number) => () => table.acks.at(-1)?.seq === seq
  await table.status('ready')
  await table.say(records.slice(0, third))
  await until(isAcked(third))
  assert.match(await ask('metrics'), /^book_store_writing 1$/m)

  const others = fillDisk(disk)
  await table.say(records.slice(third, twoThirds))
  await until(() => book.counts().failed > 1)
  assert.equal(said.filter((line) => /the store takes no records \(.*full.*\): make room/i.test(line)).length, 1, said.join('\n'))
  assert.match(await ask('healthz'), /"ok":false.*the store takes no records \(.*full/is)
  assert.match(await ask('metrics'), /^book_store_writing 0$/m)
  const acked = table.acks.at(-1)?.seq ?? 0
  const onDisk = await book.store.selectFrom('streams').select('complete_to').executeTakeFirstOrThrow()
  assert.ok(acked < twoThirds && acked <= onDisk.complete_to, `${acked} acknowledged, ${onDisk.complete_to} on the disk`)

  rmSync(others)
  await table.say(records.slice(twoThirds))
  await until(isAcked(records.length))
  assert.equal(table.acks.at(-1)?.hash, records.reduce(digestAfter, NO_RECORDS))
  assert.ok(said.includes('book: the store takes records again'), said.join('\n'))
  assert.match(await ask('healthz'), /"ok":true/)
  const kept = await book.store.selectFrom('records').select(['n', 'body']).orderBy('n').execute()
  assert.deepEqual(
    kept,
    records.map((record) => ({ n: record.n, body: JSON.stringify(record) })),
  )
  assert.deepEqual(await book.store.selectFrom('incidents').selectAll().execute(), [])
  await server?.close()
  await table.close()
  await book.close()
  await broker.close()
}

const onDisks = onSmallDisks(import.meta.url, 'a really full disk under the book')
test(
  'a book whose disk is full says so and acknowledges nothing; with room it goes on, and nothing is doubled or missing',
  { timeout: 120_000 },
  onDisks(async (t) => {
    const disk = join(temporaryFolder(), 'disk')
    await withDisk(disk, DISK_KB, () => fillUnderBook(t, disk))
  }),
)
