import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { dealerOdds, FINALS } from '../../../src/rules/strategy/dealer-odds.ts'
import { strategyAt } from './houses.ts'
import { dealerEnds, looks } from './infinite.ts'

const nameOf = (final: number): string => {
  const { total, blackjack } = FINALS[final] ?? { total: 0, blackjack: false }
  return blackjack ? 'natural' : total > 22 ? 'bust' : `${total}`
}

for (const house of ['free-bet-european', 'free-bet-pot-of-gold', 'sevens-prizes', 'gld', 'ingo'] as const satisfies readonly HouseId[]) {
  const { rules } = strategyAt({ house })
  test(`the dealer of ${house} ends as every run of cards, drawn one by one, says`, () => {
    for (let up = 0; up < 13; up++) {
      const value = Math.min(up + 1, 10)
      const ends = dealerEnds(value, rules.dealerSoft17 === 'hit')
      const { finals, natural, checked } = dealerOdds(up, rules)
      assert.equal(checked, looks(value, rules))
      assert.ok(Math.abs(natural - (ends.get('natural') ?? 0)) < 1e-15, `${natural}, not ${ends.get('natural')}`)
      for (const [final, chance] of finals.entries()) {
        const name = nameOf(final)
        const end = checked ? (name === 'natural' ? 0 : (ends.get(name) ?? 0) / (1 - natural)) : (ends.get(name) ?? 0)
        assert.ok(Math.abs(chance - end) < 1e-12, `${name} under ${value}: ${chance}, counted ${end}`)
      }
      const sum = finals.reduce((all, chance) => all + chance, 0)
      assert.ok(Math.abs(sum - 1) < 1e-12, `chances under ${value} add up to ${sum}`)
    }
  })
}

/** 17, 18, 19, 20, 21, natural, 22 and all busts of a shoe of six packs, soft 17 stands; exact, from the project's page of figures. */
const SIX_PACKS: Readonly<Record<number, readonly number[]>> = {
  0: [0.130017, 0.130822, 0.130594, 0.13091, 0.053504, 0.308682, 0.031376, 0.115473],
  5: [0.165707, 0.106194, 0.106431, 0.101551, 0.097276, 0, 0.085245, 0.422842],
  9: [0.111914, 0.111669, 0.111945, 0.340014, 0.034817, 0.07717, 0.052262, 0.212471],
}

test('an infinite shoe is within a quarter of a percent of six packs', () => {
  const { rules } = strategyAt({ house: 'ingo' })
  for (const [up, row] of Object.entries(SIX_PACKS)) {
    const { finals } = dealerOdds(Number(up), rules)
    const [busts, twentyTwo] = [finals[7] ?? 0, finals[6] ?? 0]
    const ours = [...finals.slice(0, 7), busts + twentyTwo]
    for (const [i, chance] of row.entries()) assert.ok(Math.abs((ours[i] ?? 0) - chance) < 0.0025, `${up}: ${ours[i]} and ${chance}`)
  }
})
