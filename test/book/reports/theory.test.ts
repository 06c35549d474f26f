/** The expectation and the spread of the report, held against evenings played by the cards. `npm run measure -- chance` plays a thousand a house. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalBelow } from '../../../src/book/reports/statistics.ts'
import { expectedOf, theoryOf } from '../../../src/book/reports/theory.ts'
import { fitOf } from '../../../src/rules/figures/statistics.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import { luckOf } from '../../measure/chance/evenings.ts'
import { todays } from '../../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? 20261)
const BINS = 10
/** A chi-square less likely than this is no chance. */
const P_MIN = 0.0005

/** With an override in each second house: the theory is of the rules in force, not of the house. */
const TABLES = HOUSE_IDS.map((house, at) => ({ house, overrides: at % 2 === 0 ? {} : { blackjackPay: [6, 5], dealerSoft17: 'hit' } }))

for (const { house, overrides } of todays(TABLES)) {
  test(`${house} ${JSON.stringify(overrides)}: z is as wide as chance makes it (seed ${SEED})`, () => {
    const applied = applyOverrides(HOUSES[house], overrides)
    assert.ok(applied.ok, JSON.stringify(applied))
    const { rules } = applied
    const luck = luckOf({ rules, theory: theoryOf(rules, 100_000), evenings: 150, rounds: 100, seed: SEED })
    const bins = Array.from({ length: BINS }, () => 0)
    for (const { all } of luck) {
      const bin = Math.min(BINS - 1, Math.floor(normalBelow(all) * BINS))
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    const { chiSquare, p } = fitOf(
      bins,
      bins.map(() => 1 / BINS),
    )
    assert.ok(p > P_MIN, `chi-square ${chiSquare.toFixed(1)}, p ${p}: ${bins.join(' ')}`)
  })
}

describe('what is expected of one round', () => {
  const theory = {
    means: [-0.01, -0.2, 0, -0.07],
    alone: [
      [1.2, -0.1, 0, -0.5],
      [-0.1, 9, 0, -0.4],
      [0, 0, 0, 0],
      [-0.5, -0.4, 0, 2],
    ],
    together: [
      [0.5, -0.1, 0, -0.5],
      [-0.1, 9, 0, -0.4],
      [0, 0, 0, 0],
      [-0.5, -0.4, 0, 2],
    ],
  }
  const near = (one: number, other: number): void => assert.ok(Math.abs(one - other) < 1e-9, `${one} and ${other}`)

  test('one box: its own variance, squared with the bet', () => {
    const { win, variance } = expectedOf(theory, [[100, 0, 0, 0]])
    near(win, 1)
    near(variance, 12_000)
  })

  test('two boxes win and lose together', () => {
    near(
      expectedOf(theory, [
        [100, 0, 0, 0],
        [200, 0, 0, 0],
      ]).variance,
      1.2 * (100 ** 2 + 200 ** 2) + 2 * 0.5 * 100 * 200,
    )
  })

  test('two Push 22 bets are one', () => {
    near(
      expectedOf(theory, [
        [0, 10, 0, 0],
        [0, 10, 0, 0],
      ]).variance,
      9 * 20 ** 2,
    )
  })

  test('one kind of bet by itself', () => {
    const { win, variance } = expectedOf(theory, [[100, 10, 0, 50]], ['ins'])
    near(win, 3.5)
    near(variance, 5000)
  })
})
