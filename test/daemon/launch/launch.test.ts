/** The launcher in a small tree of its own: what it starts, when it bundles anew, and what it does where it cannot. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Of a bundle they are the most of the work. */
const PACKAGES = `import { SerialPort } from 'serialport'
import { Observable } from 'rxjs'
import { connect } from 'mqtt'`

/** `import.meta` apart: the build of the tests puts this file's own place where it stands with `.url` behind it. */
const entrySource = (word: string, packages = ''): string => `import { readFileSync } from 'node:fs'
${packages}
const beside: string = readFileSync(new URL('beside.json', ${'import.meta'}.url), 'utf8')
const loaded = ${packages === '' ? 'true' : "[SerialPort, Observable, connect].every((each) => typeof each === 'function')"}
if (process.argv.includes('--wait')) {
  process.once('SIGTERM', () => process.exit(42))
  setInterval(() => {}, 1_000)
}
console.log(JSON.stringify({ word: ${JSON.stringify(word)}, args: process.argv.slice(2), beside, loaded }))
`

function smallTree(t: TestContext, packages = ''): string {
  const root = mkdtempSync(join(tmpdir(), 'launch-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['firmware-bridge', 'devices', 'src/daemon', 'simulators']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of [
    'src/launch.mjs',
    'src/bundling.mjs',
    'src/source-digest.mjs',
    'src/node-version.cjs',
    'package.json',
    'package-lock.json',
  ])
    copyFileSync(join(ROOT, file), join(root, file))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'src/daemon/main.ts'), entrySource('daemon', packages))
  writeFileSync(join(root, 'simulators/demo.ts'), entrySource('demo', packages))
  for (const folder of ['src/daemon', 'simulators']) writeFileSync(join(root, folder, 'beside.json'), '{}')
  return root
}

interface Ran {
  readonly code: number | null
  readonly said: { readonly word: string; readonly args: readonly string[]; readonly beside: string; readonly loaded: boolean }
  readonly errors: string
}

/** `whileRunning` is called with the first bytes on standard output. */
async function launch(root: string, args: readonly string[], whileRunning = (_pid: number): void => {}): Promise<Ran> {
  const child = spawn(process.execPath, ['src/launch.mjs', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let errors = ''
  child.stdout.once('data', () => whileRunning(child.pid ?? 0))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: JSON.parse(out === '' ? '{}' : out) as Ran['said'], errors }
}

test('a configuration or a question starts the daemon, all else the demo, with the arguments as given', async (t) => {
  const root = smallTree(t, PACKAGES)
  for (const args of [['--config', 'table.yaml'], ['--config=table.yaml'], ['-c', 'table.yaml'], ['--help'], ['-h']]) {
    const { code, said, errors } = await launch(root, args)
    assert.deepEqual({ code, said, errors }, { code: 0, said: { word: 'daemon', args, beside: '{}', loaded: true }, errors: '' })
  }
  for (const args of [[], ['--speed', '10']]) {
    const { said } = await launch(root, args)
    assert.deepEqual(said, { word: 'demo', args, beside: '{}', loaded: true })
  }
})

test('it bundles anew exactly when a source has changed, and no cache of another bundle, a damaged one and none at all change anything', async (t) => {
  const root = smallTree(t)
  const [bundle, cache, source] = ['dist/main.js', 'dist/main.js.cache', 'src/daemon/main.ts'].map((path) => join(root, path)) as [
    string,
    string,
    string,
  ]
  await launch(root, ['-h'])
  const made = statSync(bundle).mtimeMs
  const own = readFileSync(cache)
  await launch(root, ['-h'])
  assert.equal(statSync(bundle).mtimeMs, made)
  assert.match(readFileSync(bundle, 'utf8'), /sourceMappingURL=main\.js\.map/)
  // With the size and the time of what stood there before.
  const { atime, mtime } = statSync(source)
  writeFileSync(source, entrySource('nomead'))
  utimesSync(source, atime, mtime)
  assert.equal((await launch(root, ['-h'])).said.word, 'nomead')
  const damaged = Buffer.from(readFileSync(cache))
  damaged.fill(7, Math.floor(damaged.length / 2))
  for (const bytes of [own, damaged, damaged.subarray(0, 100), Buffer.alloc(0)]) {
    writeFileSync(cache, bytes)
    const { code, said, errors } = await launch(root, ['-h'])
    assert.deepEqual([code, said.word, errors], [0, 'nomead', ''])
  }
  rmSync(cache)
  assert.equal((await launch(root, ['-h'])).said.word, 'nomead')
  writeFileSync(source, entrySource('changed'))
  assert.equal((await launch(root, ['-h'])).said.word, 'changed')
})

test('starts at the same time all succeed and leave one whole bundle; a signal reaches the daemon itself, as there is one process', async (t) => {
  const root = smallTree(t)
  const all = await Promise.all([1, 2, 3].map(() => launch(root, ['-h'])))
  assert.deepEqual(
    all.map(({ code, said, errors }) => [code, said.word, errors]),
    [1, 2, 3].map(() => [0, 'daemon', '']),
  )
  assert.deepEqual(readdirSync(join(root, 'dist')).sort(), ['main.js', 'main.js.cache', 'main.js.map', 'main.js.stamp'])
  const { code } = await launch(root, ['--help', '--wait'], (pid) => process.kill(pid, 'SIGTERM'))
  assert.equal(code, 42)
})

test('where dist/ cannot be written it starts all the same and says so in a line', async (t) => {
  const root = smallTree(t)
  writeFileSync(join(root, 'dist'), 'in the way')
  const { code, said, errors } = await launch(root, ['-h'])
  assert.deepEqual([code, said.word, said.beside], [0, 'daemon', '{}'])
  assert.match(errors, /launch: dist\/main\.js cannot be written; compiling src\/daemon\/main\.ts in memory/)
})

test('a source that does not compile ends with its place and a code other than 0', async (t) => {
  const root = smallTree(t)
  writeFileSync(join(root, 'src/daemon/main.ts'), 'const = 1\n')
  const { code, errors } = await launch(root, ['-h'])
  assert.notEqual(code, 0)
  assert.match(errors, /src\/daemon\/main\.ts:1:6/)
})
