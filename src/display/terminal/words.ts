/** Cards, amounts and decisions as a person reads them. */
import { AREAS, type Area } from '../../../devices/scan.ts'
import type { EndReason, NetResult } from '../../engine/event.ts'
import type { SeenCard } from '../../engine/view.ts'
import { moneyText } from '../../procedure/money.ts'
import type { Action } from '../../rules/game/outcome.ts'
import { type Line, piece, type Tone } from './line.ts'

const SUIT_SIGNS: { readonly [suit: string]: string } = { S: '♠', H: '♥', D: '♦', C: '♣' }

/** `T♠`; `??` for an unread card, `##` for one that lies face down. */
const cardPiece = (card: SeenCard) => {
  if (card === 'hidden') return piece('##', 'faint')
  if (card === '??') return piece('??', 'alarm')
  const suit = card[1] ?? ''
  return piece(`${card[0]}${SUIT_SIGNS[suit] ?? suit}`, suit === 'H' || suit === 'D' ? 'red-suit' : 'plain')
}

export const cardsLine = (cards: readonly SeenCard[]): Line =>
  cards.flatMap((card, index) => [...(index === 0 ? [] : [piece(' ')]), cardPiece(card)])

/** A gain or a loss with its sign; `?` if unknown. `exponent`: decimals of the currency. */
const gainPiece = (amount: number | null, exponent: number) => {
  if (amount === null) return piece('?', 'faint')
  const tone: Tone = amount > 0 ? 'gain' : amount < 0 ? 'loss' : 'plain'
  return piece(`${amount > 0 ? '+' : ''}${moneyText(amount, exponent)}`, tone)
}

/** Follows whatever another reading has differently. */
export const UNSURE = piece('?', 'faint')

/** If the readings differ, the likeliest reading's number, marked with `?`. `known`: the number that all of them share. */
export const gainLine = (known: number | null, best: number | null, exponent: number): Line =>
  known !== null || best === null ? [gainPiece(known, exponent)] : [gainPiece(best, exponent), UNSURE]

/** The same without a sign. */
export const amountLine = (known: number | null, best: number, exponent: number): Line =>
  known === null ? [piece(moneyText(best, exponent)), UNSURE] : [piece(moneyText(known, exponent))]

/** What the house won: `+20.00`, or the likeliest reading's result with its range, `+20.00? (0.00 to +20.00)`. */
export const netLine = ({ house, best, from, to }: NetResult, exponent: number): Line => {
  const said = gainLine(house, best, exponent)
  if (house !== null || from === null || to === null || from === to) return said
  return [...said, piece(' ('), gainPiece(from, exponent), piece(' to '), gainPiece(to, exponent), piece(')')]
}

/** Follows "closed": why the round is over. */
export const ENDED_WORDS: { readonly [R in EndReason]: string } = {
  'table-cleared': 'with the table cleared',
  'next-bet': 'by the next bet',
  'next-card': 'by the next card',
  'shoe-closed': 'with the shoe',
  'input-ended': 'as the input ended',
  ruled: 'as it was dealt',
}

interface Counted {
  readonly total: number | null
  readonly soft: boolean
}

/** `= 17`, `= soft 17`, `= ?`. */
export const totalText = ({ total, soft }: Counted): string => (total === null ? '= ?' : `= ${soft && total < 21 ? 'soft ' : ''}${total}`)

/** The best total of cards that are all known; an ace counts eleven if that does not bust. */
export const countCards = (cards: readonly SeenCard[]): Counted => {
  if (cards.some((card) => card === 'hidden' || card === '??')) return { total: null, soft: false }
  const hard = cards.reduce((sum, card) => sum + (card[0] === 'A' ? 1 : Number(card[0]) || 10), 0)
  const soft = cards.some((card) => card[0] === 'A') && hard <= 11
  return { total: soft ? hard + 10 : hard, soft }
}

/** `hit x3, stand`. */
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

const AREA_NAMES: { readonly [area in Area]: string } = {
  main: 'main',
  main2: '2nd player',
  main3: '3rd player',
  ins: 'insurance',
  p22: 'push 22',
  pog: 'pot of gold',
}

export const areaName = (area: Area): string => AREA_NAMES[area]

/** In display order, without the main bet. */
export const SIDE_AREAS = AREAS.filter((area) => area !== 'main')

/** `box 3`, or with several hands `box 3 hand 2`; `?` follows a place that is not certain. */
export const placeText = (box: number, hand: number | null, certain = true): string =>
  `box ${box}${hand === null ? '' : ` hand ${hand}`}${certain ? '' : '?'}`
