/**
 * News of the machine itself: the disk, the space on it, how long the certificates are valid, and whether its clock was set.
 * Each becomes a record of the journal, whose fold has the alarm, and a line for whoever watches the daemon: once, and again when it gets
 * worse.
 */
import {
  asyncScheduler,
  concat,
  delay,
  distinctUntilChanged,
  EMPTY,
  elementAt,
  exhaustMap,
  filter,
  interval,
  map,
  type Observable,
  of,
  type SchedulerLike,
  type Subscription,
  scan,
  startWith,
  switchMap,
  tap,
  throttleTime,
  timer,
} from 'rxjs'
import type { HostAlarm, HostWords } from '../../engine/observation.ts'
import type { AlarmBook } from '../../procedure/alarms.ts'
import type { NamedMessage } from '../../procedure/catalogue/figures.ts'
import type { Refusal } from '../../wire/envelope.ts'
import {
  acceptedWords,
  backlogWords,
  brokerFullWords,
  brokerWords,
  caughtUpWords,
  clockWords,
  cutWords,
  diskWords,
  forgedWords,
  leftOutWords,
  refusedWords,
  roomWords,
  type TakeoverKind,
  takeoverWords,
  tooLargeWords,
} from '../../wire/host-alarms.ts'
import type { RecordBody } from '../../wire/record.ts'
import type { LinkState } from '../broker/link.ts'
import type { Refused } from '../broker/refusals.ts'
import type { Journal } from '../journal/journal.ts'
import { type Filling, fillingAfter } from '../journal/room.ts'
import type { JournalState } from '../journal/segment-writer.ts'
import type { TableClock } from './clock.ts'
import type { Publisher } from './publisher.ts'

/** null: the fault is over, or there is none. */
export type Tell = (alarm: HostAlarm, words: HostWords | null) => void

export interface Telling {
  readonly tell: Tell
  /** A line for the person who watches the daemon. */
  readonly warn: (text: string) => void
}

/** Passes on only news. Until an alarm has been reported here, news is whatever differs from the alarm book. */
export const newsOnly = (alarms: () => AlarmBook, hear: (body: RecordBody) => void): Tell => {
  const told = new Map<HostAlarm, string | null>()
  const inBook = (alarm: HostAlarm): string | null =>
    alarms().open.find((open) => open.alarm === alarm && open.holds && open.endsAt === null)?.text ?? null
  return (alarm, words) => {
    const before = told.has(alarm) ? told.get(alarm) : inBook(alarm)
    const text = words?.text ?? null
    told.set(alarm, text)
    if (text !== before) hear({ kind: 'host', alarm, words })
  }
}

/**
 * F10: a disk that accepts nothing is reported at once, and again only for another reason or once it accepts records. Its record is written
 * when the disk accepts it; until then its alarm is shown ahead of the journal.
 */
export const tellDisk = (state$: Observable<JournalState>, { tell, warn }: Telling, show: Publisher['disk']): void => {
  let isFailing = false
  state$.subscribe((state) => {
    const words = state.kind === 'failed' ? diskWords(state.reason) : null
    if (words !== null || isFailing) show(words)
    // One record per failure: on a disk that accepts nothing they would pile up.
    if (words === null || !isFailing) tell('journal', words)
    if (state.kind === 'failed')
      warn(
        `journal: cannot write to disk: ${state.reason}. The devices keep their events until they can be written: free some space or replace the disk`,
      )
    else if (isFailing) warn('journal: writing to disk works again')
    isFailing = words !== null
  })
}

/** F16, checked with every `tick$`. */
export const fillings = ({ room }: Pick<Journal, 'room'>, tick$: Observable<unknown>): Observable<Filling | null> =>
  tick$.pipe(
    exhaustMap(() => room()),
    scan<Awaited<ReturnType<typeof room>>, Filling | null>(fillingAfter, null),
    distinctUntilChanged(),
  )

const MB = 1_000_000

export const tellRoom = (filling: Filling | null, { tell, warn }: Telling): void => {
  const words = filling === null ? null : roomWords(filling.percent)
  tell('journal-room', words)
  if (filling !== null && words !== null) warn(`journal: ${words.text} ${Math.floor(filling.left / MB)} MB left. ${words.remedy}`)
}

/** Further changes within this time belong to the same alarm. */
const CALM_MS = 60_000

/** How far the machine's clock was set, ms, whenever it happens; looks with every `turn$`, so it is reported well within 5 s (P6). */
export const clockSteps = ({ look }: Pick<TableClock, 'look'>, turn$: Observable<unknown>): Observable<number> =>
  turn$.pipe(
    map(look),
    filter((stepMs) => stepMs !== null),
  )

