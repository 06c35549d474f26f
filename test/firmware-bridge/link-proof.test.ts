/** A device that has to prove that it has its key: believed after the right answer alone, and asked again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVE_AGAIN_MS } from '../../firmware-bridge/link-proof.ts'
import type { LinkOptions } from '../../firmware-bridge/link-state.ts'
import { proofOf } from '../../firmware-bridge/proof.ts'
import { type Bench, card, hello, newBench } from './bench.ts'

const KEY = Buffer.alloc(32, 7)
const OTHER_KEY = Buffer.alloc(32, 8)

/** A link whose nonces count up, so that each question is another one. */
function keyed(options: Partial<LinkOptions> = {}): Bench {
  let asked = 0
  const newNonce = () => (++asked).toString(16).toUpperCase().padStart(32, '0')
  const bench = newBench({ resume: { serial: 'SH-00412', boot: 57, lastSeq: 4 }, challenge: { key: KEY, newNonce }, ...options })
  bench.feed({ kind: 'opened' })
  bench.written()
  return bench
}
/** The nonce of the only line that was written. */
function challengeIn(bench: Bench): string {
  const [line = '', ...more] = bench.written()
  assert.match(line, /^CH [0-9A-F]{32}$/)
  assert.deepEqual(more, [])
  return line.slice(3)
}
const answer = (bench: Bench, nonce: string, key: Uint8Array = KEY, serial = 'SH-00412'): void =>
  bench.hear(`CR ${nonce} ${proofOf(key, serial, nonce)}`)

function proven(options: Partial<LinkOptions> = {}): Bench {
  const bench = keyed(options)
  bench.hear(hello(5, 5))
  answer(bench, challengeIn(bench))
  assert.deepEqual(bench.written(), ['?ID'])
  bench.hear(hello(5, 5))
  assert.deepEqual(bench.written(), ['RS 5 5'])
  assert.deepEqual(bench.told(), ['up', 'identity 57 2.3.1 continued'])
  return bench
}

test('nothing of a device is believed or acknowledged before it has proven its key, and then what it kept is read', () => {
  const bench = keyed()
  bench.hear(hello(5, 5), card(5))
  bench.feed({ kind: 'durable', boot: 57, seq: 4 })
  assert.deepEqual(bench.told(), [])
  const nonce = challengeIn(bench)
  answer(bench, nonce)
  bench.hear(hello(5, 5), card(5))
  assert.deepEqual(bench.told(), ['up', 'identity 57 2.3.1 continued', 'line 57/5'])
})

test('a wrong answer, one to another question and none at all are not believed', () => {
  const cheats: readonly ((bench: Bench, nonce: string) => void)[] = [
    (bench, nonce) => answer(bench, nonce, OTHER_KEY),
    (bench, nonce) => answer(bench, nonce, KEY, 'SH-00999'),
    (bench, nonce) => bench.hear(`CR ${nonce} ${'0'.repeat(64)}`),
    (bench) => answer(bench, 'F'.repeat(32)),
    () => undefined,
  ]
  for (const cheat of cheats) {
    const bench = keyed()
    bench.hear(hello(5, 5))
    cheat(bench, challengeIn(bench))
    bench.pass(1500)
    const words = bench.told()
    assert.equal(words[0], 'incident unproven')
    assert.match(words[1] ?? '', /^down SH-00412 has not proven/)
    bench.hear(hello(5, 5), card(5))
    assert.deepEqual(bench.told(), [])
    assert.ok(
      bench.written().every((body) => body.startsWith('CH ') || body === '?ID'),
      'neither acknowledged nor asked for events',
    )
  }
})

test('an answer that the line spoiled is asked for with another nonce, and an old answer proves nothing', () => {
  const bench = keyed()
  bench.hear(hello(5, 4))
  const lost = challengeIn(bench)
  bench.pass(500)
  const [again = ''] = bench.written().filter((body) => body.startsWith('CH '))
  assert.notEqual(again, `CH ${lost}`)
  answer(bench, lost)
  assert.deepEqual(bench.told(), [])
  answer(bench, again.slice(3))
  bench.hear(hello(5, 4))
  assert.equal(bench.told()[0], 'up')
})

test('a boot, a new connection and a minute each want another proof', () => {
  const bench = proven()
  bench.hear(hello(5, 6, { boot: 58, t: 10 }), card(6))
  assert.deepEqual(bench.told(), [])
  answer(bench, challengeIn(bench))
  bench.hear(hello(5, 6, { boot: 58, t: 10 }))
  assert.deepEqual(bench.told(), ['identity 58 2.3.1 continued'])
  bench.feed({ kind: 'closed', reason: 'unplugged' })
  bench.feed({ kind: 'opened' })
  bench.written()
  bench.hear(hello(5, 6, { boot: 58, t: 10 }))
  answer(bench, challengeIn(bench))
  bench.hear(hello(5, 6, { boot: 58, t: 10 }))
  assert.equal(bench.told().at(-1), 'up')
  bench.written()
  const beat = () => 'HB 100000 6 4'
  bench.pass(PROVE_AGAIN_MS, beat)
  const asked = bench.written().filter((body) => body.startsWith('CH '))
  assert.equal(asked.length, 1)
  bench.pass(1500, beat)
  assert.ok(bench.told().includes('incident unproven'), 'whoever does not answer after a minute is not believed any more')
})

test('a serial number on another port makes the device prove itself, and no person is needed', () => {
  const bench = proven()
  bench.pass(6000, () => 'HB 100000 5 4')
  bench.written()
  for (let times = 0; times < 1000; times++) bench.feed({ kind: 'heard-elsewhere' })
  answer(bench, challengeIn(bench))
  bench.told()
  bench.hear(card(6))
  bench.hear(hello(5, 6))
  assert.deepEqual(
    bench.told().filter((word) => /^(incident|down)/.test(word)),
    [],
  )
})
