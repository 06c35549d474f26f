/**
 * The set of readings is exact: on small rounds the engine and the slow enumerator have the same number of stories, and the same hands for
 * each box, after every card and at the end. SEED repeats a run, ROUNDS lengthens it (120 per kind take a minute); `npm run measure -- exact` compares
 * 20,000 rounds and more.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUSES } from '../../src/rules/house/index.ts'
import { todays } from '../runner/rotation.ts'
import { compareRounds, KINDS, kindText, VARIANTS } from './exact-rounds.ts'
import { HELD_BY_NONE } from './house-rounds/flips.ts'
import { engineSays, enumeratorSays, type SmallCase } from './small-rounds.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const SEED = Number(process.env.SEED ?? 1)

describe(`exact on small rounds (SEED=${SEED} ROUNDS=${ROUNDS})`, () => {
  for (const kind of todays(KINDS, 3)) {
    it(kindText(kind), () => {
      // For the enumerator, a round with an unknown card is thirteen rounds.
      const rounds = Math.ceil(kind.unread ? ROUNDS / 3 : ROUNDS)
      const { compared, wrong } = compareRounds({ kind, seed: SEED * 100_000, rounds })
      assert.equal(wrong, null)
      assert.equal(compared, rounds)
    })
  }
})

it('rules that no house has are among the variants', () => {
  const turned = new Set(VARIANTS.flatMap(({ rules }) => Object.keys(rules)))
  assert.deepEqual(
    HELD_BY_NONE.filter((rule) => !turned.has(rule)),
    [],
  )
})

describe('exact if hands are settled one by one and pass through the sum of what all of them are due', () => {
  const rows: readonly { readonly name: string; readonly bets: readonly number[]; readonly words: string; readonly readings: number }[] = [
    {
      name: 'won, lost, won, and another box after it',
      bets: [1000, 1000],
      words: '8S TS TH 8D 9S 1:2000 8C 1:3000 3S 9D 9C 3D 9H 8H 1:4000 1:3000 1:4000 2:2000',
      readings: 2,
    },
    {
      name: 'the same box alone, or the player takes a bet back and lays it again',
      bets: [1000],
      words: '8S TH 8D 1:2000 8C 1:3000 3S 9D 9C 3D 9H 8H 1:4000 1:3000 1:4000',
      readings: 2,
    },
    {
      name: 'lost, won, won, with the sum paid in parts',
      bets: [1000, 1000],
      words: '8S TS TH 8D 9S 1:2000 8C 1:3000 3S 9D 9C 3D 9H 8H 1:3500 1:4000 2:2000',
      readings: 2,
    },
  ]
  for (const { name, bets, words, readings } of rows) {
    it(name, () => {
      const signs = words.split(' ').map((word): SmallCase['signs'][number] => {
        const [box, amount] = word.split(':').map(Number)
        return amount === undefined ? { card: word } : { box: (box ?? 1) - 1, amount, lammers: 0 }
      })
      const round = { rules: HOUSES['sevens-prizes'].rules, bets, evidence: 'payouts', smallestChip: 100 } as const
      const small: SmallCase = { house: 'sevens-prizes', round, signs }
      const said = engineSays(small)
      assert.deepEqual(said, enumeratorSays(small))
      assert.equal(said.at(-1)?.readings, readings)
    })
  }
})
