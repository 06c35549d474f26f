/** How what a device kept while no host listened is dated: by the journaled offset of its boot, or once several answers agree. Virtual time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLine, parseLine } from '../../firmware-bridge/line.ts'
import { SILENCE_MS_MAX, stepLink } from '../../firmware-bridge/link.ts'
import { initialLink, type LinkInput, type LinkOptions } from '../../firmware-bridge/link-state.ts'
import { hello, WALL_MS } from './bench.ts'

/** Host time 0 by the device's clock. */
const DEVICE_MS = 48_123
const TRUE_OFFSET = WALL_MS - DEVICE_MS
const RESUME = { serial: 'SH-00412', boot: 57, lastSeq: 4 }
const KEPT = 'C 5 40000 5S'
const LATER = 'C 6 51000 6S'

type Said = LinkInput extends infer I ? (I extends LinkInput ? Omit<I, 'nowMs' | 'wallMs'> : never) : never

/** A device whose lines are read `lateMs` after it has sent them; null: it does not answer `TS`. */
const ring = (resume: LinkOptions['resume'], lateMs: number, answersMs: number | null = 2) => {
  let state = initialLink({ role: 'shoe', serial: 'SH-00412', settles: true, resume: resume ?? null })
  let now = 0
  const offsets: number[] = []
  const reopened: string[] = []
  const answers: { readonly atMs: number; readonly body: string }[] = []
  const feed = (input: Said): void => {
    const [next, outputs] = stepLink(state, { ...input, nowMs: now, wallMs: WALL_MS + now })
    state = next
    for (const output of outputs) {
      if (output.kind === 'reopen') reopened.push(output.reason)
      if (output.kind === 'report' && output.report.kind === 'line') offsets.push(output.report.offset ?? Number.NaN)
      const [, n] = (output.kind === 'write' && /TS (\d+)/.exec(output.text)) || []
      if (n !== undefined && answersMs !== null)
        answers.push({ atMs: now + answersMs, body: `TS ${n} ${DEVICE_MS + now + Math.round(answersMs / 2)}` })
    }
  }
  const hear = (body: string): void => feed({ kind: 'line', line: parseLine(formatLine(body).trimEnd()) })
  const pass = (ms: number): void => {
    for (const endMs = now + ms; now < endMs; ) {
      now += 1
      for (const answer of answers.splice(0)) answer.atMs <= now ? hear(answer.body) : answers.push(answer)
      if (now % 1000 === 0) hear(`HB ${DEVICE_MS + now - 1} 5 4`)
      if (now % 50 === 0) feed({ kind: 'tick' })
    }
  }
  const connect = (hi: number): void => {
    feed({ kind: 'opened' })
    now += lateMs
    hear(hello(5, hi, { t: DEVICE_MS + now - lateMs }))
    hear(hi === 5 ? KEPT : LATER)
  }
  connect(5)
  return { offsets, reopened, pass, feed, connect }
}

test('by the journaled offset of that boot, however late the hello is read', () => {
  const offsets = [TRUE_OFFSET + 1, TRUE_OFFSET, TRUE_OFFSET + 3, TRUE_OFFSET + 900]
  const { offsets: dated } = ring({ ...RESUME, offsets }, 310)
  assert.deepEqual(dated, [TRUE_OFFSET + 3], 'one that stands alone was of an event dated by its arrival')
})

test('without a journaled offset, once three answers agree', () => {
  for (const offsets of [[], [TRUE_OFFSET, TRUE_OFFSET + 500], [TRUE_OFFSET - 60_000, TRUE_OFFSET - 60_000]]) {
    const { offsets: dated, pass } = ring({ ...RESUME, offsets }, 310)
    pass(100)
    assert.deepEqual(dated, [], `${offsets}: nothing is dated by what is not known`)
    pass(200)
    assert.equal(dated.length, 1)
    assert.ok(Math.abs((dated[0] ?? 0) - TRUE_OFFSET) <= 2, `${offsets}: ${(dated[0] ?? 0) - TRUE_OFFSET} ms off`)
  }
})

test('by nothing while the device does not answer: it is opened again, and keeps what it has', () => {
  const { offsets, reopened, pass } = ring(RESUME, 0, null)
  pass(SILENCE_MS_MAX + 100)
  assert.deepEqual([offsets, reopened], [[], ['the device does not answer']])
})

test('by what was known before, when the port was only opened again', () => {
  const { offsets, pass, feed, connect } = ring({ ...RESUME, lastSeq: 5 }, 400)
  pass(3000)
  feed({ kind: 'closed', reason: 'unplugged' })
  pass(500)
  connect(6)
  assert.equal(offsets.length, 1)
  assert.ok(Math.abs((offsets[0] ?? 0) - TRUE_OFFSET) <= 2, `${(offsets[0] ?? 0) - TRUE_OFFSET} ms off`)
})
