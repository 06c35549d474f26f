/**
 * The rules of one house: plain data, one field a rule, keys as in a table's `rules:` overrides. What each field means for the
 * round stands here; which clause fixes it for which house stands in the house's own file beside this one.
 */
import type { StatedRules } from './stated.ts'

export type UpRank = 'A' | 'T'
export type DealStep = 'boxes:up' | 'boxes:down' | 'dealer:up' | 'dealer:down'
/** `[3, 2]` = three to two: profit over stake. */
export type PayRatio = readonly [number, number]

export interface InsuranceRules {
  readonly against: 'A'
  /** Largest share of its base, `[1, 2]` = half. */
  readonly ratio: PayRatio
  /** true: exactly that share, neither more nor less. */
  readonly exact: boolean
  /** What the share is of: the box's own bet, or all the player's bets at the table. */
  readonly base: 'box' | 'all-boxes'
  readonly min: 'none' | 'half-table-min'
  readonly step: 'none' | 'half-table-min'
  readonly deadline: 'third-round' | 'before-check' | 'first-third-card' | 'before-dealer-draws'
  readonly pays: PayRatio
  readonly blackjackInsurable: boolean
  /** Another player may insure the boxes of one who refuses. */
  readonly othersMayCover: boolean
  /** Insurance may be raised to its share of the new stake at these decisions. */
  readonly raiseOn?: readonly ('double' | 'split')[]
  /** What an insured natural does against the dealer's natural (default: a push like any other). */
  readonly insuredBlackjackAgainstBlackjack?: 'push' | 'lost'
}

export interface Push22Rules {
  /** To one. */
  readonly pays: number
  /** The bet loses when the box's first hand exceeds this. */
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
  /** The initial deal in order, one step a pass; `down` for the dealer is the hole card. */
  readonly dealOrder: readonly DealStep[]
  /** Up cards under which the dealer checks his hole card for a natural before play. Empty: he never checks. */
  readonly peek: readonly UpRank[]
  readonly dealerSoft17: 'stand' | 'hit'
  readonly dealer22: 'push' | 'bust'
  readonly blackjackPay: PayRatio
  /** When a natural is paid: at once unless the dealer may still equal it, or after the check. */
  readonly blackjackPaidWhen: 'at-once-unless-ace-or-ten' | 'after-check'
  readonly evenMoneyAgainst: readonly UpRank[]
  /** `any` first two cards, or these hard totals. */
  readonly doubleTotals: 'any' | readonly number[]
  /** A double adds the bet once more, or any chips up to it. */
  readonly doubleAmount: 'equal' | 'up-to'
  readonly doubleAfterSplit: 'yes' | 'no' | 'not-aces'
  /** Hard 9, 10, 11 on two cards without an ace: doubled on the house's lammer. */
  readonly freeDouble: boolean
  readonly splitEquality: 'rank' | 'value'
  /** Hands a box may hold, 1-4 (1: no split). */
  readonly maxHands: number
  readonly splitAcesMaxHands: number
  readonly splitAcesOneCard: boolean
  /** Second cards of split hands: hand by hand as each is played, or both at once. */
  readonly splitDealing: 'sequential' | 'together'
  /** Every pair but ten-values: split on the house's lammer. */
  readonly freeSplit: boolean
  readonly insurance: InsuranceRules | 'none'
  readonly surrender: 'none' | 'early' | 'late'
  readonly surrenderNotAgainst: readonly UpRank[]
  /** A player may not stand on this total or less. */
  readonly mustDrawTo: number | 'none'
  /** A player may not draw on this total or more. */
  readonly noDrawFrom: number | 'none'
  readonly push22: Push22Rules | 'none'
  /** Profit to one for 1, 2, 3, 4, 5 or more lammers collected by a box. */
  readonly potOfGold: readonly number[] | 'none'
  readonly sevens: SevensRules | 'none'
  /** When no hand is left to draw against. `when-open`: he draws if a Push 22, an insurance or a natural is open; Pot of Gold does not hang on his cards (001 l.112). */
  readonly dealerDrawsWhenAllDone: 'never' | 'when-open' | 'always'
  readonly maxPlayersPerBox: number
  readonly absentPlayer: 'draw-to-16' | 'no-more-cards'
  readonly dealerBlackjackTakes: 'all' | 'main before play' | 'main and side bets before play'
  readonly betDeadline: 'before the first card'
  readonly payOrder: (typeof PAY_ORDERS)[number]
  readonly bustTaken: 'at-once' | 'at-once-unless-push22' | 'at-settlement'
  /** Other players on a box follow its holder's doubles and splits with their own money. */
  readonly coBettorsBound: boolean
}
export type RuleName = keyof HouseRules
