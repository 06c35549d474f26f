import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { DRIVERS } from '../../../devices/registry.ts'
import type { NamedFile } from '../../../src/base/config/files.ts'
import { parseConfig } from '../../../src/base/config/parse.ts'
import { formatProblems } from '../../../src/base/config/problems.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { asIs } from '../../../src/words/text.ts'
import { anyUnit } from '../../any-unit.ts'
import { AROUND, bad, good, MINIMAL } from './parsing.ts'

const ALL = { drivers: DRIVERS }
const EXAMPLE = readFileSync(new URL('../../../table.example.yaml', import.meta.url), 'utf8')

test('a minimal file is filled with the defaults and absolute paths', () => {
  const { rules, ...table } = good(MINIMAL)
  assert.equal(rules.surrender, 'late')
  assert.deepEqual(table, {
    property: 'demo',
    pit: 'p1',
    table: 'bj07',
    house: 'gld',
    overridden: [],
    currency: 'EUR',
    limits: { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null },
    chips: [],
    rounding: 'down',
    boxes: 7,
    spots: ['main'],
    spotLagMs: 1500,
    chipEvidence: 'payouts',
    pointerLagMs: 1500,
    cardApartMs: 250,
    collectAfter: 'box-settled',
    shuffler: 'shoe',
    alarmHoldMs: 4000,
    devices: [
      { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/etc/table/run/shoe', serial: 'SH-1' },
      { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/spots', serial: 'SP-1' },
    ],
    mqtt: null,
    journal: '/etc/table/journal',
    display: null,
  })
})

test('the example is valid, and so is its broker group once it is uncommented', () => {
  const table = good(EXAMPLE, ALL)
  assert.deepEqual(table.overridden, ['burn'])
  assert.equal(table.mqtt, null)
  const uncommented = EXAMPLE.replace(/^# (mqtt:| {2}\w+:)/gm, '$1').replace(/^ {2}urls:.*\n/m, '')
  assert.deepEqual(good(uncommented, ALL).mqtt, {
    urls: ['mqtts://broker.example:8883'],
    protocol: 5,
    ca: '/etc/table/ca.pem',
    cert: '/etc/table/bj07.pem',
    key: '/etc/table/bj07.key',
    username: 'bj07',
    passwordFile: '/etc/table/bj07.password',
    discovery: 'homeassistant',
  })
})

test('nothing is watched that nobody asked for', () => {
  assert.equal(good(MINIMAL).watches, undefined)
  assert.deepEqual(good(`${MINIMAL}watches: { shoeAlarmRate: 0.0001 }\n`).watches, { shoeAlarmRate: 0.0001, payOrder: false })
  const asked = EXAMPLE.replace('# watches:', 'watches:')
  assert.deepEqual(good(asked, ALL).watches, { shoeAlarmRate: 0.0001, payOrder: true, invariants: true })
})

test('the example names every key there is', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const keys = [...page.matchAll(/^\| `(?:[\w[\]]+\.)*(\w+)` \|.*\|$/gm)].map(([, name]) => name as string)
  const ownKeys = keys.slice(0, keys.indexOf('decks'))
  assert.ok(ownKeys.length > 35, `${ownKeys.length} > 35`)
  for (const name of ownKeys) assert.match(EXAMPLE, new RegExp(`\\b${name}:`), name)
})

test('every house is accepted by its id', () => {
  for (const house of HOUSE_IDS) assert.equal(good(MINIMAL.replace('gld', house)).house, house)
})

test('files that the broker needs must be there, but not for a replay', () => {
  const text = `${MINIMAL}mqtt: { url: mqtts://b, ca: ca.pem, cert: c.pem, key: k.pem, username: u, passwordFile: pw }\n`
  const looked: string[] = []
  const fileFault = ({ path }: NamedFile) => {
    looked.push(path)
    return path.endsWith('ca.pem') ? null : asIs('is not there')
  }
  assert.deepEqual(
    bad(text, { fileFault }).map((p) => p.path),
    ['mqtt.cert', 'mqtt.key', 'mqtt.passwordFile'],
  )
  assert.deepEqual(looked, ['/etc/table/ca.pem', '/etc/table/c.pem', '/etc/table/k.pem', '/etc/table/pw'])
  const replay = parseConfig(text.replace(/devices:\n(?: {2}-.*\n)+/, ''), {
    ...AROUND,
    fileFault: () => asIs('is not there'),
    purpose: 'replay',
  })
  assert.ok(replay.ok, 'it is read without its certificates')
  assert.deepEqual(replay.tables[0]?.devices, [])
})

test('several tables in one file keep apart what only one may own', () => {
  const entry = (table: string, extra = '') =>
    `  - ${MINIMAL.replace('bj07', table).replaceAll('/dev/', `/dev/${table}/`).replace('run/', `run/${table}/`).trim().replaceAll('\n', '\n    ')}\n${extra}`
  const read = parseConfig(`tables:\n${entry('bj07')}${entry('bj08')}`, AROUND)
  assert.ok(read.ok, 'the configuration is read')
  assert.deepEqual(
    read.tables.map((t) => t.journal),
    ['/etc/table/journal/bj07', '/etc/table/journal/bj08'],
  )
  const shared = bad(`tables:\n${entry('bj07', '    journal: j\n')}${entry('bj07', '    journal: ./j\n')}`)
  assert.deepEqual(
    shared.map((p) => p.path),
    ['tables[1].table', 'tables[1].devices[0].path', 'tables[1].devices[1].path', 'tables[1].journal'],
  )
  assert.deepEqual(
    bad(`tables:\n${entry('bj07')}${entry('BJ')}`).map((p) => `${p.line} ${p.path}`),
    ['12 tables[1].table'],
  )
})

test('a byte order mark and Windows line ends do no harm', () => {
  assert.equal(good(`\uFEFF${MINIMAL.replaceAll('\n', '\r\n')}`).table, 'bj07')
})

test('aliases, bombs, deep nesting and large files are refused quickly', () => {
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: 20 }, (_, i) => `a${i}: &a${i} [${Array(9).fill(i === 0 ? '*a' : `*a${i - 1}`)}]`),
  ].join('\n')
  assert.match(bad(bomb)[0]?.problem ?? '', /alias/)
  assert.match(bad(`x: &x { y: *x }\n`)[0]?.problem ?? '', /alias/)
  assert.ok(bad('['.repeat(100_000)).length > 0, 'deep brackets are refused')
  assert.ok(bad(`${'a:\n '.repeat(1)}${'- '.repeat(20_000)}x`).length > 0, 'deep lists are refused')
  assert.match(bad(`# ${'x'.repeat(256 * 1024)}`)[0]?.problem ?? '', /too large/)
  assert.ok(bad(Array.from({ length: 5000 }, (_, i) => `k${i}: 1`).join('\n')).length <= 200, 'no more problems than one reads')
})

