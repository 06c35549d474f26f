/** What puts right an error of the round before, while the next one is in play: no error of that one, as long as it is no more than was owed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { FBE, INGO, NEXT } from './reading-scenario.ts'
import { type Table, teller } from './scene.ts'

/** 19 and 18 lose to 20; 18 is taken. */
const LOST = '1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer KD +2000 >- +3000 2=0'
/** The same win against 17; 18 is paid. */
const WON = '1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer 7D +2000 >- +3000 2=2000'
/** Both win against a bust. `inPlay`: what becomes of box 1 behind the deal, `paid`: as it lies in the end. */
const next = (inPlay: string, paid: string): string =>
  `+3000 2=1000 +4000 3C 2C 5C 4H 3C +2000 ${inPlay} +2000 >1.1 TC >2.1 8C >dealer KC TH +3000 >- ${paid} +3000 2=2000 +3000 1=0 2=0 ${NEXT}`
/** Doubled free, won and paid; the lammer stays, and the next bet is laid beside it. */
const LAMMER_LEFT = '1=500x2 5S 7S 6H +2000 1=500x2,FBx1 +2000 TS TD +3000 1=500x6,FBx1 +2000 1=500x2,FBx1'

interface Row {
  readonly what: string
  readonly table?: Table
  readonly words: string
  /** Everything raised in either round, taken back or not. */
  readonly raised: readonly string[]
}

const ROWS: readonly Row[] = [
  // Its cards of the next round play for no bet, and while its box alone is known not to be bet on, box 3 may have been dealt to as well.
  {
    what: 'a lost bet taken that was left',
    words: `${LOST} ${next('1=0', '')}`,
    raised: ['1-1 LOSER-NOT-TAKEN', '1-2 DEAL-EMPTY-BOX', '1-2 DEAL-EMPTY-BOX'],
  },
  // Until box 2 is taken, its chips may be still to be settled, a bet capped or a card missed; settled against 18, box 2 has tied.
  {
    what: 'a payment and a lost bet taken back',
    words: `${LOST.replace('2=0', '1=2000 +3000 2=0')} ${next('1=0', '')}`,
    raised: [
      '1-1 PAID-LOSER',
      '1-1 PAST-POSTED',
      '1-1 BET-CAPPED',
      '1-1 DEAL-DEALER-CARD-MISSED',
      '1-1 DEALER-TOTAL-MISREAD',
      '1-2 DEAL-EMPTY-BOX',
      '1-2 DEAL-EMPTY-BOX',
    ],
  },
  {
    what: 'what was paid too much taken back',
    words: `${WON} +3000 1=2500 ${next('1=2000', '1=4000')}`,
    raised: ['1-1 PAY-OVER', '1-1 PAST-POSTED'],
  },
  {
    what: 'more taken back than was paid too much',
    words: `${WON} +3000 1=2500 ${next('1=1500', '1=3000')}`,
    raised: ['1-1 PAY-OVER', '1-1 PAST-POSTED', '1-2 BET-PINCHED'],
  },
  { what: 'a winner paid that was left unpaid', words: `${WON} ${next('1=2000', '1=4000')}`, raised: ['1-1 WINNER-UNPAID'] },
  {
    what: 'a lammer removed that was left behind its hand',
    table: FBE,
    words: `${LAMMER_LEFT} +3000 5H 7H 6S +3000 1=500x2 +2000 TH +2000 TC +3000 1=500x4 +2000 1=0 ${NEXT}`,
    raised: ['1-1 FB-TOKEN-NOT-REMOVED'],
  },
  {
    what: 'the same before another one is laid for a double of this round',
    table: FBE,
    words: `${LAMMER_LEFT} +3000 5H 7H 6S +3000 1=500x2 +2000 1=500x2,FBx1 +2000 TH +2000 TC +3000 1=500x6,FBx1 +2000 1=500x6 +3000 1=0 ${NEXT}`,
    raised: ['1-1 FB-TOKEN-NOT-REMOVED'],
  },
]

describe('an error put right in the next round', () => {
  for (const { what, table = INGO, words, raised } of todays(ROWS, 3))
    it(`${what}: ${raised.join(', ')}`, () => {
      const { findings } = teller(table).tell(words)
      assert.deepEqual(
        findings.map(({ round, code }) => `${round} ${code}`),
        raised,
      )
    })

  it('leaves nothing of that round proven that is read off its chips', () => {
    const words = `${LOST.replace('2=0', '1=2000 +3000 2=0')} ${next('1=1000', '1=2000')}`
    const found = teller(INGO)
      .tell(words)
      .findings.filter(({ round }) => round === '1-2')
    assert.deepEqual(
      found.filter(({ grade }) => grade !== 'likely'),
      [],
    )
  })
})
