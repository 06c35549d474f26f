/** The figures that a template may name: what each is made from, and how it is said in each language. */
import type { ChipStack } from '../../../devices/scan.ts'
import type { Facts, Figure } from '../../rules/facts.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import { catalog } from '../../words/catalog.ts'
import { type Language, type Text, type Texts, tell, withDecimal } from '../../words/text.ts'
import { moneyText } from '../money.ts'

/** The figures of one finding. */
export interface Known {
  readonly expected: Figures
  readonly seen: Figures
  /** When surveillance looks for it: when its round began or, if it belongs to none, when it was found. Event time, Unix ms. */
  readonly at: number
}

interface Spoken {
  readonly language: Language
  /** Decimals of the table's currency. */
  readonly exponent: number
}

interface FigureRow {
  readonly of: (known: Known) => Figure | undefined
  readonly say: (figure: Figure, spoken: Spoken) => string
}

/** A row whose figure is of one type. A consumer gets figures from outside: one of another type is said as it is. */
const row = <F extends Figure>(
  is: (figure: Figure) => figure is F,
  of: (known: Known) => F | undefined,
  say: (figure: F, spoken: Spoken) => string,
) => ({
  of,
  say: (figure: Figure, spoken: Spoken): string => (is(figure) ? say(figure, spoken) : String(figure)),
})
const isNumber = (figure: Figure): figure is number => typeof figure === 'number'
const isText = (figure: Figure): figure is string => typeof figure === 'string'
type Listed = readonly (number | string)[]
const isList = (figure: Figure): figure is Listed => Array.isArray(figure) && figure.every((each) => typeof each !== 'object')
/** A `ChipStack` as plain data. */
type Stack = { readonly [F in keyof ChipStack]: ChipStack[F] }
type Stacks = readonly Stack[]
const isStacks = (figure: Figure): figure is Stacks =>
  Array.isArray(figure) && figure.every((each) => typeof each === 'object' && 'value' in each && 'count' in each)

const moneyIn = (minor: number, { language, exponent }: Spoken): string => withDecimal(moneyText(minor, exponent), language)
const money = (of: (known: Known) => number | undefined) => row(isNumber, of, moneyIn)
const number = (of: (known: Known) => number | undefined) => row(isNumber, of, String)
const listed = (of: (known: Known) => Listed | undefined, joint: string) => row(isList, of, (list) => list.join(joint))

/** A change in a bettor's chips, in words rather than with a sign: a gain, a loss or none. */
const change = (of: (known: Known) => number | undefined, { gain, loss, none }: { readonly [K in 'gain' | 'loss' | 'none']: Text }) =>
  row(isNumber, of, (amount, spoken) =>
    tell(amount > 0 ? gain : amount < 0 ? loss : none, spoken.language, { amount: moneyIn(Math.abs(amount), spoken) }),
  )
const DONE = {
  gain: { en: 'paid {amount}', de: '{amount} ausgezahlt' },
  loss: { en: '{amount} taken', de: '{amount} eingezogen' },
  none: { en: 'nothing paid or taken', de: 'nichts ausgezahlt oder eingezogen' },
}
const RESULTED = {
  gain: { en: 'won {amount}', de: 'gewann {amount}' },
  loss: { en: 'lost {amount}', de: 'verlor {amount}' },
  none: { en: 'tied', de: 'ging unentschieden aus' },
}

const RATIO: Text = { en: '{one} to {other}', de: '{one} zu {other}' }
const ratioIn = (ratio: Listed, { language }: Spoken): string => tell(RATIO, language, { one: String(ratio[0]), other: String(ratio[1]) })

/** More of them are counted. */
const IDS_MAX = 4
const idsText = (ids: Listed): string => ids.slice(0, IDS_MAX).join(', ') + (ids.length > IDS_MAX ? ` + ${ids.length - IDS_MAX}` : '')

const stacksOf = ({ chips }: Figures): Stacks | undefined => chips?.map(({ value, count }) => ({ value, count }))

const CHIPS = {
  one: { en: '1 chip of {value}', de: '1 Jeton zu {value}' },
  several: { en: '{count} chips of {value}', de: '{count} Jetons zu {value}' },
  lammer: { en: '1 lammer', de: '1 Lammer' },
  lammers: { en: '{count} lammers', de: '{count} Lammer' },
  more: { en: '{chips} more', de: '{chips} mehr' },
  less: { en: '{chips} less', de: '{chips} weniger' },
} as const satisfies Texts

const stackIn = ({ value, count }: Stack, spoken: Spoken): string => {
  const pieces = Math.abs(count)
  const words = value === 'FB' ? (pieces === 1 ? CHIPS.lammer : CHIPS.lammers) : pieces === 1 ? CHIPS.one : CHIPS.several
  return tell(words, spoken.language, { count: pieces, value: value === 'FB' ? value : moneyIn(value, spoken) })
}
/** `2 chips of 25.00, 1 chip of 5.00`. */
const stacksIn = (chips: Stacks, spoken: Spoken): string => chips.map((stack) => stackIn(stack, spoken)).join(', ')
/** `2 chips of 5.00 more, 1 chip of 1.00 less`. */
const changesIn = (chips: Stacks, spoken: Spoken): string =>
  chips.map((stack) => tell(CHIPS[stack.count > 0 ? 'more' : 'less'], spoken.language, { chips: stackIn(stack, spoken) })).join(', ')

const NOT_OF_FINDINGS = () => undefined

const differenceOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.abs(one - other)

