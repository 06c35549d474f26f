/**
 * What devices kept while no daemon ran, read by one that hardly gets to run: it is dated by the offset that the last daemon journaled, so
 * that two devices keep the order in which they saw it.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JournalRecord } from '../../src/wire/record.ts'
import { startDaemon } from './processes.ts'
import { assertReplayed, startRig } from './rig.ts'
import { allHeard, freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const HELD_UP = join(import.meta.dirname, 'held-up.mjs')
/** The clocks of devices and host are the same one, and the first daemon had time to compare them. */
const APART_MS_MAX = 20

const offsetsIn = (records: readonly JournalRecord[]): readonly number[] =>
  records.flatMap((record) => (record.kind === 'line' && record.offset !== null ? [record.offset] : []))

test('what devices kept is dated by the journaled offset, however late the next daemon reads it', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rig = await startRig(t)
  const { subscriber } = rig
  const actions = withoutPauses(freeBetRounds(2, SEED, { spotLagMs: 0 }))
  const half = Math.floor(actions.length / 2)
  const first = await rig.startDaemon()
  await rig.play(actions.slice(0, half))
  await first.end('SIGKILL')
  const before = readJournal(rig.journal)

  await rig.playUnheard(actions.slice(half))
  const late = await startDaemon(rig.config, { preload: HELD_UP })
  t.after(() => late.end('SIGKILL'))
  for (const device of Object.values(rig.devices)) await allHeard(device)
  assert.deepEqual(await late.end('SIGTERM'), { code: 0, signal: null })

  const kept = readJournal(rig.journal).slice(before.length)
  const usual = offsetsIn(before).slice(-1)[0] ?? assert.fail('nothing was dated before')
  const dated = offsetsIn(kept)
  assert.ok(dated.length > 10, 'the devices had kept much')
  for (const offset of dated) assert.ok(Math.abs(offset - usual) <= APART_MS_MAX, `dated ${offset - usual} ms off`)
  assert.deepEqual(subscriber.events('ev/procedure'), [])
  await assertReplayed(rig)
})