/** F18. `wallMs`: the time the clock shows now. */
export const clockNews = (steps$: Observable<number>, wallMs: () => number, scheduler?: SchedulerLike): Observable<HostWords | null> =>
  toldForAWhile(steps$.pipe(map((stepMs) => clockWords(stepMs, wallMs()))), scheduler)

/** A momentary event stays reported for a minute after it last happened. */
export const toldForAWhile = (words$: Observable<HostWords>, scheduler?: SchedulerLike): Observable<HostWords | null> =>
  words$.pipe(
    // An earlier daemon may have reported it.
    startWith(null),
    switchMap((words) => {
      const calm$ = timer(CALM_MS, scheduler).pipe(map(() => null))
      return words === null ? calm$ : concat(of(words), calm$)
    }),
  )

/** What the opening of the journal has to tell: that its end was cut, that a person goes on in spite of something, and that a stranger spoke of it. */
export const openingWords = (
  { recovered: { cut }, opened: { doubts } }: Pick<Journal, 'recovered' | 'opened'>,
  nowMs: number,
  reason = '',
): readonly (readonly [HostAlarm, HostWords | null])[] => [
  ['journal-cut', cut === null ? null : cutWords(cut.file, cut.line, cut.bytes)],
  ['journal-accepted', doubts.texts.length === 0 ? null : acceptedWords(reason, doubts.texts)],
  ['forged-words', doubts.strangers.length === 0 ? null : forgedWords('checkpoint', nowMs)],
]

/** Something that has happened and is over: it is reported for a while, and ends what an earlier daemon reported. */
export const toldOnce = (words: HostWords | null, scheduler?: SchedulerLike): Observable<HostWords | null> =>
  concat(words === null ? EMPTY : of(words), timer(CALM_MS, scheduler).pipe(map(() => null)))

export const tellClock = (words: HostWords | null, { tell, warn }: Telling): void => {
  tell('clock', words)
  if (words !== null) warn(`${words.text} ${words.remedy}`)
}

/**
 * A broken connection is restored within two seconds; if it takes longer than this, that is reported, in time for P6. Looks are counted, not
 * time: while this program is held up, it tries no connection either.
 */
const BROKER_AWAY_MS = 4000
const BROKER_LOOK_MS = 250
/** A connection that ends sooner is none: the time without one goes on. */
const STANDS_MS = 1000

interface Presence {
  readonly isConnected: boolean
  readonly atMs: number
  /** The last connection did not stand. */
  readonly wasShort: boolean
  /** Since when there has been none that stands: on the scheduler's clock, and Unix ms. */
  readonly awayMs: number
  readonly sinceMs: number
}

/** After as many looks as make up this time. */
const looksFor = (ms: number, scheduler?: SchedulerLike): Observable<number> =>
  interval(BROKER_LOOK_MS, scheduler).pipe(elementAt(Math.max(0, Math.ceil(ms / BROKER_LOOK_MS) - 1)))

