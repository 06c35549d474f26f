/** The guide for the pit and the page of findings: short enough to be read, and every finding on it once, in words without a gap. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CATALOGUE, SECTIONS } from '../../../src/procedure/catalogue/index.ts'
import { FINDING_CODES, type FindingCode } from '../../../src/rules/house/finding-code.ts'

const pageText = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
const FINDINGS = pageText('findings.md')
const [FOR_PEOPLE = '', TECHNICAL = ''] = FINDINGS.split('\n## What each finding rests on\n')
/** Name, code and severity; meaning; remedy; and, for findings, the remedy after the next deal. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').flatMap((line) => {
    const [, code, rest] = /^\| \*\*[^*]+\*\*<br>`([A-Z0-9-]+)`, [^|]+ \| (.+) \|$/.exec(line) ?? []
    return code === undefined || rest === undefined ? [] : [[code, ...rest.split(' | ')]]
  })
const raised = FINDING_CODES.filter((code) => typeof CATALOGUE[code].raised === 'string')

test('a floor manager reads his guide in ten minutes', () => {
  const words = pageText('pit.md').split(/\s+/).length
  assert.ok(words <= 2500, `${words} words`)
})

test('every code that can be raised has one row for people and one of grounds, and no other has any', () => {
  const found = rowsOf(FOR_PEOPLE).map(([code]) => code)
  assert.deepEqual(found.filter((code) => Object.hasOwn(CATALOGUE, code ?? '')).sort(), [...raised].sort())
  const [grounds = '', closed = ''] = TECHNICAL.split('\n## Codes that are never raised\n')
  const codes = (text: string) => [...text.matchAll(/^\| `([A-Z0-9-]+)` \|/gm)].map(([, code]) => code as FindingCode)
  assert.deepEqual(codes(grounds), raised)
  assert.deepEqual(
    codes(closed),
    FINDING_CODES.filter((code) => !raised.includes(code)),
  )
  assert.ok(FINDINGS.includes(`${raised.length} of its ${FINDING_CODES.length} findings`), 'they are counted')
})

test('sections come as the catalogue has them', () => {
  const titles = [...FOR_PEOPLE.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  assert.deepEqual(titles, [...SECTIONS.map(({ title }) => title), 'Devices and computer'])
})

test('no row has a gap, and every one says what it means and what to do', () => {
  const rows = rowsOf(FOR_PEOPLE)
  assert.ok(rows.length > 160, 'the rows were found')
  for (const [code = '', ...cells] of rows) {
    assert.equal(cells.length, Object.hasOwn(CATALOGUE, code) ? 3 : 2, code)
    for (const cell of cells) assert.ok(cell.length > 7 && !/[{}[\]]|undefined|NaN/.test(cell), `${code}: ${cell}`)
  }
})
