/** `npm run book -- rebuild` beside a book that runs: real processes, one store. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { EXIT_FAILED } from '../../src/base/process/exit-codes.ts'
import { startBook } from '../../src/book/start.ts'
import { openStore } from '../../src/book/store/open.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { bundled } from '../runner/bundled.ts'
import { connectTable } from './fake-table.ts'
import { asJournal, fillStore, sharedEvening, trusted } from './fixture.ts'
import { startPostgres } from './postgres.ts'

const rebuild = async (config: string): Promise<{ readonly code: number; readonly stderr: string }> => {
  const args = [await bundled('src/book/command.ts'), 'rebuild', '--config', config]
  try {
    return { code: 0, stderr: (await promisify(execFile)(process.execPath, args)).stderr }
  } catch (error) {
    const { code, stderr } = error as { readonly code: number; readonly stderr: string }
    return { code, stderr }
  }
}

const mqttOf = ({ url, bookLogin }: EmbeddedBroker) => ({
  ...{ urls: [url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null },
  ...bookLogin,
})

test('a book that runs makes its tables anew while it goes on', { timeout: 60_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  const broker = await startEmbeddedBroker({ port: 0 })
  t.after(broker.close)
  const config = join(folder, 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: { url: "${broker.url}" }\nstore: store/book.db\n`)
  const { records: evening, name } = sharedEvening(12)
  const records = asJournal(evening, 'rebuilt2')
  const half = Math.floor(records.length / 2)
  const book = await startBook({
    property: 'demo',
    mqtt: mqttOf(broker),
    store: join(folder, 'store/book.db'),
    tables: trusted(name.table),
    notice: () => undefined,
  })
  t.after(async () => {
    await book.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const table = await connectTable(broker, name, 'rebuilt2')
  t.after(table.close)
  await table.status('ready')
  await table.say(records.slice(0, half))
  const isAcked = async (seq: number) => {
    while (table.acks.at(-1)?.seq !== seq) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await isAcked(half)
  const rounds = () => book.store.selectFrom('rounds').selectAll().orderBy('number').execute()
  // What an older version did not derive, and forgot of what came before.
  await book.store.updateTable('rounds').set({ net: 1 }).execute()
  const rebuilding = rebuild(config)
  await table.say(records.slice(half))
  const { code, stderr } = await rebuilding
  assert.deepEqual({ code, said: stderr.replace(/\d+ records/, 'N records') }, { code: 0, said: 'rebuilt2: N records\n' })
  await isAcked(records.length)
  const fresh = await openStore({ store: ':memory:' })
  await fillStore(fresh, { ...sharedEvening(12), records, stream: 'rebuilt2' })
  assert.deepEqual(await rounds(), await fresh.selectFrom('rounds').selectAll().orderBy('number').execute())
  await fresh.destroy()
})

test('with PostgreSQL it says who is in the way, and rebuilds when nobody is', { timeout: 60_000 }, async (t) => {
  const server = await startPostgres()
  if (server === null) return t.skip('PostgreSQL is not installed')
  t.after(server.close)
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const config = join(folder, 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: { url: "mqtt://127.0.0.1:1" }\nstore: "${server.url}"\n`)
  const store = await openStore({ store: server.url })
  const evening = sharedEvening(3)
  await fillStore(store, evening)
  // A connection that nobody uses is closed after a while.
  const refused = await store.connection().execute(() => rebuild(config))
  assert.equal(refused.code, EXIT_FAILED)
  assert.match(refused.stderr, /server process \d+ for 127\.0\.0\.1 uses this database.*Stop it/)
  await store.destroy()
  assert.deepEqual(await rebuild(config), { code: 0, stderr: `${evening.stream}: ${evening.records.length} records\n` })
})
