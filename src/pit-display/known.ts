/** What was certain of a round at one step, as its picture has it, and how many readings were left. Pure. */
import type { RoundView } from '../engine/view.ts'
import { drawnCards } from './hands.ts'

export interface Known {
  /** Cards that had been seen, and those of them whose place was certain. */
  readonly cards: number
  readonly certain: number
  /** Where something was open: boxes in order, the dealer last. */
  readonly open: readonly (number | 'dealer')[]
  /** null: no record says. The table records their number when a round closes, and each time it is revised. */
  readonly readings: number | null
}

export function knownAt({ phase, boxes, dealer, readings }: RoundView): Known {
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
