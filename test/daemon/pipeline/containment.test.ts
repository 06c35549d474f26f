/** Where the controller itself fails on a record the round is given up, not the evening: a start would come to the same record again. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CoreContext, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { RoundResult } from '../../../src/engine/event.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { todays } from '../../runner/rotation.ts'
import { type Play, playRecords } from './records.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = 8
const BOXES = 3

/** Reading this setting fails, as often as `left` says. */
const failing = <T extends object>(settings: T, key: keyof T, failure: { left: number }): T => {
  const value = settings[key]
  return Object.defineProperty({ ...settings }, key, {
    enumerable: true,
    get: () => {
      if (failure.left-- > 0) throw new RangeError('Maximum call stack size exceeded')
      return value
    },
  })
}

interface Heard {
  readonly results: readonly RoundResult[]
  readonly reasons: readonly string[]
  readonly proven: number
  readonly faults: readonly string[]
}

/** `fails`: from this record on so often, where that part of the context is read. */
const hear = ({ records, context }: Play, fails: { at: number; times: number; part: 'table' | 'judge' } | null): Heard => {
  const failure = { left: 0 }
  const broken: CoreContext =
    fails?.part === 'judge'
      ? { ...context, judge: failing(context.judge, 'rules', failure) }
      : { ...context, table: failing(context.table, 'searchWork', failure) }
  let state = initialCore()
  const [results, reasons, faults]: [RoundResult[], string[], string[]] = [[], [], []]
  let proven = 0
  for (const [at, record] of records.entries()) {
    if (at === fails?.at) failure.left = fails.times
    const [next, { encoded, fault }] = stepCore(state, record, broken)
    state = next
    if (fault !== undefined) faults.push(fault)
    for (const each of encoded) {
      assert.ok(each.ok, 'every message can be sent')
      const { type, data } = JSON.parse(each.message.payload)
      if (type === 'round.closed') results.push(data)
      if (type === 'round.incomplete') reasons.push(data.reason)
      if (type === 'finding.raised' && data.grade === 'proven') proven++
    }
  }
  return { results, reasons, proven, faults }
}

const toldAt = ({ openedAt, boxes, dealer, complete }: RoundResult) => ({ openedAt, boxes, dealer, complete })

/** The record of the `nth` card, from 0. */
const cardRecord = ({ records }: Play, nth: number): number => {
  const cards = records.flatMap((record, at) => (record.kind === 'line' && record.line.startsWith('C ') ? [at] : []))
  return cards[nth] ?? assert.fail(`no card ${nth}`)
}

describe(`a fault of the controller (SEED=${SEED})`, () => {
  for (const house of todays(HOUSE_IDS, HOUSE_IDS.length)) {
    const play = playRecords(house, BOXES, ROUNDS, SEED)
    const plain = hear(play, null)
    const at = cardRecord(play, 14)

    for (const times of [1, 2, 9]) {
      it(`${house}: ${times} in a row in the fold cost the rounds they fall in, and none behind`, () => {
        const { results, reasons, proven, faults } = hear(play, { at, times, part: 'table' })
        assert.equal(faults.length, Math.ceil(times / 2), 'each is told, with what was tried in its place')
        assert.match(faults[0] ?? '', /^RangeError, /)
        assert.ok(
          reasons.some((reason) => reason.startsWith('a fault of the controller (RangeError, ')),
          reasons.join(),
        )
        assert.equal(proven, 0, 'nobody is accused by it')
        assert.ok(
          results.some(({ ended, complete }) => ended === 'ruled' && !complete),
          'given up, it was over as it was dealt',
        )
        const last = plain.results.slice(-3).map(toldAt)
        assert.ok(last.every(({ complete }) => complete) && last.length === 3, 'three rounds to compare')
        assert.deepEqual(results.slice(-3).map(toldAt), last)
      })
    }

    it(`${house}: in the judging it costs what was to be found by that record, and no word of the round`, () => {
      const { results, faults } = hear(play, { at, times: 1, part: 'judge' })
      assert.equal(faults.length, 1)
      assert.deepEqual(results, plain.results)
    })
  }
})
