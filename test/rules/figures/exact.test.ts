import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as exact from '../../../src/rules/figures/exact.ts'
import {
  chanceOf,
  dealerFinals,
  dealerFinalsAll,
  fullShoe,
  lammers,
  lammersWithoutNatural,
  naturalOf,
  type Shoe,
  without,
} from './shoe-sums.ts'

const SIX = fullShoe(6)
const ACE = 1
const TEN = 10
const SEVEN = 7

/** Half a unit of the last digit that is written down, and a little. */
const equals = (written: number, found: number, digits: number): void =>
  assert.ok(Math.abs(written - found) <= 0.5001 * 10 ** -digits, `${written} is written, ${found} was found`)
const allEqual = (written: readonly number[], found: readonly number[], digits: number): void => {
  assert.equal(written.length, found.length)
  for (const [place, value] of written.entries()) equals(value, found[place] ?? Number.NaN, digits)
}

for (const soft17 of ['stand', 'hit'] as const) {
  test(`the dealer's final hands, on soft 17 ${soft17}`, () => {
    for (const [row, written] of exact.DEALER_FINALS[soft17].entries()) allEqual(written, dealerFinals(SIX, row + 1, soft17 === 'hit'), 6)
    allEqual(exact.DEALER_FINALS_ALL[soft17], dealerFinalsAll(SIX, soft17 === 'hit'), 6)
  })

  test(`the dealer's 22 by number of packs, on soft 17 ${soft17}`, () => {
    for (const row of exact.DEALER_22) equals(row[soft17], dealerFinalsAll(fullShoe(row.decks), soft17 === 'hit')[6] ?? 0, 9)
  })
}

test('Push 22', () => {
  for (const { pays, soft17, value } of exact.PUSH_22) {
    equals(value, (pays + 1) * (dealerFinalsAll(SIX, soft17 === 'hit')[6] ?? 0) - 1, 9)
  }
})

test('what is published for soft 17 stood as the chance of 22 is that of a drawn 21', () => {
  for (const [decks, published] of [
    [1, 0.07363],
    [2, 0.073168],
    [6, 0.072874],
    [8, 0.072838],
  ] as const) {
    equals(published, dealerFinalsAll(fullShoe(decks), false)[4] ?? 0, 6)
  }
})

describe('two cards of a box', () => {
  const CARDS = 312
  const KINDS = Array.from({ length: 52 }, (_, kind) => ({
    points: Math.min(10, Math.floor(kind / 4) + 1),
    rank: Math.floor(kind / 4),
    kind,
  }))
  type Kind = (typeof KINDS)[number]
  /** Each kind of card is there six times. */
  const chance = (is: (one: Kind, other: Kind) => boolean): number => {
    let ways = 0
    for (const one of KINDS) for (const other of KINDS) if (is(one, other)) ways += 6 * (one === other ? 5 : 6)
    return ways / (CARDS * (CARDS - 1))
  }
  const { FIRST_CARDS } = exact
  const isHard = (one: Kind, other: Kind, total: number): boolean =>
    one.points !== ACE && other.points !== ACE && one.points + other.points === total
  const isPair = (one: Kind, other: Kind): boolean => one.rank === other.rank
  const areTens = (one: Kind, other: Kind): boolean => one.points === TEN && other.points === TEN
  const areSevens = (one: Kind, other: Kind): boolean => one.points === SEVEN && other.points === SEVEN
  const suitOf = ({ kind }: Kind): number => kind % 4
  const rows: { readonly [name in keyof typeof FIRST_CARDS]?: (one: Kind, other: Kind) => boolean } = {
    natural: (one, other) => one.points + other.points === 11 && (one.points === ACE || other.points === ACE),
    pair: isPair,
    freePair: (one, other) => isPair(one, other) && !areTens(one, other),
    twoTens: areTens,
    sameTens: (one, other) => areTens(one, other) && isPair(one, other),
    unlikeTens: (one, other) => areTens(one, other) && !isPair(one, other),
    hardNine: (one, other) => isHard(one, other, 9),
    hardTen: (one, other) => isHard(one, other, 10),
    hardEleven: (one, other) => isHard(one, other, 11),
    freeBet: (one, other) => (isPair(one, other) && !areTens(one, other)) || [9, 10, 11].some((total) => isHard(one, other, total)),
    firstSeven: (one) => one.points === SEVEN,
    sevensOneSuit: (one, other) => areSevens(one, other) && suitOf(one) === suitOf(other),
    sevensTwoSuits: (one, other) => areSevens(one, other) && suitOf(one) !== suitOf(other),
  }
  for (const [name, is] of Object.entries(rows)) {
    test(name, () => equals(FIRST_CARDS[name as keyof typeof FIRST_CARDS], chance(is), 9))
  }

  test("the dealer's natural, alone and with the player's", () => {
    equals(FIRST_CARDS.dealerNaturalOnAce, chanceOf(without(SIX, ACE), TEN), 12)
    equals(FIRST_CARDS.dealerNaturalOnTen, chanceOf(without(SIX, TEN), ACE), 12)
    equals(FIRST_CARDS.bothNatural, naturalOf(SIX) * naturalOf(without(SIX, ACE, TEN)), 12)
  })
})

test('insurance pays two to one, a waiting natural three to two', () => {
  const insurance = (shoe: Shoe): number => 3 * chanceOf(shoe, TEN) - 1
  equals(exact.INSURANCE.onlyAce, insurance(without(SIX, ACE)), 12)
  equals(exact.INSURANCE.noTenHeld, insurance(without(SIX, ACE, 5, 6)), 9)
  equals(exact.INSURANCE.naturalHeld, insurance(without(SIX, ACE, ACE, TEN)), 9)
  equals(exact.NATURAL_WAITS.onAce, 1.5 * (1 - chanceOf(without(SIX, ACE, ACE, TEN), TEN)), 6)
  equals(exact.NATURAL_WAITS.onTen, 1.5 * (1 - chanceOf(without(SIX, TEN, ACE, TEN), ACE)), 6)
})

test('lammers of a box, and Pot of Gold', () => {
  allEqual(exact.LAMMERS.all, lammers(SIX), 10)
  const played = lammersWithoutNatural(SIX)
  allEqual(exact.LAMMERS.noNatural, played, 10)
  const pays = [0, 3, 12, 30, 50, 100, 100, 100]
  const won = played.map((chance, collected) => chance * ((pays[collected] ?? 0) + (collected > 0 ? 1 : 0)))
  equals(exact.POT_OF_GOLD, won.reduce((total, each) => total + each) - 1, 8)
})

test('three sevens, and the prizes of a box that takes a third card and is always paid', () => {
  const [one, two, three] = [24 / 312, 23 / 311, 22 / 310]
  const [twoAlike, threeAlike] = [5 / 23, (5 * 4) / (23 * 22)]
  const threeSevens = one * two * three
  equals(exact.SEVENS.threeOneSuit, threeSevens * threeAlike, 15)
  equals(exact.SEVENS.threeMixed, threeSevens * (1 - threeAlike), 15)
  const pair = one * two * (1 - three)
  const prizes =
    one * (1 - two) * 0.5 + pair * (twoAlike * 5 + (1 - twoAlike) * 1) + threeSevens * (threeAlike * 100 + (1 - threeAlike) * 10)
  equals(exact.SEVENS.prizes, prizes, 8)
})
