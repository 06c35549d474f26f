/** Chips laid on a box without a bet while a round is in play: they are the next round's, and late only where the box gets cards all the same. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { INGO, NEXT_OF_TWO } from './reading-scenario.ts'
import { standingAfter, teller } from './scene.ts'

/** 18 and 19 against 17: both are paid. */
const SETTLED = '+3000 2=2000 +3000 1=2000 +3000 1=0 2=0'
const NEXT_OF_THREE = '+3000 1=1000 2=1000 2C 5C 6D 7C 3C 6C 2H +3000 tick tick'
type Table = Parameters<typeof teller>[0]

/** Cards of each closed round, with what is certain of them. */
const handsIn = (words: string, table: Table = INGO) =>
  teller(table)
    .tell(words)
    .said.flatMap((each) =>
      each.type === 'round.closed'
        ? [each.data.boxes.map(({ box, hands }) => `${box} ${hands.map(({ cards }) => cards.join(' ')).join()}`)]
        : [],
    )

describe('a bet on an empty box', () => {
  const rows: readonly { readonly name: string; readonly words: string; readonly found: readonly string[]; readonly hands: string[] }[] = [
    {
      name: 'told within the lag of the first card, and dealt in',
      words: `1=1000 2=1000 TS +200 3=1000 TH 8H TD 8S 9S 9D +2000 >1.1 >2.1 >3.1 >dealer 7D +2000 >- ${SETTLED} 3=0 ${NEXT_OF_TWO}`,
      found: [],
      hands: ['1 TS 8S', '2 TH 9S', '3 8H 9D'],
    },
    {
      name: 'told within the lag of the first card, and left for the next round',
      words: `1=1000 2=1000 TS +200 3=1000 TH TD 8S 9S +2000 >1.1 >2.1 >dealer 7D +2000 >- ${SETTLED} ${NEXT_OF_THREE}`,
      found: [],
      hands: ['1 TS 8S', '2 TH 9S'],
    },
    {
      name: 'the same without a pointer',
      words: `1=1000 2=1000 TS +200 3=1000 TH TD 8S 9S +9000 7D +2000 ${SETTLED} ${NEXT_OF_THREE}`,
      found: [],
      hands: ['1 TS 8S', '2 TH 9S'],
    },
    {
      name: 'laid between two cards of the deal, and left for the next round',
      words: `1=1000 2=1000 TS TH TD +2000 3=1000 8S 9S +2000 >1.1 >2.1 >dealer 7D +2000 >- ${SETTLED} ${NEXT_OF_THREE}`,
      found: [],
      hands: ['1 TS 8S', '2 TH 9S'],
    },
    {
      name: 'laid in play',
      words: `1=1000 2=1000 TS TH TD 8S 9S +2000 >1.1 3=1000 +2000 >2.1 >dealer 7D +2000 >- ${SETTLED} ${NEXT_OF_THREE}`,
      found: [],
      hands: ['1 TS 8S', '2 TH 9S'],
    },
    {
      name: 'laid behind the first card, and dealt in',
      words: `1=1000 2=1000 TS TH +2000 3=1000 8H TD 8S 9S 9D +2000 >1.1 >2.1 >3.1 >dealer 7D +2000 >- ${SETTLED} 3=0 ${NEXT_OF_TWO}`,
      found: ['BET-LATE proven'],
      hands: ['1 TS 8S', '2 TH 9S', '3 8H 9D'],
    },
  ]
  for (const { name, words, found, hands } of todays(rows, 3)) {
    it(`${name}: ${found.join() || 'no finding'}`, () => {
      assert.deepEqual(standingAfter(INGO, words), found, words)
      assert.deepEqual(handsIn(words)[0], hands, words)
    })
  }

  it('has side bets as it is: only those added on a box in play are late', () => {
    const dealt = '1=1000 2=1000 TS TH TD 8S 9S'
    assert.deepEqual(standingAfter({ house: 'free-bet-european' }, `${dealt} 3.p22=500 3=1000 tick tick`), [])
    assert.deepEqual(standingAfter({ house: 'free-bet-european' }, `${dealt} 2.p22=500 +2000 4D +2000 tick`), ['SIDE-LATE proven'])
  })

  const BEHIND: readonly { readonly name: string; readonly table: Table; readonly words: string; readonly hands: string[] }[] = [
    {
      name: 'laid in the deal of a round that may have begun unseen',
      table: { house: 'free-bet-pot-of-gold' },
      words: `1=1000 TS 2C 3S TC +9000 JH +8000 2=5500 +3000 3H 2S 3=4000 KC KH 3C 3H +5000 QD 1=0 +3000 2=11000 +9000 5C +5000 2C +9000 5H +2000 2=0
        tick tick`,
      hands: ['1 TS 3S'],
    },
    {
      name: 'told within the lag of the first card, where the other bet is taken within the lag of the last one',
      table: { house: 'free-bet-european' },
      words: `1=1500 QC 2=1000 9D 7S +1000 JH +466 1=0 +5000 6D 7S 3D +1000 TS 2=1000,FB 8C AS JH +1000 2=1000,2000,FB +3000 1=1000 tick tick`,
      hands: ['1 QC 7S'],
    },
  ]
  for (const { name, table, words, hands } of BEHIND) {
    it(`${name}: the round is told with its own cards, and nothing is found`, () => {
      assert.deepEqual(standingAfter(table, words), [], words)
      assert.deepEqual(handsIn(words, table)[0], hands, words)
    })
  }

  it('makes no card certain where the round goes on by one deal and has ended by the other', () => {
    const words = '3=2500 2D 2=10000 TC 5D +500 3H 1=3000 +2000 7C +5000 9H +4000 3=5000 +9000 2D 5D'
    const { said } = teller({ house: 'gld' }).tell(words)
    const certain = said.flatMap((each) => (each.type === 'card.dealt' && each.data.certain ? [each.data.card] : []))
    // The first card, too, is the newcomer's where his bet lay before it.
    assert.deepEqual(certain, [])
  })

  it("makes nobody's cards certain while it may have come in time or late", () => {
    const dealt = teller(INGO).tell('1=1000 2=1000 TS +200 3=1000 TH 8H TD 8S').said
    const certain = dealt.flatMap((each) => (each.type === 'card.dealt' ? [`${each.data.card} ${each.data.certain}`] : []))
    assert.deepEqual(certain, ['TS true', 'TH false', '8H false', 'TD false', '8S false'])
  })
})
