/** F21 at MQTT 3.1.1: somebody connects to a real mosquitto with the client id of a running table; mosquitto gives no reason for what it does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import mqtt from 'mqtt'
import { runMosquitto, withoutMosquitto } from '../daemon/broker/mosquitto.ts'
import { type Frame, faultsOf } from './subscriber.ts'
import { startReady, startSubscriber, startTable } from './table.ts'

/** P6. */
const VISIBLE_MS_MAX = 5000
const SKIP = { skip: withoutMosquitto, timeout: 180_000 }
const isTakeover = ({ topic, said }: Frame): boolean => topic === 'alarm/takeover' && said?.data.code === 'BROKER-TAKEOVER'
const isBirth =
  (conn: number) =>
  ({ said }: Frame) =>
    said?.type === 'status' && said.data.state === 'ready' && said.data.conn === conn

test(
  'who takes the client id of a table at mosquitto raises an alarm within five seconds, whether he comes once or again and again',
  SKIP,
  async (t) => {
    const broker = await runMosquitto(t, () => ['allow_anonymous true'])
    const url = `mqtt://127.0.0.1:${broker.port}`
    const subscriber = await startSubscriber(t, url)
    const { config } = await startTable(t, { brokerUrl: url })
    await startReady(t, config, subscriber, 'shoe', 'spots')
    const birth = await subscriber.hears('the birth', isBirth(1))
    const clientId = `bj07-${birth.said?.data.instance}`
    const startMs = performance.now()
    const once = await mqtt.connectAsync(url, { clientId, reconnectPeriod: 0 })
    t.after(() => once.end(true))
    const alarm = await subscriber.hears('the alarm', isTakeover)
    assert.ok(alarm.atMs - startMs < VISIBLE_MS_MAX, `${alarm.atMs - startMs} ms`)
    assert.match(alarm.said?.data.text, /ended this table's connection although both were working, as it does when another client connects/)
    await subscriber.hears('the next birth', isBirth(2))
    const stubborn = await mqtt.connectAsync(url, { clientId, reconnectPeriod: 100 })
    await subscriber.hears('the birth after many', isBirth(5))
    stubborn.end(true)
    await subscriber.sees('status', ({ data }) => data.state === 'ready')
    assert.deepEqual(faultsOf(subscriber), [])
  },
)

test('a mosquitto that is killed, stopped in order and keeps what it knows, or goes away for a while, accuses nobody', SKIP, async (t) => {
  const broker = await runMosquitto(t, (folder) => [
    'allow_anonymous true',
    'user root',
    'persistence true',
    `persistence_location ${folder}/`,
  ])
  const url = `mqtt://127.0.0.1:${broker.port}`
  const first = await startSubscriber(t, url)
  const { config } = await startTable(t, { brokerUrl: url })
  const daemon = await startReady(t, config, first, 'shoe', 'spots')
  await first.hears('the birth', isBirth(1))
  for (const [at, end] of [broker.stop, broker.kill, broker.stop].entries()) {
    await first.close()
    await end()
    // A broker that is back before anybody missed it looks like one that never went.
    await daemon.says(new RegExp(`(ECONNREFUSED[^]*){${at + 1}}`))
    await broker.again()
    const next = await startSubscriber(t, url)
    await next.hears('the next birth', isBirth(at + 2))
    await next.publish('cmd/mary/snapshot', JSON.stringify({ correlation: 'c', replyTo: 'casino/v1/demo/reply/mary/t' }))
    await next.hears('the answer', ({ topic }) => topic.startsWith('casino/v1/demo/reply/mary'))
    assert.ok(!next.frames.some(isTakeover), 'no takeover')
    await next.close()
  }
  assert.doesNotMatch(daemon.said(), /as it does when another client/)
})
