/** A third language is a file: what it lacks is said in English, what is wrong with it is told with its place, and no English changes. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadConfig } from '../../src/base/config/load.ts'
import { wrong } from '../../src/base/config/wrong.ts'
import { EXIT_CONFIG } from '../../src/base/process/exit-codes.ts'
import { DEVICE_ALARMS, deviceWords } from '../../src/procedure/device-alarms.ts'
import { reasonText } from '../../src/rules/reasons.ts'
import { refusal, refusalText } from '../../src/rules/refusals.ts'
import { alarmIn } from '../../src/wire/said.ts'
import { sentences } from '../../src/words/catalog.ts'
import { addLanguage, languageIn, missingIn } from '../../src/words/file.ts'
import { inAll, inEach, isSaid, saying, tell } from '../../src/words/text.ts'
import { EVERY_REASON } from '../rules/reasons.ts'
import { marked, markedSentences } from './marked.ts'

const HEAD = { language: 'fr', name: 'Français', decimal: ',' }
const fileOf = (own: object, more: object = {}): string => JSON.stringify({ ...HEAD, sentences: own, ...more })
const faultOf = (text: string): string => {
  const read = languageIn(text)
  return isSaid(read) ? read.en : ''
}

const BAD: readonly (readonly [what: string, text: string, fault: RegExp])[] = [
  ['text that is no JSON', '{', /^is not valid JSON: /],
  ['a list', '[]', /^is no language file: write \{ "language"/],
  ['a key that nobody knows', fileOf({}, { author: 'me' }), /^is no language file/],
  ['no sentences', JSON.stringify(HEAD), /^is no language file/],
  ['a language that is built in', fileOf({}, { language: 'de' }), /^has the language "de": write two or three small letters/],
  ['a language that is none', fileOf({}, { language: 'fr-CH' }), /^has the language "fr-CH"/],
  ['no name', fileOf({}, { name: '' }), /^has no name of the language/],
  ['another decimal mark', fileOf({}, { decimal: 'x' }), /^has no decimal mark: write "." or ","/],
  ['a sentence of no row', fileOf({ 'display.view.nowhere': 'x' }), /^has a sentence with the key "display.view.nowhere".*remove it/],
  ['a sentence of no table', fileOf({ 'nothing.view': 'x' }), /^has a sentence with the key "nothing.view"/],
  ['a sentence that is a number', fileOf({ 'display.view.wall': 7 }), /^has no sentence at display.view.wall: write 1 to 2000 characters/],
  ['an empty sentence', fileOf({ 'display.view.wall': ' ' }), /^has no sentence at display.view.wall/],
  ['a sentence of several lines', fileOf({ 'display.view.wall': 'a\nb' }), /^has no sentence at display.view.wall/],
  ['a sentence that is too long', fileOf({ 'display.view.wall': 'a'.repeat(2001) }), /^has no sentence at display.view.wall/],
  [
    'a figure that the row does not have',
    fileOf({ 'display.view.table': 'Table {name}' }),
    /^names the figure name in display.view.table, which that sentence does not have: it may name table$/,
  ],
  ['a figure where there is none', fileOf({ 'display.view.wall': '{n}' }), /^names the figure n in display.view.wall.*: it has none$/],
]
for (const [what, text, fault] of BAD) {
  test(`a file is refused with ${what}`, () => assert.match(faultOf(text), fault))
}

const folder = mkdtempSync(join(tmpdir(), 'languages-'))
after(() => rmSync(folder, { recursive: true }))
const EXAMPLE = readFileSync(new URL('../../table.example.yaml', import.meta.url), 'utf8')
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('a configuration names its files, and every fault of them has its place', () => {
  write('fr.json', fileOf({ 'display.view.wall': 'Tables' }))
  const good = loadConfig(write('good.yaml', `${EXAMPLE}\nlanguages: [fr.json]\n`))
  assert.deepEqual(good.ok && good.tables[0]?.languages, [join(folder, 'fr.json')])
  write('bad.json', fileOf({ 'display.view.nowhere': 'x' }))
  writeFileSync(join(folder, 'huge.json'), fileOf({ 'display.view.wall': 'x' }).padEnd(1024 * 1024 + 1))
  const read = loadConfig(write('bad.yaml', `${EXAMPLE}\nlanguages: [bad.json, none.json, huge.json, fr.json, fr.json]\n`))
  const line = EXAMPLE.split('\n').length + 1
  assert.deepEqual(
    read.ok ? [] : read.problems.map(({ path, problem, line: at }) => [path, problem.replaceAll(folder, ''), at]),
    [
      [
        'languages[0]',
        'has a sentence with the key "display.view.nowhere", which this program does not have: correct or remove it (npm run words prints all keys) (/bad.json)',
      ],
      ['languages[1]', 'does not exist (looked for /none.json)'],
      ['languages[2]', 'is larger than 1048576 bytes (/huge.json)'],
      ['languages[4]', 'is already in the list'],
    ].map((each) => [...each, line]),
  )
  const replayed = loadConfig(join(folder, 'bad.yaml').replace('bad.yaml', 'replayed.yaml'), { purpose: 'replay' })
  assert.ok(!replayed.ok, 'there is no such file')
})

test('a file tells which sentences it lacks; a row that stands in several places needs one', () => {
  const all = missingIn({ sentences: {} })
  assert.ok(all.length > 2000, `${all.length} sentences`)
  const [first = '', ...others] = all
  assert.deepEqual(missingIn({ sentences: { [first]: 'x' } }), others)
  const known = sentences()
  const rows = [...known]
  const shared = rows.filter(([, row], at) => rows.findIndex(([, other]) => other === row) < at)
  assert.ok(shared.length > 0, 'some rows stand in several places')
  for (const [key, row] of shared.slice(0, 20)) {
    const left = missingIn({ sentences: { [key]: 'x' } })
    assert.ok(!left.some((each) => known.get(each) === row), key)
  }
})

test('a sentence says the same figures in each built-in language, whatever their order', () => {
  for (const [key, { en, de }] of sentences()) {
    const names = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
    assert.deepEqual(names(de), names(en), key)
  }
})

const EARLY = saying({ row: { en: 'early {n}', de: 'früh {n}' } })('row', { n: wrong('missing') })

test('a language is spoken in every table, also by what was told before it came, and English stays as it was', () => {
  const english = [...sentences()].map(([key, { en, de }]) => [key, en, de])
  const facts = { figures: { device: 'shoe', reason: 'gone' } }
  const alarm = { ...deviceWords('LINK-DOWN', facts.figures), facts }
  const before = [alarmIn('en', alarm), EVERY_REASON.map((reason) => reasonText(reason, 'en')), refusalText(refusal('no-round'))]
  const whole = inEach((language) => `<${tell(DEVICE_ALARMS['SHOE-JAM'].title, language)}>`)
  const read = languageIn(fileOf(markedSentences()))
  assert.ok(!isSaid(read), isSaid(read) ? read.en : '')
  addLanguage(read)
  assert.equal(alarmIn('fr', alarm).text.text, '⟦No connection to ⟧shoe: gone⟦.⟧'.replace('⟦.⟧', '.'))
  assert.equal(tell(whole, 'fr'), '<⟦Shoe jammed⟧>')
  assert.equal(tell(EARLY, 'fr'), `early ${marked('is missing')}`)
  assert.equal(refusalText(refusal('no-round'), 'fr'), '⟦refused: ⟧⟦no round is open⟧')
  assert.deepEqual(JSON.parse(JSON.stringify([wrong('missing')], inAll)), [
    { code: 'missing', en: 'is missing', de: 'fehlt', fr: '⟦is missing⟧' },
  ])
  for (const reason of EVERY_REASON) assert.match(reasonText(reason, 'fr'), /⟦/)
  assert.deepEqual(
    [...sentences()].map(([key, { en, de }]) => [key, en, de]),
    english,
  )
  assert.deepEqual([alarmIn('en', alarm), EVERY_REASON.map((reason) => reasonText(reason, 'en')), refusalText(refusal('no-round'))], before)
  assert.equal(tell({ en: 'only here', de: 'nur hier' }, 'fr'), 'only here', 'what it lacks is English')
})

const words = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['src/run.mjs', 'src/tools/words.ts', ...args], { encoding: 'utf8' })

test('npm run words prints a file to fill in, and tells what a file lacks and what it has too many', () => {
  const printed = execFileSync(process.execPath, ['src/run.mjs', 'src/tools/words.ts'], { encoding: 'utf8' })
  const template = JSON.parse(printed)
  assert.equal(template.sentences['display.view.wall'], 'Tables')
  assert.equal(template.german['display.view.wall'], 'Tische')
  const { 'display.view.wall': _, ...others } = template.sentences
  const short = words(write('short.json', JSON.stringify({ ...template, ...HEAD, sentences: others })))
  assert.equal(short.status, 0, short.stderr)
  assert.match(
    short.stdout,
    /^missing: display\.view\.wall\n.*short\.json: Français \(fr\): 1 sentences are missing, \d+ are as in English\n$/,
  )
  const odd = words(write('odd.json', fileOf({ 'display.a': 'x', 'display.b': 'x' })))
  assert.equal(odd.status, EXIT_CONFIG)
  assert.deepEqual(odd.stderr.match(/key "display\.[ab]"/g), ['key "display.a"', 'key "display.b"'])
  assert.equal(words(join(folder, 'none.json')).status, EXIT_CONFIG)
  assert.equal(words('a', 'b').status, 64)
})
