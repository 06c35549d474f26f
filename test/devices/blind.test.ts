/**
 * An antenna that is not heard is blind, not empty: whatever a reader of chips says in place of a whole inventory, no level is told of it, that something
 * is lost is told within 3 s and again as long as it lasts, and afterwards the level is told anew.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEVER } from 'rxjs'
import { bytes } from '../../devices/crc16.ts'
import { encodeThingMagic } from '../../devices/dialects/thingmagic.ts'
import { findDriver, TALKERS } from '../../devices/registry.ts'
import { lineText } from '../../firmware-bridge/port.ts'
import { bytesOf } from '../../simulators/talkers/chip-twin.ts'
import { sighting } from '../../simulators/talkers/thingmagic.ts'
import { BLIND, feig, isAlive, type Spoil } from './blind-conditions.ts'
import { asSeen, type Bench, bench, toldOf } from './chips-conforming.ts'

const SEED = Number(process.env.SEED ?? 1)
const [LOSS_MS, LASTS_MS] = [3000, 15_000]
/** When something was told to be lost, or the device to be away. */
const lossesOf = ({ reports }: Bench, from: number): readonly number[] =>
  reports.slice(from).flatMap((each) => (each.kind === 'missing' || (each.kind === 'link' && !each.up) ? [each.nowMs] : []))

for (const talker of TALKERS.filter(({ role }) => role === 'spots')) {
  const { name } = talker
  const conditions = { silence: () => '', ...BLIND[name] }
  for (const [condition, spoil] of Object.entries<Spoil>(conditions)) {
    test(`${name}: ${condition}: no level, a loss within 3 s and again, and the level anew afterwards (SEED=${SEED})`, () => {
      const own = bench(talker, SEED)
      own.tray.lay('1.main', [{ value: 500, count: name === 'twn4' ? 1 : 5 }])
      const level = name === 'twn4' ? '500x1' : '500x5'
      own.pass(9000)
      assert.equal(toldOf(own).find(({ spot }) => spot === '1.main')?.level, level)
      const [from, atMs] = [own.reports.length, own.nowMs()]
      own.spoil = spoil
      own.pass(LASTS_MS)
      assert.deepEqual(toldOf(own, from), [])
      const told = [atMs, ...lossesOf(own, from)]
      assert.ok((told[1] ?? Number.POSITIVE_INFINITY) <= atMs + LOSS_MS, `after ${(told[1] ?? 0) - atMs} ms`)
      const isAway = own.reports.slice(from).some((each) => each.kind === 'link' && !each.up)
      const last = told.at(-1) ?? 0
      assert.ok(isAway || own.nowMs() - last <= LOSS_MS, 'it is told again')
      const then = own.reports.length
      own.spoil = (message) => message
      own.pass(35_000)
      assert.equal(toldOf(own, then).find(({ spot }) => spot === '1.main')?.level, level)
    })
  }
}

test('every reader of chips has its ways to be blind, and each of them a driver', () => {
  assert.deepEqual(
    Object.keys(BLIND).sort(),
    TALKERS.flatMap(({ role, name }) => (role === 'spots' ? [findDriver(name, role).name] : [])).sort(),
  )
})

test('feig: status 84 carries a list that holds, and all tags of more than eight answers are counted', () => {
  const own = bench(TALKERS.find(({ name }) => name === 'feig') ?? assert.fail(), SEED)
  own.pass(3000)
  // One tag in each answer.
  const left = new Map<number, string>()
  const records = (address: number): string => {
    const [first, rest] = [left.get(address)?.slice(0, 10) ?? '', left.get(address)?.slice(10) ?? '']
    left.set(address, rest)
    return first === '' ? bytes(0xb0, 0x01) : bytes(0xb0, rest === '' ? 0x84 : 0x94, 1) + first
  }
  own.spoil = (message) => {
    const address = message.charCodeAt(3)
    if (message.charCodeAt(4) === 0x69) {
      const tags = own.tray.at(`${address}.main` as '1.main')
      left.set(address, tags.map((tag) => bytes(3, 0) + bytesOf(tag)).join(''))
      return message
    }
    return feig(message, records(address))
  }
  const from = own.reports.length
  own.tray.lay('1.main', [{ value: 100, count: 12 }])
  own.pass(6000)
  assert.deepEqual(
    toldOf(own, from).map(({ spot, level }) => `${spot} ${level}`),
    ['1.main 100x12'],
  )
})

