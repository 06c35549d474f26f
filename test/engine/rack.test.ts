/** Chips that leave a spot after the settlement were taken by the player, unless the rack shows that the dealer took them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { hear, lastTold } from './told-round.ts'

/** Box 1 ties with the dealer's 17; nothing else is to be settled. */
const PUSH = 'rack=100000 1=2000 TH 8D 7C 9S'
/** The same next to box 2, which loses 2000. */
const BESIDE_A_LOSS = 'rack=100000 1=2000 2=2000 TH TS 8D 7C 6C 9S'
const SENSED = { spots: ['main', 'rack'] } as const

interface Row {
  readonly name: string
  readonly words: string
  readonly moved: readonly number[]
  readonly revised?: number
  readonly config?: Partial<TableConfig>
  readonly house?: HouseId
}

const ROWS: readonly Row[] = [
  { name: 'the player takes a tie back', words: `${PUSH} 1=0`, moved: [0] },
  { name: 'the dealer takes a tie, and the rack reports it at once', words: `${PUSH} rack=102000 300:1=0`, moved: [-2000] },
  {
    name: 'the dealer takes a tie, and the rack reports it after the round closed',
    words: `${PUSH} 1=0 1600:tick -1300:rack=102000`,
    moved: [-2000],
    revised: 1,
  },
  { name: 'the rack rises by something else', words: `${PUSH} 1=0 300:rack=101000`, moved: [0] },
  { name: 'the rack rises later than the lag', words: `${PUSH} 1=0 2000:rack=102000`, moved: [0] },
  { name: 'the rack is not among the spots', words: `${PUSH} 1=0 300:rack=102000`, moved: [0], config: { spots: ['main'] } },
  {
    name: 'a hand lies over a tie while the rack, read in part, rises by as much',
    words: `${PUSH} 1=0 300:rack=102000 300:1=2000`,
    moved: [0],
  },
  {
    name: 'the player takes a tie back while the rack, read in part before, is read whole again',
    words: `${PUSH} rack=98000 300:rack=100000 300:1=0`,
    moved: [0],
  },
  {
    name: 'the player takes his win while the rack reports for the first time, in part and then whole',
    words: '1=2000 TH 8D TC 9S 1=4000 rack=96000 300:1=0 300:rack=100000',
    moved: [2000],
  },
  {
    name: 'the player takes his win while the rack that paid it, read in part at first, is read whole',
    words: 'rack=100000 1=2000 TH 8D TC 9S 300:rack=94000 100:1=4000 100:1=0 100:rack=98000',
    moved: [2000],
  },
  {
    name: 'the dealer takes back what he paid, with the stake',
    words: 'rack=100000 1=2000 TH 8D TC 9S 1=4000 300:rack=98000 1=0 1600:tick -1300:rack=102000',
    moved: [-2000],
    revised: 1,
  },
  {
    name: 'the player takes his tie while the dealer takes a loss of the same amount',
    words: `${BESIDE_A_LOSS} 2=0 300:rack=102000 300:1=0`,
    moved: [0, -2000],
  },
  {
    name: 'the player takes his tie while the dealer takes two losses of half as much in one motion',
    words: 'rack=100000 1=4000 2=2000 3=2000 TH TS TD 8D 7C 6C 6D 9S 2=0 100:3=0 200:rack=104000 300:1=0',
    moved: [0, -2000, -2000],
  },
  {
    name: 'the dealer takes the tie and the loss',
    words: `${BESIDE_A_LOSS} 2=0 300:rack=102000 300:rack=104000 300:1=0`,
    moved: [-2000, -2000],
  },
  {
    name: 'one of two ties of the same amount went to the rack, and it is unknown which',
    words: 'rack=100000 1=2000 2=2000 TH TS 8D 7C 7H 9S 2=0 300:1=0 300:rack=102000',
    moved: [0, 0],
  },
  {
    name: 'a rack first reported with a loss already in it, and back at that level within the lag, is no evidence of what moved meanwhile',
    words:
      '1=1000 2=1000 3=2000 4=1000 TH TS KH TD 9S 7H 7S QD 7D TC rack=101000 100:4=0 1070:3=4000 90:rack=99000 770:rack=100000 180:2=0 600:rack=101000 200:1=0 2000:3=0',
    moved: [-1000, -1000, 2000, -1000],
    config: { spots: ['main', 'main2', 'main3', 'ins', 'rack'] },
  },
  {
    name: 'a player takes his win while the dealer takes a wager of as much that was parked on the insurance line',
    words:
      'rack=100000 1=1000 2=500 8D TS 7S 8C TD 2H 1=1000+F 4D KC 1.ins=1000 1=0+F JC JD rack=99500 300:2=1000 2=0 600:1.ins=0 300:rack=100500 1=0',
    moved: [-1000, 500],
    config: { spots: ['main', 'ins', 'rack'] },
    house: 'free-bet-pot-of-gold',
  },
]

describe('what left a spot, as the rack shows it', () => {
  for (const { name, words, moved, revised = 0, config = SENSED, house = 'ingo' } of ROWS) {
    it(name, () => {
      const heard = hear({ house, words, config })
      assert.equal(heard.closed.length, 1)
      assert.equal(heard.revised.length, revised)
      const { boxes } = lastTold(heard)
      assert.deepEqual(
        boxes.map(({ spots }) => spots.main?.best.moved),
        moved,
      )
    })
  }
})
