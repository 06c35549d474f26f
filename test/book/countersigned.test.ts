/**
 * P9: what the book has countersigned as sealed is never replaced, and what it signed as received is kept. Whoever has a table's key seals
 * other records later, and offers them to the book; `npm run verify` holds both histories against what the book signed.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { type BookHeadFile, parseBookHead } from '../../src/base/records/book-head.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import { type DerivedTable, KEYS } from '../../src/book/derive/change.ts'
import { startBook } from '../../src/book/start.ts'
import { headOf } from '../../src/book/store/heads.ts'
import type { Store } from '../../src/book/store/open.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { diskFiles } from '../../src/daemon/journal/files.ts'
import { verifyJournal } from '../../src/tools/verify/journal.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { KEY, startDaemon } from '../daemon/pipeline/daemon.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { forge, recordsIn } from '../tools/verify/forging.ts'
import { connectTable, type FakeTable } from './fake-table.ts'
import { freshDatabase, type Postgres, startPostgres } from './postgres.ts'

const STREAM = 'q3kf9abc'
/** Behind so many records there is the one seal that is not withheld. */
const SEALED = 3
const { config, records: played } = playRecords('gld', 3, 4, 1)
const NAME = { property: config.property, pit: config.pit, table: config.table }

let folder: string
let original: string
let forged: string
let broker: EmbeddedBroker
let postgres: Postgres | null

/** The folders of two journals that the table's key signed: seals were withheld, and others laid over another round. */
const writeJournals = async (): Promise<void> => {
  original = join(folder, 'original')
  forged = join(folder, 'forged')
  const daemon = await startDaemon({ folder: original, config })
  for (const record of played) daemon.hear(record)
  await daemon.quiet()
  await daemon.end()
  cpSync(original, forged, { recursive: true })
  for (const journal of [original, forged]) rmSync(join(journal, 'head.json'))
  const seal = recordsIn(original).findLast((each) => each.kind === 'seal' && each.end !== true) ?? assert.fail('it is sealed')
  const unsealed = (all: readonly JournalRecord[]) => all.filter(({ kind }) => kind !== 'seal')
  const withheld = (all: readonly JournalRecord[]) => [...unsealed(all).slice(0, SEALED), seal, ...unsealed(all).slice(SEALED)]
  forge(original, withheld, { seals: KEY })
  forge(forged, (all) => [...withheld(all).map(wonLess), seal], { seals: KEY })
}

