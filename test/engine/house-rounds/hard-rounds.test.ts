/**
 * The hard rounds of every house, dealt by the simulated table from their scripts and read by the fold. What each round comes to was
 * settled by hand from the house's document; SEED changes the pace and those customs of the dealer that a house leaves open.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../../src/rules/table.ts'
import { isAll, TODAY, todays } from '../../runner/rotation.ts'
import { roundsOf } from './all-rounds.ts'
import { alarmsOf, doubts, fold, leavesTraces, untruths } from './fold-round.ts'
import { comparable, settledByHand, withoutMoments } from './outcome.ts'
import { REFUSALS } from './refusals.ts'
import { faultsOf, LEAST_ROUNDS } from './round-form.ts'
import { simulate, simulatedOutcome } from './simulate-round.ts'

/** In how far a simulated table refuses: an illegal word, or one that it is never asked for; a dealer who stopped leaves it without a card. */
const REFUSED = { word: /legal|before/, card: /ran empty inside a round[^;]*$/ } as const

const SEED = Number(process.env.SEED ?? 1)

/** Each round is read with one of these sets of sensors a day, another one each day: of them all in turn. */
const turn = <T>(all: readonly T[], at: number): readonly T[] => (isAll ? all : all.filter((_, far) => far === (at + TODAY) % all.length))

describe('hard rounds are well formed', () => {
  for (const house of HOUSE_IDS) {
    it(`${house} has at least ${LEAST_ROUNDS}, each by its own name`, () => {
      const names = roundsOf(house).map(({ name }) => name)
      assert.ok(names.length >= LEAST_ROUNDS, `${names.length}`)
      assert.deepEqual(
        names.filter((name, index) => names.indexOf(name) !== index),
        [],
      )
    })
    it(`${house}: clauses, cards, bets and sums are what a round can have`, () => {
      assert.deepEqual(
        roundsOf(house).flatMap((round) => faultsOf(house, round).map((fault) => `${round.name}: ${fault}`)),
        [],
      )
    })
  }
})

describe('the simulated table refuses what a house does not allow', () => {
  for (const refusal of REFUSALS) {
    it(`${refusal.house}: ${refusal.name} (${refusal.clause})`, () => {
      const message = refusal.dealerStopped ? REFUSED.card : REFUSED.word
      assert.throws(() => simulate(refusal.house, refusal, SEED), { name: 'RangeError', message })
    })
  }
})

for (const house of HOUSE_IDS) {
  describe(`${house}: simulated and folded as it was settled by hand (SEED=${SEED})`, () => {
    for (const [at, round] of todays([...roundsOf(house).entries()], 4)) {
      it(`${round.name} (${round.clause})`, () => {
        const played = simulate(house, round, SEED)
        assert.deepEqual(comparable(simulatedOutcome(played.truth)), comparable(settledByHand(round)))
        const wanted = comparable(withoutMoments(settledByHand(round)))
        for (const collectAfter of turn(['box-settled', 'table-settled'] as const, at)) {
          const { closed, due, moved, alarms } = fold(house, round, played, collectAfter)
          assert.equal(closed.length, 1)
          assert.deepEqual(comparable(due), wanted)
          assert.deepEqual(comparable(moved), wanted)
          // Even money taken before a natural of the dealer looks like chips that the player of a tie lays for the next round.
          if (collectAfter === 'table-settled') assert.deepEqual(closed.flatMap(doubts), [])
          assert.deepEqual(alarms, [])
        }
      })
    }
  })

  describe(`${house}: without the pointer the truth is among the readings (SEED=${SEED})`, () => {
    for (const [at, round] of todays([...roundsOf(house).entries()], 10)) {
      for (const chipEvidence of turn(CHIP_EVIDENCE, at)) {
        it(`${round.name} (${round.clause}), chips known up to ${chipEvidence}`, () => {
          const played = simulate(house, round, SEED, { pointer: false, chipEvidence })
          if (leavesTraces(house, round, chipEvidence)) assert.deepEqual(untruths(house, round, played, chipEvidence), [])
          else assert.deepEqual(alarmsOf(house, round, played, chipEvidence), [])
        })
      }
    }
  })
}
