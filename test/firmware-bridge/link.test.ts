/** Lines and what becomes of them: gaps, acknowledgements, silence, time. Who says them: link-identity.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, connected, hello, newBench, WALL_MS } from './bench.ts'

const RESUME = { serial: 'SH-00412', boot: 57, lastSeq: 1902 }

test('start after a restart of the host: the transcript, and nothing is acknowledged before it is durable', () => {
  const bench = newBench({ resume: RESUME })
  bench.feed({ kind: 'opened' })
  assert.deepEqual(bench.written(), ['?ID'])
  bench.hear(hello(1903, 1904))
  assert.deepEqual(bench.written(), ['RS 1903 1904'])
  bench.hear('C 1903 40210 9H', 'C 1904 41077 AC')
  bench.pass(1000)
  assert.deepEqual(bench.written(), [])
  assert.deepEqual(bench.told(), ['up', 'identity 57 2.3.1 continued', 'line 57/1903', 'line 57/1904'])
  bench.feed({ kind: 'durable', boot: 57, seq: 1904 })
  assert.deepEqual(bench.written(), ['ACK 1904'])
})

test('a corrupt line, then a gap: the transcript, one acknowledgement for both after one sync', () => {
  const bench = connected(1905)
  bench.hearText('$C 1906 48911 7D*00000000')
  bench.hear('C 1907 49544 QS')
  assert.deepEqual(bench.written(), ['RS 1906 1906'])
  bench.hear('C 1906 48911 7D')
  assert.deepEqual(bench.told(), ['line 57/1906', 'line 57/1907'])
  bench.feed({ kind: 'durable', boot: 57, seq: 1907 })
  assert.deepEqual(bench.written(), ['ACK 1907'])
})

test('first contact ever begins with the oldest event of the ring and claims nothing missing', () => {
  const bench = newBench()
  bench.feed({ kind: 'opened' })
  bench.hear(hello(1903, 1904))
  assert.deepEqual(bench.written(), ['?ID', 'RS 1903 1904'])
  bench.hear(card(1903), card(1904))
  assert.deepEqual(bench.told(), ['up', 'identity 57 2.3.1 continued', 'line 57/1903', 'line 57/1904'])
})

test('a long ring is fetched sixteen events at a time', () => {
  const bench = newBench({ resume: { ...RESUME, lastSeq: 100 } })
  bench.feed({ kind: 'opened' })
  bench.hear(hello(101, 140))
  assert.deepEqual(bench.written(), ['?ID', 'RS 101 116'])
  for (let seq = 101; seq <= 116; seq++) bench.hear(card(seq))
  for (let seq = 117; seq <= 132; seq++) bench.hear(card(seq))
  for (let seq = 133; seq <= 140; seq++) bench.hear(card(seq))
  const asked = bench.written()
  const covered = asked.flatMap((body) => {
    const [, from = 0, to = 0] = body.split(' ').map(Number)
    assert.ok(to - from < 16, body)
    return Array.from({ length: to - from + 1 }, (_, n) => from + n)
  })
  assert.deepEqual(
    covered,
    Array.from({ length: 24 }, (_, n) => 117 + n),
  )
  assert.equal(bench.told().filter((text) => text.startsWith('line')).length, 40)
})

test('a gap is asked for at once and after 150, 300 and 600 ms, then it is missing and what was held is released', () => {
  const bench = connected()
  bench.hear(card(6))
  assert.deepEqual(bench.written(), ['RS 5 5'])
  const askedAtMs: number[] = []
  let missingAtMs = 0
  while (bench.nowMs() < 3000 && missingAtMs === 0) {
    bench.pass(50)
    if (bench.nowMs() % 500 === 0) bench.hear(`HB ${48_123 + bench.nowMs()} 6 4`)
    askedAtMs.push(...bench.written().map(() => bench.nowMs()))
    if (bench.told().includes('missing 57/5..5')) missingAtMs = bench.nowMs()
  }
  assert.deepEqual(askedAtMs, [150, 300, 600])
  assert.equal(missingAtMs, 1200)
  assert.equal(bench.reports.filter((report) => report.kind === 'line').at(-1)?.seq, 6)
})

test('a device that is mute since the gap keeps its events: nothing is missing, they are fetched when it is back', () => {
  const bench = connected()
  bench.hear(card(6))
  bench.pass(3000)
  assert.deepEqual(bench.told(), ['down no valid line for 3 s'])
  assert.ok(
    bench.outputs.some((output) => output.kind === 'reopen'),
    'the port is opened again',
  )
  bench.feed({ kind: 'closed', reason: 'no valid line for 3 s' })
  bench.feed({ kind: 'opened' })
  bench.written()
  bench.hear(hello(5, 7))
  assert.deepEqual(bench.written(), ['RS 5 5', 'RS 7 7'])
  bench.hear(card(5), card(7))
  assert.deepEqual(bench.told(), ['up', 'line 57/5', 'line 57/6', 'line 57/7'])
})

test('a refused range is missing at once; a refusal nobody asked for means nothing', () => {
  const bench = connected()
  bench.hear('NK range 5 9', card(8))
  assert.deepEqual(bench.told(), [])
  assert.deepEqual(bench.written(), ['RS 5 7'])
  bench.hear('NK range 5 6')
  assert.deepEqual(bench.told(), ['missing 57/5..6'])
  bench.hear(card(7))
  assert.deepEqual(bench.told(), ['line 57/7', 'line 57/8'])
})

test('no acknowledgement goes past an open gap, it does after the gap was said to be missing', () => {
  const bench = connected()
  bench.hear(card(5), card(7))
  bench.feed({ kind: 'durable', boot: 57, seq: 7 })
  assert.deepEqual(bench.written(), ['RS 6 6', 'ACK 5'])
  bench.hear('NK range 6 6')
  bench.pass(50)
  bench.feed({ kind: 'durable', boot: 57, seq: 7 })
  assert.deepEqual(bench.written(), ['ACK 7'])
})

test('a line that comes after all is late, once, and acknowledged when it is durable', () => {
  const bench = connected()
  bench.hear(card(6), 'NK range 5 5')
  bench.feed({ kind: 'durable', boot: 57, seq: 6 })
  bench.told()
  bench.written()
  bench.hear(card(5))
  assert.deepEqual(bench.told(), ['late 57/5'])
  bench.pass(50)
  bench.feed({ kind: 'durable', boot: 57, seq: 5 })
  assert.deepEqual(bench.written(), ['ACK 6'])
  bench.hear(card(5))
  assert.deepEqual(bench.told(), [])
})

test('a gap in the journal may be filled late after a restart', () => {
  const bench = connected(9, { resume: { serial: 'SH-00412', boot: 57, lastSeq: 9, missing: [{ from: 4, to: 6 }] } })
  bench.hear(card(5), card(3))
  assert.deepEqual(bench.told(), ['late 57/5'])
})

test('a doubled line is counted and acknowledged again, never played', () => {
  const bench = connected()
  bench.hear(card(5))
  bench.feed({ kind: 'durable', boot: 57, seq: 5 })
  bench.told()
  bench.written()
  bench.pass(100)
  bench.hear(card(5))
  assert.deepEqual(bench.written(), ['ACK 5'])
  assert.deepEqual(bench.told(), [])
  bench.pass(1000)
  assert.equal(bench.health()?.counters.duplicate, 1)
})

test('the same number with other content is an incident; the first content stays', () => {
  const bench = connected()
  bench.hear(card(5, '5S'), card(5, '6S'))
  assert.deepEqual(bench.told(), ['line 57/5', 'incident seq-conflict'])
  bench.hear(card(8, '8S'), card(8, '9S'), card(6), card(7))
  assert.deepEqual(bench.told(), ['line 57/6', 'line 57/7', 'line 57/8'])
  assert.equal(bench.reports.filter((report) => report.kind === 'line').at(-1)?.body, card(8, '8S'))
  bench.pass(1000)
  assert.equal(bench.health()?.counters.conflict, 2)
})

test('a heartbeat shows a lost last line', () => {
  const bench = connected()
  bench.hear('HB 50000 5 4 crc=3')
  assert.deepEqual(bench.written(), ['RS 5 5'])
  bench.hear(card(5))
  assert.deepEqual(bench.told(), ['line 57/5'])
  bench.pass(1000)
  assert.equal(bench.health()?.deviceErrors?.crc, 3)
})

test('a lost acknowledgement is said again when a heartbeat shows it', () => {
  const bench = connected()
  bench.hear(card(5))
  bench.feed({ kind: 'durable', boot: 57, seq: 5 })
  bench.written()
  bench.pass(950)
  bench.hear('HB 50000 5 4')
  assert.deepEqual(bench.written(), ['ACK 5'])
})

test('no valid line for 3 s: the link is down and the port is opened again', () => {
  const bench = connected()
  bench.pass(2900)
  assert.deepEqual(bench.told(), [])
  bench.hearText('$noise')
  bench.pass(100)
  assert.deepEqual(bench.told(), ['down no valid line for 3 s'])
  assert.deepEqual(bench.outputs.filter((output) => output.kind === 'reopen').length, 1)
})

test('a device that talks but never says who it is, is not up, and not listened to', () => {
  const bench = newBench()
  bench.feed({ kind: 'opened' })
  bench.hear(card(1))
  bench.pass(3000, () => 'HB 1 1 0')
  assert.deepEqual(bench.told(), ['down the device does not identify itself'])
})

test('a device that answered and then reads no more is down within 3.5 s', () => {
  const bench = connected()
  bench.pass(100)
  const time =
    bench.outputs.flatMap((output) => (output.kind === 'write' && output.text.startsWith('$TS') ? [output.text] : [])).at(-1) ?? ''
  bench.hear(`TS ${time.split(' ')[1]} 48223`)
  bench.pass(5000, () => `HB ${48_123 + bench.nowMs()} 4 4`)
  assert.deepEqual(bench.told(), ['down the device does not answer'])
})

test('a device that does not read is down, however much it talks', () => {
  const bench = connected()
  bench.feed({ kind: 'unwritten' })
  assert.deepEqual(bench.told(), ['down the device does not accept data'])
})

test('a burst of syncs is acknowledged twice at most: at once, and then as far as it went', () => {
  const bench = connected()
  for (let seq = 5; seq <= 50; seq++) {
    bench.hear(card(seq))
    bench.feed({ kind: 'durable', boot: 57, seq })
  }
  bench.pass(50)
  assert.deepEqual(bench.written(), ['ACK 5', 'ACK 50'])
})

test('a spots device is asked for every spot after each connection', () => {
  const bench = newBench({ role: 'spots', serial: 'SP-00007' })
  for (let connection = 0; connection < 2; connection++) {
    bench.feed({ kind: 'opened' })
    bench.hear(hello(1, 0, { serial: 'SP-00007', dev: 'spots' }), hello(1, 0, { serial: 'SP-00007', dev: 'spots' }))
    assert.deepEqual(bench.written(), ['?ID', 'SNAP'])
    bench.feed({ kind: 'closed', reason: 'unplugged' })
  }
  assert.deepEqual(bench.told(), ['up', 'identity 57 2.3.1 continued', 'down unplugged', 'up', 'down unplugged'])
})

test('64 early lines are held; the rest stays with the device and is asked for when its turn comes', () => {
  const bench = connected()
  for (let seq = 6; seq <= 80; seq++) bench.hear(card(seq))
  assert.deepEqual(bench.written(), ['RS 5 5'])
  bench.hear(card(5))
  assert.deepEqual(bench.written(), ['RS 70 80'])
  assert.equal(bench.told().length, 65)
  for (let seq = 70; seq <= 80; seq++) bench.hear(card(seq))
  assert.equal(bench.told().length, 11)
  bench.pass(1000)
  assert.equal(bench.health()?.counters['no-room'], 11)
})

test('of 64 early lines the highest makes room for a lower one, which is needed first', () => {
  const bench = connected()
  for (let seq = 7; seq <= 70; seq++) bench.hear(card(seq))
  bench.hear(card(6), card(5))
  assert.equal(bench.told().at(-1), 'line 57/69')
})

test('event time is the device clock and the offset of the shortest round trip of the last sixteen', () => {
  const bench = connected()
  const deviceMs = (nowMs: number) => 500_000 + nowMs
  bench.hear(hello(5, 4, { t: deviceMs(bench.nowMs()) }))
  let asked = bench.outputs.length
  for (let n = 0; n < 400; n++) {
    bench.pass(50, () => `HB ${deviceMs(bench.nowMs())} 4 4`)
    const times = bench.outputs
      .slice(asked)
      .flatMap((output) => (output.kind === 'write' && output.text.startsWith('$TS') ? [output.text] : []))
    asked = bench.outputs.length
    const [, number] = times.at(-1)?.split(' ') ?? []
    if (number === undefined) continue
    // Every third answer comes 100 ms later than the device gave it, the others at once.
    const t = deviceMs(bench.nowMs())
    if (Number(number) % 3 === 0) bench.pass(100)
    bench.hear(`TS ${number} ${t}`)
  }
  bench.hear(`C 5 ${deviceMs(bench.nowMs())} 5S`)
  const line = bench.reports.filter((report) => report.kind === 'line').at(-1)
  assert.ok(line?.offset !== null && line !== undefined, 'the line has a clock')
  assert.equal(line.offset, WALL_MS - 500_000)
  assert.equal(bench.health()?.roundTripMs, 0)
})

test('an echo of the host is no answer of a device', () => {
  const bench = connected()
  bench.hear('ACK 99', 'RS 5 9', '?ID', `TS 1 ${WALL_MS}`)
  bench.pass(1000)
  assert.equal(bench.health()?.counters.echo, 3)
  bench.hear(`C 5 ${48_123 + bench.nowMs()} 5S`)
  const line = bench.reports.filter((report) => report.kind === 'line').at(-1)
  assert.equal(line?.offset, WALL_MS - 48_123)
})

test('health comes once a second at most and counts what was bad', () => {
  const bench = connected()
  for (let n = 0; n < 100; n++) {
    bench.hearText('$C 5 1 5S*00000000')
    bench.pass(50, () => `HB ${48_123 + bench.nowMs()} 4 4`)
  }
  const healths = bench.reports.filter((report) => report.kind === 'health')
  assert.ok(healths.length >= 4 && healths.length <= 7, `${healths.length} in 5 s`)
  assert.equal(healths.at(-1)?.counters.crc, 100)
  assert.deepEqual(healths.at(-1)?.ring, { lo: 5, hi: 4, cap: 512 })
})

test('an opening that fails is said once', () => {
  const bench = newBench()
  for (let n = 0; n < 3; n++) bench.feed({ kind: 'closed', reason: 'cannot open /dev/shoe' })
  assert.deepEqual(bench.told(), ['down cannot open /dev/shoe'])
})
