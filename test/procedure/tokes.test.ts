/** A bet for the dealer is no second player's, and keeps to no minimum (001 l.40); what is none still breaks what it breaks. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseId } from '../../src/rules/house/house.ts'
import { teller } from './scene.ts'

/** Dealt to a box with 20 and a dealer with 18, paid and collected. `laid` comes before the first card. */
const played = (laid: string, paid = ''): string =>
  `1=1000 ${laid} TS 8S QS TH +2000 >1.1 +3000 >dealer +2000 >- +3000 1=2000 ${paid} +3000 1=0 1.main2=0 1.main3=0`

const told = (house: HouseId, words: string): readonly string[] =>
  teller({ house, spots: 'main, main2, main3, ins, p22, pog' })
    .tell(words)
    .findings.filter(({ severity }) => severity !== 'info')
    .map(({ code, spot }) => `${code} ${spot}`)

describe('chips on the second spot of a box', () => {
  for (const amount of [100, 300, 1000, 50000])
    it(`${amount} are legal where they may be the dealer's`, () => {
      assert.deepEqual(told('free-bet-pot-of-gold', played(`1.main2=${amount}`, `1.main2=${2 * amount}`)), [])
    })

  it('are a second player’s where the house has no bets for the dealer', () => {
    assert.deepEqual(told('gld', '1=1000 1.main2=300 TS 7S TH 9D tick tick'), ['BET-UNDER-MIN 1.main2', 'BOX-TOO-MANY-PLAYERS 1.main'])
  })

  it('are the bet that plays where its player has no other: 001 l.5', () => {
    const alone = (amount: number): string =>
      `1.main2=${amount} 1.p22=500 TS TD 9S 7D +2000 >1.1 +3000 >dealer +2000 >- +3000 1.main2=${2 * amount} +3000 1.p22=0 1.main2=0`
    assert.deepEqual(told('free-bet-pot-of-gold', alone(500)), ['BET-UNDER-MIN 1.main2'])
    assert.deepEqual(told('free-bet-pot-of-gold', alone(1200)), ['BET-WRONG-UNIT 1.main2'])
    assert.deepEqual(told('free-bet-pot-of-gold', alone(1000)), [])
    assert.deepEqual(
      told('free-bet-pot-of-gold', alone(500).replace('1.main2', 'lost:spots:1 1.main2')),
      [],
      'a line of his bet may be lost',
    )
  })

  it('keep to the maximum all the same', () => {
    assert.deepEqual(told('free-bet-pot-of-gold', played('1.main2=50500', '1.main2=101000')), ['BET-OVER-MAX 1.main2'])
  })

  it('are settled as the hand', () => {
    assert.deepEqual(told('free-bet-pot-of-gold', `${played('1.main2=300')} +3000 2=1000 5S 6S 9D TD`), ['CO-BETTOR-SKIPPED 1.main2'])
  })

  it('do not make room for a second player on the third', () => {
    const words = played('1.main2=300 1.main3=1000', '1.main2=600 1.main3=2000')
    assert.deepEqual(told('free-bet-pot-of-gold', words), ['BOX-TOO-MANY-PLAYERS 1.main'])
  })
})
