/**
 * What a main bet is due, row by row: totals, outcomes, prices, and how amounts that do not divide are rounded. Bets are 1000 unless a row
 * says so.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addRank, isSoft, NO_POINTS, type Points, rankOf, totalOf } from '../../src/rules/game/cards.ts'
import type { Outcome } from '../../src/rules/game/outcome.ts'
import { dueOf, judgeHands, type Money, payout, surrenderTaken } from '../../src/rules/game/settle.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { codes, finalOf, type Held, handOf, MONEY } from './held.ts'

describe('totals count an ace as eleven while that does not bust', () => {
  const rows: readonly (readonly [cards: string, total: number, soft: boolean])[] = [
    ['5S 6D', 11, false],
    ['AS 6D', 17, true],
    ['AS AD', 12, true],
    ['AS AD AH', 13, true],
    ['AS 6D TC', 17, false],
    ['TS QD', 20, false],
    ['AS KD', 21, true],
    ['7S 7D 7H', 21, false],
    ['9S 8D AC AH', 19, false],
    ['AS AD 9H', 21, true],
    ['TS 6D 6C', 22, false],
  ]
  for (const [cards, total, soft] of rows) {
    it(`${cards} is ${soft ? 'soft ' : ''}${total}`, () => {
      const points = codes(cards).reduce<Points>((sum, code) => addRank(sum, rankOf(code)), NO_POINTS)
      assert.deepEqual([totalOf(points), isSoft(points)], [total, soft])
    })
  }
})

interface Row {
  readonly name: string
  readonly house: HouseId
  readonly hand: Held
  readonly dealer: number | 'natural'
  readonly insured?: boolean
  readonly outcome: Outcome
  /** For a bet of 1000. */
  readonly due: number
}

const EUROPEAN = 'free-bet-european'
const POT = 'free-bet-pot-of-gold'

const OUTCOMES: readonly Row[] = [
  { name: 'the higher total wins even money', house: 'ingo', hand: { cards: 'TS 9H' }, dealer: 18, outcome: 'win', due: 1000 },
  { name: 'the lower total loses', house: 'ingo', hand: { cards: 'TS 7H' }, dealer: 18, outcome: 'lose', due: -1000 },
  { name: 'equal totals tie', house: 'ingo', hand: { cards: 'TS 8H' }, dealer: 18, outcome: 'push', due: 0 },
  {
    name: "the dealer's bust pays every hand that is still in",
    house: 'ingo',
    hand: { cards: '2S 3H' },
    dealer: 26,
    outcome: 'win',
    due: 1000,
  },
  {
    name: 'a bust loses though the dealer busts',
    house: 'ingo',
    hand: { cards: 'TS 6H 9C', ended: 'bust' },
    dealer: 26,
    outcome: 'lose',
    due: -1000,
  },
  { name: 'a drawn 21 ties with a drawn 21', house: 'gld', hand: { cards: '7S 7H 7C' }, dealer: 21, outcome: 'push', due: 0 },
  {
    name: "a drawn 21 loses to the dealer's natural",
    house: 'ingo',
    hand: { cards: '7S 7H 7C' },
    dealer: 'natural',
    outcome: 'lose',
    due: -1000,
  },
  {
    name: 'a natural is paid three to two',
    house: 'ingo',
    hand: { cards: 'AS KH', ended: 'natural' },
    dealer: 20,
    outcome: 'blackjack',
    due: 1500,
  },
  {
    name: 'a natural beats a drawn 21',
    house: 'sevens-prizes',
    hand: { cards: 'AS KH', ended: 'natural' },
    dealer: 21,
    outcome: 'blackjack',
    due: 1500,
  },
  { name: 'two naturals tie', house: EUROPEAN, hand: { cards: 'AS KH', ended: 'natural' }, dealer: 'natural', outcome: 'push', due: 0 },
  {
    name: 'an insured natural ties as well',
    house: 'ingo',
    hand: { cards: 'AS KH', ended: 'natural' },
    dealer: 'natural',
    insured: true,
    outcome: 'push',
    due: 0,
  },
  {
    name: 'but loses by the letter of 003',
    house: 'gld',
    hand: { cards: 'AS KH', ended: 'natural' },
    dealer: 'natural',
    insured: true,
    outcome: 'lose',
    due: -1000,
  },
  {
    name: 'and ties there without insurance',
    house: 'gld',
    hand: { cards: 'AS KH', ended: 'natural' },
    dealer: 'natural',
    outcome: 'push',
    due: 0,
  },
  {
    name: 'even money wins one to one whatever the dealer gets',
    house: EUROPEAN,
    hand: { cards: 'AS KH', ended: 'natural', actions: ['even-money'] },
    dealer: 'natural',
    outcome: 'win',
    due: 1000,
  },
  {
    name: 'ace and ten of a split are 21 only: even money',
    house: EUROPEAN,
    hand: { cards: 'AS KH', ended: 'split-ace', split: true },
    dealer: 20,
    outcome: 'win',
    due: 1000,
  },
  {
    name: 'ace and ten of a split tie with a drawn 21',
    house: 'ingo',
    hand: { cards: 'AS KH', ended: 'split-ace', split: true },
    dealer: 21,
    outcome: 'push',
    due: 0,
  },
  {
    name: 'a doubled hand wins twice',
    house: 'sevens-prizes',
    hand: { cards: '5S 6H 9C', ended: 'double', stake: [2, 0] },
    dealer: 18,
    outcome: 'win',
    due: 2000,
  },
  {
    name: 'a doubled hand loses twice',
    house: 'sevens-prizes',
    hand: { cards: '5S 6H 2C', ended: 'double', stake: [2, 0] },
    dealer: 18,
    outcome: 'lose',
    due: -2000,
  },
  {
    name: 'a doubled bust loses twice',
    house: 'sevens-prizes',
    hand: { cards: 'TS 6H 9C', ended: 'bust', stake: [2, 0] },
    dealer: 26,
    outcome: 'lose',
    due: -2000,
  },
  {
    name: 'a free double wins twice',
    house: EUROPEAN,
    hand: { cards: '5S 6H 9C', ended: 'double', stake: [1, 1] },
    dealer: 18,
    outcome: 'win',
    due: 2000,
  },
  {
    name: 'a free double loses the bet alone',
    house: EUROPEAN,
    hand: { cards: '5S 6H 2C', ended: 'double', stake: [1, 1] },
    dealer: 18,
    outcome: 'lose',
    due: -1000,
  },
  {
    name: 'a free double ties for nothing',
    house: POT,
    hand: { cards: '5S 6H 7C', ended: 'double', stake: [1, 1] },
    dealer: 18,
    outcome: 'push',
    due: 0,
  },
  {
    name: 'a free split hand wins the original bet',
    house: POT,
    hand: { cards: '8S TH', split: true, stake: [0, 1] },
    dealer: 17,
    outcome: 'win',
    due: 1000,
  },
  {
    name: 'a free split hand loses nothing',
    house: POT,
    hand: { cards: '8S 9H', split: true, stake: [0, 1] },
    dealer: 18,
    outcome: 'lose',
    due: 0,
  },
  {
    name: 'a free double on a free split hand wins twice on lammers',
    house: EUROPEAN,
    hand: { cards: '8S 3H TC', ended: 'double', split: true, stake: [0, 2] },
    dealer: 20,
    outcome: 'win',
    due: 2000,
  },
  { name: "the dealer's 22 pushes what is in play", house: EUROPEAN, hand: { cards: 'TS 7H' }, dealer: 22, outcome: 'push', due: 0 },
  {
    name: "the dealer's 22 pushes doubles",
    house: POT,
    hand: { cards: '5S 6H 9C', ended: 'double', stake: [2, 0] },
    dealer: 22,
    outcome: 'push',
    due: 0,
  },
  {
    name: "the dealer's 22 does not bring back a bust",
    house: POT,
    hand: { cards: 'TS 6H 9C', ended: 'bust' },
    dealer: 22,
    outcome: 'lose',
    due: -1000,
  },
  {
    name: "the dealer's 22 does not keep a natural's price",
    house: EUROPEAN,
    hand: { cards: 'AS KH', ended: 'natural' },
    dealer: 22,
    outcome: 'blackjack',
    due: 1500,
  },
  { name: "the dealer's 22 is a bust elsewhere", house: 'sevens-prizes', hand: { cards: 'TS 7H' }, dealer: 22, outcome: 'win', due: 1000 },
  { name: "the dealer's 23 pays in every house", house: EUROPEAN, hand: { cards: 'TS 7H' }, dealer: 23, outcome: 'win', due: 1000 },
  {
    name: 'surrender loses half, whatever the dealer gets',
    house: 'gld',
    hand: { cards: 'TS 6H', ended: 'surrender', actions: ['surrender'] },
    dealer: 26,
    outcome: 'surrender',
    due: -500,
  },
  {
    name: "surrender loses half to a dealer's natural as well",
    house: 'sevens-prizes',
    hand: { cards: 'TS 6H', ended: 'surrender', actions: ['surrender'] },
    dealer: 'natural',
    outcome: 'surrender',
    due: -500,
  },
]

