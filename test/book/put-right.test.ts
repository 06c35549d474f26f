/**
 * Records altered by a hostile relay between table and book: told, fetched again, and replaced by what a seal proves, and by nothing else (P3,
 * P8). The book countersigns at once what it can, and that is never replaced (`countersigned.test.ts`). So here the relay also drops a
 * record, and the others wait behind the gap.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { type DerivedTable, KEYS } from '../../src/book/derive/change.ts'
import { type RunningBook, startBook } from '../../src/book/start.ts'
import { openStore, type Store } from '../../src/book/store/open.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { startNode } from '../measure/bench/processes.ts'
import { bundled } from '../runner/bundled.ts'
import { connectTable, type FakeTable } from './fake-table.ts'
import { eveningOfDay, fillStore, SEED_OF_DAY as SEED, trusted } from './fixture.ts'
import { type Alter, type Relay, type Said, startRelay } from './relay.ts'
import { sealed } from './sealed.ts'

/** The book process is killed so often. */
const KILLS = Number(process.env.BOOK_KILLS ?? 2)
/** Longest life of a process behind what it tells first, ms. */
const LIFE_MS_MAX = 60
const STREAM = 'relayed2'

/** A seal for each kill at least. */
const ROUNDS = Math.max(6, 2 * KILLS)

const evening = sealed({ ...eveningOfDay(ROUNDS), stream: STREAM })
const { records, seals, name } = evening
const [first = 0, second = 0, third = 0, fourth = 0] = seals

const hashUpTo = (n: number): string => records.slice(0, n).reduce(digestAfter, NO_RECORDS)
const closedBefore = (seal: number): number => records.findLast(({ n, kind }) => n < seal && kind === 'event')?.n ?? assert.fail()
const lineBefore = (seal: number): number => records.findLast(({ n, kind }) => n < seal && kind === 'line')?.n ?? assert.fail()

/** The house wins a unit more in this round; another line is said to have been read; a seal is of another time. */
const ALTERED = new Map<number, (data: Said['data']) => object>([
  [closedBefore(second), ({ envelope }) => ({ envelope: wonMore(envelope) })],
  [lineBefore(second), () => ({ line: 'C 1 AS 7' })],
  [third, () => ({ at: '2026-01-01T00:00:00.000Z' })],
])
const wonMore = (envelope: unknown): unknown => {
  const { data, ...head } = envelope as { readonly data: { readonly net: object } }
  return { ...head, data: { ...data, net: { ...data.net, house: 4711, best: 4711 } } }
}
const altered = (said: Said): Said => {
  const change = ALTERED.get(said.data.n)
  return change === undefined ? said : { ...said, data: { ...said.data, ...change(said.data) } }
}
/** The record behind a seal that the relay drops. */
const dropped = (seal: number) => seal + 1
const liveAltered: Alter = (said) => (said.historical ? said : said.data.n === dropped(first) ? null : altered(said))

const until = async (t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    if (t.signal.aborted) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

interface Scene {
  readonly relay: Relay
  readonly table: FakeTable
  readonly folder: string
  /** What is to be closed before the folder goes. */
  readonly closing: (() => Promise<void>)[]
}

const start = async (t: TestContext, alter: Alter): Promise<Scene> => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  const relay = await startRelay(alter)
  const table = await connectTable({ url: relay.tableUrl, login: { username: 'table', password: 'unused' } }, name, STREAM)
  const closing: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const close of closing) await close()
    await table.close()
    await relay.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await table.status('ready')
  return { relay, table, folder, closing }
}

const openBook = async (t: TestContext, { relay, table, folder, closing }: Scene, said: string[]): Promise<RunningBook> => {
  const mqtt = { urls: [relay.bookUrl], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, username: 'book' }
  const store = join(folder, 'store', 'book.db')
  const book = await startBook({
    property: 'demo',
    mqtt: { ...mqtt, password: 'unused' },
    store,
    tables: trusted(name.table),
    notice: (text) => said.push(text),
  })
  closing.push(book.close)
  // What it asks for at first would come unaltered.
  await until(t, () => table.asked.length > 0)
  return book
}

/** Everything has come before the book asks for the record that was dropped. */
const sayBehindGap = async (table: FakeTable, said: readonly JournalRecord[], isAllHeard: () => Promise<void>): Promise<void> => {
  await table.status('stopped')
  await table.say(said)
  await isAllHeard()
  await table.status('ready')
}

