import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card, Scan } from '../../devices/scan.ts'
import { decodeBody, encodeBody, type TlpDeviceMessage, type TlpHostMessage } from '../../firmware-bridge/tlp.ts'
import { STANDARD_BEHAVIOURS, type TlpDevice, tlpDevice } from '../../simulators/device/model.ts'

let nowMs = 0
const clock = { nowMs: () => nowMs }
const card = (name: string): Scan => ({ kind: 'card', card: name as Card })
const said = (messages: readonly TlpDeviceMessage[] | null): string[] => (messages ?? []).map(encodeBody)

/** What the device answers to a body of the host's. */
function ask(device: TlpDevice, body: string): string[] {
  return said(device.hear(decodeBody(body) as TlpHostMessage))
}

function shoe(options: { cap?: number; lastSeq?: number } = {}): TlpDevice {
  nowMs = 1_000_000
  return tlpDevice({ role: 'shoe', serial: 'SH-00412', boot: 57, clock: { ...clock, startMs: 40_210 }, ...options })
}

test('a host that restarts asks who it is, fetches what is in the ring and frees it', () => {
  const device = shoe({ lastSeq: 1902 })
  assert.deepEqual(said(device.sense(card('9H'))), ['C 1903 40210 9H'])
  nowMs += 867
  assert.deepEqual(said(device.sense(card('AC'))), ['C 1904 41077 AC'])
  nowMs += 7_046
  assert.deepEqual(ask(device, '?ID'), ['HI v=1 dev=shoe sn=SH-00412 fw=2.3.1 boot=57 lo=1903 hi=1904 cap=512 t=48123'])
  assert.deepEqual(ask(device, 'RS 1903 1904'), ['C 1903 40210 9H', 'C 1904 41077 AC'])
  assert.deepEqual(ask(device, 'ACK 1903'), [])
  assert.deepEqual(ask(device, 'RS 1903 1904'), ['NK range 1903 1903', 'C 1904 41077 AC'])
  assert.deepEqual(ask(device, 'ACK 1904'), [])
  assert.deepEqual(ask(device, '?ID'), ['HI v=1 dev=shoe sn=SH-00412 fw=2.3.1 boot=57 lo=1905 hi=1904 cap=512 t=48123'])
})

test('a request beyond the ring or for more than 16 lines is refused by range', () => {
  const device = shoe()
  for (let i = 0; i < 20; i++) device.sense(card('5S'))
  assert.equal(ask(device, 'RS 1 16').length, 16)
  assert.deepEqual(ask(device, 'RS 1 17'), ['NK range 1 17'])
  assert.deepEqual(ask(device, 'RS 20 22').at(-1), 'NK range 21 22')
  assert.deepEqual(ask(device, 'RS 40 41'), ['NK range 40 41'])
  ask(device, 'ACK 20')
  assert.deepEqual(ask(device, 'RS 19 22'), ['NK range 19 20', 'NK range 21 22'])
})

test('an acknowledgement of what was never sent is refused, an old one changes nothing', () => {
  const device = shoe()
  device.sense(card('5S'))
  device.sense(card('6S'))
  assert.deepEqual(ask(device, 'ACK 3'), ['NK ack 3'])
  ask(device, 'ACK 2')
  ask(device, 'ACK 1')
  assert.equal(device.memory.ack, 2)
})

test('a full ring stops the shoe, counts it in the heartbeat, and goes on after an acknowledgement; nothing is overwritten', () => {
  const device = shoe({ cap: 3 })
  for (const name of ['2S', '3S', '4S']) assert.notEqual(device.sense(card(name)), null)
  assert.equal(device.hasRoom, false)
  assert.equal(device.sense(card('5S')), null)
  assert.equal(encodeBody(device.heartbeat()), 'HB 40210 3 0 crc=0 long=0 gap=0 over=1')
  assert.deepEqual(ask(device, 'RS 1 3').length, 3)
  ask(device, 'ACK 1')
  assert.deepEqual(said(device.sense(card('5S'))), ['C 4 40210 5S'])
})

test('a spot that changes while the ring is full is sent with its last level as soon as there is room', () => {
  nowMs = 0
  const device = tlpDevice({ role: 'spots', serial: 'SP-1', cap: 2, clock })
  const spot = (at: '1.main' | '2.main', count: number): Scan => ({
    kind: 'spot',
    spot: at,
    rev: 0,
    chips: [{ value: 500, count }],
    amount: 0,
  })
  assert.deepEqual(said(device.sense(spot('1.main', 1))), ['S 1 0 1.main 1 500x1 500'])
  assert.deepEqual(said(device.sense(spot('2.main', 2))), ['S 2 0 2.main 1 500x2 1000'])
  assert.deepEqual(said(device.sense(spot('1.main', 3))), [])
  assert.deepEqual(said(device.sense(spot('1.main', 4))), [])
  assert.deepEqual(ask(device, 'ACK 1'), ['S 3 0 1.main 3 500x4 2000'])
})

test('SNAP sends every spot again as new events with the revision each has', () => {
  nowMs = 5
  const device = tlpDevice({ role: 'spots', serial: 'SP-1', spots: ['1.main', '2.main'], clock })
  device.sense({
    kind: 'spot',
    spot: '2.main',
    rev: 0,
    amount: 0,
    chips: [
      { value: 2500, count: 2 },
      { value: 'FB', count: 1 },
    ],
  })
  assert.deepEqual(ask(device, 'SNAP'), ['S 2 0 1.main 0 - 0', 'S 3 0 2.main 1 2500x2,FBx1 5000'])
})

