/** A book's HTTP interface on a port of its own, over a store in memory, for one test. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before } from 'node:test'
import { type BookHttpOptions, type BookServer, serveBook } from '../../../src/book/http/server.ts'
import { openStore, type Store } from '../../../src/book/store/open.ts'
import { fillStore, type Made } from '../made-rounds.ts'

export interface Answered {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly text: string
  /** null: it is no JSON. */
  readonly json: unknown
}

export interface Served {
  readonly store: Store
  readonly server: BookServer
  readonly notices: readonly string[]
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Answered>
}

export const START_MS = Date.parse('2026-11-20T18:00:00.000Z')
const USUAL: Made = {
  seed: 1,
  startMs: START_MS,
  tables: [
    { pit: 'p1', table: 'bj07', rounds: 1000 },
    { pit: 'p1', table: 'bj08', rounds: 20 },
  ],
}

/** What ends, as a test does, and closes then what was opened for it. */
interface Ending {
  readonly after: (close: () => Promise<unknown>) => void
}

/** Fills an empty store. */
type Fill = (store: Store) => Promise<unknown>

/** `place`: as the configuration's `store`. */
export async function serve(
  t: Ending,
  options: Partial<BookHttpOptions> = {},
  made: Made | Fill = USUAL,
  place = ':memory:',
): Promise<Served> {
  const store = await openStore({ store: place })
  await (typeof made === 'function' ? made(store) : fillStore(store, made))
  const book = await serveStore(t, store, options)
  t.after(() => store.destroy())
  return book
}

/** One for all tests of a file, which only read it: filling the store takes longer than any of them. */
export function servedForAll(): () => Served {
  const closing: (() => Promise<unknown>)[] = []
  let book: Served | undefined
  before(async () => {
    book = await serve({ after: (close) => closing.push(close) })
  })
  after(async () => {
    for (const close of closing) await close()
  })
  return () => book ?? assert.fail('a test asks for it')
}

/** Another interface over a store that has one. */
export async function serveStore(t: Ending, store: Store, options: Partial<BookHttpOptions> = {}): Promise<Served> {
  const notices: string[] = []
  const server = await serveBook({
    ...{ db: store, software: 'blackjack-table-controller 0.1.0', host: '127.0.0.1', port: 0, users: null, tokens: null },
    notice: (text) => notices.push(text),
    nowMs: () => START_MS + 86_400_000,
    ...options,
  })
  t.after(() => server.close())
  return { store, server, notices, ask: (path, headers, method) => ask(server.url, path, headers, method) }
}

/** The path goes out as it is written, even where no browser would send it. */
function ask(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsed(text) }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
