/** What is due, row by row: totals, outcomes, prices, side bets, and how amounts that do not divide are rounded. Bets are 1000 unless a row says so. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Action, Outcome } from '../../src/engine/event.ts'
import { addRank, cardCode, isSoft, NO_POINTS, type Points, rankOf, totalOf } from '../../src/engine/game/cards.ts'
import { type Ended, type Hand, openHand, withAction, withCard } from '../../src/engine/game/hand.ts'
import { dueOf, judgeHands, type Money, payout, surrenderTaken } from '../../src/engine/game/settle.ts'
import { insuranceDue, potOfGoldDue, push22Due, sevensDue, sevensDues } from '../../src/engine/game/side-bets.ts'
import type { HouseId } from '../../src/house/house.ts'
import { HOUSES } from '../../src/house/index.ts'

const MONEY: Money = { smallestChip: 100, rounding: 'down' }
const codes = (text: string): number[] => text.split(' ').map((card) => cardCode(card as '5S'))

interface Held {
  readonly cards: string
  readonly actions?: readonly Action[]
  readonly ended?: Ended
  /** Bets' worth of chips and lammers on it; default one bet. */
  readonly stake?: readonly [number, number]
  readonly split?: boolean
}

const handOf = ({ cards, actions = [], ended = 'stand', stake: [real, lammers] = [1, 0], split = false }: Held): Hand => {
  const held = codes(cards).reduce<Hand>((hand, code, position) => withCard(hand, position, rankOf(code)), openHand(real, lammers, split))
  return actions.reduce<Hand>((hand, action) => withAction(hand, action), { ...held, ended })
}

/** `20`, `soft 17`, `natural` (a dealer's), `bust`. */
const finalOf = (total: number | 'natural') => (total === 'natural' ? { total: 21, blackjack: true } : { total, blackjack: false })

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
  { name: "the dealer's bust pays who is still in", house: 'ingo', hand: { cards: '2S 3H' }, dealer: 26, outcome: 'win', due: 1000 },
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
    name: "surrender loses half to a dealer's natural too",
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
      assert.ok(dueOf(held, result, 1000, rules, MONEY) === due, 'another amount')
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

describe('side bets', () => {
  const rules22 = HOUSES[EUROPEAN].rules
  const rulesPot = HOUSES[POT].rules
  it('insurance wins two to one on a natural and is lost on anything else, a drawn 21 too', () => {
    assert.equal(insuranceDue(500, finalOf('natural'), rules22, MONEY), 1000)
    assert.equal(insuranceDue(500, finalOf(21), rules22, MONEY), -500)
    assert.equal(insuranceDue(500, finalOf(26), HOUSES.ingo.rules, MONEY), -500)
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
      assert.equal(
        sevensDue(1000, held, outcomes, (position) => suits[position] ?? null, rules, MONEY),
        due,
      )
    })
  }
  it('after a split the next card on the first hand is the third, and one winning hand is enough', () => {
    const { rules } = HOUSES['sevens-prizes']
    const seven = rankOf(cardCode('7S'))
    const four = rankOf(cardCode('4S'))
    const open = openHand(1, 0, true)
    const first = { ...withCard(withCard(open, 0, seven), 3, seven), ended: 'stand' } as const
    const second = { ...withCard(withCard(open, 2, seven), 4, four), ended: 'stand' } as const
    assert.equal(
      sevensDue(1000, [first, second], ['lose', 'win'], () => 0, rules, MONEY),
      100000,
    )
    assert.equal(
      sevensDue(1000, [first, second], ['lose', 'push'], () => 0, rules, MONEY),
      0,
    )
  })
  it('may come to more by the suit of a seven nobody read', () => {
    const { rules } = HOUSES['sevens-prizes']
    const duesOf = (cards: string, suits: readonly (number | null)[]) =>
      sevensDues(1000, [handOf({ cards })], ['win'], (position) => suits[position] ?? null, rules, MONEY)
    assert.deepEqual(duesOf('7S 7S 5D', [0, null, 1]), [1000, 5000])
    assert.deepEqual(duesOf('7S 7S 7S', [0, 0, null]), [10000, 100000])
    assert.deepEqual(duesOf('7S 7S 7S', [0, 1, null]), [10000])
    assert.deepEqual(duesOf('7S 5D', [null, 1]), [500])
    assert.deepEqual(duesOf('5S 5D', [null, null]), [0])
  })
  it('other houses pay no prize', () => {
    assert.equal(
      sevensDue(1000, [handOf({ cards: '7S 7S 7S' })], ['win'], () => 0, HOUSES.ingo.rules, MONEY),
      0,
    )
  })
})
