/** What is generated of the documentation is as the sources have it now. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { documents } from '../../../src/tools/documents/documents.ts'
import { withBlocks } from '../../../src/tools/documents/markdown.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

test('every generated file is up to date, and none is left of what is no more', () => {
  const written = documents()
  assert.ok(written.size > 50, 'the files were found')
  for (const [name, text] of written) assert.equal(readFileSync(new URL(name, DOCS), 'utf8'), text, `docs/${name}: run npm run docs`)
  const schemas = readdirSync(new URL('schemas/', DOCS)).map((name) => `schemas/${name}`)
  assert.deepEqual(
    schemas.filter((name) => !written.has(name)),
    [],
  )
})

const PAGE = 'before\n<!-- generated: a -->\nold\n<!-- end -->\nbetween\n<!-- generated: b -->\n<!-- end -->\nafter\n'

test('blocks are filled and nothing else is touched; filling twice is filling once', () => {
  const filled = withBlocks(PAGE, 'a page', { a: 'one\n\ntwo $& $1', b: '| x |' })
  assert.equal(
    filled,
    'before\n<!-- generated: a -->\none\n\ntwo $& $1\n<!-- end -->\nbetween\n<!-- generated: b -->\n| x |\n<!-- end -->\nafter\n',
  )
  assert.equal(withBlocks(filled, 'a page', { a: 'one\n\ntwo $& $1', b: '| x |' }), filled)
})

test('a block that nothing writes, one without a place, and one that stands twice are refused by name', () => {
  assert.throws(() => withBlocks(PAGE, 'a page', { a: '' }), /a page has a block "b" that nothing writes/)
  assert.throws(() => withBlocks(PAGE, 'a page', { a: '', b: '', c: '' }), /a page has no place for c/)
  assert.throws(() => withBlocks(PAGE + PAGE, 'a page', { a: '', b: '' }), /a page has the block "a" twice/)
})
