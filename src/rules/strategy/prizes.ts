/**
 * What the sevens prizes add to a hand (002 Prizing combinations). They come with the main bet and cost nothing, but only a winning box
 * gets them, so they change how a hand that begins with a seven is played. Amounts in bets of the box.
 */

import { cardCode } from '../game/cards.ts'
import type { Hand } from '../game/hand.ts'
import type { Outcome } from '../game/outcome.ts'
import type { Money } from '../game/settle.ts'
import { sevensDue } from '../game/side-bets.ts'
import type { HouseRules } from '../house/rules.ts'

export interface Prize {
  /** If a hand of the box wins. */
  readonly winning: number
  /** If no hand wins: 0 in a house that pays only winning boxes. */
  readonly otherwise: number
}

export const NO_PRIZE: Prize = { winning: 0, otherwise: 0 }

/** Large enough that every ratio of a house pays whole units. */
const BET = 1_000_000
const MONEY: Money = { smallestChip: 1, rounding: 'nearest' }
const SUITED_SHARE = 1 / 4

/**
 * The prize of a box with these cards so far; positions are in shoe order from 0. `suited`: its first two cards have one suit.
 * Averages over the suit of the third card. Uses the engine's own settlement.
 */
export const prizeOf = (hands: readonly Hand[], suited: boolean, rules: HouseRules): Prize => {
  if (rules.sevens === 'none' || hands[0]?.ranks[0] !== SEVEN) return NO_PRIZE
  const paid = (outcome: Outcome, third: number): number => {
    const suits = [0, suited ? 0 : 1, third]
    return sevensDue(BET, hands, [outcome], { suitAt: (position) => suits[position] ?? null, rules, money: MONEY }) / BET
  }
  const averaged = (outcome: Outcome): number => SUITED_SHARE * paid(outcome, 0) + (1 - SUITED_SHARE) * paid(outcome, 1)
  return { winning: averaged('win'), otherwise: averaged('lose') }
}

/** Rank index of the seven. */
export const SEVEN = cardCode('7S') >> 2
