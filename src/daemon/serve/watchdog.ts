/**
 * A stalled process answers nobody and hangs until a person comes; a process that has ended is started again at once (F24). Under a systemd
 * unit with `WatchdogSec`, systemd ends it unless it reports from here that its event loop turns; elsewhere, and until all is started, a thread
 * of its own does.
 *
 *   event loop --turns--> thread (watchdog-thread.mjs) --SIGKILL--> this process
 *              `-------> systemd-notify --WATCHDOG=1--> systemd --SIGABRT, SIGKILL--> this process
 */
import { execFile } from 'node:child_process'
import { Worker } from 'node:worker_threads'

export interface Watchdog {
  /** A journal is being read, until `ready`: as at the beginning, only processor time counts. */
  starting(): void
  /** Everything runs: systemd starts the units that wait for this one. `status`: one line for `systemctl status`. */
  ready(status: string): void
  /** Called before the end: stops watching. */
  stop(): void
}

/** The environment systemd gives to a unit's process: sd_notify(3), sd_watchdog_enabled(3). */
export interface UnitEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined
  /** Microseconds, decimal. */
  readonly WATCHDOG_USEC?: string | undefined
}

export interface WatchdogDeps {
  /** Notifies systemd; needed because Node cannot open the kind of datagram socket that systemd listens on. */
  readonly notify?: (words: readonly string[]) => void
  readonly warn: (text: string) => void
}

/** Time between checks. The loop turns after every line that is folded, at a start too, and the dearest takes a tenth of `STALLED_LOOKS` checks. */
const LOOK_MS = 500
/** 5 s: every fault shows within that time (P6), and the broker publishes `lost` as soon as the connection is gone. */
const STALLED_LOOKS = 10
/** Twice as often as required, as sd_watchdog_enabled(3) recommends. */
const PART_OF_WATCHDOG = 2
const USEC_PER_MS = 1000

export function startWatchdog(environment: UnitEnvironment, { warn, notify = systemdNotify(warn) }: WatchdogDeps): Watchdog {
  const isUnit = environment.NOTIFY_SOCKET !== undefined && environment.NOTIFY_SOCKET !== ''
  const askedMs = isUnit ? Number(environment.WATCHDOG_USEC) / USEC_PER_MS : Number.NaN
  const thread = watchInThread(warn)
  let stopTelling: (() => void) | null = null
  return {
    starting: () => thread.setStarting(true),
    ready: (status) => {
      if (isUnit) notify(['READY=1', `STATUS=${status}`])
      thread.setStarting(false)
      if (!(askedMs > 0) || stopTelling !== null) return
      thread.stop()
      stopTelling = tellTurns(askedMs, notify)
    },
    stop: () => {
      thread.stop()
      stopTelling?.()
      if (isUnit) notify(['STOPPING=1'])
    },
  }
}

/** Reports to systemd that the event loop turns. */
function tellTurns(askedMs: number, notify: (words: readonly string[]) => void): () => void {
  const telling = setInterval(() => notify(['WATCHDOG=1']), askedMs / PART_OF_WATCHDOG)
  telling.unref()
  return () => clearInterval(telling)
}

function systemdNotify(warn: (text: string) => void): (words: readonly string[]) => void {
  let isTold = false
  return (words) => {
    execFile('systemd-notify', words, (error) => {
      if (error === null || isTold) return
      isTold = true
      warn(
        `systemd-notify failed: ${error.message.trim()}. Without it systemd takes this process for stalled: install it, or set Type=simple and remove WatchdogSec`,
      )
    })
  }
}

function watchInThread(warn: (text: string) => void): { readonly setStarting: (isStarting: boolean) => void; readonly stop: () => void } {
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
  const view = new Int32Array(shared)
  const [TURNS, END, STARTING] = [0, 1, 2]
  Atomics.store(view, STARTING, 1)
  const turning = setInterval(() => Atomics.add(view, TURNS, 1), LOOK_MS)
  turning.unref()
  // The thread keeps only two numbers; with a heap of the usual size it would take 20 MB.
  const thread = new Worker(new URL('watchdog-thread.mjs', import.meta.url), {
    workerData: { shared, lookMs: LOOK_MS, looksMax: STALLED_LOOKS },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, stackSizeMb: 1 },
    execArgv: [],
  })
  thread.unref()
  thread.on('error', (error) => warn(`watchdog: it is not running, so a stalled program would not be ended: ${error.message}`))
  return {
    setStarting: (isStarting) => void Atomics.store(view, STARTING, isStarting ? 1 : 0),
    stop: () => {
      clearInterval(turning)
      Atomics.store(view, END, 1)
      Atomics.notify(view, END)
    },
  }
}
