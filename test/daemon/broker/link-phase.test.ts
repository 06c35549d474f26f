/** The phases of the link to the broker: when it connects, and where. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LinkPhase, type PhaseInput, phaseBefore, stepPhase } from '../../../src/daemon/broker/link-phase.ts'

const URLS = ['mqtt://a', 'mqtt://b']
const at = (nowMs: number) => ({ nowMs, random: 0 })
const attempt = (nowMs: number): PhaseInput => ({ ...at(nowMs), kind: 'attempt', urls: URLS })
const lost = (nowMs: number, isClosedInUse = false): PhaseInput => ({ ...at(nowMs), kind: 'lost', reason: 'gone', isClosedInUse })

const after = (inputs: readonly PhaseInput[]): readonly [LinkPhase, readonly string[]] => {
  let phase = phaseBefore('mqtt://a')
  const all: string[] = []
  for (const input of inputs) {
    const [next, effects] = stepPhase(phase, input)
    phase = next
    all.push(...effects.map((effect) => (effect.kind === 'wait' ? `wait ${effect.ms}` : `connect ${effect.url}`)))
  }
  return [phase, all]
}

test('each attempt goes to the next address, at most one a second', () => {
  const [phase, effects] = after([attempt(0), lost(300), attempt(1000), lost(5000), attempt(5000)])
  assert.deepEqual(effects, ['connect mqtt://a', 'wait 700', 'connect mqtt://b', 'wait 0', 'connect mqtt://a'])
  assert.equal(phase.conn, 0)
})

test('a connection that the broker closes in use is made again at once, but not twice in ten seconds', () => {
  const connected = { ...at(10), kind: 'connected' } as const
  const [phase, effects] = after([attempt(0), connected, lost(20, true), attempt(20), connected, lost(30, true)])
  assert.deepEqual(effects, ['connect mqtt://a', 'wait 0', 'connect mqtt://b', 'wait 990'])
  assert.equal(phase.conn, 2)
})

test('a link that stops makes no further attempt', () => {
  const [phase, effects] = after([attempt(0), { ...at(1), kind: 'stopping' }, lost(2)])
  assert.deepEqual(effects, ['connect mqtt://a'])
  assert.equal(phase.kind, 'lost')
})
