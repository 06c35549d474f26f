/**
 * The players' best decisions in a house, computed once from its rules and then looked up.
 *
 *   const strategy = strategyOf(HOUSES.gld.rules)
 *   strategy.decide(hand, hands, upRank) ?? 'stand'     an action of the engine
 *   strategy.expectation                                average net gain of a round, in bets
 *
 * Main bets only: insurance is separate (`insurance`), Push 22 and Pot of Gold are ignored. Approximations: `values.ts`.
 */

import { ACE, addRank, isSoft, NO_POINTS, type Points, totalOf, valueOfRank } from '../game/cards.ts'
import { type Hand, openHand, withCard } from '../game/hand.ts'
import { ACTIONS, type Action } from '../game/outcome.ts'
import type { DealerFinal } from '../game/settle.ts'
import { insuranceDue } from '../game/side-bets.ts'
import type { HouseRules } from '../house/rules.ts'
import { DRAWS, dealerOdds } from './dealer-odds.ts'
import { countedCards, type Option } from './lines.ts'
import { prizeOf, SEVEN } from './prizes.ts'
import { type Values, valuesAgainst } from './values.ts'

/** What a decision depends on: two or more ranks; `real` is 0 (only a lammer carries the hand) or 1, as a doubled hand has no decision. */
export type HandView = Pick<Hand, 'ranks' | 'points' | 'real' | 'fromSplit'>

export interface Strategy {
  readonly rules: HouseRules
  /**
   * The best legal decision, null if there is none to make: 21, bust, a split ace, a natural that waits. `hands`: in the box, 1-4.
   * `upRank`: rank index. `suited`: the first two cards have one suit; it matters for a pair of sevens with prizes (002). Ask about early
   * surrender and even money before the dealer checks. Allocates nothing.
   */
  decide(hand: HandView, hands: number, upRank: number, suited?: boolean): Action | null
  /** Every legal decision with its value, best first (`Values.options`); slow. */
  options(hand: Hand, hands: number, upRank: number, suited?: boolean): readonly Option[]
  /** Average net gain of a round in bets, by the value of the up card: ace first, ten last. */
  readonly byUp: readonly number[]
  /** Average net gain of a round in bets. */
  readonly expectation: number
  /** One unit of insurance: its average net gain, and whether it is worth taking. Null if there is no insurance. */
  readonly insurance: { readonly value: number; readonly taken: boolean } | null
}

const VALUES = 10
const HANDS = 5
const TOTALS = 64
/** The second card of a ten and another ten-value, not a pair if pairs go by rank: the jack's rank index, which follows the ten values. */
const OTHER_TEN = 10
const SECONDS = 11
const TEN = 9

// Two-card hands.
const FIRST_HAND = 0
const SUITED_HAND = 1
const SPLIT_HAND = 2
const LAMMER_HAND = 3
const KINDS = 4

// Hands of three cards or more.
const PLAIN = 0
const LAMMER = 1
const ONE_SEVEN = 2
const TWO_SEVENS = 3
const SUITED_SEVENS = 4
const LINES = 5
/** So many cards are told apart at most. */
const CARDS = 8

/** 0 for an ace to 9 for every ten-value. */
const POINT_OF_RANK = Uint8Array.from({ length: 13 }, (_, rank) => valueOfRank(rank) - 1)
const codeOf = (action: Action | null): number => (action === null ? 0 : ACTIONS.indexOf(action) + 1)
const ACTION_OF: readonly (Action | null)[] = [null, ...ACTIONS]

const twoIndex = (kind: number, hands: number, first: number, second: number): number =>
  ((kind * HANDS + hands) * VALUES + first) * SECONDS + second
const moreIndex = (line: number, points: Points, cards: number): number =>
  (line * CARDS + cards) * TOTALS + totalOf(points) * 2 + (isSoft(points) ? 1 : 0)

const handOf = (ranks: readonly number[], real: number, lammers: number, fromSplit: boolean): Hand =>
  ranks.reduce((hand, rank, nth) => withCard(hand, nth, rank), openHand(real, lammers, fromSplit))

const firstAction = (options: readonly Option[]): number => codeOf(options[0]?.action ?? null)

/** The best actions of two-card hands, by `twoIndex`. */
const ofTwo = (values: Values): Uint8Array => {
  const two = new Uint8Array(KINDS * HANDS * VALUES * SECONDS)
  for (let kind = 0; kind < KINDS; kind++) {
    const fromSplit = kind >= SPLIT_HAND
    for (let first = 0; first < VALUES; first++) {
      for (let second = 0; second < SECONDS; second++) {
        if (second === OTHER_TEN && first !== TEN) continue
        const hand = handOf([first, second], kind === LAMMER_HAND ? 0 : 1, kind === LAMMER_HAND ? 1 : 0, fromSplit)
        // Only a pair depends on how many hands there are.
        const pair = first === second || second === OTHER_TEN
        let code = -1
        for (let hands = fromSplit ? 2 : 1; hands < (fromSplit ? HANDS : 2); hands++) {
          if (code < 0 || pair) code = firstAction(values.options(hand, hands, kind === SUITED_HAND))
          two[twoIndex(kind, hands, first, second)] = code
        }
      }
    }
  }
  return two
}

