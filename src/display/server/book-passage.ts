/**
 * The way from the page to the book. What a browser requests under `/book/` is read from the book and passed on, so that the page talks
 * only to its own origin. The book decides who may read; this side only protects a book without logins from being read by other machines.
 *
 *   browser --GET /book/api/..., /book/report--> here --GET {book}/...--> the book
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { reasonOf } from '../../base/process/reason.ts'
import { STILL_PAGE_POLICY } from '../markup.ts'
import type { Session } from './sessions.ts'

export const BOOK_PATH = '/book/'
/** Only reading is passed on, and only those parts of the book's interface that a page needs. */
const PASSED = /^(?:api\/[\w./%~-]*|report)$/
/** The night sheet leads from day to day and back to the display, so it is of the page's origin; in return it may run nothing at all. */
const REPORT_PATH = `${BOOK_PATH}report`
/** Several times the longest address that the page's filters can produce. */
const ADDRESS_CHARS_MAX = 2048
/** All displays of a pit may each read a page at once; if the book hangs, it holds no more than these. */
const READING_MAX = 64
/** A shift report of many tables takes a few seconds. */
const ANSWER_MS_MAX = 9000
/** How often to check whether the book asks for a login: that changes when somebody configures it. */
const ASKED_AGAIN_MS = 60_000

/** The book's answers are data or separate documents, so they get no access to the page's origin, whatever they contain. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

export interface BookPassage {
  /** Answers a request below `BOOK_PATH`. Never rejects. */
  answer(request: IncomingMessage, response: ServerResponse, reader: BookReader): Promise<void>
}

export interface BookReader {
  /** The request comes from this machine. */
  readonly isHere: boolean
  /** Whose login the book gets if the request has none; null: nobody's. */
  readonly session: Session | null
}

/** `book`: its address; left out: none is configured. `nowMs`: monotonic. */
export function passageToBook(book: string | undefined, nowMs: () => number): BookPassage {
  const isOpen = openBook(book, nowMs)
  let reading = 0
  return {
    async answer(request, response, { isHere, session }) {
      const refusal = refusalOf(request, book)
      if (refusal !== null) return refuse(response, refusal)
      if (reading >= READING_MAX) return refuse(response, [503, 'busy', 'too many displays are reading the book at once; try again'])
      reading += 1
      try {
        if (!isHere && (await isOpen()))
          return refuse(response, [403, 'open-book', 'the book has no users, so it can be read only on its own machine; give it users'])
        await passOn(request, response, book ?? '', session)
      } catch (error) {
        // Cut off half an answer: the page must not take it for a whole one.
        if (response.headersSent) response.destroy()
        else refuse(response, [502, 'away', `the book cannot be reached: ${causeOf(error)}`])
      } finally {
        reading -= 1
      }
    },
  }
}

type Refusal = readonly [status: number, code: string, text: string]

function refusalOf({ method, url = '', headers }: IncomingMessage, book: string | undefined): Refusal | null {
  if (book === undefined) return [404, 'no-book', 'this display has no book; name one under display: book']
  if (method !== 'GET' && method !== 'HEAD') return [405, 'read-only', 'the book is read only: GET or HEAD']
  if (headers['sec-fetch-site'] === 'cross-site') return [403, 'foreign', 'a page from elsewhere may not read the book']
  const [path = ''] = url.slice(BOOK_PATH.length).split('?', 1)
  if (url.length > ADDRESS_CHARS_MAX || !PASSED.test(path) || !isBelow(book, path))
    return [404, 'not-found', 'the book has nothing under this address']
  return null
}

/** Resolved as for the request itself, in which `%2e%2e` leads up as `../..` does. */
function isBelow(book: string, path: string): boolean {
  const root = rootOf(book)
  const { href, pathname } = addressIn(book, path)
  return href.startsWith(root) && PASSED.test(pathname.slice(new URL(root).pathname.length))
}

const rootOf = (book: string): string => new URL(book.endsWith('/') ? book : `${book}/`).href
const addressIn = (book: string, path: string): URL => new URL(path, rootOf(book))

function refuse(response: ServerResponse, [status, code, text]: Refusal): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'application/json' }).end(JSON.stringify({ error: { code, text } }))
}

async function passOn(request: IncomingMessage, response: ServerResponse, book: string, session: Session | null): Promise<void> {
  const { method = 'GET', url = '', headers } = request
  const authorization = headers.authorization ?? (session === null ? null : basic(session))
  const answer = await ask(book, url.slice(BOOK_PATH.length), { method, headers: authorization === null ? {} : { authorization } })
  const passed = ['content-type', 'content-disposition', 'retry-after'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  // Without WWW-Authenticate, because the page asks for a login itself and the browser would open a window of its own.
  const own = url.split('?', 1)[0] === REPORT_PATH ? { 'Content-Security-Policy': STILL_PAGE_POLICY } : {}
  response.writeHead(answer.status, { ...HEADERS, ...own, ...Object.fromEntries(passed) })
  if (answer.body === null) response.end()
  else await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
}

/** RFC 7617, in UTF-8. */
const basic = ({ user, password }: Session): string => `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`

const ask = (book: string, path: string, options: RequestInit): Promise<Response> =>
  fetch(addressIn(book, path), {
    ...options,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })

/** Whether the book answers without a login. Asked from time to time; rejects if the book does not answer. */
function openBook(book: string | undefined, nowMs: () => number): () => Promise<boolean> {
  let known: { readonly isOpen: boolean; readonly untilMs: number } | null = null
  return async () => {
    if (known !== null && nowMs() < known.untilMs) return known.isOpen
    const { status, body } = await ask(book ?? '', 'api/tables', { method: 'HEAD' })
    await body?.cancel()
    known = { isOpen: status !== 401, untilMs: nowMs() + ASKED_AGAIN_MS }
    return known.isOpen
  }
}

function causeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined }
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return reasonOf(error)
}
