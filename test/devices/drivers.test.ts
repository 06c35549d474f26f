import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DecodedLine } from '../../devices/driver.ts'
import { DRIVERS, findDriver } from '../../devices/registry.ts'
import { DEVICE_ROLES, type DeviceRole } from '../../devices/roles.ts'
import {
  AREAS,
  type Card,
  PROGRESS_KEYS,
  RANKS,
  type Scan,
  SHOE_STATES,
  type SpotId,
  STATE_KINDS,
  type StateKind,
  SUITS,
  UNREAD,
  wordLists,
} from '../../devices/scan.ts'
import { decodeLine } from '../../devices/tlp.ts'

const SEED = 20263
const record = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record(fields, { noNullPrototype: true })
const box$ = fc.integer({ min: 1, max: 12 })
const card$ = fc.oneof(
  fc.constant(UNREAD),
  fc.tuple(fc.constantFrom(...RANKS), fc.constantFrom(...SUITS)).map(([rank, suit]): Card => `${rank}${suit}`),
)
const spot$ = fc.oneof(
  fc.constant<SpotId>('rack'),
  fc.tuple(box$, fc.constantFrom(...AREAS)).map(([box, area]): SpotId => `${box}.${area}`),
)
const chips$ = fc.array(
  record({ value: fc.oneof(fc.constant('FB' as const), fc.integer({ min: 1, max: 1_000_000 })), count: fc.integer({ min: 1, max: 99 }) }),
  { maxLength: 6 },
)
const ids$ = fc.uniqueArray(fc.stringMatching(/^[0-9A-Z]{3,8}$/), { maxLength: 3 })
const key$: fc.Arbitrary<Scan> = fc
  .oneof(
    record({ key: fc.constantFrom('void' as const, 'call' as const, 'relief' as const, 'shuffle' as const, ...PROGRESS_KEYS) }),
    record({ key: fc.constantFrom('absent' as const, 'present' as const), box: box$ }),
  )
  .map((press) => ({ kind: 'key', press }))
const place$ = fc.oneof(fc.constantFrom('dealer' as const, 'none' as const), record({ box: box$, hand: fc.integer({ min: 1, max: 4 }) }))

const state$ = (kind: StateKind): fc.Arbitrary<Scan> => {
  const words = Object.fromEntries(wordLists(kind).map(([field, known]) => [field, fc.constantFrom(...known)]))
  return record({ kind: fc.constant(kind), ...words }) as fc.Arbitrary<Scan>
}

const SCANS: Readonly<Record<DeviceRole, fc.Arbitrary<Scan>>> = {
  shoe: fc.oneof(
    key$,
    card$.map((card): Scan => ({ kind: 'card', card })),
    fc.constant<Scan>({ kind: 'cut-card' }),
    fc.constantFrom(...SHOE_STATES).map((what): Scan => ({ kind: 'shoe', what })),
  ),
  spots: fc.oneof(
    key$,
    record({ spot: spot$, rev: fc.nat(), chips: chips$, ids: ids$ }).map(
      ({ ids, ...said }): Scan => ({
        kind: 'spot',
        ...said,
        ...(ids.length === 0 || said.chips.length < ids.length ? {} : { ids }),
        amount: said.chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? 0 : value * count), 0),
      }),
    ),
  ),
  pointer: fc.oneof(
    key$,
    place$.map((place): Scan => ({ kind: 'pointer', place })),
  ),
  badge: fc.oneof(
    key$,
    fc.stringMatching(/^[\w.-]{1,64}$/).map((dealer): Scan => ({ kind: 'badge', dealer })),
  ),
  key: key$,
  peek: fc.oneof(
    key$,
    fc.constantFrom('done' as const, 'blackjack' as const).map((outcome): Scan => ({ kind: 'peek', outcome })),
  ),
  discards: fc.oneof(
    key$,
    fc.oneof(card$, fc.constant(null)).map((card): Scan => ({ kind: 'discard', card })),
  ),
  ...(Object.fromEntries(STATE_KINDS.map((kind) => [kind, fc.oneof(key$, state$(kind))])) as Record<StateKind, fc.Arbitrary<Scan>>),
}

