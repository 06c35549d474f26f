/** The book as a process of its own, killed without warning at any write (P3). BOOK_KILLS=100 kills it so often. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { openStore } from '../../src/book/store/open.ts'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { bundled } from '../runner/bundled.ts'
import { connectTable } from './fake-table.ts'
import { asJournal, eveningOfDay, SEED_OF_DAY as SEED, trusted } from './fixture.ts'

const KILLS = Number(process.env.BOOK_KILLS ?? 2)
/** Longest life of a process that is killed, ms behind its first acknowledgement. */
const LIFE_MS_MAX = 250

const startProcess = async (t: TestContext, config: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [await bundled('src/book/command.ts'), '--config', config], { stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  return child
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
}

test(`killed at any write, nothing is doubled and nothing missing: SEED=${SEED}`, { timeout: 30_000 + KILLS * 20_000 }, async (t) => {
  const random = seededRandom(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const broker = await startEmbeddedBroker({ port: 0 })
  t.after(broker.close)
  const { records: evening, name } = eveningOfDay(8)
  const records = asJournal(evening, 'killed22')
  const config = join(folder, 'book.yaml')
  const password = join(folder, 'password')
  writeFileSync(password, broker.bookLogin.password)
  chmodSync(password, 0o600)
  const login = `{ url: "${broker.url}", username: ${broker.bookLogin.username}, passwordFile: ${password} }`
  writeFileSync(
    config,
    `property: ${name.property}\nmqtt: ${login}\nstore: store/book.db\ntables: ${JSON.stringify(trusted(name.table))}\n`,
  )
  const table = await connectTable(broker, name, 'killed22')
  t.after(table.close)
  await table.status('ready')
  const share = Math.ceil(records.length / (KILLS + 1))
  for (let kill = 0; kill < KILLS; kill++) {
    const child = await startProcess(t, config)
    const heard = table.acks.length
    const gone = new Promise((resolve) => child.once('exit', resolve))
    const said = table.say(records.slice(kill * share, (kill + 1) * share))
    await until(() => table.acks.length > heard || child.exitCode !== null)
    assert.equal(child.exitCode, null, 'the book runs')
    await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS_MAX))
    child.kill('SIGKILL')
    await gone
    await said
  }
  const child = await startProcess(t, config)
  await table.say(records.slice(KILLS * share))
  await until(() => table.acks.at(-1)?.seq === records.length || child.exitCode !== null)
  const { sink, boot, seq, hash } = table.acks.at(-1) ?? assert.fail('it was acknowledged')
  assert.deepEqual({ sink, boot, seq, hash }, { sink: 'book', boot: 1, seq: records.length, hash: records.reduce(digestAfter, NO_RECORDS) })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  assert.equal(await ended, 0, 'stopped by a signal it ends well')
  const store = await openStore({ store: join(folder, 'store', 'book.db') })
  const kept = await store.selectFrom('records').select(['n', 'body']).orderBy('n').execute()
  assert.deepEqual(
    kept,
    records.map((record) => ({ n: record.n, body: JSON.stringify(record) })),
  )
  const rounds = await store.selectFrom('rounds').select('number').orderBy('number').execute()
  assert.deepEqual(
    rounds.map(({ number }) => number),
    rounds.map((_, at) => at + 1),
  )
  assert.deepEqual(await store.selectFrom('incidents').selectAll().execute(), [])
  await store.destroy()
})
