/**
 * Everything that a table looks at from time to time is looked at when its event loop shows that it turns (`firmware-bridge/listening.ts`):
 * each timer of its own would wake the processor, and an idle table costs little but its wake-ups.
 */
import { defer, filter, type MonoTypeOperatorFunction, type Observable, repeat, share, timer } from 'rxjs'
import type { Listening } from '../../../firmware-bridge/listening.ts'

/** Runs while somebody subscribes. */
export const turnsOf = (ear: Pick<Listening, 'turned'>): Observable<unknown> => defer(() => timer(ear.turned())).pipe(repeat(), share())

/** A turn may come this much too early. */
const EARLY_MS = 50

/** The turns that are at least `ms` apart; the first comes as long after the subscription. `nowMs`: monotonic. */
export const every =
  (ms: number, nowMs: () => number): MonoTypeOperatorFunction<unknown> =>
  (turn$) =>
    defer(() => {
      let lastMs = nowMs()
      return turn$.pipe(
        filter(() => {
          const now = nowMs()
          if (now - lastMs < ms - EARLY_MS) return false
          lastMs = now
          return true
        }),
      )
    })
