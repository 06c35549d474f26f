import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { DRIVERS } from '../../devices/registry.ts'
import type { NamedFile } from '../../src/config/files.ts'
import { parseConfig } from '../../src/config/parse.ts'
import { formatProblems } from '../../src/config/problems.ts'
import type { TableConfig } from '../../src/config/table-config.ts'
import { HOUSE_IDS } from '../../src/house/index.ts'

const AROUND = {
  dir: '/etc/table',
  fileFault: () => null,
  folderFault: () => null,
  drivers: [
    { name: 'tlp', role: 'shoe' },
    { name: 'tlp', role: 'spots' },
    { name: 'eye', role: 'shoe' },
  ],
  purpose: 'run',
} as const
const ALL = { drivers: DRIVERS }
const MINIMAL = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
devices:
  - { name: shoe, driver: tlp, role: shoe, path: run/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/spots, serial: SP-1 }
`
const EXAMPLE = readFileSync(new URL('../../table.example.yaml', import.meta.url), 'utf8')

function good(text: string, around: Partial<Parameters<typeof parseConfig>[1]> = {}): TableConfig {
  const read = parseConfig(text, { ...AROUND, ...around })
  assert.ok(read.ok, read.ok ? '' : formatProblems('table.yaml', read.problems))
  assert.equal(read.tables.length, 1)
  return read.tables[0] as TableConfig
}

function bad(text: string, around: Partial<Parameters<typeof parseConfig>[1]> = {}) {
  const read = parseConfig(text, { ...AROUND, ...around })
  assert.ok(!read.ok, `accepted: ${text.slice(0, 200)}`)
  for (const { problem, allowed } of read.problems) assert.ok(problem.length > 0 && allowed.length > 0, `${problem}: ${allowed}`)
  return read.problems
}

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
  })
})

test('nothing is watched that nobody asked for', () => {
  assert.equal(good(MINIMAL).watches, undefined)
  assert.deepEqual(good(`${MINIMAL}watches: { shoeAlarmRate: 0.0001 }\n`).watches, { shoeAlarmRate: 0.0001, payOrder: false })
  const asked = EXAMPLE.replace('# watches:', 'watches:')
  assert.deepEqual(good(asked, ALL).watches, { shoeAlarmRate: 0.0001, payOrder: true, invariants: true })
})

test('the example names every key there is', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const keys = [...page.matchAll(/^\| `(?:[\w[\]]+\.)*(\w+)` \|.*\|$/gm)].map(([, name]) => name as string)
  const ownKeys = keys.slice(0, keys.indexOf('decks'))
  assert.ok(ownKeys.length > 35, `${ownKeys.length} > 35`)
  for (const name of ownKeys) assert.match(EXAMPLE, new RegExp(`\\b${name}:`), name)
})

test('every house is accepted by its id', () => {
  for (const house of HOUSE_IDS) assert.equal(good(MINIMAL.replace('gld', house)).house, house)
})

test('ten mistakes give ten problems, each with its path and line', () => {
  const text = `property: Demo Casino
pit: p1
table: bj07
house: free-bet-europaean
limits: { min: 5000, max: 1000, unit: 500 }
bokses: 7
chips: [100, 100]
rounding: sideways
spots: [main2]
spotLagMs: -1
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/a, serial: SH-1 }
  - { name: spots, driver: tpl, role: spots, path: /dev/b, serial: "S 1" }