const add = (points: Points, found: Set<Points>): Set<Points> => {
  if (found.has(points) || totalOf(points) > 21) return found
  for (const { rank } of DRAWS) add(addRank(points, rank), found.add(points))
  return found
}
const ALL_POINTS: readonly Points[] = [...add(NO_POINTS, new Set())]

/** For each line, the cards that decide its prize and one more. */
const STARTS: readonly (readonly number[])[] = [
  [1, 1, 1],
  [1, 1, 1],
  [SEVEN, 1, 1],
  [SEVEN, SEVEN, 1],
  [SEVEN, SEVEN, 1],
]

/** The best actions of hands of three or more cards, by `moreIndex`. */
const ofMore = (values: Values, rules: HouseRules): Uint8Array => {
  const more = new Uint8Array(LINES * CARDS * TOTALS)
  for (const [line, start] of STARTS.entries()) {
    const lammers = line === LAMMER ? 1 : 0
    const prize = prizeOf([handOf(start, 1, 0, false)], line === SUITED_SEVENS, rules)
    for (const points of ALL_POINTS)
      for (let cards = 3; cards <= countedCards(CARDS, rules); cards++)
        more[moreIndex(line, points, cards)] = firstAction(values.drawn(points, cards, { real: 1 - lammers, lammers, prize }))
  }
  return more
}

/** The average over the first two cards of a box. */
const averaged = (values: Values): number => {
  let sum = 0
  for (const first of DRAWS) {
    for (const second of DRAWS) {
      const share = first.share * second.share
      const tens = first.rank === second.rank && valueOfRank(first.rank) === 10
      const before = (rank: number, suited: boolean): number => values.before(handOf([first.rank, rank], 1, 0, false), suited)
      if (tens) sum += (share * (before(second.rank, false) + 3 * before(OTHER_TEN, false))) / 4
      else if (first.rank === SEVEN && second.rank === SEVEN) sum += (share * (before(SEVEN, true) + 3 * before(SEVEN, false))) / 4
      else sum += share * before(second.rank, false)
    }
  }
  return sum
}

/** `rules`: a house's own or overridden; takes a few tenths of a second. */
export const strategyOf = (rules: HouseRules): Strategy => {
  const against = DRAWS.map(({ rank }) => valuesAgainst(rank, rules))
  const two = against.map(ofTwo)
  const more = against.map((values) => ofMore(values, rules))
  const byUp = against.map(averaged)
  return {
    rules,
    decide: (hand, hands, upRank, suited = false) => {
      const { ranks, points, real, fromSplit } = hand
      // By index, because destructuring a list creates an iterator.
      const first = ranks[0] ?? 0
      const second = ranks[1] ?? 0
      const up = POINT_OF_RANK[upRank] ?? 0
      if (ranks.length > 2)
        return ACTION_OF[more[up]?.[moreIndex(lineOf(hand, suited), points, countedCards(ranks.length, rules))] ?? 0] ?? null
      const kind = fromSplit ? (real > 0 ? SPLIT_HAND : LAMMER_HAND) : suited ? SUITED_HAND : FIRST_HAND
      const one = POINT_OF_RANK[first] ?? 0
      const other = POINT_OF_RANK[second] ?? 0
      const column = one === TEN && other === TEN && first !== second ? OTHER_TEN : other
      return ACTION_OF[two[up]?.[twoIndex(kind, hands, one, column)] ?? 0] ?? null
    },
    options: (hand, hands, upRank, suited = false) => against[POINT_OF_RANK[upRank] ?? 0]?.options(hand, hands, suited) ?? [],
    byUp,
    expectation: DRAWS.reduce((sum, { share }, up) => sum + share * (byUp[up] ?? 0), 0),
    insurance: insured(rules),
  }
}

const lineOf = ({ ranks, real, fromSplit }: HandView, suited: boolean): number => {
  if (real === 0) return LAMMER
  if (ranks[0] !== SEVEN || fromSplit) return PLAIN
  return ranks[1] !== SEVEN ? ONE_SEVEN : suited ? SUITED_SEVENS : TWO_SEVENS
}

/** Large enough that every ratio of a house pays whole units. */
const UNIT = 1_000_000

/** If only the ace is known. */
const insured = (rules: HouseRules): Strategy['insurance'] => {
  if (rules.insurance === 'none') return null
  const { natural } = dealerOdds(ACE, rules)
  const due = (final: DealerFinal): number => insuranceDue(UNIT, final, { rules, money: { smallestChip: 1, rounding: 'nearest' } }) / UNIT
  const value = natural * due({ total: 21, blackjack: true }) + (1 - natural) * due({ total: 21, blackjack: false })
  return { value, taken: value > 0 }
}
