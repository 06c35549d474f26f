/** The hard rounds, played out by the engine's own functions with every decision spelled out. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { roundsOf } from './all-rounds.ts'
import { HELD_BY_NONE, isNoticed, JUDGED_RULES, PARAMETERS, ruleOf, turnsOf } from './flips.ts'
import { disagreement, refuses } from './play-out.ts'
import { REFUSALS } from './refusals.ts'

for (const house of HOUSE_IDS) {
  describe(`${house}: hard rounds come out as they were settled by hand`, () => {
    for (const round of roundsOf(house)) {
      it(`${round.name} (${round.clause})`, () => assert.equal(disagreement(round, HOUSES[house].rules), null))
    }
  })
}

describe('what a house does not allow is refused', () => {
  for (const refusal of REFUSALS) {
    it(`${refusal.house}: ${refusal.name} (${refusal.clause})`, () => assert.equal(refuses(refusal, HOUSES[refusal.house].rules), true))
  }
})

/** Document rules of a house that no evening can show, with the reason. */
const MOOT: { readonly [houseAndParameter: string]: string } = {
  ...Object.fromEntries(
    ['gld', 'ingo'].flatMap((house) =>
      ['base', 'min', 'step', 'othersMayCover'].map((field) => [
        `${house} insurance.${field}`,
        'exactly half of the own bet is neither less nor more, nor for a neighbour',
      ]),
    ),
  ),
  'free-bet-european insurance.min': 'multiples of half the minimum begin with it',
  'free-bet-european insuranceCountsBlackjacks': 'each box is measured by its own bet',
  'ingo insurance.raiseOn': 'insurance is open until the dealer draws, at a double and at a split too',
  'sevens-prizes insurance.base': 'another may cover the table: half of all bets is the bound either way',
  'sevens-prizes insurance.othersMayCover': 'half of all bets is the bound either way: no sensor tells whose chips they are',
  'sevens-prizes insurance.blackjackInsurable': 'the bet under a natural does not count, so nothing is there to insure',
}

describe('no rule can be ignored unnoticed', () => {
  it('every judged rule is among the parameters that are turned', () => {
    const turned = new Set(PARAMETERS.map(ruleOf))
    assert.deepEqual(
      JUDGED_RULES.filter((rule) => !turned.has(rule)),
      [],
    )
  })
  for (const rule of HELD_BY_NONE) {
    it(`${rule}, which no house has, is on in hard rounds and changes them`, () => {
      const rounds = HOUSE_IDS.flatMap((house) => roundsOf(house).map((round) => ({ house, round }))).filter(
        ({ round }) => round.rules?.[rule],
      )
      assert.notEqual(rounds.length, 0, `no hard round has ${rule}`)
      for (const { house, round } of rounds) {
        const { [rule]: _, ...without } = round.rules ?? {}
        assert.notEqual(disagreement({ ...round, rules: without }, HOUSES[house].rules), null, round.name)
      }
    })
  }
  for (const parameter of PARAMETERS) {
    it(`${parameter}, turned, changes a hard round, a refusal or a probe`, () => {
      const noticed = new Set<HouseId>()
      for (const turn of turnsOf(parameter)) if (!noticed.has(turn.house) && isNoticed(turn)) noticed.add(turn.house)
      assert.notEqual(noticed.size, 0, 'nothing notices')
      for (const house of new Set(turnsOf(parameter).map((turn) => turn.house))) {
        if (HOUSES[house].table[ruleOf(parameter)].source !== 'document' || `${house} ${parameter}` in MOOT) continue
        assert.ok(noticed.has(house), `${house} states it, and nothing notices when it is turned`)
      }
    })
  }
})
