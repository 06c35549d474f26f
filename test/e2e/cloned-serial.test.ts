/** Two devices with one serial number, at the real daemon over real pseudo-terminals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tlpDevice } from '../../simulators/device/model.ts'
import { startDevice } from '../../simulators/device/rig.ts'
import { realTiming } from '../../simulators/device/timing.ts'
import type { Subscriber } from './subscriber.ts'
import { cardsIn, isLink, startBroker, startReady, startSubscriber, startTable } from './table.ts'

const REPLY = 'casino/v1/demo/reply/ann/tab1'

/** The answer to a supervisor who says that the shoe which is plugged in is the true one. */
async function confirm(subscriber: Subscriber, correlation: string): Promise<{ readonly ok: boolean; readonly error: string | null }> {
  const from = subscriber.frames.length
  await subscriber.publish('cmd/ann/device-confirm', JSON.stringify({ correlation, replyTo: REPLY, device: 'shoe' }))
  const { text } = await subscriber.hears('the answer', ({ topic, text: said }) => topic === REPLY && said.includes(correlation), from)
  return JSON.parse(text)
}

test('two devices with one serial number are both silenced, over a restart too, until a person confirms one', async (t) => {
  const broker = await startBroker(t)
  const table = await startTable(t, { brokerUrl: broker.url })
  const subscriber = await startSubscriber(t, broker.url)
  const daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  const { shoe, spots } = table.devices
  const port = table.ptys.spots
  assert.ok(shoe && spots && port, 'the table has a shoe, and spots on a port')
  assert.match((await confirm(subscriber, 'c1')).error ?? '', /no serial number of this table is in doubt/)
  shoe.card('5S')
  await subscriber.sees('state/table', ({ data }) => data.cardsOut === 1)

  spots.stop()
  const down = subscriber.frames.length
  const model = tlpDevice({ role: 'shoe', serial: 'SH-00412', boot: 9, clock: { nowMs: realTiming.nowMs } })
  const clone = startDevice({ model, port, timing: realTiming })
  await subscriber.hears('the shoe is not believed', isLink('shoe', false), down)
  const { said } = await subscriber.sees('alarm/cloned-serial', ({ data }) => data.state === 'unacknowledged')
  assert.match(said?.data.text, /Two devices at once claim to be shoe \(SH-00412\)/)
  shoe.card('KD')
  clone.card('AH')
  // An answer for the person too soon: the clone is still there.
  const early = subscriber.frames.length
  assert.equal((await confirm(subscriber, 'c2')).ok, true)
  await subscriber.hears(
    'the incident again',
    ({ said: each }) => each?.type === 'device.incident' && each.data.code === 'cloned-serial',
    early,
  )

  await daemon.end('SIGKILL')
  clone.stop()
  const restarted = subscriber.frames.length
  await startReady(t, table.config, subscriber)
  await subscriber.hears(
    'the shoe is still not believed',
    ({ topic, said: each }) => topic === 'state/device/shoe' && /two devices/.test(each?.data.reason),
    restarted,
  )
  assert.deepEqual(cardsIn(table.journal), ['5S'])
  assert.deepEqual([shoe.model.memory.ack, clone.model.memory.ack], [1, 0], 'neither was acknowledged anything')

  const confirmed = subscriber.frames.length
  assert.equal((await confirm(subscriber, 'c3')).ok, true)
  await subscriber.hears('the shoe is believed', isLink('shoe', true), confirmed)
  await subscriber.sees('alarm/cloned-serial', ({ data }) => data.state === 'returned')
  await subscriber.sees('state/device/shoe', ({ data }) => data.up && data.ringFill === 0)
  assert.deepEqual(cardsIn(table.journal), ['5S', 'KD'], 'what the true shoe kept is read')
})
