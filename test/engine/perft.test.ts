/**
 * Golden counts: the number of stories of a run of cards after every card from the last of the deal on, and how many of them are over at
 * its end. Only cards and bets are known. If a rule changes anywhere, a number here changes. The enumerator has confirmed each of them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { engineSays, enumeratorSays, type SmallCase } from './small-rounds.ts'

interface Row {
  readonly name: string
  readonly house: HouseId
  readonly boxes: number
  readonly cards: string
  /** After the deal, then after every card. */
  readonly readings: readonly number[]
  /** Readings in which nobody can use another card. */
  readonly over: number
}

const ROWS: readonly Row[] = [
  {
    name: 'a hand that must draw: twelve, and nobody stands on eleven',
    house: 'free-bet-european',
    boxes: 1,
    cards: '5S 6D 4H 3C 9D 8C 2H TD',
    readings: [1, 2, 3, 3, 1, 1],
    over: 1,
  },
  {
    name: 'the same cards in a house where a hand may stand on anything',
    house: 'ingo',
    boxes: 1,
    cards: '5S 6D 4H 3C 9D 8C 2H TD',
    readings: [1, 3, 4, 3, 1, 1],
    over: 1,
  },
  {
    name: 'free double on eleven, or hits',
    house: 'free-bet-european',
    boxes: 1,
    cards: '6S 4D 5H 9C 7D 2C 2S',
    readings: [1, 2, 3, 2, 2],
    over: 0,
  },
  {
    name: 'eights split, split again and again: four hands',
    house: 'free-bet-european',
    boxes: 1,
    cards: '8S 6D 8H 8C 3D 8D 2C TH 5S 9C TD 7H 4S',
    readings: [1, 4, 5, 7, 15, 22, 25, 37, 45, 36, 12],
    over: 12,
  },
  {
    name: 'tens of unequal rank are no pair by rank',
    house: 'free-bet-european',
    boxes: 1,
    cards: 'KS 5D QH 9C 8D',
    readings: [1, 3, 1],
    over: 1,
  },
  {
    name: 'tens of unequal rank are a pair by value',
    house: 'sevens-prizes',
    boxes: 1,
    cards: 'KS 5D QH 9C 8D 4H 7S TC',
    readings: [1, 4, 4, 5, 9, 9],
    over: 5,
  },
  {
    name: 'aces split to four hands, one card each',
    house: 'free-bet-european',
    boxes: 1,
    cards: 'AS 6D AH AC AD 5S 9C TD 7H 4S TC',
    readings: [1, 4, 5, 6, 7, 6, 4, 1, 1],
    over: 1,
  },
  {
    name: 'aces split to three hands at most',
    house: 'sevens-prizes',
    boxes: 1,
    cards: 'AS 6D AH AC AD 5S 9C TD 7H',
    readings: [1, 4, 5, 5, 6, 5, 3],
    over: 3,
  },
  { name: 'aces split once', house: 'ingo', boxes: 1, cards: 'AS 6D AH AC AD 5S 9C TD 7H', readings: [1, 3, 3, 3, 4, 3, 1], over: 1 },
  {
    name: 'both hands of a split get their cards at once',
    house: 'gld',
    boxes: 1,
    cards: '8S 9D 8H 7C 3D TH 2C 6S 5D KC',
    readings: [1, 4, 4, 5, 10, 9, 5],
    over: 5,
  },
  {
    name: 'hard twenty-one may draw where Push 22 speaks of twenty-nine',
    house: 'free-bet-pot-of-gold',
    boxes: 1,
    cards: '7S 6D 6H TC 8D 5C',
    readings: [1, 3, 3],
    over: 3,
  },
  {
    name: 'a dealer who draws on soft seventeen',
    house: 'free-bet-pot-of-gold',
    boxes: 1,
    cards: 'TS AD 8H 6C 2D 4S',
    readings: [1, 3, 3],
    over: 3,
  },
  { name: 'a dealer who stands on soft seventeen', house: 'gld', boxes: 1, cards: 'TS AD 8H 6C 2D 4S', readings: [1, 2, 1], over: 1 },
  {
    name: 'a natural found at the check: nobody plays',
    house: 'free-bet-pot-of-gold',
    boxes: 2,
    cards: '5S 9H AD 6C 7D KC 8S',
    readings: [1, 0],
    over: 0,
  },
  { name: 'a natural found at the check under a ten', house: 'gld', boxes: 2, cards: '5S 9H AD 6C 7D KC 8S', readings: [1, 0], over: 0 },
  {
    name: 'a natural against a ten waits for the dealer, who plays to the end',
    house: 'free-bet-european',
    boxes: 1,
    cards: 'AS KD TH 3C 2D 5H',
    readings: [1, 1, 1, 1],
    over: 1,
  },
  {
    name: 'a natural against a ten: one card decides it, or he plays on',
    house: 'ingo',
    boxes: 1,
    cards: 'AS KD TH 3C 2D 5H',
    readings: [1, 1, 1, 1],
    over: 1,
  },
  { name: 'a natural paid before play leaves nothing to draw for', house: 'ingo', boxes: 1, cards: 'AS 9D TH', readings: [1], over: 1 },
  {
    name: 'two boxes over six cards',
    house: 'free-bet-european',
    boxes: 2,
    cards: '5S 9H 6D 7C 3D 4H 8C 2S TD 5C',
    readings: [1, 5, 11, 14, 15, 4],
    over: 4,
  },
  {
    name: 'two boxes over six cards in a house where a hand may stand on anything',
    house: 'ingo',
    boxes: 2,
    cards: '5S 9H 6D 7C 3D 4H 8C 2S TD 5C',
    readings: [1, 3, 6, 7, 8, 2],
    over: 2,
  },
  {
    name: 'two boxes, the first with a pair',
    house: 'sevens-prizes',
    boxes: 2,
    cards: '7S TH 6D 7C 3D 4H 8C 2S TD 5C AS',
    readings: [1, 6, 14, 20, 35, 39, 45],
    over: 16,
  },
  {
    name: 'two boxes and a hole card',
    house: 'free-bet-pot-of-gold',
    boxes: 2,
    cards: '8S TH 7D 8C 2D 5H 3C 4S 9D KC 6S',
    readings: [1, 6, 14, 23, 27, 29],
    over: 15,
  },
  {
    name: 'two boxes, first card down',
    house: 'gld',
    boxes: 2,
    cards: '9S TH 7D 9C 2D 5H 3C 4S AD KC 6S',
    readings: [1, 6, 11, 19, 33, 32],
    over: 18,
  },
  {
    name: 'three boxes of small cards',
    house: 'free-bet-european',
    boxes: 3,
    cards: '2S 3H 4D 5C 2C 3D 4H 2H 3S 4C AD 5S 2D 6H',
    readings: [1, 3, 7, 12, 23, 57, 110, 181],
    over: 3,
  },
  {
    name: 'three boxes of small cards in a house where a hand may stand on anything',
    house: 'ingo',
    boxes: 3,
    cards: '2S 3H 4D 5C 2C 3D 4H 2H 3S 4C AD 5S 2D',
    readings: [1, 7, 19, 48, 109, 214, 424],
    over: 0,
  },
  {
    name: 'three boxes, every one with a pair',
    house: 'free-bet-pot-of-gold',
    boxes: 3,
    cards: '2S 3H 4D 7C 2C 3D 4H TH 3S 4C AD 5S 2D',
    readings: [1, 9, 31, 80, 187, 394],
    over: 258,
  },
  {
    name: 'three boxes, one with a pair',
    house: 'sevens-prizes',
    boxes: 3,
    cards: '7S TH 3S 6D 7C 3D 4H 8C 2S TD 5C AS 9D',
    readings: [1, 8, 23, 45, 76, 116, 150],
    over: 26,
  },
  {
    name: 'three boxes, the first with a pair, split hands dealt together',
    house: 'gld',
    boxes: 3,
    cards: '8S TH 3S 6D 7C 3D 8H 9C 2S TD 5C AS 9D KC',
    readings: [1, 7, 21, 29, 25, 36, 14],
    over: 11,
  },
  { name: 'double on nine to eleven alone', house: 'ingo', boxes: 1, cards: '4S 6D 5H 9C 3D TC 7H', readings: [1, 3, 4, 3, 1], over: 1 },
  {
    name: 'five cards to twenty-one',
    house: 'sevens-prizes',
    boxes: 1,
    cards: '2S 6D 3H 4C 5D 7C TC 9H',
    readings: [1, 3, 4, 5, 2, 1],
    over: 1,
  },
]

const caseOf = ({ house, boxes, cards }: Row): SmallCase => ({
  house,
  round: { rules: HOUSES[house].rules, bets: Array.from({ length: boxes }, () => 1000), evidence: 'bets', smallestChip: 100 },
  signs: cards.split(' ').map((card) => ({ card })),
})

describe('golden counts of readings', () => {
  it('stand for every house at one, two and three boxes', () => {
    for (const house of HOUSE_IDS) {
      const boxes = new Set(ROWS.filter((row) => row.house === house).map((row) => row.boxes))
      assert.deepEqual([...boxes].sort(), [1, 2, 3], house)
    }
  })

  for (const row of ROWS) {
    it(`${row.house}, ${row.boxes} box${row.boxes === 1 ? '' : 'es'}: ${row.name}`, () => {
      const counts = engineSays(caseOf(row)).map(({ readings }) => readings)
      assert.deepEqual(counts, [...row.readings, row.over])
      assert.deepEqual(
        enumeratorSays(caseOf(row)).map(({ readings }) => readings),
        counts,
      )
    })
  }
})
