/**
 * A language made by machine: each sentence is the English one with its own words in marks, so that a display shows at a glance what it does not take
 * from a table. The figures stand outside of the marks.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { sentences } from '../../src/words/catalog.ts'
import { type LanguageFile, missingIn } from '../../src/words/file.ts'
import '../../src/tools/words/tables.ts'

/** Of its letters: brackets and figures stay as they are. */
export const marked = (english: string): string =>
  english
    .split(/(\{\w+\}|[[\]])/)
    .map((piece) => (/^\{\w+\}$/.test(piece) || !/\p{L}/u.test(piece) ? piece : `⟦${piece}⟧`))
    .join('')

export const markedSentences = (): LanguageFile['sentences'] =>
  Object.fromEntries(missingIn({ sentences: {} }).map((key) => [key, marked(sentences().get(key)?.en ?? '')]))

/** The path of its file, which lasts as long as the tests of this file. Browsers that prefer French choose it. */
export function markedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marked-'))
  after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'fr.json')
  writeFileSync(path, JSON.stringify({ language: 'fr', name: 'Marqué', decimal: ',', sentences: markedSentences() }))
  return path
}
