/**
 * The money of a closed round: an amount is reported as a fact only if every reading has it. The sums over the lattice are compared with
 * the readings written out one by one.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NetResult, RoundResult, SpotNumbers } from '../../src/engine/event.ts'
import type { Round } from '../../src/engine/evidence/round.ts'
import { readRound } from '../../src/engine/lattice/question.ts'
import { spotNumbers } from '../../src/engine/lattice/spots.ts'
import { alone, roundResult } from '../../src/engine/words/result.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { contextFor, playedRounds } from './table-play.ts'
import { hear, lastTold } from './told-round.ts'
import { compareRounds } from './true-round.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const WRITTEN_MAX = 300

const FIELDS = ['staked', 'due', 'moved'] as const

/** By spot, the amount that all these readings share, read one by one; null: they do not share it. */
const sharedOf = (all: readonly { readonly [spot: string]: SpotNumbers }[]) =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((spot) => [
      spot,
      Object.fromEntries(
        FIELDS.map((field) => {
          const values = new Set(all.map((numbers) => numbers[spot]?.[field]))
          return [field, values.size === 1 ? [...values][0] : null]
        }),
      ),
    ]),
  )

const toldOf = ({ boxes }: RoundResult) =>
  Object.fromEntries(
    boxes.flatMap(({ box, spots }) =>
      Object.entries(spots).map(([area, { staked, due, moved }]) => [`${box}.${area}`, { staked, due, moved }]),
    ),
  )

const sumOf = (numbers: { readonly [spot: string]: SpotNumbers }): number =>
  Object.values(numbers).reduce((sum, { due }) => sum - (due ?? Number.NaN), 0)

describe('the money of a round with several readings', () => {
  it('is what its readings share when they are written out', (t) => {
    t.diagnostic(`SEED=${SEED}`)
    let [several, split] = [0, 0]
    for (const [at, house] of HOUSE_IDS.entries()) {
      // Even money that no sensor shows is no reading, and what depends on it is not reported.
      const rules = { ...HOUSES[house].rules, evenMoneyAgainst: [] }
      for (const chipEvidence of ['stakes', 'payouts'] as const) {
        const table = { boxes: 3, chipEvidence, spotLagMs: 0 }
        const context = contextFor(house, rules, table)
        const rounds = playedRounds(12, SEED * 10 + at, rules, table)
        const evidence = compareRounds(rounds, context).compared.flatMap((each) => each.evidence ?? [])
        for (const round of evidence) {
          const solution = readRound(round, { context, now: Number.POSITIVE_INFINITY, asked: 'resolved' })
          if (solution.count < 2 || solution.count > WRITTEN_MAX) continue
          const written = solution.kBest(WRITTEN_MAX + 1)
          assert.equal(written.length, solution.count)
          const numbers = written.map((reading) => numbersBySpot(round, (index) => spotNumbers(round, index, reading, context)))
          const result = roundResult({ ...alone(round, solution), closedAt: 0, ended: 'table-cleared', complete: true }, context)
          const where = `SEED=${SEED} ${house} ${chipEvidence} ${round.id}`
          assert.deepEqual(toldOf(result), sharedOf(numbers), where)
          const sums = numbers.map(sumOf)
          assert.deepEqual([result.net.from, result.net.to], [Math.min(...sums), Math.max(...sums)], where)
          several++
          if (result.net.from !== result.net.to) split++
        }
      }
    }
    t.diagnostic(`${several} rounds with several readings, ${split} of them with other sums`)
    assert.ok(several > 10 && split > 0, `${several} rounds, ${split} with other sums`)
  })

  it('is a fact if all readings come to the same, and a range if they do not', () => {
    // The player stands on 14 and loses to 20, or he draws the three and ties at 17.
    const { net, boxes } = lastTold(hear({ house: 'ingo', words: UNSURE, config: { chipEvidence: 'stakes' } }))
    const main = boxes[0]?.spots.main
    assert.ok(main, 'box 1 has a main bet')
    assert.equal(main.staked, 1000)
    assert.deepEqual([main.due, main.certain], [null, false])
    assert.equal((main.best.due ?? Number.NaN) + (net.best ?? Number.NaN), 0)
    assert.deepEqual<NetResult>(net, { house: null, best: net.best, from: 0, to: 1000 })
    const share = boxes[0]?.hands[0]?.share ?? 0
    assert.ok(share > 0.5 && share < 1, `${share}`)
  })
})

const UNSURE = '1=1000 TS 7D 4H 3C TC 1=0'

const numbersBySpot = (round: Round, of: (index: number) => { readonly [area: string]: SpotNumbers }) =>
  Object.fromEntries(round.boxes.flatMap((box, index) => Object.entries(of(index)).map(([area, own]) => [`${box}.${area}`, own])))
