/** An account in words: cards, amounts and places as people read them, one way for every medium. Pure. */

import type { Area } from '../../../devices/scan.ts'
import type { EndReason } from '../../engine/event.ts'
import type { SeenCard } from '../../engine/view.ts'
import { moneyText } from '../../procedure/money.ts'
import type { Action, Outcome } from '../../rules/game/outcome.ts'
import { reasonText } from '../../rules/reasons.ts'
import { type Figures, type Language, tell } from '../../words/text.ts'
import { alarmIn, findingIn } from '../said.ts'
import type { Phrase, PlaceName, Value } from './phrase.ts'
import { PHRASES, type PhraseKey } from './phrases.ts'

/** How one face speaks. */
export interface Voice {
  readonly language: Language
  money(minor: number): string
  /** With its sign; null: it is not known. */
  gain(minor: number | null): string
  /** A finding by its id, and its name where there is room. */
  finding(id: string, code: string): string
  /** What later evidence may still change. */
  maybe(text: string): string
}

/** `+20.00`; `?` if unknown. `exponent`: decimals of the currency. */
export const gainText = (minor: number | null, exponent: number): string =>
  minor === null ? '?' : `${minor > 0 ? '+' : ''}${moneyText(minor, exponent)}`

/** In English, with all decimals, and `?` after what may still change: a terminal's voice, and that of papers. */
export const plainVoice = (exponent: number): Voice => ({
  language: 'en',
  money: (minor) => moneyText(minor, exponent),
  gain: (minor) => gainText(minor, exponent),
  finding: (id) => id,
  maybe: (text) => `${text}?`,
})

const SUIT_SIGNS: { readonly [suit: string]: string } = { S: '♠', H: '♥', D: '♦', C: '♣' }

export const rankText = (rank: string): string => (rank === 'T' ? '10' : rank)

/** `10♠`; `??` for an unread card, `##` for one that lies face down. */
export const cardText = (card: SeenCard): string => {
  if (card === 'hidden') return '##'
  return card === '??' ? card : `${rankText(card[0] ?? '')}${SUIT_SIGNS[card[1] ?? ''] ?? ''}`
}

/** `10♠ 4♥`. */
export const cardsText = (cards: readonly SeenCard[]): string => cards.map(cardText).join(' ')

export const textOf = (key: PhraseKey, names: Figures = {}, language: Language = 'en'): string => tell(PHRASES[key], language, names)

/** Says that cards could not be read. */
export const unreadText = (count: number): string => textOf(count === 1 ? 'left.unread.one' : 'left.unread.several', { count })

/** `box 3`, or with several hands `box 3 hand 2`. */
export const placeText = (place: PlaceName, language: Language = 'en'): string => {
  if (place === null) return textOf('place.open', {}, language)
  if (place === 'dealer') return textOf('place.dealer', {}, language)
  const { box, hand } = place
  return hand === null ? textOf('place.box', { box }, language) : textOf('place.hand', { box, hand }, language)
}

export const areaText = (area: Area, language: Language = 'en'): string => textOf(`area.${area}`, {}, language)

const valueText = (value: Value, voice: Voice): string | number => {
  if (typeof value !== 'object') return value
  if ('money' in value) return voice.money(value.money)
  if ('gain' in value) return voice.gain(value.gain)
  if ('card' in value) return cardText(value.card)
  if ('place' in value) return placeText(value.place, voice.language)
  if ('area' in value) return areaText(value.area, voice.language)
  if ('seen' in value) return findingIn(voice.language, value.of, 'seen', value.seen).text
  if ('alarm' in value) return alarmIn(voice.language, value.alarm).text.text
  if ('reason' in value) return value.why ? reasonText(value.why, voice.language) : value.reason
  if ('finding' in value) return voice.finding(value.finding, value.code)
  return value.phrase === null ? '' : phraseText(value.phrase, voice)
}

export const phraseText = ({ key, values, open }: Phrase, voice: Voice): string => {
  const names = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value, voice)]))
  const text = textOf(key, names, voice.language)
  return open ? voice.maybe(text) : text
}

export interface Counted {
  readonly total: number | null
  readonly soft: boolean
}

/** `17`, `soft 17`, `?`. */
export const totalText = ({ total, soft }: Counted): string => (total === null ? '?' : `${soft && total < 21 ? 'soft ' : ''}${total}`)

/** What a hand comes to: `17`, `soft 17`, `23 bust`, `blackjack`. */
export const heldText = ({ blackjack, bust, ...count }: Counted & { readonly blackjack: boolean; readonly bust: boolean }): string =>
  blackjack ? textOf('outcome.blackjack') : `${totalText(count)}${bust ? ` ${textOf('outcome.bust')}` : ''}`

export const outcomeText = (outcome: Outcome | 'bust', language: Language = 'en'): string => textOf(`outcome.${outcome}`, {}, language)

/** Follows "closed": ` by the next card`. */
export const endedText = (ended: EndReason): string => textOf(`ended.${ended}`)

/** `hit ×3, stand`. */
export const actionsText = (actions: readonly Action[]): string => {
  const runs: { action: string; times: number }[] = []
  for (const action of actions) {
    const last = runs.at(-1)
    const text = action.replace('-', ' ')
    if (last?.action === text) last.times++
    else runs.push({ action: text, times: 1 })
  }
  return runs.map(({ action, times }) => (times === 1 ? action : `${action} ×${times}`)).join(', ')
}

/** `1 finding`, `2 findings`. */
export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