test('problems are printed with file, line, key, value, reason and what is allowed', () => {
  const text = formatProblems('bj07.yaml', bad(MINIMAL.replace('max: 50000', 'max: lots')))
  assert.equal(
    text,
    'bj07.yaml:5: limits.max "lots" is not a number\n    allowed: whole number; 1 to 1000000000; minor units\n1 problem in the configuration; nothing was started.\n',
  )
})

test('no text and no YAML of any shape makes it throw', () => {
  const key = fc.constantFrom(
    'property',
    'house',
    'rules',
    'limits',
    'devices',
    'mqtt',
    'tables',
    'spots',
    'display',
    '__proto__',
    'constructor',
    'toString',
    'url',
    'urls',
    'min',
    '0',
  )
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.constantFrom('gld', 'tlp', 'shoe', 'none', 'main', 'mqtt://x'),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(key, tie('node'), { maxKeys: 6 }),
    ),
  })).node
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: anyUnit }),
        tree.map((value) => JSON.stringify(value)),
        fc.tuple(fc.nat(MINIMAL.length), fc.string()).map(([at, junk]) => `${MINIMAL.slice(0, at)}${junk}${MINIMAL.slice(at)}`),
      ),
      (text) => {
        const read = parseConfig(text, AROUND)
        assert.ok(
          read.ok ? read.tables.length > 0 : read.problems.length > 0 && formatProblems('f', read.problems).length > 0,
          'it has tables, or problems in words',
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('the address of a serial server stays as it is, and is no file', () => {
  const { devices } = good(MINIMAL.replace('/dev/spots', 'TCP://Moxa.Example:4001').replace('run/shoe', '"tcp://[FE80::1]:4002"'))
  assert.deepEqual(
    devices.map(({ path }) => path),
    ['tcp://[fe80::1]:4002', 'tcp://moxa.example:4001'],
  )
})
