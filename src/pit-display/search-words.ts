/** Parses what a person types to find a round: `22:15 box 3 bet-capped d17 12.50 1-217`. Pure. */
import type { RoundQuery } from './book-messages.ts'

export interface SearchContext {
  /** Decimals of the table's currency. */
  readonly exponent: number
  /** Unix ms: a time of day means its last occurrence before this. */
  readonly nowMs: number
  /** Codes of findings, upper case. */
  readonly codes: ReadonlySet<string>
}

const DAY_MS = 86_400_000
const TIME = /^(\d{1,2}):(\d{2})$/
const SPAN = /^(\d{1,2}:\d{2})-(\d{1,2}:\d{2})$/
const BOX = /^box:?(\d{1,2})$/i
const DEALER = /^(?:d\d+|dealer:?([\w.-]+))$/i
const AMOUNT = /^\d+(?:[.,]\d+)?$/

/** Sorts each word by its form. A word of no known form goes to the book unchanged, which looks for it in rounds, dealers and codes. */
export function queryOf(words: string, context: SearchContext): RoundQuery {
  let query: RoundQuery = {}
  const rest: string[] = []
  for (const word of words
    .trim()
    .replace(/\b(box|dealer)\s+/gi, '$1:')
    .split(/\s+/)) {
    const found = word === '' ? {} : oneOf(word, context)
    if (found === null) rest.push(word)
    else query = { ...query, ...found }
  }
  return rest.length === 0 ? query : { ...query, text: rest.join(' ') }
}

function oneOf(word: string, { exponent, nowMs, codes }: SearchContext): RoundQuery | null {
  const [, from, to] = SPAN.exec(word) ?? []
  if (from !== undefined && to !== undefined) return spanOf(from, to, nowMs)
  if (TIME.test(word)) return spanOf(word, word, nowMs)
  const box = BOX.exec(word)?.[1]
  if (box !== undefined) return { box }
  if (codes.has(word.toUpperCase())) return { code: word.toUpperCase() }
  const dealer = DEALER.exec(word)
  if (dealer !== null) return { dealer: dealer[1] ?? word }
  if (AMOUNT.test(word)) return { amount: String(Math.round(Number(word.replace(',', '.')) * 10 ** exponent)) }
  return null
}

/** From the start of the first minute to the end of the last, in this browser's time zone. */
function spanOf(from: string, to: string, nowMs: number): RoundQuery | null {
  const [first, last] = [atTime(from, nowMs), atTime(to, nowMs)]
  if (first === null || last === null) return null
  const begin = first > nowMs ? first - DAY_MS : first
  const end = [last - DAY_MS, last, last + DAY_MS].find((each) => each >= begin) ?? begin
  return { from: new Date(begin).toISOString(), to: new Date(end + 59_999).toISOString() }
}

/** That time on the day of `nowMs`, Unix ms; null: there is none. */
function atTime(text: string, nowMs: number): number | null {
  const [, hours = '', minutes = ''] = TIME.exec(text) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59 || hours === '') return null
  return new Date(nowMs).setHours(Number(hours), Number(minutes), 0, 0)
}
