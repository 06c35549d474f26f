/**
 * The recipe "Add a finding" (src/procedure/README.md), tried in a copy of the tree: five edits are enough, and whoever leaves one out is
 * told which; one of the five a day is left out.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { todays } from '../runner/rotation.ts'

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

/** A copy of the tree; what is left out is left out of it in turn. */
const TREE = mkdtempSync(join(tmpdir(), 'add-a-finding-'))
after(() => rmSync(TREE, { recursive: true, force: true }))
const PARTS = ['src', 'test', 'simulators', 'devices', 'firmware-bridge', 'docs', 'package.json', 'package-lock.json', 'tsconfig.json']
for (const part of PARTS) cpSync(join(ROOT, part), join(TREE, part), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(TREE, 'node_modules'))
writeFileSync(join(TREE, 'part.json'), JSON.stringify({ extends: './tsconfig.json', include: ['src/procedure', 'src/wire'] }))

/** Makes all edits but one. */
const editBut = (left?: Name): void => {
  for (const [name, { file, before, text }] of Object.entries(EDITS)) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    assert.equal(source.split(before).length, 2, `${file} has this once: ${before}`)
    writeFileSync(join(TREE, file), name === left ? source : source.replace(before, () => `${text}${before}`))
  }
}

const run = (...command: readonly string[]): { readonly ok: boolean; readonly said: string } => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: TREE, env, encoding: 'utf8' })
  return { ok: status === 0, said: `${stdout}${stderr}` }
}
const types = () => run('node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'part.json')

const DOCUMENTS = 'src/tools/documents/documents.ts'
/** Without types: the runner needs it before anything is compiled. */
const { buildTests, builtFile } = (await import(new URL('../runner/build.mjs', import.meta.url).href)) as {
  readonly buildTests: (root: string, files: readonly string[]) => Promise<{ readonly place: string }>
  readonly builtFile: (place: string, file: string) => string
}
/** One build of what is asked of a state of the tree: these tests, and the program that writes the documents. */
const built = async (...files: readonly string[]) => {
  const tests = files.map((file) => `test/${file}.test.ts`)
  const { place } = await buildTests(TREE, [...tests, DOCUMENTS])
  return {
    /** In one process, those whose name matches. */
    tests: (pattern: string, ...chosen: readonly string[]) => {
      const program = join(place, 'chosen.mjs')
      const urls = chosen.map((file) => pathToFileURL(builtFile(place, `test/${file}.test.ts`)).href)
      writeFileSync(program, urls.map((url) => `import '${url}'\n`).join(''))
      return run(`--test-name-pattern=${pattern}`, program)
    },
    /** Checks, writes and checks again, in one process: the exit code of each, and all that was said. */
    docs: () => {
      const program = join(place, 'documents.mjs')
      const url = pathToFileURL(builtFile(place, DOCUMENTS)).href
      // It finds its name and its arguments where Node would have put them.
      const lines = [['--check'], [], ['--check']].flatMap((options, at) => [
        `process.argv.splice(1, 2, ...${JSON.stringify([join(TREE, DOCUMENTS), ...options])})`,
        `process.exitCode = 0; await import(${JSON.stringify(`${url}?${at}`)}); console.log('exit code ' + process.exitCode)`,
      ])
      writeFileSync(program, lines.join('\n'))
      return run(program)
    },
  }
}

const assertOk = ({ ok, said }: { readonly ok: boolean; readonly said: string }): void => assert.ok(ok, said.slice(-3000))
const assertSays = ({ ok, said }: { readonly ok: boolean; readonly said: string }, what: RegExp): void => {
  assert.ok(!ok, 'nothing is missed')
  assert.match(said, what)
}
const MISSED = new RegExp(`['+].*${CODE}`)

const assertTestSays = async (pattern: string, file: string, what: RegExp): Promise<void> =>
  assertSays((await built(file)).tests(pattern, file), what)

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
    const { docs, tests } = await built(...whole, ...parts)
    const { ok, said } = docs()
    assert.ok(ok, said)
    assert.deepEqual(said.match(/exit code \d/g), ['exit code 1', 'exit code 0', 'exit code 0'], said)
    assert.equal(said.match(/findings\.md differs from the sources: run npm run docs/g)?.length, 1, said)
    assert.match(readFileSync(join(TREE, 'docs/findings.md'), 'utf8'), new RegExp(CODE))
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
