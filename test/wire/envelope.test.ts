import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableEvent } from '../../src/engine/event.ts'
import type { FindingEvent } from '../../src/procedure/finding.ts'
import {
  encodeEvent,
  encodeLog,
  encodeRemoval,
  encodeState,
  encodeWill,
  isoTime,
  MESSAGE_BYTES_MAX,
  type StatePlace,
  utf8Length,
} from '../../src/wire/envelope.ts'
import type { MessageType, StateData } from '../../src/wire/payloads.ts'
import { BARE_SCHEMAS, DATA_SCHEMAS, envelopeSchema, SCHEMAS_FIT } from '../../src/wire/schemas.ts'
import { eventTopic, TOPICS, topicFilter, topicName } from '../../src/wire/topics.ts'
import { SAMPLES } from './samples.ts'

const table = { property: 'demo', pit: 'p1', table: 'bj07' }
const stamp = { stream: 'q3kf9abc', sequence: 184_213 }
const head = { ...stamp, boot: 57 }
const at = Date.parse('2026-11-21T01:43:19.123Z')
const BASE = 'casino/v1/demo/p1/bj07'

const EVENT_TYPES = [...TOPICS['ev/round'].types, ...TOPICS['ev/procedure'].types, ...TOPICS['ev/system'].types]
const STATES: readonly (readonly [StatePlace, keyof StateData, string])[] = [
  [{ topic: 'status' }, 'status', 'status'],
  [{ topic: 'describe' }, 'describe', 'describe'],
  [{ topic: 'state/table' }, 'state.table', 'state/table'],
  [{ topic: 'state/round' }, 'state.round', 'state/round'],
  [{ topic: 'state/pace' }, 'state.pace', 'state/pace'],
  [{ topic: 'state/device/{name}', name: 'shoe' }, 'state.device', 'state/device/shoe'],
  [{ topic: 'alarm/{id}', name: 'bj-short-1' }, 'alarm', 'alarm/bj-short-1'],
]

function sampleEvent(type: (typeof EVENT_TYPES)[number]): TableEvent | FindingEvent {
  return { type, at, round: '57-412', cause: 'shoe:SH-00412/57/1905', data: SAMPLES[type] } as TableEvent | FindingEvent
}

test('an event is exactly the envelope of the contract, byte for byte', () => {
  const encoded = encodeEvent(table, stamp, sampleEvent('round.void'))
  assert.ok(encoded.ok, 'it is encoded')
  assert.deepEqual(encoded.message, {
    topic: `${BASE}/ev/round`,
    payload:
      '{"specversion":"1.0","id":"demo/p1/bj07/q3kf9abc/184213","source":"/demo/p1/bj07","type":"round.void","dataschema":"urn:table:round.void:1",' +
      '"time":"2026-11-21T01:43:19.123Z","sequence":"184213","round":"57-412","roundKey":"q3kf9abc/57-412","cause":"shoe:SH-00412/57/1905",' +
      '"data":{"round":"57-412","roundKey":"q3kf9abc/57-412","reason":"voided by ann","why":{"code":"voided-by","user":"ann"}}}',
    qos: 1,
    retain: false,
    expirySeconds: 600,
    type: 'round.void',
    number: 184_213,
  })
  assert.deepEqual(JSON.parse(encoded.message.payload), encoded.envelope)
})

test('every type of event goes to its one topic and fits its schema', () => {
  for (const type of EVENT_TYPES) {
    const encoded = encodeEvent(table, stamp, sampleEvent(type))
    assert.ok(encoded.ok, 'it is encoded')
    envelopeSchema(type).parse(JSON.parse(encoded.message.payload))
    const area = type.startsWith('finding')
      ? 'procedure'
      : /^(system|device|host|cards|key|command|dealer|floor)|^card\.(named|moved)/.test(type)
        ? 'system'
        : 'round'
    assert.equal(encoded.message.topic, `${BASE}/ev/${area}`)
    assert.equal(eventTopic(type), `ev/${area}`)
  }
})

test('every state goes retained to its topic, is told apart by its count and fits its schema', () => {
  for (const [place, type, tail] of STATES) {
    const encoded = encodeState(table, place, { ...head, counter: 3, at }, SAMPLES[type])
    assert.ok(encoded.ok, 'it is encoded')
    const { message, envelope } = encoded
    envelopeSchema(type).parse(JSON.parse(message.payload))
    assert.equal(message.topic, `${BASE}/${tail}`)
    assert.equal(message.retain, true)
    assert.equal(message.qos, type === 'state.pace' ? 0 : 1)
    assert.equal(envelope.id, `demo/p1/bj07/q3kf9abc/184213/${type}/57/3`)
    assert.deepEqual(encodeRemoval(table, place), {
      topic: message.topic,
      payload: '',
      qos: 1,
      retain: true,
      expirySeconds: null,
      type,
    })
  }
})

