/** A book's HTTP interface on a port of its own, over a store in memory, for one test. */
import { request } from 'node:http'
import type { TestContext } from 'node:test'
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

/** Fills an empty store. */
type Fill = (store: Store) => Promise<unknown>

/** `place`: as the configuration's `store`. */
export async function serve(
  t: TestContext,
  options: Partial<BookHttpOptions> = {},
  made: Made | Fill = USUAL,
  place = ':memory:',
): Promise<Served> {
  const store = await openStore({ store: place })
  await (typeof made === 'function' ? made(store) : fillStore(store, made))
  const notices: string[] = []
  const server = await serveBook({
    ...{ db: store, software: 'blackjack-table-controller 0.1.0', host: '127.0.0.1', port: 0, users: null, tokens: null },
    notice: (text) => notices.push(text),
    nowMs: () => START_MS + 86_400_000,
    ...options,
  })
  t.after(async () => {
    await server.close()
    await store.destroy()
  })
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
