/** The records to journal that come from the devices, and from time alone. */
import {
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  repeat,
  type Subscription,
  startWith,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs'
import type { RecordBody } from '../../wire/record.ts'
import type { CatchUp, Heard } from './catch-up.ts'
import type { Slices } from './in-slices.ts'
import type { Publisher } from './publisher.ts'

/** While lines are held, or a device is asked whether a lag has ended: how often to check. A lag is 1.5 s. */
const TICK_MS = 100
/** A longer wait is taken in parts, because Node takes no longer timer. */
const WAIT_MS_MAX = 2 ** 31 - 1

/** The device reports to journal; the rest are shown. */
export const heard = (
  reports$: Observable<Heard>,
  work: Slices<RecordBody>,
  order: CatchUp,
  publisher: Publisher,
): Observable<RecordBody> => {
  let ticking: Subscription | null = null
  const tickLater = (): void => {
    if (ticking !== null || !order.holds()) return
    ticking = timer(TICK_MS).subscribe(() => {
      ticking = null
      if (work.sinceMs() === null) work.add(() => thenTick(order.tick()))
      else tickLater()
    })
  }
  function* thenTick(bodies: Iterable<RecordBody>): Generator<RecordBody> {
    yield* bodies
    tickLater()
  }
  return merge(
    work.drawn$,
    reports$.pipe(
      tap(({ device, report }) => {
        publisher.report(device, report)
        work.add(() => thenTick(order.take({ device, report })))
      }),
      finalize(() => {
        ticking?.unsubscribe()
        work.end()
      }),
      ignoreElements(),
    ),
  )
}

export interface Lapsing {
  /** When the next lag ends, table time; null: none runs. */
  readonly awaited: () => number | null
  /** Whenever that may have changed. */
  readonly changed$: Observable<unknown>
  /** How far silence means that nothing happened; null: not as far as asked. */
  readonly silentTo: (at: number) => number | null
  readonly tableMs: () => number
}

/**
 * A tick if a lag ended and no line came to show it. While a device is disconnected, or has not said what it had by then, nobody can say that
 * nothing happened.
 */
export const lapsed = ({ awaited, changed$, silentTo, tableMs }: Lapsing): Observable<RecordBody> => {
  let asked = 0
  return changed$.pipe(
    startWith(null),
    map(awaited),
    distinctUntilChanged(),
    switchMap((deadline) => (deadline === null || deadline === asked ? EMPTY : silentAt(deadline, { silentTo, tableMs }))),
    map(({ deadline, to }): RecordBody => {
      asked = deadline
      return { kind: 'tick', to: Math.min(to, tableMs()) }
    }),
  )
}

/** Once the deadline has passed, asks until the devices have said enough. */
const silentAt = (deadline: number, { silentTo, tableMs }: Pick<Lapsing, 'silentTo' | 'tableMs'>) =>
  defer(() => {
    const leftMs = deadline - tableMs()
    const waitMs = leftMs > 0 ? Math.min(leftMs, WAIT_MS_MAX) : TICK_MS
    return timer(waitMs).pipe(map(() => (tableMs() < deadline ? null : silentTo(deadline))))
  }).pipe(
    repeat(),
    filter((to) => to !== null),
    take(1),
    map((to) => ({ deadline, to })),
  )
