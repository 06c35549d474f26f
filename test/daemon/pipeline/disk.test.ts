/**
 * A disk that takes nothing is told, on standard error and as an alarm, once for each time; when it takes records again all goes on, and
 * what people did to the alarm meanwhile counts.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { STEADY_MS } from '../../../src/procedure/alarms.ts'
import type { RecordBody } from '../../../src/wire/record.ts'
import { DATA_SCHEMAS } from '../../../src/wire/schemas.ts'
import { fakeDisk } from '../journal/fake-disk.ts'
import { checkReplay, type Daemon, startDaemon, turn } from './daemon.ts'
import { playRecords } from './records.ts'

/** The disk is tried again with every turn. */
const TRIES = 50

const toldBy = (daemon: Daemon, topic: string) =>
  daemon.sent.filter((message) => message.topic.endsWith(topic)).map(({ payload }) => payload && JSON.parse(payload).data)

const command = (name: string, correlation: string, rev: number): RecordBody => ({
  ...{ kind: 'command', user: 'ann', name, correlation, args: { alarm: 'journal', rev, note: 'calls the technician' }, error: null },
})

/** A disk that takes nothing while it is full, and has room again when the test is over. */
const roomOn = (t: TestContext) => {
  const room: { isFull: boolean; readonly disk: ReturnType<typeof fakeDisk> } = {
    isFull: false,
    disk: fakeDisk((op) => (room.isFull && op === 'write' ? 'fail' : 'ok')),
  }
  t.after(() => {
    room.isFull = false
  })
  return room
}

test('a full disk is an alarm until it takes records again, and nothing of the play or of what people did is lost', async (t) => {
  const room = roomOn(t)
  const { config, records } = playRecords('gld', 3, 3, 1)
  const daemon = await startDaemon({ folder: '/j', config, files: room.disk })
  const told = (topic: string) => toldBy(daemon, topic)
  const rest = [...records]
  let at = 0
  const play = () => {
    const record = rest.shift() ?? assert.fail('the play is longer')
    at = record.t
    daemon.hear(record)
  }
  const hear = (body: RecordBody, later = 0) => daemon.hear({ n: 0, t: at + later, ...body })
  const fail = async () => {
    room.isFull = true
    play()
    for (let tries = 0; tries < TRIES; tries++) await turn()
  }
  const recover = async () => {
    room.isFull = false
    await daemon.quiet()
    assert.equal(daemon.warnings.at(-1), 'journal: writing to disk works again')
  }
  play()
  await daemon.quiet()
  assert.deepEqual(told('/alarm/journal'), [''], 'what a daemon before this one left is taken away')

  await fail()
  const [, first, ...more] = told('/alarm/journal')
  assert.deepEqual(more, [], 'once, however often it was tried')
  assert.ok(DATA_SCHEMAS.alarm.safeParse(first).success, JSON.stringify(first))
  assert.deepEqual([first.code, first.state, first.rev], ['JOURNAL-FAILED', 'unacknowledged', 1])
  assert.match(first.text, /000001\.jsonl: write failed/)
  assert.equal(told('/state/table').at(-1).openAlarms, 1)
  assert.equal(daemon.warnings.length, 1)
  assert.match(daemon.warnings[0] ?? '', /^journal: cannot write to disk: .*write failed/)

  hear(command('alarm-ack', 'c1', 1))
  for (let tries = 0; tries < TRIES; tries++) await turn()
  const answers = () => told('/ev/system').filter(({ correlation }) => correlation !== undefined)
  assert.deepEqual([answers(), told('/alarm/journal').at(-1)], [[], first], 'nothing is believed that is not durable')
  await recover()
  assert.deepEqual(answers(), [{ user: 'ann', name: 'alarm-ack', correlation: 'c1', ok: true, error: null }])
  const seen = told('/alarm/journal').at(-1)
  assert.deepEqual([seen.state, seen.user, seen.note, seen.since], ['acknowledged', 'ann', 'calls the technician', first.since])
  hear({ kind: 'tick' }, STEADY_MS)
  await daemon.quiet()
  assert.equal(told('/alarm/journal').at(-1), '', 'it is over, and somebody had seen it')
  assert.equal(told('/state/table').at(-1).openAlarms, 0)

  at += STEADY_MS
  await fail()
  const again = told('/alarm/journal').at(-1)
  assert.deepEqual([again.code, again.state, again.user], ['JOURNAL-FAILED', 'unacknowledged', null])
  assert.ok(again.rev > seen.rev, `rev ${again.rev} after ${seen.rev}`)
  // It fails once more before what it took is folded.
  room.isFull = false
  await turn()
  await fail()
  assert.equal(told('/alarm/journal').at(-1).state, 'unacknowledged')
  await recover()
  hear({ kind: 'tick' }, STEADY_MS)
  await daemon.quiet()
  const over = told('/alarm/journal').at(-1)
  assert.equal(over.state, 'returned', 'it is over, and nobody has seen it')
  hear(command('alarm-ack', 'c2', over.rev), STEADY_MS)
  await daemon.quiet()
  assert.equal(told('/alarm/journal').at(-1), '')

  while (rest.length > 0) play()
  await daemon.quiet()
  const closed = told('/ev/round').filter(({ boxes, closedAt }) => boxes !== undefined && closedAt !== undefined)
  assert.ok(closed.length >= 1, `${closed.length} rounds closed: the play goes on`)
  const conditions = told('/ev/system').filter(({ alarm }) => alarm === 'journal')
  assert.ok(conditions.length >= 4 && conditions.length % 2 === 0, `${conditions.length} told: each failure and each end`)
  await checkReplay(daemon)
})

test('a disk that fails for ever leaves what it has, and the next start shows no alarm that it does not', async (t) => {
  const room = roomOn(t)
  const { config, records } = playRecords('gld', 1, 1, 1)
  const daemon = await startDaemon({ folder: '/j', config, files: room.disk })
  const [first, second] = records
  assert.ok(first && second, 'there is something to hear')
  daemon.hear(first)
  await daemon.quiet()
  room.isFull = true
  daemon.hear(second)
  for (let tries = 0; tries < TRIES; tries++) await turn()
  assert.equal(toldBy(daemon, '/alarm/journal').at(-1).code, 'JOURNAL-FAILED')

  const next = await startDaemon({ folder: '/j', config, files: room.disk.afterPowerCut(() => 0) })
  await next.quiet()
  assert.deepEqual(toldBy(next, '/alarm/journal'), [''])
  await checkReplay(next)
})
