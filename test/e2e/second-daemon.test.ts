/** F21: a second daemon of a table, started from another folder, against the same broker. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDaemon, temporaryFolder } from './processes.ts'
import { faultsOf } from './subscriber.ts'
import { FREE_BET, startBroker, startReady, startSubscriber, startTable, writeConfig } from './table.ts'

test('two daemons of one table from two folders: both say so, the alarm is on the topic, and it ends with the second', async (t) => {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const { config, configs } = await startTable(t, { brokerUrl: broker.url })
  const first = await startReady(t, config, subscriber)
  const birth = await subscriber.hears('the first birth', ({ said }) => said?.type === 'status' && said.data.state === 'ready')
  const devices = configs.map((each) => ({ ...each, path: `${each.path}-elsewhere` }))
  const copy = writeConfig(temporaryFolder(), { ...FREE_BET, devices, brokerUrl: broker.url })
  const from = subscriber.frames.length
  // Its fresh journal contradicts the head that the broker keeps: without a person's word it does not start at all.
  const second = await startDaemon(copy, { words: ['--accept-journal', 'started by mistake'] })
  t.after(() => second.end('SIGKILL'))
  const stranger = await subscriber.hears(
    'the second birth',
    ({ said }) => said?.type === 'status' && said.data.instance !== birth.said?.data.instance,
    from,
  )
  const alarm = await subscriber.hears(
    'the alarm of the first',
    ({ said }) => said?.data.code === 'SECOND-DAEMON' && said.data.text?.includes(stranger.said?.data.instance),
    from,
  )
  assert.match(alarm.said?.data.text, /^Another daemon claims to be this table: instance [0-9a-f]{8}, first heard at /)
  await first.says(new RegExp(`instance ${stranger.said?.data.instance}`))
  await second.says(new RegExp(`instance ${birth.said?.data.instance}`))
  const over = subscriber.frames.length
  assert.equal((await second.end('SIGTERM')).code, 0)
  await subscriber.hears('the first says ready again', ({ said }) => said?.data.state === 'ready', over)
  await subscriber.hears(
    'the end',
    ({ said }) => said?.type === 'host.condition' && said.data.alarm === 'second-daemon' && said.data.code === null,
    over,
  )
  assert.deepEqual(faultsOf(subscriber), [])
})
