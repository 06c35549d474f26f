/** What only the rack decides: whether the dealer moved the chips of a spot or its player did. Each row stands beside one that the rack clears. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { INGO, NEXT_OF_TWO } from './reading-scenario.ts'
import { standingAfter, type Table } from './scene.ts'

interface Row {
  readonly name: string
  readonly words: string
  /** Codes with their grades, in order. */
  readonly found: readonly string[]
  readonly table?: Table
}

/** Box 1 ties with the dealer's 18, box 2 has 19; box 2 is paid and the rack has followed. */
const TIED = 'rack=100000 1=1000 2=1000 TS TH 7D 8S 9S >1.1 +2000 >2.1 +2000 >dealer 5D 6C >- +3000 rack=99000 2=2000 +4000'
/** Box 1 insures 18 by 500 against an ace; both boxes lose to the dealer's 21, and box 2 has. */
const INSURED = 'rack=100000 1=1000 2=1000 TS TH AD 8S 7S +1000 1.ins=500 +6000 5D 5C +3000 rack=101000 2=0 +3000'

const ROWS: readonly Row[] = [
  { name: 'a tie is paid out of the rack', words: `${TIED} rack=98000 1=2000 +4000 2=0 +4000 1=1000`, found: ['PAID-PUSH proven'] },
  { name: 'its player lays as much on it himself', words: `${TIED} 1=2000 +4000 2=0`, found: [] },
  { name: 'a tie goes to the rack', words: `${TIED} rack=100000 1=0 +4000 2=0`, found: ['TOOK-PUSH proven'] },
  { name: 'its player takes it back', words: `${TIED} 1=0 +4000 2=0`, found: [] },
  {
    name: 'nobody knows whose it was where a payment of the same amount is taken back at once',
    words: `${TIED} rack=100000 1=0 rack=99000 +4000 2=0`,
    found: [],
  },
  { name: 'the dealer changes the chips of a tie', words: `${TIED} rack=100000 1=0 rack=99000 1=500x2 +4000 2=0`, found: [] },
  { name: 'chips bought at the table come to an empty spot', words: `${TIED} 2=0 +4000 rack=98000 2=1000`, found: [] },
  { name: 'lost insurance goes back to its player', words: `${INSURED} 1.ins=0 +3000 rack=102000 1=0`, found: ['INS-NOT-TAKEN proven'] },
  { name: 'lost insurance goes to the rack', words: `${INSURED} rack=101500 1.ins=0 +3000 rack=102500 1=0`, found: [] },
  {
    name: 'a rack that has told of no movement in the round tells of none',
    words: `${INSURED.replace('rack=101000', '+1000')} 1.ins=0 +3000 1=0`,
    found: [],
  },
  {
    name: 'a rack that was away tells of none',
    words: `${TIED} down:spots up:spots rack=98000 1=2000 +4000 2=0 +4000 1=1000`,
    found: [],
  },
  {
    name: 'a table with spots that nobody senses has other movements to tell of',
    words: `${TIED} rack=98000 1=2000 +4000 2=0 +4000 1=1000`,
    found: [],
    table: { ...INGO, spots: 'main, rack' },
  },
]

describe('by the rack', () => {
  for (const { name, words, found, table = INGO } of ROWS) {
    it(name, () => {
      assert.deepEqual(standingAfter(table, `${words} ${NEXT_OF_TWO} +3000 tick tick`), found, words)
    })
  }
})
