/** A book that serves, a table at its broker, somebody with that table's login, and what the shipped commands say of it all. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import { serveRunning } from '../../src/book/http/running.ts'
import { type RunningBook, startBook } from '../../src/book/start.ts'
import { type EmbeddedBroker, startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { encodeLog } from '../../src/wire/envelope.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { baseTopic } from '../../src/wire/topics.ts'
import { KEY } from '../daemon/pipeline/daemon.ts'
import { run } from '../e2e/processes.ts'
import { connectTable, type FakeTable } from './fake-table.ts'
import { freshDatabase, type Postgres } from './postgres.ts'

/** The table whose journals `playRecords` and the daemon of the tests make; KEY is its key. */
export const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
export const STREAM = 'q3kf9abc'
export const WORD = `${NAME.pit}/${NAME.table}`
export const FINGERPRINT = fingerprintOf(KEY.publicKey)
/** Exit code of `verify`. */
export const NOT_OK = 65
const HTTP = { host: '127.0.0.1', port: 0, tokens: null, users: null, names: [], origins: [] } as const
const WAIT_MS_MAX = Number(process.env.WAIT ?? 90_000)

export const until = async (t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + WAIT_MS_MAX
  while (!(await isSo())) {
    t.signal.throwIfAborted()
    assert.ok(performance.now() < endMs, `it did not come: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export interface Scene {
  readonly folder: string
  readonly broker: EmbeddedBroker
  readonly book: RunningBook
  readonly table: FakeTable
  readonly url: string
  readonly bookKey: string
  /** Incidents that nobody has closed, `CODE text`. */
  readonly incidents: () => Promise<readonly string[]>
  /** What a verb of the book prints. */
  readonly ask: (verb: string, ...words: readonly string[]) => ReturnType<typeof run>
  readonly rounds: () => Promise<number>
  readonly isAckedTo: (seq: number) => () => boolean
  /** Anybody with the table's login at the broker. */
  readonly publish: (on: string, records: readonly JournalRecord[], stream: string, more?: object) => Promise<void>
}

export interface Stage {
  /** For the files of book and broker; exists. */
  readonly folder: string
  /** Of the store. */
  readonly place: string
  /** The configuration of the book names the key of the table. */
  readonly isConfirmed: boolean
}

let scenes = 0

/** A new store of that kind; null: the test is left out, because there is no PostgreSQL. */
export const placeOf = async (
  t: TestContext,
  where: 'embedded' | 'PostgreSQL',
  { folder, postgres }: { readonly folder: string; readonly postgres: Postgres | null },
): Promise<string | null> => {
  if (where === 'embedded') return join(folder, `book-${++scenes}`, 'book.db')
  if (postgres === null) {
    t.skip('PostgreSQL is not installed')
    return null
  }
  return freshDatabase(postgres.url, `scene${++scenes}`)
}

export const openScene = async (t: TestContext, { folder, place, isConfirmed }: Stage): Promise<Scene> => {
  const said: string[] = []
  const broker = await startEmbeddedBroker({ port: 0 })
  const mqtt = { urls: [broker.url], protocol: 4 as const, ca: null, cert: null, key: null, passwordFile: null, ...broker.bookLogin }
  const signingKeyFile = join(folder, `key-${++scenes}.pem`)
  const tables = isConfirmed ? [{ table: WORD, key: FINGERPRINT }] : []
  const book = await startBook({ property: NAME.property, mqtt, store: place, signingKeyFile, tables, notice: (text) => said.push(text) })
  const server = await serveRunning(book, { store: place, http: HTTP }, () => undefined)
  const table = await connectTable(broker, NAME, STREAM)
  t.after(async () => {
    await table.status('stopped')
    await table.close()
    await server?.close()
    await book.close()
    await broker.close()
  })
  await until(t, () => book.counts().isConnected)
  const file = join(folder, `book-${scenes}.yaml`)
  writeFileSync(file, `property: ${NAME.property}\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: ${place}\n`)
  return {
    ...{ folder, broker, book, table, url: server?.url ?? '' },
    bookKey: /with the public key (\S+)/.exec(said.join('\n'))?.[1] ?? assert.fail(said.join('\n')),
    incidents: async () => {
      const rows = await book.store.selectFrom('incidents').select(['code', 'text']).where('closed_at', 'is', null).orderBy('id').execute()
      return rows.map(({ code, text }) => `${code} ${text}`)
    },
    ask: (verb, ...words) => run('src/book/command.ts', verb, '--config', file, ...words),
    rounds: async () => (await book.store.selectFrom('rounds').select('round').execute()).length,
    isAckedTo: (seq) => () => table.acks.at(-1)?.seq === seq,
    publish: async (on, records, stream, more = {}) => {
      for (const record of records) {
        const encoded = encodeLog(NAME, stream, record)
        assert.ok(encoded.ok, 'it is no larger than a message')
        await table.raw(`${baseTopic(NAME)}/${on}`, JSON.stringify({ ...JSON.parse(encoded.message.payload), ...more }))
      }
    },
  }
}

export const codesOf = (incidents: readonly string[]): readonly string[] => incidents.map((text) => text.split(' ')[0] ?? '')

/** The last record that the book holds of a journal without a gap before it; 0: none. */
export const heldOf = async ({ book }: Scene, stream: string): Promise<number> =>
  (await book.store.selectFrom('streams').select('complete_to').where('stream', '=', stream).executeTakeFirst())?.complete_to ?? 0

/** Every signature of the book over the journal, the oldest first. */
export const signaturesOf = ({ book }: Scene, stream: string) =>
  book.store
    .selectFrom('book_heads')
    .innerJoin('streams', 'streams.id', 'book_heads.stream_id')
    .select(['seq', 'book_heads.hash as hash'])
    .where('stream', '=', stream)
    .orderBy('seq')
    .execute()

export const roundsIn = (records: readonly JournalRecord[]): number =>
  records.filter((each) => each.kind === 'event' && each.envelope.type === 'round.opened').length

export interface Asking {
  /** The folder to judge. */
  readonly journal: string
  /** The journal for which the book is asked. */
  readonly stream?: string
  /** What it had signed by that record. @default the newest */
  readonly record?: number
}

/**
 * How a third party, who has both public keys, judges a journal by what the book signed. `code` null: the book gives out nothing about it, and
 * says why.
 */
export const judged = async ({ folder, ask, bookKey }: Scene, { journal, stream = STREAM, record }: Asking) => {
  const by = record === undefined ? [] : ['--record', String(record)]
  const head = await ask('export', '--table', WORD, '--head', '--stream', stream, ...by)
  if (head.code !== 0) return { ...head, code: null }
  const file = join(folder, `head-${++scenes}.json`)
  writeFileSync(file, head.stdout)
  return run('src/tools/verify.ts', '--key', KEY.publicKey, '--book', file, '--book-key', bookKey, journal)
}