/** F12, F13: what to report about the connection to the broker, whenever it changes. `url`: for people. */
export const brokerNews = (
  state$: Observable<Pick<LinkState, 'kind'>>,
  url: string,
  wallMs: () => number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<HostWords | null> => {
  const after = (before: Presence, isConnected: boolean): Presence => {
    const atMs = scheduler.now()
    if (isConnected) return { ...before, isConnected, atMs }
    const wasShort = before.isConnected && atMs - before.atMs < STANDS_MS
    return { ...(wasShort ? before : { awayMs: atMs, sinceMs: wallMs() }), isConnected, atMs, wasShort }
  }
  const first = { isConnected: false, atMs: 0, wasShort: false, awayMs: 0, sinceMs: 0 }
  return state$.pipe(
    map(({ kind }) => kind),
    filter((kind) => kind !== 'stopped'),
    map((kind) => kind === 'connected'),
    distinctUntilChanged(),
    scan(after, first),
    switchMap(({ isConnected, atMs, wasShort, awayMs, sinceMs }) => {
      const words = isConnected ? null : brokerWords(url, sinceMs)
      if (isConnected && !wasShort) return of(words)
      return looksFor(isConnected ? STANDS_MS : BROKER_AWAY_MS - (atMs - awayMs), scheduler).pipe(map(() => words))
    }),
    distinctUntilChanged((one, other) => one?.text === other?.text),
  )
}

/** F21: another client connected with this one's id, or tried to. */
export const takeoverNews = (
  taken$: Observable<{ readonly url: string; readonly how: TakeoverKind }>,
  scheduler?: SchedulerLike,
): Observable<HostWords | null> => toldForAWhile(taken$.pipe(map(({ url, how }) => takeoverWords(url, how))), scheduler)

/** The alarm ends when there has been a free place for this long: clients that come and go have one alarm. */
const ROOMY_MS = 10_000

export const fullNews = (isFull$: Observable<boolean>, scheduler?: SchedulerLike): Observable<HostWords | null> =>
  isFull$.pipe(
    distinctUntilChanged(),
    switchMap((isFull) => (isFull ? of(brokerFullWords()) : timer(ROOMY_MS, scheduler).pipe(map(() => null)))),
    distinctUntilChanged((one, other) => one?.text === other?.text),
  )

export const tellFull = (words: HostWords | null, { tell, warn }: Telling): void => {
  tell('broker-full', words)
  if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
}

export const tellTakeover = (words: HostWords | null, { tell, warn }: Telling): void => {
  tell('takeover', words)
  if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
}

/** Topics of a table begin with casino/v1, the property, the pit and its name. */
const BASE_LEVELS = 5
const below = (topic: string): string => topic.split('/').slice(BASE_LEVELS).join('/')

/** The alarm ends when nothing has been refused for this long: a broker that accepts one message in two has one alarm, not hundreds. */
const ACCEPTING_MS = 10_000

/** What the broker does not accept at present. The words name the first message and stay as they are until the topic or the reason changes. */
export const refusedNews = (state$: Observable<Pick<LinkState, 'refusing'>>, scheduler?: SchedulerLike): Observable<HostWords | null> =>
  state$.pipe(
    map(({ refusing }) => refusing),
    distinctUntilChanged(),
    switchMap((refusing) => (refusing === null ? timer(ACCEPTING_MS, scheduler).pipe(map(() => null)) : of(refusing))),
    distinctUntilChanged((one, other) => one?.topic === other?.topic && one?.reason === other?.reason),
    map((refused) =>
      refused === null ? null : refusedWords({ topic: below(refused.topic), from: refused.number, reason: refused.reason }),
    ),
  )

/** They are named together this soon, and further ones half a minute later: the records that name them may be refused themselves. */
const NAMED_AFTER_MS = 1000
const NAMED_EVERY_MS = 30_000
const SPANS_MAX = 20

/** Messages that are left out: one span of numbers for each topic and reason. */
export const leftOutNews = (leftOut$: Observable<Refused>, scheduler?: SchedulerLike): Observable<HostWords | null> => {
  const spans = new Map<string, NamedMessage>()
  const collect = ({ topic, number, reason }: Refused) => {
    const key = `${topic} ${reason}`
    const span = spans.get(key)
    if (span !== undefined || spans.size < SPANS_MAX)
      spans.set(key, { topic: below(topic), from: span?.from ?? number, to: number, reason })
  }
  const words$ = leftOut$.pipe(
    tap(collect),
    throttleTime(NAMED_EVERY_MS, scheduler, { leading: true, trailing: true }),
    delay(NAMED_AFTER_MS, scheduler),
    filter(() => spans.size > 0),
    map(() => {
      const words = leftOutWords([...spans.values()])
      spans.clear()
      return words
    }),
  )
  return toldForAWhile(words$, scheduler)
}

export const tellRefusing = (words: HostWords | null, { tell, warn }: Telling): void => {
  tell('refused', words)
  if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
}

export const tellLeftOut = (words: HostWords | null, { tell, warn }: Telling): void => {
  tell('left-out', words)
  if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
}

export const tellBroker = (words: HostWords | null, { tell }: Telling): void => tell('broker', words)

/** F17. The alarm is over as soon as it is reported: everything else continues. */
export const tellRefused = ({ id, bytes, reason }: Refusal, { tell, warn }: Telling): void => {
  tell('message', tooLargeWords(id, bytes))
  tell('message', null)
  warn(`${id} is not published: ${reason}`)
}

/** F12. `left`: the first event that waits only in the journal. `sequence`: the last event. */
export const tellBacklog = (left$: Observable<number | null>, sequence: () => number, { tell, warn }: Telling): Subscription => {
  let from: number | null = null
  return left$.pipe(distinctUntilChanged()).subscribe((left) => {
    if (left === null && from !== null) {
      const over = caughtUpWords(from, sequence())
      tell('backlog', over)
      warn(`broker: ${over.text}`)
    }
    const words = left === null ? null : backlogWords(left)
    tell('backlog', words)
    if (words !== null) warn(`broker: ${words.text} ${words.remedy}`)
    from = left
  })
}
