/** A page of the store is damaged: at the start, each night, and in whatever reads it, the book says so in words, and what to do. */
import assert from 'node:assert/strict'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { serveRunning } from '../../src/book/http/running.ts'
import { startBook } from '../../src/book/start.ts'
import { checkStore } from '../../src/book/store/check.ts'
import { openStore, type StoreDamaged } from '../../src/book/store/open.ts'
import { createStoreWatch, nightAfter } from '../../src/book/store-watch.ts'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { run, temporaryFolder } from '../e2e/processes.ts'
import { fillStore, sharedEvening } from './fixture.ts'
import { serveStore } from './http/served.ts'
import { freshDatabase, startPostgres } from './postgres.ts'

const evening = sharedEvening(20)
const PAGE = 4096
const DAMAGED = /^book: the store \S+ is damaged \(.+\): the disk fails, or somebody altered it\. .*restore/m

/** Removed after all tests: what a test closes at its end still writes there. */
const FOLDER = temporaryFolder()
let folders = 0
const newFolder = (): string => {
  const folder = join(FOLDER, String(++folders))
  mkdirSync(folder)
  return folder
}

/** A whole book in a folder of its own. */
async function madeBook(): Promise<{ readonly config: string; readonly place: string }> {
  const folder = newFolder()
  const [config, place] = [join(folder, 'book.yaml'), join(folder, 'store', 'book.db')]
  writeFileSync(config, `property: demo\nmqtt: { url: "mqtt://127.0.0.1:1" }\nstore: ${place}\n`)
  const store = await openStore({ store: place })
  await fillStore(store, evening)
  // What its log has not handed over is not in the file.
  await sql`pragma wal_checkpoint(truncate)`.execute(store)
  await store.destroy()
  return { config, place }
}

/** Overwrites the page of the file that has this text. */
function damage(path: string, text: string, pageBytes = PAGE): void {
  const at = readFileSync(path).lastIndexOf(text)
  assert.ok(at >= 0, `${path} has ${text}`)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0x41), 0, pageBytes, Math.floor(at / pageBytes) * pageBytes)
  closeSync(file)
}

const middle = evening.records[Math.floor(evening.records.length / 2)] ?? assert.fail('no record')
/** It stands in the table of records alone. */
const ofRecord = JSON.stringify(middle).slice(0, 60)

const book = (...words: readonly string[]) => run('src/book/command.ts', ...words)
const saysSo = ({ code, stderr }: { readonly code: number | null; readonly stderr: string }): void => {
  assert.equal(code, 70, stderr)
  assert.match(stderr, DAMAGED)
  assert.doesNotMatch(stderr, /^ +at /m)
}

test('a damaged page: the book does not start, and no verb ends in a stack trace', { timeout: 120_000 }, async () => {
  const { config, place } = await madeBook()
  damage(place, ofRecord)
  saysSo(await book('--config', config))
  saysSo(await book('export', '--table', 'bj07', '--config', config))
  saysSo(await book('rebuild', '--config', config))
})

test('a damaged page of the rounds: query, report and HTTP say so', { timeout: 120_000 }, async (t) => {
  const { config, place } = await madeBook()
  const store = await openStore({ store: place })
  const { result } = await store.selectFrom('rounds').select('result').where('number', '=', 9).executeTakeFirstOrThrow()
  await store.destroy()
  damage(place, String(result).slice(0, 60))
  saysSo(await book('query', '--config', config))
  saysSo(await book('report', '--from', '2026-11-21', '--to', '2026-11-23', '--config', config))
  const again = await openStore({ store: place })
  t.after(() => again.destroy())
  const { ask } = await serveStore(t, again)
  const { status, json } = await ask('/api/tables/demo/p1/bj07/rounds')
  assert.equal(status, 503)
  const { error } = json as { readonly error: { readonly code: string; readonly text: string } }
  assert.equal(error.code, 'DAMAGED')
  assert.match(`book: ${error.text}`, DAMAGED)
})

