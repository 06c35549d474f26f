/** One row per alarm that is of no finding: what it is called, what happened and what to do, in English and German. */
import type { Facts, Figure } from '../rules/facts.ts'
import type { Language, Text } from './language.ts'
import { fill } from './template.ts'

export interface AlarmWords {
  readonly text: Text
  readonly remedy: Text
}

/** Texts are templates (`template.ts`); the German names the same figures as the English. */
export interface AlarmRow extends AlarmWords {
  /** 8 to 80 characters without a full stop. */
  readonly title: Text
  /** Words that replace the row's own in particular cases. */
  readonly cases?: { readonly [which: string]: Partial<AlarmWords> }
}

export type AlarmRows = { readonly [code: string]: AlarmRow }

/** A message as people know it: `topic` below the table's own; an event or a record has numbers, from the first to the last of several. */
export type NamedMessage = {
  readonly topic: string
  readonly from: number | null
  readonly to: number | null
  /** Why it was not sent; null: that is said elsewhere. */
  readonly reason: string | null
}

const NAMED = {
  event: { en: '{topic} (event {from})', de: '{topic} (Nummer {from})' },
  events: { en: '{topic} (events, some or all from {from} to {to})', de: '{topic} (Nummern, einige oder alle von {from} bis {to})' },
  record: { en: '{topic} (record {from})', de: '{topic} (Nummer {from})' },
  records: { en: '{topic} (records, some or all from {from} to {to})', de: '{topic} (Nummern, einige oder alle von {from} bis {to})' },
} as const satisfies { readonly [which: string]: Text }

const namedIn = ({ topic, from, to }: Omit<NamedMessage, 'reason'>, language: Language): string => {
  if (from === null) return topic
  const isOne = from === to || to === null
  const which = topic === 'log' ? (isOne ? 'record' : 'records') : isOne ? 'event' : 'events'
  return fill(NAMED[which][language], (name) => String({ topic, from, to }[name]))
}

const isNamed = (figure: Figure): figure is readonly NamedMessage[] =>
  Array.isArray(figure) && figure.every((each) => typeof each === 'object' && typeof each.topic === 'string')

const CERTIFICATES: { readonly [whose: string]: Text } = {
  broker: { en: 'The certificate of the broker {name}', de: 'Das Zertifikat des Brokers {name}' },
  table: { en: "The table's own certificate ({name})", de: 'Das eigene Zertifikat des Tisches ({name})' },
}
const MINUTES: Text = { en: '{n} minutes', de: '{n} Minuten' }

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const MINUTES_FROM_MS = 120_000
const lengthIn = (ms: number, language: Language): string => {
  if (ms >= MINUTES_FROM_MS) return fill(MINUTES[language], () => String(Math.round(ms / MINUTE_MS)))
  const seconds = `${(ms / SECOND_MS).toFixed(1)} s`
  return language === 'de' ? seconds.replace('.', ',') : seconds
}

/** More than this of one alarm nobody reads. */
const NAMED_LENGTH_MAX = 600

/** Figures that every language says in its own way; any other is said as it is. */
const SPOKEN: { readonly [name: string]: (figure: Figure, language: Language) => string | null } = {
  length: (ms, language) => (typeof ms === 'number' ? lengthIn(ms, language) : null),
  time: (iso) => (typeof iso === 'string' ? `${iso.slice(11, 19)} UTC` : null),
  whose: (certificate, language) => {
    const [whose = '', name] = Array.isArray(certificate) ? certificate : []
    return Object.hasOwn(CERTIFICATES, whose) ? fill(CERTIFICATES[whose]?.[language] ?? '', () => String(name)) : null
  },
  messages: (messages, language) => {
    if (!isNamed(messages)) return null
    const all = messages.map(({ reason, ...which }) => [namedIn(which, language), ...(reason === null ? [] : [reason])].join(': '))
    return all.join('; ').slice(0, NAMED_LENGTH_MAX)
  },
}

const figureIn = (name: string, figures: Facts['figures'], language: Language): string | null => {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
  if (figure === undefined) return null
  return (Object.hasOwn(SPOKEN, name) ? SPOKEN[name]?.(figure, language) : null) ?? String(figure)
}

/** The words of an alarm, made of its facts. */
export const alarmWords = (row: AlarmRow, facts: Facts, language: Language = 'en'): { readonly [P in keyof AlarmWords]: string } => {
  const own = facts.case !== undefined && row.cases && Object.hasOwn(row.cases, facts.case) ? row.cases[facts.case] : undefined
  const { text, remedy } = { ...row, ...own }
  const said = (of: Text): string => fill(of[language], (name) => figureIn(name, facts.figures, language))
  return { text: said(text), remedy: said(remedy) }
}

/** The English that the wire carries, and the facts it is made of. `which`: a case of the row. */
export const wordsIn =
  <C extends string>(rows: { readonly [code in C]: AlarmRow }) =>
  (code: C, figures: Facts['figures'] = {}, which?: string) => {
    const facts: Facts = { ...(which === undefined ? {} : { case: which }), figures }
    return { code, ...alarmWords(rows[code], facts), facts }
  }
