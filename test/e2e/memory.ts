/** What a daemon holds that was started with `memory-told.mjs`. */
import { join } from 'node:path'
import type { Daemon } from './processes.ts'

export const MEMORY_TOLD = join(import.meta.dirname, 'memory-told.mjs')

export interface Memory {
  /** V8's heap after a collection, and what lies beside it, bytes. */
  readonly held: number
  readonly resident: number
}

/** Asks again and again, one behind the other. */
export function memoryOf(daemon: Daemon): () => Promise<Memory> {
  let times = 0
  return async () => {
    const told = new RegExp(`memory ${++times}: (\\d+) held, (\\d+) resident\\n`)
    daemon.signal('SIGPWR')
    await daemon.says(told)
    const [, held, resident] = told.exec(daemon.said()) ?? []
    return { held: Number(held), resident: Number(resident) }
  }
}

/**
 * How long its event loop is held up at most while `what` is done, ms, again and again: of each turn the lesser of the clock's time and the
 * processor's.
 */
export function lagOf(daemon: Daemon): (what: () => Promise<void>) => Promise<number> {
  let times = 0
  return async (what) => {
    times += 1
    const told = new RegExp(`(?:event loop held up for ([\\d.]+) ms at most\\n[^]*){${times}}`)
    daemon.signal('SIGUSR2')
    await what()
    daemon.signal('SIGUSR2')
    await daemon.says(told)
    return Number(told.exec(daemon.said())?.[1])
  }
}
