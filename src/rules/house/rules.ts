/**
 * The rules of one house: plain data, one field per rule, keys as in a table's `rules:` overrides. This file says what each field means
 * for the round; the house's own file in this folder says which clause fixes it.
 */
import type { StatedRules } from './stated.ts'

export type UpRank = 'A' | 'T'
export type DealStep = 'boxes:up' | 'boxes:down' | 'dealer:up' | 'dealer:down'
/** `[3, 2]` = three to two: profit over stake. */
export type PayRatio = readonly [number, number]

export interface InsuranceRules {
  readonly against: 'A'
  /** Largest insurance as a share of its base, `[1, 2]` = half. */
  readonly ratio: PayRatio
  /** true: exactly that share, neither more nor less. */
  readonly exact: boolean
  /** The base of the share: the box's own bet, or all the player's bets at the table. */
  readonly base: 'box' | 'all-boxes'
  readonly min: 'none' | 'half-table-min'
  readonly step: 'none' | 'half-table-min'
  readonly deadline: 'third-round' | 'before-check' | 'first-third-card' | 'before-dealer-draws'
  readonly pays: PayRatio
  readonly blackjackInsurable: boolean
  /** Another player may insure the boxes of a player who refuses. */
  readonly othersMayCover: boolean
  /** At these decisions the insurance may be raised to its share of the new stake. */
  readonly raiseOn?: readonly ('double' | 'split')[]
  /** What happens to an insured natural against the dealer's natural (default: a push, as for any other). */
  readonly insuredBlackjackAgainstBlackjack?: 'push' | 'lost'
}

export interface Push22Rules {
  /** To one. */
  readonly pays: number
  /** The bet loses if the box's first hand exceeds this. */
  readonly maxPlayerTotal: number | 'none'
  readonly losesToDealerBlackjack: boolean
}

export interface SevensRules {
  readonly firstSeven: PayRatio
  readonly twoSevens: PayRatio
  readonly twoSuited: PayRatio
  readonly threeSevens: PayRatio
  readonly threeSuited: PayRatio
  readonly base: 'box-bet'
  readonly onlyWinning: boolean
  readonly highestOnly: boolean
}

export const PAY_ORDERS = [
  'dealer right to left; one hand at a time',
  'dealer right to left; losers first; main, pot of gold, push 22',
] as const

export interface HouseRules extends StatedRules {
  /** 1-8. */
  readonly decks: number
  /** The cut card lies this many decks from the back: [least, most]. */
  readonly cutCardFromBackDecks: readonly [number, number]
  /** Cards burned after each shuffle: 0 or 1. */
  readonly burn: number
  /** The initial deal in order, one step per pass; `down` for the dealer is the hole card. */
  readonly dealOrder: readonly DealStep[]
  /** Up cards with which the dealer checks his hole card for a natural before play. Empty: he never checks. */
  readonly peek: readonly UpRank[]
  readonly dealerSoft17: 'stand' | 'hit'
  readonly dealer22: 'push' | 'bust'
  readonly blackjackPay: PayRatio
  /** When a natural is paid: at once unless the dealer may still equal it, or after the check. */
  readonly blackjackPaidWhen: 'at-once-unless-ace-or-ten' | 'after-check'
  readonly evenMoneyAgainst: readonly UpRank[]
  /** `any`: every first two cards; or a list of hard totals. */
  readonly doubleTotals: 'any' | readonly number[]
  /** A double adds the bet once more, or any chips up to that amount. */
  readonly doubleAmount: 'equal' | 'up-to'
  readonly doubleAfterSplit: 'yes' | 'no' | 'not-aces'
  /** Hard 9, 10, 11 on two cards without an ace may be doubled free, on a lammer of the house. */
  readonly freeDouble: boolean
  readonly splitEquality: 'rank' | 'value'
  /** Hands a box may hold, 1-4 (1: no split). */
  readonly maxHands: number
  readonly splitAcesMaxHands: number
  readonly splitAcesOneCard: boolean
  /** Second cards of split hands: hand by hand as each is played, or both at once. */
  readonly splitDealing: 'sequential' | 'together'
  /** Every pair except ten-values may be split free, on a lammer of the house. */
  readonly freeSplit: boolean
  readonly insurance: InsuranceRules | 'none'
  readonly surrender: 'none' | 'early' | 'late'
  readonly surrenderNotAgainst: readonly UpRank[]
  /** A player may not stand on this total or less. */
  readonly mustDrawTo: number | 'none'
  /** A player may not draw on this total or more. */
  readonly noDrawFrom: number | 'none'
  readonly push22: Push22Rules | 'none'
  /** Profit to one for 1, 2, 3, 4, and 5 or more lammers collected by a box. */
  readonly potOfGold: readonly number[] | 'none'
  readonly sevens: SevensRules | 'none'
  /** If no hand is left to beat. `when-open`: he draws if a Push 22, an insurance or a natural is open, not for Pot of Gold (001 l.112). */
  readonly dealerDrawsWhenAllDone: 'never' | 'when-open' | 'always'
  readonly maxPlayersPerBox: number
  readonly absentPlayer: 'draw-to-16' | 'no-more-cards'
  readonly dealerBlackjackTakes: 'all' | 'main before play' | 'main and side bets before play'
  readonly betDeadline: 'before the first card'
  readonly payOrder: (typeof PAY_ORDERS)[number]
  readonly bustTaken: 'at-once' | 'at-once-unless-push22' | 'at-settlement'
  /** Whether the other players on a box must follow its holder's doubles and splits with their own money. */
  readonly coBettorsBound: boolean
}
export type RuleName = keyof HouseRules
