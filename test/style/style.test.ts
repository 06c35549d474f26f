import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOUNDARIES, boundaryOffences } from './boundaries.ts'
import { circleIn, DEPTHS } from './circles.ts'
import { functionsIn } from './functions.ts'
import { codeFiles, importsOf, textFiles, withoutComments, withoutStrings } from './source.ts'
import { README_WORDS_MAX, sizesOf, textOffences } from './text-rules.ts'

test('every file imports only what its folder may', () => {
  const files = codeFiles()
  assert.ok(files.length > 100, 'the tree was found')
  assert.deepEqual(files.flatMap(boundaryOffences), [])
})

test('no room imports what stands on it, and no part of a room does', () => {
  const files = codeFiles()
  assert.deepEqual(circleIn(files, DEPTHS.room), [])
  assert.deepEqual(circleIn(files, DEPTHS.part), [])
  const upward = { path: 'src/base/serving/a.ts', text: `import type { X } from '../../daemon/serve/serve.ts'` }
  assert.ok(circleIn([...files, upward], DEPTHS.room).length >= 2, 'one import of a type closes a circle')
})

test('a circle is told by its imports, without what only leads to it or away', () => {
  const round = [
    { path: 'src/lead/a.ts', text: `import { b } from '../one/b.ts'` },
    { path: 'src/one/b.ts', text: `import { c } from '../two/in/c.ts'\nimport { e } from '../away/e.ts'` },
    { path: 'src/two/in/c.ts', text: `export type { D } from '../../one/d.ts'` },
    { path: 'src/two/in/f.ts', text: `import { g } from '../beside/g.ts'` },
    { path: 'src/two/beside/g.ts', text: `import { c } from '../in/c.ts'` },
    { path: 'src/away/e.ts', text: `import { readFileSync } from 'node:fs'` },
  ]
  const rooms = ['src/one/b.ts -> src/two/in/c.ts', 'src/two/in/c.ts -> src/one/d.ts']
  assert.deepEqual(circleIn(round, DEPTHS.room), rooms)
  assert.deepEqual(circleIn(round, DEPTHS.part), ['src/two/in/f.ts -> src/two/beside/g.ts', 'src/two/beside/g.ts -> src/two/in/c.ts'])
  assert.deepEqual(circleIn(round.slice(0, 2), DEPTHS.room), [])
})

test('every file keeps to the words, the length and the purity of its folder', () => {
  assert.deepEqual(textFiles().flatMap(textOffences), [])
})

test('the parser of imports misses none', () => {
  const text = [
    `import a, { type B } from './b.ts'`,
    `import {`,
    `  c,`,
    `} from '../src/c.ts'`,
    `import type { D } from '../d.ts'`,
    `export type { E } from './e.ts'`,
    `export * as f from 'rxjs/operators'`,
    `import 'node:fs/promises'`,
    `import type from './g.ts'`,
    `const h = await import('@serialport/parser-readline/deep')`,
    `// import no from './comment.ts'`,
    `/* import no from './comment.ts' */`,
    `const url = 'mqtt://broker' // import('./comment.ts')`,
  ].join('\n')
  assert.deepEqual(importsOf({ path: 'test/x.ts', text }), [
    { to: 'test/b.ts', typeOnly: false },
    { to: 'src/c.ts', typeOnly: false },
    { to: 'd.ts', typeOnly: true },
    { to: 'test/e.ts', typeOnly: true },
    { to: 'rxjs', typeOnly: false },
    { to: 'node:fs/promises', typeOnly: false },
    { to: 'test/g.ts', typeOnly: false },
    { to: '@serialport/parser-readline', typeOnly: false },
  ])
  assert.equal(withoutComments(`const a = '//' // b\nc`), `const a = '//'     \nc`)
  assert.equal(withoutStrings(`say('seat') // deck`).trim(), `say('')`)
})

const FUNCTIONS: readonly (readonly [text: string, found: readonly (readonly [name: string, lines: number, parameters: number])[]])[] = [
  ['function a() {\n  return 1\n}', [['a', 3, 0]]],
  ['export async function* a<T, U>(b: Map<T, U>, c = { d: 1 }): AsyncIterable<{ e: T }> {\n}', [['a', 2, 2]]],
  ['const a = (b: string): { c: number } => ({\n  c: 1,\n})', [['a', 3, 1]]],
  ['const a: F = async (b, c) => {\n  if (b) {\n    d()\n  }\n}', [['a', 5, 2]]],
  ['const a = (b: B): B =>\n  c\n    .d(b)\nconst e = 1', [['a', 3, 1]]],
  [
    'const a = {\n  b(c, d,) {\n    e()\n  },\n  f: (g) => g,\n}',
    [
      ['b', 3, 2],
      ['f', 1, 1],
    ],
  ],
  ['for (const a of b) {\n}\nif (c) {\n}\nwhile (d(1)) {\n}', []],
  ['const a = () => `{$' + "{b(')')}`\nconst c = /[(]{/\n// (d) => {\nconst e = '(f) => {'", [['a', 1, 0]]],
  ['interface A {\n  b(c: C, d: D): E\n  f: (g: G) => void\n}', [['f', 1, 1]]],
]

