/** 001 step 7 l.61: the Pot of Gold bet of a player who declines the free bet is picked up at once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NEXT, POT } from './reading-scenario.ts'
import { standingAfter, teller } from './scene.ts'

const ONE = { ...POT, boxes: 1 }
const TWO = { ...POT, boxes: 2 }
const LEFT = ['POG-NOT-PICKED-UP proven']

/** Nine in two cards, and the dealer's seventeen; box 2 has thirteen. */
const NINE = '1=1000 1.pog=500 5S TD 4S 7D +3000'
const NINE_OF_TWO = '1=1000 1.pog=500 2=1000 5S TS TD 4S 3S 7D +3000'
const OF_TWO = '+2000 >2.1 +2000 2D +5000 >dealer +3000 >- 2=0 +3000'

describe('a Pot of Gold bet whose free bet was declined', () => {
  it('is reported once play has gone on behind its box', () => {
    const words = `${NINE_OF_TWO} >1.1 +2000 TC ${OF_TWO} 1=2000 +3000 1.pog=0 1=0 ${NEXT}`
    assert.deepEqual(standingAfter(TWO, words), LEFT)
    const [finding] = teller(TWO).tell(words).findings
    assert.deepEqual([finding?.clause.line, finding?.amount, finding?.spot], [61, 500, '1.pog'])
    assert.match(finding?.expected ?? '', /declined/)
  })

  it('is reported once its bet is paid, where no further card came', () => {
    assert.deepEqual(standingAfter(ONE, `${NINE} >1.1 +2000 TC +2000 >dealer +3000 >- 1=2000 +3000 1.pog=0 1=0 ${NEXT}`), LEFT)
    assert.deepEqual(standingAfter(ONE, `${NINE} TC +5000 1=2000 +3000 1.pog=0 1=0 ${NEXT}`), LEFT, 'without a pointer')
  })

  it('is reported where the player paid for his double, or stood', () => {
    const doubled = `${NINE_OF_TWO} >1.1 +2000 1=2000 +2000 TC ${OF_TWO} 1=4000 +3000 1.pog=0 1=0 ${NEXT}`
    const left = standingAfter(TWO, doubled)
    assert.ok(left.includes('POG-NOT-PICKED-UP proven'), left.join())
    assert.deepEqual(standingAfter(TWO, `${NINE_OF_TWO} >1.1 ${OF_TWO} 1=0 +3000 1.pog=0 ${NEXT}`), LEFT)
  })

  it('is none where it is picked up in his turn, behind his bust, or where a lammer was taken', () => {
    const inTurn = `${NINE_OF_TWO} >1.1 +2000 TC 1.pog=0 ${OF_TWO} 1=2000 +3000 1=0 ${NEXT}`
    assert.deepEqual(standingAfter(TWO, inTurn), [])
    assert.deepEqual(standingAfter(ONE, `${NINE} >1.1 +2000 3C +2000 TC 1=0 +500 1.pog=0 +3000 ${NEXT}`), [])
    const paid = '1=3000,FBx1 1=3000 1.pog=500,FBx1 1.pog=2000 +3000 1.pog=0 1=0'
    assert.deepEqual(standingAfter(TWO, `${NINE_OF_TWO} >1.1 +2000 1=1000,FBx1 +2000 TC ${OF_TWO} ${paid} ${NEXT}`), [])
  })

  it('is none where he took the free bet, and declined the next one', () => {
    const split = '1=1000 1.pog=500 2=1000 8S TS TD 8H 3S 7D +3000 >1.1 +2000 1=1000,FBx1 +2000 3C +2000 TC +2000 >1.2 TH'
    const paid = '1=3000,FBx1 1=3000 1.pog=500,FBx1 1.pog=2000 +3000 1.pog=0 1=0'
    assert.deepEqual(standingAfter(TWO, `${split} ${OF_TWO} ${paid} ${NEXT}`), [])
  })
})
