/** What `npm run measure -- size` counts, and what it prints. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sizePage, sizesOf } from './sizes.ts'
import { sourcesHere } from './sources.ts'
import { tokensIn } from './tokens.ts'

const SAMPLES: readonly (readonly [code: string, tokens: number])[] = [
  ['', 0],
  ['// nothing\n/* at all */', 0],
  ['const a = 1_000n', 4],
  ['const   a\n=\n1 // one', 4],
  ['f(\'it is\', "said")', 6],
  ['a?.b ?? c', 5],
  ['x ? .5 : 1e-3', 5],
  ['a ||= b === c && d !== e', 9],
  ['for (const each of [...all]) this.#count++', 14],
  ["const url = 'http://here' // there", 4],
  ['/[/]\\/"/gi.test(text)', 6],
  ['return /x/', 2],
  ['half = all / 2 / n', 7],
  ['`plain`', 1],
  [`\`\${a} and \${b}\``, 5],
  [`\`\${f({ a: \`\${b}\` })} }\``, 12],
  [`\`\\\`\${a}\\\${\``, 3],
  ['<p class="x">Hello {name}</p>', 14],
]

describe('tokens', () => {
  for (const [code, tokens] of SAMPLES) it(JSON.stringify(code), () => assert.equal(tokensIn(code), tokens))

  it('are the same however the code is laid out', () => {
    const code = 'const sum = (one, other) => {\n  return one + other\n}\n'
    assert.equal(tokensIn(code.replace(/\s+/g, ' ')), tokensIn(code))
  })
})

const BEFORE = sizesOf([
  { path: 'src/daemon/main.ts', text: 'a\nb\n' },
  { path: 'src/engine/view.ts', text: 'one two three four' },
  { path: 'src/engine/old/gone.ts', text: 'x\n' },
  { path: 'src/procedure/judge.ts', text: '// why\na\n' },
])
const AFTER = sizesOf([
  { path: 'src/daemon/main.ts', text: 'a\nb\n' },
  { path: 'src/engine/view.ts', text: 'one two\n' },
  { path: 'src/procedure/judge.ts', text: '// why\na\n' },
])

describe('the page of sizes', () => {
  it('has a row a folder, engine and procedure together last', () => {
    assert.equal(
      sizePage(AFTER, null),
      `folder                lines  tokens
src/daemon                2       2
src/engine                1       2
src/procedure             2       1
all of src                5       5
engine and procedure      3       3
`,
    )
  })

  it('has each figure before and after, and the difference', () => {
    const rows = sizePage(AFTER, BEFORE)
      .split('\n')
      .map((row) => row.split(/ {2,}/).join(' | '))
    assert.deepEqual(rows, [
      'folder | lines before | after | difference | tokens before | after | difference',
      'src/daemon | 2 | 2 | 0 | 0 % | 2 | 2 | 0 | 0 %',
      'src/engine | 1 | 1 | 0 | 0 % | 4 | 2 | -2 | -50 %',
      'src/engine/old | 1 | 0 | -1 | -100 % | 1 | 0 | -1 | -100 %',
      'src/procedure | 2 | 2 | 0 | 0 % | 1 | 1 | 0 | 0 %',
      'all of src | 6 | 5 | -1 | -16.7 % | 8 | 5 | -3 | -37.5 %',
      'engine and procedure | 4 | 3 | -1 | -25 % | 6 | 3 | -3 | -50 %',
      '',
    ])
  })

  it('knows every folder of the sources', () => {
    const sizes = sizesOf(sourcesHere())
    for (const folder of ['src', 'src/engine/lattice', 'src/procedure/catalogue', 'src/display/page']) assert.ok(sizes.has(folder), folder)
  })
})

describe('npm run measure -- size', () => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'test/measure/size/size.ts', ...words], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      encoding: 'utf8',
    })

  it('explains itself', () => {
    const { status, stdout } = run('--help')
    assert.equal(status, 0)
    assert.match(stdout, /^Usage: npm run measure -- size/)
  })

  it('says which commit there is not', () => {
    const { status, stderr } = run('--against', 'no-such-commit')
    assert.equal(status, 64)
    assert.match(stderr, /^size: --against no-such-commit: no such commit here/)
  })
})