/** A message as people know it: `topic` below the table's own; an event or a record has numbers, from the first to the last of several. */
export type NamedMessage = {
  readonly topic: string
  readonly from: number | null
  readonly to: number | null
  /** Why it was not sent; null: that is said elsewhere. */
  readonly reason: string | null
}
const isNamed = (figure: Figure): figure is readonly NamedMessage[] =>
  Array.isArray(figure) && figure.every((each) => typeof each === 'object' && typeof each.topic === 'string')

const MESSAGES = {
  event: { en: '{topic} (event {from})', de: '{topic} (Nummer {from})' },
  events: { en: '{topic} (events, some or all from {from} to {to})', de: '{topic} (Nummern, einige oder alle von {from} bis {to})' },
  record: { en: '{topic} (record {from})', de: '{topic} (Nummer {from})' },
  records: { en: '{topic} (records, some or all from {from} to {to})', de: '{topic} (Nummern, einige oder alle von {from} bis {to})' },
  refused: { en: '{message}: {reason}', de: '{message}: {reason}' },
} as const satisfies Texts

const messageIn = ({ topic, from, to, reason }: NamedMessage, language: Language): string => {
  const isOne = from === to || to === null
  const row = MESSAGES[topic === 'log' ? (isOne ? 'record' : 'records') : isOne ? 'event' : 'events']
  const message = from === null ? topic : tell(row, language, { topic, from, to })
  return reason === null ? message : tell(MESSAGES.refused, language, { message, reason })
}

/** More than this of one alarm nobody reads. */
const NAMED_LENGTH_MAX = 600

const CERTIFICATES: Texts = {
  broker: { en: 'The certificate of the broker {name}', de: 'Das Zertifikat des Brokers {name}' },
  table: { en: "The table's own certificate ({name})", de: 'Das eigene Zertifikat des Tisches ({name})' },
}

const LENGTHS = {
  seconds: { en: '{n} s', de: '{n} s' },
  minutes: { en: '{n} minutes', de: '{n} Minuten' },
} as const satisfies Texts
const SECOND_MS = 1000
const MINUTE_MS = 60_000
const MINUTES_FROM_MS = 120_000
const lengthIn = (ms: number, { language }: Spoken): string =>
  ms >= MINUTES_FROM_MS
    ? tell(LENGTHS.minutes, language, { n: Math.round(ms / MINUTE_MS) })
    : tell(LENGTHS.seconds, language, { n: withDecimal((ms / SECOND_MS).toFixed(1), language) })

catalog('figure', {
  done: DONE,
  resulted: RESULTED,
  ratio: RATIO,
  chips: CHIPS,
  messages: MESSAGES,
  certificates: CERTIFICATES,
  length: LENGTHS,
})

const FIGURES: { readonly [name: string]: FigureRow } = {
  due: money(({ expected }) => expected.amount),
  moved: money(({ seen }) => seen.amount),
  did: change(({ seen }) => seen.amount, DONE),
  result: change(({ expected }) => expected.amount, RESULTED),
  more: money(({ expected, seen }) => differenceOf(expected.amount, seen.amount)),
  base: money(({ expected, seen }) => expected.base ?? seen.base),
  ratio: row(isList, ({ expected: { ratio } }) => ratio, ratioIn),
  most: number(({ expected }) => expected.count),
  least: number(({ expected }) => expected.total),
  count: number(({ seen }) => seen.count),
  total: number(({ seen }) => seen.total),
  totals: listed(({ expected }) => expected.totals, ', '),
  n: number(({ seen }) => seen.position),
  cards: listed(({ expected, seen }) => seen.cards ?? expected.cards, ' '),
  ids: row(isList, ({ seen }) => seen.ids, idsText),
  laid: row(isStacks, ({ expected }) => stacksOf(expected), stacksIn),
  chips: row(isStacks, ({ seen }) => stacksOf(seen), stacksIn),
  changes: row(isStacks, ({ seen }) => stacksOf(seen), changesIn),
  time: row(
    isText,
    ({ at }) => new Date(at).toISOString(),
    (iso) => `${iso.slice(11, 19)} UTC`,
  ),
}

/** Those that a finding's template may name. */
export const FIGURE_NAMES: readonly string[] = Object.keys(FIGURES)

/** Those of the machine's alarms, which say the others in the same way. */
const OF_ALARMS: { readonly [name: string]: FigureRow } = {
  length: row(isNumber, NOT_OF_FINDINGS, lengthIn),
  whose: row(isList, NOT_OF_FINDINGS, ([whose = '', name = ''], { language }) => {
    const certificate = Object.hasOwn(CERTIFICATES, whose) ? CERTIFICATES[whose] : undefined
    return certificate === undefined ? [whose, name].join(',') : tell(certificate, language, { name: String(name) })
  }),
  messages: row(isNamed, NOT_OF_FINDINGS, (messages, { language }) =>
    messages
      .map((each) => messageIn(each, language))
      .join('; ')
      .slice(0, NAMED_LENGTH_MAX),
  ),
}
const SPOKEN = { ...FIGURES, ...OF_ALARMS }

const rowOf = (name: string): FigureRow | undefined => (Object.hasOwn(SPOKEN, name) ? SPOKEN[name] : undefined)

/** Those of these names that are known. */
export const figuresOf = (names: readonly string[], known: Known): Facts['figures'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const figure = rowOf(name)?.of(known)
      return figure === undefined ? [] : [[name, figure] as const]
    }),
  )

/** null: it is not known. */
export const figureText = (name: string, figures: Facts['figures'], spoken: Spoken): string | null => {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
  return figure === undefined ? null : (rowOf(name)?.say(figure, spoken) ?? String(figure))
}
