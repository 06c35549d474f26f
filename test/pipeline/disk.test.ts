/** A disk that takes nothing is told, on standard error and as an alarm, once for each time; when it takes records again all goes on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATA_SCHEMAS } from '../../src/wire/schemas.ts'
import { fakeDisk } from '../journal/fake-disk.ts'
import { startDaemon, turn } from './daemon.ts'
import { playRecords } from './records.ts'

/** The disk is tried again with every turn. */
const TRIES = 50

test('a full disk is an alarm until it takes records again, and nothing of the play is lost', async () => {
  let isFull = false
  const { config, records } = playRecords('gld', 3, 2, 1)
  const daemon = await startDaemon({ folder: '/j', config, files: fakeDisk((op) => (isFull && op === 'write' ? 'fail' : 'ok')) })
  const told = (topic: string) => daemon.sent.filter((message) => message.topic.endsWith(topic)).map(({ payload }) => payload)
  const [first, second, ...rest] = records
  assert.ok(first && second && rest.length > 10, 'there is something to hear')
  daemon.hear(first)
  await daemon.quiet()
  assert.deepEqual(told('/alarm/journal'), [''], 'what a daemon before this one left is taken away')

  for (const round of [1, 2]) {
    isFull = true
    daemon.hear(round === 1 ? second : (rest.shift() ?? second))
    for (let tries = 0; tries < TRIES; tries++) await turn()
    const alarms = told('/alarm/journal')
    assert.equal(alarms.length, 2 * round, 'once, however often it was tried')
    const { data } = JSON.parse(alarms.at(-1) ?? '')
    assert.ok(DATA_SCHEMAS.alarm.safeParse(data).success, JSON.stringify(data))
    assert.deepEqual([data.code, data.state, data.rev], ['JOURNAL-FAILED', 'unacknowledged', round])
    assert.match(data.text, /000001\.jsonl: write failed/)
    assert.equal(JSON.parse(told('/state/table').at(-1) ?? '').data.openAlarms, 1)
    assert.equal(daemon.warnings.length, 2 * round - 1)
    assert.match(daemon.warnings.at(-1) ?? '', /^journal: the disk takes no records: .*write failed/)

    isFull = false
    await daemon.quiet()
    assert.equal(told('/alarm/journal').at(-1), '', 'it ends by itself')
    assert.equal(JSON.parse(told('/state/table').at(-1) ?? '').data.openAlarms, 0)
    assert.equal(daemon.warnings.at(-1), 'journal: the disk takes records again')
  }

  for (const record of rest) daemon.hear(record)
  await daemon.quiet()
  assert.ok(
    told('/ev/round').some((payload) => JSON.parse(payload).type === 'round.closed'),
    'the play goes on',
  )
})
