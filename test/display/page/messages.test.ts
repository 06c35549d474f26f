/** What a display accepts: everything that a table publishes, and nothing that only looks like it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Malformed } from '../../../src/display/page/decode.ts'
import { placeOf, readReply, readSaid } from '../../../src/display/page/messages.ts'
import { END_REASONS } from '../../../src/engine/event.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { todays } from '../../runner/rotation.ts'
import { pitFindings } from './pit-findings.ts'
import { alarmMessage, deviceMessage, findingMessage, readyMessage, toldTable } from './told-tables.ts'

const AT_MS = Date.UTC(2026, 0, 1)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))

test('whatever a table says is read as it was said', (t) => {
  t.diagnostic(`SEED=${seed}`)
  const types = new Set<string>()
  for (const [index, house] of todays([...HOUSE_IDS.entries()], 3)) {
    const table = toldTable({ pit: 'p1', table: 'bj07', house, boxes: 7, seed: seed + index, rounds: 3, atMs: AT_MS })
    const found = pitFindings([table, table, table]).flatMap(({ alarm, finding }) => [
      alarmMessage(table.name, alarm),
      ...(finding === null ? [] : [findingMessage(table.name, finding)]),
    ])
    for (const { topic, payload } of [...table.birth, readyMessage(table.name), ...table.rounds.flat(2), ...found]) {
      // Displays do not read the log, and an empty payload removes a retained message.
      if (topic.endsWith('/log') || payload === '') continue
      const said = readSaid(payload)
      // The other readings are for whoever disputes the round, not for displays.
      const { others: _, ...data } = JSON.parse(payload).data
      if (said === null) continue
      types.add(said.type)
      if (said.type === 'describe' || said.type === 'status' || said.type === 'state.device') continue
      // On the wire, only an unchecked login is marked.
      const marked = said.type === 'alarm' ? { ...data, unverified: data.unverified === true } : data
      // What is left out there is an empty list here.
      const told = said.type === 'state.round' ? { ...marked, rulings: data.rulings ?? [] } : marked
      assert.deepEqual(said.data, told, `${said.type} of ${topic}`)
    }
  }
  for (const type of ['describe', 'state.table', 'state.round', 'state.device', 'alarm', 'card.dealt', 'round.closed', 'finding.raised']) {
    assert.ok(types.has(type), `${type} was among them`)
  }
})

const device = {
  device: 'shoe',
  up: true,
  reason: null,
  serial: 'SH-1',
  boot: 1,
  firmware: null,
  lastHeartbeat: null,
  errors: { crc: 3 },
  ringFill: 0,
  ringSize: 1,
  clockOffsetMs: 12.5,
}
const name = { property: 'demo', pit: 'p1', table: 'bj07' }
const good = deviceMessage(name, device).payload

test('a newer table may say more: what is not known is left out', () => {
  const envelope = JSON.parse(good)
  const more = readSaid(JSON.stringify({ ...envelope, traceparent: '00', data: { ...envelope.data, battery: 3 } }))
  assert.deepEqual(more?.data, { ...device, errors: new Map([['crc', 3]]) })
  assert.equal(readSaid(JSON.stringify({ ...envelope, type: 'state.weather' })), null)
})

test('an older table may say less: of a round that closed it does not say why it was over', () => {
  const table = toldTable({ pit: 'p1', table: 'bj07', house: 'ingo', boxes: 2, seed, rounds: 3, atMs: AT_MS })
  const closed = table.rounds.flat(2).find(({ payload }) => payload !== '' && JSON.parse(payload).type === 'round.closed')
  assert.ok(closed, `SEED=${seed}`)
  const { data, ...envelope } = JSON.parse(closed.payload)
  const { ended, others: _, ...less } = data
  assert.ok(END_REASONS.includes(ended), String(ended))
  assert.deepEqual(readSaid(JSON.stringify({ ...envelope, data: less }))?.data, { ...less, ended: null })
})

const spoiled = (change: object): string => {
  const envelope = JSON.parse(good)
  return JSON.stringify({ ...envelope, data: { ...envelope.data, ...change } })
}
const HOSTILE: readonly (readonly [what: string, payload: string])[] = [
  ['no JSON', '{"id":'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no data', JSON.stringify({ ...JSON.parse(good), data: null })],
  ['no time', JSON.stringify({ ...JSON.parse(good), time: 'yesterday' })],
  ['a text for true', spoiled({ up: 'yes' })],
  ['not a whole number', spoiled({ boot: 1.5 })],
  ['beyond every number', good.replace('12.5', '1e999')],
  ['below zero', spoiled({ ringFill: -1 })],
  ['a text without an end', spoiled({ serial: 'x'.repeat(5000) })],
  ['a thousand counters', spoiled({ errors: Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`e${n}`, n])) })],
  ['more than a message may have', `${good}${' '.repeat(200_000)}`],
]
for (const [what, payload] of HOSTILE) {
  test(`refused: ${what}`, () => assert.throws(() => readSaid(payload), Malformed))
}

test('types and keys of every object are not those of a message', () => {
  const envelope = JSON.parse(good)
  for (const type of ['__proto__', 'constructor', 'toString']) assert.equal(readSaid(JSON.stringify({ ...envelope, type })), null)
  const said = readSaid(good.replace('"crc":3', '"__proto__":3'))
  assert.equal(said?.type, 'state.device')
  assert.equal(Object.hasOwn(Object.prototype, '3'), false)
})

test('topics of tables, and nothing else', () => {
  assert.deepEqual(placeOf('casino/v1/demo/p1/bj07/state/round'), { table: name, topic: 'state/round' })
  for (const topic of [
    'casino/v1/demo/p1/bj07',
    'casino/v2/demo/p1/bj07/status',
    'casino/v1/demo/P1/bj07/status',
    'casino/v1/demo//bj07/status',
    '',
  ]) {
    assert.equal(placeOf(topic), null, topic)
  }
})

test('a reply says whether it went well', () => {
  assert.deepEqual(readReply('{"correlation":"a","ok":false,"error":"stale"}'), { correlation: 'a', ok: false, error: 'stale', why: null })
  assert.throws(() => readReply('{"correlation":"a"}'), Malformed)
})