test('time is answered on the own clock with its drift, and configuration is taken without a word', () => {
  nowMs = 0
  const device = tlpDevice({ role: 'pointer', serial: 'PT-1', clock: { ...clock, startMs: 100, driftPpm: 1_000 } })
  nowMs = 10_000
  assert.deepEqual(ask(device, 'TS 7 1790000000000'), ['TS 7 10110'])
  assert.deepEqual(ask(device, 'CF lamp=on'), [])
})

test('a reboot with the ring goes on counting under a new boot and a new clock', () => {
  const device = shoe({ lastSeq: 9 })
  device.sense(card('TD'))
  device.heardBad('crc')
  device.reboot('kept')
  nowMs += 20
  assert.equal(encodeBody(device.hello()), 'HI v=1 dev=shoe sn=SH-00412 fw=2.3.1 boot=58 lo=10 hi=10 cap=512 t=20')
  assert.deepEqual(ask(device, 'RS 10 10'), ['C 10 40210 TD'])
  assert.deepEqual(said(device.sense(card('2D'))), ['C 11 20 2D'])
  assert.equal(encodeBody(device.heartbeat()), 'HB 20 11 9 crc=0 long=0 gap=0 over=0')
})

test('a reboot without the ring counts from 1 and still sees the chips that lie there', () => {
  nowMs = 0
  const device = tlpDevice({ role: 'spots', serial: 'SP-1', boot: 3, spots: ['1.main', '2.main'], clock })
  for (const count of [1, 2, 3]) device.sense({ kind: 'spot', spot: '1.main', rev: 0, amount: 0, chips: [{ value: 500, count }] })
  device.reboot('lost')
  assert.equal(encodeBody(device.hello()), 'HI v=1 dev=spots sn=SP-1 fw=2.3.1 boot=4 lo=1 hi=0 cap=512 t=0')
  assert.deepEqual(ask(device, 'SNAP'), ['S 1 0 1.main 1 500x3 1500', 'S 2 0 2.main 0 - 0'])
})

test('a board that tells the ids of chips says so, and tells them again when it is asked for all spots', () => {
  nowMs = 0
  const device = tlpDevice({ role: 'spots', serial: 'SP-1', spots: ['1.main'], tellsIds: true, clock })
  assert.equal(encodeBody(device.hello()), 'HI v=1 dev=spots sn=SP-1 fw=2.3.1 boot=1 lo=1 hi=0 cap=512 t=0 ids=1')
  const chips = [{ value: 500, count: 1 }] as const
  assert.deepEqual(said(device.sense({ kind: 'spot', spot: '1.main', rev: 0, amount: 0, chips, ids: ['E00401'] })), [
    'S 1 0 1.main 1 500x1 500 ids=E00401',
  ])
  assert.deepEqual(ask(device, 'SNAP'), ['S 2 0 1.main 1 500x1 500 ids=E00401'])
})

test('every kind of scan becomes an event line that the host decodes again', () => {
  nowMs = 0
  const device = tlpDevice({ role: 'shoe', serial: 'SH-1', clock })
  const rows: [Scan, string][] = [
    [{ kind: 'card', card: '??' }, 'C 1 0 ??'],
    [{ kind: 'cut-card' }, 'CUT 2 0'],
    [{ kind: 'shoe', what: 'reverse' }, 'SH 3 0 reverse'],
    [{ kind: 'spot', spot: 'rack', rev: 0, chips: [], amount: 0 }, 'S 4 0 rack 1 - 0'],
    [{ kind: 'pointer', place: { box: 3, hand: 1 } }, 'P 5 0 3.1'],
    [{ kind: 'pointer', place: 'none' }, 'P 6 0 -'],
    [{ kind: 'key', press: { key: 'absent', box: 3 } }, 'K 7 0 absent 3'],
    [{ kind: 'key', press: { key: 'relief' } }, 'K 8 0 relief'],
  ]
  for (const [scan, body] of rows) {
    const [message] = device.sense(scan) ?? []
    assert.ok(message, 'it says something')
    assert.equal(encodeBody(message), body)
    assert.deepEqual(decodeBody(body), message)
  }
})

test('behaviours can be left out or replaced', () => {
  nowMs = 0
  const { snapshot: _left, ...rest } = STANDARD_BEHAVIOURS
  const device = tlpDevice({
    role: 'spots',
    serial: 'SP-1',
    spots: ['1.main'],
    clock,
    behaviours: { ...rest, ack: () => [{ kind: 'refusal', reason: 'busy', args: [] }] },
  })
  assert.deepEqual(ask(device, 'SNAP'), [])
  assert.deepEqual(ask(device, 'ACK 0'), ['NK busy'])
  assert.deepEqual(ask(device, 'TS 1 2'), ['TS 1 0'])
})

test('what lies on the spots at the start is in the first snapshot', () => {
  nowMs = 0
  const lying = new Map([['rack', [{ value: 500, count: 3 }]]] as const)
  const device = tlpDevice({ role: 'spots', serial: 'SP-1', spots: ['1.main', 'rack'], lying, clock })
  assert.deepEqual(ask(device, 'SNAP'), ['S 1 0 1.main 0 - 0', 'S 2 0 rack 1 500x3 1500'])
})
