/** Chips changed for others where all may stand: an error once the round is seen to go on, and nobody's concern if it was over. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GLD, INGO } from './reading-scenario.ts'
import { standingAfter, type Table } from './scene.ts'

/** 18 and 19 against the dealer's 17. */
const DEALT = '1=500x2 2=500x2 TS TH 7D 8S 9S TD +4000'
const PAID = '+4000 2=500x4 +3000 1=500x4 +3000 1=0 2=0 +3000 1=1000 2C 7C 3C 6C +3000 tick tick'

/** Split eights: the first hand goes bust, and its stake is taken as the second is doubled; told as one. */
const bustAndDoubled = (between: string) =>
  `1=500x2 8S TS 8H +2000 1=500x4 +2000 5C TD ${between} 1=1000x2 +4000 TC +3000 7C +3000 1=4000 +4000 1=0 +3000 1=1000 2C 7C 3C +3000 tick tick`

const ROWS: readonly { readonly name: string; readonly table?: Table; readonly words: string; readonly found: readonly string[] }[] = [
  { name: 'a card follows', words: `${DEALT} 2=100x10 +4000 AD ${PAID}`, found: ['BET-SWAPPED proven'] },
  {
    name: 'the pointer comes to the next hand',
    words: `${DEALT} >1.1 +2000 2=100x10 +4000 >2.1 +2000 ${PAID}`,
    found: [],
  },
  { name: 'nothing follows but the settlement', words: `${DEALT} 2=100x10 ${PAID}`, found: [] },
  { name: 'they are changed back within the lag', words: `${DEALT} 2=100x10 2=500x2 +4000 AD ${PAID}`, found: [] },
  {
    name: 'a bust stake may have been taken within the lag as another was laid',
    table: INGO,
    words: bustAndDoubled('+-700 3D +-300'),
    found: [],
  },
  {
    name: 'a bust stake lay there for long',
    table: INGO,
    words: bustAndDoubled('+9000 3D +9000'),
    // The card behind the chips of the split may have been the dealer's second, too early. Or a bust hand was paid, or had a card too many.
    found: [
      'BET-SWAPPED proven',
      'DEAL-SECOND-DEALER-CARD-EARLY one-of',
      'PAID-LOSER one-of',
      'BUST-NOT-TAKEN one-of',
      'DEAL-EXTRA-CARD one-of',
      'DEALER-HIT-17 one-of',
    ],
  },
]

describe('chips of a bet changed for others', () => {
  for (const { name, table = GLD, words, found } of ROWS) it(name, () => assert.deepEqual(standingAfter(table, words), found, words))
})
