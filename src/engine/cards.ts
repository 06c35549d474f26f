/**
 * Cards as small integers and totals of hands: the arithmetic every other file of the engine stands on.
 * A card is `rank * 4 + suit`, rank 0 = ace .. 12 = king in the order of RANKS; -1 is a card nobody could read.
 */
import { RANKS, type ScannedCard, SUITS, UNREAD } from '../../devices/scan.ts'

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

/** Hard points (aces as 1) of a hand and whether it holds an ace: all a total needs. */
export interface Points {
  readonly hard: number
  readonly ace: boolean
}

export const NO_POINTS: Points = { hard: 0, ace: false }

export const addRank = (points: Points, rank: number): Points => ({
  hard: points.hard + valueOfRank(rank),
  ace: points.ace || rank === ACE,
})

/** An ace counts eleven as long as that does not bust (000 §2, 002 terms of play, 003 card values, 004 points). */
export const isSoft = (points: Points): boolean => points.ace && points.hard <= 11

/** Best total: 1..; above 21 the hand is bust. */
export const totalOf = (points: Points): number => (isSoft(points) ? points.hard + 10 : points.hard)
