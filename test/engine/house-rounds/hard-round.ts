/**
 * Hard rounds: written from a house's document and settled by hand before any program saw them. A round says what lies in the shoe, what
 * the players bet and decide, and what is due at which moment by which clause; `hard-rounds.test.ts` then asks two parties that share no
 * code, and the fold, whether they agree.
 */

import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { Limits } from '../../../src/rules/table.ts'

/** Players on one box, the holder's bet first. */
export const BETTORS = ['main', 'main2', 'main3'] as const
export type Bettor = (typeof BETTORS)[number]

/**
 * A player's net gain on one spot over the round, minor units, parted by the moment at which it falls due: before play (with the check,
 * naturals paid early, even money, bets taken from hands that do not qualify), in play (busts, surrender, declined bets), or after the
 * dealer's hand. Moments at which nothing falls due are left out; `{}` is a tie.
 */
export interface Falls {
  readonly before?: number
  readonly inPlay?: number
  readonly after?: number
}

export interface HardBox {
  readonly bets: { readonly main: number; readonly main2?: number; readonly main3?: number; readonly p22?: number; readonly pog?: number }
  /** The player is away and has said so before the round. */
  readonly absent?: true
  /** What is added to the box's insurance line, and when: at the offer, with the first double or split, or just before the dealer draws. */
  readonly insurance?: { readonly offer?: number; readonly atDouble?: number; readonly atSplit?: number; readonly late?: number }
  /** Bettors of a natural who take even money. */
  readonly evenMoney?: readonly Bettor[]
  /**
   * The holder's decisions in the order he makes them, over all hands of the box: `hit`, `stand`, `double`, `free-double`, `split`,
   * `free-split`, `surrender`. What is no decision (a double's card, 21, a bust, a split ace, an absent player's hand) is not written.
   */
  readonly decisions: string
  /** Chips of each paid double of the holder, in order; left out: as many as the bet. */
  readonly doubles?: readonly number[]
  /** For each double or split of the holder in order, whether this co-bettor follows it with his own chips or lammer: `yes no`. */
  readonly follows?: { readonly main2?: string; readonly main3?: string }
  /** One a hand in playing order at the end: `8H 3C TS: free-split free-double -> push`; a split stands with the first of its two hands; no decisions: `AS KD: -> blackjack`. Outcomes: win, lose, push, blackjack, surrender; even money is a `win` with the action `even-money`. */
  readonly hands: readonly string[]
  /** Spot by spot; every spot that was staked is named (`ins` too). */
  readonly due: { readonly [area in Bettor | 'ins' | 'p22' | 'pog']?: Falls }
}

export interface HardRound {
  /** What the round decides, as a sentence. */
  readonly name: string
  /** Document, section, line: `000 §5.1 l.205`. */
  readonly clause: string
  /** What a careless reader would do instead. */
  readonly instead: string
  /** The table's own overrides, where the round is about a choice the house leaves. */
  readonly rules?: Partial<HouseRules>
  readonly limits?: Partial<Limits>
  readonly rounding?: 'down' | 'up' | 'nearest'
  /** Box number to box. */
  readonly boxes: Readonly<Record<number, HardBox>>
  /** The whole round in shoe order, no burn card; ` | ` may part the deal, the boxes and the dealer and means nothing. */
  readonly cards: string
  /** The dealer's cards in shoe order and their total: `TS 6D 6C = 22`. */
  readonly dealer: string
  /** The house's net gain, minor units. */
  readonly net: number
}
