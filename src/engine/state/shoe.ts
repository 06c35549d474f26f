/** What the fold remembers of the shoe: what it has given so far, and which of its next cards are burned. */
import type { ScannedCard } from '../../../devices/scan.ts'
import { cardCode, rankOf, UNKNOWN } from '../../rules/game/cards.ts'
import type { Fresh, RoundCard } from '../evidence/round.ts'

export interface Shoe {
  /** How many were loaded. */
  readonly number: number
  readonly cardsOut: number
  /** Its cards read so far, by rank; null if nobody saw it loaded. No display shows it. */
  readonly seen: readonly number[] | null
  readonly cutCardSeen: boolean
  readonly isOpen: boolean
  /** `due`: it gave its last card. `loaded`: with the discards, within the open round, and no card has come since. */
  readonly discards: 'due' | 'loaded' | null
  /** Cards to be burned next because it was loaded. */
  readonly burnDue: number
  /** Cards to be burned before the next round because the dealer was relieved. */
  readonly reliefBurns: number
  /** The card burned last, until a round begins. */
  readonly burned: RoundCard | null
  /** It was loaded or the dealer relieved, and no round has begun since. */
  readonly fresh: Fresh | null
}

export const NO_SHOE: Shoe = {
  number: 0,
  cardsOut: 0,
  seen: null,
  cutCardSeen: false,
  isOpen: true,
  discards: null,
  burnDue: 0,
  reliefBurns: 0,
  burned: null,
  fresh: null,
}

const withRank = (seen: readonly number[], code: number): readonly number[] =>
  code === UNKNOWN ? seen : seen.with(rankOf(code), (seen[rankOf(code)] ?? 0) + 1)

/** One card more has left it. */
export const withCardOut = (shoe: Shoe, card: ScannedCard): Shoe => ({
  ...shoe,
  cardsOut: shoe.cardsOut + 1,
  seen: shoe.seen && withRank(shoe.seen, cardCode(card)),
})

/** By rank, how often it gave each of these cards. */
export const ranksOf = (codes: readonly number[]): readonly number[] =>
  codes.reduce<readonly number[]>(withRank, new Array<number>(13).fill(0))
