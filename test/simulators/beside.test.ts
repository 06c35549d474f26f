/** Dealers who lay their badges there and press keys: the engine names whoever deals, and its rounds are those of the cards and chips. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isState, STATE_KINDS, stateWords } from '../../devices/scan.ts'
import { DEALERS, STATE_TWINS } from '../../simulators/table/beside.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { contextFor, foldActions, lastWords, playedRounds } from '../engine/table-play.ts'
import { todays } from '../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? 4)
const ROUNDS = 60

/** Who deals each round, by the badges. */
function dealersOf(rounds: readonly PlayedRound[]): readonly (string | null)[] {
  let dealer: string | null = null
  return rounds.map(({ actions }) => {
    for (const { scan } of actions) if (scan.kind === 'badge') dealer = scan.dealer
    return dealer
  })
}

const pressed = ({ actions }: PlayedRound, key: string): number =>
  actions.filter(({ device, scan }) => device === 'key' && scan.kind === 'key' && scan.press.key === key).length

describe(`dealers with badges and keys (SEED=${SEED})`, () => {
  const rows = HOUSE_IDS.flatMap((house) => ([0, 1] as const).map((burnAtDealerChange) => ({ house, burnAtDealerChange })))
  for (const { house, burnAtDealerChange } of todays(rows)) {
    it(`${house}, ${burnAtDealerChange} cards burned at a relief`, () => {
      const rules = { ...HOUSES[house].rules, burnAtDealerChange }
      const more = { boxes: 3, pointer: true, spotLagMs: 0 }
      const rounds = playedRounds(ROUNDS, SEED, rules, { ...more, dealers: DEALERS, keys: true, peek: true, states: STATE_KINDS })
      const context = contextFor(house, rules, { boxes: 3, spotLagMs: 0 })
      const told = lastWords(
        foldActions(
          rounds.flatMap(({ actions }) => actions),
          context,
        ),
      )
      const dealers = dealersOf(rounds)
      assert.equal(told.length, ROUNDS)
      for (const [at, { dealerId, ended, round }] of told.entries()) {
        // Nothing shows that a round is over in which no chip moved: it is the next dealer's as well.
        const own = ended === 'next-card' ? [dealers[at], dealers[at + 1]] : [dealers[at]]
        assert.ok(own.includes(dealerId), `round ${round}: ${dealerId}, not ${own}`)
      }
      const seen = rounds.flatMap(({ actions }) => actions.flatMap(({ scan }) => (scan.kind === 'peek' ? [scan.outcome] : [])))
      assert.equal(seen.length > 0, rules.peek.length > 0, `${seen.length} checks`)
      const loads = rounds.flatMap(({ actions }) => actions.filter(({ scan }) => scan.kind === 'shoe' && scan.what === 'load'))
      for (const kind of STATE_KINDS) {
        const { away, back } = STATE_TWINS[kind]
        const states = rounds.flatMap(({ actions }) =>
          actions.flatMap(({ scan }) => (isState(scan) && scan.kind === kind ? [stateWords(scan)] : [])),
        )
        assert.deepEqual(
          states,
          loads.flatMap(() => [away, back]),
          kind,
        )
      }
      assert.ok(new Set(dealers).size > 1, 'somebody was relieved')
      assert.deepEqual(
        told.map(({ dealer }) => dealer.cards),
        rounds.map(({ truth }) => truth.dealer.cards),
      )
      assert.deepEqual([...new Set(rounds.map((round) => pressed(round, 'round-over')))], [1])
      const served = rounds.filter(({ truth }) =>
        truth.boxes.some(({ hands }) => hands.length > 0 && hands.some(({ outcome }) => outcome === 'win')),
      )
      assert.ok(
        served.every((round) => pressed(round, 'hand-over') > 0),
        'hands that were served are called complete',
      )
    })
  }

  it('a table without these devices plays as before', () => {
    const { rules } = HOUSES.gld
    const rounds = playedRounds(ROUNDS, SEED, rules, { boxes: 3 })
    assert.deepEqual([...new Set(rounds.flatMap(({ actions }) => actions.map(({ device }) => device)))].sort(), ['shoe', 'spots'])
  })
})
