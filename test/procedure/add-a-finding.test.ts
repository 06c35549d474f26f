/**
 * The recipe "Add a finding" (src/procedure/README.md), tried in a copy of the tree: five edits are enough, and whoever leaves one out is
 * told which; one of the five a day is left out.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertOk, assertSays, editedTree, ROOT } from '../runner/edited-tree.ts'
import { todays } from '../runner/rotation.ts'

const CODE = 'BET-OF-THIRTEEN'

interface Edit {
  readonly file: string
  /** The edit goes before this. */
  readonly before: string
  readonly text: string
}

const EDITS = {
  code: { file: 'src/rules/house/finding-code.ts', before: "  'BET-LATE',\n", text: `  '${CODE}',\n` },
  row: {
    file: 'src/procedure/catalogue/bets.ts',
    before: "  'BET-LATE': {\n",
    text: `  '${CODE}': {
    severity: 'procedure',
    sure: 'S',
    title: { en: 'Bet of thirteen', de: 'Ein Einsatz von dreizehn' },
    means: { en: 'A main bet is exactly thirteen.', de: 'Ein Haupteinsatz ist genau dreizehn.' },
    breaks: UNIT,
    needs: BETS,
    seen: { en: 'bet {moved}', de: 'Einsatz {moved}' },
    expected: { en: 'not thirteen', de: 'nicht dreizehn' },
    remedy: { en: 'Have it put right.', de: 'Berichtigen lassen.' },
    afterDeal: STANDS_LATER,
    raised: 'events',
  },\n`,
  },
  raised: {
    file: 'src/procedure/bet-watch.ts',
    before: '  return amount % unit === 0 ||',
    text: `  if (amount === 1300) return [proven('${CODE}', round.id, fact)]\n`,
  },
  scenario: {
    file: 'test/procedure/events.test.ts',
    before: "  'BET-SWAPPED': {\n",
    text: `  '${CODE}': { ...INGO, words: '1=1300 TS 7S TH', twin: '1=1500 TS 7S TH', spot: '1.main' },\n`,
  },
  simulated: { file: 'simulators/table/errors/index.ts', before: "  'CUT-PLAYER-CUT-SHORT': NO_LINE,\n", text: `  '${CODE}': NO_LINE,\n` },
} as const satisfies { readonly [name: string]: Edit }
type Name = keyof typeof EDITS

const TREE = editedTree('add-a-finding', ['src/procedure', 'src/wire'])
const { types, built } = TREE

/** Makes all edits but one. */
const editBut = (left?: Name): void => {
  for (const [name, { file, before, text }] of Object.entries(EDITS)) {
    TREE.edit(file, (source) => {
      assert.equal(source.split(before).length, 2, `${file} has this once: ${before}`)
      return name === left ? source : source.replace(before, () => `${text}${before}`)
    })
  }
}

const DOCUMENTS = 'src/tools/documents/documents.ts'
const MISSED = new RegExp(`['+].*${CODE}`)

const assertTestSays = async (pattern: string, file: string, what: RegExp): Promise<void> =>
  assertSays((await built([file])).tests(pattern, file), what)

describe('the recipe for a finding', () => {
  it('names each of the five files', () => {
    const recipe = readFileSync(join(ROOT, 'src/procedure/README.md'), 'utf8')
    for (const { file } of Object.values(EDITS)) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1)
      assert.ok(recipe.includes(`\`${file}\``) || recipe.includes(`\`${folder}\``), file)
    }
    assert.ok(new Set(Object.values(EDITS).map(({ file }) => file)).size <= 5, 'five files at most')
  })

  it('is whole: types, catalogue, scenario, languages, simulator and documentation accept it', async () => {
    editBut()
    assertOk(types())
    const whole = ['procedure/catalogue', 'procedure/amounts', 'wire/said']
    const parts = ['procedure/events', 'measure/accuracy/errors']
    const { program, tests } = await built([...whole, ...parts], [DOCUMENTS])
    const { ok, said } = program(DOCUMENTS, ['--check'], [], ['--check'])
    assert.ok(ok, said)
    assert.deepEqual(said.match(/exit code \d/g), ['exit code 1', 'exit code 0', 'exit code 0'], said)
    assert.equal(said.match(/findings\.md differs from the sources: run npm run docs/g)?.length, 1, said)
    assert.match(readFileSync(join(TREE.place, 'docs/findings.md'), 'utf8'), new RegExp(CODE))
    assertOk(tests('.', ...whole))
    assertOk(tests(`${CODE}|has a scenario|all of the catalogue`, ...parts))
  })

  /** What is said where one edit is missing. */
  const missing: { readonly [K in Name]: () => Promise<void> } = {
    code: async () => assertSays(types(), new RegExp(`${CODE}'+ does not exist in type`)),
    row: async () => assertSays(types(), new RegExp(`catalogue/index\\.ts[^]*Property ['"]+${CODE}['"]+ is missing`)),
    raised: () => assertTestSays(CODE, 'procedure/events', new RegExp(`${CODE} is raised once, proven, at once`)),
    scenario: () => assertTestSays('has a scenario', 'procedure/events', MISSED),
    simulated: () => assertTestSays('all of the catalogue', 'measure/accuracy/errors', MISSED),
  }
  for (const name of todays(Object.keys(missing) as Name[])) {
    it(`says that this is missing: ${name}`, async () => {
      editBut(name)
      await missing[name]()
    })
  }
})
