/** What a split is worth: every hand that results from it, split again as long as the box may have more hands and it pays. */
import { type Hand, maySplit, maySplitFree, openHand, withCard } from '../game/hand.ts'
import type { HouseRules } from '../house/rules.ts'
import { FINALS } from './dealer-odds.ts'
import type { Coming } from './lines.ts'
import { prizeOf } from './prizes.ts'

const TEN = 9
const TEN_VALUES: readonly number[] = [TEN, 10, 11, 12]

/** How the hands of a box add up in the order of play; remembered by the hands still to play. */
interface Tally {
  readonly none: number
  readonly of: (hand: Hand) => number
  readonly join: (hand: number, others: number) => number
  readonly known: Map<string, number>
}

/** A two-card hand that is not split (again). */
export interface Alone {
  readonly worth: number
  /** The chance that it does not beat each of FINALS; empty if nobody needs it. */
  readonly unwon: readonly number[]
}

/** The value of splitting a two-card hand in a box of `hands` hands. The hand must be one that may be split. */
export type SplitValue = (hand: Hand, hands: number, suited: boolean) => number

/** 000 §4 l.126 and §4.1 l.156: the first card keeps the existing bet, the second gets the new stake or the lammer. */
const partsOf = (hand: Hand, hands: number, rules: HouseRules): readonly [Hand, Hand] => {
  const [first = 0, second = 0] = hand.ranks
  const free = maySplitFree(hand, hands, rules)
  return [withCard(openHand(hand.real, hand.lammers, true), 0, first), withCard(openHand(free ? 0 : 1, free ? 1 : 0, true), 1, second)]
}

export const splitValues = ({ draws, finals }: Coming, rules: HouseRules, alone: (hand: Hand) => Alone): SplitValue => {
  /** The ten-values apart, because not every house splits a king and a queen. */
  const cards = draws.flatMap(({ rank, share }) =>
    rank === TEN ? TEN_VALUES.map((each) => ({ rank: each, share: share / TEN_VALUES.length })) : [{ rank, share }],
  )
  const values: Tally = { none: 0, of: (hand) => alone(hand).worth, join: (hand, others) => hand + others, known: new Map() }

  const worth = (hand: Hand, hands: number): number => over(partsOf(hand, hands, rules), hands + 1, values)
  const pays = (hand: Hand, hands: number): boolean => maySplit(hand, hands, rules) && worth(hand, hands) > alone(hand).worth

  /** The hands still to play have one card each; the box holds `hands`. */
  const over = (waiting: readonly Hand[], hands: number, tally: Tally): number => {
    const [next, ...others] = waiting
    if (next === undefined) return tally.none
    const key = `${hands}/${waiting.map(({ ranks, real, lammers }) => `${ranks[0]},${real},${lammers}`).join('/')}`
    const before = tally.known.get(key)
    if (before !== undefined) return before
    let sum = 0
    for (const { rank, share } of cards) sum += share * withSecond(withCard(next, 2, rank), others, hands, tally)
    tally.known.set(key, sum)
    return sum
  }

  const withSecond = (hand: Hand, others: readonly Hand[], hands: number, tally: Tally): number =>
    pays(hand, hands)
      ? over([...partsOf(hand, hands, rules), ...others], hands + 1, tally)
      : tally.join(tally.of(hand), over(others, hands, tally))

  /** 002 Prizing combinations l.59: one prize for the box if any of its hands wins; the first hand's next card is the third. */
  const prizeAfter = (hand: Hand, hands: number, suited: boolean): number => {
    const [kept, parted] = partsOf(hand, hands, rules)
    const unwon = FINALS.map(
      (_, final): Tally => ({
        none: 1,
        of: (played) => alone(played).unwon[final] ?? 1,
        join: (one, other) => one * other,
        known: new Map(),
      }),
    )
    let sum = 0
    for (const { rank, share } of cards) {
      const third = withCard(kept, 2, rank)
      const prize = prizeOf([third, parted], suited, rules)
      for (const [final, tally] of unwon.entries()) {
        const none = withSecond(third, [parted], hands + 1, tally)
        sum += (finals[final] ?? 0) * share * (prize.winning * (1 - none) + prize.otherwise * none)
      }
    }
    return sum
  }

  return (hand, hands, suited) => {
    const prize = hand.fromSplit || rules.sevens === 'none' ? 0 : prizeAfter(hand, hands, suited)
    return worth(hand, hands) + prize
  }
}
