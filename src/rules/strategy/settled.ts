/** The average net gain of a finished hand over all final hands of the dealer, in bets of the box; settled by the engine. */
import type { Hand } from '../game/hand.ts'
import { type DealerFinal, dueOf, type Money, outcomeOf } from '../game/settle.ts'
import type { HouseRules } from '../house/rules.ts'
import { FINALS } from './dealer-odds.ts'
import type { Prize } from './prizes.ts'

/** Large enough that every ratio of a house pays whole units. */
const BET = 1_000_000
const MONEY: Money = { smallestChip: 1, rounding: 'nearest' }

/** The hand must have `ended`. */
export const netAgainst = (hand: Hand, final: DealerFinal, prize: Prize, rules: HouseRules): number => {
  const outcome = outcomeOf(hand, final, rules, false)
  const won = outcome === 'win' || outcome === 'blackjack'
  return dueOf(hand, outcome, BET, { rules, money: MONEY }) / BET + (won ? prize.winning : prize.otherwise)
}

/** `odds`: the chance of each of FINALS. */
export const netOver = (hand: Hand, odds: readonly number[], prize: Prize, rules: HouseRules): number => {
  let sum = 0
  for (const [i, final] of FINALS.entries()) {
    const chance = odds[i] ?? 0
    if (chance > 0) sum += chance * netAgainst(hand, final, prize, rules)
  }
  return sum
}
