/** Insurance by when it lies there: laid when its time is past, and left when the check has decided it. Each row stands beside a legal one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FBE, GLD, NEXT, NEXT_OF_TWO, POT, SEVENS } from './reading-scenario.ts'
import { standingAfter, type Table } from './scene.ts'

interface Row {
  readonly name: string
  readonly table: Table
  readonly words: string
  readonly found: readonly string[]
}

/** 13 insured by 500 against an ace; the hole card, dealt first, is a nine. */
const CHECKED = '1=1000 TS 9D 3S AD +1000 1.ins=500 +4000'
/** The same where the ace is dealt first, and the nine after the second card of the box. */
const CHECKED_LAST = '1=1000 TS AD 3S 9D +1000 1.ins=500 +4000'
/** The six after 12 and 20 makes the box 18, or the dealer's soft 17, with which the round is over. */
const PERHAPS_OVER = '1=1000 2=1000 QS TH AD 2S QD +4000 6D +4000'
/** Box 2, insured by 500 against an ace, lays as much again in its turn. */
const RAISED = '1=1000 2=1000 QS 2D AD 3S 4H +2000 2.ins=500 +4000 5C +4000 2.ins=1000'

const ROWS: readonly Row[] = [
  { name: 'it lies there when play begins', table: GLD, words: `${CHECKED} 5S +4000 +4000 1=0`, found: ['INS-NOT-TAKEN proven'] },
  { name: 'the same with the ace dealt first', table: POT, words: `${CHECKED_LAST} 5S +4000 +4000`, found: ['INS-NOT-TAKEN proven'] },
  { name: 'it is taken before play', table: GLD, words: `${CHECKED} 1.ins=0 +3000 5S +4000 1=0 ${NEXT}`, found: [] },
  { name: 'the spot tells late that it was', table: GLD, words: `${CHECKED} 5S 1.ins=0 +4000 1=0 ${NEXT}`, found: [] },
  {
    name: 'where nobody checks it waits for the second card',
    table: FBE,
    words: '1=1000 TS AD 3S +1000 1.ins=500 +4000 5S +4000',
    found: [],
  },
  {
    name: 'it is laid after a card of play, whoever has that',
    table: SEVENS,
    words: `${PERHAPS_OVER} 2.ins=500 +4000 tick`,
    found: ['INS-LATE proven'],
  },
  { name: 'it is laid before', table: SEVENS, words: `${PERHAPS_OVER.replace('6D', '2.ins=500 +4000 6D')} +4000 tick`, found: [] },
  { name: 'more of it is laid with a double whose stake is told of later', table: FBE, words: `${RAISED} 2=2000 6D +4000`, found: [] },
  { name: 'more of it is laid with no double', table: FBE, words: `${RAISED} +4000 6D +4000`, found: ['INS-LATE proven'] },
  {
    name: 'what comes to it then may be its payment',
    table: SEVENS,
    words: `1=1000 2=1000 QS TH AD 2S QD +2000 2.ins=500 +4000 KD +4000 2.ins=1500 +3000 1=0 2=0 +3000 2.ins=0 ${NEXT_OF_TWO}`,
    found: [],
  },
]

describe('insurance', () => {
  for (const { name, table, words, found } of ROWS) {
    it(name, () => assert.deepEqual(standingAfter(table, `${words} +3000 tick tick`), found, words))
  }
})
