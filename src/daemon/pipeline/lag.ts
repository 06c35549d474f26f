/**
 * How late the table is behind its devices: how long input waits to be reported, and how long this process was kept from running at all.
 *
 *   ok ── more than 2 s late ──> lagging ── less than 1 s late, for 5 s ──> ok
 *
 * Both changes are records of the journal, so that a replay cuts the same searches short.
 */
import { distinctUntilChanged, map, type Observable, type Subscription, scan } from 'rxjs'
import { TURN_MS } from '../../../firmware-bridge/listening.ts'
import { laggingWords } from '../../wire/host-alarms.ts'
import type { Telling } from './host-news.ts'

const LAGGING_MS = 2000
const CALM_MS = 1000
const CALM_FOR_MS = 5000
export interface Lag {
  /** How late it was when it began to lag, ms; null: it keeps up. */
  readonly lateMs: number | null
  /** Since when it is hardly late any more; null: it is late, or keeps up. */
  readonly calmSinceMs: number | null
}

export const KEEPS_UP: Lag = { lateMs: null, calmSinceMs: null }

/** `lateMs`: how late it is now; `nowMs`: monotonic. */
export const lagAfter = ({ lateMs: before, calmSinceMs }: Lag, lateMs: number, nowMs: number): Lag => {
  if (before === null) return lateMs > LAGGING_MS ? { lateMs: Math.round(lateMs), calmSinceMs: null } : KEEPS_UP
  if (lateMs >= CALM_MS) return { lateMs: before, calmSinceMs: null }
  const since = calmSinceMs ?? nowMs
  return nowMs - since >= CALM_FOR_MS ? KEEPS_UP : { lateMs: before, calmSinceMs: since }
}

export interface LagMeter {
  /** A record was numbered and waits to be published. */
  heard(): void
  /** The oldest of them was published. */
  said(): void
  /** How late the table is, ms; call it at least every `TURN_MS`. */
  lateMs(): number
}

/**
 * `isHeld`: nothing may be published at present, however fast the table is, because the disk accepts no records. `unfoldedMs`: since when
 * the oldest report waits to become a record; null: none waits.
 */
export const lagMeter = (nowMs: () => number, isHeld: () => boolean, unfoldedMs: () => number | null = () => null): LagMeter => {
  // As long as the journal's queue: its records are the ones that wait.
  let waiting: number[] = []
  let taken = 0
  let lastMs = nowMs()
  let isAnythingHeard = false
  return {
    heard: () => {
      waiting.push(nowMs())
      isAnythingHeard = true
    },
    said: () => {
      taken += 1
      if (taken < waiting.length) return
      waiting = []
      taken = 0
    },
    lateMs: () => {
      const now = nowMs()
      // Lines that came meanwhile lay unread in the ports; if none came, nobody had to wait.
      const keptMs = isAnythingHeard ? now - lastMs - TURN_MS : 0
      const waitedMs = isHeld() ? 0 : now - Math.min(waiting[taken] ?? now, unfoldedMs() ?? now)
      lastMs = now
      isAnythingHeard = false
      return Math.max(0, keptMs, waitedMs)
    },
  }
}

interface LagTelling extends Telling {
  /** How late the table is when it begins to lag; null: it keeps up again. Nothing uses it before the record of it is durable. */
  readonly show: (lateMs: number | null) => void
}

/** Looks with every `turn$`: well within the 5 s in which everything has to be reported (P6). */
export const watchLag = (
  meter: Pick<LagMeter, 'lateMs'>,
  nowMs: () => number,
  turn$: Observable<unknown>,
  { tell, warn, show }: LagTelling,
): Subscription => {
  let isTold = false
  return turn$
    .pipe(
      scan((lag) => lagAfter(lag, meter.lateMs(), nowMs()), KEEPS_UP),
      map(({ lateMs }) => lateMs),
      distinctUntilChanged(),
    )
    .subscribe((lateMs) => {
      // The first check also ends what an earlier daemon reported.
      tell('lagging', lateMs === null ? null : laggingWords())
      if (lateMs === null && !isTold) return
      isTold = lateMs !== null
      warn(lateMs === null ? 'the table keeps up with its devices again' : `the table is ${lateMs} ms behind its devices`)
      show(lateMs)
    })
}
