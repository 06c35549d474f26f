/**
 * The recipe "Add a column to the shift report" (src/book/README.md), tried in a copy of the tree with the rounds that the floor ended: five edits
 * are enough, and whoever leaves one out is told.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertOk, assertSays, editedTree, ROOT } from '../../runner/edited-tree.ts'
import { todays } from '../../runner/rotation.ts'

interface Edit {
  readonly file: string
  /** Each text goes before what stands beside it. */
  readonly texts: readonly (readonly [before: string, text: string])[]
}

const EDITS = {
  asked: { file: 'src/book/reports/rows-asked.ts', texts: [["  | 'readings'\n", "  | 'ended'\n"]] },
  query: { file: 'src/book/reports/queries.ts', texts: [["      'readings',\n", "      'ended',\n"]] },
  section: {
    file: 'src/book/reports/section.ts',
    texts: [
      ['    readonly void: number\n', '    /** Rounds that the floor ended. */\n    readonly ruled: number\n'],
      ['      void: voids,\n', "      ruled: facts.filter(({ round }) => round.ended === 'ruled').length,\n"],
    ],
  },
  line: {
    file: 'src/book/reports/lines.ts',
    texts: [["  { key: 'hands', ", "  { key: 'ruled', name: 'ended by the floor', value: ({ rounds }) => String(rounds.ruled) },\n"]],
  },
  byHand: { file: 'test/book/reports/lines.test.ts', texts: [["    hands: '10',\n", "    ruled: '1',\n"]] },
} as const satisfies { readonly [name: string]: Edit }
type Name = keyof typeof EDITS

const TREE = editedTree('add-a-column', ['src/book/reports'])

/** Makes all edits but one. */
const editBut = (left?: Name): void => {
  for (const [name, { file, texts }] of Object.entries<Edit>(EDITS)) {
    TREE.edit(file, (source) => {
      if (name === left) return source
      return texts.reduce((edited, [before, text]) => {
        assert.equal(source.split(before).length, 2, `${file} has this once: ${before}`)
        return edited.replace(before, () => `${text}${before}`)
      }, source)
    })
  }
}

const LINES = 'book/reports/lines'
const assertLinesSay = async (what: RegExp): Promise<void> => assertSays((await TREE.built([LINES])).tests('.', LINES), what)

describe('the recipe for a column of the shift report', () => {
  it('names each of its files, ten at most', () => {
    const recipe = readFileSync(join(ROOT, 'src/book/README.md'), 'utf8')
    for (const { file } of Object.values(EDITS)) assert.ok(recipe.includes(`\`${file}\``), file)
    assert.ok(Object.keys(EDITS).length <= 10, 'ten edits at most')
  })

  it('is whole: the number comes from the store and stands in the page and in the file for a spreadsheet', async () => {
    editBut()
    assertOk(TREE.types())
    const files = [LINES, 'book/reports/rendered']
    assertOk((await TREE.built(files)).tests('every line|every column|CSV has|HTML loads', ...files))
  })

  /** What is said where one edit is missing. */
  const missing: { readonly [K in Name]: () => Promise<void> | void } = {
    asked: () => assertSays(TREE.types(), /section\.ts.*'ended' does not exist/),
    query: () => assertSays(TREE.types(), /queries\.ts[\s\S]*'ended' is missing/),
    section: () => assertSays(TREE.types(), /lines\.ts.*'ruled' does not exist/),
    line: () => assertLinesSay(/not ok \d+ - every line of a section/),
    byHand: () => assertLinesSay(/not ok \d+ - every line of a section/),
  }
  for (const name of todays(Object.keys(missing) as Name[], 5)) {
    it(`is told without this: ${name}`, async () => {
      editBut(name)
      await missing[name]()
    })
  }
})
