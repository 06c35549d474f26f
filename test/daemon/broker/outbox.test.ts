/** What is kept for a broker that is away: alarms that are open, and only those removals that it needs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutbox, type Outbox } from '../../../src/daemon/broker/outbox.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import { state } from './parts.ts'

const BIRTH = state('status', 'ready')
const TOPICS_MAX = 100
const limits = { events: 10, bytes: 100_000, topics: TOPICS_MAX }
const alarm = (n: number | string, payload: string): Message => state(`alarm/${n}`, payload)

/** Everything that goes out now, acknowledged at once. */
function sent(outbox: Outbox): readonly Message[] {
  const messages: Message[] = []
  for (let entry = outbox.next(); entry !== undefined; entry = outbox.next()) {
    messages.push(entry.message)
    outbox.done(entry)
  }
  return messages
}

const namesOf = (messages: readonly Message[]) => messages.map(({ topic, payload }) => `${topic.split('/').at(-1)} ${payload}`)

test('alarms that come and go while the broker is away leave nothing behind; one that stays is shown', () => {
  const outbox = createOutbox(limits)
  outbox.begin(BIRTH)
  outbox.add(alarm('before', 'open'), true)
  sent(outbox)
  for (let n = 1; n <= 3 * TOPICS_MAX; n++) {
    assert.equal(outbox.add(alarm(n, 'open'), false), null)
    assert.equal(outbox.add(alarm(n, ''), false), null)
  }
  assert.equal(outbox.add(alarm('before', ''), false), null)
  assert.equal(outbox.add(alarm('stays', 'open'), false), null)
  outbox.begin(BIRTH)
  assert.deepEqual(namesOf(sent(outbox)), ['status ready', 'before ', 'stays open'])
  assert.equal(outbox.counts.refused, 0)
})

test('before the first connection every removal is kept, but none in the place of an open alarm, and what gives way is counted', () => {
  const outbox = createOutbox(limits)
  for (let n = 1; n <= TOPICS_MAX; n++) assert.equal(outbox.add(alarm(n, ''), false), null)
  assert.equal(outbox.add(alarm('stays', 'open'), false)?.topic, alarm(1, '').topic)
  assert.ok(outbox.holds(alarm('stays', '').topic), 'the open alarm is kept')
  assert.equal(outbox.counts.refused, 1)
  outbox.begin(BIRTH)
  const names = namesOf(sent(outbox))
  assert.ok(names.includes('stays open') && names.includes('2 ') && !names.includes('1 '), names.join(', '))
})

test('with nothing but open alarms, the one too many is refused and counted', () => {
  const outbox = createOutbox(limits)
  for (let n = 1; n <= TOPICS_MAX; n++) assert.equal(outbox.add(alarm(n, 'open'), n % 2 === 0), null)
  const refused = alarm('late', 'open')
  assert.equal(outbox.add(refused, false), refused)
  assert.equal(outbox.counts.refused, 1)
})
