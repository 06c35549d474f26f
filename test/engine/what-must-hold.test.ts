/**
 * What must hold of the reconstruction, each statement in short; behind each stands the long form.
 *
 * 1 `npm run soak`, rounds.test.ts     2 `npm run exact`, perft.test.ts, perft-chips.test.ts     4 rounds.test.ts
 * 5 `npm run bench`                    6 test/pipeline, test/e2e/recorded.test.ts
 *
 * Statement 3, errors found when they can be, stands here for errors that one line proves: a bet outside the limits of the table.
 * Statement 1 is played here without absences and even money, which the soak has too; 5 lets every hand stand early: hands that draw on and on
 * stay within the same bound of stories and take far longer. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CHIP_EVIDENCE } from '../../src/config/table-config.ts'
import { latticeFor } from '../../src/engine/growth.ts'
import { stepTable } from '../../src/engine/table.ts'
import { initialTable } from '../../src/engine/table-state.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { endCore, initialCore, stepCore } from '../../src/pipeline/core.ts'
import { playRecords } from '../pipeline/records.ts'
import { checkScene } from '../soak/check.ts'
import { sceneOf, sceneText } from '../soak/scene.ts'
import { compareRounds as compareExactly, KINDS } from './exact-rounds.ts'
import { playLargeRound } from './large-round.ts'
import { BASE_MS, contextFor, LIMITS, playedRounds } from './table-play.ts'
import { compareRounds, isTold } from './true-round.ts'

const SEED = Number(process.env.SEED ?? 1)
/** A table in the largest round holds so many nodes at the most, and takes so long for an observation on a machine under load. */
const NODES_HERE_MAX = 10_000
const STEP_MS_MAX = 1000

describe(`what must hold (SEED=${SEED})`, () => {
  it('1: the truth is in the set, and nothing above info is said of it', () => {
    for (const [number, house] of HOUSE_IDS.entries()) {
      const held = { house, chipEvidence: 'payouts', pointer: false, without: ['absent', 'even-money'] } as const
      const scene = { ...sceneOf(SEED, number, held), boxes: 3 }
      assert.deepEqual(checkScene(scene).failures, [], sceneText(scene))
    }
  })

  it('2: the set is exact', () => {
    for (const kind of KINDS) assert.equal(compareExactly({ kind, seed: SEED * 1000, rounds: 8 }).wrong, null)
  })

  it('3: an error that one line proves is found, and its legal twin is none', () => {
    const { context, records } = playRecords('gld', 2, 3, SEED)
    const codes = (min: number) => {
      const judging = { ...context, judge: { ...context.judge, limits: { ...LIMITS, min } } }
      let state = initialCore()
      const encoded = records.flatMap((record) => {
        const [next, written] = stepCore(state, record, judging)
        state = next
        return written.encoded
      })
      return [...encoded, ...endCore(state, judging)[1].encoded].flatMap((each) =>
        each.ok && 'finding' in each.envelope.data ? [each.envelope.data.code] : [],
      )
    }
    assert.deepEqual(codes(LIMITS.min), [])
    const found = codes(LIMITS.max)
    assert.ok(found.length > 0 && found.every((code) => code === 'BET-UNDER-MIN'), found.join())
  })

  it('4: with the pointer nothing is ambiguous', () => {
    for (const house of HOUSE_IDS) {
      for (const chipEvidence of CHIP_EVIDENCE.slice(1)) {
        const context = contextFor(house, HOUSES[house].rules, { boxes: 3, chipEvidence })
        const { compared } = compareRounds(playedRounds(6, SEED, HOUSES[house].rules, { boxes: 3, chipEvidence, pointer: true }), context)
        for (const each of compared)
          assert.ok(each.closed?.readings === 1 && isTold(each), `${house}, ${chipEvidence}, ${each.truth.number}`)
      }
    }
  })

  it('5: seven boxes of four hands each stay within the bound', () => {
    const { rules } = HOUSES['free-bet-european']
    const { actions, truth } = playLargeRound({ rules, boxes: 7, chipEvidence: 'payouts', pointer: false, drawsMuch: false })
    assert.ok(truth.boxes.length === 7 && truth.boxes.every(({ hands }) => hands.length === 4))
    const context = contextFor('free-bet-european', rules)
    let state = initialTable()
    for (const { scan, atMs, device } of actions) {
      const began = performance.now()
      ;[state] = stepTable(state, { ...scan, at: BASE_MS + atMs, cause: `${device}:X/1/1` }, context)
      assert.ok(performance.now() - began < STEP_MS_MAX)
      const lattice = state.current && latticeFor(state.current.round, context)
      assert.ok(!lattice || (!lattice.overflow && lattice.nodeCount <= NODES_HERE_MAX), `${lattice?.nodeCount} nodes`)
    }
  })

  it('6: the same evidence gives the same words, at whatever pace it is read', async () => {
    const { records, context } = playRecords('gld', 3, 4, SEED)
    const words = async (between: (index: number) => Promise<void> | void): Promise<string> => {
      let state = initialCore()
      const said: unknown[] = []
      for (const [index, record] of records.entries()) {
        const [next, written] = stepCore(state, record, context)
        state = next
        said.push(written.encoded)
        await between(index)
      }
      return JSON.stringify([...said, endCore(state, context)[1].encoded])
    }
    const atOnce = await words(() => {})
    const inChunks = await words((index) => (index % 7 === 0 ? new Promise<void>((resolve) => setImmediate(resolve)) : undefined))
    assert.equal(inChunks, atOnce)
  })
})
