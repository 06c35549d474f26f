/** How far a process has listened whose event loop was held up, and what a link makes of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { SILENCE_MS_MAX, stepLink } from '../../firmware-bridge/link.ts'
import { initialLink, type LinkInput } from '../../firmware-bridge/link-state.ts'
import { listening, TURN_MS } from '../../firmware-bridge/listening.ts'
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
  const listenedAt = atTimes(100, 200, 300, 400)
  assert.equal(listenedAt(450), 450)
  assert.equal(listenedAt(500), 500)
})

test('a loop that was held up has listened until some turns ago, and never goes back', () => {
  const held = atTimes(100, 200, 300, 400)
  assert.equal(held(420), 420)
  assert.equal(held(5400), 420)
  const back = atTimes(100, 200, 300, 400, 5400, 5500)
  assert.equal(back(5510), 400, 'what came meanwhile may not have been read')
  assert.equal(atTimes(300, 400, 5400, 5500, 5600)(5610), 5610)
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
