/**
 * The dealer's face-down card. The shoe has read it, but nobody at the table may know it. Until it counts as turned, the round has it as an
 * unread card, and every conclusion and decision holds for any card that may lie there (DECISIONS.md, D-25).
 */

import { UNKNOWN } from '../../rules/game/cards.ts'
import type { TableContext } from '../context.ts'
import { dealOf, isDown, isHoleMasked, type Round, type RoundCard } from '../evidence/round.ts'
import { sameLattices } from '../lattice/growth.ts'

/** Nothing of the round lies face down any more, or ever did. */
export const isTurned = (round: Round, context: TableContext): boolean => round.turned === true || dealOf(round, context).hole < 0

export const faceDown = (card: RoundCard): RoundCard => (isDown(card) ? card : { ...card, code: UNKNOWN, under: card.code })

const faceUp = ({ under, ...card }: RoundCard): RoundCard => ({ ...card, code: under ?? card.code })

/** The round with the hole card face down, wherever the deal has it by the boxes that are known now. The same round if it is so already. */
export const masked = (round: Round, context: TableContext): Round => {
  // While a round has no boxes it is unknown who got its first card.
  if (isTurned(round, context) || round.boxes.length === 0) return round
  const { hole } = dealOf(round, context)
  const isRight = (card: RoundCard, at: number): boolean => isDown(card) === (at === hole)
  if (round.cards.every(isRight)) return round
  return { ...round, cards: round.cards.map((card, at) => (isRight(card, at) ? card : at === hole ? faceDown(card) : faceUp(card))) }
}

/** The round with the hole card as it was read, for good. */
export const unmasked = (round: Round, context: TableContext): Round => {
  if (!isHoleMasked(round)) return round.turned ? round : { ...round, turned: true }
  const cards = round.cards.map((card) => (card.under === undefined ? card : faceUp(card)))
  // No player's hand takes the hole card.
  sameLattices(cards, round.cards, context)
  return { ...round, cards, turned: true }
}