`
  const problems = bad(text).map(({ path, line }) => `${line} ${path}`)
  assert.deepEqual(problems, [
    '1 property',
    '4 house',
    '5 limits.min',
    '6 bokses',
    '7 chips[1]',
    '8 rounding',
    '9 spots',
    '10 spotLagMs',
    '13 devices[1].serial',
    '13 devices[1].driver',
  ])
})

const MISTAKES: readonly {
  readonly what: string
  readonly text: string
  readonly path: string
  readonly says: RegExp
  readonly line?: number | null
}[] = [
  { what: 'an unknown key', text: `${MINIMAL}journall: ./j\n`, path: 'journall', says: /did you mean journal\?/, line: 9 },
  {
    what: 'an unknown key of a device',
    text: MINIMAL.replace('serial: SP-1', 'serial: SP-1, baud: 9600'),
    path: 'devices[1].baud',
    says: /not a known key/,
    line: 8,
  },
  { what: 'a missing key', text: MINIMAL.replace('pit: p1\n', ''), path: 'pit', says: /missing/ },
  { what: 'a key without value', text: MINIMAL.replace('p1', ''), path: 'pit', says: /no value/, line: 2 },
  { what: 'a missing key inside a group', text: MINIMAL.replace('max: 50000, ', ''), path: 'limits.max', says: /missing/, line: 5 },
  { what: 'a number for text', text: MINIMAL.replace('table: bj07', 'table: 7'), path: 'table', says: /put it in quotes/, line: 3 },
  { what: 'a currency that there is not', text: `${MINIMAL}currency: EURO\n`, path: 'currency', says: /not allowed/ },
  { what: 'a fraction', text: MINIMAL.replace('min: 1000', 'min: 10.5'), path: 'limits.min', says: /whole number/ },
  { what: 'a group for a number', text: `${MINIMAL}boxes: { a: 1 }\n`, path: 'boxes', says: /not a number|whole number/ },
  { what: 'too many boxes', text: `${MINIMAL}boxes: 13\n`, path: 'boxes', says: /out of range/ },
  { what: 'no boxes', text: `${MINIMAL}boxes: 0\n`, path: 'boxes', says: /out of range/ },
  { what: 'infinity', text: `${MINIMAL}boxes: .inf\n`, path: 'boxes', says: /number/ },
  {
    what: 'a minimum no bet can meet',
    text: MINIMAL.replace('min: 1000', 'min: 1200'),
    path: 'limits.min',
    says: /not a multiple of unit/,
  },
  {
    what: 'a box limit below the bet limit',
    text: MINIMAL.replace('unit: 500', 'unit: 500, boxMax: 40000'),
    path: 'limits.max',
    says: /greater than boxMax/,
  },
  {
    what: 'side limits the wrong way round',
    text: MINIMAL.replace('unit: 500', 'unit: 500, sideMin: 900, sideMax: 500'),
    path: 'limits.sideMin',
    says: /greater than sideMax/,
  },
  { what: 'an area twice', text: `${MINIMAL}spots: [main, ins, ins]\n`, path: 'spots[2]', says: /already/ },
  { what: 'an unknown area', text: `${MINIMAL}spots: [main, insurance]\n`, path: 'spots[1]', says: /not a known value/ },
  { what: 'no area', text: `${MINIMAL}spots: []\n`, path: 'spots', says: /too few/ },
  {
    what: 'two shoes',
    text: MINIMAL.replace('role: spots', 'role: shoe').concat('  - { name: s2, driver: tlp, role: spots, path: /dev/c, serial: C }\n'),
    path: 'devices[1].role',
    says: /second shoe/,
  },
  {
    what: 'a port twice, said in two ways',
    text: MINIMAL.replace('path: /dev/spots', 'path: ./run/../run/shoe'),
    path: 'devices[1].path',
    says: /port of another device/,
  },
  { what: 'a name twice', text: MINIMAL.replace('name: spots', 'name: shoe'), path: 'devices[1].name', says: /name of another device/ },
  {
    what: 'a driver that is for another role',
    text: MINIMAL.replace('spots, driver: tlp', 'spots, driver: eye'),
    path: 'devices[1].driver',
    says: /does not support the role spots/,
  },
  {
    what: 'a serial number twice',
    text: MINIMAL.replace('SP-1', 'SH-1'),
    path: 'devices[1].serial',
    says: /serial number of another device/,
  },
  { what: 'no shoe', text: MINIMAL.replace(/ {2}- \{ name: shoe.*\n/, ''), path: 'devices', says: /no device with the role shoe/ },
  { what: 'a rule that makes no sense', text: `${MINIMAL}rules: { maxHands: 0 }\n`, path: 'rules.maxHands', says: /out of range/, line: 9 },
  {
    what: 'an unknown rule',
    text: `${MINIMAL}rules:\n  burn: 0\n  dekcs: 6\n`,
    path: 'rules.dekcs',
    says: /did you mean decks\?/,
    line: 11,
  },
  {
    what: 'a wrong entry of a list',
    text: `${MINIMAL}rules:\n  doubleTotals:\n    - 9\n    - 22\n`,
    path: 'rules.doubleTotals[1]',
    says: /not a known entry/,
    line: 12,
  },
  { what: 'a password', text: `${MINIMAL}mqtt: { url: mqtt://b, password: hunter2 }\n`, path: 'mqtt.password', says: /secret/ },
  { what: 'a login in the URL', text: `${MINIMAL}mqtt: { url: "mqtt://u:hunter2@b" }\n`, path: 'mqtt.url', says: /login/ },
  {
    what: 'a broken URL with a login',
    text: `${MINIMAL}mqtt: { url: "mqtt//u:hunter2@b:99999" }\n`,
    path: 'mqtt.url',
    says: /not a valid URL/,
  },
  { what: 'an http URL', text: `${MINIMAL}mqtt: { url: "http://b" }\n`, path: 'mqtt.url', says: /not a scheme/ },
  { what: 'url and urls', text: `${MINIMAL}mqtt: { url: mqtt://b, urls: [mqtt://c] }\n`, path: 'mqtt.urls', says: /together with url/ },
  { what: 'no broker in the group', text: `${MINIMAL}mqtt: { protocol: 5 }\n`, path: 'mqtt', says: /does not name a broker/ },
  { what: 'protocol 3', text: `${MINIMAL}mqtt: { url: mqtt://b, protocol: 3 }\n`, path: 'mqtt.protocol', says: /not a known value/ },
  {
    what: 'a certificate without its key',
    text: `${MINIMAL}mqtt: { url: mqtts://b, cert: a.pem }\n`,
    path: 'mqtt.cert',
    says: /without key/,
  },
  {
    what: 'a certificate authority without encryption',
    text: `${MINIMAL}mqtt: { url: mqtt://b, ca: a.pem }\n`,
    path: 'mqtt.ca',
    says: /not encrypted/,
  },
  {
    what: 'a password without a login name',
    text: `${MINIMAL}mqtt: { url: mqtt://b, passwordFile: a }\n`,
    path: 'mqtt.passwordFile',
    says: /without username/,
  },
  {
    what: 'a health port that the display has',
    text: `${MINIMAL}display: {}\nhealth: { port: 8080 }\n`,
    path: 'health.port',
    says: /is the port of the display/,
  },
  { what: 'a health group without a port', text: `${MINIMAL}health: {}\n`, path: 'health.port', says: /missing/ },
  { what: 'a port out of range', text: `${MINIMAL}display: { port: 65536 }\n`, path: 'display.port', says: /out of range/ },
  {
    what: 'a book that is no web address',
    text: `${MINIMAL}display: { book: 'mqtt://book' }\n`,
    path: 'display.book',
    says: /not a scheme/,
  },
  {
    what: 'a book with a login in its address',
    text: `${MINIMAL}display: { book: 'http://a:b@book' }\n`,
    path: 'display.book',
    says: /contains a login/,
  },
  {
    what: 'more false alarms than one in a hundred shoes',
    text: `${MINIMAL}watches: { shoeAlarmRate: 0.02 }\n`,
    path: 'watches.shoeAlarmRate',
    says: /out of range/,
  },
  { what: 'a journal of no size', text: `${MINIMAL}journalMbMax: 0\n`, path: 'journalMbMax', says: /out of range/ },
  {
    what: 'a watch that does not exist',
    text: `${MINIMAL}watches: { payOrders: true }\n`,
    path: 'watches.payOrders',
    says: /not a known key/,
  },
  { what: 'an empty file', text: '', path: '', says: /empty/, line: null },
  { what: 'a file of comments', text: '# nothing\n', path: '', says: /empty/, line: null },
  { what: 'a list at the root', text: '- 1\n', path: '', says: /group of keys/ },
  { what: 'a word at the root', text: 'hello', path: '', says: /group of keys/ },
  { what: 'a tab for indentation', text: 'limits:\n\tmin: 1\n', path: '', says: /not valid YAML/, line: 2 },
  { what: 'a key twice', text: MINIMAL.replace('pit: p1', 'property: x\npit: p1'), path: '', says: /not valid YAML.*unique/i, line: 2 },
  { what: 'two documents', text: `${MINIMAL}---\n${MINIMAL}`, path: '', says: /not valid YAML/ },
  { what: 'an unknown tag', text: MINIMAL.replace('pit: p1', 'pit: !js p1'), path: '', says: /not valid YAML/, line: 2 },
  { what: 'an unclosed bracket', text: `${MINIMAL}chips: [1, 2\n`, path: '', says: /not valid YAML/ },
  { what: 'an empty list of tables', text: 'tables: []\n', path: 'tables', says: /list of tables/, line: 1 },
  {
    what: 'keys beside tables',
    text: `tables:\n  - ${MINIMAL.trim().replaceAll('\n', '\n    ')}\nboxes: 5\n`,
    path: 'boxes',
    says: /outside the list/,
  },
]

