import assert from 'node:assert/strict'
import { test } from 'node:test'
import { todays } from '../../runner/rotation.ts'
import { share, WORKERS_DEFAULT } from '../long/pool.ts'
import type { Job, Outcome } from './simulate.ts'

const SEEDS = todays(Array.from({ length: 200 }, (_, index) => 1 + index))

test(`P1 to P8 under any faults at once (F25): ${SEEDS.length} seeds of the storm, ${SEEDS[0]} to ${SEEDS.at(-1)}, keep the promises`, async () => {
  const jobs = SEEDS.map((seed): Job => ({ seed, rounds: 1, hours: 1 }))
  const outcomes: Outcome[] = []
  const module = new URL('./simulate.ts', import.meta.url)
  await share<Job, Outcome>({ module, jobs, workers: WORKERS_DEFAULT, onResult: (outcome) => outcomes.push(outcome) })
  assert.equal(outcomes.length, SEEDS.length)
  assert.notEqual(outcomes.flatMap(({ faults }) => faults).length, 0)
  assert.deepEqual(
    outcomes.filter(({ broken }) => broken.length > 0),
    [],
    'npm run measure -- storm --seed N --seeds 1 --rounds 1 repeats a seed',
  )
})
