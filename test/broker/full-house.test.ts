/** The embedded broker under the daemon: what a table has to say of clients that take all places, or its own. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { loadConfig } from '../../src/config/load.ts'
import { serve } from '../../src/serve.ts'
import { readStatus } from '../../src/wire/heard-status.ts'
import { temporaryFolder } from '../e2e/processes.ts'
import { FREE_BET, writeConfig } from '../e2e/table.ts'
import { listen } from './parts.ts'

const HOUSE = 64
/** P6. */
const VISIBLE_MS_MAX = 5000

/** A table whose devices are away, on its own broker. */
async function startServing(t: TestContext) {
  const folder = temporaryFolder()
  const devices = (['shoe', 'spots'] as const).map((role) => ({
    name: role,
    driver: 'tlp',
    role,
    path: `${folder}/${role}`,
    serial: role.toUpperCase(),
  }))
  const read = loadConfig(writeConfig(folder, { ...FREE_BET, devices }))
  assert.ok(read.ok, JSON.stringify(read))
  const notices: string[] = []
  const serving = await serve(read.tables, { notice: (text) => notices.push(text), brokerPort: 0 })
  t.after(() => serving.stop())
  return { url: serving.brokerUrl ?? '', notices }
}

const dataOf = (text: string) => (text === '' ? null : JSON.parse(text).data)

test('a house full of idle clients without a login is an alarm of the table within five seconds, and ends when there is a place', {
  timeout: 120_000,
}, async (t) => {
  const { url, notices } = await startServing(t)
  const listener = await listen(url)
  t.after(() => listener.close())
  const idle = await Promise.all(
    Array.from({ length: HOUSE - 1 }, async () => (await mqtt.connectAsync(url, { reconnectPeriod: 0 })).on('error', () => undefined)),
  )
  t.after(() => idle.map((client) => client.end(true)))
  const fullMs = performance.now()
  const alarms = () => listener.heard.filter(({ topic }) => topic === 'alarm/broker-full').map(({ text }) => dataOf(text))
  await listener.until('the alarm', () => alarms().some((data) => data?.code === 'BROKER-FULL'))
  const tookMs = performance.now() - fullMs
  assert.ok(tookMs < VISIBLE_MS_MAX, `${tookMs} ms`)
  assert.ok(notices.some((text) => text.includes("All places for clients without a login at the table's own broker are taken")))
  await idle[0]?.endAsync()
  await listener.until('its end', () => alarms().at(-1) === null || alarms().at(-1)?.state === 'returned')
})

test('who tries to take the client id of the table at its own broker is refused, and it is an alarm', { timeout: 120_000 }, async (t) => {
  const { url } = await startServing(t)
  const listener = await listen(url)
  t.after(() => listener.close())
  const isBirth = ({ topic }: { readonly topic: string }) => topic === 'status'
  await listener.until('the birth', (heard) => heard.some(isBirth))
  const { instance } = readStatus(Buffer.from(listener.heard.find(isBirth)?.text ?? '')) ?? {}
  await assert.rejects(mqtt.connectAsync(url, { clientId: `bj07-${instance}`, reconnectPeriod: 0 }), { code: 2 })
  await listener.until('the alarm', (heard) =>
    heard.some(({ topic, text }) => topic === 'alarm/takeover' && /tried to take this table's place/.test(dataOf(text)?.text)),
  )
  assert.ok(!listener.heard.some(({ text }) => dataOf(text)?.state === 'lost'), 'the table was never away')
})
