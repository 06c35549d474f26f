/** Time of one simulation: what waits is called in order, with nothing of the machine's own clock in it. */
import { setImmediate as turnOfLoop } from 'node:timers'
import type { Timing } from '../../simulators/device/timing.ts'

interface Due {
  readonly atMs: number
  readonly run: () => void
  /** Of the simulated process: gone when that is killed. */
  readonly isMortal: boolean
}

export interface VirtualTime {
  /** For the world outside the process. */
  readonly world: Timing
  readonly nowMs: () => number
  /** Runs what falls due within `ms`, each to its end. */
  advance(ms: number): Promise<void>
  /** The process has died: nothing that it waited for comes. */
  killProcess(): void
  /** Gives the timers back to Node. */
  restore(): void
}

/** Lets every promise come to its end. */
const settle = (): Promise<void> => new Promise((resolve) => turnOfLoop(resolve))

/** From here on the timers of this Node process are those of the simulated one. */
export const virtualTime = (): VirtualTime => {
  let nowMs = 0
  let asked = 0
  const due = new Map<number, Due>()
  const add = (ms: number, run: () => void, isMortal: boolean): number => {
    due.set(++asked, { atMs: nowMs + Math.max(0, ms), run, isMortal })
    return asked
  }
  const first = (): number | null => {
    let found: number | null = null
    let atMs = Number.POSITIVE_INFINITY
    for (const [id, each] of due) if (each.atMs < atMs) [found, atMs] = [id, each.atMs]
    return found
  }
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis
  const repeat = (run: () => void, ms: number): { id: number } => {
    const handle = { id: 0 }
    const again = () => {
      handle.id = add(Math.max(1, ms), again, true)
      run()
    }
    handle.id = add(Math.max(1, ms), again, true)
    return handle
  }
  const cancel = (handle?: { id: number }): void => void (handle && due.delete(handle.id))
  const once = (run: (...words: unknown[]) => void, ms = 0, ...words: unknown[]) => ({ id: add(ms, () => run(...words), true) })
  Object.assign(globalThis, {
    ...{ setTimeout: once, clearTimeout: cancel, setInterval: repeat, clearInterval: cancel, clearImmediate: cancel },
    setImmediate: (run: () => void) => once(run),
  })
  return {
    nowMs: () => nowMs,
    world: {
      nowMs: () => nowMs,
      after: (ms, run) => {
        const id = add(ms, run, false)
        return () => due.delete(id)
      },
    },
    async advance(ms) {
      const untilMs = nowMs + ms
      await settle()
      for (let id = first(); id !== null; id = first()) {
        const next = due.get(id)
        if (next === undefined || next.atMs > untilMs) break
        due.delete(id)
        nowMs = next.atMs
        next.run()
        await settle()
      }
      nowMs = untilMs
    },
    killProcess: () => {
      for (const [id, { isMortal }] of due) if (isMortal) due.delete(id)
    },
    restore: () => void Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate }),
  }
}
