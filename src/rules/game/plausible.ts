/**
 * How likely a player is to act as a reading says, in natural logarithms: rough basic strategy, so that of two readings that fit, the
 * likelier comes first. It ranks readings and never removes one.
 */
import { isSoft, type Points, totalOf, valueOfRank } from './cards.ts'
import { drawnOn, type Hand, totalHeld } from './hand.ts'

/** Probability that a player stands on this hand against this up card. Estimated by hand from basic strategy, with room for odd players. */
const standChance = (points: Points, upRank: number): number => {
  const total = totalOf(points)
  const up = valueOfRank(upRank)
  const weakUp = up >= 2 && up <= 6
  if (isSoft(points)) return total >= 19 ? 0.98 : total === 18 ? 0.75 : 0.04
  if (total >= 17) return 0.99
  // Against a strong up card more players stand the higher their stiff hand is.
  if (total >= 13) return weakUp ? 0.93 : 0.1 + (total - 13) * 0.06
  if (total === 12) return weakUp && up >= 4 ? 0.85 : 0.12
  return 0.002
}

const DOUBLE_CHANCE = { likely: 0.6, unlikely: 0.03 } as const

export const standScore = (points: Points, upRank: number): number => Math.log(standChance(points, upRank))

export const hitScore = (points: Points, upRank: number): number => Math.log((1 - standChance(points, upRank)) * 0.7)

export const doubleScore = (points: Points): number => {
  const total = totalOf(points)
  return Math.log(total >= 9 && total <= 11 ? DOUBLE_CHANCE.likely : DOUBLE_CHANCE.unlikely)
}

/** A pair is split about as often as not; if the chips are sensed, they decide. */
export const SPLIT_SCORE = Math.log(0.5)
export const SURRENDER_SCORE = Math.log(0.05)
/** Used only if a natural's bet was seen to double at once: nine times in ten that is even money, not a new bet. */
export const EVEN_MONEY_SCORE = Math.log(9)

/** Fewer than one player in a hundred plays the hand so: he takes a card on a hard seventeen or more, or none on eleven or less. */
export const isRarelyPlayed = (hand: Pick<Hand, 'ranks' | 'actions'>): boolean =>
  drawnOn(hand, ({ points }) => isSoft(points) || totalOf(points) < 17) !== null ||
  (hand.actions.at(-1) === 'stand' && totalHeld(hand) <= 11)
