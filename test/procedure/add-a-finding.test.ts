/**
 * The recipe "Add a finding" (src/procedure/README.md), tried in a copy of the tree: five edits are enough, and whoever leaves one out is
 * told which.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
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

const trees: string[] = []
after(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

/** A copy of the tree with all edits but one. */
const treeWithout = (left?: Name): string => {
  const tree = mkdtempSync(join(tmpdir(), 'add-a-finding-'))
  trees.push(tree)
  const parts = ['src', 'test', 'simulators', 'devices', 'firmware-bridge', 'docs', 'package.json', 'tsconfig.json']
  for (const part of parts) cpSync(join(ROOT, part), join(tree, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  for (const [name, { file, before, text }] of Object.entries(EDITS)) {
    if (name === left) continue
    const source = readFileSync(join(tree, file), 'utf8')
    assert.equal(source.split(before).length, 2, `${file} has this once: ${before}`)
    writeFileSync(
      join(tree, file),
      source.replace(before, () => `${text}${before}`),
    )
  }
  writeFileSync(join(tree, 'part.json'), JSON.stringify({ extends: './tsconfig.json', include: ['src/procedure', 'src/wire'] }))
  return tree
}

const run = (tree: string, ...command: readonly string[]): { readonly ok: boolean; readonly said: string } => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: tree, env, encoding: 'utf8' })
  return { ok: status === 0, said: `${stdout}${stderr}` }
}
const types = (tree: string) => run(tree, 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'part.json')
const tests = (tree: string, pattern: string, ...files: readonly string[]) =>
  run(tree, '--import', 'tsx', '--test', `--test-name-pattern=${pattern}`, ...files.map((file) => `test/${file}.test.ts`))
const docs = (tree: string, ...options: readonly string[]) => run(tree, 'src/run.mjs', 'src/tools/documents/documents.ts', ...options)

const assertOk = ({ ok, said }: { readonly ok: boolean; readonly said: string }): void => assert.ok(ok, said.slice(-3000))
const assertSays = ({ ok, said }: { readonly ok: boolean; readonly said: string }, what: RegExp): void => {
  assert.ok(!ok, 'nothing is missed')
  assert.match(said, what)
}
const MISSED = new RegExp(`['+].*${CODE}`)

describe('the recipe for a finding', () => {
  it('names each of the five files', () => {
    const recipe = readFileSync(join(ROOT, 'src/procedure/README.md'), 'utf8')
    for (const { file } of Object.values(EDITS)) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1)
      assert.ok(recipe.includes(`\`${file}\``) || recipe.includes(`\`${folder}\``), file)
    }
    assert.ok(new Set(Object.values(EDITS).map(({ file }) => file)).size <= 5, 'five files at most')
  })

  it('is whole: types, catalogue, scenario, languages, simulator and documentation accept it', () => {
    const tree = treeWithout()
    assertOk(types(tree))
    assertSays(docs(tree, '--check'), /findings\.md differs from the sources: run npm run docs/)
    assertOk(docs(tree))
    assertOk(docs(tree, '--check'))
    assert.match(readFileSync(join(tree, 'docs/findings.md'), 'utf8'), new RegExp(CODE))
    assertOk(tests(tree, '.', 'procedure/catalogue', 'procedure/amounts', 'wire/told'))
    assertOk(tests(tree, `${CODE}|has a scenario|all of the catalogue`, 'procedure/events', 'measure/accuracy/errors'))
  })

  it('says that the code is missing', () => assertSays(types(treeWithout('code')), new RegExp(`${CODE}'+ does not exist in type`)))

  it('says that the row is missing', () =>
    assertSays(types(treeWithout('row')), new RegExp(`catalogue/index\\.ts[^]*Property ['"]+${CODE}['"]+ is missing`)))

  it('says that nobody raises it', () =>
    assertSays(tests(treeWithout('raised'), CODE, 'procedure/events'), new RegExp(`${CODE} is raised once, proven, at once`)))

  it('says that the scenario is missing', () => assertSays(tests(treeWithout('scenario'), 'has a scenario', 'procedure/events'), MISSED))

  it('says that the simulated tables lack it', () =>
    assertSays(tests(treeWithout('simulated'), 'all of the catalogue', 'measure/accuracy/errors'), MISSED))
})