test('a page damaged under a running book is an incident, once, and the book is not well', { timeout: 120_000 }, async (t) => {
  const { config, place } = await madeBook()
  const broker = await startEmbeddedBroker({ port: 0 })
  const mqtt = { urls: [broker.url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, ...broker.bookLogin }
  const said: string[] = []
  const running = await startBook({ property: 'demo', mqtt, store: place, notice: (text) => said.push(text) })
  assert.ok(
    said.some((line) => /the store is whole, [\d.]+ MB; the check took [\d.]+ s/.test(line)),
    said.join('\n'),
  )
  const http = { host: '127.0.0.1', port: 0, names: [], origins: [], users: null, tokens: null }
  const server = await serveRunning(running, { store: place, http }, () => undefined)
  t.after(async () => {
    await server?.close()
    await running.close()
    await broker.close()
  })
  damage(place, ofRecord)
  for (let time = 0; time < 2; time++) saysSo(await book('export', '--table', 'bj07', '--config', config))
  const incidents = async () => running.store.selectFrom('incidents').select(['code', 'text']).execute()
  while ((await incidents()).length === 0 && !t.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(
    (await incidents()).map(({ code }) => code),
    ['STORE-DAMAGED'],
  )
  assert.equal(said.filter((line) => DAMAGED.test(line)).length, 1)
  const health = await fetch(`${server?.url}healthz`)
  assert.equal(health.status, 503)
  assert.match(await health.text(), /is damaged/)
})

test('damage that nobody reads is found in the night', { timeout: 60_000 }, async (t) => {
  const { place } = await madeBook()
  const store = await openStore({ store: place })
  t.after(() => store.destroy())
  const told: string[] = []
  const port = { size: () => null, notice: () => undefined, tell: (text: string) => void told.push(text), nowMs: () => 0 }
  const watch = createStoreWatch({ ...port, check: () => checkStore(store, { store: place }) })
  const evening = new Date(2026, 10, 21, 22).getTime()
  await watch.begin(evening)
  assert.deepEqual([told, watch.damage()], [[], null])
  damage(place, ofRecord)
  const night = nightAfter(evening)
  assert.equal(night, new Date(2026, 10, 22, 5).getTime())
  watch.passTime(night - 1)
  watch.passTime(night)
  while (told.length === 0 && !t.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.match(`book: ${told.join()}`, DAMAGED)
  await watch.stop()
})

test('a check that takes long does not hold up the start, and ends with the book', { timeout: 60_000 }, async () => {
  let end: (fault: StoreDamaged | null) => void = () => undefined
  const found = new Promise<StoreDamaged | null>((resolve) => {
    end = resolve
  })
  const said: string[] = []
  const port = { size: () => null, notice: (text: string) => void said.push(text), tell: () => undefined, nowMs: () => 0 }
  const watch = createStoreWatch({ ...port, check: () => ({ found, stop: () => end(null) }) })
  await watch.begin(0, 1)
  assert.deepEqual(said, ['book: the store is being checked for damage, which goes on while the book runs'])
  await watch.stop()
  assert.equal(said.length, 1)
})

/** A database with the evening, whose file is damaged where a record lies; null: PostgreSQL is not installed. */
async function damagedDatabase(t: TestContext): Promise<string | null> {
  const server = await startPostgres()
  t.after(() => server?.close())
  if (server === null) return null
  const whole = await openStore({ store: server.url })
  await fillStore(whole, evening)
  const name = new URL(server.url).pathname.slice(1)
  await whole.destroy()
  // A copy made from the files: no page of it is in the server's memory.
  const admin = await openStore({ store: await freshDatabase(server.url, 'admin') })
  const copy = `${name}_copy`
  await sql.raw(`create database ${copy} template ${name} strategy file_copy`).execute(admin)
  const { rows } = await sql<{ readonly data_directory: string }>`show data_directory`.execute(admin)
  const { oid } = (await sql<{ readonly oid: number }>`select oid from pg_database where datname = ${copy}`.execute(admin)).rows[0] ?? {}
  await admin.destroy()
  const node = await openStore({ store: server.url })
  const path = (await sql<{ readonly path: string }>`select pg_relation_filepath('records') as path`.execute(node)).rows[0]?.path ?? ''
  await node.destroy()
  const file = path.replace(/^base\/\d+/, `base/${oid}`)
  damage(join(rows[0]?.data_directory ?? '', file), `"n":${middle.n},`, 8192)
  return server.url.replace(/[^/]*$/, copy)
}

test('a damaged page of PostgreSQL: the same', { timeout: 120_000 }, async (t) => {
  const place = await damagedDatabase(t)
  if (place === null) return t.skip('PostgreSQL is not installed')
  const config = join(newFolder(), 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: { url: "mqtt://127.0.0.1:1" }\nstore: ${place}\n`)
  saysSo(await book('--config', config))
  saysSo(await book('export', '--table', 'bj07', '--config', config))
})
