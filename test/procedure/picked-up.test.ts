/** A player picks up what he was paid although it was too little: that is no sign of another error, least of all of his own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { INGO, NEXT } from './reading-scenario.ts'
import { teller } from './scene.ts'

/** What is reported of box 2, withdrawn or not, and how it stands in the end. */
const told = (words: string) => {
  const { said } = teller({ ...INGO, boxes: 2 }).tell(words)
  const standing = new Map<string, string>()
  for (const each of said) {
    if (each.type === 'finding.raised' || each.type === 'finding.changed') {
      const { finding, code, grade, corrected } = each.data
      standing.set(finding, `${code} ${corrected ? 'put right' : grade}`)
    } else if (each.type === 'finding.withdrawn') standing.delete(each.data.finding)
  }
  return [...standing.values()]
}

/** Both boxes win against a bust. */
const WON = '1=1000 2=1000 TS TH QD 9S 9C +2000 >1.1 >2.1 >dealer 6H QS +2000 >- +3000'
/** Box 1 wins, box 2 has a blackjack under a queen. */
const BLACKJACK = '1=1000 2=1000 TS AD QD 9S KC +2000 >1.1 >dealer 6H QS +2000 >- +3000'
const REST = '+3000 1=2000 +3000 1=0 2=0'

/** At once, or after a while. */
const PAUSES = ['+-500', '+4000']

describe('a payment that is too small', () => {
  it('is the error where the player picks up what he got and leaves his bet', () => {
    for (const pause of PAUSES) {
      assert.deepEqual(told(`${WON} 2=1800 ${pause} 2=1000 ${REST} ${NEXT}`), ['PAY-SHORT proven'], pause)
      assert.deepEqual(told(`${BLACKJACK} 2=2200 ${pause} 2=1000 ${REST} ${NEXT}`), ['BJ-SHORT proven'], pause)
    }
  })

  it('is put right where the dealer pays the rest after that, and nobody has changed his bet', () => {
    for (const pause of PAUSES) {
      const found = told(`${BLACKJACK} 2=2200 ${pause} 2=1000 +3000 1=2000 +1000 2=1300 +3000 1=0 2=0 ${NEXT}`)
      assert.ok(found.includes('PAY-TOPPED-UP proven'), found.join())
      assert.ok(
        found.every((each) => !/^BET-/.test(each) || each.endsWith('put right')),
        found.join(),
      )
    }
  })

  it('is put right where the rack shows who moved the chips', () => {
    const racked = `rack=1000x90 ${BLACKJACK}`
    for (const pause of PAUSES) {
      const paid = `rack=1000x88,100x8 +-980 2=2200 ${pause} 2=1000 +3000 rack=1000x87,100x8 +-980 1=2000`
      const found = told(`${racked} ${paid} +3000 rack=1000x87,100x5 +-990 2=1300 +3000 1=0 2=0 ${NEXT}`)
      assert.ok(found.includes('PAY-TOPPED-UP proven'), found.join())
      assert.ok(
        found.every((each) => !/^BET-/.test(each) || each.endsWith('put right')),
        found.join(),
      )
    }
  })
})