describe('every outcome has its price', () => {
  for (const { name, house, hand, dealer, insured = false, outcome, due } of OUTCOMES) {
    it(`${house}: ${name}`, () => {
      const { rules } = HOUSES[house]
      const held = handOf(hand)
      const [result = 'void'] = judgeHands([held], finalOf(dealer), rules, insured)
      assert.equal(result, outcome)
      assert.ok(dueOf(held, result, 1000, { rules, money: MONEY }) === due, 'another amount')
    })
  }
})

describe('what does not divide is rounded to the smallest chip', () => {
  const rows: readonly (readonly [amount: number, ratio: readonly [number, number], money: Money, paid: number])[] = [
    [1000, [3, 2], { smallestChip: 1, rounding: 'down' }, 1500],
    [1025, [3, 2], { smallestChip: 1, rounding: 'down' }, 1537],
    [1025, [3, 2], { smallestChip: 1, rounding: 'up' }, 1538],
    [1500, [3, 2], { smallestChip: 500, rounding: 'down' }, 2000],
    [1500, [3, 2], { smallestChip: 500, rounding: 'up' }, 2500],
    [1500, [3, 2], { smallestChip: 500, rounding: 'nearest' }, 2500],
    [1100, [3, 2], { smallestChip: 500, rounding: 'nearest' }, 1500],
    [700, [1, 2], { smallestChip: 100, rounding: 'down' }, 300],
    [700, [11, 1], { smallestChip: 500, rounding: 'down' }, 7500],
  ]
  for (const [amount, ratio, money, paid] of rows) {
    it(`${amount} at ${ratio.join(':')}, chips of ${money.smallestChip}, ${money.rounding}: ${paid}`, () => {
      assert.equal(payout(amount, ratio, money), paid)
    })
  }
  it('at surrender the half that goes back is rounded, so the odd chip stays with the house', () => {
    assert.equal(surrenderTaken(1500, HOUSES.gld.rules, { smallestChip: 500, rounding: 'down' }), 1000)
    assert.equal(surrenderTaken(1500, HOUSES.gld.rules, { smallestChip: 500, rounding: 'up' }), 500)
    assert.equal(surrenderTaken(2000, HOUSES.gld.rules, { smallestChip: 500, rounding: 'down' }), 1000)
  })
})
