/** Which key is a table's: the first is taken, a stranger's proves nothing, and only a person at the book changes it (P9). */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Ending } from '../../src/base/process/exit-codes.ts'
import { signHead } from '../../src/base/records/book-head.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { fingerprintOf, newSigningKey, type SigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { trustKey as trustKeyHere } from '../../src/book/commands/trust-key.ts'
import { NO_MEMORY, writeMemory } from '../../src/book/derive/memory.ts'
import { type RunningBook, startBook } from '../../src/book/start.ts'
import { openStore } from '../../src/book/store/open.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'
import { run } from '../e2e/processes.ts'
import { connectTable, type FakeTable } from './fake-table.ts'
import { freshDatabase, type Postgres, startPostgres } from './postgres.ts'

const FAILED = 70
const USAGE = 64
const T = Date.UTC(2026, 10, 21, 20)
const OURS = signingKeyOf(newSigningKey())
const NEXT = signingKeyOf(newSigningKey())
const STRANGER = signingKeyOf(newSigningKey())

let broker: EmbeddedBroker
let folder: string
let postgres: Postgres | null
before(async () => {
  broker = await startEmbeddedBroker({ port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  postgres = await startPostgres()
})
after(async () => {
  await broker.close()
  await postgres?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A journal as it grows. */
const journalOf = (stream: string, table: string) => {
  const records: JournalRecord[] = []
  let hash = NO_RECORDS
  const write = (body: RecordBody): JournalRecord => {
    const record = { ...body, n: records.length + 1, t: T + records.length * 1000 } as JournalRecord
    records.push(record)
    hash = digestAfter(hash, record)
    return record
  }
  return {
    records,
    hash: () => hash,
    head: (key: SigningKey | null) =>
      write({
        ...({ kind: 'head', stream, property: 'demo', pit: 'p1', table, house: 'gld', rulesSha256: '0'.repeat(64) } as const),
        ...(key === null ? {} : { publicKey: key.publicKey }),
      }),
    tick: () => write({ kind: 'tick' } as RecordBody),
    seal: (key: SigningKey) => {
      const signed = key.sign({ stream, seq: records.length, hash, at: new Date(T).toISOString() })
      return write({ kind: 'seal', covers: signed.seq, hash, at: signed.at, signature: signed.signature, kept: { head: 0, state: 0 } })
    },
  }
}

const until = async (t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    t.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

interface Scene {
  readonly book: RunningBook
  readonly table: FakeTable
  readonly said: readonly string[]
  readonly incidents: () => Promise<readonly string[]>
  readonly signedTo: (stream: string) => Promise<number>
  readonly isAckedTo: (seq: number) => () => boolean
  /** What the command prints. */
  readonly trustKey: (...words: string[]) => ReturnType<typeof run>
  /** Why it refuses, and its exit code. */
  readonly refusal: (...words: string[]) => Promise<Ending>
}

let scenes = 0
/** `isKnown`: the book's configuration confirms the key of the table. */
const start = async (t: TestContext, place: string, name: string, stream: string, isKnown = false): Promise<Scene> => {
  const said: string[] = []
  const mqtt = { urls: [broker.url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, ...broker.bookLogin }
  const signingKeyFile = join(folder, `key-${++scenes}.pem`)
  const tables = isKnown ? [{ table: `p1/${name}`, key: fingerprintOf(OURS.publicKey) }] : []
  const book = await startBook({ property: 'demo', mqtt, store: place, signingKeyFile, tables, notice: (text) => said.push(text) })
  const table = await connectTable(broker, { property: 'demo', pit: 'p1', table: name }, stream)
  t.after(async () => {
    await table.close()
    await book.close()
  })
  await until(t, () => book.counts().isConnected)
  await table.status('ready')
  const config = join(folder, `book-${scenes}.yaml`)
  writeFileSync(config, `property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: ${place}\n`)
  return {
    ...{ book, table, said },
    incidents: async () =>
      (await book.store.selectFrom('incidents').select('code').where('closed_at', 'is', null).orderBy('id').execute()).map(
        ({ code }) => code,
      ),
    signedTo: async (of) => {
      const rows = await book.store
        .selectFrom('book_heads')
        .innerJoin('streams', 'streams.id', 'book_heads.stream_id')
        .select('seq')
        .where('stream', '=', of)
        .execute()
      return Math.max(0, ...rows.map(({ seq }) => seq))
    },
    isAckedTo: (seq) => () => table.acks.at(-1)?.seq === seq && table.acks.at(-1)?.stream === table.stream,
    trustKey: (...words) => run('src/book/command.ts', 'trust-key', '--config', config, ...words),
    refusal: async (...words) => {
      const error: unknown = await trustKeyHere(['--config', config, ...words]).catch((thrown: unknown) => thrown)
      return error instanceof Ending ? error : assert.fail(String(error))
    },
  }
}

for (const where of ['embedded', 'PostgreSQL'] as const) {
  const placeOf = async (t: TestContext, name: string): Promise<string | null> => {
    if (where === 'embedded') return join(folder, name, 'book.db')
    if (postgres === null) {
      t.skip('PostgreSQL is not installed')
      return null
    }
    return freshDatabase(postgres.url, name)
  }

  test(`a stranger's head in a journal is an incident, proves nothing, and gives way to what the table seals: ${where}`, {
    timeout: 60_000,
  }, async (t) => {
    const place = await placeOf(t, 'stranger')
    if (place === null) return
    const name = `str-${where.slice(0, 3).toLowerCase()}`
    const { table, book, incidents, isAckedTo, signedTo } = await start(t, place, name, 'stream1', true)
    const journal = journalOf('stream1', name)
    journal.head(OURS)
    journal.tick()
    journal.seal(OURS)
    const begun = journal.records.length
    await table.say(journal.records)
    await until(t, isAckedTo(begun))
    // He writes on from there, and seals what he wrote.
    const his = journalOf('stream1', name)
    his.head(OURS)
    his.tick()
    const forged = [his.head(STRANGER), his.seal(STRANGER)].map((each, at) => ({ ...each, n: begun + 1 + at }))
    const raw = (record: object & { readonly n: number }) =>
      table.raw(
        `casino/v1/demo/p1/${name}/log`,
        JSON.stringify({ type: 'log', id: `demo/p1/${name}/stream1/log/${record.n}`, data: record }),
      )
    for (const record of forged) await raw(record)
    await until(t, async () => (await incidents()).includes('KEY-CHANGED'))
    const complete = async () => (await book.store.selectFrom('streams').select(['complete_to', 'proven_to']).executeTakeFirst()) ?? null
    await until(t, async () => (await complete())?.complete_to === begun + 2)
    assert.equal(await signedTo('stream1'), begun, 'nothing of his is countersigned')
    assert.deepEqual(await complete(), { complete_to: begun + 2, proven_to: begun - 1 })
    const text = (await book.store.selectFrom('incidents').select('text').where('code', '=', 'KEY-CHANGED').executeTakeFirst())?.text ?? ''
    assert.match(text, new RegExp(`${fingerprintOf(STRANGER.publicKey)}.*the key of this table is ${fingerprintOf(OURS.publicKey)}`))
    assert.match(text, /look at the table first$/)

    for (let more = 0; more < 3; more++) journal.tick()
    journal.seal(OURS)
    await table.say(journal.records.slice(begun))
    await until(t, isAckedTo(journal.records.length))
    assert.equal(table.acks.at(-1)?.hash, journal.hash())
    const told = await incidents()
    assert.ok(told.includes('PUT-RIGHT'), told.join(', '))
    const held = await book.store.selectFrom('records').select('body').orderBy('n').execute()
    assert.deepEqual(
      held.map(({ body }) => body),
      journal.records.map((record) => JSON.stringify(record)),
    )
    const beside = await book.store.selectFrom('other_versions').select(['n', 'body']).orderBy('n').execute()
    assert.deepEqual(
      beside,
      forged.map((record) => ({ n: record.n, body: JSON.stringify(record) })),
    )
  })

  test(`a journal of another key, and one of none, are countersigned only after a person's word: ${where}`, {
    timeout: 60_000,
  }, async (t) => {
    const place = await placeOf(t, 'lawful')
    if (place === null) return
    const name = `law-${where.slice(0, 3).toLowerCase()}`
    const { table, incidents, isAckedTo, signedTo, trustKey, refusal, said, book } = await start(t, place, name, 'stream1')
    const [ours, next] = [fingerprintOf(OURS.publicKey), fingerprintOf(NEXT.publicKey)]
    const journal = journalOf('stream1', name)
    journal.head(OURS)
    journal.seal(OURS)
    await table.say(journal.records)
    await until(t, async () => (await incidents()).includes('NEW-JOURNAL'))
    assert.match(said.join('\n'), new RegExp(`the first key that this table names is ${ours}.*trust-key p1/${name} ${ours}`))
    assert.match((await trustKey()).stdout, new RegExp(`2 records of journal stream1 wait.*trust-key p1/${name} ${ours}`))
    assert.equal(await signedTo('stream1'), 0)
    const first = await trustKey(name, ours)
    assert.deepEqual([first.code, first.stdout], [0, `${ours} is confirmed as the key of p1/${name}\n`], first.stderr)
    await until(t, isAckedTo(2))
    assert.deepEqual(await incidents(), [], 'the incident is closed')

    // The daemon starts with another key: a new head in the same journal.
    const changed = [journal.head(NEXT), journal.tick(), journal.seal(NEXT), journal.tick()]
    await table.say(changed)
    await until(t, async () => (await incidents()).includes('KEY-CHANGED'))
    await until(t, async () => (await book.store.selectFrom('streams').select('complete_to').executeTakeFirst())?.complete_to === 6)
    assert.equal(await signedTo('stream1'), 2)

    const wrong = await refusal(name, '0123-4567-89ab-cdef')
    assert.equal(wrong.code, FAILED)
    assert.match(wrong.message, new RegExp(`has named no key 0123-4567-89ab-cdef to the book, only .*${next}.*--ahead`))
    for (const [words, why] of [
      [[name], /a TABLE and a FINGERPRINT are needed/],
      [[name, 'no-print'], /is no fingerprint/],
      [['bj99', next], /the book knows no table bj99/],
    ] as const) {
      const refused = await refusal(...words)
      assert.ok([FAILED, USAGE].includes(refused.code), `${refused.code}`)
      assert.match(refused.message, why)
    }
    assert.equal(await signedTo('stream1'), 2)

    const done = await trustKey(`p1/${name}`, next)
    assert.equal(done.stdout, `${next} is the key of p1/${name} from now on; ${ours} proves nothing any more\n`, done.stderr)
    await until(t, isAckedTo(6))
    assert.equal(table.acks.at(-1)?.hash, journal.hash())
    const stream = await book.store.selectFrom('streams').select(['public_key', 'strange_key', 'proven_to']).executeTakeFirst()
    assert.deepEqual(stream, { public_key: NEXT.publicKey, strange_key: null, proven_to: 4 })

    // Whoever still has the former key begins another journal, and one whose head names no key.
    for (const [key, stream] of [
      [OURS, 'stream2'],
      [null, 'stream3'],
    ] as const) {
      const other = journalOf(stream, name)
      other.head(key)
      other.seal(OURS)
      other.tick()
      const before = (await incidents()).filter((code) => code === 'KEY-CHANGED').length
      table.stream = stream
      table.journal.length = 0
      await table.say(other.records)
      await until(t, async () => (await incidents()).filter((code) => code === 'KEY-CHANGED').length === before + 1)
      await until(
        t,
        async () =>
          (await book.store.selectFrom('streams').select('complete_to').where('stream', '=', stream).executeTakeFirst())?.complete_to === 3,
      )
      assert.equal(await signedTo(stream), 0, stream)
    }
    const listed = await trustKey()
    assert.match(listed.stdout, new RegExp(`p1/${name} +${next} +now .*confirmed by a person\n +p1/${name} +${ours} +former`))
  })

  test(`a book of the version before keeps its signatures and the keys of its tables, without a false alarm: ${where}`, {
    timeout: 60_000,
  }, async (t) => {
    const place = await placeOf(t, 'upgraded')
    if (place === null) return
    const name = `upg-${where.slice(0, 3).toLowerCase()}`
    const journal = journalOf('stream1', name)
    journal.head(OURS)
    journal.tick()
    journal.seal(OURS)
    const bookKey = signingKeyOf(newSigningKey())
    const at = '2026-11-21T20:00:05.000Z'
    const head = signHead(bookKey, { table: `demo/p1/${name}`, stream: 'stream1', boot: 0, seq: 3, hash: journal.hash(), at })
    const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
    const rows = [
      `insert into tables (id, property, pit, name) values (1, 'demo', 'p1', '${name}'), (2, 'demo', 'p1', 'bj99')`,
      `insert into streams values (1, 1, 'stream1', 3, 3, '${journal.hash()}', 0, 3, ${text(writeMemory(NO_MEMORY))}, '${OURS.publicKey}', ${T}, ${T + 2000}, 2, '${'0'.repeat(64)}', null)`,
      `insert into streams values (2, 2, 'old1', 0, 0, '${NO_RECORDS}', 0, 0, ${text(writeMemory(NO_MEMORY))}, null, ${T}, ${T}, 0, '${NO_RECORDS}', null)`,
      `insert into book_heads values (1, 0, 3, '${head.hash}', '${at}', '${head.key}', '${head.sig}')`,
      ...journal.records.map(
        (each) => `insert into records values (1, ${each.n}, ${each.t}, '${each.kind}', ${text(JSON.stringify(each))})`,
      ),
    ]
    const schema = readFileSync(new URL('schema-before-keys.sql', import.meta.url), 'utf8').replace(/^--.*\n/, '')
    await execute(place, `${schema}\n${rows.map((row) => `${row};`).join('\n')}`)
    // The proven hash is that before the seal.
    const store = await openStore({ store: place })
    const proven = journal.records.slice(0, 2).reduce(digestAfter, NO_RECORDS)
    await store.updateTable('streams').set({ proven_hash: proven }).where('id', '=', 1).execute()
    const keys = await store.selectFrom('table_keys').selectAll().execute()
    assert.deepEqual(keys, [{ table_id: 1, number: 1, fingerprint: fingerprintOf(OURS.publicKey), at: T + 2000, how: 'known' }])
    await store.destroy()

    const { table, incidents, isAckedTo, book } = await start(t, place, name, 'stream1')
    table.write(journal.records)
    await until(t, isAckedTo(3))
    const more = [journal.head(OURS), journal.tick(), journal.seal(OURS)]
    await table.say(more)
    await until(t, isAckedTo(6))
    assert.deepEqual(await incidents(), [])
    const heads = await book.store.selectFrom('book_heads').select(['seq', 'key', 'sig']).orderBy('seq').execute()
    assert.ok(
      heads.some(({ seq, key, sig }) => seq === 3 && key === head.key && sig === head.sig),
      'what it had signed is there',
    )
    const stranger = journalOf('stream9', name)
    stranger.head(STRANGER)
    table.stream = 'stream9'
    await table.say(stranger.records)
    await until(t, async () => (await incidents()).includes('KEY-CHANGED'))
  })
}

/** Removes what the store has, and has this instead. */
async function execute(place: string, script: string): Promise<void> {
  const store = await openStore({ store: place })
  const tables = await store.introspection.getTables({ withInternalKyselyTables: true })
  for (const { name } of tables) await store.schema.dropTable(name).execute()
  for (const statement of script.split(/;\n/)) if (statement.trim() !== '') await sql.raw(statement).execute(store)
  await store.destroy()
}
