/**
 * A daemon whose event loop stands still for a while, in the middle of a round. What devices and broker sent meanwhile lies unread, so their
 * silence is its own: it calls no device and no broker silent, says that it was late, and tells the round as it was played.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 19)
const STALLING = join(import.meta.dirname, 'stalling-a-while.mjs')
const STALLS = 3

test('a daemon that stands still for a while calls nobody silent but itself', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(1, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const daemon = await rig.startDaemon({ preload: STALLING })
  const actions = withoutPauses(rounds)
  const started = readJournal(rig.journal).length
  for (let part = 0; part < STALLS; part++) {
    const [from, to] = [part, part + 1].map((at) => Math.floor((at * actions.length) / STALLS))
    const seen = subscriber.frames.length
    daemon.signal('SIGUSR2')
    await rig.play(actions.slice(from, to))
    await subscriber.hears('that it was late', ({ said }) => said?.type === 'status' && typeof said.data.lagMs === 'number', seen)
    const alarm = subscriber.frames.findIndex(
      ({ said }, at) => at >= seen && said?.type === 'host.condition' && said.data.alarm === 'lagging',
    )
    const status = subscriber.frames.findIndex(
      ({ said }, at) => at >= seen && said?.type === 'status' && typeof said.data.lagMs === 'number',
    )
    assert.ok(alarm >= 0 && alarm < status, 'it is a record before the status says it')
    await subscriber.hears('that it keeps up', ({ said }) => said?.type === 'status' && said.data.lagMs === undefined, status)
  }
  const [closed] = await rig.closeShoe(1)
  assert.equal(closed.complete, true)
  const records = readJournal(rig.journal).slice(started)
  assert.deepEqual(
    records.filter(({ kind }) => kind === 'link' || kind === 'incident' || kind === 'missing'),
    [],
    'no device was called silent',
  )
  assert.deepEqual(
    records.flatMap((record) => (record.kind === 'host' && record.words !== null ? [record.alarm] : [])),
    Array.from({ length: STALLS }, () => 'lagging'),
  )
  assert.doesNotMatch(daemon.said(), /connection lost|down:/)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(subscriber.events('ev/procedure'), [])
  await assertReplayed(rig)
})
