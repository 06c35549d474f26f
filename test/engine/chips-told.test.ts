/** What is reported of chips where payments are not followed. The evenings hold what is told of all other movements against the truth. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hear } from './told-round.ts'

const WORDS: readonly string[] = ['chips.paid', 'chips.taken', 'insurance.placed']

test('a natural collected at a table that does not follow payments is neither taken nor paid', () => {
  for (const chipEvidence of ['stakes', 'busts', 'payouts'] as const) {
    const words = '1=2000 AS 4H QD 3000:1=0 2000:1=6000 3C 5H TC'
    const said = hear({ house: 'ingo', config: { chipEvidence, spotLagMs: 0 }, words }).events.filter(({ type }) => WORDS.includes(type))
    assert.deepEqual(
      said.filter(({ data }) => 'certain' in data && data.certain),
      [],
      chipEvidence,
    )
  }
})
