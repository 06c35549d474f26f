/**
 * Cards as small integers, and totals of hands: the arithmetic on which every other file of the engine rests. A card is `rank * 4 + suit`,
 * rank 0 = ace .. 12 = king in the order of RANKS; -1 is a card nobody could read.
 */
import { RANKS, type ScannedCard, SUITS, UNREAD } from '../../../devices/scan.ts'

export const UNKNOWN = -1
export const ACE = 0
const RANK_INDEX: ReadonlyMap<string, number> = new Map(RANKS.map((rank, index) => [rank, index]))
const SUIT_INDEX: ReadonlyMap<string, number> = new Map(SUITS.map((suit, index) => [suit, index]))

/** `5S` -> 16; `??` -> UNKNOWN. The text was validated by the driver; anything else is UNKNOWN too. */
export const cardCode = (text: ScannedCard): number => {
  const rank = RANK_INDEX.get(text[0] ?? '')
  const suit = SUIT_INDEX.get(text[1] ?? '')
  return rank === undefined || suit === undefined ? UNKNOWN : rank * 4 + suit
}

export const cardText = (code: number): ScannedCard =>
  code === UNKNOWN ? UNREAD : (`${RANKS[code >> 2]}${SUITS[code & 3]}` as ScannedCard)

/** Rank index 0..12 of a readable card. */
export const rankOf = (code: number): number => code >> 2

/** Points of a rank, the ace as 1: 1..10. */
export const valueOfRank = (rank: number): number => (rank >= 9 ? 10 : rank + 1)

declare const packed: unique symbol
/** What a hand's total depends on: its hard points (aces as 1), plus ACE_HELD if it holds an ace. A number, for speed. */
export type Points = number & { readonly [packed]: true }

/** Above any hard total: a hand that draws on 21 ends at 31 or less. */
const ACE_HELD = 64

export const NO_POINTS = 0 as Points

export const addRank = (points: Points, rank: number): Points => ((rank === ACE ? points | ACE_HELD : points) + valueOfRank(rank)) as Points

/** Points with every ace as 1. */
export const hardOf = (points: Points): number => points & (ACE_HELD - 1)
export const holdsAce = (points: Points): boolean => points >= ACE_HELD

/** An ace counts eleven as long as that does not bust (000 §2, 002 terms of play, 003 card values, 004 points). */
export const isSoft = (points: Points): boolean => points >= ACE_HELD && points <= ACE_HELD + 11

/** Best total: 1..; above 21 the hand is bust. */
export const totalOf = (points: Points): number => (isSoft(points) ? points - ACE_HELD + 10 : hardOf(points))
