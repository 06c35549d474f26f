/** A copy of the tree in which the edits of a recipe are made, all but one in turn, to see who notices the one that is missing. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Said {
  readonly ok: boolean
  readonly said: string
}

export interface Built {
  /** In one process, those whose name matches. */
  readonly tests: (pattern: string, ...chosen: readonly string[]) => Said
  /** A program of the tree in one process, once with each of these arguments: the exit code of each, and all that was said. */
  readonly program: (file: string, ...runs: readonly (readonly string[])[]) => Said
}

export interface EditedTree {
  readonly place: string
  /** Writes a file of the tree as `edited` makes it of the original. */
  readonly edit: (file: string, edited: (source: string) => string) => void
  /** The compiler on these folders, or on a project of the tree. */
  readonly types: (project?: string) => Said
  /** One build of tests, by their names, and of programs. */
  readonly built: (tests: readonly string[], programs?: readonly string[]) => Promise<Built>
}

const PARTS = ['src', 'test', 'simulators', 'devices', 'firmware-bridge', 'docs', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Without types: the runner needs it before anything is compiled. */
const { buildTests, builtFile } = (await import(new URL('./build.mjs', import.meta.url).href)) as {
  readonly buildTests: (root: string, files: readonly string[]) => Promise<{ readonly place: string }>
  readonly builtFile: (place: string, file: string) => string
}

/** `checked`: what the compiler checks. `env`: of the tests. It is removed when the tests are over. */
export const editedTree = (name: string, checked: readonly string[], env: Readonly<Record<string, string>> = {}): EditedTree => {
  const place = mkdtempSync(join(tmpdir(), `${name}-`))
  after(() => rmSync(place, { recursive: true, force: true }))
  for (const part of PARTS) cpSync(join(ROOT, part), join(place, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'))
  writeFileSync(join(place, 'part.json'), JSON.stringify({ extends: './tsconfig.json', include: checked }))
  const run = (...command: readonly string[]): Said => {
    const { NODE_TEST_CONTEXT: _, ...own } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: place, env: { ...own, ...env }, encoding: 'utf8' })
    return { ok: status === 0, said: `${stdout}${stderr}` }
  }
  return {
    place,
    edit: (file, edited) => writeFileSync(join(place, file), edited(readFileSync(join(ROOT, file), 'utf8'))),
    types: (project = 'part.json') => run('node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', project),
    built: async (tests, programs = []) => {
      // A build is kept until a source changes: that of other tests, or before a page was edited, is not this one.
      rmSync(join(place, 'dist'), { recursive: true, force: true })
      const { place: output } = await buildTests(place, [...tests.map((file) => `test/${file}.test.ts`), ...programs])
      return {
        tests: (pattern, ...chosen) => {
          const program = join(output, 'chosen.mjs')
          const urls = chosen.map((file) => pathToFileURL(builtFile(output, `test/${file}.test.ts`)).href)
          writeFileSync(program, urls.map((url) => `import '${url}'\n`).join(''))
          return run(`--test-name-pattern=${pattern}`, program)
        },
        program: (file, ...runs) => {
          const program = join(output, 'program.mjs')
          const url = pathToFileURL(builtFile(output, file)).href
          // It finds its name and its arguments where Node would have put them.
          const lines = runs.flatMap((options, at) => [
            `process.argv.splice(1, 2, ...${JSON.stringify([join(place, file), ...options])})`,
            `process.exitCode = 0; await import(${JSON.stringify(`${url}?${at}`)}); console.log('exit code ' + process.exitCode)`,
          ])
          writeFileSync(program, lines.join('\n'))
          return run(program)
        },
      }
    },
  }
}

export const assertOk = ({ ok, said }: Said): void =>
  assert.ok(ok, [...(said.match(/not ok [\s\S]{0,800}/g) ?? []), said.slice(-2000)].join('\n'))
export const assertSays = ({ ok, said }: Said, what: RegExp): void => {
  assert.ok(!ok, 'nothing is missed')
  assert.match(said, what)
}
