/** A player's hand while it is played: its cards, its stake, and what it may still do under the house's rules. */
import type { HouseRules } from '../house/rules.ts'
import { ACE, addRank, isSoft, NO_POINTS, type Points, totalOf, valueOfRank } from './cards.ts'
import type { Action } from './event.ts'

/** Why a hand takes no more cards. */
export type Ended = 'stand' | 'double' | 'bust' | 'twenty-one' | 'split-ace' | 'surrender' | 'natural'

export interface Hand {
  /** Positions of its cards in the round. */
  readonly positions: readonly number[]
  /** Ranks as read, or as assumed for an unread card. */
  readonly ranks: readonly number[]
  readonly points: Points
  /** Units of the box's bet that lie on it in chips: 0 (carried by a lammer alone), 1, 2. */
  readonly real: number
  /** Lammers that lie on it: the house's stake, 0, 1, 2. */
  readonly lammers: number
  readonly fromSplit: boolean
  readonly actions: readonly Action[]
  readonly ended: Ended | null
}

export const openHand = (real: number, lammers: number, fromSplit: boolean): Hand => ({
  positions: [],
  ranks: [],
  points: NO_POINTS,
  real,
  lammers,
  fromSplit,
  actions: [],
  ended: null,
})

export const withCard = (hand: Hand, position: number, rank: number): Hand => ({
  ...hand,
  positions: [...hand.positions, position],
  ranks: [...hand.ranks, rank],
  points: addRank(hand.points, rank),
})

export const withAction = (hand: Hand, action: Action, ended: Ended | null = hand.ended): Hand => ({
  ...hand,
  actions: [...hand.actions, action],
  ended,
})

export const isBust = (hand: Hand): boolean => totalOf(hand.points) > 21

/** Two cards, not split, ace and ten-value (000 §3, 002 BJ box, 003 rules, 004 Black Jack); after a split it is 21 (000 §4, 002 Split, 004 Teilen). */
export const isNatural = (hand: Hand): boolean => !hand.fromSplit && hand.ranks.length === 2 && totalOf(hand.points) === 21

/** 000 §3 l.90: no standing on 11 or less. */
export const mayStand = (hand: Hand, rules: HouseRules): boolean => rules.mustDrawTo === 'none' || totalOf(hand.points) > rules.mustDrawTo

/**
 * 000 §3 l.90: no card on 21. Where a house is silent 21 is not asked either, but a house whose Push 22 speaks of totals up to 29
 * (001 Push 22) must let a hard 21 draw, or the condition would be empty.
 */
export const mayDraw = (hand: Hand, rules: HouseRules): boolean => {
  const total = totalOf(hand.points)
  if (rules.noDrawFrom !== 'none') return total < rules.noDrawFrom
  const reachesOver21 = rules.push22 !== 'none' && rules.push22.maxPlayerTotal !== 'none'
  return total < 21 || (reachesOver21 && total === 21 && !isSoft(hand.points))
}

const splitFromAces = (hand: Hand): boolean => hand.fromSplit && hand.ranks[0] === ACE

/** A split ace takes one card and no decision but a further split (000 §4 l.145, 002 Split, 004 Teilen). */
export const isFrozenAce = (hand: Hand, rules: HouseRules): boolean => splitFromAces(hand) && rules.splitAcesOneCard

/** Two cards, the house's totals, and its rule for split hands. */
export const mayDouble = (hand: Hand, rules: HouseRules): boolean => {
  if (hand.ranks.length !== 2) return false
  if (hand.fromSplit && rules.doubleAfterSplit === 'no') return false
  if (splitFromAces(hand) && (rules.doubleAfterSplit === 'not-aces' || rules.splitAcesOneCard)) return false
  return rules.doubleTotals === 'any' || (!hand.points.ace && rules.doubleTotals.includes(hand.points.hard))
}

/** Hard 9, 10, 11 on two cards without an ace, on split hands too (000 §5.1, 001 features 1 and 3). */
export const mayDoubleFree = (hand: Hand, rules: HouseRules): boolean =>
  rules.freeDouble && mayDouble(hand, rules) && !hand.points.ace && hand.points.hard >= 9 && hand.points.hard <= 11

/** An equal pair, and a hand left to the box (000 §4, 001 features, 002 Split, 003 Split, 004 Teilen). */
export const maySplit = (hand: Hand, hands: number, rules: HouseRules): boolean => {
  const [first, second] = hand.ranks
  if (hand.ranks.length !== 2 || first === undefined || second === undefined) return false
  const equal = rules.splitEquality === 'rank' ? first === second : valueOfRank(first) === valueOfRank(second)
  const most = first === ACE ? Math.min(rules.splitAcesMaxHands, rules.maxHands) : rules.maxHands
  return equal && hands < most
}

/** Every pair but ten-values (000 §4.1 l.154, 001 feature 2). */
export const maySplitFree = (hand: Hand, hands: number, rules: HouseRules): boolean =>
  rules.freeSplit && maySplit(hand, hands, rules) && valueOfRank(hand.ranks[0] ?? 0) !== 10
