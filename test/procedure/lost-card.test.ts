/** A shoe whose messages have no numbers may lose a card, and nothing tells it: what such a card explains accuses nobody for certain. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Table, teller } from './scene.ts'

const NUMBERED: Table = { house: 'ingo', boxes: 1, spots: 'main' }
const UNNUMBERED: Table = { ...NUMBERED, shoe: 'bee-tek' }

const findings = (table: Table, words: string) =>
  teller(table)
    .tell(`${words} +2500 tick 1=0 +5000 tick`)
    .findings.map(({ code, grade }) => `${code} ${grade}`)

describe('a shoe that may lose a card', () => {
  // The dealer's third card, an eight, did not reach the program.
  const STOOD_ON_15 = '1=2000 +2000 TS 5D 9H TC +3000 1=4000'
  // No card that may have been lost makes half a win of it.
  const PAID_HALF = '1=2000 +2000 TS 5D 9H TC 8S +3000 1=3000'

  it('accuses nobody of what a lost card explains', () => {
    assert.deepEqual(findings(UNNUMBERED, STOOD_ON_15), ['DEALER-STOOD-UNDER-17 likely', 'PAID-LOSER likely'])
  })

  it('proves what no lost card explains', () => {
    assert.deepEqual(findings(UNNUMBERED, PAID_HALF), findings(NUMBERED, PAID_HALF))
  })

  it('is not the one that numbers its messages', () => {
    assert.deepEqual(findings(NUMBERED, STOOD_ON_15), ['DEALER-STOOD-UNDER-17 one-of', 'PAID-LOSER one-of'])
  })
})
