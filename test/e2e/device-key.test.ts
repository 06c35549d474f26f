/** A device that has to prove its key, at the real daemon over real pseudo-terminals. */
import assert from 'node:assert/strict'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tlpDevice } from '../../simulators/device/model.ts'
import { startDevice } from '../../simulators/device/rig.ts'
import { realTiming } from '../../simulators/device/timing.ts'
import { loadConfig } from '../../src/base/config/load.ts'
import { cardsIn, isLink, startBroker, startReady, startSubscriber, startTable } from './table.ts'

const KEY = Buffer.alloc(32, 7)

/** The configuration once more, with a key for the shoe. */
function withKey(folder: string, config: string): string {
  const path = join(folder, 'shoe.key')
  writeFileSync(path, `${KEY.toString('hex')}\n`, { mode: 0o600 })
  const yaml = readFileSync(config, 'utf8').replace('serial: SH-00412 }', 'serial: SH-00412, keyFile: shoe.key }')
  writeFileSync(config, yaml)
  return path
}

test('a shoe without the key of the configuration is not believed, and the true one is, with what it kept', async (t) => {
  const broker = await startBroker(t)
  const table = await startTable(t, { brokerUrl: broker.url })
  const keyFile = withKey(table.folder, table.config)
  chmodSync(keyFile, 0o644)
  const open = loadConfig(table.config)
  assert.match(open.ok ? '' : (open.problems[0]?.problem ?? ''), /can be read or changed by users other/)
  chmodSync(keyFile, 0o600)

  const subscriber = await startSubscriber(t, broker.url)
  const { shoe: swapped } = table.devices
  const port = table.ptys.shoe
  assert.ok(swapped && port, 'the table has a shoe on a port')
  swapped.card('AH')
  await startReady(t, table.config, subscriber, 'spots')
  const { said } = await subscriber.sees('alarm/unproven-device', ({ data }) => data.state === 'unacknowledged')
  assert.match(said?.data.text, /shoe \(SH-00412\) has not proven/)
  assert.deepEqual([cardsIn(table.journal), swapped.model.memory.ack], [[], 0])

  swapped.stop()
  const from = subscriber.frames.length
  const model = tlpDevice({ role: 'shoe', serial: 'SH-00412', boot: 9, key: KEY, clock: { nowMs: realTiming.nowMs } })
  const shoe = startDevice({ model, port, timing: realTiming })
  t.after(() => shoe.stop())
  shoe.card('KD')
  await subscriber.hears('the shoe is believed', isLink('shoe', true), from)
  await subscriber.sees('alarm/unproven-device', ({ data }) => data.state === 'returned')
  await subscriber.sees('state/device/shoe', ({ data }) => data.up && data.ringFill === 0)
  assert.deepEqual([cardsIn(table.journal), model.memory.ack], [['KD'], 1])
})
