import assert from 'node:assert/strict'
import { test } from 'node:test'
import { share, WORKERS_DEFAULT } from '../long/pool.ts'
import type { Job, Outcome } from './simulate.ts'

const SEEDS = 200
const FROM = 1

test(`P1 to P8 under any faults at once (F25): ${SEEDS} seeds of the storm keep the promises`, async () => {
  const jobs = Array.from({ length: SEEDS }, (_, index): Job => ({ seed: FROM + index, rounds: 1, hours: 1 }))
  const outcomes: Outcome[] = []
  const module = new URL('./simulate.ts', import.meta.url)
  await share<Job, Outcome>({ module, jobs, workers: WORKERS_DEFAULT, onResult: (outcome) => outcomes.push(outcome) })
  assert.equal(outcomes.length, SEEDS)
  assert.notEqual(outcomes.flatMap(({ faults }) => faults).length, 0)
  assert.deepEqual(
    outcomes.filter(({ broken }) => broken.length > 0),
    [],
    'npm run measure -- storm --seed N --seeds 1 --rounds 1 repeats a seed',
  )
})
