/**
 * The recipe "Add a device that tells its state" (devices/README.md), tried in a copy of the tree with the contact of a drop box: ten edits are
 * enough, and whoever leaves one out is told; two of the ten a day are left out.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { formatLine } from '../../firmware-bridge/line.ts'
import { assertOk, assertSays, editedTree, ROOT } from '../runner/edited-tree.ts'
import { todays } from '../runner/rotation.ts'

interface Edit {
  readonly file: string
  /** Each text goes before what stands beside it. */
  readonly texts: readonly (readonly [before: string, text: string])[]
}

const LINE = formatLine('DB 7 70000 out').trimEnd()

const EDITS = {
  line: {
    file: 'firmware-bridge/states.ts',
    texts: [['  /** What the machine that shuffles', "  dropbox: { verb: 'DB', words: { state: ['in', 'out'] } },\n"]],
  },
  role: {
    file: 'devices/roles.ts',
    texts: [
      [
        '  shuffler: {',
        "  dropbox: { name: 'dropbox', noun: 'contact of the drop box', count: 'at most one', sends: ['dropbox', 'key'], tells: 'aside' },\n",
      ],
    ],
  },
  allowed: {
    file: 'src/base/config/allowed.ts',
    texts: [
      ["  'one-shuffler':", "  'one-dropbox': { en: 'at most one contact of the drop box', de: 'höchstens ein Kontakt der Dropbox' },\n"],
    ],
  },
  wrong: {
    file: 'src/base/config/wrong.ts',
    texts: [
      [
        "  'second-shuffler':",
        "  'second-dropbox': { en: 'is a second contact of the drop box', de: 'ist ein zweiter Kontakt der Dropbox' },\n",
      ],
    ],
  },
  setUp: {
    file: 'src/display/page/setup/strings.ts',
    texts: [["  'role.shuffler':", "  'role.dropbox': { en: 'drop box', de: 'Dropbox' },\n"]],
  },
  phrases: {
    file: 'src/wire/account/phrases.ts',
    texts: [
      [
        "  'event.shuffler.ready':",
        `  'event.dropbox.in': { en: 'the drop box is in its place', de: 'Dropbox eingesetzt' },
  'event.dropbox.out': { en: 'the drop box was taken out', de: 'Dropbox entnommen' },\n`,
      ],
    ],
  },
  message: {
    file: 'src/tools/documents/message-words.ts',
    texts: [["  'shuffler.state':", "  'dropbox.state': 'Whether the drop box is in its place: `in` or `out`.',\n"]],
  },
  twin: {
    file: 'simulators/table/beside.ts',
    texts: [
      [
        '  shuffler: {\n',
        "  dropbox: { does: 'the contact of a drop box, which is exchanged with the shoe', away: { state: 'out' }, back: { state: 'in' } },\n",
      ],
    ],
  },
  protocol: {
    file: 'docs/protocol.md',
    texts: [
      ['| `$K 223 54000', `| \`${LINE}\` | The drop box: \`in\` its place or \`out\`. At the device's start, and whenever it changes. |\n`],
      ['| `shuffler` | a machine', '| `dropbox` | a contact under the drop box | `DB`, `K` |\n'],
    ],
  },
  guide: { file: 'docs/devices.md', texts: [['| `shuffler` | whether', '| `dropbox` | when the drop box was out | no |\n']] },
} as const satisfies { readonly [name: string]: Edit }
type Name = keyof typeof EDITS

const TREE = editedTree('add-a-role', ['devices', 'simulators', 'src/base', 'src/wire', 'src/tools/documents'], { ALL: 'yes' })

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

const DOCUMENTS = 'src/tools/documents/documents.ts'
const PAGE = 'src/display/page'
const PROTOCOL = 'tools/documents/protocol'
const BESIDE = 'simulators/beside'
const STATES = 'devices/states'

const assertTypesSay = (what: RegExp, project?: string): void => assertSays(TREE.types(project), what)
const assertTestSays = async (file: string, pattern: string, what: RegExp): Promise<void> =>
  assertSays((await TREE.built([file])).tests(pattern, file), what)

describe('the recipe for a device that tells its state', () => {
  it('names each of its files, ten at most', () => {
    const recipe = readFileSync(join(ROOT, 'devices/README.md'), 'utf8')
    for (const { file } of Object.values(EDITS)) assert.ok(recipe.includes(`\`${file}\``), file)
    assert.ok(Object.keys(EDITS).length <= 10, 'ten edits at most')
  })

  it('is whole: configuration, set-up, doctor, wire, displays, simulator and documentation know it', async () => {
    editBut()
    assertOk(TREE.types())
    assertOk(TREE.types(PAGE))
    const files = [STATES, 'devices/drivers', 'firmware-bridge/tlp', PROTOCOL, 'wire/envelope']
    const { program, tests } = await TREE.built([...files, BESIDE], [DOCUMENTS])
    const { ok, said } = program(DOCUMENTS, ['--check'], [], ['--check'])
    assert.ok(ok, said)
    assert.deepEqual(said.match(/exit code \d/g), ['exit code 1', 'exit code 0', 'exit code 0'], said)
    for (const page of ['docs/asyncapi.yaml', 'docs/configuration.md', 'docs/technician.md', 'docs/schemas/dropbox.state.json'])
      assert.match(readFileSync(join(TREE.place, page), 'utf8'), /dropbox/, page)
    const run = tests('.', ...files)
    assertOk(run)
    assert.match(run.said, /ok \d+ - a device that tells its state: dropbox/)
    const played = tests('gld, 0 cards', BESIDE)
    assertOk(played)
    assert.match(played.said, /pass 1$/m)
  })

  /** What is said where one edit is missing. */
  const missing: { readonly [K in Name]: () => Promise<void> | void } = {
    line: () => assertTypesSay(/'dropbox' does not exist in type/),
    role: () => assertTypesSay(/roles\.ts[\s\S]*'dropbox' is missing/),
    allowed: () => assertTypesSay(/"one-dropbox"/),
    wrong: () => assertTypesSay(/device-checks\.ts/),
    setUp: () => assertTypesSay(/'.?role\.dropbox.?' is missing/, PAGE),
    phrases: () => assertTypesSay(/"event\.dropbox\.in"/),
    message: () => assertTypesSay(/message-words\.ts[\s\S]*'.?dropbox\.state.?' is missing/),
    twin: () => assertTypesSay(/beside\.ts[\s\S]*'dropbox' is missing/),
    protocol: () =>
      assertTestSays(PROTOCOL, 'every kind there is|each role sends', /not ok \d+ - What the device says[\s\S]*not ok \d+ - each role/),
    guide: () => assertTestSays(STATES, 'the guide has', /not ok \d+ - the guide has its line/),
  }
  for (const name of todays(Object.keys(missing) as Name[], 5)) {
    it(`is told without this: ${name}`, async () => {
      editBut(name)
      await missing[name]()
    })
  }
})
