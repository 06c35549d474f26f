/** The embedded broker under the daemon: what a table has to say of clients that take all places, or its own. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { loadConfig } from '../../../src/base/config/load.ts'
import type { Checked } from '../../../src/daemon/broker/access.ts'
import { startEmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import { serve } from '../../../src/daemon/serve/serve.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import { readStatus } from '../../../src/wire/heard-status.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET, writeConfig } from '../../e2e/table.ts'
import { freePort } from '../../free-port.ts'
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
  assert.match(notices.join('\n'), /All places for clients without a login at the table's own broker are taken/)
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

test('a crowd of displays without a login does not end the connection of who has logged in on his', { timeout: 120_000 }, async (t) => {
  const check = async (user: string, password: string): Promise<Checked> =>
    `${password} of ${user}` === 'word of mary' ? 'right' : 'wrong'
  const broker = await startEmbeddedBroker({ port: 0, check })
  t.after(() => broker.close())
  const port = await freePort()
  const said: string[] = []
  const isServed = new Promise<void>((resolve) => {
    const notice = (text: string) => {
      said.push(text)
      if (text.startsWith('display: http')) resolve()
    }
    const display = serveDisplay({ host: '127.0.0.1', port, broker: { urls: [broker.url], ca: null }, isLocalOnly: true, notice })
    t.after(() => display.close())
  })
  await isServed
  const come = async (login: object = {}) => {
    const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { ...login, reconnectPeriod: 0, connectTimeout: 20_000 })
    client.on('error', () => undefined)
    t.after(() => client.end(true))
    return client
  }
  const mary = await come({ username: 'mary', password: 'word' })
  let isGone = false
  mary.on('close', () => {
    isGone = true
  })
  for (let n = 0; n < 2 * HOUSE + 10; n++) await come()
  await mary.publishAsync('casino/v1/demo/p1/bj07/cmd/mary/snapshot', '{}', { qos: 1 })
  assert.equal(isGone, false, said.join('\n'))
})
