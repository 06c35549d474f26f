/** Lines of the pointer are given up, or a card comes after the pointer's next line: nothing is reported as certain meanwhile. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hear, lastTold, roundLine } from './told-round.ts'

const CONFIG = { boxes: 3, spots: ['main'], chipEvidence: 'payouts' } as const
/**
 * Both players stand, and QH is the dealer's: the pointer is at him. If it were box 3's, that would be another story that fits the chips.
 */
const PLAYED = '2=10500 3=6000 8S TS 7S 5H JS 4H >2.1 >3.1'
const SETTLED = '>- 3=0 2=0 2=2500'
const TRUTH = '2 8S 5H [stand] lose: -10500 | 3 TS JS [stand] lose: -6000 | dealer 7S 4H QH'

const told = (words: string) => hear({ house: 'gld', config: CONFIG, words })

describe('a line of the pointer that is missing', () => {
  it('leaves its round without a verdict', () => {
    const { complete, readings } = lastTold(told(`${PLAYED} <p11> QH ${SETTLED}`))
    assert.deepEqual({ complete, readings }, { complete: false, readings: 0 })
  })

  for (const [when, words] of [
    ['while the round is open', `${PLAYED} <p11> QH -5500:11~>dealer ${SETTLED}`],
    ['after the round has closed', `${PLAYED} <p11> QH ${SETTLED} -24000:11~>dealer`],
  ] as const) {
    it(`gives it its verdict when the line comes ${when}`, () => {
      const last = lastTold(told(words))
      assert.deepEqual({ complete: last.complete, line: roundLine(last) }, { complete: true, line: TRUTH })
    })
  }
})

describe('a card that is heard after the pointer has left its rest', () => {
  const DEALT = '3=1000 7C 9S AH 1500:>3.1'
  const errors = (words: string) => {
    const found: string[] = []
    hear({ house: 'gld', config: CONFIG, words }, (state) => {
      found.push(...[...state.deviations.values()].flat().map(({ code }) => code))
      return state
    })
    return [...new Set(found)]
  }

  it('is waited for before anybody is accused of the deal', () => {
    assert.deepEqual(errors(`${DEALT} 3000:tick -4000:5C >dealer TH >- 3=2000 3=0`), [])
  })

  it('counts as missing if it does not come', () => {
    assert.deepEqual(errors(`${DEALT} 3000:tick 2000:tick`), ['DEAL-ONE-CARD-HAND'])
  })
})
