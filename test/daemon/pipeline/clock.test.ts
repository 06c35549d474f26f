import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClockSource, tableClock } from '../../../src/daemon/pipeline/clock.ts'
import { inWallTime, wallOf, withStep } from '../../../src/wire/wall.ts'

const START_MS = Date.UTC(2026, 10, 21, 22)
const MINUTE_MS = 60_000
const FRESH = { lastMs: 0, steps: [] }

/** A machine whose clock can be set. */
function machine(): ClockSource & { pass(ms: number): void; set(ms: number): void } {
  let now = 5000
  let wall = START_MS
  return {
    nowMs: () => now,
    wallMs: () => wall,
    pass: (ms) => {
      now += ms
      wall += ms
    },
    set: (ms) => {
      wall += ms
    },
  }
}

test('table time goes on whatever the wall clock is set to; people read the wall clock from the look on', () => {
  const source = machine()
  const clock = tableClock(source, FRESH)
  for (const stepMs of [-MINUTE_MS, 3 * 3600_000, -150]) {
    const [table, wall] = [clock.tableMs(), clock.wallMs()]
    source.pass(1000)
    assert.equal(clock.look(), null)
    source.set(stepMs)
    assert.equal(clock.tableMs() - table, 1000)
    assert.equal(clock.look(), stepMs)
    assert.equal(clock.look(), null)
    assert.deepEqual([clock.tableMs() - table, clock.wallMs() - wall], [1000, 1000 + stepMs])
  }
})

test('a drift below a step is none', () => {
  const source = machine()
  const clock = tableClock(source, FRESH)
  source.set(99)
  assert.equal(clock.look(), null)
})

test('a start goes on behind the last record, though the clock was set back while no daemon ran', () => {
  const source = machine()
  const lastMs = START_MS + MINUTE_MS
  const clock = tableClock(source, { lastMs, steps: [] })
  assert.equal(clock.tableMs(), lastMs)
  assert.equal(clock.look(), -MINUTE_MS)
  assert.equal(clock.wallMs(), START_MS)
})

test('a start after a step keeps table time where it would be', () => {
  const source = machine()
  const steps = withStep([], START_MS, -MINUTE_MS)
  const clock = tableClock(source, { lastMs: START_MS, steps })
  assert.deepEqual([clock.tableMs(), clock.wallMs(), clock.look()], [START_MS + MINUTE_MS, START_MS, null])
})

test('what lies before a step is dated as the clock was then', () => {
  const steps = withStep(withStep([], START_MS, -MINUTE_MS), START_MS + 1000, 500)
  assert.deepEqual(
    [START_MS - 1, START_MS, START_MS + 1000].map((at) => wallOf(at, steps) - at),
    [0, -MINUTE_MS, -MINUTE_MS + 500],
  )
  const times = { openedAt: new Date(START_MS - 1).toISOString(), closedAt: new Date(START_MS).toISOString(), shoe: 1, until: null }
  assert.deepEqual(inWallTime(times, steps), { ...times, closedAt: new Date(START_MS - MINUTE_MS).toISOString() })
})
