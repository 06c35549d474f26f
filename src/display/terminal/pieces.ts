/** Cards and amounts as pieces of a line, so that they have their colour and leave a mark where another reading differs. */

import { type Line, piece, type Tone } from '../../base/terminal/line.ts'
import type { NetResult } from '../../engine/event.ts'
import type { SeenCard } from '../../engine/view.ts'
import { moneyText } from '../../procedure/money.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import type { LaidCard } from '../../wire/account/account.ts'
import { type Counted, cardText, gainText, outcomeText, totalText } from '../../wire/account/text.ts'

const cardPiece = (card: SeenCard) =>
  piece(cardText(card), card === 'hidden' ? 'faint' : card === '??' ? 'alarm' : card[1] === 'H' || card[1] === 'D' ? 'red-suit' : 'plain')

export const cardsLine = (cards: readonly SeenCard[]): Line =>
  cards.flatMap((card, index) => [...(index === 0 ? [] : [piece(' ')]), cardPiece(card)])

/** `10♠ K♣?`: the second lies elsewhere in another reading. */
export const laidLine = (cards: readonly LaidCard[]): Line =>
  cards.flatMap(({ card, footing }, at) => [piece(at > 0 ? ' ' : ''), cardPiece(card), piece(footing === 'certain' ? '' : '?', 'alarm')])

/** Follows whatever another reading has differently. */
const UNSURE = piece('?', 'faint')

/** `soft 17`; `23? bust` if another reading has a different total; nothing while a card lies face down. */
export const heldLine = (
  cards: readonly SeenCard[],
  { total, soft, blackjack, bust }: Counted & { readonly blackjack: boolean; readonly bust: boolean },
  certain: boolean,
): Line => {
  if (cards.length === 0 || cards.includes('hidden')) return []
  if (total === null) return [UNSURE]
  const mark = certain ? [] : [UNSURE]
  if (bust) return [piece(`${total}`, 'loss'), ...mark, piece(` ${outcomeText('bust')}`, 'loss')]
  return [piece(blackjack ? outcomeText('blackjack') : totalText({ total, soft })), ...mark]
}

export const OUTCOME_TONES: { readonly [outcome in Outcome]: Tone } = {
  win: 'gain',
  blackjack: 'gain',
  lose: 'loss',
  surrender: 'loss',
  push: 'plain',
  void: 'faint',
}

const gainPiece = (amount: number | null, exponent: number) =>
  piece(gainText(amount, exponent), amount === null ? 'faint' : amount > 0 ? 'gain' : amount < 0 ? 'loss' : 'plain')

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
