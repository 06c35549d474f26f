/** What MQTT 5 lets the table know: which packets are too large for its broker, and which commands were published to be retained. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { filter, firstValueFrom } from 'rxjs'
import type { MqttConfig } from '../../../src/base/config/table-config.ts'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { LOGINS } from '../../../src/wire/access-rules.ts'
import { answerBook } from '../../../src/wire/answer-book.ts'
import { answerCommand, type RawCommand } from '../../../src/wire/commands.ts'
import { PASSWORD, startMosquitto, withoutMosquitto } from './mosquitto.ts'
import { BASE, event, linkOptions, listen, mqttConfig, stopped, table } from './parts.ts'

const BYTES_MAX = 2000

/** Those of the table, with its login. */
function settingsAt(t: TestContext, url: string): MqttConfig {
  const folder = mkdtempSync(join(tmpdir(), 'mqtt5-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  return { ...mqttConfig(url), protocol: 5, username: LOGINS.table, passwordFile }
}

test('a message too large for the broker is told once and left out; the rest goes through one connection', {
  skip: withoutMosquitto,
  timeout: 60_000,
}, async (t) => {
  const url = await startMosquitto(t, undefined, [`max_packet_size ${BYTES_MAX}`])
  const mqttSettings = settingsAt(t, url)
  const overseer = await listen(url.replace('//', `//overseer:${PASSWORD}@`))
  const warnings: string[] = []
  const link = connectBroker({
    ...linkOptions(url),
    mqtt: mqttSettings,
    warn: (text) => warnings.push(text),
  })
  t.after(() => link.stop(stopped()))
  t.after(() => overseer.close())
  const states: string[] = []
  link.state$.subscribe(({ kind }) => states.push(kind))

  const large = JSON.stringify({ text: 'x'.repeat(BYTES_MAX) })
  link.publish([event(1), event(2, large), event(3), event(4, large), event(5)])
  await overseer.until('the last event', (heard) => heard.some(({ text }) => text === '{"n":5}'))
  const heard = overseer.heard.filter(({ topic }) => topic === 'ev/round').map(({ text }) => text)
  assert.deepEqual(heard, ['{"n":1}', '{"n":3}', '{"n":5}'])
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    new RegExp(
      `^broker: ${BASE}/ev/round was not published: the broker accepts packets of at most ${BYTES_MAX} bytes; raise its limit to `,
    ),
  )
  assert.ok(!states.includes('lost'), states.join(' '))
})

test('a command published to be retained is known as such although it comes live, and is ignored', {
  skip: withoutMosquitto,
  timeout: 60_000,
}, async (t) => {
  const url = await startMosquitto(t)
  const overseer = await listen(url.replace('//', `//overseer:${PASSWORD}@`))
  const link = connectBroker({ ...linkOptions(url), mqtt: settingsAt(t, url) })
  t.after(() => link.stop(stopped()))
  t.after(() => overseer.close())
  const heard: RawCommand[] = []
  const second = new Promise<void>((resolve) => link.commands$.subscribe((raw) => heard.push(raw) === 2 && resolve()))
  const mary = await mqtt.connectAsync(url, { username: LOGINS.person, password: PASSWORD, reconnectPeriod: 0 })
  t.after(() => mary.end(true))
  // Sent behind the subscription, over the same connection.
  await overseer.until('the birth', (said) => said.some(({ topic }) => topic === 'status'))
  for (const retain of [true, false]) await mary.publishAsync(`${BASE}/cmd/mary/snapshot`, '{}', { qos: 1, retain })
  await second
  assert.deepEqual(
    heard.map(({ retain }) => retain),
    [true, false],
  )
  const results = heard.map((raw) => answerCommand(raw, { table, nowMs: 0 }, answerBook()).kind)
  assert.deepEqual(results, ['ignored', 'answered'])
})

test('what an audit sink says to be kept is known as live when it is said now, and as kept to a connection that comes later', {
  skip: withoutMosquitto,
  timeout: 60_000,
}, async (t) => {
  const url = await startMosquitto(t)
  const overseer = await listen(url.replace('//', `//overseer:${PASSWORD}@`))
  t.after(() => overseer.close())
  const options = linkOptions(url)
  const say = (n: number) =>
    overseer.client.publishAsync(options.receiptTopic, JSON.stringify({ sink: 'book', n }), { qos: 1, retain: true })
  await say(1)
  const link = connectBroker({ ...options, mqtt: settingsAt(t, url) })
  t.after(() => link.stop(stopped()))
  const heard: (readonly [n: number, isKept: boolean])[] = []
  let look = () => {}
  link.receipts$.subscribe(({ payload, isKept }) => {
    heard.push([JSON.parse(Buffer.from(payload).toString()).n, isKept])
    look()
  })
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => heard.length >= count && resolve()
      look()
    })
  await until(1)
  await say(2)
  await until(2)
  assert.deepEqual(heard, [
    [1, true],
    [2, false],
  ])
})

test('a log that the access rules do not let the table publish is not delivered, and the reason is told; events go on', {
  skip: withoutMosquitto,
  timeout: 60_000,
}, async (t) => {
  const url = await startMosquitto(t, (sample) => sample.replaceAll(/^topic write .*\/log$/gm, ''))
  const overseer = await listen(url.replace('//', `//overseer:${PASSWORD}@`))
  const link = connectBroker({ ...linkOptions(url), mqtt: settingsAt(t, url) })
  t.after(() => link.stop(stopped()))
  t.after(() => overseer.close())
  const record = { ...event(1), topic: `${BASE}/log`, type: 'log' as const, number: 1, record: 1 }
  link.publish([record, { ...event(2), number: 2, record: 2 }])
  const { refusing } = await firstValueFrom(link.state$.pipe(filter((now) => now.refusing !== null)))
  assert.deepEqual(refusing, { topic: `${BASE}/log`, number: 1, reason: 'Not authorized' })
  await overseer.until('the event', (heard) => heard.some(({ topic }) => topic === 'ev/round'))
  assert.equal(link.delivered().log, null)
})
