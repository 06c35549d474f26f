/** Every word on the display exists in every language, with the same names to fill in, and is used. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { STRINGS } from '../../../src/display/page/strings.ts'
import { CATALOGUE } from '../../../src/procedure/catalogue/index.ts'
import { ALARM_TITLES } from '../../../src/wire/alarm-rows.ts'
import { type Text, tell } from '../../../src/words/text.ts'

const FOLDER = new URL('../../../src/display/page/', import.meta.url)
const LANGUAGES = ['en', 'de'] as const
const rows = Object.entries(STRINGS)
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

test('every key has a text in every language, with the same names', () => {
  for (const [key, row] of rows) {
    assert.deepEqual(Object.keys(row).sort(), [...LANGUAGES].sort(), key)
    for (const language of LANGUAGES) {
      assert.notEqual(row[language].trim(), '', `${key} in ${language}`)
      assert.deepEqual(namesIn(row[language]), namesIn(row.en), `${key} in ${language}`)
    }
  }
})

test('every alarm there can be has a name in every language, and nothing else has', () => {
  const { findings, others } = alarmCodes()
  assert.deepEqual(Object.keys(ALARM_TITLES).sort(), [...findings, ...others].sort())
  for (const [code, row] of Object.entries(ALARM_TITLES)) {
    assert.deepEqual(Object.keys(row).sort(), [...LANGUAGES].sort(), code)
    // A title: one line of the list, without a full stop.
    for (const name of Object.values(row)) assert.ok(name.length >= 8 && name.length <= 80 && !name.endsWith('.'), `${code}: ${name}`)
  }
})

/** The codes of findings that are raised, and of faults of devices and the machine, which are written only in the sources. */
function alarmCodes() {
  const findings = Object.entries(CATALOGUE).flatMap(([code, { raised }]) => (typeof raised === 'string' ? [code] : []))
  const sources = ['procedure/faults.ts', 'procedure/device-alarms.ts', 'wire/host-alarms.ts', 'wire/host-rows.ts'].map((name) =>
    readFileSync(new URL(`../../${name}`, FOLDER), 'utf8'),
  )
  const others = [...new Set(sources.flatMap((text) => [...text.matchAll(/'([A-Z]{4,}|[A-Z]+-[A-Z-]+)'/g)].map(([, code]) => code ?? '')))]
  return { findings, others }
}

test('every key is used, and no text stands outside the table', () => {
  const sources = readdirSync(FOLDER).filter((name) => /\.tsx?$/.test(name) && name !== 'strings.ts')
  const code = sources.map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
  // What is said of a round is said by others too.
  const others = ['wire/account/phrase.ts', 'wire/account/text.ts', 'display/dispute/deciding.ts']
  const account = others.map((name) => readFileSync(new URL(`../../${name}`, FOLDER), 'utf8'))
  const all = [...code, ...account].join('\n')
  // `phase.${phase}` uses every key that begins with `phase.`.
  const begun = [...all.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start]) => start ?? '')
  const unused = rows
    .map(([key]) => key)
    .filter((key) => !all.includes(`'${key}'`) && !all.includes(`"${key}"`) && !begun.some((start) => key.startsWith(start)))
  assert.deepEqual(unused, [])
  const words = sources.flatMap((name, index) => {
    const found = [...(code[index] ?? '').matchAll(/>\s*([A-Za-z][a-z]+(?: [a-z]+)*)\s*<\//g)].map(([, text]) => text)
    return found.map((text) => `${name}: ${text}`)
  })
  assert.deepEqual(words, [])
})

test('names are filled in, and a missing one is seen to be missing', () => {
  const text = (template: string): Text => ({ en: template, de: template })
  assert.equal(tell(text('{a} of {b}'), 'en', { a: 1, b: 'x' }), '1 of x')
  assert.equal(tell(text('{a} of {toString}'), 'en', { a: '{b}' }), '{b} of ?')
})
