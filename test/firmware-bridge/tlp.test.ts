import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BODY_CHARS_MAX } from '../../firmware-bridge/line.ts'
import { STATE_KINDS, wordLists } from '../../firmware-bridge/states.ts'
import {
  BOX_MAX,
  chipsAmount,
  DEVICE_KINDS,
  decodeBody,
  encodeBody,
  HAND_MAX,
  type TlpCard,
  type TlpMessage,
  type TlpSpot,
} from '../../firmware-bridge/tlp.ts'

const SEED = 20262
const record = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record(fields, { noNullPrototype: true })
const number$ = fc.oneof(fc.nat(5000), fc.maxSafeNat())
/** Times a date can name. */
const time$ = fc.oneof(
  fc.nat(5000),
  fc.maxSafeNat().map((ms) => ms % 8.64e15),
)
const seq$ = number$.map((n) => Math.max(1, n))
const head = { seq: seq$, t: time$ }
const box$ = fc.integer({ min: 1, max: BOX_MAX })
const card$ = fc.oneof(
  fc.constant('??' as TlpCard),
  fc.tuple(fc.constantFrom(...'A23456789TJQK'), fc.constantFrom(...'SHDC')).map((pair) => pair.join('') as TlpCard),
)
const spot$ = fc.oneof(
  fc.constant('rack' as TlpSpot),
  fc.tuple(box$, fc.constantFrom('main', 'main2', 'main3', 'ins', 'p22', 'pog')).map(([box, area]) => `${box}.${area}` as TlpSpot),
)
const chips$ = fc.array(
  record({
    value: fc.oneof(fc.constant('FB' as const), fc.integer({ min: 1, max: 1_000_000 })),
    count: fc.integer({ min: 1, max: 999 }),
  }),
  { maxLength: 8 },
)
const word$ = fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/)
const hex$ = (digits: number) => fc.stringMatching(new RegExp(`^[0-9A-F]{${digits}}$`))
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const ids$ = fc.uniqueArray(fc.stringMatching(/^[0-9A-Z]{3,16}$/), { maxLength: 20 })
const message$: fc.Arbitrary<TlpMessage> = fc.oneof(
  fc
    .record({ hi: number$, span: fc.nat(512), dev: fc.constantFrom(...DEVICE_KINDS), serial: word$, boot: number$, cap: seq$, t: time$ })
    .map(({ hi, span, serial, ...rest }) => ({
      kind: 'hi' as const,
      ...rest,
      serial: `S${serial}`,
      firmware: '2.3.1',
      hi,
      lo: Math.max(1, hi + 1 - span),
    }))
    .filter(({ lo }) => Number.isSafeInteger(lo)),
  record({ kind: kind('challenge'), nonce: hex$(32) }),
  record({ kind: kind('proof'), nonce: hex$(32), mac: hex$(64) }),
  record({ kind: kind('card'), ...head, card: card$ }),
  record({ kind: kind('cut'), ...head }),
  record({ kind: kind('shoe'), ...head, what: fc.constantFrom('load', 'open', 'close', 'empty', 'jam', 'clear', 'reverse') }),
  record({ kind: kind('spot'), ...head, spot: spot$, rev: number$, chips: chips$, ids: ids$ }).map(({ ids, ...said }) => {
    const own = ids.slice(0, said.chips.length)
    return { ...said, amount: chipsAmount(said.chips), ...(own.length === 0 ? {} : { ids: own }) }
  }),
  record({
    kind: kind('pointer'),
    ...head,
    place: fc.oneof(
      fc.constantFrom('dealer' as const, 'none' as const),
      record({ box: box$, hand: fc.integer({ min: 1, max: HAND_MAX }) }),
    ),
  }),
  record({ kind: kind('badge'), ...head, dealer: fc.stringMatching(/^[\w.-]{1,64}$/) }),
  record({ kind: kind('key'), ...head, key: fc.constantFrom('void', 'call', 'relief', 'shuffle', 'round-over', 'hand-over') }),
  record({ kind: kind('peek'), ...head, outcome: fc.constantFrom('done', 'blackjack') }),
  ...STATE_KINDS.map((each) => {
    const words = Object.fromEntries(wordLists(each).map(([field, known]) => [field, fc.constantFrom(...known)]))
    return record({ kind: kind(each), ...head, ...words }) as fc.Arbitrary<TlpMessage>
  }),
  record({ kind: kind('discard'), ...head, card: fc.constantFrom('5S', '??', null) }),
  record({ kind: kind('key'), ...head, key: fc.constantFrom('absent', 'present'), box: box$ }),
  record({
    kind: kind('heartbeat'),
    t: time$,
    hi: number$,
    ack: number$,
    errors: record({ crc: number$, long: number$, gap: number$, over: number$ }),
  }),
  record({ kind: kind('time'), n: number$, t: time$ }),
  record({ kind: kind('refusal'), reason: word$, args: fc.array(word$, { maxLength: 3 }) }),
  record({ kind: kind('identify') }),
  record({ kind: kind('ack'), seq: number$ }),
  fc.tuple(seq$, seq$).map(([a, b]) => ({ kind: 'resend' as const, from: Math.min(a, b), to: Math.max(a, b) })),
  record({ kind: kind('snapshot') }),
  record({ kind: kind('configure'), key: word$, value: word$ }),
)