/** Every round was another one for the house. */
const wonLess = (record: JournalRecord): JournalRecord =>
  record.kind === 'event' && record.envelope.type === 'round.closed'
    ? { ...record, envelope: { ...record.envelope, data: { ...(record.envelope.data as object), boxes: [] } } as never }
    : record

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersigned-'))
  await writeJournals()
  broker = await startEmbeddedBroker({ port: 0 })
  postgres = await startPostgres()
})
after(async () => {
  await broker.close()
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

const until = async (t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    t.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

interface Scene {
  readonly table: FakeTable
  readonly store: Store
  readonly bookKey: () => string
  readonly isAckedTo: (seq: number) => () => boolean
  readonly incidents: () => Promise<readonly { readonly code: string; readonly text: string }[]>
}

let scenes = 0
const start = async (t: TestContext, place: string, signingKeyFile: string | null = null): Promise<Scene> => {
  const said: string[] = []
  const mqtt = { urls: [broker.url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, ...broker.bookLogin }
  const book = await startBook({
    ...{ property: NAME.property, mqtt, store: place, signingKeyFile: signingKeyFile ?? join(folder, `key-${++scenes}.pem`) },
    tables: [{ table: `${NAME.pit}/${NAME.table}`, key: fingerprintOf(KEY.publicKey) }],
    notice: (text) => said.push(text),
  })
  const table = await connectTable(broker, NAME, STREAM)
  t.after(async () => {
    await table.status('stopped')
    await table.close()
    await book.close()
  })
  await until(t, () => book.counts().isConnected)
  await table.status('ready')
  return {
    ...{ table, store: book.store },
    bookKey: () => /with the public key (\S+)/.exec(said.join('\n'))?.[1] ?? assert.fail(said.join('\n')),
    isAckedTo: (seq) => () => table.acks.at(-1)?.seq === seq,
    incidents: () => book.store.selectFrom('incidents').select(['code', 'text']).orderBy('id').execute(),
  }
}

const contentOf = async (store: Store, tables: readonly (DerivedTable | 'records' | 'book_heads')[]) => {
  const content = new Map<string, readonly string[]>()
  for (const table of tables)
    content.set(table, (await store.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort())
  return content
}
/** With a seal behind the last record. */
const sealedOnce = (records: readonly JournalRecord[]): readonly JournalRecord[] => {
  const { at, hash, signature } = KEY.sign({ stream: STREAM, seq: records.length, hash: hashOf(records), at: '2026-11-21T20:00:00.000Z' })
  const seal = { n: records.length + 1, t: records.at(-1)?.t ?? 0, kind: 'seal', covers: records.length, hash, at, signature }
  return [...records, { ...seal, kept: { head: 0, state: 0 } } as JournalRecord]
}
const hashOf = (records: readonly JournalRecord[]): string => records.reduce(digestAfter, NO_RECORDS)

/** What the newest signature of the book says of a journal's folder. */
const faultIn = async ({ store, bookKey }: Scene, journal: string) => {
  const head = parseBookHead(JSON.stringify(await headOf(store, NAME, STREAM)))
  assert.ok(typeof head !== 'string', String(head))
  assert.equal(head.key, bookKey())
  return faultWith(head, journal)
}

const faultWith = async (head: BookHeadFile, journal: string) =>
  (await verifyJournal(journal, { keys: [KEY.publicKey], heads: [], books: [{ source: 'book', head }], files: diskFiles })).fault
/** Both journals begin with the records that were sealed when the book signed, and differ in those that it had only received. */
const assertProves = async (scene: Scene) => {
  assert.equal(await faultIn(scene, original), null)
  assert.match((await faultIn(scene, forged))?.reason ?? '', new RegExp(`^RECEIVED-OTHERWISE: .* seals had proven those up to ${SEALED};`))
}

/** As it says further records, which nobody has seen before, under a seal that fits them. */
const goOn = (records: readonly JournalRecord[]): readonly JournalRecord[] => {
  const n = records.length
  const tick = { n: n + 1, t: records.at(-1)?.t ?? 0, kind: 'tick' } as JournalRecord
  const all = [...records, tick]
  return sealedOnce(all).slice(-2)
}

for (const where of ['embedded', 'PostgreSQL'] as const) {
  const placeOf = (t: TestContext): string | null => {
    if (where === 'embedded') return join(folder, `book-${++scenes}`, 'book.db')
    if (postgres === null) t.skip('PostgreSQL is not installed')
    return postgres?.url ?? null
  }

  test(`another history that the table signs later replaces nothing that its seals had proven: ${where}`, {
    timeout: 120_000,
  }, async (t) => {
    const place = placeOf(t)
    if (place === null) return
    const scene = await start(t, place)
    const { table, store, incidents } = scene
    const records = sealedOnce(recordsIn(original))
    const others = recordsIn(forged)
    assert.equal(others.length, records.length)
    await table.say(records)
    await until(t, scene.isAckedTo(records.length))
    const derived = Object.keys(KEYS) as DerivedTable[]
    const held = await contentOf(store, [...derived, 'book_heads', 'records'])

    // The key's holder says the other history from now on, also to whoever asks.
    table.journal.splice(0, Number.POSITIVE_INFINITY, ...others)
    await table.say(goOn(others))
    await until(t, async () => (await incidents()).some(({ code }) => code === 'NOT-PUT-RIGHT'))

    const now = await contentOf(store, [...derived, 'records'])
    for (const part of derived) assert.deepEqual(now.get(part), held.get(part), part)
    const still = new Set(now.get('records'))
    assert.ok(
      held.get('records')?.every((row) => still.has(row)),
      'the originals are there',
    )
    const told = await incidents()
    assert.deepEqual(
      told.map(({ code }) => code),
      ['ALTERED', 'NOT-PUT-RIGHT'],
    )
    assert.match(told[0]?.text ?? '', /whoever can publish as the table, .* and whoever holds the table's key/)
    assert.ok(
      table.acks.every(({ seq }) => seq <= records.length + 1),
      'nothing further is acknowledged',
    )
    const head = parseBookHead(JSON.stringify(await headOf(store, NAME, STREAM, records.length)))
    assert.ok(typeof head !== 'string', String(head))
    assert.deepEqual(
      [head.hash, head.sealed?.seq, head.sealed?.hash],
      [hashOf(records), records.length - 1, hashOf(records.slice(0, -1))],
      'it says what was received, and what of it was sealed',
    )
    assert.match((await faultWith(head, forged))?.reason ?? '', /ALTERED/)
  })

  test(`what no seal covered yields to what the table seals, and both are kept and were signed: ${where}`, {
    timeout: 120_000,
  }, async (t) => {
    const place = placeOf(t)
    if (place === null) return
    const scene = await start(t, where === 'embedded' ? place : await freshDatabase(place, `scene${++scenes}`))
    const { table, store, incidents } = scene
    const records = recordsIn(original)
    const others = recordsIn(forged)
    const seal = others.at(-1) ?? assert.fail('the forged journal ends with its seal')
    assert.equal(seal.n, records.length + 1)
    await table.say(records)
    await until(t, scene.isAckedTo(records.length))
    table.journal.splice(0, Number.POSITIVE_INFINITY, ...others.slice(0, -1))
    await table.say([seal])
    await until(t, scene.isAckedTo(others.length))
    const told = await incidents()
    assert.deepEqual(
      told.map(({ code }) => code),
      ['ALTERED', 'PUT-RIGHT'],
    )
    assert.match(
      told[1]?.text ?? '',
      /had signed \d+ of them as received.*whoever can publish as the table, .* and whoever holds the table's key/,
    )
    const held = await store.selectFrom('records').select('body').orderBy('n').execute()
    assert.deepEqual(
      held.map(({ body }) => body),
      others.map((record) => JSON.stringify(record)),
    )
    const beside = await store.selectFrom('other_versions').select(['n', 'body', 'sealed_by', 'versions']).orderBy('n').execute()
    const differing = records.filter((each, at) => JSON.stringify(each) !== JSON.stringify(others[at]))
    assert.ok(differing.length > 0, 'the histories differ')
    assert.deepEqual(
      beside,
      differing.map((each) => ({ n: each.n, body: JSON.stringify(each), sealed_by: null, versions: 1 })),
    )
    const early = await headOf(store, NAME, STREAM, records.length)
    assert.deepEqual([early?.seq, early?.hash, early?.sealed?.seq], [records.length, hashOf(records), SEALED], 'its first signature stays')
    assert.equal((await headOf(store, NAME, STREAM))?.sealed?.seq, records.length)

    // A version that nobody has seen before is kept beside or only counted.
    const [one] = differing
    const third = { ...one, t: 1 }
    for (let time = 0; time < 2; time++)
      await table.raw(
        `casino/v1/${NAME.property}/${NAME.pit}/${NAME.table}/log`,
        JSON.stringify({
          type: 'log',
          id: `${NAME.property}/${NAME.pit}/${NAME.table}/${STREAM}/log/${one?.n}`,
          data: { ...third, t: time },
        }),
      )
    const versionsOf = async () =>
      (
        await store
          .selectFrom('other_versions')
          .select('versions')
          .where('n', '=', one?.n ?? 0)
          .executeTakeFirst()
      )?.versions
    await until(t, async () => (await versionsOf()) === 3)
    assert.deepEqual((await store.selectFrom('other_versions').select('body').orderBy('n').execute())[0]?.body, beside[0]?.body)
  })

  test(`nor does a table that no longer keeps what it is asked for: ${where}`, { timeout: 120_000 }, async (t) => {
    const place = placeOf(t)
    if (place === null) return
    const scene = await start(t, where === 'embedded' ? place : await freshDatabase(place, `scene${++scenes}`))
    const { table, incidents, store } = scene
    const records = recordsIn(original)
    const others = recordsIn(forged)
    const seal = others.at(-1) ?? assert.fail()
    await table.say(records)
    await until(t, scene.isAckedTo(records.length))
    table.keptFrom = seal.n
    await table.say([seal])
    await until(t, async () => (await incidents()).some(({ code }) => code === 'NOT-PUT-RIGHT'))
    await table.say(goOn(others))
    await until(t, async () => (await store.selectFrom('streams').select('complete_to').executeTakeFirst())?.complete_to === seal.n + 2)
    assert.equal(table.acks.at(-1)?.seq, records.length)
    await assertProves(scene)
  })

  test(`nor does a gap that stays, behind which another history goes on: ${where}`, { timeout: 120_000 }, async (t) => {
    const place = placeOf(t)
    if (place === null) return
    const scene = await start(t, where === 'embedded' ? place : await freshDatabase(place, `scene${++scenes}`))
    const { table, incidents, store } = scene
    const records = recordsIn(original)
    const others = recordsIn(forged)
    const seal = others.at(-1) ?? assert.fail()
    const kept = records.slice(0, -3)
    await table.say(kept)
    await until(t, scene.isAckedTo(kept.length))
    table.keptFrom = seal.n
    await table.say([seal])
    await until(t, async () => (await incidents()).some(({ code }) => code === 'GAP-STAYS'))
    await table.say(goOn(others))
    await until(t, async () => (await store.selectFrom('streams').select('complete_to').executeTakeFirst())?.complete_to === seal.n + 2)
    assert.match((await incidents()).map(({ text }) => text).join('\n'), /countersigns and acknowledges no more of this journal/)
    await assertProves(scene)
  })
}

test('a book that has another key signs what it holds anew, and what its former key signed stays', { timeout: 60_000 }, async (t) => {
  const place = join(folder, 'rekeyed', 'book.db')
  const records = recordsIn(original)
  let former = ''
  await t.test('with the first key', async (first) => {
    const scene = await start(first, place, join(folder, 'first.pem'))
    await scene.table.say(records)
    await until(first, scene.isAckedTo(records.length))
    former = scene.bookKey()
  })
  const { table, store, bookKey } = await start(t, place, join(folder, 'second.pem'))
  await until(t, () => table.acks.length > 0)
  assert.notEqual(bookKey(), former)
  await until(t, async () => (await headOf(store, NAME, STREAM))?.key === bookKey())
  const heads = await store.selectFrom('book_heads').select('key').where('seq', '=', records.length).execute()
  assert.deepEqual(new Set(heads.map(({ key }) => key)), new Set([former, bookKey()]))
})
