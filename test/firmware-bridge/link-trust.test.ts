/** One serial number on two ports: a device that has moved is found again, a clone silences both until a person has said which. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, connected, hello, newBench } from './bench.ts'

const CLONE = ['incident cloned-serial', 'down two devices report the serial number SH-00412; neither is believed']
const sayElsewhere = (bench: ReturnType<typeof newBench>): void => bench.feed({ kind: 'heard-elsewhere' })

test('a serial number on another port is asked for on this one, and a device that answers on both is believed on neither', () => {
  const bench = connected()
  sayElsewhere(bench)
  assert.deepEqual(bench.written(), ['?ID'])
  assert.deepEqual(bench.told(), [], 'so far it may have moved')
  bench.hear(hello(5, 4))
  assert.deepEqual(bench.told(), CLONE)
  bench.hear(card(5))
  bench.feed({ kind: 'durable', boot: 57, seq: 5 })
  assert.deepEqual([bench.told(), bench.written()], [[], []], 'its card is neither played nor acknowledged')
  bench.feed({ kind: 'closed', reason: 'unplugged' })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(5, 5), card(5))
  assert.deepEqual([bench.told(), bench.written()], [[], ['?ID']], 'nor after its port was opened again')
})

test('a device that has moved to the other port answers no more on this one, and is no clone', () => {
  const bench = connected()
  sayElsewhere(bench)
  bench.pass(1100)
  bench.hear(hello(5, 4))
  assert.deepEqual(bench.told(), [], 'an answer so late is to another question')
  sayElsewhere(bench)
  bench.feed({ kind: 'closed', reason: 'unplugged' })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(5, 4))
  assert.deepEqual(bench.told(), ['down unplugged', 'up'])
})

test('another port that repeats the serial number a thousand times is answered once', () => {
  const bench = connected()
  for (let times = 0; times < 1000; times++) sayElsewhere(bench)
  assert.deepEqual(bench.written(), ['?ID'])
})

test('a person confirms the device that is left, and its events are fetched; while the other one answers, nothing is settled', () => {
  const bench = connected()
  sayElsewhere(bench)
  bench.hear(hello(5, 4))
  bench.told()
  sayElsewhere(bench)
  bench.feed({ kind: 'confirmed' })
  assert.deepEqual(bench.told(), ['incident cloned-serial'])
  bench.hear(hello(5, 5))
  assert.deepEqual(bench.told(), [])
  bench.pass(5000, () => 'HB 1000 5 4')
  bench.written()
  bench.feed({ kind: 'confirmed' })
  assert.deepEqual(bench.written(), ['?ID'])
  bench.hear(hello(5, 5))
  assert.deepEqual(bench.told(), ['up'])
  assert.deepEqual(bench.written(), ['RS 5 5'])
  bench.hear(card(5))
  assert.deepEqual(bench.told(), ['line 57/5'])
})

test('a device that was doubted when the daemon stopped is doubted after its start', () => {
  const bench = newBench({ doubted: true })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(1, 4), card(1))
  assert.deepEqual(bench.told(), ['down two devices report the serial number SH-00412; neither is believed'])
})