/** Without ids that a line had no room for. */
const asSent = (message: TlpMessage): TlpMessage => {
  if (message.kind !== 'spot' || message.ids === undefined) return message
  const { ids, ...level } = message
  const sent = encodeBody(message).split(' ids=')[1]?.split(',').length ?? 0
  return sent === 0 ? level : { ...level, ids: ids.slice(0, sent) }
}

test('every message survives encoding and decoding', () => {
  fc.assert(
    fc.property(
      message$.filter((message) => encodeBody(message).length <= BODY_CHARS_MAX),
      (message) => assert.deepEqual(decodeBody(encodeBody(message)), asSent(message)),
    ),
    { seed: SEED, numRuns: 2000 },
  )
})

const UNDERSTOOD: readonly [string, TlpMessage][] = [
  [
    'HI v=1 dev=shoe sn=SH-00412 fw=2.3.1 boot=57 lo=1903 hi=1904 cap=512 t=48123',
    { kind: 'hi', dev: 'shoe', serial: 'SH-00412', firmware: '2.3.1', boot: 57, lo: 1903, hi: 1904, cap: 512, t: 48123 },
  ],
  ['C 1903 40210 9H', { kind: 'card', seq: 1903, t: 40210, card: '9H' }],
  ['C 1904 41077 ??', { kind: 'card', seq: 1904, t: 41077, card: '??' }],
  [
    'S 221 51002 3.main 88 2500x2,500x1,FBx1 5500',
    {
      kind: 'spot',
      seq: 221,
      t: 51002,
      spot: '3.main',
      rev: 88,
      chips: [
        { value: 2500, count: 2 },
        { value: 500, count: 1 },
        { value: 'FB', count: 1 },
      ],
      amount: 5500,
    },
  ],
  [
    'S 221 51002 3.main 88 500x2 1000 ids=E00401,E00402',
    {
      ...{ kind: 'spot', seq: 221, t: 51002, spot: '3.main', rev: 88 },
      ...{ chips: [{ value: 500, count: 2 }], amount: 1000, ids: ['E00401', 'E00402'] },
    },
  ],
  [
    'HI v=1 dev=spots sn=SP-00007 fw=2.3.1 boot=57 lo=1 hi=0 cap=512 t=48123 ids=1',
    { kind: 'hi', dev: 'spots', serial: 'SP-00007', firmware: '2.3.1', boot: 57, lo: 1, hi: 0, cap: 512, t: 48123, ids: true },
  ],
  ['S 222 51003 rack 1 - 0', { kind: 'spot', seq: 222, t: 51003, spot: 'rack', rev: 1, chips: [], amount: 0 }],
  ['P 5 100 3.1', { kind: 'pointer', seq: 5, t: 100, place: { box: 3, hand: 1 } }],
  ['B 6 100 d-17', { kind: 'badge', seq: 6, t: 100, dealer: 'd-17' }],
  ['K 6 100 round-over', { kind: 'key', seq: 6, t: 100, key: 'round-over' }],
  ['PK 6 100 blackjack', { kind: 'peek', seq: 6, t: 100, outcome: 'blackjack' }],
  ['SF 6 100 continuous jam', { kind: 'shuffler', seq: 6, t: 100, mode: 'continuous', state: 'jam' }],
  ['D 6 100 5S', { kind: 'discard', seq: 6, t: 100, card: '5S' }],
  ['D 7 100 ??', { kind: 'discard', seq: 7, t: 100, card: '??' }],
  ['D 8 100 -', { kind: 'discard', seq: 8, t: 100, card: null }],
  ['K 6 100 absent 3', { kind: 'key', seq: 6, t: 100, key: 'absent', box: 3 }],
  [
    'HB 900 1904 1903 crc=1 long=0 gap=2 over=0',
    { kind: 'heartbeat', t: 900, hi: 1904, ack: 1903, errors: { crc: 1, long: 0, gap: 2, over: 0 } },
  ],
  ['NK range 5 9', { kind: 'refusal', reason: 'range', args: ['5', '9'] }],
]
for (const [body, message] of UNDERSTOOD) {
  test(`understood: ${body}`, () => {
    assert.deepEqual(decodeBody(body), message)
    assert.equal(encodeBody(message), body)
  })
}

