/**
 * What a round is worth from a full shoe of the house's packs; `strategy.ts` assumes an infinite one. Exact are the first two cards, the up
 * card, the dealer's hand given these three, insurance, Push 22 and the lammers of Pot of Gold. Players draw from the shoe without those
 * three cards, but each card is put back: test/rules/strategy finds the main bet within 0.003 % of the published figure.
 */
import { ACE, addRank, NO_POINTS, type Points, totalOf } from '../game/cards.ts'
import { dealerDraws } from '../game/dealer.ts'
import { openHand, withCard } from '../game/hand.ts'
import { checksUnder } from '../game/up-card.ts'
import type { HouseRules } from '../house/rules.ts'
import { type DealerOdds, type Draws, FINALS, NATURAL } from './dealer-odds.ts'
import { SEVEN } from './prizes.ts'
import { valuesAgainst } from './values.ts'

/** Cards left of each value, by rank index: ace first, all ten-values last. */
export type Shoe = readonly number[]

const VALUES = 10
const TEN = 9
const QUEEN = 11
const SUITS = 4
const TEN_RANKS = 4

export const fullShoe = ({ decks }: HouseRules): Shoe =>
  Array.from({ length: VALUES }, (_, rank) => decks * SUITS * (rank === TEN ? TEN_RANKS : 1))

export const cardsIn = (shoe: Shoe): number => shoe.reduce((sum, cards) => sum + cards, 0)
export const without = (shoe: Shoe, rank: number): Shoe => shoe.map((cards, at) => (at === rank ? cards - 1 : cards))

/** Every value the next card may have. */
export const drawsFrom = (shoe: Shoe): Draws => {
  const cards = cardsIn(shoe)
  return shoe.flatMap((count, rank) => (count > 0 ? [{ rank, share: count / cards }] : []))
}

/** How a dealer who draws from this shoe ends; `shoe` is without his up card. */
const dealerOddsIn = (shoe: Shoe, upRank: number, rules: HouseRules): DealerOdds => {
  const finals = FINALS.map(() => 0)
  const left = [...shoe]
  const end = (points: Points, chance: number): void => {
    const place = FINALS.findIndex(({ total }) => total === Math.min(totalOf(points), 23))
    finals[place] = (finals[place] ?? 0) + chance
  }
  /** Takes cards out of `left` and puts them back, so that a million ways do not create a list each. */
  const draw = (points: Points, cards: number, chance: number): void => {
    if (!dealerDraws(points, rules)) {
      end(points, chance)
      return
    }
    for (let rank = 0; rank < VALUES; rank++) {
      const count = left[rank] ?? 0
      if (count === 0) continue
      left[rank] = count - 1
      draw(addRank(points, rank), cards - 1, (chance * count) / cards)
      left[rank] = count
    }
  }
  const cards = cardsIn(shoe)
  let natural = 0
  for (const { rank, share } of drawsFrom(shoe)) {
    const points = addRank(addRank(NO_POINTS, upRank), rank)
    if (totalOf(points) === 21) {
      natural = share
      continue
    }
    left[rank] = (left[rank] ?? 0) - 1
    draw(points, cards - 1, share)
    left[rank] = (left[rank] ?? 0) + 1
  }
  const checked = checksUnder(upRank, rules)
  const place = (chance: number, at: number): number =>
    at === NATURAL ? (checked ? 0 : natural) : checked ? chance / (1 - natural) : chance
  return { finals: finals.map(place), natural, checked }
}

/** A way to be dealt two cards of these values, as far as the rules distinguish it. */
interface Kind {
  readonly second: number
  readonly suited: boolean
  readonly share: number
}

/** Ten-values of one rank or two; sevens of one suit or two. */
const kindsOf = (first: number, second: number, { decks }: HouseRules): readonly Kind[] => {
  if (first !== second) return [{ second, suited: false, share: 1 }]
  if (first === TEN) {
    const same = (decks * SUITS - 1) / (decks * SUITS * TEN_RANKS - 1)
    return [
      { second, suited: false, share: same },
      { second: QUEEN, suited: false, share: 1 - same },
    ]
  }
  if (first !== SEVEN) return [{ second, suited: false, share: 1 }]
  const suited = (decks - 1) / (decks * SUITS - 1)
  return [
    { second, suited: true, share: suited },
    { second, suited: false, share: 1 - suited },
  ]
}

/** The dealer's up card, and the player's two cards. */
interface Dealt {
  readonly up: number
  readonly first: number
  readonly second: number
}

/** The average gain with these two cards against this up card; `left`: the shoe without the three. */
const worth = ({ up, first, second }: Dealt, left: Shoe, rules: HouseRules): number => {
  const values = valuesAgainst(up, rules, { draws: drawsFrom(left), odds: dealerOddsIn(left, up, rules) })
  const held = withCard(openHand(1, 0, false), 0, first)
  return kindsOf(first, second, rules).reduce(
    (sum, kind) => sum + kind.share * values.before(withCard(held, 1, kind.second), kind.suited),
    0,
  )
}

/**
 * Average net gain of a round in bets, prizes included, with the best play for the two cards and the up card; takes a few tenths of a
 * second.
 */
export const expectationOf = (rules: HouseRules): number => {
  // The order of two different cards matters only for the prizes.
  const ordered = rules.sevens !== 'none'
  let sum = 0
  const shoe = fullShoe(rules)
  for (const { rank: up, share: ups } of drawsFrom(shoe)) {
    const shown = without(shoe, up)
    for (const { rank: first, share: firsts } of drawsFrom(shown)) {
      const held = without(shown, first)
      for (const { rank: second, share: seconds } of drawsFrom(held)) {
        if (!ordered && second < first) continue
        const orders = ordered || second === first ? 1 : 2
        sum += ups * firsts * seconds * orders * worth({ up, first, second }, without(held, second), rules)
      }
    }
  }
  return sum
}

/** The chance of a natural with an ace up, if nothing else is known. */
export const naturalUnderAce = (rules: HouseRules): number => {
  const shoe = without(fullShoe(rules), ACE)
  return (shoe[TEN] ?? 0) / cardsIn(shoe)
}

/** The chance that the dealer ends with 22. */
export const dealer22 = (rules: HouseRules): number => {
  const at = FINALS.findIndex(({ total }) => total === 22)
  const shoe = fullShoe(rules)
  return drawsFrom(shoe).reduce((sum, { rank, share }) => {
    const { finals, natural, checked } = dealerOddsIn(without(shoe, rank), rank, rules)
    return sum + share * (finals[at] ?? 0) * (checked ? 1 - natural : 1)
  }, 0)
}
