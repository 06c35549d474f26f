/** What was certain about a round at one step, and how many readings remained. Pure. */
import type { Account } from '../../wire/account/account.ts'

export interface Known {
  /** Cards seen so far, and how many of them had a certain place. */
  readonly cards: number
  readonly certain: number
  /** null: no record says. The table records the number when a round closes, and at each revision. */
  readonly readings: number | null
}

export function knownAt({ phase, boxes, dealer, readings }: Pick<Account, 'phase' | 'boxes' | 'dealer' | 'readings'>): Known {
  const laid = [...boxes.flatMap(({ hands }) => hands.flatMap(({ cards }) => cards)), ...dealer.cards]
  const seen = laid.filter(({ card }) => card !== 'hidden')
  return {
    cards: seen.length,
    certain: seen.filter(({ footing }) => footing === 'certain').length,
    readings: phase === 'closed' ? readings : null,
  }
}
