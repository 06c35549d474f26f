/** A player's hand while it is played: its cards, its stake, and what it may still do under the house's rules. */

import type { HouseRules } from '../house/rules.ts'
import { ACE, addRank, hardOf, holdsAce, isSoft, NO_POINTS, type Points, totalOf, valueOfRank } from './cards.ts'
import type { Action, Outcome } from './outcome.ts'
import { isListed, isNaturalExcluded } from './up-card.ts'

/** How a hand is over that needs no decision and still waits to be paid or taken. */
export const OVER_BY_ITSELF = ['twenty-one', 'split-ace', 'charlie'] as const

/** Why a hand takes no more cards. */
export type Ended = 'stand' | 'double' | 'bust' | 'surrender' | 'natural' | (typeof OVER_BY_ITSELF)[number]

/** What a hand that ended so comes to whatever the dealer has; of any other it depends on him. */
const OWN_OUTCOMES: { readonly [ended in Ended]?: Outcome } = { bust: 'lose', surrender: 'surrender', charlie: 'win' }

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

/** Errors in play that loosen one rule for one box (play-errors.ts). */
export const PLAY_ERROR_NAMES = [
  'HIT-ON-21',
  'STAND-ON-11',
  'DOUBLE-TOTAL',
  'DOUBLE-LATE',
  'DOUBLE-AMOUNT',
  'DOUBLE-TWO-CARDS',
  'DOUBLE-NO-CARD',
  'DOUBLE-ON-BJ',
  'DOUBLE-AFTER-SPLIT',
  'SPLIT-NOT-PAIR',
  'SPLIT-LATE',
  'SPLIT-AMOUNT',
  'SPLIT-TOO-MANY',
  'SPLIT-ACES-TOO-MANY',
  'SPLIT-ACE-EXTRA-CARD',
  'SPLIT-ACE-DOUBLE',
  'SPLIT-DEAL-ORDER',
  'SPLIT-NO-CARD',
  'SURRENDER-NONE',
  'SURRENDER-VS-ACE',
  'SURRENDER-LATE',
  'SURRENDER-AMOUNT',
  'FB-TOKEN-INELIGIBLE-DOUBLE',
  'FB-TOKEN-INELIGIBLE-SPLIT',
  'FB-TOKEN-MISSING',
  'BUST-NOT-TAKEN',
  'PAID-LOSER',
  'LIVE-TAKEN-AS-BUST',
  'ABSENT-RULE',
] as const
export type PlayErrorName = (typeof PLAY_ERROR_NAMES)[number]

/** The rules by which a box was played: the house's, with what the play error loosens if the caller asks for one. */
export interface PlayRules extends HouseRules {
  readonly playError?: PlayErrorName
  /** Chips that a double or split adds, or a surrender takes, in bets. */
  readonly units?: number
}

