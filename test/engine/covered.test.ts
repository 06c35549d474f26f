/**
 * A hand over a bet hides its chips for less than the spots' lag. It takes no box out of the round, it takes no stake and lays no new bet; what
 * is as quick and true is a reading beside. Beside the enumerator it stands in exact.test.ts; here what the table tells.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hear, roundLine } from './told-round.ts'

const told = (words: string) => hear({ house: 'ingo', words }).closed.map(roundLine)

describe('a hand over a bet for a moment', () => {
  const deal = (covered: string) => `1=2000 2=2000 TH ${covered} 500:9C 500:8D 500:9S 500:7C`
  const rest = '5H 1=0 2=4000 2=0'

  it('leaves its box in the round, whether it came before or after the lag was over', () => {
    const plain = told(`${deal('')} ${rest}`)
    assert.equal(plain.length, 1)
    for (const covered of ['300:1=0 900:1=2000', '1200:1=0 900:1=2000', '1450:2=0 1400:2=2000']) {
      assert.deepEqual(told(`${deal(covered)} ${rest}`), plain, covered)
    }
  })

  it('takes no stake and begins no round while cards are played', () => {
    const plain = told(`${deal('')} ${rest}`)
    for (const covered of ['2=0 1200:2=2000', '1=0 300:1=2000']) assert.deepEqual(told(`${deal('')} ${covered} ${rest}`), plain, covered)
  })

  it('is another thing than a bet that stays away', () => {
    const [line] = told(`${deal('1200:1=0 5000:1=2000')} ${rest}`)
    assert.ok(!line?.startsWith('1 '), line)
  })

  it('may have been true: a stake taken and another bet laid as quickly is a reading', () => {
    // Bust, taken, and the next bet laid within the lag.
    const { closed } = hear({ house: 'ingo', words: '1=2000 TH 8D 6C TC 400:1=0 900:1=2000 7000:5S 5D 5C' })
    assert.deepEqual(closed.map(roundLine)[0], '1 TH 6C TC [hit] lose: -2000 | dealer 8D')
  })
})
