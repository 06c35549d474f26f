/**
 * The set of readings is exact: on small rounds the engine and the slow enumerator name the same number of stories, and for each box
 * the same hands, after every card and at the end. SEED repeats a run, ROUNDS lengthens it (120 a kind take a minute); `npm run exact` compares 20,000 rounds and more.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareRounds, KINDS, kindText } from './exact-rounds.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const SEED = Number(process.env.SEED ?? 1)

describe(`exact on small rounds (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const kind of KINDS) {
    it(kindText(kind), () => {
      // A card nobody knows is thirteen rounds to the enumerator.
      const rounds = Math.ceil(kind.unread ? ROUNDS / 3 : ROUNDS)
      const { compared, wrong } = compareRounds({ kind, seed: SEED * 100_000, rounds })
      assert.equal(wrong, null)
      assert.equal(compared, rounds)
    })
  }
})
