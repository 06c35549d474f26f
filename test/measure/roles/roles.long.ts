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

  it('tells cards that the shoe lost without a trace', () => {
    const { rounds, told, accused } = collected(EXTENT, 'lost', true)
    assert.ok(told >= 7 && accused <= 1, `${told} of ${rounds} told, ${accused} accused`)
  })

  it('is not needed for nearly nobody to be accused of what a lost card explains', () => {
    const { told, accused } = collected(EXTENT, 'lost', false)
    assert.ok(told === 0 && accused <= 1, `${told} told, ${accused} accused`)
  })
})
