/** A process before a real pseudo-terminal, and what a person sees on it. */

import { createRequire } from 'node:module'
import { after } from 'node:test'
import type * as NodePty from '@lydell/node-pty'
import { type Emulator, emulator } from './emulator.ts'

const { spawn } = createRequire(import.meta.url)('@lydell/node-pty') as typeof NodePty

export interface TerminalRun {
  readonly seen: Emulator
  /** All that was written. */
  text(): string
  /** Resolves when the screen is as wanted; rejects when nothing moves for long, or the process ends before. */
  until(what: string, wanted: (seen: Emulator) => boolean): Promise<void>
  resize(columns: number, rows: number): void
  press(keys: string): void
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code; -1 by a signal. */
  ended(): Promise<number>
}

export interface TerminalOptions {
  readonly cwd: string
  readonly columns: number
  readonly rows: number
  readonly env?: NodeJS.ProcessEnv
}

/** Without a byte for so long it hangs; a busy machine is slow, not silent. */
const SILENCE_MS_MAX = 60_000

export function runAtTerminal(args: readonly string[], { cwd, columns, rows, env = {} }: TerminalOptions): TerminalRun {
  const seen = emulator(columns, rows)
  const { NO_COLOR: _none, ...own } = process.env
  const all = { ...own, TERM: 'xterm-256color', ...env }
  const child = spawn(process.execPath, [...args], { cwd, cols: columns, rows, name: all.TERM, env: all })
  let text = ''
  let wrong: unknown = null
  const looks = new Set<() => void>()
  let exited = false
  child.onData((part) => {
    text += part
    try {
      seen.write(part)
    } catch (error) {
      wrong ??= error
    }
    for (const look of looks) look()
  })
  const exit = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      exited = true
      for (const look of looks) look()
      resolve(signal ? -1 : exitCode)
    })
  })
  after(() => {
    if (!exited) child.kill('SIGKILL')
  })
  const trouble = (what: string): Error =>
    new Error(`${what}\n${wrong === null ? '' : `the terminal did not understand: ${String(wrong)}\n`}${seen.screen().join('\n')}`)

  return {
    seen,
    text: () => text,
    until: (what, wanted) =>
      new Promise((resolve, reject) => {
        let late: NodeJS.Timeout
        const done = (error: Error | null): void => {
          clearTimeout(late)
          looks.delete(look)
          if (error === null) resolve()
          else reject(error)
        }
        const wait = (): void => {
          late = setTimeout(() => done(trouble(`nothing moved for ${SILENCE_MS_MAX} ms, awaited: ${what}`)), SILENCE_MS_MAX)
        }
        const look = (): void => {
          clearTimeout(late)
          if (wrong !== null) done(trouble(what))
          else if (wanted(seen)) done(null)
          else if (exited) done(trouble(`it ended before: ${what}`))
          else wait()
        }
        looks.add(look)
        look()
      }),
    resize(toColumns, toRows) {
      seen.resize(toColumns, toRows)
      child.resize(toColumns, toRows)
    },
    press: (keys) => child.write(keys),
    signal: (name) => child.kill(name),
    ended: () => exit,
  }
}
