/** A table that is behind its devices says so, as status and alarm, cuts short its searches from there on, and a replay does the same. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { interval } from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { TURN_MS } from '../../../firmware-bridge/listening.ts'
import { KEEPS_UP, type Lag, lagAfter, lagMeter, watchLag } from '../../../src/daemon/pipeline/lag.ts'
import { SEARCH_WORK } from '../../../src/engine/context.ts'
import { searchWorkOf } from '../../../src/engine/state/table-state.ts'
import { laggingWords } from '../../../src/wire/host-alarms.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'
import { checkReplay, checkSame, startDaemon } from './daemon.ts'
import { playRecords } from './records.ts'

test('it lags above 2 s, and keeps up again after 5 s below 1 s', () => {
  const after = (samples: readonly (readonly [nowMs: number, lateMs: number])[]): Lag =>
    samples.reduce((lag, [nowMs, lateMs]) => lagAfter(lag, lateMs, nowMs), KEEPS_UP)
  assert.deepEqual(after([[0, 2000]]), KEEPS_UP)
  assert.equal(after([[0, 2001]]).lateMs, 2001)
  const calm = [0, 2500, 5000].map((at) => [at, 999] as const)
  assert.equal(after([[0, 9000], ...calm.slice(0, 2)]).lateMs, 9000)
  assert.deepEqual(after([[0, 9000], ...calm]), KEEPS_UP)
  assert.equal(after([[0, 9000], ...calm.slice(0, 2), [4000, 1000], [5000, 0], [9999, 0]]).lateMs, 9000, 'the five seconds begin anew')
  assert.deepEqual(
    after([
      [0, 9000],
      [4000, 1500],
      [5000, 0],
      [10_000, 0],
    ]),
    KEEPS_UP,
  )
})

test('late is what waits to be said, and what lay unread while the process did not run', () => {
  let now = 0
  let isHeld = false
  const meter = lagMeter(
    () => now,
    () => isHeld,
  )
  const at = (ms: number): number => {
    now = ms
    return meter.lateMs()
  }
  assert.equal(at(250), 0)
  meter.heard()
  assert.equal(at(500), 250, 'one waits')
  assert.equal(at(3000), 2750)
  isHeld = true
  assert.equal(at(3250), 0, 'the disk takes nothing: that is another alarm')
  isHeld = false
  meter.said()
  assert.equal(at(3500), 0)
  assert.equal(at(9000), 0, 'it did not run, and nobody said anything')
  meter.heard()
  meter.said()
  assert.equal(at(9000 + TURN_MS + 3000), 3000, 'it did not run, and lines came')
  assert.equal(at(17_000), 0)
  meter.heard()
  meter.said()
  assert.equal(at(17_100), 17_000 - (9000 + TURN_MS + 3000) - TURN_MS, 'what lay unread was read after the first look')
  assert.equal(at(17_200), 0)
  for (let n = 0; n < 3; n++) meter.heard()
  meter.said()
  assert.equal(at(17_550), 350, 'two wait')
})

test('it is told once, shown while it lasts, and a daemon that keeps up ends what one before it told', () => {
  const told: string[] = []
  const scheduler = new TestScheduler(assert.deepEqual)
  scheduler.run(({ flush }) => {
    const telling = {
      tell: (alarm: string, words: object | null) => told.push(`${alarm} ${words === null ? 'over' : 'on'}`),
      warn: () => undefined,
    }
    const lateMs = () => (scheduler.now() >= 1000 && scheduler.now() < 4000 ? 2500 : 0)
    const turn$ = interval(TURN_MS, scheduler)
    const watching = watchLag({ lateMs }, () => scheduler.now(), turn$, { ...telling, show: (late) => told.push(`shown ${late}`) })
    scheduler.schedule(() => watching.unsubscribe(), 20_000)
    flush()
  })
  assert.deepEqual(told, ['lagging over', 'lagging on', 'shown 2500', 'lagging over', 'shown null'])
})

test('the switch is a record: what is said under it is what a replay says, and a restart goes on in it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lag-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const { config, records } = playRecords('free-bet-european', 3, 6, 5)
  let daemon = await startDaemon({ folder, config })
  const hear = (body: RecordBody) => daemon.hear({ n: 0, t: records[0]?.t ?? 0, ...body } as JournalRecord)
  const third = Math.floor(records.length / 3)
  for (const record of records.slice(0, third)) daemon.hear(record)
  hear({ kind: 'host', alarm: 'lagging', words: laggingWords() })
  for (const record of records.slice(third, 2 * third)) daemon.hear(record)
  await daemon.quiet()
  await daemon.stop()
  daemon = await startDaemon({ folder, config })
  await checkSame(daemon)
  const { table } = daemon.recovery.state
  assert.equal(table.isLate, true)
  assert.ok(searchWorkOf(table, { searchWork: SEARCH_WORK }) < SEARCH_WORK / 5, 'little is searched')
  hear({ kind: 'host', alarm: 'lagging', words: null })
  for (const record of records.slice(2 * third)) daemon.hear(record)
  await daemon.quiet()
  assert.equal(searchWorkOf(daemon.paused().table, { searchWork: SEARCH_WORK }), SEARCH_WORK)
  await daemon.stop()
  daemon = await startDaemon({ folder, config })
  const said = (await checkReplay(daemon)).filter((payload) => payload.includes('"LAGGING"'))
  assert.equal(said.length, 1)
  await daemon.stop()
})
