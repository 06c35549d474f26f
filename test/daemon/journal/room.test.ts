import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { type Filling, fillingAfter, type Room } from '../../../src/daemon/journal/room.ts'
import { temporaryFolder } from '../../e2e/processes.ts'

const GB = 1e9
const roomy = { bytes: 500 * GB, free: 400 * GB }

interface Row {
  readonly what: string
  readonly room: Room
  /** null: nothing to tell. */
  readonly percent: number | null
  readonly left?: number
}

const ROWS: readonly Row[] = [
  { what: 'an empty journal', room: { taken: 0, allowed: 1 * GB, disk: roomy }, percent: null },
  { what: 'just below what is told', room: { taken: 0.7999 * GB, allowed: GB, disk: roomy }, percent: null },
  { what: 'four fifths of what it may', room: { taken: 0.8 * GB, allowed: GB, disk: roomy }, percent: 80, left: 0.2 * GB },
  {
    what: 'more than it may now, after the configuration changed',
    room: { taken: 3 * GB, allowed: GB, disk: roomy },
    percent: 99,
    left: 0,
  },
  { what: 'a disk it fills alone', room: { taken: 9 * GB, allowed: null, disk: { bytes: 10 * GB, free: GB } }, percent: 90, left: GB },
  { what: 'a large disk others fill', room: { taken: 1, allowed: null, disk: { bytes: 500 * GB, free: 50 * GB } }, percent: null },
  { what: 'a disk others have filled', room: { taken: 1, allowed: null, disk: { bytes: 500 * GB, free: 0.9 * GB } }, percent: 99 },
  { what: 'a small disk, empty', room: { taken: 1, allowed: null, disk: { bytes: 4e6, free: 3.9e6 } }, percent: null },
  { what: 'a small disk, nearly full', room: { taken: 1, allowed: null, disk: { bytes: 4e6, free: 0.5e6 } }, percent: 80, left: 0.5e6 },
  { what: 'a disk of nothing', room: { taken: 0, allowed: null, disk: { bytes: 0, free: 0 } }, percent: 99, left: 0 },
  { what: 'a system that does not say', room: { taken: GB, allowed: null, disk: null }, percent: null },
  { what: 'the nearer of two ends', room: { taken: 8 * GB, allowed: 10 * GB, disk: { bytes: 9 * GB, free: GB } }, percent: 80, left: GB },
]

test('what is taken of the room, and when it is told', () => {
  for (const { what, room, percent, left } of ROWS) {
    const filling = fillingAfter(null, room)
    assert.equal(filling?.percent ?? null, percent, what)
    if (left !== undefined) assert.equal(Math.round(filling?.left ?? -1), left, what)
  }
})

test('it is told again only when it is worse, and is over only when there is clearly room', () => {
  const at = (before: Filling | null, taken: number) => fillingAfter(before, { taken, allowed: 1000, disk: roomy })
  const first = at(null, 800)
  assert.equal(at(first, 809), first)
  assert.equal(at(first, 760), first, 'at the border it does not come and go')
  assert.equal(at(first, 899), first, 'a little more is no news')
  const worse = at(first, 900)
  assert.deepEqual(worse, { percent: 90, left: 100 })
  assert.equal(at(worse, 800), worse)
  assert.equal(at(worse, 749), null)
})

test('a journal counts all of its files, and takes no more than it may until it may', async () => {
  const folder = temporaryFolder()
  const fill = async (bytesMax: number) => {
    const journal = await openJournal(folder, { bytesMax })
    const states: string[] = []
    journal.state$.subscribe((state) => states.push(state.kind === 'failed' ? state.reason : 'ok'))
    return { journal, states }
  }
  const first = await fill(1000)
  const lines = () =>
    first.journal.append({ kind: 'incident', device: 'shoe', code: 'x', text: 'y'.repeat(200) }, 1) ?? assert.fail('taken')
  await first.journal.durable(lines().n)
  await first.journal.rotate()
  await first.journal.durable(lines().n)
  const { taken, allowed, disk } = await first.journal.room()
  assert.equal(allowed, 1000)
  assert.ok(taken > 500 && taken < 700, `${taken} bytes in two files`)
  assert.ok(disk !== null && disk.free <= disk.bytes && disk.free > 0, JSON.stringify(disk))
  const third = lines()
  await first.journal.durable(third.n)
  const fourth = lines()
  const waiting = assert.rejects(first.journal.durable(fourth.n), /closed before this record was on disk/)
  await first.journal.close()
  await waiting
  assert.deepEqual(first.states.length, 2, first.states.join('; '))
  assert.match(first.states[1] ?? '', /000002\.jsonl: the journal has reached .*journalMbMax/)

  const second = await fill(10_000)
  assert.equal(second.journal.recovered.n, third.n, 'what was durable is there, and nothing else')
  assert.ok((await second.journal.room()).taken < 1000, 'the files of before are counted')
  assert.ok((await second.journal.room()).taken > taken, 'the files of before are counted')
  const next = second.journal.append({ kind: 'tick' }, 2) ?? assert.fail('taken')
  await second.journal.durable(next.n)
  await second.journal.close()
  assert.deepEqual(second.states, ['ok'])
})
