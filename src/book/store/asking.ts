/**
 * The embedded store admits only one process. While a book holds it, other processes read through that book: it runs their SELECT
 * statements and answers with the rows. They connect to a socket in the store's folder that only the book's own user can open. The book
 * also rebuilds its derived tables on request, enters what a person says of keys, journals and incidents, and copies itself for a back-up.
 *
 *   query, report, export --- POST / {sql, parameters} ---> book/ask.sock --- {rows} or {error} --->
 *   rebuild ----------------- POST /rebuild --------------> book/ask.sock --- {stream, records}, a line each, then {done} or {error} --->
 *   trust-key, incidents ---- POST /word -----------------> book/ask.sock --- {said} or {error} --->
 *   backup ------------------ POST /copy -----------------> book/ask.sock --- {said} or {error} --->
 */
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult, SqliteDialect } from 'kysely'
import { z } from 'zod'
import { reasonOf } from '../../base/process/reason.ts'
import type { BookTables } from '../rows.ts'
import { copyStore } from './copy.ts'
import { type Store, StoreDamaged } from './open.ts'
import { enterWord, type Word, wordSaid } from './person.ts'
import type { Rederived } from './rederive.ts'

const SOCKET = 'ask.sock'
/** Fits a query with the numbers of a few thousand rounds; a statement has at most 32,766 values. */
const ASKED_CHARS_MAX = 1024 * 1024
/** Each request waits for the one connection. */
const ASKING_MAX = 16

const asked = z.strictObject({
  sql: z.string().regex(/^select\b/i, 'is no SELECT statement: a book that runs is only read'),
  parameters: z.array(z.union([z.string(), z.number(), z.null()])),
})
/** `damaged`: the error says that the store is. */
const refused = z.strictObject({ error: z.string(), damaged: z.literal(true).optional() })
const answer = z.union([z.strictObject({ rows: z.array(z.unknown()) }), refused])

const WORD = '/word'
const confirmed = z.union([z.strictObject({ said: z.string() }), refused])

const COPY = '/copy'

const REBUILD = '/rebuild'
const rebuilt = z.union([
  z.strictObject({ stream: z.string(), records: z.int() }),
  z.strictObject({ done: z.literal(true) }),
  z.strictObject({ error: z.string() }),
])
type Rebuilt = z.output<typeof rebuilt>

/** What a book offers to other processes. */
export interface Answering {
  readonly store: Store
  rederive(onStream: (done: Rederived) => void): Promise<void>
}

export interface Asking {
  close(): Promise<void>
}

/**
 * Answers other processes that read the store at `path`.
 * @throws Error when the folder cannot hold a socket, for example because its path is too long
 */
