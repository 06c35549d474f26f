/**
 * The recipe "Add a house" (src/rules/README.md), tried in a copy of the tree with a house that follows the rule book of gld but for one clause:
 * ten edits are enough, and whoever leaves one out is told; two of the ten a day are left out.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertOk, assertSays, editedTree, ROOT } from '../runner/edited-tree.ts'
import { todays } from '../runner/rotation.ts'

const RULES = `/** Rule document 005. Where it is silent, the table follows the rule book of 003. */
import { GLD } from './gld.ts'
import { clausesOf, defineHouse, practice, type RuleTable } from './house.ts'

const by = clausesOf('005')
const FOLLOWED = Object.fromEntries(
  Object.entries(GLD.table).map(([name, { value, clause }]) => [name, practice(value, '003', clause.says)]),
) as unknown as RuleTable

export const HARBOUR = defineHouse('harbour', '005', 'Harbour rules', {
  ...FOLLOWED,
  decks: by(8, 'Cards', 3, 'Eight packs are shuffled together.'),
})
`

/** A file of its own, or texts that each go before what stands beside them. */
interface Edit {
  readonly file: string
  readonly whole?: string
  readonly texts?: readonly (readonly [before: string, text: string])[]
}

const EDITS = {
  id: { file: 'src/rules/house/house.ts', texts: [["'ingo'] as const", "'harbour', "]] },
  rules: { file: 'src/rules/house/harbour.ts', whole: RULES },
  index: {
    file: 'src/rules/house/index.ts',
    texts: [
      ['import { HOUSE_IDS, type House', "import { HARBOUR } from './harbour.ts'\n"],
      ['  ingo: INGO,\n', '  harbour: HARBOUR,\n'],
    ],
  },
  german: {
    file: 'src/wire/clauses/005.ts',
    whole: `/** What document 005 says. */
export const CLAUSES_005: { readonly [english: string]: string } = {
  'Eight packs are shuffled together.': 'Acht Pakete werden zusammen gemischt.',
}
`,
  },
  clauses: {
    file: 'src/wire/clauses.ts',
    texts: [
      ['import { PRACTICE_CLAUSES }', "import { CLAUSES_005 } from './clauses/005.ts'\n"],
      ['PRACTICE_CLAUSES].flatMap', 'CLAUSES_005, '],
    ],
  },
  publisher: { file: 'src/tools/documents/houses-page.ts', texts: [['  ingo: [', "  harbour: ['Harbour rules', 'nobody; English'],\n"]] },
  lines: { file: 'test/rules/house/houses.test.ts', texts: [["'000': 279", "'005': 9, "]] },
  rounds: {
    file: 'test/engine/house-rounds/harbour.ts',
    whole: `/** Hard rounds of harbour, rule document 005, which follows 003. */
import { ROUNDS as GLD } from './gld.ts'
import type { HardRound } from './hard-round.ts'

