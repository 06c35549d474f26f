/** Whatever the set-up page says of a field, of a device, of what a person wrote there, or of why it refuses, has its German. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DRIVERS } from '../../../devices/registry.ts'
import { shortcomings } from '../../../devices/traits.ts'
import { ALLOWED, FORMS, HINTS, RANGES, UNITS } from '../../../src/base/config/allowed.ts'
import { changed } from '../../../src/base/config/edit.ts'
import { loadConfig } from '../../../src/base/config/load.ts'
import { WRONG, WRONG_FILE } from '../../../src/base/config/wrong.ts'
import { BROKER_WORDS } from '../../../src/daemon/doctor/broker-words.ts'
import { DEVICE_WORDS } from '../../../src/daemon/doctor/device-words.ts'
import { UNWRITABLE } from '../../../src/daemon/journal/writable.ts'
import { UNDERSTOOD_WORDS } from '../../../src/daemon/serve/understood-words.ts'
import { NEW_TEXT, plainOf } from '../../../src/daemon/setup/draft.ts'
import { FIELD_KEYS, fieldsOf, readField } from '../../../src/daemon/setup/fields.ts'
import { REFUSALS } from '../../../src/daemon/setup/refusals.ts'
import { RULE_FORMS, WRONG_RULE } from '../../../src/rules/house/wrong.ts'
import { namesIn } from '../../../src/words/template.ts'
import type { Said, Text } from '../../../src/words/text.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { ENGLISH } from './german.ts'

function assertGerman({ en, de }: Text): void {
  if (de === en) return
  assert.doesNotMatch(de.replaceAll(/`[^`]*`|npm run [^;,)]*/g, ''), ENGLISH, en)
}

const TABLES: { readonly [name: string]: { readonly [code: string]: Text } } = {
  ...{ WRONG, WRONG_FILE, ALLOWED, HINTS, FORMS, UNITS, RANGES, REFUSALS, WRONG_RULE, RULE_FORMS },
  ...{ DEVICE_WORDS, BROKER_WORDS, UNWRITABLE, UNDERSTOOD_WORDS },
}

test('every code has both languages, with the same values', () => {
  const HOLE = /\{\w+\}/g
  const holesIn = (text: string): readonly string[] => [...new Set(namesIn(text))].sort()
  for (const [name, rows] of Object.entries(TABLES))
    for (const [code, words] of Object.entries(rows)) {
      assert.deepEqual(holesIn(words.de), holesIn(words.en), `${name}.${code}`)
      assert.ok(words.en !== '' && words.de !== '', `${name}.${code} says something`)
      // Text that only joins others, names and abbreviations.
      if (words.de === words.en) {
        assert.match(words.en, /^[{}\w(),: .-]{1,40}$/, `${name}.${code} is English in both`)
        assert.doesNotMatch(words.en.replaceAll(HOLE, ''), ENGLISH, `${name}.${code} is English in both`)
      }
      assertGerman(words)
    }
})

test('what a driver cannot do, with the same figures', () => {
  const told = DRIVERS.flatMap(({ traits }) => shortcomings(traits))
  assert.ok(told.length > 30, `${told.length} sentences`)
  const figuresIn = (text: string): readonly string[] => text.match(/\d+/g) ?? []
  for (const { en, de } of told) {
    assert.notEqual(de, en)
    assertGerman({ en, de })
    assert.deepEqual(figuresIn(de), figuresIn(en), en)
    assert.doesNotMatch(en, /\{\w+\}/)
  }
})

test('the meaning, the range and the default of every field', () => {
  const fields = (Object.keys(FIELD_KEYS) as (keyof typeof FIELD_KEYS)[]).flatMap((step) => fieldsOf(step, plainOf(NEW_TEXT)))
  assert.ok(fields.length > 20, `${fields.length} fields`)
  for (const { key, means, range, usual, choices } of fields) {
    assert.notEqual(means.de, means.en, key)
    for (const text of [means, range, usual, ...choices.map((choice) => choice.means)]) if (text !== null) assertGerman(text)
    if (usual !== null && usual.de === usual.en) assert.match(usual.en, /^[\w-]+$|^\[.*\]$/, `${key}: ${usual.en}`)
  }
  assert.equal(fields.find(({ key }) => key === 'boxes')?.range?.de, '1 bis 12')
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
  const file = join(temporaryFolder(), 'table.yaml')
  const said = new Map<string, Said>()
  const whole = NEW_TEXT.replace('limits: {}', 'limits: { min: 1000, max: 50000, unit: 500, sideMax: 5000 }').replace(
    'house: ~',
    'house: gld',
  )
  for (const [key, written] of MISTAKES) {
    const base = key.startsWith('mqtt.') && key !== 'mqtt.url' ? `${whole}mqtt: { url: "mqtts://broker.example" }\n` : whole
    const read = readField(key, written, plainOf(base))
    assert.ok(read.ok, key)
    writeFileSync(file, changed(base, [{ at: read.at, value: read.value }]))
    const config = loadConfig(file)
    assert.ok(!config.ok, `${key}: ${written}`)
    for (const { problem, allowed, said: told } of config.problems) {
      assert.deepEqual([told.problem.en, told.allowed.en], [problem, allowed])
      assert.notEqual(told.problem.de, told.problem.en, problem)
      for (const text of [told.problem, told.allowed]) said.set(text.en, text)
    }
  }
  assert.ok(said.size > 30, [...said.keys()].join('\n'))
  for (const text of said.values()) assertGerman(text)
  assert.equal(said.get('is not a known value; did you mean main?')?.de, 'ist kein bekannter Wert; meinten Sie main?')
})

test('why something is refused', () => {
  for (const [key, written] of [
    ['limits.min', 'five'],
    ['limits.max', '0'],
    ['boxes', 'seven'],
    ['chips', '1 five'],
  ] as const) {
    const read = readField(key, written, {})
    assert.ok(!read.ok, `${key} took ${written}`)
    assert.notEqual(read.problem.de, read.problem.en)
    assertGerman(read.problem)
  }
})
