/** F20: what the table does about words that it did not write, on virtual time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subject, VirtualTimeScheduler } from 'rxjs'
import type { ForeignWords } from '../../../src/daemon/broker/inbound.ts'
import { ownWords } from '../../../src/daemon/broker/own-words.ts'
import { watchForeignWords } from '../../../src/daemon/pipeline/foreign-words.ts'
import type { Message } from '../../../src/wire/envelope.ts'

const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const BASE = 'casino/v1/demo/p1/bj07'
const OWN_ALARM = `${BASE}/alarm/link-shoe`
const MINUTES = 60_000

/** A table that has one alarm, and what it tells, removes and says again while `hear` says what others published at which ms. */
function watched(hear: (say: (words: Partial<ForeignWords>, atMs: number) => void) => void, isImitated = () => false) {
  const scheduler = new VirtualTimeScheduler()
  const foreign$ = new Subject<ForeignWords>()
  const told: (string | null)[] = []
  const removed: string[] = []
  let again = 0
  const link = {
    holds: (topic: string) => topic === OWN_ALARM,
    publish: (messages: readonly Message[]) => void removed.push(...messages.map(({ topic }) => topic)),
    republish: () => void again++,
  }
  const telling = { tell: (_alarm: string, words: { text: string } | null) => void told.push(words?.text ?? null), warn: () => {} }
  const watching = watchForeignWords({ name: NAME, foreign$, wallMs: () => scheduler.now(), isImitated, link }, telling, scheduler)
  hear((words, atMs) =>
    scheduler.schedule(() => foreign$.next({ topic: `${BASE}/ev/round`, payload: Buffer.from('{}'), isKept: false, ...words }), atMs),
  )
  scheduler.schedule(() => watching.unsubscribe(), 10 * MINUTES)
  scheduler.flush()
  return { told, removed, again }
}

test('ten thousand forged alarms a second make two records, and each time no more than a hundred are removed', () => {
  const { told, removed } = watched((say) => {
    for (let n = 0; n < 10_000; n++) say({ topic: `${BASE}/alarm/x-${n}` }, 100 + n / 10)
  })
  assert.deepEqual(told, [
    'Somebody else is publishing as this table: a message on alarm/x-0 at 00:00:00 UTC was not written by the table.',
    null,
  ])
  assert.ok(removed.length > 0 && removed.length <= 500, `${removed.length} removed`)
})

test('an alarm of its own that somebody altered or cleared is said again, and one it has not raised is removed', () => {
  const { removed, again } = watched((say) => {
    say({ topic: OWN_ALARM }, 1000)
    say({ topic: OWN_ALARM, payload: Buffer.alloc(0) }, 2000)
    say({ topic: `${BASE}/alarm/bj-short-9` }, 3000)
    say({ topic: `${BASE}/alarm/bj-short-9`, payload: Buffer.alloc(0) }, 4000)
  })
  assert.deepEqual([removed, again], [[`${BASE}/alarm/bj-short-9`], 2])
})

test('what the broker kept may be its own: it is told of nobody, but an alarm that is over does not stay', () => {
  const { told, removed, again } = watched((say) => {
    say({ topic: OWN_ALARM, isKept: true }, 100)
    say({ topic: `${BASE}/alarm/bj-short-9`, isKept: true }, 100)
  })
  assert.deepEqual([told.filter((text) => text !== null), removed, again], [[], [`${BASE}/alarm/bj-short-9`], 0])
})

test('who removes an alarm that there is not, as the doctor does, is told of nobody', () => {
  const { told, removed, again } = watched((say) => say({ topic: `${BASE}/alarm/doctor`, payload: Buffer.alloc(0) }, 100))
  assert.deepEqual([told.filter((text) => text !== null), removed, again], [[], [], 0])
})

test('while another daemon says that it is this table the two do not correct each other', () => {
  const { told, removed, again } = watched(
    (say) => say({ topic: OWN_ALARM }, 100),
    () => true,
  )
  assert.deepEqual([told.filter((text) => text !== null), removed, again], [[], [], 0])
})

test('each word comes back once: a second copy is another’s, and the oldest that never came back are let go', () => {
  const own = ownWords()
  own.said('t', 'word')
  assert.deepEqual(
    [own.isOwn('other', Buffer.from('word')), own.isOwn('t', Buffer.from('word')), own.isOwn('t', Buffer.from('word'))],
    [false, true, false],
  )
  own.said('t', 'twice')
  own.said('t', 'twice')
  assert.deepEqual(
    [1, 2, 3].map(() => own.isOwn('t', Buffer.from('twice'))),
    [true, true, false],
  )
  own.said('t', 'old')
  for (let n = 0; n < 8192; n++) own.said('t', String(n))
  assert.deepEqual([own.isOwn('t', Buffer.from('old')), own.isOwn('t', Buffer.from('0'))], [false, true])
})
