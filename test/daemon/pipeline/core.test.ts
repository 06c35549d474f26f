/** The stations' steps are pure: the same records give the same words, and no step changes the state it was given. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CoreState, encodeJudged, endCore, foldRecord, initialCore, judgeFolded, stepCore } from '../../../src/daemon/stations/core.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { todays } from '../../runner/rotation.ts'
import { freezeDeep, type Play, playRecords } from './records.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = 6

/** Everything said over a play, the end included. */
const words = ({ records, context }: Play, hold: (state: CoreState) => CoreState = (state) => state): readonly unknown[] => {
  let state = hold(initialCore())
  const said: unknown[] = []
  for (const record of records) {
    const [next, written] = stepCore(state, record, context)
    said.push(...written.encoded)
    state = hold(next)
  }
  return [...said, ...endCore(state, context)[1].encoded]
}

describe(`pure stations (SEED=${SEED})`, () => {
  for (const house of todays(HOUSE_IDS)) {
    it(`${house}: folding the same records twice says the same`, () => {
      const play = playRecords(house, 5, ROUNDS, SEED)
      const first = words(play)
      assert.ok(first.length > ROUNDS * 10, `${first.length} > ${ROUNDS * 10}`)
      assert.deepEqual(words(play), first)
    })

    it(`${house}: no step changes what it was given`, () => {
      const play = playRecords(house, 5, ROUNDS, SEED + 1)
      const frozen = { ...play, records: freezeDeep(play.records), context: { ...play.context, table: freezeDeep(play.context.table) } }
      const seen = new Set<unknown>()
      assert.deepEqual(
        words(frozen, (state) => freezeDeep(state, seen)),
        words(play),
      )
    })
  }

  it('a state from before can be gone on from again: nothing later shows in it', () => {
    const { records, context } = playRecords('gld', 3, 3, SEED + 2)
    const middle = Math.floor(records.length / 2)
    let state = initialCore()
    for (const record of records.slice(0, middle)) state = stepCore(state, record, context)[0]
    const goOn = (from: CoreState) => {
      let at = from
      return records.slice(middle).flatMap((record) => {
        const [next, written] = stepCore(at, record, context)
        at = next
        return written.encoded
      })
    }
    const first = goOn(state)
    assert.deepEqual(goOn(state), first)
  })

  it('the three stations one after the other say what the whole step says', () => {
    const { records, context } = playRecords('free-bet-european', 3, 3, SEED + 3)
    let whole = initialCore()
    let { table, judge, numbering } = initialCore()
    for (const record of records) {
      const [nextTable, folded] = foldRecord(table, record, context)
      const [nextJudge, judged] = judgeFolded(judge, folded, context)
      const [nextNumbering, written] = encodeJudged(numbering, judged, context)
      table = nextTable
      judge = nextJudge
      numbering = nextNumbering
      const [next, said] = stepCore(whole, record, context)
      whole = next
      assert.deepEqual(written.encoded, said.encoded)
      assert.deepEqual(written.numbering, said.numbering)
    }
  })
})
