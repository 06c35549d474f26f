/** How far a device has said everything: what its hellos and heartbeats prove, and what is done when they are lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bench, card, connected, hello, WALL_MS } from './bench.ts'

/** The device's clock, as the bench's hello set it. */
const clockOf = (bench: Bench): number => 48_123 + bench.nowMs()

/** Event times up to which everything was reported, ms since the bench began. */
const completeTo = (bench: Bench): readonly number[] =>
  bench.reports.flatMap((report) => (report.kind === 'complete' ? [report.at - WALL_MS] : []))

test('a hello and each heartbeat prove that nothing else was sent before them', () => {
  const bench = connected()
  assert.deepEqual(completeTo(bench), [0])
  bench.pass(2000, () => `HB ${clockOf(bench)} 4 4`)
  assert.deepEqual(completeTo(bench), [0, 1000, 2000])
})

test('a heartbeat that names an event which has not come proves it once the event is there', () => {
  const bench = connected()
  bench.pass(1000, () => `HB ${clockOf(bench)} 5 4`)
  assert.deepEqual(completeTo(bench), [0])
  bench.hear(card(5))
  assert.deepEqual(completeTo(bench), [0, 1000])
})

test('a heartbeat that names an event which is given up proves it then: the gap is reported', () => {
  const bench = connected()
  bench.pass(3000, () => `HB ${clockOf(bench)} 5 4`)
  assert.deepEqual(
    bench.reports.flatMap((report) => (report.kind === 'missing' || report.kind === 'complete' ? [report.kind] : [])),
    ['complete', 'missing', 'complete', 'complete'],
  )
})

/** The device answers the host's last question for the time. */
const answerTime = (bench: Bench): void => {
  const asked = bench.outputs.flatMap((output) => (output.kind === 'write' ? (/TS (\d+)/.exec(output.text)?.[1] ?? []) : []))
  bench.hear(`TS ${asked.at(-1)} ${clockOf(bench)}`)
}

test('a device that answers while its heartbeats are lost is asked, and its hello proves the same', () => {
  const bench = connected()
  bench.pass(1300)
  answerTime(bench)
  assert.deepEqual(bench.written(), [])
  bench.pass(100)
  assert.deepEqual(bench.written(), ['?ID'])
  bench.hear(hello(5, 4, { t: clockOf(bench) }))
  assert.deepEqual(completeTo(bench), [0, 1400])
})

test('somebody who waits for it may ask at any time, and the device is asked twice a second at most', () => {
  const bench = connected()
  bench.pass(500)
  for (let asked = 0; asked < 18; asked++) {
    bench.feed({ kind: 'awaited' })
    bench.pass(50)
  }
  assert.deepEqual(bench.written(), ['?ID', '?ID'])
})

test('a device that answers but whose hellos and heartbeats are all lost is down after 5 s', () => {
  const bench = connected()
  const isDown = () => bench.reports.some((report) => report.kind === 'link' && !report.up)
  while (bench.nowMs() < 4900) {
    answerTime(bench)
    bench.pass(100)
  }
  assert.ok(!isDown(), 'not yet')
  answerTime(bench)
  bench.pass(100)
  assert.ok(isDown(), 'its events may have been lost as well')
})

test('after lines of the spots were lost, each spot is asked for, once a second at most', () => {
  const bench = connected(4, { role: 'spots' })
  bench.hear(hello(5, 4, { dev: 'spots' }))
  assert.deepEqual(bench.written(), ['SNAP'], 'first contact')
  const spot = (seq: number) => `S ${seq} ${clockOf(bench)} 1.main ${seq} - 0`
  bench.hear(spot(6), spot(8), 'NK range 5 5')
  bench.pass(150, () => `HB ${clockOf(bench)} 8 4`)
  bench.hear('NK range 5 5', 'NK range 7 7')
  bench.pass(1000, () => `HB ${clockOf(bench)} 8 4`)
  assert.deepEqual(
    bench.reports.flatMap((report) => (report.kind === 'missing' ? [report.from] : [])),
    [5, 7],
  )
  assert.equal(bench.written().filter((body) => body === 'SNAP').length, 1)
})

test('the spots are asked for again if no new event answers, three times in all', () => {
  const bench = connected(4, { role: 'spots' })
  bench.hear(hello(5, 6, { dev: 'spots' }))
  const snapshots = () => bench.written().filter((body) => body === 'SNAP').length
  const spot = (seq: number) => `S ${seq} ${clockOf(bench)} 1.main ${seq} - 0`
  const beat = () => `HB ${clockOf(bench)} 6 4`
  assert.equal(snapshots(), 1)
  bench.hear(spot(5), spot(6))
  bench.pass(1050, beat)
  assert.equal(snapshots(), 1, 'they were fetched from the ring, and answer nothing')
  bench.pass(5000, beat)
  assert.equal(snapshots(), 1)
  bench.pass(5000, beat)
  assert.equal(snapshots(), 0)
})

test('after cards were lost nobody is asked for the spots', () => {
  const bench = connected()
  bench.hear(card(6))
  bench.pass(3000, () => `HB ${clockOf(bench)} 6 4`)
  assert.ok(
    bench.reports.some(({ kind }) => kind === 'missing'),
    'a card is given up',
  )
  assert.ok(!bench.written().includes('SNAP'), 'the shoe has none')
})
