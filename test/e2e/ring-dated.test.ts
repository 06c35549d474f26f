/**
 * What devices kept while no daemon ran, read by one that hardly gets to run: it is dated by the offset that the last daemon journaled, so
 * that two devices keep the order in which they saw it.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { startDaemon } from './processes.ts'
import {
  allHeard,
  assertReplayed,
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  readJournal,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  startWhole,
  withoutPauses,
} from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const HELD_UP = join(import.meta.dirname, 'held-up.mjs')
/** The clocks of devices and host are the same one, and the first daemon had time to compare them. */
const APART_MS_MAX = 20

const offsetsIn = (records: readonly JournalRecord[]): readonly number[] =>
  records.flatMap((record) => (record.kind === 'line' && record.offset !== null ? [record.offset] : []))

test('what devices kept is dated by the journaled offset, however late the next daemon reads it', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  const subscriber = await startSubscriber(t, broker.url)
  const actions = withoutPauses(freeBetRounds(2, SEED, { spotLagMs: 0 }), PAUSE_MS_MAX)
  const half = Math.floor(actions.length / 2)
  const first = await startWhole(t, table.config, subscriber)
  await playActions(heardInOrder(actions.slice(0, half), table), table.devices, { speed: SPEED })
  await first.end('SIGKILL')
  const before = readJournal(table.journal)

  await playActions(actions.slice(half), table.devices, { speed: SPEED })
  const late = await startDaemon(table.config, HELD_UP)
  t.after(() => late.end('SIGKILL'))
  for (const device of Object.values(table.devices)) await allHeard(device)
  assert.deepEqual(await late.end('SIGTERM'), { code: 0, signal: null })

  const kept = readJournal(table.journal).slice(before.length)
  const usual = offsetsIn(before).slice(-1)[0] ?? assert.fail('nothing was dated before')
  const dated = offsetsIn(kept)
  assert.ok(dated.length > 10, 'the devices had kept much')
  for (const offset of dated) assert.ok(Math.abs(offset - usual) <= APART_MS_MAX, `dated ${offset - usual} ms off`)
  assert.deepEqual(subscriber.events('ev/procedure'), [])
  await assertReplayed(table.config, table.journal, subscriber)
})
