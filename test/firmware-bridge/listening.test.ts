/** How far a process has listened whose event loop was held up, and what a link makes of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect, Heard } from '../../firmware-bridge/dialect.ts'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { SILENCE_MS_MAX, stepLink } from '../../firmware-bridge/link.ts'
import { initialLink, type LinkInput } from '../../firmware-bridge/link-state.ts'
import { initialListener, type ListenerInput, stepListener } from '../../firmware-bridge/listener.ts'
import { listening, QUICK_TURN_MS, TURN_MS } from '../../firmware-bridge/listening.ts'
import { hello } from './bench.ts'

/** A clock, and turns of the loop at these times. */
const atTimes = (...times: readonly number[]) => {
  let now = 0
  const ear = listening(() => now)
  for (const each of times) {
    now = each
    ear.turned()
  }
  return (ms: number): number => {
    now = ms
    return ear.listenedMs()
  }
}

test('a loop that turns has listened until now', () => {
  const listenedAt = atTimes(500, 1000, 1500)
  assert.equal(listenedAt(1501), 1501)
  assert.equal(listenedAt(2000), 2000)
  assert.equal(listenedAt(2250), 2250, 'a timer is never exact')
})

test('a loop that was held up has listened until the last turn before, and never goes back', () => {
  const held = atTimes(500, 1000)
  assert.equal(held(1020), 1020)
  assert.equal(held(6000), 1000)
  assert.equal(atTimes(500, 1000, 6000, 6100)(6110), 1000, 'what came meanwhile may not have been read')
  assert.equal(atTimes(500, 1000, 6000, 6100, 6200)(6210), 6210)
  assert.equal(atTimes(500, 1000, 6000, 6100, 9000, 9100)(9110), 1000, 'held up again')
  assert.equal(atTimes(500, 1000, 6000, 6100, 9000, 9100, 9200)(9210), 9210)
})

test('it turns seldom, and quickly once it has been held up', () => {
  let now = 0
  const ear = listening(() => now)
  const turnAt = (ms: number): number => {
    now = ms
    return ear.turned()
  }
  assert.deepEqual([500, 1000, 6000, 6100, 6200, 6700].map(turnAt), [TURN_MS, TURN_MS, QUICK_TURN_MS, QUICK_TURN_MS, TURN_MS, TURN_MS])
})

test('a loop held up for less than it takes to notice has lost a device no two heartbeats', () => {
  const listenedAt = atTimes(500, 1000)
  for (let ms = 1000; ms < 1000 + SILENCE_MS_MAX; ms += 10) {
    if (listenedAt(ms) === ms) assert.ok(ms - 1000 < 1000, `${ms}`)
  }
})

test('a link whose program stood still goes down for silence only once all that came has been read', () => {
  let state = initialLink({ role: 'shoe', serial: 'SH-00412' })
  const reopened: string[] = []
  const step = (input: LinkInput): void => {
    const [next, outputs] = stepLink(state, input)
    state = next
    for (const output of outputs) if (output.kind === 'reopen') reopened.push(output.reason)
  }
  const hear = (body: string, nowMs: number, listenedMs: number) =>
    step({ kind: 'line', line: parseLine(formatLine(body).trimEnd()), nowMs, wallMs: nowMs, listenedMs })
  step({ kind: 'opened', nowMs: 0, wallMs: 0 })
  hear(hello(5, 4), 10, 10)
  const backMs = SILENCE_MS_MAX + 1000
  for (const nowMs of [backMs, backMs + TURN_MS]) step({ kind: 'tick', nowMs, wallMs: nowMs, listenedMs: 10 })
  assert.deepEqual(reopened, [], 'a heartbeat may lie unread')
  hear('HB 51000 4 4', backMs + TURN_MS, 10)
  step({ kind: 'tick', nowMs: backMs + 3 * TURN_MS, wallMs: backMs, listenedMs: backMs + 3 * TURN_MS })
  assert.deepEqual(reopened, [], 'and it did')
  const silentMs = backMs + SILENCE_MS_MAX + 2 * TURN_MS
  step({ kind: 'tick', nowMs: silentMs, wallMs: silentMs, listenedMs: silentMs })
  assert.equal(reopened.length, 1, 'since then it is silent')
})

test('what a device without a clock said while the process stood still counts as lost, once, and then it is heard again', () => {
  const event: Heard = { kind: 'event', event: { kind: 'card', card: 'AS' } as Extract<Heard, { kind: 'event' }>['event'], raw: 'AS' }
  const dialect: Dialect = { reader: () => (bytes) => (bytes.length === 0 ? [] : [event]), damageLoses: false, tickMs: 100 }
  let state = initialListener({ name: 'plain', serial: 'P-1', dialect, lateMs: 0 })
  const told = (
    input: Extract<ListenerInput, { kind: 'opened' | 'tick' }>['kind'] | 'data',
    nowMs: number,
    listenedMs = nowMs,
  ): readonly string[] => {
    const at = { nowMs, wallMs: nowMs, listenedMs }
    const [next, out] = stepListener(state, input === 'data' ? { kind: 'data', bytes: new Uint8Array(1), ...at } : { kind: input, ...at })
    state = next
    return out.flatMap(({ kind }) => (kind === 'missing' || kind === 'line' ? [kind] : []))
  }
  told('opened', 0)
  assert.deepEqual(told('data', 500), ['line'])
  assert.deepEqual(told('tick', 2000, 600), [], 'a short while')
  assert.deepEqual(told('data', 14_000, 1000), ['missing', 'line'])
  assert.deepEqual(told('data', 14_010, 1000), ['line'], 'it is told once')
  assert.deepEqual(told('tick', 14_100, 1000), [])
  assert.deepEqual(told('data', 15_000), ['line'])
  assert.deepEqual(told('tick', 20_000, 15_500), ['missing'], 'also of one that says nothing: what lay there is not known')
})