for (const { what, text, path, says, line } of MISTAKES) {
  test(`refuses ${what}`, () => {
    const problems = bad(text)
    const found = problems.find((problem) => problem.path === path && says.test(problem.problem))
    assert.ok(found, JSON.stringify(problems))
    assert.equal(problems.length, 1, JSON.stringify(problems))
    if (line !== undefined) assert.equal(found.line, line)
  })
}

test('no problem shows a secret', () => {
  for (const { text } of MISTAKES) {
    const read = parseConfig(text, AROUND)
    assert.ok(!read.ok && !formatProblems('f', read.problems).includes('hunter2'), 'it is refused, and the password not repeated')
  }
})

test('files that the broker needs must be there, but not for a replay', () => {
  const text = `${MINIMAL}mqtt: { url: mqtts://b, ca: ca.pem, cert: c.pem, key: k.pem, username: u, passwordFile: pw }\n`
  const looked: string[] = []
  const fileFault = ({ path }: NamedFile) => {
    looked.push(path)
    return path.endsWith('ca.pem') ? null : 'is not there'
  }
  assert.deepEqual(
    bad(text, { fileFault }).map((p) => p.path),
    ['mqtt.cert', 'mqtt.key', 'mqtt.passwordFile'],
  )
  assert.deepEqual(looked, ['/etc/table/ca.pem', '/etc/table/c.pem', '/etc/table/k.pem', '/etc/table/pw'])
  const replay = parseConfig(text.replace(/devices:\n(?: {2}-.*\n)+/, ''), {
    ...AROUND,
    fileFault: () => 'is not there',
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
        fc.string({ unit: 'binary' }),
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
