/** Errors that another one explains as well: each is told as likely, with the other one's name. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Code } from '../../src/procedure/catalogue/index.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import { FBE, GLD, INGO, NEXT, NEXT_OF_TWO } from './reading-scenario.ts'
import { type Table, teller } from './scene.ts'

interface Doubtful extends Table {
  readonly words: string
  /** Each with what its counter-reading names. */
  readonly likely: { readonly [K in Code]?: RegExp }
}

const CASES: readonly Doubtful[] = [
  {
    ...GLD,
    // The first card is an ace, the second is up: no natural, so that the insurance goes either way.
    words: `1=1000 TS AD 8S 9D +1000 1.ins=500 +3000 1.ins=0 +2000 >1.1 +2000 >dealer +2000 >- +3000 1=0 ${NEXT}`,
    likely: { 'DEAL-HOLE-ORDER': /INS-NO-ACE/, 'INS-NO-ACE': /DEAL-HOLE-ORDER/ },
  },
  {
    ...GLD,
    // Half of box 2 is taken before box 1: play may have gone on, and its player have given up.
    words: `1=1000 2=2000 TS TH AD 6H 8S KD +5000 2=1000 +3000 1=0 ${NEXT_OF_TWO}`,
    likely: { 'SURRENDER-DEALER-BJ': /PEEK-MISSED/, 'PEEK-MISSED': /SURRENDER-DEALER-BJ/ },
  },
  {
    ...FBE,
    // Split eights: 17 ties and 16 on the lammer loses. What is taken is the tied bet, or the lammer's price.
    words: `1=1000 2=1000 TS 8H 7D 9S 8S +2000 >1.1 +2000 >2.1 2=1000,FBx1 +2000 9H +2000 >2.2 3H 5H +2000 >dealer TD +2000 >- +3000 2=FBx1 +1000 2=0 +3000 1=2000 +3000 1=0 ${NEXT}`,
    likely: { 'FB-LOSS-CHARGED': /TOOK-PUSH/, 'TOOK-PUSH': /FB-LOSS-CHARGED/, 'DEALER-TOTAL-MISREAD': /./ },
  },
  {
    ...INGO,
    boxes: 2,
    // Box 2 has one card and stands out; or it has two, and the dealer stood on fifteen.
    words: `1=1000 2=1000 TS 9S 7S TH +2000 >1.1 +2000 >dealer 2D 8D +2000 >- +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    likely: { 'DEAL-ONE-CARD-HAND': /DEALER-STOOD-UNDER-17/, 'DEALER-STOOD-UNDER-17': /DEAL-ONE-CARD-HAND/ },
  },
  {
    ...INGO,
    // He laid a second bet and got no card; or he was paid before the dealer drew, and all of it was taken in the end.
    words: `1=1000 5S TD 6S +2000 >1.1 1=2000 +2000 +2000 >dealer KD +2000 >- +3000 1=0 ${NEXT}`,
    likely: { 'DOUBLE-NO-CARD': /PAY-BEFORE-DEALER-DONE/, 'PAY-BEFORE-DEALER-DONE': /DOUBLE-NO-CARD/ },
  },
  {
    ...INGO,
    boxes: 2,
    // The round tied with nothing settled: the five began the next one, or the dealer drew it on his twenty.
    words: '1=1000 2=1000 TS 8S TD KH 6S +4000 9S +2000 2=0 +4000 KD +9000 5C +5000 2=1000 +3000 tick tick',
    likely: { 'BET-LATE': /one too many/ },
  },
]

const standing = (table: Table, words: string): readonly FindingData[] => {
  const found = new Map<string, FindingData>()
  for (const { type, data } of teller(table).tell(words).said) {
    if (type === 'finding.raised' || type === 'finding.changed') found.set(data.finding, data)
    if (type === 'finding.withdrawn') found.delete(data.finding)
  }
  return [...found.values()].filter(({ severity }) => severity !== 'info')
}

describe('what another error explains as well', () => {
  for (const { words, likely, ...table } of CASES) {
    const codes = Object.keys(likely)
    it(`${codes.join(', ')} with the other name`, () => {
      const found = standing(table, words)
      assert.deepEqual(found.map(({ code, grade }) => `${code} ${grade}`).sort(), codes.map((code) => `${code} likely`).sort())
      for (const [code, other] of Object.entries(likely)) {
        assert.match(found.find((each) => each.code === code)?.counterReading ?? '', other, words)
      }
    })
  }

  it('finds a card burned at a relief under the bets once the round is settled by the cards behind it', () => {
    const words = `1=1000 key:relief 2C TS TD 9S +2000 >1.1 +2000 >dealer 8D +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`
    const found = standing(INGO, words)
    assert.deepEqual(
      found.map(({ code, grade }) => `${code} ${grade}`),
      ['BURN-AT-DEALER-CHANGE proven'],
    )
    assert.deepEqual(
      standing(INGO, words.replace('key:relief ', '')).map(({ code }) => code),
      ['DEAL-EXTRA-CARD'],
    )
  })
})
