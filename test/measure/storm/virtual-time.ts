/** The time of one simulation: timers fire in order, independent of the machine's own clock. */
import { setImmediate as turnOfLoop } from 'node:timers'
import TinyQueue from 'tinyqueue'
import type { Timing } from '../../../simulators/device/timing.ts'

interface Due {
  readonly atMs: number
  /** Order of the requests: of timers due at the same time, the one requested first fires first. */
  readonly asked: number
  readonly run: () => void
  isCancelled: boolean
}

export interface VirtualTime {
  /** Timers for the world outside the process. */
  readonly world: Timing
  readonly nowMs: () => number
  /** Number of timers that the simulated process waits for. */
  readonly waiting: () => number
  /** Runs everything that falls due within `ms`, each to its end. */
  advance(ms: number): Promise<void>
  /** The process has died: none of its timers fires. */
  killProcess(): void
  /** Gives the timers back to Node. */
  restore(): void
}

/** Lets every pending promise settle. */
const settle = (): Promise<void> => new Promise((resolve) => turnOfLoop(resolve))

/** Global timers in the shape of Node's own. The timer behind a handle changes each time it repeats. */
interface Handle {
  due: Due
}

const timersOf = (add: (ms: number, run: () => void) => Due, cancel: (due: Due) => void) => {
  const once = (run: (...words: unknown[]) => void, ms = 0, ...words: unknown[]): Handle => ({ due: add(ms, () => run(...words)) })
  const repeat = (run: () => void, ms = 0): Handle => {
    const again = (): void => {
      handle.due = add(Math.max(1, ms), again)
      run()
    }
    const handle: Handle = { due: add(Math.max(1, ms), again) }
    return handle
  }
  const end = (handle?: Handle): void => void (handle && cancel(handle.due))
  const setImmediate = (run: () => void): Handle => once(run)
  return { setTimeout: once, clearTimeout: end, setInterval: repeat, clearInterval: end, setImmediate, clearImmediate: end }
}

/** From this call on, the timers of this Node process are those of the simulated one. */
export const virtualTime = (): VirtualTime => {
  let nowMs = 0
  let asked = 0
  const queue = new TinyQueue<Due>([], (one, other) => one.atMs - other.atMs || one.asked - other.asked)
  /** Timers of the simulated process, which vanish when it is killed. */
  let mortal = new Set<Due>()
  const add = (ms: number, run: () => void, isMortal: boolean): Due => {
    const due: Due = { atMs: nowMs + Math.max(0, ms), asked: ++asked, run, isCancelled: false }
    queue.push(due)
    if (isMortal) mortal.add(due)
    return due
  }
  const cancel = (due: Due): void => {
    due.isCancelled = true
    mortal.delete(due)
  }
  const own = timersOf((ms, run) => add(ms, run, true), cancel)
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis
  Object.assign(globalThis, own)
  return {
    nowMs: () => nowMs,
    waiting: () => mortal.size,
    world: {
      nowMs: () => nowMs,
      after: (ms, run) => {
        const due = add(ms, run, false)
        return () => cancel(due)
      },
    },
    async advance(ms) {
      const untilMs = nowMs + ms
      await settle()
      for (let next = queue.peek(); next !== undefined && next.atMs <= untilMs; next = queue.peek()) {
        queue.pop()
        if (next.isCancelled) continue
        mortal.delete(next)
        nowMs = next.atMs
        next.run()
        await settle()
      }
      nowMs = untilMs
    },
    killProcess: () => {
      for (const due of mortal) due.isCancelled = true
      mortal = new Set()
    },
    restore: () => void Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate }),
  }
}
