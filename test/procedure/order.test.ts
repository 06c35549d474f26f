/** Boxes out of turn, in play and in the settlement: each row stands beside one in order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GLD, NEXT_OF_TWO, POT } from './reading-scenario.ts'
import { standingAfter, type Table } from './scene.ts'

interface Row {
  readonly name: string
  readonly table: Table
  readonly words: string
  readonly found: readonly string[]
}

/** 18 and 19 against the dealer's 17: both stand, so that only the pointer tells of their turns. */
const stood = (turns: string): string =>
  `1=1000 2=1000 TS TH 7D 8S 9S TD +2000 ${turns} +4000 >dealer +2000 >- +3000 2=2000 +4000 1=2000 +4000 1=0 2=0`
/** Box 1 wins with 20, box 2 with 21 on a lammer that lay there from before its card. */
const won = (paid: string): string =>
  `1=1000 2=1000 TS 5H 9D TD 6S 8C +2000 >1.1 +2000 >2.1 2=1000,FBx1 KH +2000 >dealer >- +3000 ${paid} +4000 2=3000 +4000 1=0 2=0`
const WATCHED: Table = { ...POT, watches: '{ payOrder: true }' }

const ROWS: readonly Row[] = [
  { name: 'the pointer comes to box 2 first', table: GLD, words: stood('>2.1 +3000 >1.1'), found: ['PLAY-ORDER proven'] },
  { name: 'it comes to box 1 first', table: GLD, words: stood('>1.1 +3000 >2.1'), found: [] },
  { name: 'it is set to box 2 by a slip of the hand', table: GLD, words: stood('>2.1 >1.1 +3000 >2.1'), found: [] },
  { name: 'it comes back to a box that has had its turn', table: GLD, words: stood('>1.1 +3000 >2.1 +3000 >1.1'), found: [] },
  {
    name: 'it comes to box 2 first, which gives up',
    table: GLD,
    words: `1=1000 2=1000 TS TH 7D 8S 6S TD +2000 >2.1 +3000 2=500 +2000 >1.1 +4000 >dealer +2000 >- +3000 1=2000 +4000 1=0 2=0`,
    found: [],
  },
  {
    name: 'it comes to box 2 first, which gives up, where nobody may before his turn',
    table: { ...GLD, rules: '{ burn: 0, surrenderTurn: in-turn }' },
    words: `1=1000 2=1000 TS TH 7D 8S 6S TD +2000 >2.1 +3000 2=500 +2000 >1.1 +4000 >dealer +2000 >- +3000 1=2000 +4000 1=0 2=0`,
    found: ['PLAY-ORDER proven'],
  },
  {
    name: 'a hand with a lammer is paid after the box on its left',
    table: WATCHED,
    words: won('1=2000 +4000 2=3000,FBx1'),
    found: ['PAY-ORDER proven'],
  },
  { name: 'it is paid before', table: WATCHED, words: won('2=3000,FBx1 +4000 1=2000'), found: [] },
]

describe('the order of boxes', () => {
  for (const { name, table, words, found } of ROWS) {
    it(name, () => assert.deepEqual(standingAfter(table, `${words} ${NEXT_OF_TWO}`), found, words))
  }
})
