/** With the rack sensed, chips laid more than a lag before they were paid are proven; chips laid later are at least one of a group. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { work } from './errors-measure.ts'
import { type Posted, postedTable } from './posted.ts'

const SEED = 41_000

it(`a bet raised more than a lag before it was paid is proven past-posted (SEED=${SEED})`, () => {
  const cell = { house: 'ingo', boxes: 3, sensors: 'rack', play: 'main', prompt: false } as const
  const { posted } = work({ code: 'PAST-POSTED', cell, faults: [], seed: SEED, rounds: 30 })
  const far = posted.filter(({ settled, lags }) => settled === 'paid' && lags > 1)
  assert.ok(far.length >= 3, `only ${far.length} of these plays`)
  assert.deepEqual(
    far.filter(({ grade }) => grade !== 'proven'),
    [],
  )
})

it('counts them by distance, what is exactly a lag away as nearer', () => {
  const one: Posted = { sensors: 'rack', settled: 'paid', lags: 1, grade: 'one-of' }
  const [, , near, far] = postedTable([one, { ...one, lags: 1.1, grade: 'proven' }, { ...one, lags: 1.2, grade: null, settled: 'taken' }])
  assert.deepEqual(near, ['rack', '0.5 to 1', '1', '0 %', '100 %', '0', '-', '-'])
  assert.deepEqual(far, ['rack', '1 to 2', '1', '100 %', '0 %', '1', '0 %', '0 %'])
})
