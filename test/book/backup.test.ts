/** The book backed up while it takes records, restored elsewhere, and what may be wrong with that. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startBook } from '../../src/book/start.ts'
import { openStore } from '../../src/book/store/open.ts'
import { writeArchive } from '../../src/daemon/archive/archive.ts'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { run } from '../e2e/processes.ts'
import { connectTable } from './fake-table.ts'
import { asJournal, fillStore, sharedEvening, trusted } from './fixture.ts'

const book = (verb: string, file: string, config: string, ...more: readonly string[]) =>
  run('src/book/command.ts', verb, file, '--config', config, ...more)

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a book is backed up while it takes records: the copy is whole, and has a beginning of what the book has', {
  timeout: 120_000,
}, async (t) => {
  const folder = folderOf(t)
  const broker = await startEmbeddedBroker({ port: 0 })
  t.after(broker.close)
  const config = join(folder, 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: { url: "${broker.url}" }\nstore: store/book.db\n`)
  const { records: evening, name } = sharedEvening(12)
  const records = asJournal(evening, 'copied1')
  const mqtt = { urls: [broker.url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, ...broker.bookLogin }
  const signingKeyFile = join(folder, 'store/signing.key')
  const running = await startBook({
    property: 'demo',
    mqtt,
    store: join(folder, 'store/book.db'),
    signingKeyFile,
    tables: trusted(name.table),
    notice: () => undefined,
  })
  let isOpen = true
  t.after(async () => isOpen && running.close())
  const table = await connectTable(broker, name, 'copied1')
  t.after(table.close)
  await table.status('ready')
  const half = Math.floor(records.length / 2)
  const isAcked = async (seq: number) => {
    while (table.acks.at(-1)?.seq !== seq) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await table.say(records.slice(0, half))
  await isAcked(half)
  const archive = join(folder, 'book.tar')
  const backing = book('backup', archive, config)
  await table.say(records.slice(half))
  const { code, stderr } = await backing
  assert.equal(code, 0, stderr)
  await isAcked(records.length)
  assert.deepEqual(
    readdirSync(join(folder, 'store')).filter((each) => each.includes('copy')),
    [],
  )

  const elsewhere = join(folderOf(t), 'book.yaml')
  const restored = await book('restore', archive, elsewhere)
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(readFileSync(join(dirname(elsewhere), 'store/signing.key')), readFileSync(signingKeyFile))
  const used = await book('restore', archive, config, '--replace')
  assert.deepEqual([used.code, /is in use; stop the book first/.test(used.stderr)], [70, true], used.stderr)
  const all = await running.store.selectFrom('records').selectAll().orderBy('n').execute()
  await running.close()
  isOpen = false
  const store = await openStore({ store: join(dirname(elsewhere), 'store/book.db') })
  const own = await store.selectFrom('records').selectAll().orderBy('n').execute()
  await store.destroy()
  assert.ok(own.length >= half && own.length <= all.length, `${own.length} of ${all.length}`)
  assert.deepEqual(own, all.slice(0, own.length))
})

test('a stopped book is copied as well; what is there is moved aside, and a store that is not whole is not put in place', {
  timeout: 120_000,
}, async (t) => {
  const folder = folderOf(t)
  const config = join(folder, 'book.yaml')
  writeFileSync(config, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:1" }\nstore: store/book.db\n')
  const store = await openStore({ store: join(folder, 'store/book.db') })
  await fillStore(store, sharedEvening(3))
  const rows = await store.selectFrom('records').selectAll().orderBy('n').execute()
  await store.destroy()
  const archive = join(folder, 'book.tar')
  assert.equal((await book('backup', archive, config)).code, 0)
  assert.equal((await book('restore', archive, config)).code, 70)
  writeFileSync(join(folder, 'store/book.db-wal'), 'of a killed book')
  const replaced = await book('restore', archive, config, '--replace')
  assert.equal(replaced.code, 0, replaced.stderr)
  const again = await openStore({ store: join(folder, 'store/book.db') })
  assert.deepEqual(await again.selectFrom('records').selectAll().orderBy('n').execute(), rows)
  await again.destroy()
  const aside = readdirSync(join(folder, 'store')).filter((each) => each.includes('.before-'))
  const left = aside.find((each) => each.endsWith('-wal')) ?? ''
  assert.equal(readFileSync(join(folder, 'store', left), 'utf8'), 'of a killed book')
  assert.ok(aside.includes(left.replace('-wal', '')), aside.join(' '))

  const bad = join(folder, 'bad.tar')
  await writeArchive(bad, false, async ({ addBytes }) => {
    await addBytes({ name: 'book.yaml', mode: 0o600, owner: null }, readFileSync(config))
    await addBytes({ name: 'store/book.db', mode: 0o600, owner: null }, readFileSync(join(folder, 'store/book.db')).fill(0x41, 5000, 9000))
  })
  const to = folderOf(t)
  const broken = await book('restore', bad, join(to, 'book.yaml'))
  assert.deepEqual([broken.code, /is not whole/.test(broken.stderr)], [65, true], broken.stderr)
  assert.deepEqual(readdirSync(join(to, 'store')), [])
})

test('of a PostgreSQL store the back-up has configuration and keys, and names the tool for the records', { timeout: 60_000 }, async (t) => {
  const config = join(folderOf(t), 'book.yaml')
  writeFileSync(config, 'property: demo\nmqtt: { url: "mqtt://127.0.0.1:1" }\nstore: postgres://book@db.example/book\n')
  const { code, stderr } = await book('backup', join(dirname(config), 'book.tar'), config)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /pg_dump --format=custom --file=book\.dump 'postgres:\/\/book@db\.example\/book'/)
})
