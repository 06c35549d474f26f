/**
 * What must hold of the reconstruction beside what the evenings and the enumerator show: errors are found when they can be, here those that one
 * line proves; the largest round stays within the bound (hands that draw on and on stay within the same bound of stories, but take far longer);
 * and the same evidence gives the same reports. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { stepTable } from '../../src/engine/fold/table.ts'
import { latticeFor } from '../../src/engine/lattice/growth.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { todays } from '../runner/rotation.ts'
import { playLargeRound } from './large-round.ts'
import { faster, inPieces, wordsOf } from './same-words.ts'
import { BASE_MS, contextFor, LIMITS } from './table-play.ts'

const SEED = Number(process.env.SEED ?? 1)
/** The most nodes of a table in the largest round, and the longest that an observation may take on a slow machine: of the clock, or of the processor. */
const NODES_HERE_MAX = 10_000
const STEP_MS_MAX = 1000

describe(`what must hold (SEED=${SEED})`, () => {
  it('an error that one line proves is found, and its legal twin is none', () => {
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

  it('seven boxes of four hands each stay within the bound', () => {
    const { rules } = HOUSES['free-bet-european']
    const { actions, truth } = playLargeRound({ rules, boxes: 7, chipEvidence: 'payouts', pointer: false, drawsMuch: false })
    assert.ok(truth.boxes.length === 7 && truth.boxes.every(({ hands }) => hands.length === 4), 'seven boxes of four hands were played')
    const context = contextFor('free-bet-european', rules)
    let state = initialTable()
    for (const { scan, atMs, device } of actions) {
      const [began, used] = [performance.now(), process.cpuUsage()]
      ;[state] = stepTable(state, { ...scan, at: BASE_MS + atMs, cause: `${device}:X/1/1` }, context)
      const { user, system } = process.cpuUsage(used)
      // That other processes had the cores is no fault of the step.
      const tookMs = Math.min(performance.now() - began, (user + system) / 1000)
      assert.ok(tookMs < STEP_MS_MAX, `${tookMs} < ${STEP_MS_MAX}`)
      const lattice = state.current && latticeFor(state.current.round, context)
      assert.ok(!lattice || (!lattice.overflow && lattice.size <= NODES_HERE_MAX), `${lattice?.size} nodes`)
    }
  })

  it('the same evidence gives the same reports, whatever the pieces, the speed and the clock', async (test) => {
    for (const [index, house] of todays(HOUSE_IDS, HOUSE_IDS.length).entries()) {
      const play = playRecords(house, 3, 2, SEED + index)
      const { lines } = play
      const once = await wordsOf(play, lines)
      const random = seededRandom(SEED + index)
      assert.equal(await wordsOf(play, await inPieces(lines, () => 1)), once, `${house}, byte by byte`)
      assert.equal(await wordsOf(play, await inPieces(lines, () => 1 + Math.floor(random() * 300))), once, `${house}, in pieces`)
      for (const times of [100, 0.1]) assert.equal(await wordsOf(play, faster(lines, times)), once, `${house}, ${times} times as fast`)
      const waiting = (at: number) => (at % 7 === 0 ? new Promise<void>((resolve) => setImmediate(resolve)) : undefined)
      assert.equal(await wordsOf(play, lines, waiting), once, `${house}, with pauses`)
      // The host's clock may stand still or go backwards, in any time zone.
      const { TZ } = process.env
      let now = Date.UTC(1999, 11, 31)
      const clock = test.mock.method(Date, 'now', () => (now -= 86_400_000))
      process.env.TZ = 'Pacific/Kiritimati'
      const elsewhere = await wordsOf(play, lines)
      clock.mock.restore()
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
      assert.equal(elsewhere, once, `${house}, another clock`)
    }
  })
})
