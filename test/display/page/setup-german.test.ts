/** Whatever the set-up page says of a field, of what a person wrote there, or of what is missing, has its German. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { changed } from '../../../src/daemon/config/edit.ts'
import { loadConfig } from '../../../src/daemon/config/load.ts'
import { NEW_TEXT, plainOf } from '../../../src/daemon/setup/draft.ts'
import { FIELD_KEYS, fieldsOf, readField } from '../../../src/daemon/setup/fields.ts'
import { inGerman } from '../../../src/display/page/setup/german.ts'
import { temporaryFolder } from '../../e2e/processes.ts'

/** Common words of English: where one is left, a row is missing or is not German. */
const ENGLISH = /\b(the|is|not|that|with|without|which|must|each|or|to|of|and)\b/i

function assertGerman(text: string): void {
  const german = inGerman(text)
  assert.ok(german !== null, `no German for: ${text}`)
  // A list of the configuration's words is the same in both.
  if (german !== text) assert.doesNotMatch(german, ENGLISH, text)
}

test('the meaning, the range and the default of every field', () => {
  const fields = (Object.keys(FIELD_KEYS) as (keyof typeof FIELD_KEYS)[]).flatMap((step) => fieldsOf(step, plainOf(NEW_TEXT)))
  assert.ok(fields.length > 20, `${fields.length} fields`)
  for (const { means, range, usual } of fields) for (const text of [means, range, usual]) if (text !== null) assertGerman(text)
  assert.equal(inGerman('1 to 12'), '1 bis 12')
  assert.equal(inGerman('is not a known value; did you mean gld?'), 'ist kein bekannter Wert; meinten Sie gld?')
})

/** What a person may write into each field that the check refuses. */
const MISTAKES: readonly (readonly [key: string, text: string])[] = [
  ...['property', 'pit', 'table'].flatMap(
    (key) =>
      [
        [key, ''],
        [key, 'Grand Casino'],
        [key, 'x'.repeat(40)],
      ] as const,
  ),
  ...['limits.min', 'limits.max', 'limits.unit'].map((key) => [key, ''] as const),
  ...([
    ['limits.min', '900'],
    ['limits.max', '503'],
    ['limits.boxMax', '5'],
    ['limits.sideMin', '99'],
    ['limits.max', '0'],
  ] as const),
  ...([
    ['boxes', '0'],
    ['boxes', '13'],
    ['spots', 'ins'],
    ['spots', 'main main'],
    ['spots', 'mian'],
  ] as const),
  ...([
    ['currency', 'euro'],
    ['currency', 'XXQ'],
    ['chips', '1 1'],
    ['display.port', '70000'],
  ] as const),
  ...['', 'mqtt:/', 'broker.example', 'http://broker', 'mqtt://bj:word@broker', 'mqtt://'].map((url) => ['mqtt.url', url] as const),
  ...['mqtt.ca', 'mqtt.cert', 'mqtt.key'].map((key) => [key, '/nowhere.pem'] as const),
  ['mqtt.username', 'x'.repeat(300)],
]

test('what the check says of a mistake in any field', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'table.yaml')
  const said = new Set<string>()
  const whole = `${NEW_TEXT}limits: { min: 1000, max: 50000, unit: 500, sideMax: 5000 }\n`
  for (const [key, written] of MISTAKES) {
    const base = key.startsWith('mqtt.') && key !== 'mqtt.url' ? `${whole}mqtt: { url: "mqtts://broker.example" }\n` : whole
    const read = readField(key, written, plainOf(base))
    assert.ok(read.ok, key)
    writeFileSync(file, changed(base, [{ at: read.at, value: read.value }]))
    const config = loadConfig(file)
    assert.ok(!config.ok, `${key}: ${written}`)
    for (const { problem, allowed } of config.problems) for (const text of [problem, allowed]) said.add(text)
  }
  assert.ok(said.size > 30, [...said].join('\n'))
  for (const text of said) assertGerman(text)
})

test('why something is refused', () => {
  for (const [key, written] of [
    ['limits.min', 'five'],
    ['boxes', 'seven'],
  ] as const) {
    const read = readField(key, written, {})
    assert.ok(!read.ok, `${key} took ${written}`)
    assertGerman(read.problem)
  }
  const running =
    "process 7 runs this table: it writes the journal /j and has the table's ports. Stop it first (the installed service with `systemctl stop`), then try again"
  assertGerman(running)
})
