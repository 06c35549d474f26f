/** Words, numbers and times in the chosen language. Views that call these functions are drawn again when the language changes. */
import { computed } from '@preact/signals'
import type { ScannedCard } from '../../../devices/scan.ts'
import type { CardPlace } from '../../engine/event.ts'
import type { SeenCard } from '../../engine/view.ts'
import { type Reason, reasonText } from '../../rules/reasons.ts'
import { type Refusal, refusalText } from '../../rules/refusals.ts'
import type { Phrase } from '../../wire/account/phrase.ts'
import { phraseText, placeText, rankText } from '../../wire/account/text.ts'
import { ALARM_TITLES } from '../../wire/alarm-rows.ts'
import { clauseText } from '../../wire/clauses.ts'
import { alarmIn, findingIn, lineIn, questionIn, type Said } from '../../wire/said.ts'
import type { Figures } from '../../words/text.ts'
import { EXPONENT_MAX } from './decode.ts'
import { inChosen, language } from './settings.ts'
import { type Key, STRINGS } from './strings.ts'

export const say = (key: Key, names: Figures = {}): string => inChosen(STRINGS[key], names)

export const isKey = (key: string): key is Key => Object.hasOwn(STRINGS, key)

/** The name of an alarm code; null: a code of a newer table that has no name here. */
export function alarmName(code: string): string | null {
  const titles = Object.hasOwn(ALARM_TITLES, code) ? ALARM_TITLES[code] : undefined
  return titles === undefined ? null : inChosen(titles)
}

export type { Said } from '../../wire/said.ts'

/** An alarm, an error of a group, a finding and a question in the chosen language, if the table's facts or its wording are known. */
export const saidAlarm = (alarm: Parameters<typeof alarmIn>[1]): ReturnType<typeof alarmIn> => alarmIn(language.value, alarm)
export const saidOf = (of: Parameters<typeof findingIn>[1], part: 'seen' | 'expected', english: string): Said =>
  findingIn(language.value, of, part, english)
export const saidLine = (line: Parameters<typeof lineIn>[1]): Said => lineIn(language.value, line)
export const saidQuestion = (asked: Parameters<typeof questionIn>[1]): Said | null => questionIn(language.value, asked)
/** Why a command was refused, in the chosen language; a program's own mistakes are told in English alone. */
export const saidRefusal = ({ error, why }: { readonly error: string; readonly why: Refusal | null }): string =>
  why === null ? error : refusalText(why, language.value)
/** The rule behind a finding; the broken rule of a newer table may be in English alone. */
export const saidClause = (says: string): Said => {
  const text = clauseText(says, language.value)
  return text === null ? { text: says, lang: 'en' } : { text, lang: language.value }
}
/** A reason in the chosen language; older tables say it in English alone. */
export const saidReason = (english: string, reason: Reason | null = null): Said => {
  const nameOf = (code: string): string => (alarmName(code) === null ? code : `${alarmName(code)} (${code})`)
  if (language.value === 'en' || reason === null) return { text: english, lang: 'en' }
  return { text: reasonText(reason, language.value, nameOf), lang: language.value }
}

const forms = computed(() => {
  const tag = language.value
  return {
    whole: new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }),
    decimals: Array.from(
      { length: EXPONENT_MAX + 1 },
      (_, digits) => new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ),
    clock: new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
  }
})

/** Minor units as people say them, with decimals only if needed: with two, 2000 -> `20`, 2250 -> `22.50`. */
export function amount(minor: number, exponent: number): string {
  const { whole, decimals } = forms.value
  const units = 10 ** exponent
  return ((minor % units === 0 ? null : decimals[exponent]) ?? whole).format(minor / units)
}

/** With its sign; `?` if unknown. */
export function gain(minor: number | null, exponent: number): string {
  if (minor === null) return '?'
  return minor > 0 ? `+${amount(minor, exponent)}` : minor < 0 ? `−${amount(-minor, exponent)}` : '0'
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** A phrase as a line of its own. `exponent`: decimals of the table's currency. */
export const phrased = (phrase: Phrase, exponent: number): string =>
  capital(
    phraseText(phrase, {
      language: language.value,
      money: (minor) => amount(minor, exponent),
      gain: (minor) => gain(minor, exponent),
      maybe: (text) => say('events.maybe', { text }),
      finding: (id, code) => (alarmName(code) === null ? id : `${alarmName(code)} (${id})`),
    }),
  )

/** Where a card lies, in words. */
export const cardPlace = (to: Exclude<CardPlace, 'burn'>): string =>
  capital(placeText(to === null || to === 'dealer' || to.hand > 1 ? to : { ...to, hand: null }, language.value))

export const whole = (value: number): string => forms.value.whole.format(value)
export const clock = (at: number | string): string => forms.value.clock.format(new Date(at))

const RANK_WORDS: { readonly [rank: string]: Key } = { A: 'rank.A', J: 'rank.J', Q: 'rank.Q', K: 'rank.K' }
const SUIT_WORDS: { readonly [suit: string]: Key } = { S: 'suit.S', H: 'suit.H', D: 'suit.D', C: 'suit.C' }
/** For screen readers: `ten of spades`. */
export const cardWords = (card: SeenCard | ScannedCard): string => {
  if (card === 'hidden') return say('card.hidden')
  if (card === '??') return say('card.unread')
  const [rank = '', suit = ''] = card
  const named = RANK_WORDS[rank]
  return say('card.named', { rank: named === undefined ? rankText(rank) : say(named), suit: say(SUIT_WORDS[suit] ?? 'suit.S') })
}

/** `live`, `no data 14 s`, `display offline 14 s`; null: nothing was ever received. `isLinked`: this display has its broker. */
export function freshness(silentSeconds: number | null, isLinked: boolean): string {
  if (silentSeconds === 0) return say('fresh.live')
  const what = say(isLinked ? 'fresh.silent' : 'fresh.cut')
  if (silentSeconds === null) return what
  if (silentSeconds < 120) return say('fresh.seconds', { what, n: silentSeconds })
  if (silentSeconds < 7200) return say('fresh.minutes', { what, n: Math.floor(silentSeconds / 60) })
  return say('fresh.hours', { what, n: Math.floor(silentSeconds / 3600) })
}