for (const flags of [0x01ff, 0x0fff, 0x1fff, 0x0007, 0x0004, 0x0146])
  test(`thingmagic: metadata ${flags.toString(16).padStart(4, '0')}: the tag stands where the flags say`, () => {
    const own = bench(TALKERS.find(({ name }) => name === 'thingmagic') ?? assert.fail(), SEED)
    own.tray.lay('2.main', [{ value: 500, count: 2 }])
    own.spoil = (message) => {
      const tags = own.tray.at('2.main').map((tag) => sighting(2, bytesOf(tag), -40, flags))
      return tags.join('') + (isAlive(message) ? encodeThingMagic('', 0x0400) : '')
    }
    own.pass(6000)
    assert.equal(
      toldOf(own)
        .filter(({ spot }) => spot === '2.main')
        .at(-1)?.level,
      '500x2',
    )
  })

test('an antenna of a ThingMagic reader that sees chips is believed while the cable of another one is out; that one is, once it sees one', () => {
  const own = bench(TALKERS.find(({ name }) => name === 'thingmagic') ?? assert.fail(), SEED)
  const fault = encodeThingMagic('', 0x0505)
  own.tray.lay('1.main', [{ value: 500, count: 1 }])
  own.tray.lay('2.main', [{ value: 500, count: 1 }])
  own.pass(9000)
  const from = own.reports.length
  own.distort = (antenna, tags) => asSeen(antenna === 1 ? [] : tags)
  own.pass(100)
  own.inject(fault)
  own.pass(20_000)
  assert.deepEqual(
    toldOf(own, from).filter(({ spot }) => spot === '1.main'),
    [],
  )
  own.tray.lay('2.main', [{ value: 500, count: 3 }])
  own.pass(5000)
  assert.equal(
    toldOf(own, from)
      .filter(({ spot }) => spot === '2.main')
      .at(-1)?.level,
    '500x3',
  )
  own.distort = (_antenna, tags) => asSeen(tags)
  own.pass(5000)
  assert.equal(
    toldOf(own, from)
      .filter(({ spot }) => spot === '1.main')
      .at(-1)?.level,
    '500x1',
  )
})

test('feig: its port is opened as the reader is delivered, with even parity, and that is what people are told', () => {
  const driver = findDriver('feig', 'spots')
  let opened = ''
  driver.connect(
    { paths: ['/dev/none'], serial: 'none' },
    {
      clock: { nowMs: () => 0, wallMs: () => 0 },
      openPort(options) {
        opened = lineText(options)
        return { events$: NEVER, start: () => undefined, write: () => false, reopen: () => undefined, close: async () => undefined }
      },
    },
  )
  assert.deepEqual([opened, lineText(driver)], ['38400 8E1', '38400 8E1'])
})

test('rr3036: more chips than one answer holds: no level of half of them, a loss, and the level once fewer lie there', () => {
  const own = bench(TALKERS.find(({ name }) => name === 'rr3036') ?? assert.fail(), SEED)
  own.pass(3000)
  const [from, atMs] = [own.reports.length, own.nowMs()]
  own.tray.lay('1.main', [{ value: 100, count: 40 }])
  own.pass(10_000)
  assert.deepEqual(toldOf(own, from), [])
  assert.ok((lossesOf(own, from)[0] ?? Number.POSITIVE_INFINITY) <= atMs + LOSS_MS, 'a loss')
  own.tray.lay('1.main', [{ value: 100, count: 20 }])
  own.pass(3000)
  assert.deepEqual(
    toldOf(own, from).map(({ level }) => level),
    ['100x20'],
  )
})

test('feig: whoever mutes tags and does not switch its field off and on is told to be blind, and no spot empty', () => {
  const own = bench(TALKERS.find(({ name }) => name === 'feig') ?? assert.fail(), SEED)
  own.tray.lay('1.main', [{ value: 500, count: 5 }])
  own.pass(6000)
  const from = own.reports.length
  // It no longer knows the command, and every tag is mute.
  own.spoil = (message) => feig(message, message.charCodeAt(4) === 0x69 ? bytes(0x69, 0x80) : bytes(0xb0, 0x01))
  own.pass(10_000)
  assert.deepEqual(toldOf(own, from), [])
  assert.ok(
    own.reports.slice(from).some((each) => each.kind === 'incident' && /is blind: it does not switch its field off and on/.test(each.text)),
    'why is told',
  )
})
