/** One error must not spoil the evening: the rounds after it are reported correctly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Evening, type ToldRound, tellEvening } from './evening.ts'

const USUAL = { boxes: 5, rounds: 40, share: 0.3 }

/** Each once had rounds after an error that were reported with the cards of other rounds. */
const SHIFTED: readonly Pick<Evening, 'house' | 'seed' | 'rounds' | 'share' | 'pointer'>[] = [
  { house: 'free-bet-european', seed: 1, rounds: 5, share: 1, pointer: false },
  { house: 'free-bet-european', seed: 4, rounds: 14, share: 1, pointer: false },
  { house: 'gld', seed: 14, rounds: 18, share: 0.25, pointer: false },
  { house: 'gld', seed: 402, rounds: 27, share: 0.5, pointer: true },
]

const faultless = (told: readonly ToldRound[], as: ToldRound['telling']): number =>
  told.filter(({ mistake, telling }) => mistake === null && telling === as).length

for (const { house, seed, rounds, share, pointer } of SHIFTED) {
  test(`${house}, seed ${seed}${pointer ? ', the pointer' : ''}: every round without an error is told, and nothing certain of it is false`, () => {
    const told = tellEvening({ ...USUAL, house, seed, rounds, share, pointer })
    assert.ok(
      told.some(({ mistake }) => mistake !== null),
      'somebody erred',
    )
    assert.deepEqual([faultless(told, 'lost'), faultless(told, 'false')], [0, 0])
  })
}
