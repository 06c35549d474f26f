/** A rack that followed the dealer in the round before is trusted in this one: each row stands beside one in which it may have stopped telling. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { INGO, NEXT_OF_TWO } from './reading-scenario.ts'
import { standingAfter } from './scene.ts'

/** Box 1 has 20 against 18 and is paid out of the rack. */
const FOLLOWED = 'rack=100000 1=1000 TS 8D TH >1.1 +2000 >dealer +3000 TD +2000 >- +4000 rack=99000 1=2000 +4000 1=0 +3000'
const SILENT = FOLLOWED.replace('rack=99000 ', '')
const MOVED_BY_ITSELF = FOLLOWED.replace('rack=99000', 'rack=98500')
/** The dealer has 18 again; `card` is the second one of box 1. */
const alone = (card: string): string => `1=1000 TS 8D ${card} >1.1 +2000 >dealer +3000 TD +2000 >- +3000`
const LOST = alone('7H')
const TIED = alone('8H')
const WON = alone('9H')
/** Box 1 loses with 17, box 2 with 17. */
const BOTH_LOST = '1=1000 2=1000 TS 9S 8D 7H 8C >1.1 +2000 >2.1 +2000 >dealer +3000 TD +2000 >- +3000'
/** Chips leave the bet of box 1 while it is asked; box 2 ties. */
const inPlay = (how: string): string => `1=1000 2=1000 TS 9S 8D 5H 9H >1.1 +3000 ${how} +5000 >2.1 +2000 >dealer TD +3000 >- +4000`

interface Row {
  readonly name: string
  readonly words: string
  /** Codes with their grades. */
  readonly found: readonly string[]
}

const ROWS: readonly Row[] = [
  { name: 'its player takes up a lost bet', words: `${FOLLOWED} ${LOST} 1=0`, found: ['LOSER-NOT-TAKEN proven'] },
  { name: 'a lost bet goes to the rack', words: `${FOLLOWED} ${LOST} rack=100000 1=0`, found: [] },
  { name: 'a lost bet goes to the rack, which tells at the end of the lag', words: `${FOLLOWED} ${LOST} 1=0 +400 rack=100000`, found: [] },
  { name: 'its player takes up a bet that won, unpaid', words: `${FOLLOWED} ${WON} 1=0`, found: ['WINNER-UNPAID proven'] },
  { name: 'its player takes up a tie', words: `${FOLLOWED} ${TIED} 1=0`, found: [] },
  { name: 'a tie goes to the rack', words: `${FOLLOWED} ${TIED} rack=100000 1=0`, found: ['TOOK-PUSH proven'] },
  { name: 'two lost bets leave without it: it may have stopped', words: `${FOLLOWED} ${BOTH_LOST} 2=0 +4000 1=0`, found: [] },
  {
    name: 'the first of two lost bets leaves without it, and the second comes to it',
    words: `${FOLLOWED} ${BOTH_LOST} 2=0 +4000 rack=100000 1=0`,
    found: ['LOSER-NOT-TAKEN proven'],
  },
  { name: 'it has never told of a movement', words: `${SILENT} ${LOST} 1=0`, found: [] },
  { name: 'it has been away since', words: `${FOLLOWED} down:spots up:spots rack=99000 ${LOST} 1=0`, found: [] },
  { name: 'the round between has told nothing of it', words: `${FOLLOWED} ${TIED} 1=0 +4000 ${LOST} 1=0`, found: [] },
  {
    name: 'it gave another amount than the spot got',
    words: `${MOVED_BY_ITSELF} ${LOST} 1=0`,
    found: ['FLOAT-IMBALANCE proven'],
  },
]

const IN_PLAY: readonly Row[] = [
  { name: 'a bet in play leaves while it lies still', words: `${FOLLOWED} ${inPlay('1=0')}`, found: ['BET-PINCHED proven'] },
  { name: 'a bet in play goes to it', words: `${FOLLOWED} ${inPlay('rack=100000 1=0')}`, found: ['LIVE-TAKEN-AS-BUST proven'] },
]

describe('a rack trusted from the round before', () => {
  for (const { name, words, found } of [...ROWS, ...IN_PLAY]) {
    it(name, () => {
      assert.deepEqual(standingAfter(INGO, `${words} +4000 ${NEXT_OF_TWO.replace('1=1000', '3=1000')} +3000 tick tick`), found, words)
    })
  }
})
