/** Who the device at the other end is: boots, numberings begun anew, other firmware, strangers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, connected, hello, newBench, WALL_MS } from './bench.ts'

test('a boot that keeps its ring goes on: noted, and the card dealt meanwhile is fetched', () => {
  const bench = connected()
  bench.hear(hello(5, 5, { boot: 58, t: 10 }))
  assert.deepEqual(bench.told(), ['identity 58 2.3.1 continued'])
  assert.deepEqual(bench.written(), ['RS 5 5'])
  bench.hear(card(5))
  assert.deepEqual(bench.told(), ['line 58/5'])
})

test('a boot that keeps its ring and whose hello is lost is noticed by the clock of its heartbeat', () => {
  const bench = connected()
  bench.pass(2000, () => `HB ${48_123 + bench.nowMs()} 4 4`)
  bench.written()
  bench.hear('HB 10 4 4')
  assert.deepEqual(
    bench.written().filter((body) => !body.startsWith('TS')),
    ['?ID'],
  )
  bench.hear(hello(5, 4, { boot: 58, t: 20 }))
  assert.deepEqual(bench.told(), ['identity 58 2.3.1 continued'])
})

test('a boot whose hellos are lost again and again is asked for until one comes through, whatever clock the device answers with', () => {
  const bench = connected()
  bench.pass(2000, () => `HB ${48_123 + bench.nowMs()} 4 4`)
  bench.written()
  const bootedMs = bench.nowMs()
  const t = () => bench.nowMs() - bootedMs
  for (let answered = 0; answered < 3; answered++) {
    bench.pass(1000, () => `HB ${t()} 4 4`)
    assert.deepEqual(bench.written(), ['?ID'], 'asked with each heartbeat')
    // Its hello is lost each time, its answers to what time it has are not.
    const asked = bench.outputs.flatMap((output) => (output.kind === 'write' ? (/TS (\d+)/.exec(output.text)?.[1] ?? []) : []))
    bench.hear(`TS ${asked.at(-1)} ${t()}`)
  }
  bench.hear(hello(5, 4, { boot: 58, t: t() }))
  assert.deepEqual(bench.told(), ['identity 58 2.3.1 continued'])
  bench.written()
  bench.pass(3000, () => `HB ${t()} 4 4`)
  assert.deepEqual(bench.written(), [], 'it is known now')
  bench.hear(`C 5 ${t()} 5S`)
  const [line] = bench.reports.flatMap((report) => (report.kind === 'line' ? [report] : []))
  assert.ok(line?.offset !== null && Math.abs((line?.offset ?? 0) - (WALL_MS + bootedMs)) < 100, 'its events are dated by its new clock')
})

test('a boot that counts anew is a new stream and an incident; what was held is not lost', () => {
  const bench = connected()
  bench.hear(card(5), card(7))
  bench.hear(hello(1, 0, { boot: 58, t: 10 }))
  assert.deepEqual(bench.told(), ['line 57/5', 'missing 57/6..6', 'line 57/7', 'incident new-stream', 'identity 58 2.3.1 anew'])
  bench.written()
  bench.hear(card(1))
  bench.feed({ kind: 'durable', boot: 57, seq: 7 })
  assert.deepEqual(bench.written(), [], 'a sync of the old stream acknowledges nothing of the new one')
  bench.feed({ kind: 'durable', boot: 58, seq: 1 })
  assert.deepEqual(bench.written(), ['ACK 1'])
  assert.deepEqual(bench.told(), ['line 58/1'])
})

test('a boot that only looks as if it went on is found out by the content of the last event', () => {
  const bench = connected()
  bench.hear(card(5, '5S'))
  bench.told()
  bench.hear(hello(1, 9, { boot: 58, t: 10 }))
  assert.deepEqual(bench.written(), ['RS 5 9'])
  bench.hear(card(5, 'KD'))
  assert.deepEqual(bench.told(), ['identity 58 2.3.1 continued', 'incident new-stream', 'identity 58 2.3.1 anew'])
  assert.deepEqual(bench.written(), ['RS 1 9'])
  for (let seq = 1; seq <= 9; seq++) bench.hear(card(seq, 'KD'))
  assert.equal(bench.told().length, 9)
})

test('a boot that goes on and proves it plays no card twice', () => {
  const bench = connected()
  bench.hear(card(5))
  bench.told()
  bench.hear(hello(1, 6, { boot: 58, t: 10 }), card(5), card(6))
  assert.deepEqual(bench.told(), ['identity 58 2.3.1 continued', 'line 58/6'])
})

test('an event that came and proved that the boot goes on is asked for no more', () => {
  const bench = connected()
  bench.hear(card(5))
  bench.hear(hello(1, 5, { boot: 58, t: 10 }))
  bench.written()
  bench.hear(card(5))
  bench.pass(1500)
  assert.ok(!bench.written().some((body) => body.startsWith('RS')), 'no request')
})

test('a stale hello of an older boot starts nothing; the true one, said again, does', () => {
  const bench = connected(1904)
  bench.hear(hello(1, 0, { boot: 56 }), hello(1, 0, { boot: 56 }))
  assert.deepEqual(bench.written(), ['?ID'])
  bench.hear(hello(1905, 1904))
  bench.hear(card(1905))
  assert.deepEqual(bench.told(), ['line 57/1905'])
  bench.hear(hello(1, 0, { boot: 56 }))
  bench.pass(150)
  bench.hear(hello(1, 0, { boot: 56 }))
  assert.deepEqual(bench.told(), ['incident new-stream', 'identity 56 2.3.1 anew'])
})

test('an older boot is doubted however many events it names', () => {
  const bench = connected(1904)
  bench.hear(hello(1905, 1904, { boot: 56 }))
  assert.deepEqual(bench.written(), ['?ID'])
  bench.pass(150)
  bench.hear(hello(1905, 1904, { boot: 56 }))
  assert.deepEqual(bench.told(), ['identity 56 2.3.1 continued'])
})

test('a device that counts anew and whose hello was lost is asked who it is', () => {
  const bench = connected(1904)
  bench.pass(500)
  bench.hear('HB 600 1 0')
  assert.deepEqual(bench.written(), ['?ID'])
})

test('other firmware is an incident', () => {
  const bench = connected()
  bench.hear(hello(5, 4, { boot: 58, fw: '2.4.0' }))
  assert.deepEqual(bench.told(), ['identity 58 2.4.0 continued', 'incident firmware-changed'])
})

test('an unknown serial number is one incident; its events are ignored, not asked for, not acknowledged', () => {
  const bench = newBench({ resume: { serial: 'SH-00412', boot: 57, lastSeq: 1902 } })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(1, 9, { serial: 'SH-99999' }), card(1), card(1903), hello(1, 9, { serial: 'SH-99999' }))
  bench.pass(2000, () => 'HB 1 1 0')
  assert.deepEqual(
    bench.told().map((text) => text.split(' ').slice(0, 2).join(' ')),
    ['incident unknown-serial', 'down SH-99999'],
  )
  assert.deepEqual(bench.written(), ['?ID'])
  assert.equal(bench.health()?.counters['not-played'], 2)
  bench.hear(hello(1903, 1902), card(1903))
  assert.deepEqual(bench.told(), ['up', 'identity 57 2.3.1 continued', 'line 57/1903'])
})

test('a stranger where the device may be on another port makes the link move on', () => {
  const bench = newBench({ movable: true })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(1, 9, { serial: 'SP-00007', dev: 'spots' }))
  const moves = bench.outputs.filter((output) => output.kind === 'reopen')
  assert.deepEqual(
    moves.map(({ elsewhere }) => elsewhere),
    [true],
  )
})

test('a stranger on a port that is not the device’s own is no incident', () => {
  const bench = newBench({ movable: true })
  bench.feed({ kind: 'opened', isAway: true })
  bench.hear(hello(1, 9, { serial: 'SP-00007', dev: 'spots' }))
  assert.ok(
    bench.told().every((text) => !text.startsWith('incident')),
    'no incident is told',
  )
})

test('the right number in the wrong role is not played', () => {
  const bench = newBench()
  bench.feed({ kind: 'opened' })
  bench.hear(hello(1, 9, { dev: 'spots' }), card(1))
  assert.equal(bench.told()[0], 'incident wrong-role')
})
