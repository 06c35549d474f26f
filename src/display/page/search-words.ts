/**
 * What a person types to find a round: `22:15 box 3 bet capped d17 12.50 1-217`. Each group of words is sorted by its form, the longest
 * group first. Pure.
 */

import type { Texts } from '../../words/text.ts'
import type { RoundQuery, RoundResultName } from './book-messages.ts'
import { clockOf, clockSpanOf, dayOf, LIKE_A_TIME, spanOf, type TimeSpan } from './search-times.ts'

export interface SearchContext {
  /** Decimals of the table's currency. */
  readonly exponent: number
  /** Unix ms: a time of day means its last occurrence before this. */
  readonly nowMs: number
  /** What a code is called, in every language. */
  readonly names: Texts
}

/** What a group of words was taken for. */
export type Meaning =
  | { readonly kind: 'clock'; readonly from: number; readonly to: number }
  | { readonly kind: 'day'; readonly from: number; readonly to: number }
  | { readonly kind: 'box'; readonly box: string }
  | { readonly kind: 'dealer'; readonly dealer: string }
  | { readonly kind: 'amount'; readonly minor: number }
  | { readonly kind: 'state'; readonly state: 'void' | 'incomplete' | 'open' | 'closed' }
  | { readonly kind: 'result'; readonly result: RoundResultName }
  | { readonly kind: 'card'; readonly card: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  /** The book looks for it in rounds, dealers and codes. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string }
/** `typed`: the words as a person wrote them. */
export type Part = Meaning & { readonly typed: string }
type PartOf<K extends Part['kind']> = Extract<Part, { readonly kind: K }>

export interface Search {
  readonly query: RoundQuery
  readonly parts: readonly Part[]
}

/** A phrase has at most so many words: the longest name that somebody types out. */
const PHRASE_MAX = 10
/** A table has no more; the book takes no other. */
const BOX_MAX = 12
const BOX = /^box:?(\d{1,2})$/
const DEALER_ID = /^(?:d\d+|dealer:([\w.-]+))$/i
const DEALER_NAMED = /^(?:dealer|croupier) ([\w.-]+)$/i
const ROUND = /^(?:round|runde):? ?([\w/-]*\d[\w/-]*)$/
const AMOUNT = /^(?:[€$£] ?)?(\d+(?:[.,]\d+)?)(?: ?(?:[€$£]|eur|usd|gbp|nzd|aud|euro|dollars?))?$/
/** What the book takes as text. */
const TEXT = /^[A-Za-z0-9./-]+$/
const FILLERS: ReadonlySet<string> = new Set('a an and at in of on the with um am im in und der die das mit von bei ein eine'.split(' '))

const STATES: { readonly [words: string]: Extract<Meaning, { readonly kind: 'state' }>['state'] } = {
  ...{ void: 'void', voided: 'void', ungultig: 'void', incomplete: 'incomplete', unvollstandig: 'incomplete' },
  ...{ 'in play': 'open', lauft: 'open', open: 'open', offen: 'open', closed: 'closed', beendet: 'closed' },
}

/** What a person calls a result, in either language, in lower case and without accents. */
const RESULT_WORDS: { readonly [result in RoundResultName]: string } = {
  win: 'win,wins,winning,won,winner,gewinn,gewinnt,gewonnen,gewinner',
  lose: 'lose,loses,losing,lost,loser,verlust,verliert,verloren,verlierer',
  push: 'push,pushed,tie,tied,stand-off,unentschieden',
  blackjack: 'blackjack,blackjacks,natural,naturals,bj',
  bust: 'bust,busts,busted,uberkauft',
  surrender: 'surrender,surrenders,surrendered,aufgegeben',
  double: 'double,doubles,doubled,double down,doubled down,verdoppelt',
  split: 'split,splits,geteilt',
  insurance: 'insurance,insured,versicherung,versichert',
  'house-won': 'house won,house wins,casino won,casino wins,haus gewinnt,haus gewann,casino gewinnt,casino gewann,hausgewinn',
  'house-lost': 'house lost,house loses,casino lost,casino loses,haus verliert,haus verlor,casino verliert,casino verlor,hausverlust',
}
const RESULTS: ReadonlyMap<string, RoundResultName> = new Map(
  Object.entries(RESULT_WORDS).flatMap(([result, words]) => words.split(',').map((each) => [each, result as RoundResultName] as const)),
)

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|\uFE0F/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()

export function searchOf(typed: string, context: SearchContext): Search {
  const words = typed
    .replace(/[–—−]/g, '-')
    .replace(/["“”„«»]/g, ' ')
    // Then they are no part of a name that goes on before them.
    .replace(/\bbox\s+(?=\d)/gi, 'box:')
    .replace(/\b(dealer|croupier)\s+(?=\S*[\d._-])/gi, 'dealer:')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const { meaning, length } = nextMeaning(words.slice(at, at + PHRASE_MAX), context)
    if (meaning !== null)
      add(parts, {
        ...meaning,
        typed: words
          .slice(at, at + length)
          .join(' ')
          .replace(/^(box|dealer):/i, '$1 '),
      })
    at += length
  }
  return { query: queryOf(parts, context.nowMs), parts }
}

/** A round has several results, cards and words, but the book takes only one of everything else. */
const MANY: readonly Part['kind'][] = ['result', 'card', 'text', 'unknown']

function add(parts: Part[], part: Part): void {
  const at = parts.findIndex(({ kind }) => kind === part.kind)
  const known = parts[at]
  if (known === undefined || MANY.includes(part.kind)) parts.push(part)
  else if (known.kind === 'codes' && part.kind === 'codes' && known.codes.some((code) => part.codes.includes(code)))
    parts[at] = { ...known, codes: known.codes.filter((code) => part.codes.includes(code)), typed: `${known.typed} ${part.typed}` }
  else parts.push({ kind: 'unknown', text: part.typed, typed: part.typed })
}

interface Found {
  /** null: words that say nothing by themselves. */
  readonly meaning: Meaning | null
  readonly length: number
}

function nextMeaning(words: readonly string[], context: SearchContext): Found {
  for (let length = words.length; length > 0; length--) {
    const meaning = meaningOf(words.slice(0, length).join(' '), context)
    if (meaning !== null) return { meaning, length }
  }
  const [word = ''] = words
  if (FILLERS.has(plain(word))) return { meaning: null, length: 1 }
  return { meaning: { kind: TEXT.test(word) && !LIKE_A_TIME.test(word) ? 'text' : 'unknown', text: word }, length: 1 }
}

function meaningOf(phrase: string, { exponent, nowMs, names }: SearchContext): Meaning | null {
  const words = plain(phrase)
  const clock = clockSpanOf(words) ?? clockOf(words)
  if (clock !== null) return { kind: 'clock', ...clock }
  const day = dayOf(words, nowMs)
  if (day !== null) return { kind: 'day', ...day }
  const box = BOX.exec(words)?.[1]
  if (box !== undefined)
    return Number(box) >= 1 && Number(box) <= BOX_MAX ? { kind: 'box', box } : { kind: 'unknown', text: phrase.replace(/^box:/i, 'box ') }
  const round = ROUND.exec(phrase.toLowerCase())?.[1]
  if (round !== undefined) return { kind: 'text', text: round }
  if (Object.hasOwn(names, phrase.toUpperCase())) return { kind: 'codes', codes: codesNamed(phrase, names) }
  const state = Object.hasOwn(STATES, words) ? STATES[words] : undefined
  if (state !== undefined) return { kind: 'state', state }
  const result = RESULTS.get(words)
  if (result !== undefined) return { kind: 'result', result }
  const dealer = DEALER_ID.exec(phrase)
  if (dealer !== null) return { kind: 'dealer', dealer: dealer[1] ?? phrase }
  const money = AMOUNT.exec(words)?.[1]
  if (money !== undefined) return { kind: 'amount', minor: Math.round(Number(money.replace(',', '.')) * 10 ** exponent) }
  const card = cardOf(words)
  if (card !== null) return { kind: 'card', card }
  const codes = codesNamed(words, names)
  if (codes.length > 0) return { kind: 'codes', codes }
  const named = DEALER_NAMED.exec(phrase)?.[1]
  return named === undefined ? null : { kind: 'dealer', dealer: named }
}

/** As many as a query takes; words that more names have tell nothing apart. */
const CODES_MAX = 60
/** A word of fewer letters alone is no name of anything. */
const LETTERS_MIN = 3

/** The codes whose names have all these words, or words that begin so. */
export function codesNamed(phrase: string, names: SearchContext['names']): readonly string[] {
  if (Object.hasOwn(names, phrase.toUpperCase())) return [phrase.toUpperCase()]
  const words = plain(phrase)
    .split(' ')
    .filter((word) => !FILLERS.has(word))
  if (words.length === 0 || words.every((word) => word.length < LETTERS_MIN) || FILLERS.has(plain(phrase).split(' ').at(-1) ?? ''))
    return []
  const found = Object.entries(names).flatMap(([code, languages]) => {
    const own = [code.toLowerCase(), ...[code, ...Object.values({ ...languages })].flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u))]
    return words.every((word) => own.some((each) => each.startsWith(word))) ? [code] : []
  })
  return found.length > CODES_MAX ? [] : found
}

