/** Devices of other makers in a configuration: what does not fit them is refused, and the tolerances follow from their rows. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DRIVERS } from '../../../devices/registry.ts'
import { fileFault } from '../../../src/base/config/files.ts'
import { badgesIn, cardsIn, chipsIn } from '../../../src/base/config/tag-file.ts'
import { devicesUnderstood, warnings } from '../../../src/daemon/serve/understood.ts'
import { asIs, isSaid } from '../../../src/words/text.ts'
import { bad, good, MINIMAL } from './parsing.ts'

const AROUND = { drivers: DRIVERS }
const shoe = (driver: string, more: string): string =>
  MINIMAL.replace(/\{ name: shoe.*/, `{ name: shoe, driver: ${driver}, role: shoe, path: tcp://10.0.0.7:4001, ${more} }`)

const saidOf = (read: object): string => (isSaid(read) ? read.en : assert.fail('it was accepted'))

test('a device without a serial number: its arrival times widen the tolerances, and what it cannot do is told', () => {
  const native = good(MINIMAL, AROUND)
  const table = good(shoe('bee-tek', 'serial: none'), AROUND)
  assert.deepEqual([table.spotLagMs - native.spotLagMs, table.pointerLagMs - native.pointerLagMs], [250, 250])
  assert.deepEqual(devicesUnderstood(native), [])
  const told = devicesUnderstood(table).map(({ en }) => en)
  assert.equal(told.length, 8, told.join('\n'))
  assert.match(told[0] ?? '', /^device shoe \(bee-tek\): It keeps no events/)
  assert.equal(told.at(-1), 'tolerances in use: chips 1750 ms, pointer 1750 ms')
  const inGerman = devicesUnderstood(table).map(({ de }) => de)
  assert.match(inGerman[0] ?? '', /^Gerät shoe \(bee-tek\): Es bewahrt keine Ereignisse auf/)
  assert.equal(inGerman.at(-1), 'geltende Toleranzen: Jetons 1750 ms, Zeiger 1750 ms')
})

for (const [what, text, path, says] of [
  ['a serial number that it never says', shoe('bee-tek', 'serial: SH-1'), 'devices[0].serial', /never reported.*known by its port/],
  ['none, where there is one', MINIMAL.replace('SH-1', 'none'), 'devices[0].serial', /this device has one/],
  ['a key for a device that proves nothing', shoe('bee-tek', 'serial: none, keyFile: k'), 'devices[0].keyFile', /cannot prove/],
  ['a card file for cards that are said', shoe('bee-tek', 'serial: none, cardFile: c'), 'devices[0].cardFile', /says the cards themselves/],
  ['no card file for tags', shoe('m5stack-wired', 'serial: atom-1'), 'devices[0].cardFile', /reads tags, and only a file says/],
  ['a card file that is not there', shoe('m5stack-wired', 'serial: atom-1, cardFile: c'), 'devices[0].cardFile', /gone/],
  ['a role that it has not', MINIMAL.replace('spots, driver: tlp', 'spots, driver: bee-tek'), 'devices[1].driver', /does not support/],
] as const) {
  test(`refused: ${what}`, () => {
    const problems = bad(text, { ...AROUND, fileFault: ({ kind }) => (kind === 'cards' ? asIs('is gone') : null) })
    assert.deepEqual(
      problems.map((each) => each.path),
      [path],
    )
    assert.match(problems[0]?.problem ?? '', says)
  })
}

