/** What the guides say that one sees on the display, the display says in these very words. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { STRINGS } from '../../../src/display/page/strings.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const SHOWN = Object.values(STRINGS).map(({ en }) => en)

/** In italics, but no words of the display: what people think and say, words explained, references, steps of the doctor. */
const OTHERS: { readonly [page: string]: readonly string[] } = {
  'pit.md': ['Was box 4 bust?', 'likely', 'I have seen it, I am on my way.', 'not now.', 'it is dealt with.', 'stale'],
  'technician.md': ['bytes arrive', 'Who may do what'],
}

for (const [page, others] of Object.entries(OTHERS)) {
  test(`${page} quotes the display as it is`, () => {
    const text = readFileSync(new URL(page, DOCS), 'utf8').replaceAll(/<!-- generated[\s\S]*?<!-- end -->/g, '')
    const italics = [...text.matchAll(/(?<![*\w])\*(?!\*)([^*]+)\*(?!\*)/g)].map(([, words]) => (words ?? '').replaceAll(/\s+/g, ' '))
    assert.ok(italics.length >= 10, 'the quotations were found')
    const unknown = italics.filter((words) => !others.includes(words) && !SHOWN.some((shown) => isOf(words, shown)))
    assert.deepEqual(unknown, [])
  })
}

/** Whole, without the figures that are filled in. */
const isOf = (words: string, shown: string): boolean => shown.replaceAll(/\{\w+\} ?/g, '') === words
