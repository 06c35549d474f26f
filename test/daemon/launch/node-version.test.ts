/** Too old a Node is told in one line by every command, before anything else is loaded. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { EXIT_CONFIG } from '../../../src/base/process/exit-codes.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CHECK = join(ROOT, 'src/node-version.cjs')
const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly [name: string]: string }
  readonly engines: { readonly node: string }
}
const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command line as npm does, by a Node that says it is another version. */
function runAs(version: string, commandLine: string) {
  const preload = join(folder, `${version}.cjs`)
  const versions = `Object.assign({}, process.versions, { node: ${JSON.stringify(version)} })`
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: ${versions} })\n`)
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, NODE_OPTIONS: `--require ${preload}` }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', commandLine], { cwd: ROOT, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

for (const [name, script] of Object.entries(scripts)) {
  test(`npm run ${name} says in one line that Node is too old`, () => {
    const { status, stdout, stderr } = runAs('18.20.4', `${script} --help`)
    assert.deepEqual([status, stdout], [EXIT_CONFIG, ''])
    assert.match(stderr, /^This program needs Node 20\.15 or newer .*This is Node 18\.20\.4: install a newer one.*\n$/)
  })
}

test('the versions it lets pass are those of package.json', () => {
  assert.equal(engines.node, '^20.15.0 || >=22.2.0')
  for (const version of ['0.12.18', '12.22.9', '20.14.0', '21.7.3', '22.1.0'])
    assert.match(runAs(version, `node ${CHECK}`).stderr, new RegExp(`This is Node ${version.replaceAll('.', '\\.')}:`))
  for (const version of ['20.15.0', '20.20.2', '22.2.0', '23.0.0', '100.0.0'])
    assert.deepEqual(runAs(version, `node ${CHECK}`), { status: 0, stdout: '', stderr: '' })
})

test('a Node of 2016 can read it', () => {
  const source = readFileSync(CHECK, 'utf8')
  const asFor = (target: string): string => transformSync(source, { target, loader: 'js' }).code
  assert.equal(asFor('es2015'), asFor('esnext'), 'nothing in it has to be rewritten')
  assert.notEqual(transformSync('a?.b', { target: 'es2015' }).code, transformSync('a?.b', { target: 'esnext' }).code)
})
