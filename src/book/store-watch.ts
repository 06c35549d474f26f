/**
 * Whether the store is damaged: it is checked at the start and each night, and a query may meet damage at any time. Time is a parameter.
 *
 *   start --- check ---> damaged: the book does not start (exit code 70)
 *                  `---> not done after 20 s: it goes on while the book runs
 *   night --- check ---> damaged, or a query met damage: STORE-DAMAGED, told once, and in /healthz until a check finds the store whole
 */
import { reasonOf } from '../base/process/reason.ts'
import type { Check } from './store/check.ts'
import type { StoreDamaged } from './store/open.ts'

export interface StoreWatchPort {
  /** Begins a check of the whole store; null: there is nothing to check. */
  readonly check: () => Check | null
  /** Its size, `12.3 MB`; null: unknown. */
  readonly size: () => string | null
  readonly notice: (text: string) => void
  /** Enters an incident. */
  readonly tell: (text: string) => void
  /** Monotonic, ms. */
  readonly nowMs: () => number
}

export interface StoreWatch {
  /** @throws StoreDamaged when the first check finds damage soon */
  begin(wallMs: number, waitMs?: number): Promise<void>
  /** Checks the store each night. `wallMs`: Unix ms. */
  passTime(wallMs: number): void
  /** A query met damage. */
  met(fault: StoreDamaged): void
  /** What is wrong with the store and what to do; null: nothing is known. */
  damage(): string | null
  stop(): Promise<void>
}

const START_WAIT_MS = 20_000
/** Of this machine's clock: few tables are open, and no report of the night is being made. */
const NIGHT_HOUR = 5

/** The next beginning of that hour after `ms`. */
export const nightAfter = (ms: number): number => {
  const at = new Date(ms)
  const tonight = new Date(at.getFullYear(), at.getMonth(), at.getDate(), NIGHT_HOUR).getTime()
  return tonight > ms ? tonight : new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1, NIGHT_HOUR).getTime()
}

export const createStoreWatch = (port: StoreWatchPort): StoreWatch => {
  let checking: { readonly check: Check; readonly ended: Promise<StoreDamaged | null> } | null = null
  let [known, isStopped, nightMs] = [null as string | null, false, Number.POSITIVE_INFINITY]
  const met = ({ message }: StoreDamaged): void => {
    if (known !== null) return
    known = message
    port.notice(`book: ${message}`)
    port.tell(message)
  }
  /** Resolves when the check has ended. */
  const begun = (): Promise<StoreDamaged | null> => {
    const check = port.check()
    if (check === null) return Promise.resolve(null)
    const fromMs = port.nowMs()
    const ended = check.found
      .then((fault) => {
        if (!isStopped && fault === null) {
          known = null
          const size = port.size()
          port.notice(`book: the store is whole${size === null ? '' : `, ${size}`}; the check took ${seconds(port.nowMs() - fromMs)}`)
        }
        return fault
      })
      .catch((error: unknown) => {
        if (!isStopped) port.notice(`book: the store could not be checked for damage: ${reasonOf(error)}`)
        return null
      })
      .finally(() => {
        checking = null
      })
    checking = { check, ended }
    return ended
  }
  return {
    begin: async (wallMs, waitMs = START_WAIT_MS) => {
      nightMs = nightAfter(wallMs)
      const ended = begun()
      const fault = await soon(ended, waitMs)
      if (fault !== 'later') {
        if (fault !== null) throw fault
        return
      }
      port.notice('book: the store is being checked for damage, which goes on while the book runs')
      void ended.then((late) => late === null || met(late))
    },
    passTime: (wallMs) => {
      if (wallMs < nightMs || checking !== null || isStopped) return
      nightMs = nightAfter(wallMs)
      void begun().then((fault) => fault === null || met(fault))
    },
    met,
    damage: () => known,
    stop: async () => {
      isStopped = true
      checking?.check.stop()
      await checking?.ended
    },
  }
}

const soon = async <T>(ended: Promise<T>, ms: number): Promise<T | 'later'> => {
  let timer: NodeJS.Timeout | undefined
  const later = new Promise<'later'>((resolve) => {
    timer = setTimeout(resolve, ms, 'later')
  })
  return Promise.race([ended, later]).finally(() => clearTimeout(timer))
}
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
