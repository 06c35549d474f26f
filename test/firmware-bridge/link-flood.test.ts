/** A device that sends more than a table has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENTS_AHEAD_MAX, EVENTS_PER_SECOND, QUIET_MS } from '../../firmware-bridge/intake.ts'
import { card, connected } from './bench.ts'

const FIRST = 5
const TICK_MS = 50
const PACE_EVENTS_A_TICK = (EVENTS_PER_SECOND * TICK_MS) / 1000
const FLOOD = 400

test('a device that keeps the pace for long does not flood', () => {
  const bench = connected()
  let seq = FIRST
  for (let tick = 0; tick < 200; tick++) {
    for (let n = 0; n < PACE_EVENTS_A_TICK; n++) bench.hear(card(seq++))
    bench.pass(TICK_MS)
  }
  assert.ok(!bench.reports.some((report) => report.kind === 'link' && !report.up), 'it is not down')
  assert.equal(bench.reports.filter(({ kind }) => kind === 'line').length, seq - FIRST)
})

test('a device that floods is read at the pace, and none of its events is lost', () => {
  const bench = connected()
  const last = FIRST + FLOOD - 1
  for (let seq = FIRST; seq <= last; seq++) bench.hear(card(seq))
  const links = () => bench.reports.filter((report) => report.kind === 'link')
  const seqs = () => bench.reports.flatMap((report) => (report.kind === 'line' ? [report.seq] : []))
  assert.deepEqual(links().at(-1), {
    kind: 'link',
    up: false,
    unawaited: true,
    reason: 'SH-00412 sends far more events than a table has, so they are read slowly and come late',
  })
  assert.equal(seqs().length, EVENTS_AHEAD_MAX)
  bench.written()
  const beganMs = bench.nowMs()
  while (seqs().length < FLOOD && bench.nowMs() < beganMs + 10_000) {
    bench.pass(TICK_MS)
    bench.hear(`HB ${48_123 + bench.nowMs()} ${last} 4`)
    for (const [verb, from = '', to = ''] of bench.written().map((body) => body.split(' ')))
      if (verb === 'RS') for (let seq = Number(from); seq <= Number(to); seq++) bench.hear(card(seq))
  }
  const tookMs = bench.nowMs() - beganMs
  assert.ok(tookMs >= ((FLOOD - EVENTS_AHEAD_MAX - 16) / EVENTS_PER_SECOND) * 1000, `read within ${tookMs} ms`)
  assert.deepEqual(
    seqs(),
    Array.from({ length: FLOOD }, (_, n) => FIRST + n),
  )
  assert.equal(links().at(-1)?.up, false, 'it is not over at once')
  for (let passedMs = 0; passedMs <= QUIET_MS; passedMs += TICK_MS) {
    bench.pass(TICK_MS)
    bench.hear(`HB ${48_123 + bench.nowMs()} ${last} 4`)
  }
  assert.equal(links().at(-1)?.up, true)
})
