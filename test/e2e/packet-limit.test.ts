/** F17: the daemon at a real mosquitto with a packet limit, at MQTT 3.1.1: what is too large is named in an alarm, and everything else comes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runMosquitto, withoutMosquitto } from '../daemon/broker/mosquitto.ts'
import { startRig } from './rig.ts'
import { type Frame, faultsOf } from './subscriber.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)
/** `describe` and the events of whole rounds are larger. */
const LIMIT = 1500
/** What a packet has beside its payload. */
const HEAD_BYTES_MAX = 100

test(`a mosquitto that accepts ${LIMIT} bytes: the table plays on, and an alarm names what was left out`, {
  skip: withoutMosquitto,
  timeout: 180_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const broker = await runMosquitto(t, () => ['allow_anonymous true', `max_packet_size ${LIMIT}`])
  const rig = await startRig(t, { brokerUrl: `mqtt://127.0.0.1:${broker.port}` })
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const isNamed = ({ topic, said }: Frame) => topic === 'alarm/left-out' && said?.data.code === 'MESSAGE-REFUSED'
  const { said } = await subscriber.hears('the alarm', isNamed)
  assert.match(said?.data.text, /^Messages of this table were not published: describe: larger than the \d+ bytes that the broker accepts/)

  await rig.play(withoutPauses(freeBetRounds(1, SEED, { spotLagMs: 0 })))
  rig.devices.shoe?.shoe('close')
  await subscriber.hears('the round is over', ({ said }) => said?.type === 'state.pace' && said.data.lastRoundAgeSeconds !== null)
  const events = readJournal(rig.journal).flatMap((record) => (record.kind === 'event' ? [record.envelope] : []))
  const small = events.filter((event) => JSON.stringify(event).length < LIMIT - HEAD_BYTES_MAX).map(({ id }) => id)
  const heard = new Set(subscriber.events().map(({ id }) => id))
  assert.ok(small.length > 20, `${small.length} of ${events.length} events`)
  assert.deepEqual(
    small.filter((id) => !heard.has(id)),
    [],
  )
  assert.deepEqual(
    subscriber.frames.filter(({ text }) => text.length >= LIMIT),
    [],
  )
  assert.deepEqual(faultsOf(subscriber), [])
  assert.doesNotMatch(daemon.said(), /as it does when another client/)
})
