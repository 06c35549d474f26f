/** The guide for the pit: every finding that can be raised stands in it once, in words without a gap. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CATALOGUE, SECTIONS } from '../../../src/procedure/catalogue/index.ts'
import { templatesOf } from '../../../src/procedure/catalogue/words.ts'
import { FINDING_CODES, type FindingCode } from '../../../src/rules/house/finding-code.ts'
import { EXAMPLES } from '../../../src/tools/documents/pit-examples.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const PAGE = readFileSync(new URL('pit.md', DOCS), 'utf8')
/** Findings are paragraphs, faults of devices rows: the code, and what is read and done. */
const rows = PAGE.split('\n').flatMap((line) => {
  const [, code, words] =
    /^\*\*[^*]+\*\* \(`([A-Z0-9-]+)`, \w+\)\. (.+)$/.exec(line) ?? /^\| `([A-Z0-9-]+)`<br>\w+ \| .+ \| (.+) \|$/.exec(line) ?? []
  return code === undefined || words === undefined ? [] : [{ code, words }]
})

test('every code that can be raised has one row, and no other has any', () => {
  const raised = FINDING_CODES.filter((code) => typeof CATALOGUE[code].raised === 'string')
  const found = rows.map(({ code }) => code).filter((code) => Object.hasOwn(CATALOGUE, code))
  assert.deepEqual(found.sort(), [...raised].sort())
  assert.ok(PAGE.includes(`${raised.length} of ${FINDING_CODES.length} findings`), 'they are counted')
})

test('sections come as the catalogue has them', () => {
  const titles = [...PAGE.matchAll(/^### (.+)$/gm)].map(([, title]) => title)
  assert.deepEqual(
    titles,
    SECTIONS.map(({ title }) => title),
  )
})

test('no example has a figure that is not known, and every one says what to do', () => {
  assert.ok(rows.length > 100, 'the rows were found')
  for (const { code, words } of rows) {
    // One question mark ends what it asks; any other is an unknown figure.
    const told = words.replace(/If in doubt: \*[^*?]+\?\*/, '')
    assert.ok(!told.includes('?') && !/[{}[\]]|undefined|NaN/.test(told), `${code}: ${words}`)
    assert.match(words, /\*\*[^*]{4,}\*\*$/, code)
  }
})

test('an example shows every figure its words can name', () => {
  for (const { code, words } of rows.filter((row) => Object.hasOwn(CATALOGUE, row.code))) {
    const { seen, expected, remedy } = templatesOf(CATALOGUE[code as FindingCode], EXAMPLES[code as FindingCode] ?? {})
    const fixed = [seen, expected, remedy].flatMap((template) => template.en.split(/\{\w+\}|[[\]]/)).map((part) => part.trim())
    for (const part of fixed.filter((each) => /[a-z]{2}/.test(each))) assert.ok(words.includes(part), `${code}: "${part}" in "${words}"`)
  }
})
