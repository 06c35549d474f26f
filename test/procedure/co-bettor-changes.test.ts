/** A co-bettor who changes his bet while cards are dealt, whatever comes of it; what he may do is no change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { standingAfter, type Table } from './scene.ts'

const TABLE: Table = { house: 'ingo', boxes: 2, spots: 'main, main2, rack' }
/** Box 1 draws to 21 and box 2 stands on 20, against 7 and 10. A second bettor has 20.00 on box 2. `inPlay`: before the dealer draws. */
const round = (inPlay: string, paid: string) =>
  `LOAD OPEN rack=500x400 1=500x4 2=500x4 2.main2=500x4 +2500 TD TS 7S 8D KH +2000 3H +3000 ${inPlay} +2500 TC +2500 1=500x8 rack=500x396 +2500 2=500x8 rack=500x392 +2500 ${paid} +2500 1=0 2=0 2.main2=0 +5000 tick`

const ROWS: readonly (readonly [what: string, inPlay: string, paid: string, standing: readonly string[]])[] = [
  ['he adds to it, and is paid on what he had', '2.main2=500x6', '2.main2=500x10 rack=500x388', ['BET-CAPPED proven']],
  ['he draws from it, and is paid on what he had', '2.main2=500x2', '2.main2=500x6 rack=500x388', ['BET-PINCHED proven']],
  ['he adds to it and takes it back at once', '2.main2=500x6 +2500 2.main2=500x4', '2.main2=500x8 rack=500x388', []],
  ['he leaves it', '', '2.main2=500x8 rack=500x388', []],
]

describe("a co-bettor's bet in play", () => {
  for (const [what, inPlay, paid, standing] of ROWS)
    it(what, () => {
      assert.deepEqual(standingAfter(TABLE, round(inPlay, paid)), standing)
    })
})
