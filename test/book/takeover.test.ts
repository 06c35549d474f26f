/** Two books of one name throw each other out at the broker: one of them gives way, and it is the later one. Here without a broker, on a made-up clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../simulators/table/random.ts'
import { CONFIRM_MS, createTakeovers, type End, type Takeovers } from '../../src/book/takeover.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const MINUTE_MS = 60_000
const FIGHT_MS_MAX = 5 * MINUTE_MS

interface Rival {
  readonly name: string
  readonly takeovers: Takeovers
  /** When it connects next; null: it is connected, or has given way. */
  nextMs: number | null
  gaveWay: boolean
}

const rival = (name: string, nextMs: number): Rival => ({ name, takeovers: createTakeovers(), nextMs, gaveWay: false })

/** Whoever connects throws the other out, who comes back after one to one and a half seconds; until one gives way. */
const fight = (rivals: readonly Rival[], end: End, random: () => number): readonly string[] => {
  let nowMs = 0
  while (nowMs < FIGHT_MS_MAX && rivals.every(({ gaveWay }) => !gaveWay)) {
    const next = rivals.filter(({ nextMs }) => nextMs !== null).sort((a, b) => (a.nextMs ?? 0) - (b.nextMs ?? 0))[0]
    if (next === undefined) break
    nowMs = next.nextMs ?? 0
    next.nextMs = null
    next.takeovers.connected(nowMs, false)
    for (const other of rivals) {
      if (other === next || other.nextMs !== null) continue
      const verdict = other.takeovers.lost(end, nowMs)
      // Another client id stands as long as it likes: the other one has the old one for itself.
      if (verdict === 'gives-way' || verdict === 'doubted') other.gaveWay = true
      else other.nextMs = nowMs + 1000 * (1 + random() / 2)
    }
  }
  return rivals.filter(({ gaveWay }) => gaveWay).map(({ name }) => name)
}

for (const end of ['taken', 'closed'] as const) {
  test(`whoever was there first stays, whether or not the broker says why (${end}): SEED=${SEED}`, () => {
    const random = seededRandom(SEED)
    for (let turn = 0; turn < 100; turn++) {
      const earlier = rival('earlier', 0)
      const later = rival('later', MINUTE_MS + random() * MINUTE_MS)
      assert.deepEqual(fight([earlier, later], end, random), ['later'])
      assert.ok(earlier.takeovers.total() > 0, 'it knows that it was thrown out')
    }
  })

  test(`of two that start together exactly one gives way (${end}): SEED=${SEED}`, () => {
    const random = seededRandom(SEED)
    for (let turn = 0; turn < 100; turn++) assert.equal(fight([rival('a', 0), rival('b', random() * 3000)], end, random).length, 1)
  })
}

test('a book that is started again and again does not drive out the one that was there first', () => {
  const takeovers = createTakeovers()
  takeovers.connected(0, false)
  let nowMs = 2 * MINUTE_MS
  for (let turn = 0; turn < 200; turn++) {
    assert.notEqual(takeovers.lost('taken', nowMs), 'gives-way')
    takeovers.connected(nowMs + 1000, false)
    nowMs += 2500
  }
  assert.ok(takeovers.recent(nowMs) > 20, 'it counts all the same')
})

test('a broker that dies and comes back is no other book', () => {
  const takeovers = createTakeovers()
  for (let nowMs = 0; nowMs < 10 * MINUTE_MS; nowMs += 3000) {
    takeovers.connected(nowMs, false)
    assert.equal(takeovers.lost('closed', nowMs + 1500), 'nothing')
    // Nobody listens there.
    assert.equal(takeovers.lost('else', nowMs + 2500), 'nothing')
  }
  for (let nowMs = 20 * MINUTE_MS; nowMs < 30 * MINUTE_MS; nowMs += 8000) {
    takeovers.connected(nowMs, false)
    assert.equal(takeovers.lost('closed', nowMs + 7000), 'nothing', 'it stood longer than another book lets it')
  }
})

test('a broker that closes every connection is told by another client id, under which it closes it as well', () => {
  const takeovers = createTakeovers()
  let doubts = 0
  let isOther = false
  for (let nowMs = 0; nowMs < 10 * MINUTE_MS; nowMs += 2000) {
    takeovers.connected(nowMs, isOther)
    const verdict = takeovers.lost('closed', nowMs + 500)
    isOther = verdict === 'doubted'
    if (isOther) doubts++
    assert.notEqual(verdict, 'gives-way')
  }
  assert.ok(doubts > 1, 'it was in doubt')
  assert.ok(CONFIRM_MS > 500, 'no such connection stood long enough to be believed')
})