export async function answerOthers(book: Answering, path: string): Promise<Asking> {
  const socket = socketOf(path)
  // A socket that exists was left by a killed book, because this process holds the folder's lock.
  rmSync(socket, { force: true })
  const server = createServer({ requestTimeout: 10_000 }, (incoming, response) => {
    if (incoming.url === REBUILD) void respondRebuilding(book, response)
    else void respond(incoming, response, answerTo(incoming.url, book.store, path))
  })
  server.maxConnections = ASKING_MAX
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  // Otherwise anyone whom the umask lets write could connect.
  chmodSync(socket, 0o600)
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const socketOf = (path: string): string => join(dirname(path), SOCKET)

type Answer = (request: unknown) => Promise<object>

const rowsOf =
  (store: Store): Answer =>
  async (request) => {
    const { sql, parameters } = asked.parse(request)
    const { rows } = await store.executeQuery(CompiledQuery.raw(sql, parameters))
    return { rows }
  }

const enteringFor =
  (store: Store): Answer =>
  async (request) => ({ said: await enterWord(store, wordSaid.parse(request), Date.now()) })

/** The place is the book's own: whoever asks names none. */
const copyingFor =
  (store: Store, path: string): Answer =>
  async () => ({ said: await copyStore(store, path) })

function answerTo(url: string | undefined, store: Store, path: string): Answer {
  if (url === WORD) return enteringFor(store)
  return url === COPY ? copyingFor(store, path) : rowsOf(store)
}

async function respond(incoming: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  try {
    if (Number(incoming.headers['content-length'] ?? Number.NaN) <= ASKED_CHARS_MAX)
      response.end(JSON.stringify(await answer(JSON.parse(await text(incoming)))))
    else
      response.writeHead(413, { Connection: 'close' }).end(JSON.stringify({ error: `a query has at most ${ASKED_CHARS_MAX} characters` }))
  } catch (error) {
    const more = error instanceof StoreDamaged ? { damaged: true } : {}
    response.writeHead(400).end(JSON.stringify({ error: reasonOf(error), ...more }))
  }
}

async function respondRebuilding(book: Answering, response: ServerResponse): Promise<void> {
  const say = (line: Rebuilt) => response.write(`${JSON.stringify(line)}\n`)
  try {
    await book.rederive(say)
    say({ done: true })
  } catch (error) {
    say({ error: reasonOf(error) })
  }
  response.end()
}

/** Has the book that holds the store at `path` rebuild its derived tables. @throws Error when it cannot, or ends meanwhile */
export async function askRebuild(path: string, onStream: (done: Rederived) => void): Promise<void> {
  const response = await sent(socketOf(path), REBUILD, '')
  for await (const line of createInterface({ input: response })) {
    const said = rebuilt.parse(JSON.parse(line))
    if ('error' in said) throw new Error(`the book that runs could not rebuild its tables: ${said.error}`)
    if ('done' in said) return
    onStream(said)
  }
  throw new Error('the book that runs ended before its tables were rebuilt; run rebuild again')
}

/** Has the book that holds the store at `path` enter what a person says. Returns what that changes. @throws Error when it changes nothing */
export async function askWord(path: string, word: Word): Promise<string> {
  const said = confirmed.parse(JSON.parse(await text(await sent(socketOf(path), WORD, JSON.stringify(word)))))
  if ('error' in said) throw new Error(said.error)
  return said.said
}

/** Has the book that holds the store at `path` copy it. Returns where the copy lies. @throws Error when it cannot */
export async function askCopy(path: string): Promise<string> {
  const said = confirmed.parse(JSON.parse(await text(await sent(socketOf(path), COPY, '{}'))))
  if ('error' in said) throw new Error(`the book that runs could not copy its store: ${said.error}`)
  return said.said
}

/**
 * The store at `path`, through the book that holds it. Read-only: a transaction is refused. If the book ends meanwhile, the next query
 * fails.
 */
export const askRunning = (path: string): Store => new Kysely<BookTables>({ dialect: new AskedDialect(socketOf(path)) })

class AskedDialect extends SqliteDialect {
  readonly #socket: string

  constructor(socket: string) {
    super({ database: () => Promise.reject(onlyRead()) })
    this.#socket = socket
  }

  override createDriver(): Driver {
    const connection = askedConnection(this.#socket)
    const nothing = async (): Promise<void> => undefined
    const refused = (): Promise<never> => Promise.reject(onlyRead())
    return {
      ...{ init: nothing, releaseConnection: nothing, destroy: nothing },
      ...{ beginTransaction: refused, commitTransaction: refused, rollbackTransaction: refused },
      acquireConnection: async () => connection,
    }
  }
}

const onlyRead = (): Error => new Error('a book that runs is only read')

const askedConnection = (socket: string): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const found = answer.parse(JSON.parse(await text(await sent(socket, '/', JSON.stringify({ sql, parameters })))))
    if ('error' in found) throw found.damaged ? new StoreDamaged(found.error) : new Error(found.error)
    // The book is the same program, so its rows have the form that the query declares.
    return { rows: found.rows as R[] }
  },
  // biome-ignore lint/correctness/useYield: no question of the book reads a stream
  streamQuery: async function* () {
    throw new Error('rows are not streamed out of a book that runs')
  },
})

const sent = (socketPath: string, path: string, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    // A connection of its own: while this process computes, it does not notice that the book has closed an idle one.
    const posted = request({ socketPath, method: 'POST', path, headers, agent: false }, resolve)
    posted.once('error', (error) => reject(new Error(`the book that holds the store does not answer at ${socketPath}: ${reasonOf(error)}`)))
    posted.end(body)
  })
