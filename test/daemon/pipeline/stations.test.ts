/** The stations in time: one out for one in and at once, and the moments at which waiting ends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TestScheduler } from 'rxjs/testing'
import { encode, fold, judge } from '../../../src/daemon/pipeline/stations.ts'
import { initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import { nextDeadline } from '../../../src/engine/words/table-views.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { playRecords } from './records.ts'

const marbles = () =>
  new TestScheduler((actual, expected) => {
    assert.deepEqual(actual, expected)
  })

describe('stations 5 to 7 as operators', () => {
  const { records, context } = playRecords('free-bet-european', 2, 1, 1)
  const [a, b, c] = records as [JournalRecord, JournalRecord, JournalRecord]

  it('hand one thing on for each that comes, in the same moment, and end when the journal ends', () => {
    const one = stepCore(initialCore(), a, context)
    const two = stepCore(one[0], b, context)
    const three = stepCore(two[0], c, context)
    marbles().run(({ hot, expectObservable }) => {
      const records$ = hot('  a 99ms b-(c|)', { a, b, c })
      const said$ = records$.pipe(fold(initialCore(), context), judge(initialCore(), context), encode(initialCore(), context))
      expectObservable(said$).toBe('a 99ms b-(c|)', { a: one[1], b: two[1], c: three[1] })
    })
  })

  it('pass a failure of the journal on and say nothing more', () => {
    marbles().run(({ cold, expectObservable }) => {
      const said$ = cold<JournalRecord>('#', {}, 'no disk').pipe(fold(initialCore(), context), judge(initialCore(), context))
      expectObservable(said$).toBe('#', undefined, 'no disk')
    })
  })

  it('begin again from the same state for whoever subscribes again', () => {
    marbles().run(({ cold, expectObservable }) => {
      const folded$ = cold('ab|', { a, b }).pipe(
        fold(initialCore(), context),
        judge(initialCore(), context),
        encode(initialCore(), context),
      )
      const one = stepCore(initialCore(), a, context)
      const two = stepCore(one[0], b, context)
      expectObservable(folded$).toBe('ab|', { a: one[1], b: two[1] })
      expectObservable(folded$, '---^').toBe('---ab|', { a: one[1], b: two[1] })
    })
  })
})

describe('the moment at which waiting ends', () => {
  const { records, context } = playRecords('ingo', 3, 2, 4)

  it('is a lag after the last line of an open round, and none without a round', () => {
    let state = initialCore()
    assert.equal(nextDeadline(state.table, context.table), null)
    for (const record of records) {
      state = stepCore(state, record, context)[0]
      const { table } = state
      const lag = Math.max(context.table.spotLagMs, context.table.pointerLagMs)
      assert.equal(nextDeadline(table, context.table), table.current ? table.heardAt + lag + 1 : null)
    }
  })

  it('has come once a tick says so, and does not come again before the next line', () => {
    let state = initialCore()
    for (const record of records) {
      state = stepCore(state, record, context)[0]
      const deadline = nextDeadline(state.table, context.table)
      if (deadline === null) continue
      const early = stepCore(state, { n: 0, t: deadline - 1, kind: 'tick' }, context)[0]
      assert.equal(nextDeadline(early.table, context.table) ?? deadline, deadline)
      const [after] = stepCore(state, { n: 0, t: deadline, kind: 'tick' }, context)
      assert.equal(nextDeadline(after.table, context.table), null)
    }
  })
})
