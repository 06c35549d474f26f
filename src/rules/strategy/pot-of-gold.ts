/** What a Pot of Gold bet is worth from a full shoe, if the player takes every free bet that the strategy takes. */
import { addRank, NO_POINTS } from '../game/cards.ts'
import type { Strategy } from './strategy.ts'
import { cardsIn, drawsFrom, fullShoe, type Shoe, without } from './whole-shoe.ts'

/** What the second card of a hand leads to. */
const SPLIT = 0
const DOUBLED = 1
const OTHER = 2
type Choice = typeof SPLIT | typeof DOUBLED | typeof OTHER

/** Cards of a shoe, counted by what each would lead to next to a first card. */
type Beside = readonly [splits: number, doubles: number, others: number]

/** A box that was split. `waiting`: its hands of one card each. */
interface SplitBox {
  readonly hands: number
  readonly waiting: number
  readonly lammers: number
}

/**
 * The chance of each number of lammers, from 0. Other hands and the cards drawn in between do not matter: whichever cards come next, every
 * order of the unseen cards is equally likely. A hand carried by a lammer takes its free bets like one with chips.
 */
const lammerOdds = (
  shoe: Shoe,
  choiceOf: (first: number, second: number, hands: number) => Choice,
  handsMost: number,
): readonly number[] => {
  const odds: number[] = []
  const found = (lammers: number, chance: number): void => {
    odds[lammers] = (odds[lammers] ?? 0) + chance
  }
  const besideOf = (first: number, left: Shoe): Beside => {
    const counts: [number, number, number] = [0, 0, 0]
    for (const [rank, cards] of left.entries()) counts[choiceOf(first, rank, 2)] += cards
    return counts
  }
  const split = (left: Beside, { hands, waiting, lammers }: SplitBox, chance: number): void => {
    if (waiting === 0) {
      found(lammers, chance)
      return
    }
    const cards = cardsIn(left)
    for (const choice of [SPLIT, DOUBLED, OTHER] as const) {
      const count = left[choice]
      if (count === 0) continue
      const rest = left.map((each, at) => (at === choice ? each - 1 : each)) as unknown as Beside
      const here = (chance * count) / cards
      if (choice === SPLIT && hands < handsMost) split(rest, { hands: hands + 1, waiting: waiting + 1, lammers: lammers + 1 }, here)
      else split(rest, { hands, waiting: waiting - 1, lammers: lammers + (choice === DOUBLED ? 1 : 0) }, here)
    }
  }
  for (const { rank: first, share: firsts } of drawsFrom(shoe)) {
    const held = without(shoe, first)
    for (const { rank: second, share: seconds } of drawsFrom(held)) {
      const chance = firsts * seconds
      const choice = choiceOf(first, second, 1)
      if (choice === SPLIT) split(besideOf(first, without(held, second)), { hands: 2, waiting: 2, lammers: 1 }, chance)
      else found(choice === DOUBLED ? 1 : 0, chance)
    }
  }
  return odds
}

const ACE = 0
const TEN = 9
/** Rank of the hole card that makes a natural with this up card; null: there is none. */
const naturalWith = (up: number): number | null => (up === ACE ? TEN : up === TEN ? ACE : null)

/** The average net gain of one unit; null if the house has no such bet. It loses to a dealer's natural (001 Pot of Gold side bet). */
export const potOfGoldValue = (strategy: Strategy): number | null => {
  const { rules } = strategy
  const pays = rules.potOfGold
  if (pays === 'none') return null
  const gain = (odds: readonly number[]): number =>
    odds.reduce((sum, chance, lammers) => sum + (lammers === 0 ? 0 : chance * (1 + (pays[Math.min(lammers, pays.length) - 1] ?? 0))), 0)
  let sum = 0
  for (const { rank: up, share } of drawsFrom(fullShoe(rules))) {
    const choiceOf = choicesOf(strategy, up)
    const left = without(fullShoe(rules), up)
    const hole = naturalWith(up)
    const naturals = hole === null ? 0 : (left[hole] ?? 0) / cardsIn(left)
    const lost = hole === null || naturals === 0 ? 0 : naturals * gain(lammerOdds(without(left, hole), choiceOf, rules.maxHands))
    sum += share * (gain(lammerOdds(left, choiceOf, rules.maxHands)) - lost)
  }
  return sum - 1
}

const choicesOf =
  (strategy: Strategy, up: number) =>
  (first: number, second: number, hands: number): Choice => {
    const points = addRank(addRank(NO_POINTS, first), second)
    const action = strategy.decide({ ranks: [first, second], points, real: 1, fromSplit: hands > 1 }, hands, up)
    return action === 'free-split' ? SPLIT : action === 'free-double' ? DOUBLED : OTHER
  }
