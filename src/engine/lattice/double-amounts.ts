/**
 * What a paid double may have added to a bet: as much again or, where the house accepts less, any amount that its spot showed to arrive.
 */
import type { TableContext } from '../context.ts'
import type { Timeline } from '../evidence/chips.ts'

const WHOLE: readonly number[] = [1]

/** Most amounts below the bet that are followed. A flickering spot would show more. */
const LESS_MAX = 8

/** In bets, the whole one first. docs/configuration.md, `doubleAmount`: `up-to` lets a player double for less. */
export const doubleAmounts = (timeline: Timeline, { rules, chipEvidence, spotLagMs }: TableContext): readonly number[] => {
  // If no stake is sensed, no other amount is known.
  if (rules.doubleAmount === 'equal' || chipEvidence === 'bets') return WHOLE
  const bet = timeline.base.amount
  const less: number[] = []
  for (const change of changesWithin(timeline, spotLagMs)) {
    // The stake of a split hand may have gone unseen as chips came: its bet, with what was added to it before.
    const rises = change > 0 ? [change] : [0, ...less].map((added) => change + added)
    for (const amount of rises.map((rise) => remainder(rise, bet)))
      if (amount > 0 && !less.includes(amount) && less.length < LESS_MAX) less.push(amount)
  }
  return [...WHOLE, ...less.map((amount) => amount / bet)]
}

/** If chips came all at once, whole bets among them may be a split's. */
const remainder = (rise: number, bet: number): number => ((rise % bet) + bet) % bet

/** From each level to each that was told within the lag of the next: a stack may be seen in part at first. */
const changesWithin = ({ base, moves }: Timeline, spotLagMs: number): readonly number[] =>
  moves.flatMap(({ at, amount }, to) =>
    moves.slice(0, to + 1).flatMap((next, from) => (at - next.at <= spotLagMs ? [amount - (moves[from - 1] ?? base).amount] : [])),
  )
