/** A table that plays from a script: what it asks, what it refuses, and a dealer who does otherwise than he must. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DealerCustoms } from '../../simulators/table/choices.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { playScript, type ScriptedBox, type TableScript } from '../../simulators/table/script.ts'
import type { PlayedAction, RoundTruth } from '../../simulators/table/types.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'

const LIMITS = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null }
const SPOTS = ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'] as const

function box(bets: ScriptedBox['bets'], decisions: string, more: Partial<ScriptedBox> = {}): ScriptedBox {
  const words = decisions.split(' ').filter((word) => word !== '') as PlayedAction[]
  return { bets, absent: false, insurance: {}, evenMoney: [], decisions: words, follows: {}, ...more }
}

function play(house: HouseId, boxes: TableScript['boxes'], cards: string, customs: Partial<DealerCustoms> = {}, seed = 1): RoundTruth {
  const script = { boxes, cards: cards.split(' ') as TableScript['cards'] }
  const { rules } = HOUSES[house]
  const options = { rules, limits: LIMITS, chips: [100, 500, 2500], boxes: 7, spots: SPOTS, pointer: true, random: seededRandom(seed) }
  return playScript(script, options, customs).truth
}

const mainOf = (truth: RoundTruth, number: number) => truth.boxes.find((each) => each.box === number)?.spots.main

describe('a scripted round', () => {
  it('deals the cards of the script to who the rules say, whatever the seed', () => {
    const boxes = { 2: box({ main: 1000 }, 'hit stand'), 5: box({ main: 2000 }, 'double') }
    for (let seed = 1; seed <= 20; seed++) {
      const truth = play('ingo', boxes, '5S 6D 9C 7H 5D 4S 8C TH', {}, seed)
      assert.deepEqual(truth.dealer.cards, ['9C', 'TH'])
      assert.deepEqual(
        truth.boxes.map(({ hands }) => hands.map(({ cards, actions, outcome }) => [cards.join(' '), actions.join(' '), outcome])),
        [[['5S 7H 4S', 'hit stand', 'lose']], [['6D 5D 8C', 'double', 'push']]],
      )
    }
  })

  it('says when each amount fell due', () => {
    const boxes = {
      1: box({ main: 1000 }, ''),
      2: box({ main: 1000 }, 'hit'),
      3: box({ main: 1000, main2: 2000 }, 'split hit stand', { follows: { main2: [false] } }),
    }
    const truth = play('ingo', boxes, 'AS TD 8C 6H KD 6S 8D 9S 5S KC TC TS 9D')
    const falls = (number: number) => mainOf(truth, number)?.falls
    assert.deepEqual(falls(1), { before: 1500, inPlay: 0, after: 0 })
    assert.deepEqual(falls(2), { before: 0, inPlay: -1000, after: 0 })
    assert.deepEqual(falls(3), { before: 0, inPlay: -1000, after: 1000 })
    assert.deepEqual(truth.boxes[2]?.spots.main2?.falls, { before: 0, inPlay: -2000, after: 0 })
  })

  const refused: readonly (readonly [name: string, boxes: TableScript['boxes'], cards: string, message: RegExp])[] = [
    ['an illegal decision', { 1: box({ main: 1000 }, 'free-double') }, '5S 9C 5D 9H TC', /free-double on box 1/],
    ['a decision too few', { 1: box({ main: 1000 }, 'hit') }, '5S 9C 5D 2C TC 9D', /no decision of box 1 on 5S 5D 2C/],
    ['a decision too many', { 1: box({ main: 1000 }, 'stand hit') }, '9S 9C TD TC', /before hit of box 1/],
    ['a card too few', { 1: box({ main: 1000 }, 'stand') }, '9S 9C TD', /ran empty/],
    ['a card too many', { 1: box({ main: 1000 }, 'stand') }, '9S 9C TD TC 2D', /before card 2D/],
    ['a bet where the house has none', { 1: box({ main: 1000, pog: 500 }, 'stand') }, '9S 9C TD TC', /the bet on pog of box 1/],
    ['insurance that is not offered', { 1: box({ main: 1000 }, 'stand', { insurance: { offer: 500 } }) }, '9S 9C TD TC', /insurance offer/],
    ['an answer too few', { 1: box({ main: 1000, main2: 1000 }, 'double') }, '5S 9C 5D TH TC', /no answer of main2 on box 1/],
    ['even money that is not offered', { 1: box({ main: 1000 }, '', { evenMoney: ['main'] }) }, 'AS TC KD 7D', /even money on main/],
  ]
  for (const [name, boxes, cards, message] of refused) {
    it(`is refused with ${name}`, () => assert.throws(() => play('ingo', boxes, cards), { name: 'RangeError', message }))
  }
})

describe('a dealer who does otherwise than he must', () => {
  const win = { 1: box({ main: 1000 }, 'stand') }

  it('pays what his customs say, and the books show what was due', () => {
    const spot = mainOf(play('ingo', win, 'TS 9C TD 9D', { pays: (_spot, due) => due - 500 }), 1)
    assert.deepEqual([spot?.due, spot?.moved], [1000, 500])
  })

  it('leaves a lost stake where it lies', () => {
    const spot = mainOf(play('ingo', win, '9S TC 9D TD', { takes: () => ({ amount: 0, lammers: 0 }) }), 1)
    assert.deepEqual([spot?.due, spot?.moved], [-1000, 0])
  })

  it('stands too early, and the round is settled by the hand he has', () => {
    const truth = play('ingo', win, '9S TC 9D 4D', { draws: () => false })
    assert.deepEqual([truth.dealer.total, truth.boxes[0]?.hands[0]?.outcome], [14, 'win'])
  })

  it('draws on after he had to stand, and the card too many does not count', () => {
    const truth = play('ingo', win, '7S TC TD 8D 6C', { draws: (cards, must) => must || cards.length < 3 })
    assert.deepEqual([truth.dealer.cards.length, truth.boxes[0]?.hands[0]?.outcome], [3, 'lose'])
  })
})
