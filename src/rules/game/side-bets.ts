/** Side wagers: insurance, Push 22, Pot of Gold, and the sevens prizes paid on the main bet. Minor units. */

import type { HouseRules, PayRatio } from '../house/rules.ts'
import { totalOf } from './cards.ts'
import type { Hand } from './hand.ts'
import type { Outcome } from './outcome.ts'
import { type DealerFinal, payout, type Terms } from './settle.ts'

const SEVEN = 6

/** Two to one on a dealer's natural, lost otherwise (000 §7, 001 step 3, 002 Insurance, 003 Insurance, 004 Versicherung). */
export const insuranceDue = (amount: number, final: DealerFinal, { rules, money }: Terms): number =>
  final.blackjack && rules.insurance !== 'none' ? payout(amount, rules.insurance.pays, money) : -amount

/**
 * Wins on a dealer's 22 (000 §6, 001 Push 22 side bet), but in 001 not for a hand above 29. After a split the total of the first hand
 * decides or, if the house says so, the total of the lowest hand.
 */
export const push22Due = (amount: number, final: DealerFinal, hands: readonly Hand[], rules: HouseRules): number => {
  const bet = rules.push22
  if (bet === 'none' || hands.length === 0) return 0
  if (final.blackjack || final.total !== 22) return -amount
  const { maxPlayerTotal } = bet
  const asked = rules.push22Hand === 'first-hand' ? hands.slice(0, 1) : hands
  const wins = maxPlayerTotal === 'none' || asked.some((hand) => totalOf(hand.points) <= maxPlayerTotal)
  return wins ? amount * bet.pays : -amount
}

/** The player gave up the bet at his first decision by not taking the free bet offered (001 Dealing procedure 7). */
export const isPotOfGoldDeclined = (hands: readonly Hand[]): boolean => hands[0]?.actions[0]?.startsWith('free') === false

/** Paid by the lammers the box collected, whatever the results of its hands; lost to a dealer's natural (001 Pot of Gold side bet). */
export const potOfGoldDue = (amount: number, final: DealerFinal, hands: readonly Hand[], rules: HouseRules): number => {
  if (rules.potOfGold === 'none') return 0
  const lammers = hands.reduce((sum, hand) => sum + hand.lammers, 0)
  if (lammers === 0 || isPotOfGoldDeclined(hands) || final.blackjack) return -amount
  const pays = rules.potOfGold[Math.min(lammers, rules.potOfGold.length) - 1] ?? 0
  return amount * pays
}

/** The amounts that prizes on this bet can come to, whatever the cards. */
export const sevensPayouts = (bet: number, { rules: { sevens }, money }: Terms): readonly number[] => {
  if (sevens === 'none') return []
  const { firstSeven, twoSevens, twoSuited, threeSevens, threeSuited } = sevens
  return [firstSeven, twoSevens, twoSuited, threeSevens, threeSuited].map((ratio) => payout(bet, ratio, money))
}

export interface SuitedTerms extends Terms {
  /** Suit of the card at a position, null where unread. */
  readonly suitAt: (position: number) => number | null
}

/**
 * 002 Prizing combinations: sevens from the box's first card on, over its first three cards in shoe order (after a split the next card on
 * the first hand is the third), paid to winning boxes. An unread card matches no other suit.
 */
export const sevensDue = (bet: number, hands: readonly Hand[], outcomes: readonly Outcome[], terms: SuitedTerms): number =>
  prizeOf(bet, earnedSevens(hands, outcomes, terms.rules).map(terms.suitAt), terms)

/** The prize if all its hands won. */
export const sevensIfWon = (hands: readonly Hand[], bet: number, terms: SuitedTerms): number =>
  terms.rules.sevens === 'none' ? 0 : sevensDue(bet, hands, Array<Outcome>(hands.length).fill('win'), terms)

/** Every prize that may be due, given what the suits of unread cards may be. The first takes unread cards to match no suit. */
export const sevensDues = (bet: number, hands: readonly Hand[], outcomes: readonly Outcome[], terms: SuitedTerms): readonly number[] => {
  const suits = earnedSevens(hands, outcomes, terms.rules).map(terms.suitAt)
  // A shortcut, because every hand in every house gets here.
  if (suits.length === 0) return NO_PRIZE
  const supposed = suits.reduce<readonly (readonly (number | null)[])[]>(
    (all, suit) => all.flatMap((before) => (suit === null ? [null, ...ALL_SUITS] : [suit]).map((is) => [...before, is])),
    [[]],
  )
  return [...new Set(supposed.map((each) => prizeOf(bet, each, terms)))]
}

const NO_PRIZE: readonly number[] = [0]
const ALL_SUITS = [0, 1, 2, 3] as const

/** Positions of the sevens that earn a prize, in order. */
const earnedSevens = (hands: readonly Hand[], outcomes: readonly Outcome[], { sevens }: HouseRules): readonly number[] => {
  if (sevens === 'none' || hands[0]?.ranks[0] !== SEVEN) return []
  if (sevens.onlyWinning && !outcomes.some((outcome) => outcome === 'win' || outcome === 'blackjack')) return []
  const cards = hands
    .flatMap((hand) => hand.positions.map((position, nth) => ({ position, rank: hand.ranks[nth] })))
    .sort((one, other) => one.position - other.position)
    .slice(0, 3)
  const run = cards.findIndex((card) => card.rank !== SEVEN)
  return (run < 0 ? cards : cards.slice(0, run)).map(({ position }) => position)
}

/**
 * Other amounts this prize may come to, because the document says neither which bet it is paid on nor whether the lower prizes are paid
 * with it: the same prize on all `units` of the bet that lie, or the prize with any of the lower ones.
 */
export const prizesOtherwise = (due: number, bet: number, units: number, { sevens }: HouseRules): readonly number[] => {
  if (sevens === 'none' || due === 0) return []
  const { firstSeven, twoSevens, twoSuited, threeSevens } = sevens
  const lower = [firstSeven, twoSevens, twoSuited, threeSevens].map(([pays, on]) => (bet * pays) / on).filter((prize) => prize < due)
  const stacked = lower.reduce<readonly number[]>((sums, prize) => sums.concat(sums.map((sum) => sum + prize)), [due])
  return [...stacked, ...stacked.map((prize) => prize * units)].filter((prize) => prize !== due)
}

/** `suits`: the suits of the sevens, in order. */
const prizeOf = (bet: number, suits: readonly (number | null)[], { rules: { sevens: prizes }, money }: Terms): number => {
  if (prizes === 'none') return 0
  const suited = suits.every((suit) => suit !== null && suit === suits[0])
  const pair = suits[0] !== null && suits[0] === suits[1]
  const tiers: readonly PayRatio[] = [
    prizes.firstSeven,
    pair ? prizes.twoSuited : prizes.twoSevens,
    suited ? prizes.threeSuited : prizes.threeSevens,
  ]
  const earned = tiers.slice(0, suits.length)
  // A002-1: the highest prize alone, or every combination that was formed on the way.
  const paid = prizes.highestOnly ? earned.slice(-1) : earned
  return paid.reduce((sum, ratio) => sum + payout(bet, ratio, money), 0)
}