/** A round must match everything that was typed. */
function queryOf(parts: readonly Part[], nowMs: number): RoundQuery {
  const all = <K extends Part['kind']>(kind: K) => parts.filter((part): part is PartOf<K> => part.kind === kind)
  const [day = null] = all('day')
  const [clock] = all('clock')
  const time: TimeSpan | null = clock === undefined ? day : spanOf(clock, day, nowMs)
  return {
    ...(time === null ? {} : { from: new Date(time.from).toISOString(), to: new Date(time.to).toISOString() }),
    ...given('box', all('box')[0]?.box),
    ...given('code', all('codes')[0]?.codes.join()),
    ...given('amount', all('amount')[0]?.minor.toString()),
    ...given('dealer', all('dealer')[0]?.dealer),
    ...given('state', all('state')[0]?.state),
    ...given(
      'result',
      all('result')
        .map(({ result }) => result)
        .join(),
    ),
    ...given(
      'card',
      all('card')
        .map(({ card }) => card)
        .join(),
    ),
    ...given(
      'text',
      all('text')
        .map(({ text }) => text)
        .join(' '),
    ),
  }
}

const given = (name: keyof RoundQuery, value = ''): RoundQuery => (value === '' ? {} : { [name]: value })

const RANKS: { readonly [name: string]: string } = {
  ...Object.fromEntries([...'23456789TJQKA'].map((rank) => [rank.toLowerCase(), rank])),
  ...{ 10: 'T', ten: 'T', zehn: 'T', jack: 'J', bube: 'J', queen: 'Q', dame: 'Q', king: 'K', konig: 'K', ace: 'A', ass: 'A' },
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
  ...{ zwei: '2', drei: '3', vier: '4', funf: '5', sechs: '6', sieben: '7', acht: '8', neun: '9' },
}
const SUITS: { readonly [name: string]: string } = {
  ...{ '♠': 'S', '♤': 'S', spades: 'S', spade: 'S', pik: 'S' },
  ...{ '♥': 'H', '♡': 'H', hearts: 'H', heart: 'H', herz: 'H' },
  ...{ '♦': 'D', '♢': 'D', diamonds: 'D', diamond: 'D', karo: 'D' },
  ...{ '♣': 'C', '♧': 'C', clubs: 'C', club: 'C', kreuz: 'C', treff: 'C' },
}
/** Their names alone say which rank is meant; a letter or a number alone may be anything. */
const RANK_ALONE = /^(aces?|kings?|queens?|jacks?|asse?|konige?|damen?|buben?)$/
const LETTERS = /^(10|[2-9tjqka])([shdc])$/
const RANK_FIRST = /^(10|[2-9tjqka]|[a-z]{3,6}) ?(?:of |-)?([♠♤♥♡♦♢♣♧]|[a-z]{3,8})$/
const SUIT_FIRST = /^([♠♤♥♡♦♢♣♧]|[a-z]{3,8})[ -]?(10|[2-9tjqka]|[a-z]{3,6})$/

const own = (names: { readonly [name: string]: string }, name = ''): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

/**
 * `KS`, or `K` for that rank in any suit; null: it is no card.
 * @param words in lower case, without accents
 */
function cardOf(words: string): string | null {
  const [, letter, suitLetter] = LETTERS.exec(words) ?? []
  // An English word.
  if (letter !== undefined && words !== 'as') return `${own(RANKS, letter)}${suitLetter?.toUpperCase()}`
  const [, rankBefore, suitAfter] = RANK_FIRST.exec(words) ?? []
  const [, suitBefore, rankAfter] = SUIT_FIRST.exec(words) ?? []
  for (const [rankName, suitName] of [
    [rankBefore, suitAfter],
    [rankAfter, suitBefore],
  ]) {
    const [rank, suit] = [own(RANKS, rankName), own(SUITS, suitName)]
    if (rank !== undefined && suit !== undefined) return `${rank}${suit}`
  }
  const [alone] = RANK_ALONE.exec(words) ?? []
  if (alone === undefined) return null
  return own(RANKS, alone) ?? own(RANKS, alone.slice(0, -1)) ?? null
}
