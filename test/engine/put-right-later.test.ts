/** What the dealer puts right after it was collected, and before the next deal, is put right: on the player's next bet too, where the rack shows it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Table, teller } from '../procedure/scene.ts'

const TABLE: Table = { house: 'ingo', boxes: 2, spots: 'main, rack' }
/** Box 1 has 18 and box 2 has 20 against 17, each with 20.00. `paid`: what lies on box 1 then, and in the rack. */
const round = (paid: string) =>
  `LOAD OPEN rack=500x400 1=500x4 2=500x4 +3000 TS TD 8H 8C TH 9D +2500 2=500x8 rack=500x396 +2500 ${paid} +2500 1=0 2=0 +4000`
const NEXT_DEAL = '+3000 TC 9H 7S KD 8H TD +5000 tick'

/** Findings at the end; the newest word on each. */
const standing = (words: string) => {
  const told = teller(TABLE)
  told.tell(words)
  const last = new Map<string, string>()
  for (const { type, data } of told.end().said)
    if (type === 'finding.raised' || type === 'finding.changed')
      last.set(data.finding, `${data.code} ${data.box} ${data.grade}${data.corrected ? ' corrected' : ''}`)
  return [...last.values()].filter((each) => each.includes(' 1 '))
}

describe('put right after it was collected', () => {
  const SHORT = round('1=500x6 rack=500x394')
  const OVER = round('1=500x10 rack=500x390')

  it('the rest is paid onto the next bet', () => {
    assert.deepEqual(standing(`${SHORT} 1=500x4 2=500x4 +2000 1=500x6 rack=500x392 +3000 1=500x4 ${NEXT_DEAL}`), [
      'PAY-SHORT 1 proven corrected',
    ])
  })

  it('what was too much is taken back from the next bet', () => {
    assert.deepEqual(standing(`${OVER} 1=500x8 2=500x4 +2000 1=500x6 rack=500x392 ${NEXT_DEAL}`), ['PAY-OVER 1 proven corrected'])
  })

  it('chips that the player adds to his next bet put nothing right', () => {
    assert.deepEqual(standing(`${SHORT} 1=500x4 2=500x4 +2000 1=500x6 ${NEXT_DEAL}`), ['PAY-SHORT 1 proven'])
  })
})
