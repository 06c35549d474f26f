/** What is due: every wager against the dealer's final hand, in integers of the table's minor unit. */

import type { HouseRules, PayRatio } from '../house/rules.ts'
import type { TableTerms } from '../table.ts'
import { totalOf } from './cards.ts'
import type { DealerRun } from './dealer.ts'
import { type Hand, ownOutcome } from './hand.ts'
import type { Outcome } from './outcome.ts'

/** What the settlement needs to know of the dealer's final hand. */
export type DealerFinal = Pick<DealerRun, 'total' | 'blackjack'>

/** How an amount that cannot be paid exactly is rounded: to the table's smallest chip. */
export interface Money {
  readonly smallestChip: number
  readonly rounding: TableTerms['rounding']
}

/** What amounts depend on besides cards and stakes. */
export interface Terms {
  readonly rules: HouseRules
  readonly money: Money
}

/** The amount of a number of bets. A stake of another amount is a fraction of the bet, and no fraction is exact. */
export const inChips = (units: number, bet: number): number => Math.round(units * bet)

/** Each of these parts may be left out, or come to any one of its amounts. */
export const isSumOf = (amount: number, parts: readonly (readonly number[])[]): boolean => {
  let sums = [0]
  for (const part of parts) sums = [...new Set(sums.flatMap((sum) => [sum, ...part.map((each) => sum + each)]))]
  return sums.includes(amount)
}

/** `amount * ratio`, rounded to the smallest chip as the table says (default: down). */
export const payout = (amount: number, [pays, per]: PayRatio, { smallestChip, rounding }: Money): number => {
  const exact = (amount * pays) / per / smallestChip
  const chips = rounding === 'down' ? Math.floor(exact) : rounding === 'up' ? Math.ceil(exact) : Math.round(exact)
  return chips * smallestChip
}

/** What the dealer takes of a bet at surrender; the rest goes back to the player, rounded as a payout (002 Surrender l.42, 003 Surrender l.48). */
export const surrenderTaken = (bet: number, rules: HouseRules, money: Money): number => {
  const [lost, of] = rules.surrenderLoses
  return bet - payout(bet, [of - lost, of], money)
}

/** What all hands of a box came to; undefined if they differ. */
export const sharedOutcome = (outcomes: readonly (Outcome | null)[]): Outcome | undefined => {
  const [first] = outcomes
  return first && outcomes.every((each) => each === first) ? first : undefined
}

/** 22 busts the dealer or, in the Free Bet houses, pushes what is still in play (000 §3 l.84, 001 Push 22). */
const dealerBusts = (final: DealerFinal, rules: HouseRules): boolean =>
  final.total > 21 && !(final.total === 22 && rules.dealer22 === 'push')

export const outcomeOf = (hand: Hand, final: DealerFinal, rules: HouseRules, insured: boolean): Outcome => {
  const own = ownOutcome(hand)
  if (own) return own
  if (hand.ended === 'natural') {
    if (hand.actions.includes('even-money')) return 'win'
    if (!final.blackjack) return 'blackjack'
    // 003 Insurance, literally: an insured natural loses to the dealer's.
    const lost = insured && rules.insurance !== 'none' && rules.insurance.insuredBlackjackAgainstBlackjack === 'lost'
    return lost ? 'lose' : 'push'
  }
  if (final.blackjack) return 'lose'
  if (dealerBusts(final, rules)) return 'win'
  if (final.total > 21) return 'push'
  const total = totalOf(hand.points)
  return total > final.total ? 'win' : total < final.total ? 'lose' : 'push'
}

/** The real hand that a hand carried only by a lammer was split from: the nearest earlier hand with chips. */
const realHandOf = (hands: readonly Hand[], at: number): number => {
  let real = at
  while (real > 0 && hands[real]?.real === 0) real--
  return real
}

/**
 * The outcomes of a box's hands. A free hand settles on its own (000 §4.1 l.162-170, 001 Resolving) or, if the house says
 * so, loses with the real hand it came from. `insured`: the box has insurance.
 */
export const judgeHands = (hands: readonly Hand[], final: DealerFinal, rules: HouseRules, insured: boolean): readonly Outcome[] => {
  const outcomes: Outcome[] = []
  for (const hand of hands) outcomes.push(outcomeOf(hand, final, rules, insured))
  if (rules.freeHandsSettle === 'each-on-its-own') return outcomes
  for (let at = 1; at < hands.length; at++) if (outcomes[realHandOf(hands, at)] === 'lose') outcomes[at] = 'lose'
  return outcomes
}

/** The player's net gain on one hand: chips and lammers win alike, only chips lose (000 §4.1, §5.1, 001 Resolving). */
export const dueOf = (hand: Hand, outcome: Outcome, bet: number, { rules, money }: Terms): number => {
  switch (outcome) {
    case 'win':
      return inChips(hand.real + hand.lammers, bet)
    case 'lose':
      return -inChips(hand.real, bet)
    case 'blackjack':
      return payout(bet, rules.blackjackPay, money)
    case 'surrender':
      return -surrenderTaken(bet, rules, money)
    case 'push':
    case 'void':
      return 0
  }
}
