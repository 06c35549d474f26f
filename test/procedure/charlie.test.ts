/** A table whose house pays five cards: nobody who pays them is accused, and whoever does not, or deals on, is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FindingData } from '../../src/procedure/finding.ts'
import { NEXT } from './reading-scenario.ts'
import { type Table, teller } from './scene.ts'

/** Findings that stand in the end, and what box 1 was due in the first round. */
const told = (words: string, table: Pick<Table, 'house'> = { house: 'gld' }) => {
  const found = new Map<string, FindingData>()
  let due: unknown = null
  for (const { type, data } of teller({ ...table, boxes: 2, rules: '{ burn: 0, charlie: 5 }' }).tell(words).said) {
    if (type === 'finding.raised' || type === 'finding.changed') found.set(data.finding, data)
    if (type === 'finding.withdrawn') found.delete(data.finding)
    if (type === 'round.closed') due ??= data.boxes[0]?.spots.main?.best.due ?? null
  }
  return { found: [...found.values()].map(({ code, grade }) => `${code} ${grade}`).sort(), due }
}

/** Box 1 has fifteen in five cards, box 2 twenty, the dealer nineteen. */
const FIVE = '1=1000 2=1000 2S TS 9C 3H TH TC +2000 >1.1 4D +2000 2C +2000 4C +2000'
const STOOD = '>2.1 +1000 >dealer +2000 >- +2000'
/** Box 1 splits: thirteen in five cards, then twelve; the dealer has twenty. */
const SPLIT = '1=1000 2S TC 2C TH +2000 >1.1 1=2000 +2000 3H TD +2000 2D +2000 4C +2000 2H +2000'

describe('five cards that have won', () => {
  const RIGHT: { readonly [what: string]: readonly [words: string, due: number] } = {
    'are paid at once, and collected while others play': [`${FIVE} 1=2000 +2000 ${STOOD} 1=0 +1000 2=2000 +3000 2=0 ${NEXT}`, 1000],
    'are paid with all others': [`${FIVE} ${STOOD} 2=2000 +2000 1=2000 +3000 2=0 1=0 ${NEXT}`, 1000],
    'are paid with the hand beside them': [`${SPLIT} >1.2 +2000 >dealer +2000 >- +3000 1=1000 +1000 1=2000 +3000 1=0 ${NEXT}`, 0],
    'are paid while the hand beside them plays': [`${SPLIT} 1=3000 +2000 >1.2 +2000 >dealer +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`, 0],
  }
  for (const [what, [words, due]] of Object.entries(RIGHT)) it(what, () => assert.deepEqual(told(words), { found: [], due }))

  it('are nothing to draw against', () => {
    const drawn = '1=1000 2S 9C 3H 6D +2000 >1.1 4D +2000 2C +2000 4C +2000 1=2000 +2000 >dealer +1000'
    assert.deepEqual(told(`${drawn} >- +3000 1=0 ${NEXT}`), { found: [], due: 1000 })
    assert.deepEqual(told(`${drawn} 5C +2000 >- +3000 1=0 ${NEXT}`).found, ['DEALER-DREW-NEEDLESSLY proven'])
  })

  it("beat a dealer's natural that shows in the end", () => {
    const words = '1=1000 2=1000 2S TS AC 3H TH +2000 >1.1 4D +2000 2C +2000 4C +2000 1=2000 +2000 >2.1 +1000 >dealer KC +2000 >- +2000'
    assert.deepEqual(told(`${words} 2=0 +3000 1=0 ${NEXT}`, { house: 'ingo' }), { found: [], due: 1000 })
  })

  const WRONG: { readonly [what: string]: readonly [words: string, ...found: string[]] } = {
    'are not paid': [`${FIVE} ${STOOD} 2=2000 +4000 2=0 +3000 1=0 ${NEXT}`, 'TOOK-WINNER one-of', 'WINNER-UNPAID one-of'],
    'get a sixth card': [`${FIVE} 2D +2000 ${STOOD} 2=2000 +2000 1=2000 +3000 2=0 1=0 ${NEXT}`, 'HIT-ON-21 proven'],
  }
  for (const [what, [words, ...found]] of Object.entries(WRONG)) it(`but ${what}`, () => assert.deepEqual(told(words).found, found))

  it('but are paid short', () => {
    const { found } = told(`${FIVE} ${STOOD} 2=2000 +2000 1=1500 +3000 2=0 1=0 ${NEXT}`)
    assert.ok(
      found.some((each) => each.startsWith('PAY-SHORT ')),
      found.join(),
    )
  })
})
