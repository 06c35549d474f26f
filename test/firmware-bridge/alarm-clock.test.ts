/** One timer for a deadline that moves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmClock } from '../../firmware-bridge/alarm-clock.ts'

test('it goes off once at the deadline that was set last, and the timer is set anew only for an earlier one', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  const rung: number[] = []
  const clock = alarmClock(
    () => now,
    () => rung.push(now),
  )
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += 1
      t.mock.timers.tick(1)
    }
  }
  clock.set(100)
  pass(60)
  clock.set(200)
  pass(100)
  assert.deepEqual(rung, [], 'it was put off')
  pass(100)
  assert.deepEqual(rung, [200])
  pass(1000)
  assert.deepEqual(rung, [200], 'once')
  clock.set(3000)
  clock.set(2000)
  pass(2000)
  assert.deepEqual(rung, [200, 2000], 'an earlier deadline counts')
  clock.set(now + 10)
  clock.set(null)
  pass(100)
  assert.equal(rung.length, 2)
})

test('a deadline further away than a timer of Node can be is waited for', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  let rung = 0
  const clock = alarmClock(
    () => now,
    () => {
      rung += 1
    },
  )
  const farMs = 2 ** 32
  clock.set(farMs)
  for (; now < farMs; now += 2 ** 30) {
    assert.equal(rung, 0)
    t.mock.timers.tick(2 ** 30)
  }
  t.mock.timers.tick(2 ** 30)
  assert.equal(rung, 1)
})
