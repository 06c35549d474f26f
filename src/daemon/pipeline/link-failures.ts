/**
 * Which losses of a link are journaled, and so become an alarm. No link has failed that the table is still looking for after its start, or that
 * it closes itself at its end:
 *
 *   start ── looks for its devices ── 3 s ── plays ───────────────── stop ── closes its ports
 *            found: up                 │     lost: down, at once             down: not journaled
 *            not there: waits ─────────┴─ still not there: down
 */
import {
  asyncScheduler,
  defer,
  filter,
  ignoreElements,
  merge,
  mergeMap,
  type Observable,
  type SchedulerLike,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import { SILENCE_MS_MAX } from '../../../firmware-bridge/link.ts'
import type { RecordBody } from '../../wire/record.ts'

/** As long as a word is waited for on an open line. */
export const LOOKED_FOR_MS = SILENCE_MS_MAX

type LinkBody = Extract<RecordBody, { readonly kind: 'link' }>

/** Passes on what is to be journaled, from the start on. `stopping$`: the table closes its ports. */
export const failuresOnly =
  (stopping$: Observable<unknown>, scheduler: SchedulerLike = asyncScheduler) =>
  (bodies$: Observable<RecordBody>): Observable<RecordBody> =>
    defer(() => {
      let stage: 'looking' | 'playing' | 'stopping' = 'looking'
      const found = new Set<string>()
      /** The newest word of each device that has not been found. */
      const away = new Map<string, LinkBody>()
      const isNews = (link: LinkBody): boolean => {
        if (link.up) {
          found.add(link.device)
          away.delete(link.device)
          return true
        }
        if (stage !== 'looking' || found.has(link.device)) return stage !== 'stopping'
        away.set(link.device, link)
        return false
      }
      return merge(
        stopping$.pipe(
          take(1),
          tap(() => (stage = 'stopping')),
          ignoreElements(),
        ),
        timer(LOOKED_FOR_MS, scheduler).pipe(
          takeUntil(stopping$),
          tap(() => (stage = 'playing')),
          mergeMap(() => [...away.values()]),
        ),
        bodies$.pipe(filter((body) => body.kind !== 'link' || isNews(body))),
      )
    })
