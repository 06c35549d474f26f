/** The short form of `npm run measure -- roles`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collected } from './collected.ts'

const SEED = Number(process.env.SEED ?? 2)
const EXTENT = { house: 'ingo', rounds: 40, boxes: 2, seed: SEED } as const

describe(`a reader of the discards (SEED=${SEED})`, () => {
  it('names cards that the shoe could not read', () => {
    const { rounds, told, wrong, accused } = collected(EXTENT, 'unread', true)
    assert.ok(rounds === 8 && told >= rounds / 2, `${told} of ${rounds}`)
    assert.deepEqual([wrong, accused], [0, 0])
  })

  it('tells cards that the shoe lost without a trace, and leaves nearly nobody accused who would be without it', () => {
    const [without, withIt] = [false, true].map((discards) => collected(EXTENT, 'lost', discards))
    assert.ok(
      (without?.accused ?? 0) > 0 && (withIt?.accused ?? 9) <= 1,
      `${without?.accused} accused without it, ${withIt?.accused} with it`,
    )
    assert.ok((withIt?.told ?? 0) >= 7, `${withIt?.told} of ${withIt?.rounds} told`)
    assert.equal(without?.told, 0)
  })
})
