/** Configurations that are refused, a row each: the path, and the reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../../../src/base/config/parse.ts'
import { formatProblems } from '../../../src/base/config/problems.ts'
import { AROUND, bad, MINIMAL } from './parsing.ts'

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
    says: /not a multiple of the step of main bets/,
  },
  {
    what: 'a box limit below the bet limit',
    text: MINIMAL.replace('unit: 500', 'unit: 500, boxMax: 40000'),
    path: 'limits.max',
    says: /greater than the maximum of a box/,
  },
  {
    what: 'side limits the wrong way round',
    text: MINIMAL.replace('unit: 500', 'unit: 500, sideMin: 900, sideMax: 500'),
    path: 'limits.sideMin',
    says: /greater than the maximum side bet/,
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
  {
    what: 'a URL that is no raw socket',
    text: MINIMAL.replace('/dev/spots', 'rfc2217://10.0.0.7:4001'),
    path: 'devices[1].path',
    says: /looks like a URL, but the only one a device can have is tcp:/,
    line: 8,
  },
  {
    what: 'an address without a port',
    text: MINIMAL.replace('/dev/spots', 'tcp://10.0.0.7'),
    path: 'devices[1].path',
    says: /not a whole/,
  },
  {
    what: 'an address with a folder',
    text: MINIMAL.replace('/dev/spots', 'tcp://10.0.0.7:4001/x'),
    path: 'devices[1].path',
    says: /not a whole/,
  },
  {
    what: 'an address with a login',
    text: MINIMAL.replace('/dev/spots', '"tcp://u:hunter2@10.0.0.7:4001"'),
    path: 'devices[1].path',
    says: /not a whole/,
  },
  { what: 'port 0', text: MINIMAL.replace('/dev/spots', 'tcp://10.0.0.7:0'), path: 'devices[1].path', says: /not a whole address/ },
  {
    what: 'an address without a scheme',
    text: MINIMAL.replace('/dev/spots', '"10.0.0.7:4001"'),
    path: 'devices[1].path',
    says: /did you mean tcp:\/\/10\.0\.0\.7:4001\?/,
  },
  {
    what: 'an address twice, said in two ways',
    text: MINIMAL.replace('run/shoe', 'tcp://MOXA.example:4001').replace('/dev/spots', 'TCP://moxa.example:04001'),
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
  { what: 'an http URL', text: `${MINIMAL}mqtt: { url: "http://b" }\n`, path: 'mqtt.url', says: /not a supported scheme/ },
  { what: 'url and urls', text: `${MINIMAL}mqtt: { url: mqtt://b, urls: [mqtt://c] }\n`, path: 'mqtt.urls', says: /together with url/ },
  {
    what: 'a list in which only some addresses are encrypted',
    text: `${MINIMAL}mqtt:\n  urls:\n    - mqtts://b\n    - wss://c\n    - ws://d/mqtt\n`,
    path: 'mqtt.urls[2]',
    says: /not encrypted, but another address is/,
  },
  { what: 'no broker in the group', text: `${MINIMAL}mqtt: { protocol: 5 }\n`, path: 'mqtt', says: /does not name a broker/ },
  { what: 'protocol 3', text: `${MINIMAL}mqtt: { url: mqtt://b, protocol: 3 }\n`, path: 'mqtt.protocol', says: /not a known value/ },
  {
    what: 'a certificate without its key',
    text: `${MINIMAL}mqtt: { url: mqtts://b, cert: a.pem }\n`,
    path: 'mqtt.cert',
    says: /without the private key/,
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
    says: /without the login name/,
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
    says: /not a supported scheme/,
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
  {
    what: 'a second person where names are only claimed',
    text: `${MINIMAL}secondPerson: true\n`,
    path: 'secondPerson',
    says: /only claimed/,
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
