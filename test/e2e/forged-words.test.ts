/** F20: somebody else who may publish on a table's topics, at the real daemon over a real broker whose access rules let everybody. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeState } from '../../src/wire/envelope.ts'
import type { AlarmData } from '../../src/wire/payloads.ts'
import { startRig } from './rig.ts'
import { type Frame, faultsOf } from './subscriber.ts'
import { freeBetRounds, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const FORGED = 'alarm/bj-short-9'

/** As the table itself would say it. */
function forgedAlarm(): string {
  const data: AlarmData = {
    alarm: 'bj-short-9',
    state: 'unacknowledged',
    rev: 1,
    code: 'BJ-SHORT',
    severity: 'money',
    since: '2026-01-01T00:00:00.000Z',
    round: null,
    box: 1,
    text: 'box 1: paid 20.00 of 30.00',
    remedy: null,
    grounds: null,
    group: null,
    user: null,
    note: null,
    until: null,
  }
  const head = { stream: 'q3kf9abc', boot: 1, sequence: 7, counter: 1, at: Date.UTC(2026, 0, 1) }
  const encoded = encodeState(NAME, { topic: 'alarm/{id}', name: data.alarm }, head, data)
  assert.ok(encoded.ok, 'it is an alarm')
  return encoded.message.payload
}

const isRemoved = ({ topic, text }: Frame): boolean => topic === FORGED && text === ''
const isOfForging = ({ said }: Frame): boolean => said?.data.code === 'FORGED-WORDS'

test('forged, replayed and cleared words are told by name, and what displays keep of them is put right', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rig = await startRig(t)
  const { subscriber } = rig
  // Kept from before the table came: nobody knows who wrote it, so it is removed without a word.
  await subscriber.publish(FORGED, forgedAlarm(), true)
  const started = subscriber.frames.length
  const daemon = await rig.startDaemon()
  await subscriber.hears('the kept alarm is removed', isRemoved, started)

  await rig.play(withoutPauses(freeBetRounds(1, SEED, { spotLagMs: 0 })))
  rig.devices.shoe?.shoe('close')
  const closed = await subscriber.hears('the round closed', ({ said }) => said?.type === 'round.closed')
  assert.ok(!subscriber.frames.some(isOfForging), 'of its own words the table says nothing')

  const replayed = subscriber.frames.length
  await subscriber.publish('ev/round', closed.text)
  const told = await subscriber.hears('the alarm', ({ topic, said }) => topic === 'alarm/forged-words' && said !== null, replayed)
  assert.match(told.said?.data.text, /^Somebody else is publishing as this table: a message on ev\/round at \d\d:\d\d:\d\d UTC/)

  const forged = subscriber.frames.length
  await subscriber.publish(FORGED, forgedAlarm(), true)
  await subscriber.hears('the forged alarm is removed', isRemoved, forged)

  const cleared = subscriber.frames.length
  await subscriber.publish('alarm/forged-words', '', true)
  const again = await subscriber.hears('the true alarm again', ({ topic, text }) => topic === 'alarm/forged-words' && text !== '', cleared)
  assert.deepEqual(again.said?.data, told.said?.data)
  assert.deepEqual(faultsOf(subscriber), [])
  assert.equal((await daemon.end('SIGTERM')).code, 0)
})
