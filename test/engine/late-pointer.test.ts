/** The dealer moves his pointer after the card: what is reported then, and what is reported once the dealer is known to do so. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Deviation } from '../../src/engine/deviation.ts'
import { checkRows, hear } from './told-round.ts'

/** 4H comes while the pointer still stands at a hand on 21: it can only have been late. */
const LATE = '1=2000 2=2000 TH 9S 8D 5C 2H >1.1 6D 4H 800:>2.1 TC 2=0 >dealer 9D >- 1=4000 1=0'
/** 2C may be box 1's, or box 2's with the pointer late again; both boxes lose either way. */
const EITHER = '1=2000 2=2000 TH 9S 8D 5C 2H >1.1 2C 800:>2.1 5D >dealer AC >- 1=0 2=0'

const LATE_LINE = '1 TH 5C 6D [hit] win: 2000 | 2 9S 2H 4H TC [hit,hit] lose: -2000 | dealer 8D 9D'
const EITHER_LINE = '1 TH 5C 2C [hit,stand] lose: -2000 | 2 9S 2H 5D [hit,stand] lose: -2000 | dealer 8D AC'

const certain = (words: string): readonly boolean[] =>
  (hear({ house: 'ingo', words }).closed.at(-1)?.boxes ?? []).flatMap(({ hands }) => hands.map((hand) => hand.certain))

/** What is found in the end, in alphabetical order. */
const found = (words: string): readonly string[] => {
  let errors: readonly Deviation[] = []
  hear({ house: 'ingo', words: `${words} 3000:tick 3000:tick` }, (state) => {
    errors = [...state.deviations.values()].flat()
    return state
  })
  return errors.map(({ code, box, grade }) => `${code} ${grade} ${box}`).sort()
}

describe('an error next to a pointer that comes late', () => {
  /** 4H is box 2's, although the pointer still stands at box 1, which has 21: box 1 is due 20.00. */
  const PLAYED = '1=2000 2=2000 TH 9S 8D 5C 2H >1.1 6D 4H 800:>2.1 TC 2=0 >dealer 9D >-'
  const IN_TIME = '1=2000 2=2000 TH 9S 8D 5C 2H >1.1 6D >2.1 4H TC 2=0 >dealer 9D >-'

  for (const [name, settled, errors] of [
    ['a winner paid too little', '1=3000 1=0', ['PAY-SHORT proven 1']],
    ['a winner not paid', '1=0', ['TOOK-WINNER one-of 1', 'WINNER-UNPAID one-of 1']],
    ['a winner paid as due', '1=4000 1=0', []],
  ] as const) {
    it(`is found as if it came in time: ${name}`, () => {
      assert.deepEqual([found(`${PLAYED} ${settled}`), found(`${IN_TIME} ${settled}`)], [errors, errors])
    })
  }

  const STANDS = '1=2000 TS 7D 9D 1:>1.1 1500:>dealer 1100:TC'
  for (const [name, settled] of [
    ['still stands at the dealer', '4500:1=3000 1:>- 3700:1=0'],
    ['was never laid to rest', '4500:1=3000 3700:1=0'],
    ['rests', '4499:>- 1:1=3000 3700:1=0'],
  ]) {
    it(`is found when 10.00 were paid for 20.00 while it ${name}`, () => {
      assert.deepEqual(found(`${STANDS} ${settled}`), ['PAY-SHORT proven 1'])
    })
  }
})

describe('a pointer that comes late', () => {
  checkRows([
    { house: 'ingo', name: 'is in time until something else is seen', words: EITHER, lines: [EITHER_LINE] },
    {
      house: 'ingo',
      name: 'may come late again once it could only have been late',
      words: `${LATE} ${EITHER}`,
      lines: [LATE_LINE, EITHER_LINE],
      readings: [1, 2],
    },
    {
      house: 'ingo',
      name: 'is no evidence about the dealer who takes over',
      words: `${LATE} relief ${EITHER}`,
      lines: [LATE_LINE, EITHER_LINE],
    },
    {
      house: 'ingo',
      name: 'at the dealer keeps his cards in the round, though nothing was left to draw for',
      words: '1=2000 TD 8S QH >1.1 3C 800:>dealer 800:2D 4S >- 1=4000 1=0',
      config: { chipEvidence: 'stakes' },
      lines: ['1 TD QH [stand] win: 2000, moved null | dealer 8S 3C 2D 4S'],
    },
    {
      house: 'gld',
      name: 'rules out that a round began with that card: the pointer rests while cards are dealt',
      words: '1=1500 2=5000 7D KS 5D AS 7H QD 1500:2C 800:>1.1 >2.1 >dealer 300:QH >- 1=3000 2=0',
      config: { chipEvidence: 'bets' },
      readings: [2],
      lines: ['1 7D AS 2C [hit,stand] win: 1500, moved null | 2 KS 7H [stand] win: 5000, moved null | dealer 5D QD QH'],
    },
  ])

  it('makes nothing certain that depends on it, once it is known to come late', () => {
    assert.deepEqual(certain(EITHER), [true, true])
    assert.deepEqual(certain(`${LATE} ${EITHER}`), [false, false])
  })
})