for (const [text, found] of FUNCTIONS) {
  test(`functions are found in: ${text.slice(0, 50).replaceAll('\n', ' ')}`, () =>
    assert.deepEqual(
      functionsIn(text).map(({ name, lines, parameters }) => [name, lines, parameters]),
      found,
    ))
}

const FORBIDDEN_IMPORTS: readonly (readonly [path: string, line: string, said: RegExp])[] = [
  ['firmware-bridge/a.ts', `import { x } from '../devices/scan.ts'`, /may not import devices\/scan\.ts/],
  ['devices/a.ts', `import type { X } from '../src/engine/observation.ts'`, /even types of src\/engine\/observation\.ts/],
  ['devices/a.ts', `import { Subject } from 'rxjs'`, /may not import rxjs/],
  ['src/rules/house/a.ts', `import { readFileSync } from 'node:fs'`, /may not import node:fs/],
  ['src/rules/house/a.ts', `import type { X } from '../../engine/event.ts'`, /even types of src\/engine/],
  ['src/engine/a.ts', `import { parse } from '../base/config/parse.ts'`, /may not import src\/base\/config\/parse\.ts/],
  ['src/base/serving/a.ts', `import { x } from '../../daemon/journal/journal.ts'`, /src\/daemon\/journal\/journal\.ts/],
  ['src/display/server/a.ts', `import type { X } from '../../daemon/serve/serve.ts'`, /even types of src\/daemon\/serve\/serve\.ts/],
  ['src/daemon/pipeline/a.ts', `import { x } from '../../display/server/server.ts'`, /src\/display\/server\/server\.ts/],
  ['src/engine/a.ts', `import type { X } from '../daemon/journal/journal.ts'`, /src\/daemon\/journal\/journal\.ts/],
  ['src/procedure/a.ts', `export * from '../wire/topics.ts'`, /src\/wire\/topics\.ts/],
  ['src/procedure/a.ts', `import type { Solution } from '../engine/lattice/reading.ts'`, /even types of src\/engine\/lattice\/reading\.ts/],
  ['src/procedure/a.ts', `import { fullOf } from '../engine/errors/answers.ts'`, /src\/engine\/errors\/answers\.ts/],
  ['src/procedure/a.ts', `import { readRound } from '../engine/readings.ts'`, /src\/engine\/readings\.ts/],
  ['src/procedure/a.ts', `import { alive } from '../engine/accounts/rival.ts'`, /src\/engine\/accounts\/rival\.ts/],
  ['src/procedure/a.ts', `import { timelineOf } from '../engine/evidence/round.ts'`, /src\/engine\/evidence\/round\.ts/],
  ['src/tools/explain/a.ts', `import { solve } from '../../engine/lattice/lattice.ts'`, /src\/engine\/lattice\/lattice\.ts/],
  ['src/daemon/pipeline/a.ts', `import { fullOf } from '../../engine/errors/answers.ts'`, /src\/engine\/errors\/answers\.ts/],
  ['src/wire/a.ts', `import mqtt from 'mqtt'`, /may not import mqtt/],
  ['src/daemon/broker/a.ts', `import { x } from '../pipeline/table.ts'`, /src\/daemon\/pipeline\/table\.ts/],
  ['src/daemon/main.ts', `import { x } from '../../simulators/pty.ts'`, /simulators\/pty\.ts/],
  ['simulators/table/a.ts', `import type { X } from '../../src/engine/event.ts'`, /src\/engine\/event\.ts/],
  ['simulators/table/a.ts', `import { x } from '../../src/rules/game/deal.ts'`, /src\/rules\/game\/deal\.ts/],
  ['src/book/a.ts', `import { x } from '../daemon/pipeline/table.ts'`, /src\/daemon\/pipeline\/table\.ts/],
  ['src/display/a.ts', `import { x } from '../book/rows.ts'`, /src\/book\/rows\.ts/],
  ['simulators/demo.ts', `import { x } from '../src/engine/table.ts'`, /src\/engine\/table\.ts/],
  ['simulators/demo.ts', `import { x } from '../test/engine/table-play.ts'`, /test\/engine/],
  ['elsewhere/a.ts', ``, /is in no folder/],
]

for (const [path, line, said] of FORBIDDEN_IMPORTS) {
  test(`refused in ${path}: ${line || 'the file itself'}`, () => {
    const offences = boundaryOffences({ path, text: `${line}\n` })
    assert.equal(offences.length, 1)
    assert.match(offences[0] ?? '', said)
  })
}

test('what the table allows is not refused', () => {
  const allowed = [
    ['src/engine/a.ts', `import type { TableTerms } from '../rules/table.ts'`],
    ['src/engine/a.ts', `import { areaOf } from '../../devices/scan.ts'`],
    ['src/wire/a.ts', `import * as z from 'zod'`],
    ['simulators/table/a.ts', `import { HOUSES } from '../../src/rules/house/index.ts'`],
    ['test/engine/a.test.ts', `import { stepTable } from '../../src/engine/fold/table.ts'`],
  ] as const
  for (const [path, text] of allowed) assert.deepEqual(boundaryOffences({ path, text }), [])
  const rows = BOUNDARIES.map(({ of }) => of)
  assert.equal(new Set(rows).size, rows.length, 'one row for each folder')
})

