/** Every command people run says what it is for, how it is used, with examples, and what its exit codes mean. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundled } from '../../runner/bundled.ts'
import { todays } from '../../runner/rotation.ts'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: { readonly [name: string]: string }
}
/** Chains of other people's tools, which have help of their own. */
const TOOLS = new Set(['check', 'format'])
const COLUMNS_MAX = 180

interface Answer {
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
}

async function run(script: string, ...args: readonly string[]): Promise<Answer> {
  const [, ...words] = script.split(' ')
  const child = spawn(process.execPath, [...words, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => err.push(bytes))
  const [code] = await once(child, 'close')
  return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }
}

/** What is missing in a help text; nothing where it is whole. */
function missing(name: string, { code, stdout, stderr }: Answer): readonly string[] {
  const typed = name === 'test' ? 'npm test' : name === 'start' ? 'npm start' : `npm run (-s )?${name}`
  const examples = /^Examples:?\n(( {2}.+\n)+)/m.exec(stdout)?.[1]?.trimEnd().split('\n') ?? []
  const isTyped = (line: string): boolean => new RegExp(`^ {2}(\\w+=\\w+ )?${typed}( |$)`).test(line)
  const rows: readonly (readonly [string, boolean])[] = [
    ['exit code 0', code === 0],
    ['nothing on standard error', stderr === ''],
    ['Usage', new RegExp(`^Usage: ${typed}`, 'm').test(stdout)],
    ['--help among its options', / --(demo-)?help +\w/.test(stdout)],
    ['examples', examples.length > 0],
    ['examples of this very command', examples.every(isTyped)],
    ['exit codes, 0 among them', /^Exit codes: 0 \w/m.test(stdout)],
    ['lines a person can read', stdout.split('\n').every((line) => [...line].length <= COLUMNS_MAX)],
  ]
  return rows.flatMap(([what, holds]) => (holds ? [] : [what]))
}

const commands = Object.entries(scripts).filter(([name, command]) => {
  if (TOOLS.has(name)) return false
  // Of a chain only the last would hear `--help`, when the others have done their work.
  assert.match(command, /^node [^&|;<>$"']+$/, `${name}: no single command`)
  return true
})

test('the scripts people run are known', () => {
  assert.ok(commands.length >= 10, Object.keys(scripts).join(' '))
  for (const tool of TOOLS) assert.ok(tool in scripts, `${tool} is no script any more`)
})

/** Each compiles its sources at its start, as people run it: a quarter of them a day. */
for (const [name, command] of todays(commands, 4)) {
  test(`npm run ${name} -- --help`, async () => {
    const answer = await run(command, '--help')
    assert.deepEqual(missing(name, answer), [], `${answer.stdout}${answer.stderr}`)
  })
}

test('the demo has a help of its own, which the help of npm start names', async () => {
  const { start } = scripts
  assert.ok(start !== undefined, 'npm start is a script')
  assert.match((await run(start, '--help')).stdout, /--demo-help/)
  const answer = await run(`node ${await bundled('simulators/demo.ts')}`, '--demo-help')
  assert.deepEqual(missing('start', answer), [], `${answer.stdout}${answer.stderr}`)
})

test('a help text that lacks a part is found out', () => {
  const whole = {
    code: 0,
    stderr: '',
    stdout: 'Usage: npm run x\n\n  -h, --help   this text\n\nExamples\n  npm run x\n\nExit codes: 0 done\n',
  }
  assert.deepEqual(missing('x', whole), [])
  assert.deepEqual(missing('x', { ...whole, code: 1, stderr: 'no' }), ['exit code 0', 'nothing on standard error'])
  assert.deepEqual(missing('y', whole), ['Usage', 'examples of this very command'])
  assert.deepEqual(missing('x', { ...whole, stdout: '' }), ['Usage', '--help among its options', 'examples', 'exit codes, 0 among them'])
})