for (const driver of DRIVERS) {
  test(`${driver.name} ${driver.role}: every scan survives encoding and decoding`, () => {
    const line$ = record<DecodedLine>({
      seq: fc.integer({ min: 1 }),
      t: fc.maxSafeNat().map((ms) => ms % 8.64e15),
      scan: SCANS[driver.role],
    })
    fc.assert(
      fc.property(line$, (line) => assert.deepEqual(driver.decodeLine(driver.encodeLine(line) ?? ''), line)),
      { seed: SEED, numRuns: 500 },
    )
  })
  test(`${driver.name} ${driver.role}: whatever the body, it answers`, () => {
    fc.assert(
      fc.property(fc.string(), (body) =>
        assert.ok('scan' in driver.decodeLine(body) || 'reason' in driver.decodeLine(body), 'it is a scan, or refused with a reason'),
      ),
      { seed: SEED },
    )
  })
}

const REFUSED: readonly [DeviceRole | 'any', string, RegExp][] = [
  ['shoe', 'S 1 2 3.main 1 500x1 500', /a shoe does not send spot/],
  ['spots', 'C 1 2 5S', /a spots does not send card/],
  ['pointer', 'SH 1 2 load', /a pointer does not send shoe/],
  ['pointer', 'B 1 2 d-17', /a pointer does not send badge/],
  ['badge', 'C 1 2 5S', /a badge does not send card/],
  ['peek', 'PK 1 2 natural', /outcome is not one of done blackjack/],
  ['shoe', 'PK 1 2 done', /a shoe does not send peek/],
  ['discards', 'D 1 2 10S', /card has the wrong format/],
  ['discards', 'D 1 2', /wrong number of fields/],
  ['discards', 'C 1 2 5S', /a discards does not send card/],
  ['shoe', 'D 1 2 5S', /a shoe does not send discard/],
  ['shuffler', 'SF 1 2 shoe idle', /state is not one of ready shuffling open jam/],
  ['shuffler', 'SF 1 2 batch ready', /mode is not one of shoe continuous/],
  ['shuffler', 'SF 1 2 shoe', /wrong number of fields/],
  ['shoe', 'SF 1 2 shoe ready', /a shoe does not send shuffler/],
  ['key', 'B 1 2 d-17', /a key does not send badge/],
  ['key', 'K 1 2 round-over 3', /key with a box is not one of absent present/],
  ['key', 'K 1 2 hand', /key is not one of .* hand-over/],
  ['badge', `B 1 2 ${'d'.repeat(65)}`, /dealer has the wrong format/],
  ['spots', 'S 1 2 3.main 1 500x1 500 E00401', /the last field is not ids=/],
  ['spots', 'S 1 2 3.main 1 500x1 500 ids=', /chip id has the wrong format/],
  ['spots', 'S 1 2 3.main 1 500x1 500 ids=e00401', /chip id has the wrong format/],
  ['spots', 'S 1 2 3.main 1 500x1 500 ids=E00401,E00402', /more ids than chips/],
  ['spots', 'S 1 2 3.main 1 - 0 ids=E00401', /more ids than chips/],
  ['any', 'HB 1 2 3', /heartbeat is not an event/],
  ['any', 'ACK 3', /ack is not an event/],
  ['any', 'S 1 2 3.main 1 500x1 501', /amt is not the sum/],
  ['any', 'TEMP 1 2', /does not know its verb/],
]
for (const [role, body, reason] of REFUSED) {
  test(`rejected for ${role}: ${body}`, () => {
    const decoded = decodeLine(role, body)
    assert.ok(!('scan' in decoded), 'it is no scan')
    assert.match(decoded.reason, reason)
  })
}

test('a role cannot be made to say what it does not send', () => {
  assert.equal(findDriver('tlp', 'spots').encodeLine({ seq: 1, t: 2, scan: { kind: 'cut-card' } }), null)
})

test('keys may come from any device', () => {
  for (const role of DEVICE_ROLES) assert.ok('scan' in decodeLine(role, 'K 1 2 absent 3'), role)
})

test('an unknown driver names those there are', () => {
  assert.throws(
    () => findDriver('abacus', 'shoe'),
    new RegExp(`no driver "abacus" for the role shoe; the drivers are: ${DEVICE_ROLES.map((role) => `tlp \\(${role}\\)`).join(', ')}`),
  )
  assert.throws(() => findDriver('tlp', 'oven'), /role oven/)
})