/** When the book heard something is its own time. */
const UNTIMED = { heard_at: null, heard_from: null, heard_until: null }

const contentOf = async (store: Store) => {
  const content = new Map<string, readonly string[]>()
  for (const table of [...(Object.keys(KEYS) as DerivedTable[]), 'streams', 'records'] as const)
    content.set(table, (await store.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify({ ...row, ...UNTIMED })).sort())
  return content
}

/** As a book has it that heard everything as the table said it. */
const assertWhole = async (store: Store): Promise<void> => {
  const honest = await openStore({ store: ':memory:' })
  await fillStore(honest, evening)
  const expected = await contentOf(honest)
  await honest.destroy()
  for (const [table, rows] of await contentOf(store)) assert.deepEqual(rows, expected.get(table), table)
}

const incidentsOf = (store: Store) => store.selectFrom('incidents').select(['code', 'text']).orderBy('id').execute()
const bodyOf = async (store: Store, n: number) =>
  (await store.selectFrom('records').select('body').where('n', '=', n).executeTakeFirst())?.body
const allHeard = (t: TestContext, store: Store, to: number) => () =>
  until(t, async () => (await store.selectFrom('streams').select('heard_to').executeTakeFirst())?.heard_to === to)
const isHeard = async (store: Store, to: number) => {
  const row = await store.selectFrom('streams').select('complete_to').executeTakeFirst()
  return row?.complete_to === to
}
/** How far it is acknowledged; what the book signs of it is tested in heads.test.ts. */
const ackOf = ({ acks }: FakeTable) => {
  const { sink, boot, seq, hash } = acks.at(-1) ?? assert.fail('it was acknowledged')
  return { sink, boot, seq, hash }
}
const ackedTo = ({ n }: JournalRecord) => ({ sink: 'book', boot: 1, seq: n, hash: hashUpTo(n) })
const last = records.at(-1) ?? assert.fail()