const feig = (more: string): string =>
  MINIMAL.replace(/\{ name: spots.*/, `{ name: spots, driver: feig, role: spots, path: tcp://10.0.0.8:4001, serial: none${more} }`)
const CHIPS = ', chipFile: c, antennas: { 1: 1.main, 2: 2.main }'

test('a reader of chips: its antennas are spots, and the tolerance grows with each of them', () => {
  const native = good(MINIMAL, AROUND)
  const table = good(feig(CHIPS), { ...AROUND, fileFault: () => null })
  assert.deepEqual(table.devices[1]?.antennas, { 1: '1.main', 2: '2.main' })
  assert.match(table.devices[1]?.chipFile ?? '', /^\/.*c$/)
  assert.equal(table.spotLagMs - native.spotLagMs, 600 + 2 * 300)
})

for (const [what, more, path, says] of [
  ['no antennas', ', chipFile: c', 'devices[1].antennas', /only the configuration says which spot/],
  ['no chip file', ', antennas: { 1: 1.main }', 'devices[1].chipFile', /only a file says which chip has which/],
  ['an antenna that it does not have', ', chipFile: c, antennas: { 17: 1.main }', 'devices[1].antennas.17', /does not have/],
  ['a spot twice', ', chipFile: c, antennas: { 1: 1.main, 2: 1.main }', 'devices[1].antennas.2', /already the spot of another antenna/],
  [
    'a box that the table does not have',
    ', chipFile: c, antennas: { 1: 12.main }',
    'devices[1].antennas.1',
    /in a box that the table does not have/,
  ],
  ['a card file', `${CHIPS}, cardFile: d`, 'devices[1].cardFile', /says the cards themselves/],
] as const) {
  test(`refused of a reader of chips: ${what}`, () => {
    const problems = bad(feig(more), { ...AROUND, fileFault: () => null })
    assert.deepEqual(
      problems.map((each) => each.path),
      [path],
    )
    assert.match(problems[0]?.problem ?? '', says)
  })
}

test('a chip file of a native board is optional, and of no use to any other native device', () => {
  const text = MINIMAL.replace('driver: tlp, role: spots,', 'driver: tlp, role: spots, chipFile: c,')
  assert.match(good(text, { ...AROUND, fileFault: () => null }).devices[1]?.chipFile ?? '', /^\/.*c$/)
  assert.match(bad(text, { ...AROUND, fileFault: () => asIs('has no chips') })[0]?.problem ?? '', /has no chips/)
  const shoe = MINIMAL.replace('driver: tlp, role: shoe,', 'driver: tlp, role: shoe, chipFile: c,')
  assert.match(bad(shoe, AROUND)[0]?.problem ?? '', /has no effect: a tlp reads no tags of chips/)
})

test('refused: antennas of a device that says its spots itself', () => {
  const text = MINIMAL.replace('driver: tlp, role: spots,', 'driver: tlp, role: spots, antennas: { 1: 1.main },')
  assert.match(bad(text, AROUND)[0]?.problem ?? '', /says the spots itself/)
})

test('a chip file: values in minor units, the lammer, tags in any spelling', () => {
  const chips = chipsIn('500: [E004010012345678, "e0 04 01 00 00 00 04 12"]\nFB: [E0040100000000FB]\n')
  assert.ok(!isSaid(chips), JSON.stringify(chips))
  assert.deepEqual(
    [...chips],
    [
      ['E004010012345678', 500],
      ['E004010000000412', 500],
      ['E0040100000000FB', 'FB'],
    ],
  )
  assert.match(saidOf(chipsIn('5.50: [E004010012345678]\n')), /names a chip "5.5" in line 1: write its value in minor units/)
  assert.match(saidOf(chipsIn('500: [E0]\n')), /no tag for 500 in line 1/)
  assert.match(saidOf(chipsIn('500: [E004]\n100: [E0-04]\n')), /tag E004 twice, for 100 and for 500, in line 1/)
})

const badge = (more: string, role = 'badge'): string =>
  `${MINIMAL}  - { name: badge, driver: rdm6300, role: ${role}, path: /dev/badge, serial: none${more} }\n`

test('a reader of badges: its file is found beside the configuration, it widens no tolerance, and what it cannot do is told', () => {
  const native = good(MINIMAL, AROUND)
  const table = good(badge(', badgeFile: b'), { ...AROUND, fileFault: () => null })
  assert.match(table.devices[2]?.badgeFile ?? '', /^\/.*b$/)
  assert.deepEqual([table.spotLagMs, table.pointerLagMs], [native.spotLagMs, native.pointerLagMs])
  const told = devicesUnderstood(table).map(({ en }) => en)
  assert.match(told[0] ?? '', /^device badge \(rdm6300\): .*a badge that comes and goes/)
})

for (const [what, text, path, says] of [
  ['no badge file', badge(''), 'devices[2].badgeFile', /reads tags, and only a file says which dealer has which/],
  ['a badge file that is not there', badge(', badgeFile: gone'), 'devices[2].badgeFile', /is gone/],
  ['a card file', badge(', badgeFile: b, cardFile: c'), 'devices[2].cardFile', /says the cards themselves/],
  ['another role', badge(', badgeFile: b', 'pointer'), 'devices[2].driver', /does not support the role pointer/],
  [
    'a second one',
    badge(', badgeFile: b').concat('  - { name: b2, driver: tlp, role: badge, path: /dev/b2, serial: BG-2 }\n'),
    'devices[3].role',
    /is a second reader of badges/,
  ],
  ['a badge file for a shoe', MINIMAL.replace('serial: SH-1', 'serial: SH-1, badgeFile: b'), 'devices[0].badgeFile', /reads no badges/],
] as const) {
  test(`refused of a reader of badges: ${what}`, () => {
    const problems = bad(text, { ...AROUND, fileFault: ({ path: file }) => (file.endsWith('gone') ? asIs('is gone') : null) })
    assert.ok(
      problems.some((each) => each.path === path && says.test(each.problem)),
      JSON.stringify(problems),
    )
  })
}

test('a chip file: a tag of digits alone keeps its zero, though the name of its list is a number', () => {
  const chips = chipsIn('500: [0412001234]\n')
  assert.ok(!isSaid(chips), JSON.stringify(chips))
  assert.deepEqual([...chips], [['0412001234', 500]])
})

test('a badge file: ids as they are written, badges in any spelling, and what is wrong is told with its line', () => {
  const badges = badgesIn('d-17: [0A0012D687, "0a 00 12 d6 c4"]\n0412: [0412001234]\nd-19: []\n')
  assert.ok(!isSaid(badges), JSON.stringify(badges))
  assert.deepEqual(
    [...badges],
    [
      ['0412001234', '0412'],
      ['0A0012D687', 'd-17'],
      ['0A0012D6C4', 'd-17'],
    ],
  )
  assert.match(saidOf(badgesIn('d 17: [0A0012D687]\n')), /names a dealer "d 17" in line 1: write the id of a dealer/)
  assert.match(saidOf(badgesIn(`${'d'.repeat(65)}: [0A0012D687]\n`)), /names a dealer/)
  assert.match(saidOf(badgesIn('d-17: [0A0012D687]\nd-18: [0a0012d687]\n')), /tag 0A0012D687 twice, for d-17 and for d-18, in line 2/)
  assert.match(saidOf(badgesIn('d-17: [x]\n')), /no tag for d-17 in line 1/)
  assert.match(saidOf(badgesIn('d-17: 0A0012D687\n')), /no list of tags for d-17 in line 1: write d-17: \[TAG, TAG\]/)
  assert.match(saidOf(badgesIn('[0A0012D687]\n')), /has no dealers/)
  assert.match(saidOf(badgesIn('&a d-17: [*a]\n')), /alias/)
  const many = Array.from({ length: 10_001 }, (_, at) => (at + 1).toString(16).padStart(10, '0'))
  assert.match(saidOf(badgesIn(`d-17: [${many.join(',')}]\n`)), /more than 10000 tags/)
})

test('a badge file on the disk: a bad one is refused with its path, and nothing of it is quoted but its line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'badges-'))
  try {
    const file = join(folder, 'badges.yaml')
    writeFileSync(file, 'd-17: [0A0012D687\n')
    assert.match(fileFault({ kind: 'badges', path: file })?.en ?? '', /is no dealer file: line \d+ .*badges\.yaml/)
    writeFileSync(file, 'd-17: [0A0012D687]\n')
    assert.equal(fileFault({ kind: 'badges', path: file }), null)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('two devices without a serial number may stand at one table', () => {
  const text = `${shoe('bee-tek', 'serial: none')}`.replace(
    /\{ name: spots.*/,
    '{ name: spots, driver: tlp, role: spots, path: /dev/b, serial: S }',
  )
  assert.equal(good(text, AROUND).devices[0]?.serial, 'none')
})

test('a card file: tags in any spelling, those of digits alone too', () => {
  const cards = cardsIn('KS: [04a1b2c3, "04 A1:B2 C4"]\n7H: [0412, 1030]\n')
  assert.ok(!isSaid(cards), JSON.stringify(cards))
  assert.deepEqual(
    [...cards],
    [
      ['04A1B2C3', 'KS'],
      ['04A1B2C4', 'KS'],
      ['0412', '7H'],
      ['1030', '7H'],
    ],
  )
})

for (const [text, says] of [
  ['', /is empty/],
  ['- KS\n', /no cards/],
  ['KS: [a\n', /is no card file/],
  ['XS: [0412]\n', /names a card "XS" in line 1/],
  ['KS: 0412\n', /no list of tags for KS/],
  ['KS: [a!]\n', /no tag for KS in line 1/],
  ['KS: [0412]\n7H: [04-12]\n', /tag 0412 twice, for KS and for 7H, in line 2/],
] as const) {
  test(`no card file: ${JSON.stringify(text)}`, () => assert.match(saidOf(cardsIn(text)), says))
}

test('the file itself is looked at', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'))
  try {
    const path = join(folder, 'cards.yaml')
    assert.match(fileFault({ kind: 'cards', path })?.en ?? '', /does not exist/)
    writeFileSync(path, 'KS: [0412]\nKH: [0412]\n')
    assert.match(fileFault({ kind: 'cards', path })?.en ?? '', /twice.*cards\.yaml/)
    writeFileSync(path, 'KS: [0412]\n')
    assert.equal(fileFault({ kind: 'cards', path }), null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a device known by its port alone is warned of where the name of that port may be another’s after a start of the machine', () => {
  const warned = (path: string, more = 'serial: none') =>
    warnings(good(shoe('bee-tek', more).replace(/path: [^,\s}]+/, `path: ${path}`), AROUND)).map(({ en }) => en)
  for (const path of ['/dev/ttyUSB0', '/dev/ttyACM12'])
    assert.match(
      warned(path).join('\n'),
      new RegExp(`shoe has no serial number and is known by its port, and ${path} may be another device`),
    )
  for (const path of [
    '/dev/serial/by-id/usb-Prolific-if00',
    '/dev/serial/by-path/pci-0000-usb-0:2:1.0',
    '/dev/ttyS0',
    'tcp://10.0.0.7:4001',
  ])
    assert.deepEqual(warned(path), [])
})
