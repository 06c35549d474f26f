/**
 * F21: whether another daemon claims to be this table. All of them publish `ready` on one topic, so each hears the others. If anybody else
 * was the last to write there, this daemon corrects it by publishing `ready` again.
 *
 *   ready of another instance ──> alarm, and `ready` again: once per connection of the other, so that two daemons do not answer for ever
 *   lost, stopped, rubbish ─────> `ready` again: a late will of this daemon's former connection, or of the daemon before it
 *   own new connection ─────────> daemons still there answer it; one that does not answer within 10 s is gone
 */
import {
  asyncScheduler,
  concat,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  type Subscription,
  scan,
  share,
  startWith,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import type { HostWords } from '../../engine/observation.ts'
import { type HeardStatus, readStatus } from '../../wire/heard-status.ts'
import { secondDaemonWords } from '../../wire/host-alarms.ts'
import type { Receipt } from '../broker/inbound.ts'
import type { Telling } from './host-news.ts'

interface Stranger {
  /** When it was first heard, Unix ms. */
  readonly heardAtMs: number
  /** Its last connection that was answered. */
  readonly conn: number
  /** Heard since this daemon's newest connection. */
  readonly isHere: boolean
}

export interface Others {
  readonly strangers: ReadonlyMap<string, Stranger>
  /** The table has to publish its status again. */
  readonly isAnswerDue: boolean
}

export const NOBODY: Others = { strangers: new Map(), isAnswerDue: false }

/** Two or three daemons are a mistake; making up more gains nothing. */
const STRANGERS_MAX = 8

export type Sign =
  /** null: it is not a status. */
  | { readonly kind: 'said'; readonly status: HeardStatus | null; readonly atMs: number }
  | { readonly kind: 'connected' }
  | { readonly kind: 'waited' }

/** `own`: this daemon's instance. */
export const othersAfter = ({ strangers }: Others, sign: Sign, own: string): Others => {
  switch (sign.kind) {
    case 'connected':
      return { strangers: new Map([...strangers].map(([name, each]) => [name, { ...each, isHere: false }])), isAnswerDue: false }
    case 'waited':
      return { strangers: new Map([...strangers].filter(([, { isHere }]) => isHere)), isAnswerDue: false }
    case 'said':
      return saidAfter(strangers, sign, own)
  }
}

const saidAfter = (strangers: Others['strangers'], { status, atMs }: Extract<Sign, { kind: 'said' }>, own: string): Others => {
  if (status === null) return { strangers, isAnswerDue: true }
  const { state, instance, conn } = status
  if (state !== 'ready') return { strangers: new Map([...strangers].filter(([name]) => name !== instance)), isAnswerDue: true }
  if (instance === own) return { strangers, isAnswerDue: false }
  const known = strangers.get(instance)
  if (known === undefined && strangers.size >= STRANGERS_MAX) return { strangers, isAnswerDue: false }
  const stranger = { heardAtMs: known?.heardAtMs ?? atMs, conn, isHere: true }
  return { strangers: new Map([...strangers, [instance, stranger]]), isAnswerDue: known?.conn !== conn }
}

/** The first that was heard, as long as it stays: further ones change nothing. */
const wordsOf = ({ strangers }: Others): HostWords | null => {
  const [first] = strangers
  return first === undefined ? null : secondDaemonWords(first[0], first[1].heardAtMs)
}

/** Even a thousand statuses a second get one answer in this time. */
const ANSWER_EVERY_MS = 2000
/** Longer than an answer takes; and a daemon that keeps coming and going makes no more records than one in this time. */
const CALM_MS = 10_000

export interface SecondDaemonOptions {
  readonly instance: string
  readonly statuses$: Observable<Receipt>
  /** Emits with every connection to the broker. */
  readonly connected$: Observable<unknown>
  readonly wallMs: () => number
  /** Publishes the table's status again. */
  readonly announce: () => void
}

export const watchSecondDaemon = (
  { instance, statuses$, connected$, wallMs, announce }: SecondDaemonOptions,
  { tell, warn }: Telling,
  scheduler: SchedulerLike = asyncScheduler,
): Subscription => {
  const said$ = statuses$.pipe(
    // A kept message does not mean that a daemon runs, and the birth message replaces it.
    filter(({ isKept }) => !isKept),
    map(({ payload }): Sign => ({ kind: 'said', status: readStatus(payload), atMs: wallMs() })),
  )
  const asked$ = connected$.pipe(
    switchMap(() => concat(of<Sign>({ kind: 'connected' }), timer(CALM_MS, scheduler).pipe(map((): Sign => ({ kind: 'waited' }))))),
  )
  const others$ = merge(said$, asked$).pipe(
    scan((others: Others, sign: Sign) => othersAfter(others, sign, instance), NOBODY),
    share(),
  )
  const watching = others$
    .pipe(
      filter(({ isAnswerDue }) => isAnswerDue),
      throttleTime(ANSWER_EVERY_MS, scheduler, { leading: true, trailing: true }),
    )
    .subscribe(announce)
  watching.add(
    others$
      .pipe(
        map(wordsOf),
        // An earlier daemon may have reported it.
        startWith(null),
        distinctUntilChanged((one, other) => one?.text === other?.text),
        switchMap((words) => (words === null ? timer(CALM_MS, scheduler).pipe(map(() => null)) : of(words))),
      )
      .subscribe((words) => {
        tell('second-daemon', words)
        if (words !== null) warn(`${words.text} ${words.remedy}`)
      }),
  )
  return watching
}
