/** The daemon and its tools as processes of their own, ended with the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundled } from '../runner/bundled.ts'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Nothing here takes so long, even on a machine with much else to do. A run whose own limit is shorter sets a shorter one, so that it says why. */
const FAIL_MS = Number(process.env.FAIL_MS ?? 180_000)

/** The processes that have not ended: each resolves with its end. */
const running = new Map<ChildProcess, Promise<unknown>>()

/** Removed after the test that asks for it, or after the file's tests; whatever was started on it is ended first. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'table-e2e-'))
  after(async () => {
    const writers = [...running].filter(([{ spawnargs }]) => spawnargs.some((word) => word.includes(folder)))
    for (const [child] of writers) child.kill('SIGKILL')
    await Promise.all(writers.map(([, end]) => end))
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** @throws Error with `what` when it takes longer than `ms` */
export async function within<T>(promise: Promise<T>, what: () => string, ms = FAIL_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what()}`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a source to its end. */
export async function run(source: string, ...args: readonly string[]): Promise<Ended> {
  return ended(await start(source, args), `${source} ${args.join(' ')}`)
}

async function ended(child: ChildProcess, what: string): Promise<Ended> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
  const texts = () => ({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() })
  const [code, signal] = await within(once(child, 'close'), () => `${what} to end; it said ${texts().stderr}`)
  return { code, signal, ...texts() }
}

/** Runs a test file by itself behind `command`, with more in its environment. */
export async function runIn(command: readonly string[], file: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const [first = '', ...rest] = command
  const { NODE_TEST_CONTEXT: _, ...own } = process.env
  const args = [...rest, process.execPath, '--test-reporter', 'tap', await bundled(pathToFileURL(file))]
  return ended(spawn(first, args, { cwd: ROOT, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }), file)
}

/** `npm run -s replay -- ...` */
export const replay = (...args: readonly string[]): Promise<Ended> => run('src/tools/replay.ts', ...args)

export interface Daemon {
  readonly pid: number
  /** Its standard error so far. */
  said(): string
  /** Its standard output so far. */
  printed(): string
  /** Resolves when its standard error has this. */
  says(pattern: RegExp): Promise<void>
  /** Nobody reads its output any more. */
  deafen(): void
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Pick<Ended, 'code' | 'signal'>>
  /** Waits for the end that something else brings. */
  ended(): Promise<Pick<Ended, 'code' | 'signal'>>
}

/** How a daemon is started, beside its configuration. */
export interface Launch {
  /** A module loaded before it. */
  readonly preload?: string
  /** What else stands behind the command. */
  readonly words?: readonly string[]
  /** The words of a command that becomes it, as `strace -D` does. */
  readonly before?: readonly string[]
}

/** `npm start -- --config FILE` */
export async function startDaemon(config: string, { preload, words = [], before = [] }: Launch = {}): Promise<Daemon> {
  const node = preload === undefined ? [] : ['--import', preload]
  return daemonOf(await start('src/daemon/main.ts', ['--config', config, ...words], node, before), 'the daemon')
}

/** A source that runs until it is ended. */
export async function startSource(source: string, ...args: readonly string[]): Promise<Daemon> {
  return daemonOf(await start(source, args), source)
}

/** A command that becomes a daemon; `env`: all of its environment. */
export const startCommand = ([command = '', ...words]: readonly string[], env: NodeJS.ProcessEnv): Daemon =>
  daemonOf(kept(spawn(command, words, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })), command)

function daemonOf(child: ChildProcess, what: string): Daemon {
  let said = ''
  let printed = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    printed += bytes
  })
  child.stderr?.on('data', (bytes: Buffer) => {
    said += bytes
  })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    said: () => said,
    printed: () => printed,
    says: (pattern) => {
      const heard = new Promise<void>((resolve) => {
        const look = () => {
          if (!pattern.test(said)) return
          child.stderr?.off('data', look)
          resolve()
        }
        child.stderr?.on('data', look)
        look()
      })
      return within(heard, () => `${what} to say ${pattern}; it said ${said}`)
    },
    deafen: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    signal: (name) => void child.kill(name),
    async end(name) {
      child.kill(name)
      const [code, signal] = await within(exited, () => `${what} to end by ${name}; it said ${said}`)
      return { code, signal }
    },
    async ended() {
      const [code, signal] = await within(exited, () => `${what} to end; it said ${said}`)
      return { code, signal }
    },
  }
}

async function start(
  source: string,
  args: readonly string[],
  node: readonly string[] = [],
  before: readonly string[] = [],
): Promise<ChildProcess> {
  const [command = '', ...words] = [...before, process.execPath, ...node, await bundled(source), ...args]
  return kept(spawn(command, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** Killed with this process at the latest. */
function kept<Child extends ChildProcess>(child: Child): Child {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', kill)
      running.delete(child)
      resolve()
    })
    child.once('error', () => resolve())
  })
  running.set(child, ended)
  return child
}
