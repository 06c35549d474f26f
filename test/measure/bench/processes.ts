/** The processes of a bench: started, watched through /proc, and ended with the bench. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const READY_MS_MAX = 30_000
const STOP_MS_MAX = 5_000
const NS_PER_SECOND = 1e9

export interface Started {
  readonly pid: number
  /** The last lines the process wrote to standard error, for a message if it fails. */
  lastWords(): string
  /** Asks the process to end, and kills it if it does not. */
  stop(): Promise<void>
}

/** `onLine`: receives each line of its standard output. Standard input stays open: a helper ends when it closes. */
export function startNode(args: readonly string[], onLine: (line: string) => void = () => undefined, cwd = ROOT): Started {
  const child = spawn(process.execPath, [...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  let words = ''
  let begun = ''
  child.stderr.on('data', (bytes: Buffer) => {
    words = (words + bytes.toString()).slice(-2000)
  })
  child.stdout.on('data', (bytes: Buffer) => {
    const lines = (begun + bytes.toString()).split('\n')
    begun = lines.pop() ?? ''
    lines.forEach(onLine)
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return { pid: child.pid ?? 0, lastWords: () => words, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(late)
}

/** Starts a helper and waits for its first line. @throws Error with its last words if none comes */
export async function startHelper(args: readonly string[]): Promise<{ readonly started: Started; readonly said: string }> {
  let hear: (line: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    hear = resolve
  })
  const started = startNode(args, (line) => hear(line))
  const said = await within(first, READY_MS_MAX, () => `${args.join(' ')} did not get ready: ${started.lastWords()}`)
  return { started, said }
}

/** @throws Error with `what` if it takes longer than `ms` */
export async function within<T>(promise: Promise<T>, ms: number, what: () => string): Promise<T> {
  const { promise: late, cancel } = lateness(ms, what)
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}

function lateness(ms: number, what: () => string): { readonly promise: Promise<never>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what())), ms)
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(join('/proc', String(pid), 'status'), 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Processor time that the threads of a process have used, seconds. */
export function cpuSeconds(pid: number): number {
  const threads = join('/proc', String(pid), 'task')
  const used = readdirSync(threads).map((thread) => readFileSync(join(threads, thread, 'schedstat'), 'utf8').split(' ')[0])
  return used.reduce((sum, ns) => sum + Number(ns), 0) / NS_PER_SECOND
}
