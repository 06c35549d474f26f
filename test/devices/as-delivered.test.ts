/** Devices as their makers deliver them, and the kinds of them that people have: they are read all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAngelEye } from '../../devices/dialects/angel-eye.ts'
import { TALKERS } from '../../devices/registry.ts'
import type { Talker } from '../../devices/talker.ts'
import { RDM6300_OTHERS } from '../../simulators/talkers/rdm6300.ts'
import { TWN4_OTHERS } from '../../simulators/talkers/twn4.ts'
import { badgeBench, conformBadges } from './badges-conforming.ts'
import { bench, toldOf } from './chips-conforming.ts'
import { listen, twinOf } from './conforming.ts'

const SEED = Number(process.env.SEED ?? 1)
const talkerNamed = (name: string): Talker => TALKERS.find((each) => each.name === name) ?? assert.fail(name)

for (const [form, twin] of Object.entries(TWN4_OTHERS))
  test(`twn4: ${form}: a chip that comes, changes and goes is told`, () => {
    const own = bench(talkerNamed('twn4'), SEED, undefined, twin)
    own.pass(6000)
    for (const chips of [[{ value: 500, count: 1 }], [{ value: 100, count: 1 }], []]) {
      own.tray.lay('1.main', chips)
      own.pass(2000)
    }
    assert.deepEqual(
      toldOf(own).map(({ level }) => level),
      ['', '500x1', '100x1', ''],
    )
    assert.ok(!own.reports.some(({ kind }) => kind === 'missing'), 'nothing is missing')
  })

for (const [kind, twin] of Object.entries(RDM6300_OTHERS)) {
  test(`rdm6300: ${kind}: a badge is told once, and another one in its place (SEED=${SEED})`, () => {
    const own = badgeBench(talkerNamed('rdm6300'), SEED, 0, twin)
    const [[first, [badge = '']], [second, [other = '']]] = [...twin.badges] as unknown as readonly [
      readonly [string, readonly string[]],
      readonly [string, readonly string[]],
    ]
    own.lay(badge)
    own.pass(5000)
    own.lay(other)
    own.pass(5000)
    assert.deepEqual([own.told(), own.incidents()], [[first, second], []])
  })

  test(`rdm6300: ${kind}: reliefs with its faults: whoever comes is told, and nobody else (SEED=${SEED})`, () => {
    assert.deepEqual(conformBadges(talkerNamed('rdm6300'), 300, SEED, twin), [])
  })
}

const COUNTS: { readonly [how: string]: readonly number[] } = {
  'from 0 to 9': [...'0123456789'].map((sign) => sign.charCodeAt(0)),
  'from 1 to 9': [...'123456789'].map((sign) => sign.charCodeAt(0)),
  'from 0 to F': [...'0123456789ABCDEF'].map((sign) => sign.charCodeAt(0)),
  'from 30 to 3F': Array.from({ length: 16 }, (_, nth) => 0x30 + nth),
}
for (const [how, numbers] of Object.entries(COUNTS))
  test(`angel-eye: its numbers go ${how}: 312 cards are told, and no loss; a card that is lost later on is told`, () => {
    for (const begins of [0, 3, numbers.length - 1]) {
      const ear = listen(talkerNamed('angel-eye'), twinOf('angel-eye'))
      const say = (nth: number): void => {
        ear.pass(400)
        const number = numbers[(begins + nth) % numbers.length] ?? 0x30
        ear.hear(encodeAngelEye(number, { kind: 'card', card: nth % 2 === 0 ? 'KS' : '4H' }) ?? '', () => 0.5)
      }
      const told = (kind: string): number => ear.reports.filter((each) => each.kind === kind).length
      for (let card = 0; card < 312; card++) say(card)
      assert.deepEqual([told('line'), told('missing')], [312, 0], `from ${begins}`)
      for (let lost = 0; lost < numbers.length - 1; lost++) {
        const before = told('missing')
        say(312 + lost * (numbers.length + 2))
        say(312 + lost * (numbers.length + 2) + 2)
        assert.ok(told('missing') > before, `from ${begins}, ${lost}`)
      }
    }
  })
