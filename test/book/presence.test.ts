/** When a table is asked how it is, on a made-up clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPresence } from '../../src/book/presence.ts'

/** The moments within ten minutes at which it is asked, ms. */
const askedAt = (presence: ReturnType<typeof createPresence>, fromMs: number): readonly number[] => {
  const moments: number[] = []
  for (let nowMs = fromMs; nowMs < fromMs + 600_000; nowMs += 500) if (presence.isDue(nowMs)) moments.push(nowMs - fromMs)
  return moments
}

test('a table that says how it is when the book connects is never asked', () => {
  for (const isReady of [true, false]) {
    const presence = createPresence()
    presence.connected(0)
    presence.told(isReady)
    presence.heard(10)
    assert.equal(presence.isReady(), isReady)
    assert.deepEqual(askedAt(presence, 0), [])
  }
})

test('its status may come before the book knows that it is connected', () => {
  const presence = createPresence()
  presence.told(true)
  presence.connected(0)
  assert.deepEqual(askedAt(presence, 0), [])
})

test('one that says nothing is asked after three seconds, and later each time', () => {
  const presence = createPresence()
  presence.connected(0)
  const moments = askedAt(presence, 0)
  assert.deepEqual(moments.slice(0, 4), [3000, 4000, 6000, 10_000])
  assert.ok(moments.length < 20, `it is asked ${moments.length} times in ten minutes`)
  presence.told(true)
  assert.deepEqual(askedAt(presence, 600_000), [])
})

test('one that is new, and sends records before its status, is asked; nobody is without a connection', () => {
  const presence = createPresence()
  presence.heard(1000)
  assert.equal(askedAt(presence, 1000)[0], 3000)
  presence.told(true)
  presence.lost()
  assert.equal(presence.isReady(), false)
  assert.deepEqual(askedAt(presence, 700_000), [])
})