/** What decisions depend on besides the cards. */
export interface Play {
  readonly rules: PlayRules
  readonly upRank: number
  /** The player is away, so the house's rule plays his hand. */
  readonly absent: boolean
  /**
   * Someone else decides for the absent holder, but only whether to draw or to stand. No sensor can tell his decisions from the house's
   * rule, so the hand has no actions either way.
   */
  readonly standIn: boolean
  /** The stakes of doubles and splits are sensed, so paid and free ones can be told apart, and surrender leaves a trace. */
  readonly stakesSensed: boolean
  /** Even money leaves a trace. */
  readonly payoutsSensed: boolean
  /** What a paid double of this box may have added, in bets. */
  readonly doubles: readonly number[]
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

/** The list with one more item. Spreading it would leave room for sixteen more items, three times what a hand takes. */
const withOneMore = <T>(list: readonly T[], item: T): readonly T[] => {
  const longer = new Array<T>(list.length + 1)
  for (let index = 0; index < list.length; index++) longer[index] = list[index] as T
  longer[list.length] = item
  return longer
}

// Each card makes thousands of hands, so all hands have their fields in one order, and no field is copied only to be replaced.
export const withCard = (
  { positions, ranks, points, real, lammers, fromSplit, actions, ended }: Hand,
  position: number,
  rank: number,
): Hand => ({
  positions: withOneMore(positions, position),
  ranks: withOneMore(ranks, rank),
  points: addRank(points, rank),
  real,
  lammers,
  fromSplit,
  actions,
  ended,
})

/** With a card drawn by its player's decision. */
export const withHit = (hand: Hand, position: number, rank: number): Hand => ({
  positions: withOneMore(hand.positions, position),
  ranks: withOneMore(hand.ranks, rank),
  points: addRank(hand.points, rank),
  real: hand.real,
  lammers: hand.lammers,
  fromSplit: hand.fromSplit,
  actions: withOneMore(hand.actions, 'hit'),
  ended: hand.ended,
})

export const withAction = (hand: Hand, action: Action, ended: Ended | null = hand.ended): Hand => {
  const { positions, ranks, points, real, lammers, fromSplit, actions } = hand
  return { positions, ranks, points, real, lammers, fromSplit, actions: withOneMore(actions, action), ended }
}

export const withEnd = ({ positions, ranks, points, real, lammers, fromSplit, actions }: Hand, ended: Ended): Hand => ({
  positions,
  ranks,
  points,
  real,
  lammers,
  fromSplit,
  actions,
  ended,
})

export const isBust = (hand: Hand): boolean => totalOf(hand.points) > 21

/** The hand was split on a lammer, whatever was laid on it since. A free double adds one lammer of its own. */
export const isFreeHand = ({ lammers, actions }: Pick<Hand, 'lammers' | 'actions'>): boolean =>
  lammers > (actions.includes('free-double') ? 1 : 0)

/** Doubled, whether paid or free. */
export const isDoubled = ({ actions }: Pick<Hand, 'actions'>): boolean => actions.includes('double') || actions.includes('free-double')

/** What a paid double added to the hand, in bets. */
export const doubledBy = (hand: Pick<Hand, 'real' | 'lammers' | 'actions'>): number => hand.real - (isFreeHand(hand) ? 0 : 1)

/** A split hand whose bet was taken although it was still alive. */
export const isSwept = ({ fromSplit, ended, real, lammers }: Hand): boolean => fromSplit && ended !== 'bust' && real === 0 && lammers === 0

/** A split hand that got no second card. */
export const isUnserved = ({ fromSplit, ranks }: Pick<Hand, 'fromSplit' | 'ranks'>): boolean => fromSplit && ranks.length === 1

/** What the hand comes to whatever the dealer has; undefined if that depends on him. */
export const ownOutcome = ({ ended }: Pick<Hand, 'ended'>): Outcome | undefined => (ended === null ? undefined : OWN_OUTCOMES[ended])

/** Nothing of the box waits for the dealer, and it did not just go bust. */
export const needsNoDealer = (hands: readonly Hand[]): boolean =>
  hands.every((hand) => ownOutcome(hand)) && hands.some(({ ended }) => ended !== 'bust')

/** Its chips may have moved while others played on. */
export const mayMoveEarly = (hands: readonly Hand[]): boolean => hands[0]?.ended === 'natural' || needsNoDealer(hands)

/** Two cards, not split, ace and ten-value (000 §3, 002 BJ box, 003 rules, 004 Black Jack); after a split it is 21 (000 §4, 002 Split, 004 Teilen). */
export const isNatural = (hand: Hand): boolean => !hand.fromSplit && hand.ranks.length === 2 && totalOf(hand.points) === 21

/** Ace and ten-value after a split. */
export const isSplitTwentyOne = ({ fromSplit, ranks, points }: Pick<Hand, 'fromSplit' | 'ranks' | 'points'>): boolean =>
  fromSplit && ranks.length === 2 && totalOf(points) === 21

/** 000 §3 l.90: no standing on 11 or less. */
export const mayStand = (hand: Hand, rules: PlayRules): boolean => rules.mustDrawTo === 'none' || totalOf(hand.points) > rules.mustDrawTo

/**
 * 000 §3 l.90: no card on 21. If a house's rules are silent, nobody is asked on 21 either. But a house whose Push 22 speaks of totals up to
 * 29 (001 Push 22) must let a hard 21 draw, or that condition would be empty.
 */
export const mayDraw = ({ points, ranks }: Pick<Hand, 'points' | 'ranks'>, rules: PlayRules): boolean => {
  const total = totalOf(points)
  if (isCharlie(ranks.length, rules) && rules.playError !== 'HIT-ON-21') return false
  if (rules.noDrawFrom !== 'none') return total < rules.noDrawFrom
  const reachesOver21 = rules.push22 !== 'none' && rules.push22.maxPlayerTotal !== 'none'
  return total < 21 || (reachesOver21 && total === 21 && !isSoft(points))
}

/** The first total of two cards or more on which the hand got a card although `may` says no; null: there is none. */
export const drawnOn = ({ ranks }: Pick<Hand, 'ranks'>, may: (held: Pick<Hand, 'points' | 'ranks'>) => boolean): number | null => {
  let points = NO_POINTS
  for (const [count, rank] of ranks.entries()) {
    if (count > 1 && !may({ points, ranks: ranks.slice(0, count) })) return totalOf(points)
    points = addRank(points, rank)
  }
  return null
}

/** The total on which the hand got a card that it may not have; null: on none. */
export const overdrawnOn = (hand: Pick<Hand, 'ranks'>, { playError: _, ...rules }: PlayRules): number | null =>
  drawnOn(hand, (held) => mayDraw(held, rules))

const splitFromAces = (hand: Hand): boolean => hand.fromSplit && hand.ranks[0] === ACE

/** A split ace takes one card and allows no decision except a further split (000 §4 l.145, 002 Split, 004 Teilen). */
export const isFrozenAce = (hand: Hand, rules: PlayRules): boolean =>
  splitFromAces(hand) && rules.splitAcesOneCard && rules.playError !== 'SPLIT-ACE-EXTRA-CARD'

/** Where the house has the rule, a hand of so many cards has won unless it is bust (D-104). */
export const isCharlie = (cards: number, { charlie }: HouseRules): boolean => charlie !== 'none' && cards >= charlie

/** How a hand that takes no more cards is over: by itself, or because its player stands. */
export const restsAs = (hand: Hand, rules: PlayRules): 'stand' | (typeof OVER_BY_ITSELF)[number] => {
  if (isFrozenAce(hand, rules)) return 'split-ace'
  return isCharlie(hand.ranks.length, rules) ? 'charlie' : totalOf(hand.points) >= 21 ? 'twenty-one' : 'stand'
}

/** The hand's hard total, or with `either` also the total with an ace counted as the player likes (004 Verdoppeln l.35). */
const isDoubleTotal = ({ points, ranks }: Hand, { doubleTotals, doubleTotalsCount, playError }: PlayRules): boolean => {
  // A late double is wrong whatever the total.
  if (doubleTotals === 'any' || playError === 'DOUBLE-TOTAL' || ranks.length > 2 || playError === 'DOUBLE-ON-BJ') return true
  if (doubleTotalsCount === 'hard') return !holdsAce(points) && doubleTotals.includes(hardOf(points))
  return doubleTotals.includes(hardOf(points)) || doubleTotals.includes(totalOf(points))
}

/** Two cards, the house's totals, and its rule for split hands. */
export const mayDouble = (hand: Hand, rules: PlayRules): boolean => {
  if (rules.playError === 'DOUBLE-LATE' ? hand.ranks.length < 2 : hand.ranks.length !== 2) return false
  if (splitFromAces(hand) && rules.playError === 'SPLIT-ACE-DOUBLE') return true
  if (hand.fromSplit && rules.doubleAfterSplit === 'no' && rules.playError !== 'DOUBLE-AFTER-SPLIT') return false
  if (splitFromAces(hand) && (rules.doubleAfterSplit === 'not-aces' || rules.splitAcesOneCard)) return false
  return isDoubleTotal(hand, rules)
}

/** 002 Double l.30, 001 feature 6 l.12: any two cards may be doubled, so those of a split hand too that have 21, unless 21 bars a card (000 l.90). */
export const mayDoubleOn21 = (hand: Hand, rules: PlayRules): boolean =>
  isSplitTwentyOne(hand) && rules.doubleTotals === 'any' && rules.noDrawFrom === 'none' && mayDouble(hand, rules)

/** Hard 9, 10, 11 on two cards without an ace (000 §5.1 l.205, 001 feature 1), on split hands too (000 §5.1 l.228, 001 feature 3). */
export const mayDoubleFree = (hand: Hand, rules: PlayRules): boolean =>
  rules.freeDouble &&
  (rules.playError === 'FB-TOKEN-INELIGIBLE-DOUBLE' ||
    (mayDouble(hand, rules) &&
      (!hand.fromSplit || rules.freeDoubleAfterSplit) &&
      (!holdsAce(hand.points) || rules.freeDoubleWithAce) &&
      rules.freeDoubleTotals.some((total) => total === hardOf(hand.points))))

/** The cards are an equal pair, and the box may have one more hand (000 §4, 001 features, 002 Split, 003 Split, 004 Teilen). */
export const maySplit = (hand: Hand, hands: number, rules: PlayRules): boolean => {
  const isLate = rules.playError === 'SPLIT-LATE' && hands === 1
  if (isLate ? hand.ranks.length < 3 : hand.ranks.length !== 2) return false
  const [first = 0, second = 0] = hand.ranks
  const loose = rules.playError === 'SPLIT-NOT-PAIR' || rules.playError === 'FB-TOKEN-INELIGIBLE-SPLIT'
  const equal = (loose && hands === 1) || (rules.splitEquality === 'rank' ? first === second : valueOfRank(first) === valueOfRank(second))
  const most = first === ACE ? Math.min(rules.splitAcesMaxHands, rules.maxHands) : rules.maxHands
  return equal && hands < most
}

/** Every pair except ten-values (000 §4.1 l.154, 001 feature 2), and again up to the box's number of hands (001 feature 4). */
export const maySplitFree = (hand: Hand, hands: number, rules: PlayRules): boolean =>
  rules.freeSplit &&
  !(rules.playError === 'SPLIT-NOT-PAIR' && hands === 1) &&
  maySplit(hand, hands, rules) &&
  (rules.playError === 'FB-TOKEN-INELIGIBLE-SPLIT' || (valueOfRank(hand.ranks[0] ?? 0) !== 10 && (hands === 1 || rules.freeResplit)))

/** 000 §1 l.38: an absent player's hand is drawn up to 16, counted by its best total or its hard one; in other houses it gets no card. */
export const absentDraws = ({ points, ranks }: Pick<Hand, 'points' | 'ranks'>, rules: HouseRules): boolean =>
  rules.absentPlayer === 'draw-to-16' &&
  !isCharlie(ranks.length, rules) &&
  (rules.absentTotalCounts === 'best' ? totalOf(points) : hardOf(points)) <= 16

/**
 * 002 Surrender l.42: before the third card, not against an ace; 003 Surrender l.48: late, once the dealer can have no natural. The player
 * of a split hand has already decided.
 */
export const maySurrender = (hand: Hand, hands: number, upRank: number, rules: PlayRules): boolean => {
  const { playError } = rules
  const cards = hand.ranks.length
  // Surrender is late after the third card. With two cards it is late after a card of a later hand, because its player had stood.
  const isLate = playError === 'SURRENDER-LATE' && (cards > 2 || rules.surrenderTurn === 'any')
  if (hands !== 1 || cards < 2 || (playError === 'SURRENDER-LATE' ? !isLate : cards > 2)) return false
  if (playError === 'SURRENDER-NONE') return true
  if (rules.surrender === 'none' || (rules.surrender === 'late' && !isNaturalExcluded(upRank, rules))) return false
  return playError === 'SURRENDER-VS-ACE' || !isListed(upRank, rules.surrenderNotAgainst)
}

/** The total on which an absent player's hand wrongly got a card, or wrongly got none; null if it was played by the rule. */
export const absentFault = (hand: Hand, rules: HouseRules): { readonly drew: boolean; readonly total: number } | null => {
  const drewOn = drawnOn(hand, (held) => absentDraws(held, rules))
  if (drewOn !== null) return { drew: true, total: drewOn }
  return absentDraws(hand, rules) ? { drew: false, total: totalOf(hand.points) } : null
}

/** The total of the hand's first `count` cards, of all its cards by default. */
export const totalHeld = ({ ranks }: Pick<Hand, 'ranks'>, count = ranks.length): number =>
  totalOf(ranks.slice(0, count).reduce(addRank, NO_POINTS))
