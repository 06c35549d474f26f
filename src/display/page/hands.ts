/** How a hand is drawn and read out: what is certain in it, and what else it may be. Pure. */
import type { HandView, SeenCard } from '../../engine/view.ts'

/** `certain`: every reading has the card here. `maybe`: the best reading has it here. `else`: only another reading has it here. */
export type Footing = 'certain' | 'maybe' | 'else'

export interface DrawnCard {
  readonly card: SeenCard
  readonly footing: Footing
}

/** The best reading's cards. If another reading has the same cards and more, up to two of those follow. */
export function drawnCards({ cards, alternatives, certain }: Pick<HandView, 'cards' | 'alternatives' | 'certain'>): readonly DrawnCard[] {
  const isShared = (index: number): boolean => certain || alternatives.every((other) => other[index] === cards[index])
  // From the first card that is not shared on, no card's place is the same in every reading.
  const firstOpen = cards.findIndex((_, index) => !isShared(index))
  const best = cards.map((card, index): DrawnCard => ({ card, footing: firstOpen < 0 || index < firstOpen ? 'certain' : 'maybe' }))
  const longer = alternatives.find((other) => other.length > cards.length && cards.every((card, index) => other[index] === card))
  const more = certain ? [] : (longer ?? []).slice(cards.length, cards.length + 2)
  return [...best, ...more.map((card): DrawnCard => ({ card, footing: 'else' }))]
}
