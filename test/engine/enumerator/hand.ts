/** What a hand may do, as the enumerator reads the houses' documents. Numbers are lines of the document. */
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import { type Hand, hasAce, isSoft, low, points, worth } from './world.ts'

export const frozen = (hand: Hand, rules: HouseRules): boolean => hand.split && worth(hand.cards[0]) === 1 && rules.splitAcesOneCard

/** No house of the five: a hand that has won by the number of its cards. It is asked once it is known not to be bust. */
export const hasWon = ({ cards }: Hand, rules: HouseRules): boolean => cards.length === rules.charlie

/** 000 l.90. The other houses say nothing of 21, but 001 l.128 speaks of totals up to 29: there a hard 21 may draw. */
export const mayHit = (hand: Hand, rules: HouseRules): boolean => {
  if (hand.over !== null || frozen(hand, rules)) return false
  const total = points(hand.cards)
  if (rules.noDrawFrom !== 'none') return total < rules.noDrawFrom
  const beyond = rules.push22 !== 'none' && rules.push22.maxPlayerTotal !== 'none'
  return total < 21 || (beyond && total === 21 && !isSoft(hand.cards))
}

export const mayDouble = (hand: Hand, rules: HouseRules): boolean => {
  // 001 l.12, 002 l.30: any two cards. A natural is over, but a split hand may have 21.
  const isAny = rules.doubleTotals === 'any' && rules.noDrawFrom === 'none' && hand.split && hand.over === null
  if (hand.cards.length !== 2 || frozen(hand, rules) || !(isAny || mayHit(hand, rules))) return false
  if (hand.split && rules.doubleAfterSplit === 'no') return false
  if (hand.split && worth(hand.cards[0]) === 1 && rules.doubleAfterSplit === 'not-aces') return false
  return rules.doubleTotals === 'any' || (!hasAce(hand.cards) && rules.doubleTotals.includes(low(hand.cards)))
}

export const mayDoubleFree = (hand: Hand, rules: HouseRules): boolean =>
  rules.freeDouble && mayDouble(hand, rules) && !hasAce(hand.cards) && [9, 10, 11].includes(low(hand.cards))

export const maySplit = (hand: Hand, hands: number, rules: HouseRules): boolean => {
  const [one, other] = hand.cards
  if (one === undefined || other === undefined || hand.cards.length !== 2 || hand.over !== null) return false
  const alike = rules.splitEquality === 'rank' ? one[0] === other[0] : worth(one) === worth(other)
  return alike && hands < Math.min(rules.maxHands, worth(one) === 1 ? rules.splitAcesMaxHands : 9)
}

export const maySplitFree = (hand: Hand, rules: HouseRules): boolean => rules.freeSplit && worth(hand.cards[0]) !== 10
