/** The records to journal that come from the devices, and from time alone. */
import { asyncScheduler, finalize, ignoreElements, interval, map, merge, mergeMap, type Observable, tap } from 'rxjs'
import type { RecordBody } from '../../wire/record.ts'
import type { CatchUp, Heard } from './catch-up.ts'
import type { Slices } from './in-slices.ts'
import type { Publisher } from './publisher.ts'

/** How often to check whether a lag has ended without a line. A finding may come this much late; a lag is 1.5 s. */
const TICK_MS = 100

/** The device reports to journal; the rest are shown. */
export const heard = (
  reports$: Observable<Heard>,
  work: Slices<RecordBody>,
  order: CatchUp,
  publisher: Publisher,
): Observable<RecordBody> => {
  const ticking = interval(TICK_MS, asyncScheduler).subscribe(() => {
    if (work.sinceMs() === null) work.add(order.tick)
  })
  return merge(
    work.drawn$,
    reports$.pipe(
      tap(({ device, report }) => {
        publisher.report(device, report)
        work.add(() => order.take({ device, report }))
      }),
      finalize(() => {
        ticking.unsubscribe()
        work.end()
      }),
      ignoreElements(),
    ),
  )
}

/**
 * A tick if a lag ended and no line came to show it. While a device is disconnected, or has not said what it had by then, nobody can say that
 * nothing happened. `silentTo`: how far silence means that; null: not as far as asked.
 */
export const lapsed = (
  awaited: () => number | null,
  silentTo: (at: number) => number | null,
  tableMs: () => number,
): Observable<RecordBody> => {
  let asked = 0
  return interval(TICK_MS, asyncScheduler).pipe(
    map(awaited),
    mergeMap((deadline): readonly RecordBody[] => {
      if (deadline === null || deadline === asked || tableMs() < deadline) return []
      const to = silentTo(deadline)
      if (to === null) return []
      asked = deadline
      return [{ kind: 'tick', to: Math.min(to, tableMs()) }]
    }),
  )
}
