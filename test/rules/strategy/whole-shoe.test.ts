/** What a round is worth from a full shoe, against the published figure and against the exact ones of the page of figures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as exact from '../../../src/rules/figures/exact.ts'
import { potOfGoldValue } from '../../../src/rules/strategy/pot-of-gold.ts'
import { dealer22, expectationOf, naturalUnderAce } from '../../../src/rules/strategy/whole-shoe.ts'
import { todays } from '../../runner/rotation.ts'
import { CONTROL, strategyAt, type Table } from './houses.ts'

const close = (one: number, other: number, within: number): void => assert.ok(Math.abs(one - other) < within, `${one} and ${other}`)

test('the published game of six packs comes to -0.72705 %, within a few thousandths of a percent', () => {
  close(expectationOf(strategyAt(CONTROL).rules), exact.CONTROL, 0.00003)
})

/** `npm run measure -- figures --rounds 10000000 --seed 1` (docs/measured.md): average and standard error. One house a day. */
const SIMULATED: readonly (readonly [house: Table['house'], average: number, error: number])[] = [
  ['free-bet-european', -0.00678, 0.00034],
  ['free-bet-pot-of-gold', -0.01015, 0.00034],
  ['sevens-prizes', 0.01745, 0.00038],
  ['gld', -0.00348, 0.00036],
  ['ingo', -0.00668, 0.00035],
]
for (const [house, average, error] of todays(SIMULATED)) {
  test(`${house} lies within three standard errors of ten million simulated rounds`, () => {
    close(expectationOf(strategyAt({ house }).rules), average, 3 * error)
  })
}

test("a dealer's 22 by number of packs is exact", () => {
  for (const row of exact.DEALER_22) {
    for (const dealerSoft17 of ['stand', 'hit'] as const) {
      close(dealer22(strategyAt({ house: 'ingo', rules: { decks: row.decks, dealerSoft17 } }).rules), row[dealerSoft17], 1e-9)
    }
  }
})

test('a check changes nothing about how often the dealer ends with 22', () => {
  const { rules } = strategyAt({ house: 'gld' })
  close(dealer22(rules), dealer22({ ...rules, peek: [] }), 1e-12)
})

test('Pot of Gold is exact, also from eight packs', () => {
  close(potOfGoldValue(strategyAt({ house: 'free-bet-pot-of-gold' })) ?? 9, exact.POT_OF_GOLD, 5e-9)
  close(potOfGoldValue(strategyAt({ house: 'free-bet-pot-of-gold', rules: { decks: 8 } })) ?? 9, -0.06253335, 5e-9)
  assert.equal(potOfGoldValue(strategyAt({ house: 'gld' })), null)
})

test('insurance loses 23 in 311 when only the ace is known', () => {
  close(3 * naturalUnderAce(strategyAt({ house: 'ingo' }).rules) - 1, exact.INSURANCE.onlyAce, 1e-12)
})
