/** What side bets are due, row by row. Side bets are 500, box bets 1000, unless a row says so. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cardCode, rankOf } from '../../src/rules/game/cards.ts'
import { openHand, withCard } from '../../src/rules/game/hand.ts'
import type { Outcome } from '../../src/rules/game/outcome.ts'
import { insuranceDue, potOfGoldDue, push22Due, sevensDue, sevensDues } from '../../src/rules/game/side-bets.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { codes, finalOf, type Held, handOf, MONEY } from './held.ts'

const EUROPEAN = 'free-bet-european'
const POT = 'free-bet-pot-of-gold'

describe('side bets', () => {
  const rules22 = HOUSES[EUROPEAN].rules
  const rulesPot = HOUSES[POT].rules
  it('insurance wins two to one on a natural and is lost on anything else, even a drawn 21', () => {
    assert.equal(insuranceDue(500, finalOf('natural'), { rules: rules22, money: MONEY }), 1000)
    assert.equal(insuranceDue(500, finalOf(21), { rules: rules22, money: MONEY }), -500)
    assert.equal(insuranceDue(500, finalOf(26), { rules: HOUSES.ingo.rules, money: MONEY }), -500)
  })
  const push22: readonly (readonly [name: string, HouseId, number | 'natural', string, number])[] = [
    ['wins even money on 22 in 000', EUROPEAN, 22, 'TS 7H', 500],
    ['wins for a bust hand in 000', EUROPEAN, 22, 'TS 7H 8C', 500],
    ['loses on 21 and 23', EUROPEAN, 23, 'TS 7H', -500],
    ['wins eleven to one in 001', POT, 22, 'TS 7H', 5500],
    ['wins for a first hand of 29', POT, 22, '9S TH TC', 5500],
    ['loses for a first hand of 30', POT, 22, 'TS JH TC', -500],
    ["loses to the dealer's natural", POT, 'natural', 'TS 7H', -500],
  ]
  for (const [name, house, dealer, cards, due] of push22) {
    it(`Push 22 ${name}`, () => assert.equal(push22Due(500, finalOf(dealer), [handOf({ cards })], HOUSES[house].rules), due))
  }
  it('after a split the first hand decides on Push 22', () => {
    const hands = [handOf({ cards: 'TS 9H', split: true }), handOf({ cards: 'TC JH TD', split: true, ended: 'bust' })]
    assert.equal(push22Due(500, finalOf(22), hands, rulesPot), 5500)
    assert.equal(push22Due(500, finalOf(22), hands.toReversed(), rulesPot), -500)
  })
  const pot: readonly (readonly [lammers: number, due: number])[] = [
    [0, -500],
    [1, 1500],
    [2, 6000],
    [3, 15000],
    [4, 25000],
    [5, 50000],
    [7, 50000],
  ]
  for (const [lammers, due] of pot) {
    it(`Pot of Gold with ${lammers} lammers: ${due}`, () => {
      const hands = Array.from({ length: 4 }, (_, at) =>
        handOf({ cards: '8S 9H', split: true, stake: [0, at < lammers % 4 ? Math.ceil(lammers / 4) : Math.floor(lammers / 4)] }),
      )
      assert.equal(potOfGoldDue(500, finalOf(20), hands, rulesPot), due)
      assert.equal(potOfGoldDue(500, finalOf('natural'), hands, rulesPot), -500)
    })
  }
})

describe('sevens prizes on the box bet (002)', () => {
  interface Prize {
    readonly name: string
    readonly hands: readonly Held[]
    readonly outcomes: readonly Outcome[]
    readonly suits?: string
    readonly due: number
  }
  const rows: readonly Prize[] = [
    { name: 'a first seven pays one to two', hands: [{ cards: '7S TH' }], outcomes: ['win'], due: 500 },
    { name: 'a second card seven pays nothing', hands: [{ cards: 'TS 7H' }], outcomes: ['win'], due: 0 },
    { name: 'two sevens pay one to one', hands: [{ cards: '7S 7H 5D' }], outcomes: ['win'], due: 1000 },
    { name: 'two suited sevens pay five to one', hands: [{ cards: '7S 7S 5D' }], outcomes: ['win'], due: 5000 },
    { name: 'three sevens pay ten to one', hands: [{ cards: '7S 7S 7D' }], outcomes: ['win'], due: 10000 },
    { name: 'three suited sevens pay a hundred to one', hands: [{ cards: '7S 7S 7S' }], outcomes: ['win'], due: 100000 },
    { name: 'a loser gets nothing', hands: [{ cards: '7S 7S 7S' }], outcomes: ['lose'], due: 0 },
    { name: 'a tie gets nothing', hands: [{ cards: '7S 7S 7S' }], outcomes: ['push'], due: 0 },
    { name: 'seven, then another, then a seven: the first alone counts', hands: [{ cards: '7S 2H 7D' }], outcomes: ['win'], due: 500 },
  ]
  for (const { name, hands, outcomes, due } of rows) {
    it(name, () => {
      const held = hands.map(handOf)
      const suits = codes(hands.map(({ cards }) => cards).join(' ')).map((code) => code & 3)
      const { rules } = HOUSES['sevens-prizes']
      assert.equal(sevensDue(1000, held, outcomes, { suitAt: (position) => suits[position] ?? null, rules, money: MONEY }), due)
    })
  }
  it('after a split the next card on the first hand is the third, and one winning hand is enough', () => {
    const { rules } = HOUSES['sevens-prizes']
    const seven = rankOf(cardCode('7S'))
    const four = rankOf(cardCode('4S'))
    const open = openHand(1, 0, true)
    const first = { ...withCard(withCard(open, 0, seven), 3, seven), ended: 'stand' } as const
    const second = { ...withCard(withCard(open, 2, seven), 4, four), ended: 'stand' } as const
    assert.equal(sevensDue(1000, [first, second], ['lose', 'win'], { suitAt: () => 0, rules, money: MONEY }), 100000)
    assert.equal(sevensDue(1000, [first, second], ['lose', 'push'], { suitAt: () => 0, rules, money: MONEY }), 0)
  })
  it('may come to more, depending on the suit of an unread seven', () => {
    const { rules } = HOUSES['sevens-prizes']
    const duesOf = (cards: string, suits: readonly (number | null)[]) =>
      sevensDues(1000, [handOf({ cards })], ['win'], { suitAt: (position) => suits[position] ?? null, rules, money: MONEY })
    assert.deepEqual(duesOf('7S 7S 5D', [0, null, 1]), [1000, 5000])
    assert.deepEqual(duesOf('7S 7S 7S', [0, 0, null]), [10000, 100000])
    assert.deepEqual(duesOf('7S 7S 7S', [0, 1, null]), [10000])
    assert.deepEqual(duesOf('7S 5D', [null, 1]), [500])
    assert.deepEqual(duesOf('5S 5D', [null, null]), [0])
  })
  it('other houses pay no prize', () => {
    assert.equal(sevensDue(1000, [handOf({ cards: '7S 7S 7S' })], ['win'], { suitAt: () => 0, rules: HOUSES.ingo.rules, money: MONEY }), 0)
  })
})
