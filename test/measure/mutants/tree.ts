/** A copy of a tree in which one thing at a time is broken, and what its tests say then. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './rows.ts'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const NODE_MODULES = 'node_modules'
/** What is made from the sources, or is none. */
const LEFT_OUT = ['.git', 'dist', 'run', NODE_MODULES]
const INTERRUPTED = 130

/** `failed`: the files whose tests failed. `others`: other processes that failed, as the runner names them. */
export interface Ran {
  readonly code: number | null
  readonly failed: readonly string[]
  readonly others: readonly string[]
  readonly text: string
  readonly seconds: number
}

export interface Copy {
  /** Runs the tests with these words, as they are, or with one thing broken. */
  run(words: readonly string[], mutant: Mutant | null): Promise<Ran>
}

/** `tree`: what is copied. `isOther`: its runner may be an older one. The copy goes with this process. */
export function copyOf(tree: string, isOther: boolean): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'table-mutants-'))
  // Some tests start programs of the tree as another user.
  chmodSync(folder, 0o755)
  let running: ChildProcess | null = null
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const interrupt = async (): Promise<void> => {
    running?.kill()
    if (running !== null && running.exitCode === null && running.signalCode === null) await once(running, 'exit')
    process.exit(INTERRUPTED)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void interrupt())
  cpSync(tree, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(relative(tree, path)) })
  const packages = [tree, ROOT].map((each) => join(each, NODE_MODULES)).find((each) => existsSync(each))
  symlinkSync(realpathSync(packages ?? NODE_MODULES), join(folder, NODE_MODULES))
  // What rotates is the same for all mutants, whenever midnight comes.
  const env = { ...process.env, DAY: process.env.DAY ?? new Date().toISOString().slice(0, 10) }

  const tested = async (words: readonly string[], isBailing: boolean): Promise<Ran> => {
    const own = ['-r', './src/node-version.cjs', 'test/run.mjs', ...(isBailing ? ['--bail'] : []), ...words]
    const began = performance.now()
    const child = isOther
      ? spawn('npm', ['test', '--', ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn(process.execPath, own, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running = child
    let text = ''
    for (const out of [child.stdout, child.stderr]) out.setEncoding('utf8').on('data', (part: string) => (text += part))
    const [code] = (await once(child, 'close')) as [number | null]
    running = null
    return { code, ...failuresIn(text), text, seconds: (performance.now() - began) / 1000 }
  }
  /** A folder after the other, until one fails: the later ones take long, and the build is the same. */
  const inTurn = async ([word, ...later]: readonly string[]): Promise<Ran> => {
    const ran = await tested(word === undefined ? [] : [word], true)
    if (ran.code !== 0 || later.length === 0) return ran
    const last = await inTurn(later)
    return { ...last, text: `${ran.text}${last.text}`, seconds: ran.seconds + last.seconds }
  }
  return {
    run: async (words, mutant) => {
      if (mutant === null) return tested(words, false)
      const path = join(folder, mutant.file)
      const whole = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        whole.replace(mutant.before, () => mutant.after),
      )
      try {
        return await (isOther ? tested(words, false) : inTurn(words))
      } finally {
        writeFileSync(path, whole)
      }
    },
  }
}

const TEST_FILE = /\btest\/[\w./-]+\.ts\b/g
const FAILED = /^\*\*\* (?:(.+) failed|(killed after .+))$/gm
/** As Node's own reporter names a test that failed; older runners say no more. */
const FAILED_AT = /^\s*test at (test\/[\w./-]+\.ts):\d+:\d+$/gm

/** Which files failed, by what a runner has printed. */
export function failuresIn(text: string): Pick<Ran, 'failed' | 'others'> {
  const told = [...text.matchAll(FAILED)].map(([, failed, killed]) => failed ?? killed ?? '')
  const named = told.flatMap((line) => [...line.matchAll(TEST_FILE)].map(([file]) => file))
  const shown = [...text.matchAll(FAILED_AT)].map(([, file = '']) => file)
  const failed = named.length > 0 ? named : shown
  return { failed: [...new Set(failed)], others: failed.length > 0 ? [] : told }
}