test('the three states of status fit the schema; the will has its fixed id', () => {
  for (const data of [SAMPLES.status, { state: 'lost', boot: 3, conn: 2 }, { state: 'stopped' }]) DATA_SCHEMAS.status.parse(data)
  const will = encodeWill(table, { ...head, at }, 2)
  assert.ok(will.ok, 'it is encoded')
  assert.equal(will.envelope.id, 'bj07/will')
  assert.deepEqual(will.envelope.data, { state: 'lost', boot: 57, conn: 2 })
  assert.equal(will.message.topic, `${BASE}/status`)
})

test('a journal record goes to the log as it is, for the audit alone', () => {
  const record = { n: 7, t: at, kind: 'link', device: 'shoe', up: true, reason: 'opened' } as const
  const encoded = encodeLog(table, stamp.stream, record)
  assert.ok(encoded.ok, 'it is encoded')
  assert.equal(encoded.message.topic, `${BASE}/log`)
  assert.equal(encoded.envelope.id, 'demo/p1/bj07/q3kf9abc/log/7')
  assert.deepEqual(encoded.envelope.data, record)
  assert.equal(TOPICS.log.readers, 'audit')
})

test('a message above 64 KiB is refused with its size; the largest that fits is not', () => {
  const event = (text: string): TableEvent => ({ type: 'device.rejected', at, round: null, cause: '', data: { reason: text } })
  const small = encodeEvent(table, stamp, event(''))
  assert.ok(small.ok, 'it is encoded')
  const room = MESSAGE_BYTES_MAX - small.message.payload.length - small.message.topic.length
  assert.ok(encodeEvent(table, stamp, event('x'.repeat(room))).ok, 'one that just fits is encoded')
  const refused = encodeEvent(table, stamp, event('x'.repeat(room + 1)))
  assert.ok(!refused.ok, 'one byte more is refused')
  assert.equal(refused.refusal.bytes, MESSAGE_BYTES_MAX + 1)
  assert.equal(refused.refusal.id, 'demo/p1/bj07/q3kf9abc/184213')
  assert.ok(!encodeEvent(table, stamp, event('ü'.repeat(room / 2 + 1))).ok, 'bytes are counted, not letters')
})

test('a name that is no id is refused, never put into a topic', () => {
  for (const name of ['a/b', '+', '#', '', 'A', 'x'.repeat(33)]) {
    const encoded = encodeState(table, { topic: 'alarm/{id}', name }, { ...head, counter: 1, at }, SAMPLES.alarm)
    assert.equal(encoded.ok, false, name)
  }
  assert.equal(topicFilter(table, 'cmd/{user}/{name}'), `${BASE}/cmd/+/+`)
  assert.equal(topicName(table, 'reply/{user}/{client}', 'ann', 'tab1'), 'casino/v1/demo/reply/ann/tab1')
  assert.equal(topicName(table, 'cmd/{user}/{name}', 'ann'), null)
  assert.equal(topicName(table, 'status', 'more'), null)
})

test('times of devices that lost their mind stay ISO 8601', () => {
  assert.equal(isoTime(Number.NaN), '1970-01-01T00:00:00.000Z')
  assert.equal(isoTime(-5), '1970-01-01T00:00:00.000Z')
  assert.equal(isoTime(1e300), '9999-12-31T23:59:59.999Z')
})

test('UTF-8 length is that of the bytes', () => {
  for (const text of ['', 'abc', 'zwölf', '\u2028', '😀x😀', 'ü'.repeat(1000)])
    assert.equal(utf8Length(text), Buffer.byteLength(text), text)
})

test('each payload has one schema, closed to unknown keys', () => {
  const names = [...Object.keys(SAMPLES), ...Object.keys(BARE_SCHEMAS)]
  assert.deepEqual(Object.keys(SCHEMAS_FIT).sort(), names.sort())
  for (const type of Object.keys(SAMPLES) as MessageType[]) {
    if (type === 'log') continue
    assert.equal(DATA_SCHEMAS[type].safeParse({ ...SAMPLES[type], stray: 1 }).success, false, type)
  }
})
