/** Programs that start others: each gets its own process group, which is ended as a whole, with this process at the latest. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The other end of the pipe closes with this process, even if it is killed. */
const WITH_PARENT = '(cat <&3 >/dev/null; kill -9 0) & exec "$0" "$@" 3<&-'
const END_MS_MAX = 10_000

export interface Group {
  /** How it ended; null: it is running. */
  ended(): string | null
  /** Ends it and everything it started as a power cut would. @throws Error when it does not end */
  kill(): Promise<void>
}

/** `log`: its output is appended to this file. */
export function startGroup(command: readonly string[], env: NodeJS.ProcessEnv, log: string): Group {
  const out = openSync(log, 'a')
  const child = spawn('sh', ['-c', WITH_PARENT, ...command], { env, stdio: ['ignore', out, out, 'pipe'], detached: true })
  closeSync(out)
  const gone = once(child, 'exit').catch((error: unknown) => error)
  return {
    ended: () => endOf(child),
    kill: async () => {
      if (child.pid !== undefined) killAll(child.pid)
      const late = wait(END_MS_MAX, 'late', { ref: false })
      if ((await Promise.race([gone, late])) === 'late') throw new Error(`${command[0]} does not end within ${END_MS_MAX} ms of SIGKILL`)
    },
  }
}

/** A group that has ended by itself needs no kill; the caller asks why it ended. */
function killAll(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const endOf = ({ pid, exitCode, signalCode }: ChildProcess): string | null => {
  if (pid === undefined) return 'it could not be started'
  if (signalCode !== null) return `ended by ${signalCode}`
  return exitCode === null ? null : `ended with exit code ${exitCode}`
}

/** @throws Error that names the command if it fails or takes longer than `msMax` */
export async function runToEnd(command: readonly string[], env: NodeJS.ProcessEnv, msMax: number): Promise<void> {
  const [program = '', ...words] = command
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: msMax, killSignal: 'SIGKILL' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command.join(' ')}: ${code === null ? `not done within ${msMax} ms` : `exit code ${code}`}: ${said}`)
}

const TAIL_CHARS = 3000

/** The end of a log, for a message; empty if there is no file. */
export function tailOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-TAIL_CHARS)
  } catch {
    return ''
  }
}
