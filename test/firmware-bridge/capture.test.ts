import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, hello, newBench } from './bench.ts'

const capture = (options = {}) => newBench({ capture: true, ...options })

test('a capture needs no hello, begins at any number and asks for nothing', () => {
  const bench = capture()
  bench.hear(card(17), card(18))
  bench.feed({ kind: 'end' })
  assert.deepEqual(bench.told(), ['line 1/17', 'line 1/18'])
  assert.deepEqual(bench.written(), [])
  assert.ok(
    bench.reports.every((report) => report.kind !== 'line' || report.offset === null),
    'no line has a clock',
  )
})

test('a hello in a capture names the boot; hello, heartbeat and time carry no offset', () => {
  const bench = capture()
  bench.hear(card(1), hello(1, 1), 'HB 900 1 0', 'TS 1 900', card(2))
  assert.deepEqual(bench.told(), ['line 1/1', 'identity 57 2.3.1 continued', 'line 57/2'])
  assert.ok(
    bench.reports.every((report) => report.kind !== 'line' || report.offset === null),
    'no line has a clock',
  )
})

test('a gap in a capture waits for its lines by the host times, then it is missing', () => {
  const bench = capture()
  bench.hear(card(1), card(3))
  bench.pass(1150)
  assert.deepEqual(bench.told(), ['line 1/1'])
  bench.pass(50)
  assert.deepEqual(bench.told(), ['missing 1/2..2', 'line 1/3'])
  bench.hear(card(2))
  assert.deepEqual(bench.told(), ['late 1/2'])
})

test('a gap that the resent line closes is no gap', () => {
  const bench = capture()
  bench.hear(card(1), card(3))
  bench.pass(200)
  bench.hear(card(2))
  assert.deepEqual(bench.told(), ['line 1/1', 'line 1/2', 'line 1/3'])
})

test('the end of a capture says what is missing and releases what was held', () => {
  const bench = capture()
  bench.hear(card(1), card(3), 'HB 900 4 0')
  bench.feed({ kind: 'end' })
  assert.deepEqual(bench.told(), ['line 1/1', 'missing 1/2..2', 'line 1/3', 'missing 1/4..4'])
})

test('a capture whose first event is not the next after its hello lacks what lies between', () => {
  const bench = capture()
  bench.hear(hello(1, 0), card(3))
  bench.pass(1200)
  assert.deepEqual(bench.told(), ['identity 57 2.3.1 continued', 'missing 57/1..2', 'line 57/3'])
})

test('what a hello names and the capture does not have is not claimed', () => {
  const bench = capture()
  bench.hear(hello(1903, 1960), card(1951), card(1952))
  assert.deepEqual(bench.told(), ['identity 57 2.3.1 continued', 'line 57/1951', 'line 57/1952'])
})

test('a refusal in a capture makes a gap missing at once', () => {
  const bench = capture()
  bench.hear(card(1), card(4), 'NK range 2 3')
  assert.deepEqual(bench.told(), ['line 1/1', 'missing 1/2..3', 'line 1/4'])
})

test('a device that restarted its numbering in a capture is a new stream', () => {
  const bench = capture()
  bench.hear(card(1), card(2), hello(1, 0, { boot: 2 }), card(1))
  assert.deepEqual(bench.told(), ['line 1/1', 'line 1/2', 'incident new-stream', 'identity 2 2.3.1 anew', 'line 2/1'])
})

test('more than 64 early lines end the wait for the first gap: a capture cannot be asked again', () => {
  const bench = capture()
  bench.hear(card(1))
  for (let seq = 3; seq <= 80; seq++) bench.hear(card(seq))
  const told = bench.told()
  assert.equal(told[1], 'missing 1/2..2')
  assert.equal(told.length, 2 + 78)
})

test('doubled lines of a capture are played once', () => {
  const bench = capture()
  bench.hear(card(1), card(1), card(2), card(1, '6S'))
  assert.deepEqual(bench.told(), ['line 1/1', 'line 1/2', 'incident seq-conflict'])
})

test('a stranger in a capture is not played', () => {
  const bench = capture()
  bench.hear(hello(1, 0, { serial: 'SH-99999' }), card(1))
  bench.feed({ kind: 'end' })
  assert.deepEqual(bench.told(), ['incident unknown-serial'])
})
