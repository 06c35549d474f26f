/**
 * What must hold of the reconstruction: each statement in a short form, with a reference to the long form.
 *
 * 1 `npm run measure -- soak`, rounds.test.ts     2 `npm run measure -- exact`, perft.test.ts, perft-chips.test.ts     4 rounds.test.ts
 * 5 `npm run measure -- bench`                    6 test/daemon/pipeline, test/e2e/recorded.test.ts
 *
 * Statement 3, that errors are found when they can be, is tested here for errors that one line proves: a bet outside the limits of the
 * table. Statement 1 is played in every house with every set of sensors, everything players do, and unread cards. In 5 every hand stands
 * early: hands that draw on and on stay within the same bound of stories, but take far longer. SEED repeats a run, ROUNDS lengthens 1 and
 * 2.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { endCore, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { stepTable } from '../../src/engine/fold/table.ts'
import { latticeFor } from '../../src/engine/lattice/growth.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../src/rules/table.ts'
import { playRecords } from '../daemon/pipeline/records.ts'
import { checkPlayed } from '../measure/soak/check.ts'
import { contextOf, daemonOf, playScene, sceneText } from '../measure/soak/scene.ts'
import { alarms } from './alarms.ts'
import { everySensor, withUnread } from './all-sensors.ts'
import { compareRounds as compareExactly, KINDS } from './exact-rounds.ts'
import { playLargeRound } from './large-round.ts'
import { faster, inPieces, wordsOf } from './same-words.ts'
import { BASE_MS, contextFor, LIMITS, playedRounds } from './table-play.ts'
import { certainWords, compareRounds, isTold, truthfulReadings } from './true-round.ts'

const SEED = Number(process.env.SEED ?? 1)
/** Rounds played with each house and set of sensors; one in every three has an unread card. */
const ROUNDS_A_SENSOR = Number(process.env.ROUNDS ?? 3)
const UNREAD_NTH = 3
/** The most nodes of a table in the largest round, and the longest that an observation may take on a slow machine: of the clock, or of the processor. */
const NODES_HERE_MAX = 10_000
const STEP_MS_MAX = 1000

describe(`what must hold (SEED=${SEED})`, () => {
  describe('1: the truth is in the set, and no finding above info is raised', () => {
    for (const scene of everySensor(SEED)) {
      it(sceneText(scene), () => {
        assert.deepEqual(checkPlayed(scene, daemonOf(scene), playScene(scene).slice(0, ROUNDS_A_SENSOR)).failures, [])
      })
    }

    it('with cards that could not be read: it says so, and is certain of nothing', () => {
      for (const scene of everySensor(SEED)) {
        const context = contextOf(scene)
        const { document, rules } = HOUSES[scene.house]
        const rounds = playScene(scene).slice(0, ROUNDS_A_SENSOR)
        const { compared, events } = compareRounds(withUnread(rounds, UNREAD_NTH, SEED + scene.number), context)
        // Without the pointer, and with a bet left lying, it is unknown with which card a round with an unread card ended.
        for (const [index, each] of compared.entries()) {
          const where = `${sceneText(scene)}, round ${each.truth.number}`
          assert.deepEqual(certainWords(each), [], where)
          if (index % UNREAD_NTH === 0) assert.notEqual(each.closed?.complete, true, where)
          if (each.closed && each.evidence) assert.ok(truthfulReadings(each.evidence, each.truth, context) > 0, `${where}: truth missing`)
          else assert.ok(!scene.pointer, `${where}: told under another beginning`)
        }
        assert.deepEqual(alarms(events, document, rules, LIMITS), [], sceneText(scene))
      }
    })
  })

  it('2: the set is exact', () => {
    for (const kind of KINDS) assert.equal(compareExactly({ kind, seed: SEED * 1000, rounds: ROUNDS_A_SENSOR }).wrong, null)
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

  it('6: the same evidence gives the same reports, whatever the pieces, the speed and the clock', async (test) => {
    for (const [index, house] of HOUSE_IDS.entries()) {
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