export const ROUNDS: readonly HardRound[] = GLD.map((round) => ({ ...round, clause: '005 Cards l.3' }))
`,
  },
  allRounds: {
    file: 'test/engine/house-rounds/all-rounds.ts',
    texts: [
      ['import { ROUNDS as INGO }', "import { ROUNDS as HARBOUR } from './harbour.ts'\n"],
      ['  ingo: INGO,\n', '  harbour: HARBOUR,\n'],
    ],
  },
  ends: {
    file: 'test/procedure/round-ends.test.ts',
    texts: [
      [
        '  ingo: UP_FIRST,\n',
        "  harbour: { won: '1=1000 TS TC TH 6D >1.1 +2000 >dealer 2C +2000 >-', lost: '1=1000 TS TC 8H 9D', tied: '1=1000 TS TC TH JD' },\n",
      ],
    ],
  },
} as const satisfies { readonly [name: string]: Edit }
type Name = keyof typeof EDITS

const TREE = editedTree(
  'add-a-house',
  ['src/rules', 'src/wire', 'src/tools/documents', 'test/engine/house-rounds', 'test/procedure/round-ends.test.ts'],
  { ALL: 'yes' },
)

/** Makes all edits but one. */
const editBut = (left?: Name): void => {
  for (const [name, { file, whole, texts = [] }] of Object.entries<Edit>(EDITS)) {
    if (whole !== undefined) {
      if (name === left) rmSync(join(TREE.place, file), { force: true })
      else writeFileSync(join(TREE.place, file), whole)
      continue
    }
    TREE.edit(file, (source) => {
      if (name === left) return source
      return texts.reduce((edited, [before, text]) => {
        assert.equal(source.split(before).length, 2, `${file} has this once: ${before}`)
        return edited.replace(before, () => `${text}${before}`)
      }, source)
    })
  }
}

const DOCUMENTS = 'src/tools/documents/documents.ts'
const [HOUSES, CLAUSES, PLAYED_OUT] = ['rules/house/houses', 'wire/clauses', 'engine/house-rounds/played-out'] as const

const assertTestSays = async (file: string, pattern: string, what: RegExp): Promise<void> =>
  assertSays((await TREE.built([file])).tests(pattern, file), what)

describe('the recipe for a house', () => {
  it('names each of its files, ten at most', () => {
    const recipe = readFileSync(join(ROOT, 'src/rules/README.md'), 'utf8').split('## Add a house')[1]?.split('\n## ')[0] ?? ''
    for (const { file } of Object.values(EDITS)) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1)
      assert.ok(recipe.includes(existsSync(join(ROOT, file)) ? `\`${file}\`` : `\`${folder}`), file)
    }
    assert.ok(Object.keys(EDITS).length <= 10, 'ten edits at most')
  })

  it('is whole: rules, hard rounds, ends of rounds, clauses and documentation know it', async () => {
    editBut()
    assertOk(TREE.types())
    const files = [
      HOUSES,
      'rules/house/card',
      CLAUSES,
      PLAYED_OUT,
      'procedure/round-ends',
      'procedure/natural-before-play',
      'procedure/catalogue',
    ]
    const { program, tests } = await TREE.built(files, [DOCUMENTS])
    const { ok, said } = program(DOCUMENTS, ['--check'], [], ['--check'])
    assert.ok(ok, said)
    assert.deepEqual(said.match(/exit code \d/g), ['exit code 1', 'exit code 0', 'exit code 0'], said)
    assert.match(readFileSync(join(TREE.place, 'docs/houses.md'), 'utf8'), /Eight packs are shuffled together/)
    const run = tests('.', ...files)
    assertOk(run)
    assert.match(run.said, /ok \d+ - harbour: hard rounds come out as they were settled by hand/)
  })

  /** What is said where one edit is missing. */
  const missing: { readonly [K in Name]: () => Promise<void> | void } = {
    id: () => assertSays(TREE.types(), /harbour\.ts.*'"harbour"' is not assignable/),
    rules: () => assertSays(TREE.types(), /index\.ts.*Cannot find module '\.\/harbour\.ts'/),
    index: () => assertSays(TREE.types(), /house\/index\.ts.*'harbour' is missing/),
    german: () => assertSays(TREE.types(), /clauses\.ts.*Cannot find module '\.\/clauses\/005\.ts'/),
    clauses: () => assertTestSays(CLAUSES, 'every rule of every house', /there is no German of "Eight packs/),
    publisher: () => assertSays(TREE.types(), /houses-page\.ts.*'harbour' is missing/),
    lines: () => assertTestSays(HOUSES, 'a clause that can be looked up', /harbour decks line 3/),
    rounds: () => assertSays(TREE.types(), /all-rounds\.ts.*Cannot find module '\.\/harbour\.ts'/),
    allRounds: () => assertSays(TREE.types(), /all-rounds\.ts.*'harbour' is missing/),
    ends: () => assertSays(TREE.types(), /round-ends\.test\.ts.*'harbour' is missing/),
  }
  for (const name of todays(Object.keys(missing) as Name[], 5)) {
    it(`is told without this: ${name}`, async () => {
      editBut(name)
      await missing[name]()
    })
  }
})
