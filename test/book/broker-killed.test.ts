/** The broker dies under a book process and its table, again and again (F13, P3). BROKER_KILLS=100 kills it so often. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { openStore } from '../../src/book/store/open.ts'
import { freePort } from '../free-port.ts'
import { startHelper, startNode } from '../measure/bench/processes.ts'
import { bundled } from '../runner/bundled.ts'
import { connectTable } from './fake-table.ts'
import { asJournal, eveningOfDay, SEED_OF_DAY as SEED, trusted } from './fixture.ts'

const KILLS = Number(process.env.BROKER_KILLS ?? 2)
const TIME_MS_MAX = 30_000 + KILLS * 20_000

test(`however often the broker dies, nothing is doubled and nothing missing: SEED=${SEED}`, { timeout: TIME_MS_MAX }, async (t) => {
  const random = seededRandom(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  const { records: evening, name } = eveningOfDay(8)
  const records = asJournal(evening, 'broker22')
  const port = String(await freePort())
  let broker = await startHelper(['test/measure/bench/broker.mjs', port])
  const url = `mqtt://127.0.0.1:${port}`
  writeFileSync(
    join(folder, 'book.yaml'),
    `property: ${name.property}\nmqtt: { url: "${url}" }\nstore: store/book.db\ntables: ${JSON.stringify(trusted(name.table))}\n`,
  )
  const book = startNode([await bundled('src/book/command.ts'), '--config', join(folder, 'book.yaml')])
  const open = () => connectTable({ url, login: { username: 'table', password: 'unused' } }, name, 'broker22')
  const acked = async (table: Awaited<ReturnType<typeof open>>, seq: number) => {
    while ((table.acks.at(-1)?.seq ?? 0) < seq && !t.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5))
    assert.ok((table.acks.at(-1)?.seq ?? 0) >= seq, `record ${seq} is not acknowledged: ${book.lastWords()}`)
  }
  t.after(async () => {
    await book.stop()
    await broker.started.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  let table = await open()
  await table.status('ready')
  const share = Math.ceil(records.length / (KILLS + 1))
  for (let kill = 0; kill < KILLS; kill++) {
    // Some are said live while the broker dies; what is lost with it the book asks for.
    void table.say(records.slice(kill * share, (kill + 1) * share)).catch(() => undefined)
    await acked(table, kill * share + 1 + Math.floor((random() * share) / 2))
    await broker.started.stop()
    const { journal } = table
    void table.close().catch(() => undefined)
    broker = await startHelper(['test/measure/bench/broker.mjs', port])
    table = await open()
    table.write(journal)
    await table.status('ready')
  }
  await table.say(records.slice(KILLS * share))
  await acked(table, records.length)
  const { sink, boot, seq, hash } = table.acks.at(-1) ?? assert.fail('it was acknowledged')
  assert.deepEqual({ sink, boot, seq, hash }, { sink: 'book', boot: 1, seq: records.length, hash: records.reduce(digestAfter, NO_RECORDS) })
  await table.close()
  await book.stop()
  const store = await openStore({ store: join(folder, 'store', 'book.db') })
  const kept = await store.selectFrom('records').select(['n', 'body']).orderBy('n').execute()
  assert.deepEqual(
    kept,
    records.map((record) => ({ n: record.n, body: JSON.stringify(record) })),
  )
  assert.deepEqual(await store.selectFrom('incidents').selectAll().execute(), [])
  await store.destroy()
})
