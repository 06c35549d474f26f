/**
 * The recipe "Add a rule of play" (src/rules/README.md), tried with the one rule that no house has: each of its edits is taken out of a copy of
 * the tree in turn, and somebody notices; two of the ten a day are.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertOk, assertSays, editedTree, ROOT } from '../runner/edited-tree.ts'
import { todays } from '../runner/rotation.ts'

interface Edit {
  readonly file: string
  /** Another file with such a row. */
  readonly also?: string
  /** What the edit added, and what stands there without it. */
  readonly added: RegExp
  readonly without?: string
}

const EDITS = {
  row: { file: 'src/rules/house/stated.ts', added: / {2}charlie: judged\([\s\S]*?\n {2}\),\n/ },
  default: { file: 'src/rules/house/practice.ts', added: / {2}charlie: practice\([\s\S]*?\),\n/ },
  journals: { file: 'src/base/config/rules-hash.ts', added: /, \['charlie'\]/ },
  contradiction: { file: 'src/rules/house/overrides.ts', added: / {2}\{\n {4}rules: \['charlie', [\s\S]*?\n {2}\},\n/ },
  game: { file: 'src/rules/game/hand.ts', added: /charlie !== 'none' && cards >= charlie/, without: 'cards > Number(charlie) + 99' },
  strategy: { file: 'src/rules/strategy/lines.ts', added: /charlie === 'none' \? 3 : charlie/, without: "charlie === 'none' ? 3 : 4" },
  simulator: {
    file: 'simulators/table/moves.ts',
    added: /charlie !== 'none' && hand\.cards\.length >= charlie/,
    without: 'charlie === 4 as number',
  },
  enumerator: {
    file: 'test/engine/enumerator/hand.ts',
    added: /cards\.length === rules\.charlie/,
    without: 'cards.length === 99 && !rules.charlie',
  },
  round: { file: 'test/engine/house-rounds/gld.ts', also: 'test/engine/house-rounds/ingo.ts', added: / {4}rules: \{ charlie: 5 \},\n/g },
  variant: { file: 'test/engine/exact-rounds.ts', added: /charlie: 5(, )?/g },
} as const satisfies { readonly [name: string]: Edit }
type Name = keyof typeof EDITS

const TREE = editedTree('add-a-rule', ['src/rules', 'src/engine'], { ALL: 'yes' })

/** Takes this edit out of the tree, which is otherwise as it should be. */
const takeOut = (left?: Name): void => {
  for (const [name, { file, also, added, without = '' }] of Object.entries<Edit>(EDITS)) {
    for (const each of also ? [file, also] : [file]) {
      TREE.edit(each, (source) => {
        assert.match(source, new RegExp(added.source), `${each} has the edit`)
        return name === left ? source.replace(added, () => without) : source
      })
    }
  }
}

const assertTestSays = async (file: string, pattern: string, what: RegExp): Promise<void> =>
  assertSays((await TREE.built([file])).tests(pattern, file), what)

const HARD = 'engine/house-rounds/hard-rounds'
const PLAYED_OUT = 'engine/house-rounds/played-out'

describe('the recipe for a rule of play', () => {
  it('names each of its files, ten at most', () => {
    const recipe = readFileSync(join(ROOT, 'src/rules/README.md'), 'utf8').split('## Add a rule of play')[1] ?? ''
    const short = (file: string): string => file.replace('src/rules/', '')
    for (const { file } of Object.values(EDITS)) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1)
      assert.ok(
        [file, short(file), folder].some((name) => recipe.includes(`\`${name}\``)),
        file,
      )
    }
    assert.ok(Object.keys(EDITS).length <= 10, 'ten edits at most')
  })

  it('is whole: what notices a missing edit is content', async () => {
    takeOut()
    assertOk(TREE.types())
    const files = [PLAYED_OUT, 'engine/exact', 'rules/strategy/expectation', 'base/config/rules-hash', 'rules/house/overrides']
    assertOk((await TREE.built(files)).tests('charlie|no house has|is known in spite|five cards', ...files))
  })

  /** What is said where one edit is missing. */
  const missing: { readonly [K in Name]: () => Promise<void> } = {
    row: async () => assertSays(TREE.types(), /'charlie' does not exist/),
    default: async () => assertSays(TREE.types(), /'charlie' is missing in type/),
    journals: () => assertTestSays('base/config/rules-hash', 'is known in spite', /a rule that was added is missing in ADDED/),
    contradiction: () => assertTestSays('rules/house/overrides', 'charlie', /not ok \d+ - refuses a charlie/),
    game: () => assertTestSays(PLAYED_OUT, 'five cards have won', /not ok \d+ - five cards have won/),
    strategy: () => assertTestSays('rules/strategy/expectation', 'charlie', /not ok \d+ - gld .*charlie/),
    simulator: () => assertTestSays(HARD, 'five cards', /not ok \d+ - .*five cards/),
    enumerator: () => assertTestSays('engine/exact', 'charlie', /not ok \d+ - .*five-card charlie/),
    round: () => assertTestSays(PLAYED_OUT, 'no house has', /no hard round has charlie/),
    variant: () => assertTestSays('engine/exact', 'no house has', /'charlie'/),
  }
  for (const name of todays(Object.keys(missing) as Name[], 5)) {
    it(`is told without this: ${name}`, async () => {
      takeOut(name)
      await missing[name]()
    })
  }
})