const REFUSED = [
  'C 1903 40210 1H',
  'C 1903 40210 HH',
  'C 1903 40210 9h',
  'C 0 40210 9H',
  'C 01 40210 9H',
  'C -1 40210 9H',
  'C 9007199254740993 1 9H',
  'C 1  2 9H',
  'C 1 2 9H 3',
  'C 1 2',
  'CUT 1 2 3',
  'SH 1 2 explode',
  'S 1 2 13.main 1 500x1 500',
  'S 1 2 0.main 1 500x1 500',
  'S 1 2 3.side 1 500x1 500',
  'S 1 2 3.main 1 500x1 501',
  'S 1 2 3.main 1 - 500',
  'S 1 2 3.main 1 500x0 0',
  'S 1 2 3.main 1 0x5 0',
  'S 1 2 3.main 1 500x1, 500',
  'S 1 2 3.main 1 9007199254740991x9 0',
  'P 1 2 13.1',
  'P 1 2 3.0',
  'P 1 2 3',
  'K 1 2 absent',
  'K 1 2 absent 13',
  'K 1 2 void 3',
  'K 1 2 dance',
  'HI v=2 dev=shoe sn=SH-1 fw=1 boot=1 lo=1 hi=0 cap=512 t=0',
  'HI v=1 dev=oven sn=SH-1 fw=1 boot=1 lo=1 hi=0 cap=512 t=0',
  'HI v=1 dev=shoe sn=SH-1 fw=1 boot=1 lo=9 hi=0 cap=512 t=0',
  'HI v=1 dev=shoe sn=SH-1 fw=1 boot=1 boot=2 lo=1 hi=0 cap=512 t=0',
  'HB 1 2',
  'RS 9 5',
  `C 1 2 ${'x'.repeat(300)}`,
  'C 1 2 $5S',
]
for (const body of REFUSED) {
  test(`a bad line: ${body.slice(0, 80)}`, () => assert.equal(decodeBody(body).kind, 'malformed'))
}

test('a verb of newer firmware is unknown, not bad; a word of the language is no verb', () => {
  assert.deepEqual(decodeBody('TEMP 1 2 3'), { kind: 'unknown-verb', verb: 'TEMP' })
  for (const verb of ['constructor', '__proto__', 'toString']) assert.deepEqual(decodeBody(verb), { kind: 'unknown-verb', verb })
})

test('a hello of newer firmware may say more, in any order', () => {
  const message = decodeBody('HI sn=SH-1 v=1 color=red dev=shoe fw=1 boot=1 lo=1 hi=0 cap=512 t=0')
  assert.equal(message.kind, 'hi')
})

test('whatever the text, decoding answers and never throws', () => {
  const text$ = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.tuple(fc.constantFrom('HI', 'C', 'S', 'P', 'K', 'HB', 'TS', 'NK', 'RS', 'CF'), fc.string()).map((pair) => pair.join(' ')),
  )
  fc.assert(
    fc.property(text$, (text) => typeof decodeBody(text).kind === 'string'),
    { seed: SEED, numRuns: 2000 },
  )
})

test('of the ids of a stack a line has as many as it has room for, the first ones', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `E00401000000${1000 + at}`)
  const level = { kind: 'spot', seq: 221, t: 51_002, spot: '3.main', rev: 88, chips: [{ value: 500, count: 20 }], amount: 10_000 } as const
  const body = encodeBody({ ...level, ids })
  assert.ok(body.length <= BODY_CHARS_MAX, body)
  const message = decodeBody(body)
  assert.ok(message.kind === 'spot' && message.ids !== undefined, body)
  assert.ok(message.ids.length > 5, `${message.ids.length} ids`)
  assert.deepEqual(message.ids, ids.slice(0, message.ids.length))
})
