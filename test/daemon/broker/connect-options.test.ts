import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectOptions, publishOptions } from '../../../src/daemon/broker/connect-options.ts'
import { event, linkOptions, mqttConfig, state } from './parts.ts'

const will = linkOptions().will(2)

test('every connection is clean, pings fast enough for the will, and never reconnects by itself', async () => {
  const options = await connectOptions(mqttConfig('mqtt://x'), 'demo-p1-bj07', will)
  const { clean, reconnectPeriod, resubscribe, protocolVersion, keepalive, clientId, rejectUnauthorized } = options
  assert.deepEqual(
    { clean, reconnectPeriod, resubscribe, protocolVersion, clientId, rejectUnauthorized },
    { clean: true, reconnectPeriod: 0, resubscribe: false, protocolVersion: 4, clientId: 'demo-p1-bj07', rejectUnauthorized: true },
  )
  assert.ok((keepalive ?? 0) * 1.5 < 5, 'a lost table shows within 5 s')
  assert.deepEqual([options.will?.topic, options.will?.retain, options.will?.qos], [will.topic, true, 1])
  assert.equal(options.will?.properties, undefined)
  assert.equal(options.properties, undefined)
})

test('MQTT 5 adds payload format, content type and expiry; MQTT 3.1.1 has none of them', () => {
  assert.deepEqual(publishOptions(event(1), 4), { qos: 1, retain: false })
  const format = { payloadFormatIndicator: true, contentType: 'application/cloudevents+json' }
  assert.deepEqual(publishOptions(event(1), 5), { qos: 1, retain: false, properties: { ...format, messageExpiryInterval: 600 } })
  assert.deepEqual(publishOptions(state('describe', '{}'), 5), { qos: 1, retain: true, properties: format })
  assert.equal(publishOptions({ ...event(1), type: 'reply' }, 5).properties?.contentType, 'application/json')
})

test('MQTT 5 asks for no session and small packets, and describes the will', async () => {
  const options = await connectOptions({ ...mqttConfig('mqtt://x'), protocol: 5 }, 'id', will)
  assert.deepEqual(options.properties, { sessionExpiryInterval: 0, maximumPacketSize: 65_536 })
  assert.equal(options.will?.properties?.contentType, 'application/cloudevents+json')
})

test('certificate, key and password are read anew at each attempt', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const config = {
    ...mqttConfig('mqtts://x'),
    ca: file('ca', 'CA'),
    cert: file('cert', 'CERT'),
    key: file('key', 'KEY'),
    username: 'bj07',
    passwordFile: file('password', 'first\n'),
  }
  const first = await connectOptions(config, 'id', will)
  assert.deepEqual(
    [String(first.ca), String(first.cert), String(first.key), first.username, String(first.password)],
    ['CA', 'CERT', 'KEY', 'bj07', 'first'],
  )
  file('password', 'second')
  assert.equal(String((await connectOptions(config, 'id', will)).password), 'second')
})
