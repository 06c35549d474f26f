/**
 * Rounds with one error in the settlement, by the engine and by the enumerator: after every sign, is there a legal story, which errors are
 * in the stories with the fewest errors, and which is proven? This is part of `npm run measure -- exact --errors 5000` with fixed seeds. The number
 * of rounds on which they differ may only fall.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compareErrors, ERROR_KINDS } from './exact-errors.ts'

const SEED = 5000
const EACH = 12
const DIFFER_MAX = 3

it('the search for errors agrees with the enumerator on all but a few rounds', () => {
  const kinds = ERROR_KINDS.filter((_, at) => at % EACH === 0)
  const results = kinds.map((kind, at) => compareErrors({ kind, seed: SEED * at, rounds: 1 }))
  const differences = results.flatMap((result) => result.differences)
  const compared = results.reduce((sum, result) => sum + result.compared, 0)
  assert.ok(compared > kinds.length / 2, `only ${compared} rounds were compared`)
  assert.ok(differences.length <= DIFFER_MAX, differences.map((each) => `${each.class}\n${each.text}`).join('\n\n'))
})
