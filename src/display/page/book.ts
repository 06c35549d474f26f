/**
 * The book as a display reads it: over HTTP, through the display's own origin, as whoever is logged in. Every answer is bounded and
 * decoded. An unreachable book is an answer as well.
 */
import {
  alarmPage,
  type BookTable,
  bookTables,
  type PastAlarm,
  type RoundFull,
  type RoundPage,
  type RoundQuery,
  refusalIn,
  roundFull,
  roundPage,
  type Told,
} from './book-messages.ts'
import { type Decoder, Malformed } from './decode.ts'
import type { Login } from './session.ts'

export interface Book {
  tables(): Promise<Told<readonly BookTable[]>>
  /** `table`: `property/pit/table`. Newest first. */
  rounds(table: string, query: RoundQuery): Promise<Told<RoundPage>>
  /** `key`: `stream/round`. */
  round(table: string, key: string): Promise<Told<RoundFull>>
  /** Alarms raised since `from`, ISO 8601; newest first. */
  alarms(table: string, from: string): Promise<Told<readonly PastAlarm[]>>
  /** The dispute file of a round, for saving. */
  dispute(table: string, key: string): Promise<Told<Blob>>
}

const ROOT = 'book/api/tables'
const ANSWER_MS_MAX = 12_000
/** The longest round has some 300 KB, a dispute file ten times as much. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
const PAGE = 100

export const disputeHref = (table: string, key: string): string => `${ROOT}/${table}/rounds/${key}/dispute`

/** `login`: what the page has to tell the book; null: nothing, because the display's server does. */
export function createBook(login: () => Login | null): Book {
  const get = async <T>(path: string, take: (bytes: Uint8Array<ArrayBuffer>) => T): Promise<Told<T>> => {
    const who = login()
    try {
      const answer = await fetch(path, {
        headers: who === null ? {} : { Authorization: `Basic ${base64(`${who.user}:${who.password}`)}` },
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      const bytes = await bounded(answer)
      if (answer.ok) return { kind: 'told', data: take(bytes) }
      if (answer.status === 401) return { kind: 'login' }
      return unanswered(parsed(bytes))
    } catch {
      // No connection, too late, too large, or not an answer of a book: to a person each means that the book is away.
      return { kind: 'away' }
    }
  }
  const read = <T>(path: string, decode: Decoder<T>): Promise<Told<T>> => get(path, (bytes) => decode(parsed(bytes)))
  return {
    tables: async () => mapped(await read(ROOT, bookTables), ({ tables }) => tables),
    rounds: (table, query) => read(`${ROOT}/${table}/rounds?${new URLSearchParams({ ...given(query), limit: String(PAGE) })}`, roundPage),
    round: (table, key) => read(`${ROOT}/${table}/rounds/${key}`, roundFull),
    alarms: async (table, from) =>
      mapped(
        await read(`${ROOT}/${table}/alarms?${new URLSearchParams({ from, limit: String(PAGE) })}`, alarmPage),
        ({ alarms }) => alarms,
      ),
    dispute: (table, key) => get(disputeHref(table, key), (bytes) => new Blob([bytes], { type: 'text/html' })),
  }
}

const mapped = <A, B>(told: Told<A>, map: (data: A) => B): Told<B> => (told.kind === 'told' ? { kind: 'told', data: map(told.data) } : told)

const given = (query: RoundQuery): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))

function unanswered(value: unknown): Told<never> {
  const said = refusalIn(value)
  if (said === null || said.code === 'away') return { kind: 'away' }
  return said.code === 'no-book' ? { kind: 'none' } : { kind: 'refused', text: said.text, isUnknown: said.code === 'NOT-FOUND' }
}

/** @throws Malformed if the answer is larger than any of a book */
async function bounded(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = answer.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length
    if (length > ANSWER_BYTES_MAX) {
      await reader?.cancel()
      throw new Malformed(`has more than ${ANSWER_BYTES_MAX} bytes`)
    }
    parts.push(part.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const parsed = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** Base64 of the text's UTF-8, as HTTP requires (RFC 7617). */
const base64 = (text: string): string => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
