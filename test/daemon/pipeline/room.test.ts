/** F16: a journal that nears the end of its room is an alarm before anything is lost; the table plays on meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATA_SCHEMAS } from '../../../src/wire/schemas.ts'
import { fakeDisk } from '../journal/fake-disk.ts'
import { type Daemon, type DaemonOptions, startDaemon, turn } from './daemon.ts'
import { playRecords } from './records.ts'

const GB = 1e9
const TURNS = 10

const told = (daemon: Daemon, topic: string) =>
  daemon.sent.filter((message) => message.topic.endsWith(topic)).map(({ payload }) => payload && JSON.parse(payload).data)

/** By hand, as it comes out of the journal; at the time of what was heard last. */
const order = (daemon: Daemon, name: string, rev: number) =>
  daemon.hear({
    ...{ n: 0, t: daemon.paused().judge.alarms.now },
    ...{ kind: 'command', user: 'ann', name, correlation: `${name}-${rev}`, args: { alarm: 'journal-room', rev }, error: null },
  })

async function look(daemon: Daemon) {
  daemon.lookAtRoom()
  for (let turns = 0; turns < TURNS; turns++) await turn()
  return told(daemon, '/alarm/journal-room').at(-1)
}

const start = async (options: Partial<DaemonOptions> = {}) => {
  const { config, records } = playRecords('gld', 3, 2, 1)
  const disk = fakeDisk()
  const daemon = await startDaemon({ folder: '/j', config, files: disk, ...options })
  return { daemon, disk, records }
}

test('a disk that fills is told at 80 %, again when it is worse, and no more when there is room; nothing of the play is held up', async () => {
  const { daemon, disk, records } = await start()
  disk.fill({ bytes: 4 * GB, free: 1.1 * GB })
  assert.equal(await look(daemon), undefined, 'little is left, and it lasts for a month')
  disk.fill({ bytes: 4 * GB, free: 0.81 * GB })
  assert.equal(await look(daemon), undefined, '79.75 %')

  disk.fill({ bytes: 4 * GB, free: 0.8 * GB })
  const first = await look(daemon)
  assert.ok(DATA_SCHEMAS.alarm.safeParse(first).success, JSON.stringify(first))
  assert.deepEqual([first.code, first.state, first.rev], ['JOURNAL-FILLS', 'unacknowledged', 1])
  assert.equal(first.text, 'The journal has used at least 80 % of the space it may use.')
  assert.equal(told(daemon, '/state/table').at(-1).openAlarms, 1)
  assert.deepEqual(daemon.warnings, [`journal: ${first.text} 800 MB left. ${first.remedy}`])

  const half = records.length >> 1
  for (const record of records.slice(0, half)) daemon.hear(record)
  await daemon.quiet()
  disk.fill({ bytes: 4 * GB, free: 0.85 * GB })
  assert.deepEqual(await look(daemon), first, 'a little more room is no news')
  disk.fill({ bytes: 4 * GB, free: 0.0004 * GB })
  const worse = await look(daemon)
  assert.deepEqual([worse.state, worse.since], ['unacknowledged', first.since])
  assert.equal(worse.text, 'The journal has used at least 99 % of the space it may use.')

  order(daemon, 'alarm-ack', worse.rev)
  await daemon.quiet()
  disk.fill({ bytes: 40 * GB, free: 36 * GB })
  assert.equal((await look(daemon)).state, 'acknowledged', 'it may come back at once')
  for (const record of records.slice(half)) daemon.hear(record)
  await daemon.quiet()
  assert.equal(told(daemon, '/alarm/journal-room').at(-1), '', 'it ends by itself')
  assert.equal(told(daemon, '/state/table').at(-1).openAlarms, 0)
  assert.equal(daemon.warnings.length, 2)
  const closed = told(daemon, '/ev/round').filter(({ outcome, boxes }) => outcome === undefined && boxes !== undefined)
  assert.ok(closed.length >= 2, `${closed.length} rounds closed: the play goes on`)
})

test('a journal that has taken what it may is told before, and is then as on a full disk; with more allowed it goes on', async () => {
  const { daemon, disk, records } = await start({ bytesMax: 30_000 })
  const room = async () => (await daemon.journal.room()).taken
  const rest = [...records]
  while ((await room()) < 24_000) {
    daemon.hear(rest.shift() ?? assert.fail('the play is longer'))
    await daemon.quiet()
  }
  const first = await look(daemon)
  assert.equal(first.text, 'The journal has used at least 80 % of the space it may use.')
  assert.equal(told(daemon, '/alarm/journal').at(-1), '', 'records are taken still')

  while (told(daemon, '/alarm/journal').at(-1) === '') {
    daemon.hear(rest.shift() ?? assert.fail('the play is longer'))
    for (let turns = 0; turns < TURNS; turns++) await turn()
  }
  const full = told(daemon, '/alarm/journal').at(-1)
  assert.equal(full.code, 'JOURNAL-FAILED')
  assert.match(full.text, /000001\.jsonl: the journal has reached the 0 MB that the configuration allows \(journalMbMax\)\.$/)
  assert.ok(disk.content('/j/000001.jsonl').length <= 30_000, 'it holds no more than it may')
  await daemon.stop()

  const more = await start({ files: disk.afterPowerCut(() => 0), bytesMax: 1_000_000 })
  assert.ok(more.daemon.recovery.state.table.now > 0, 'what was recorded is there')
  more.daemon.hear(rest[0] ?? assert.fail('the play is longer'))
  await more.daemon.quiet()
})
