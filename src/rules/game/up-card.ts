/** What depends on the dealer's up card alone. */
import type { HouseRules, UpRank } from '../house/rules.ts'
import { ACE, valueOfRank } from './cards.ts'
import { hasHoleCard } from './deal.ts'

/** Does a list of up cards name this one? `T` is any ten-value. */
export const isListed = (upRank: number, ups: readonly UpRank[]): boolean =>
  ups.some((up) => (up === 'A' ? upRank === ACE : valueOfRank(upRank) === 10))

/** Does the dealer check under this up card? */
export const checksUnder = (upRank: number, rules: HouseRules): boolean => hasHoleCard(rules) && isListed(upRank, rules.peek)

/** Can the dealer still make a natural with this up card? */
export const mayHaveNatural = (upRank: number): boolean => upRank === ACE || valueOfRank(upRank) === 10

/** Do this up card and a card of this rank make a natural? */
export const makesNatural = (upRank: number, rank: number): boolean =>
  upRank === ACE ? valueOfRank(rank) === 10 : valueOfRank(upRank) === 10 && rank === ACE

/** While boxes play, the dealer can no longer have a natural: the up card allows none, or he has checked. */
export const isNaturalExcluded = (upRank: number, rules: HouseRules): boolean => !mayHaveNatural(upRank) || checksUnder(upRank, rules)

/** A natural is settled before play: the dealer cannot have one, or has checked (000 §3 l.118, 001 step 4, 002 BJ box, 004 Black Jack). */
export const naturalPaidBeforePlay = (upRank: number, rules: HouseRules): boolean =>
  !mayHaveNatural(upRank) || (rules.blackjackPaidWhen === 'after-check' && checksUnder(upRank, rules))

/** Even money: 000 §3 l.107 against ace and ten, 002 BJ box l.21 against an ace. */
export const mayTakeEvenMoney = (upRank: number, rules: HouseRules): boolean => isListed(upRank, rules.evenMoneyAgainst)
