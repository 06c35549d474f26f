/** What somebody writes who knows cables and not YAML, and what the program takes it for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DRIVERS } from '../../../devices/registry.ts'
import { formatProblems } from '../../../src/base/config/problems.ts'
import { parseBookConfig } from '../../../src/book/config.ts'
import { bad, MINIMAL } from './parsing.ts'

const LIMITS = 'limits: { min: 1000, max: 50000, unit: 500 }'

/** The mistake, the text, the line, and what is said. */
const MISTAKES: readonly (readonly [what: string, text: string, line: number, says: RegExp])[] = [
  ['half of a key', `${MINIMAL}journalMB: 20000\n`, 9, /^journalMB 20000 is not a known key; did you mean journalMbMax\?/],
  ['a key in the wrong group', MINIMAL.replace('500 }', '500, journalMbMax: 9 }'), 5, /did you mean journalMbMax at the left margin\?/],
  ['a key without its group', `${MINIMAL}port: 8080\n`, 9, /did you mean broker\.port or display\.port or health\.port\?/],
  ['a rule outside the rules', `${MINIMAL}burn: 0\n`, 9, /did you mean rules\.burn\?/],
  ['users without their group', `${MINIMAL}users: users.yaml\n`, 9, /did you mean broker\.users\?/],
  ['a port for a group', `${MINIMAL}display: 8080\n`, 9, /^display 8080 is not a group of keys; did you mean display: \{ port: 8080 \}\?/],
  ['an address for a group', `${MINIMAL}display: http://10.0.0.5:8080\n`, 9, /did you mean display: \{ host: 10\.0\.0\.5, port: 8080 \}\?/],
  ['a broker without its key', `${MINIMAL}mqtt: broker.example\n`, 9, /did you mean mqtt: \{ url: mqtt:\/\/broker\.example \}\?/],
  ['a broker in the group of the own one', `${MINIMAL}broker: mqtt://b:1883\n`, 9, /did you mean mqtt: \{ url: mqtt:\/\/b:1883 \}\?/],
  [
    'an address without a scheme',
    `${MINIMAL}mqtt: { url: b.example:1883 }\n`,
    9,
    /"b\.example:1883" .*did you mean mqtt:\/\/b\.example:1883\?/,
  ],
  ['a login by another name', `${MINIMAL}mqtt: { url: mqtt://localhost, user: bj07 }\n`, 9, /did you mean username\?/],
  ['several addresses under one', `${MINIMAL}mqtt: { url: [mqtt://a, mqtt://b] }\n`, 9, /several addresses belong under urls/],
  ['a port by another name', MINIMAL.replace('serial: SH-1', 'serial: SH-1, tty: /dev/x'), 7, /tty .*did you mean path\?/],
  ['a speed', MINIMAL.replace('serial: SH-1', 'serial: SH-1, baud: 115200'), 7, /leave it out, the driver knows it/],
  ['a serial number of digits', MINIMAL.replace('serial: SH-1', 'serial: 00412'), 7, /serial 00412 is not text; put it in quotes/],
  ['a name with capitals', MINIMAL.replace('table: bj07', 'table: BJ 07'), 3, /^table "BJ 07" .*did you mean bj-07\?/],
  ['typographic quotes', MINIMAL.replace('table: bj07', 'table: “bj07”'), 3, /typographic quotes/],
  ['an amount with its currency', MINIMAL.replace('min: 1000', 'min: 10 EUR'), 5, /write digits only.*10\.00 EUR write 1000/],
  ['a number with a comma', MINIMAL.replace('min: 1000', 'min: 1000,00'), 5, /write a number without one/],
  ['a currency by its sign', `${MINIMAL}currency: €\n`, 9, /did you mean EUR\?/],
  ['a currency in small letters', `${MINIMAL}currency: chf\n`, 9, /did you mean CHF\?/],
  ['a list without brackets', `${MINIMAL}spots: main, ins\n`, 9, /did you mean spots: \[main, ins\]\?/],
  ['yes for true', `${MINIMAL}watches: { payOrder: yes }\n`, 9, /did you mean true\?/],
  ['tabs', MINIMAL.replace(LIMITS, 'limits:\n\tmin: 1000'), 6, /begins with a tab/],
  ['no space behind a colon', `${MINIMAL}boxes:7\n`, 9, /a space is missing behind the colon\n {4}allowed: boxes: 7\n/],
  ['no space behind a colon in braces', `${MINIMAL}display: { port:8080 }\n`, 9, /a space belongs behind the colon: port: 8080/],
  ['an equals sign', MINIMAL.replace('pit: p1', 'pit = p1'), 2, /is a colon\n {4}allowed: pit: p1\n/],
  ['one line too deep', MINIMAL.replace('pit: p1', '  pit: p1'), 2, /indented deeper than the one before it/],
  ['a comma too few', MINIMAL.replace('1000, max', '1000 max'), 5, /a comma is missing/],
  ['a quote too few', `${MINIMAL}journal: "./journal\nboxes: 7\n`, 9, /a quote is opened here/],
]

for (const [what, text, line, says] of MISTAKES) {
  test(`${what} is understood`, () => {
    const problems = bad(text, { drivers: DRIVERS })
    const told = problems.map((problem) => formatProblems('F', [problem]).replace(/^F:?(\d+)?:? /, '$1 '))
    assert.ok(
      told.some((each) => each.startsWith(`${line} `) && says.test(each.slice(`${line} `.length))),
      told.join(''),
    )
  })
}

test('what is right next to a mistake is not suspected, and a login in an address is not repeated', () => {
  assert.deepEqual(
    bad(MINIMAL.replace(LIMITS, 'limits:\n\tmin: 1000')).map(({ line }) => line),
    [6],
  )
  for (const text of ['mqtt: mqtt://bj07:hunter2@b\n', 'broker: mqtt://bj07:hunter2@b\n', 'mqtt: { url: "bj07:hunter2@b:1883" }\n'])
    assert.doesNotMatch(formatProblems('F', bad(MINIMAL + text)), /hunter2/)
  for (const short of ['port', 'host'])
    assert.doesNotMatch(formatProblems('F', bad(`${MINIMAL}mqtt: { url: mqtt://b, ${short}: 1 }\n`)), /mean cert/)
})

test("a table's configuration given to the book, and the book's given to a table, are told in one line", () => {
  const book = parseBookConfig(MINIMAL, '/etc/table')
  assert.deepEqual(book.ok ? [] : book.problems.map(({ problem }) => problem), ['is the configuration of a table, not of the book'])
  const table = bad('property: demo\nmqtt: { url: mqtt://b }\nname: book\n')
  assert.deepEqual(
    table.map(({ problem }) => problem),
    ['is the configuration of the book, not of a table'],
  )
})
