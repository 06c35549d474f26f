/** One error must not bring down the evening: the rounds behind it are told as they were. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HOUSE_IDS } from '../../src/house/index.ts'
import { tellEvening } from './evening.ts'

/** Each had rounds behind an error that were told with the cards of others. */
const EVENINGS: readonly (readonly [house: (typeof HOUSE_IDS)[number], seed: number, rounds: number, share: number])[] = [
  ['free-bet-european', 4, 14, 1],
  ['gld', 14, 18, 0.25],
]

for (const [house, seed, rounds, share] of EVENINGS) {
  test(`${house}, seed ${seed}: every round without an error is told, and nothing certain of it is false`, () => {
    const told = tellEvening({ house, seed, rounds, share, boxes: 5, pointer: false })
    const wrong = told.flatMap(({ mistake, telling }, at) =>
      mistake === null && telling !== 'true' ? [`round ${at + 1} is ${telling}`] : [],
    )
    assert.ok(
      told.some(({ mistake }) => mistake !== null),
      'somebody erred',
    )
    assert.deepEqual(wrong, [])
  })
}