// Put together here, so that this file passes its own test.
const join = (...parts: readonly string[]): string => parts.join('')
const LINES_MAX = sizesOf('src/daemon/main.ts').file

const FORBIDDEN_TEXT: readonly (readonly [path: string, text: string])[] = [
  ['docs/a.md', join('a hypo', 'thesis')],
  ['src/engine/a.ts', join('const rule', 'Viola', 'tion = 1; // vio', 'lation')],
  ['src/wire/a.ts', join('const se', 'at = 1')],
  ['src/wire/a.ts', join('interface A { shoeDe', 'ck: number }')],
  ['src/wire/a.ts', join('const se', 'atCount = 1')],
  ['src/engine/a.ts', join('const left', 'Hand = 1')],
  ['src/engine/a.ts', 'const at = Date.now()'],
  ['src/rules/house/a.ts', 'const at = new Date()'],
  ['src/procedure/a.ts', 'const at = Math.random()'],
  ['devices/a.ts', 'setTimeout(go, 1)'],
  ['src/engine/a.ts', 'const known = new WeakMap<Round, number>()'],
  ['src/engine/a.ts', 'export const known: Map<string, number> = new Map()'],
  ['src/engine/a.ts', 'const known =\n  new Set<string>()'],
  ['src/engine/a.ts', 'const makers: (() => Round)[] = []'],
  ['src/engine/a.ts', 'const counts: Record<string, number> = {}'],
  ['src/engine/a.ts', 'const work = new Work()'],
  ['src/procedure/a.ts', 'let done = 0'],
  ['src/procedure/a.ts', 'class A {\n  static last: Round | null = null\n}'],
  ['src/wire/a.ts', 'const a = process.env'],
  ['README.md', join('see /wo', 'rk/main')],
  ['src/procedure/faults.ts', join("'it is opened again for", " ever'")],
  ['src/display/page/strings.ts', join("'this reading has no", " error in it'")],
  ['src/daemon/main.ts', join(`const a = '/tm`, `p/x'`)],
  ['src/daemon/main.ts', join('// TO', 'DO later')],
  ['src/daemon/main.ts', join('// @ts-', 'ignore')],
  ['test/a.test.ts', join('assert.', 'ok(f(g(1, 2)).h)')],
  ['src/daemon/main.ts', 'x\n'.repeat(LINES_MAX + 1)],
  ['src/wire/a.ts', `function long() {\n${'  x()\n'.repeat(59)}}\n`],
  ['src/wire/a.ts', 'const many = (a: A, b: B, c: C, d: D, e: E) => a'],
  ['src/engine/fold/a.ts', 'const many = (a: A, b: B, c: C, d: D, e: E) => a'],
  ['src/engine/words/a.ts', `function long() {\n${'  x()\n'.repeat(59)}}\n`],
  ['src/engine/lattice/a.ts', `function long() {\n${'  x()\n'.repeat(59)}}\n`],
  ['src/rules/game/a.ts', 'const many = (a: A, b: B, c: C, d: D, e: E) => a'],
  ['README.md', 'word '.repeat(README_WORDS_MAX + 1)],
]

for (const [path, text] of FORBIDDEN_TEXT) {
  test(`refused in ${path}: ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => assert.equal(textOffences({ path, text }).length, 1))
}

test('what only looks alike is not refused', () => {
  const allowed = [
    ['src/rules/house/a.ts', join('const decks = 8 // de', 'ck by deck')],
    ['src/procedure/a.ts', join(`const code = 'DECK-CARD-EXCESS'`)],
    ['src/engine/a.ts', 'const text = new Date(at).toISOString()'],
    ['src/daemon/serve/serve.ts', 'const now = () => Date.now()'],
    ['src/daemon/serve/serve.ts', 'let done = 0'],
    ['src/engine/a.ts', `const KNOWN: ReadonlySet<string> = new Set(['a'])\nconst NONE: readonly Round[] = []`],
    ['src/engine/a.ts', 'const sum = () => {\n  let all = 0\n  const known = new Map()\n}'],
    ['src/engine/a.ts', `const roundsIn = cacheOf<Round, Map<string, number>>('rounds')`],
    ['simulators/pty.ts', 'const path = `/dev/pts/1`'],
    ['test/a.test.ts', join('assert.', "ok(f(g(1, 2)).h, 'h')")],
    ['src/daemon/main.ts', 'x\n'.repeat(LINES_MAX)],
    ['src/wire/a.ts', `function long() {\n${'  x()\n'.repeat(58)}}\n`],
    ['src/wire/a.ts', 'const many = (a: Map<A, B>, { b, c }: C, [d, e] = [1, 2], ...f: F[]) => a'],
    ['README.md', 'word '.repeat(README_WORDS_MAX)],
    ['docs/a.md', 'word '.repeat(README_WORDS_MAX + 1)],
  ] as const
  for (const [path, text] of allowed) assert.deepEqual(textOffences({ path, text }), [])
})
