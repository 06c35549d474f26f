/** What was certain about a round at one step, from its picture, and how many readings remained. Pure. */
import type { RoundView } from '../../engine/view.ts'
import { drawnCards } from './hands.ts'

export interface Known {
  /** Cards seen so far, and how many of them had a certain place. */
  readonly cards: number
  readonly certain: number
  /** Where something was open: boxes in order, the dealer last. */
  readonly open: readonly (number | 'dealer')[]
  /** null: no record says. The table records the number when a round closes, and at each revision. */
  readonly readings: number | null
}

export function knownAt({ phase, boxes, dealer, readings }: Pick<RoundView, 'phase' | 'boxes' | 'dealer' | 'readings'>): Known {
  const seen = dealer.cards.filter((card) => card !== 'hidden').length
  const places = [
    ...boxes.map(({ box, hands }) => {
      const cards = hands.flatMap(drawnCards)
      return { at: box, cards: cards.length, certain: cards.filter(({ footing }) => footing === 'certain').length }
    }),
    { at: 'dealer' as const, cards: seen, certain: dealer.certain ? seen : 0 },
  ]
  return {
    cards: places.reduce((sum, { cards }) => sum + cards, 0),
    certain: places.reduce((sum, { certain }) => sum + certain, 0),
    open: places.flatMap(({ at, cards, certain }) => (certain < cards ? [at] : [])),
    readings: phase === 'closed' ? readings : null,
  }
}