test(`what was altered on the way is put right by the seal behind it: SEED=${SEED}`, { timeout: 30_000 }, async (t) => {
  const scene = await start(t, liveAltered)
  const said: string[] = []
  const { store } = await openBook(t, scene, said)
  await sayBehindGap(scene.table, records, allHeard(t, store, last.n))
  await until(t, () => scene.table.acks.at(-1)?.seq === last.n)
  assert.deepEqual(ackOf(scene.table), ackedTo(last))
  await assertWhole(store)
  const beside = await store.selectFrom('other_versions').select(['n', 'sealed_by']).orderBy('n').execute()
  assert.deepEqual(
    beside,
    [...ALTERED.keys()].sort((a, b) => a - b).map((n) => ({ n, sealed_by: null })),
    'what had come is kept beside',
  )
  const told = await incidentsOf(store)
  assert.deepEqual(new Set(told.map(({ code }) => code)), new Set(['ALTERED', 'FALSE-SEAL', 'PUT-RIGHT']))
  const right = told.filter(({ code }) => code === 'PUT-RIGHT').map(({ text }) => text)
  assert.match(
    right.join('\n'),
    new RegExp(`record ${closedBefore(second)} \\(event: envelope\\.data\\.net\\.house, envelope\\.data\\.net\\.best\\)`),
  )
  assert.match(right.join('\n'), new RegExp(`record ${lineBefore(second)} \\(line: line\\)`))
  assert.match(right.join('\n'), new RegExp(`record ${third} \\(seal: at\\).*the seal in record ${fourth} proves`))
  assert.match(said.join('\n'), /ALTERED: record \d+ is the table's seal.*PUT-RIGHT/s)
  const again = scene.table.asked.find(([, to]) => to === second - 1)
  assert.deepEqual(again, [first, second - 1], 'only the span since the last seal that matched is asked for')
})

test(`what no seal proves replaces nothing, and is asked for until it is proven: SEED=${SEED}`, { timeout: 30_000 }, async (t) => {
  const scene = await start(t, (each) => (each.historical && each.data.n === lineBefore(second) ? altered(each) : liveAltered(each)))
  const { store } = await openBook(t, scene, [])
  await sayBehindGap(scene.table, records.slice(0, third), allHeard(t, store, third))
  const isTold = async () => (await incidentsOf(store)).some(({ code }) => code === 'NOT-PUT-RIGHT')
  await until(t, isTold)
  await until(t, () => isHeard(store, third))
  const [round] = ALTERED.keys()
  assert.match((await bodyOf(store, round ?? 0)) ?? '', /4711/, 'it stays as it was heard')
  const acked = scene.table.acks.at(-1)?.seq ?? 0
  assert.ok(acked < second, `${acked}: what a seal contradicts is not acknowledged`)
  scene.relay.alter = (each) => each
  await scene.table.say(records.slice(third))
  await until(t, () => scene.table.acks.at(-1)?.seq === last.n)
  await assertWhole(store)
  assert.deepEqual(
    (await incidentsOf(store)).map(({ code }) => code).filter((code) => code !== 'FALSE-SEAL'),
    ['ALTERED', 'NOT-PUT-RIGHT', 'PUT-RIGHT', 'ALTERED', 'PUT-RIGHT'],
  )
})

test(`what the table no longer keeps stays, told, and the book goes on: SEED=${SEED}`, { timeout: 30_000 }, async (t) => {
  const scene = await start(t, (each) => {
    if (each.data.n !== 1) return each.historical ? each : altered(each)
    // Nothing is countersigned before this one is here.
    if (each.historical) scene.table.keptFrom = third
    return each.historical ? each : null
  })
  const { store } = await openBook(t, scene, [])
  await sayBehindGap(scene.table, records, allHeard(t, store, last.n))
  await until(t, () => scene.table.acks.at(-1)?.seq === last.n)
  assert.deepEqual(ackOf(scene.table), ackedTo(last))
  const left = (await incidentsOf(store)).find(({ code }) => code === 'NOT-PUT-RIGHT')
  assert.match(left?.text ?? '', new RegExp(`the seal in record ${second} contradicts stay.*the table no longer keeps them`))
  const [round] = ALTERED.keys()
  assert.match((await bodyOf(store, round ?? 0)) ?? '', /4711/)
})

test(`killed while it puts records right, the book ends with all of them: SEED=${SEED}`, {
  timeout: 30_000 + KILLS * 20_000,
}, async (t) => {
  const random = seededRandom(SEED)
  const lines = new Set(seals.map(lineBefore))
  /** Cut behind a seal, so that each share has something to be put right. */
  const ends = Array.from({ length: KILLS + 1 }, (_, kill) => seals[Math.floor((kill * seals.length) / (KILLS + 1)) - 1] ?? 0)
  const gaps = new Set(ends.map(dropped))
  const scene = await start(t, (each) => {
    if (each.historical) return each
    if (gaps.has(each.data.n)) return null
    return lines.has(each.data.n) ? { ...each, data: { ...each.data, line: 'C 1 AS 7' } } : each
  })
  const { relay, table, folder } = scene
  const config = join(folder, 'book.yaml')
  writeFileSync(
    config,
    `property: demo\nmqtt: { url: "${relay.bookUrl}" }\nstore: store/book.db\ntables: ${JSON.stringify(trusted(name.table))}\n`,
  )
  const command = await bundled('src/book/command.ts')
  const run = () => startNode([command, '--config', config])
  /** The broker keeps the order, so the book has heard all of it when it hears that the table is ready. */
  const inOrder = async () => undefined
  /** Spans that a seal contradicts end with the record before it; those that were only missed have no end. */
  const isAskedAgain = (from: number) => table.asked.slice(from).some(([, to]) => seals.includes(to + 1))
  for (let kill = 0; kill < KILLS; kill++) {
    const book = run()
    const [heard, asked] = [table.acks.length, table.asked.length]
    await until(t, () => table.acks.length > heard || table.asked.length > asked)
    const said = sayBehindGap(table, records.slice(ends[kill], ends[kill + 1]), inOrder)
    await until(t, () => isAskedAgain(asked))
    await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS_MAX))
    process.kill(book.pid, 'SIGKILL')
    await said
    await book.stop()
  }
  const book = run()
  await sayBehindGap(table, records.slice(ends[KILLS]), inOrder)
  await until(t, () => table.acks.at(-1)?.seq === last.n)
  assert.deepEqual(ackOf(table), ackedTo(last), book.lastWords())
  await book.stop()
  const store = await openStore({ store: join(folder, 'store', 'book.db') })
  scene.closing.push(() => store.destroy())
  await assertWhole(store)
})
