/** 000 §1 l.47-51: for an absent holder the player on the second betting field may draw or stand; nobody else may. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FBE, NEXT } from './reading-scenario.ts'
import { standingAfter } from './scene.ts'

/** The holder of box 1 is away, and its twelve stands. */
const stood = (bet: string, taken: string): readonly string[] =>
  standingAfter(
    { ...FBE, boxes: 2 },
    `key:absent:1 1=1000 ${bet} 2=1000 TS 9S 7D 2S 8S +3000 >1.1 +3000 >2.1 +2000 >dealer TC +2000 >- +3000 2=0 +2000 ${taken} 1=0 ${NEXT}`,
  )

describe('the hand of an absent holder', () => {
  it('may stand by the decision of the player on the second field', () => {
    assert.deepEqual(stood('1.main2=1000', '1.main2=0'), [])
  })

  it('is played by the rule where others bet on the third field alone, or nobody does', () => {
    assert.deepEqual(stood('1.main3=1000', '1.main3=0'), ['ABSENT-RULE proven'])
    assert.deepEqual(stood('', ''), ['ABSENT-RULE proven'])
  })
})
