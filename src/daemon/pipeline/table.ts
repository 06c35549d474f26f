/**
 * One table, from its devices' bytes to its subscribers:
 *
 *   1 port     2 frame    3 decode       4 observe       5 fold       6 judge      7 encode      8 publish
 *   bytes ───> lines ───> reports ─────> journaled ────> concluded ─> judged ────> messages ───> acknowledged
 *   `-------- one link a device -------´  `- before it is used
 */
import { randomUUID } from 'node:crypto'
import {
  asyncScheduler,
  exhaustMap,
  finalize,
  ignoreElements,
  interval,
  map,
  merge,
  mergeMap,
  type Observable,
  Subject,
  type Subscription,
  share,
  takeUntil,
  tap,
  timer,
} from 'rxjs'
import type { ConnectDeps } from '../../../firmware-bridge/connect.ts'
import { listening, TURN_MS } from '../../../firmware-bridge/listening.ts'
import { isLongGone } from '../../engine/state/pointer-gone.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import { nextDeadline } from '../../engine/words/table-views.ts'
import { nextAlarmTime } from '../../procedure/alarms.ts'
import type { RecordBody } from '../../wire/record.ts'
import type { BrokerDeps, LinkState } from '../broker/link.ts'
import type { MqttConfig, TableConfig } from '../config/table-config.ts'
import { type CursorFiles, readCursor } from '../journal/cursor.ts'
import { diskFiles, type JournalFiles, stoppable } from '../journal/files.ts'
import type { Journal } from '../journal/journal.ts'
import type { Processes } from '../journal/lock.ts'
import type { SigningKey } from '../journal/seal.ts'
import type { JournalState } from '../journal/segment-writer.ts'
import { type CoreContext, coreContext, type Written } from '../stations/core.ts'
import { type CatchUp, catchUp, type Heard } from './catch-up.ts'
import { tableDigest } from './checkpoints.ts'
import { tableClock } from './clock.ts'
import { commanding } from './commanding.ts'
import { resumeFrom, watchDelivery } from './delivery.ts'
import { acknowledge, connectDevices } from './device-links.ts'
import { doubtedBefore, watchTrust } from './device-trust.ts'
import { watchForeignWords } from './foreign-words.ts'
import { clockSteps, fillings, type Telling, tellBacklog } from './host-news.ts'
import { type OwnBroker, watchHost } from './host-watch.ts'
import { inSlices, type Slices } from './in-slices.ts'
import { nameJournal } from './journal-head.ts'
import { lagMeter, watchLag } from './lag.ts'
import { openTableJournal } from './open-journal.ts'
import { openingNews } from './opening-news.ts'
import { createPipe } from './pipe.ts'
import type { Publisher } from './publisher.ts'
import { replayOf } from './read-back.ts'
import { type Basis, recover } from './recovery.ts'
import { signedByBook } from './signed-by-book.ts'
import { linkToBroker, stoppedMessage } from './table-link.ts'

export interface TableDeps extends ConnectDeps {
  readonly software: string
  /** A random name for a new journal. */
  readonly newStream: () => string
  /**
   * Distinguishes this run of the daemon from any other, in `status` and in its client id at the broker. @default 8 random hexadecimal
   * digits
   */
  readonly newInstance?: () => string
  /** Digest of the running code: other code folds the journal again. */
  readonly code: string
  /** The address of the broker: the configuration's, or the embedded one's. */
  readonly mqtt: MqttConfig
  /** That broker does not verify who its users are: the embedded one without users. */
  readonly isClaimed?: boolean
  /** The embedded broker, if the table uses it. */
  readonly ownBroker?: OwnBroker | undefined
  /** A person's reason to continue with a journal that contradicts the kept evidence; left out: nobody gave one. */
  readonly acceptJournal?: string | undefined
  /**
   * Whether that login is an audit sink's. @default true for all: at a broker elsewhere, its access rules restrict `replay/{user}` to audit
   * sinks
   */
  readonly mayReplay?: (user: string) => boolean
  /** A line for a person watching the daemon. */
  readonly notice: (text: string) => void
  /** Somebody ends the program while it still reads its journal. */
  readonly signal?: AbortSignal
  /** Record `n` of `of` in the journal has been read. */
  readonly onRead?: (n: number, of: number) => void
  /** Replaced by a simulation: disk, lock and broker. @default the real ones */
  readonly files?: JournalFiles & CursorFiles
  readonly processes?: Processes
  readonly broker?: BrokerDeps
}

export interface RunningTable {
  readonly boot: number
  /** What the pipe passes on at its end. Errors if the table cannot continue. */
  readonly written$: Observable<Written>
  readonly broker$: Observable<LinkState>
  readonly disk$: Observable<JournalState>
  readonly reports$: Observable<Heard>
  /** The last record up to which an audit sink is known to hold all records; null: none has reported. */
  acknowledgedTo(): number | null
  stop(): Promise<void>
}

/** How often to check whether a lag has ended without a line. A finding may come this much late; a lag is 1.5 s. */
const TICK_MS = 100
const PACE_MS = 10_000
const MINUTE_MS = 60_000
/** When the table stops, the last input is still journaled and published; a disk that accepts nothing does not hold up the end. */
const DRAIN_MS_MAX = 1000
/** A disk that fills up is reported within 5 s (P6). */
const ROOM_MS = 2000

/** @throws JournalError if the journal is locked, damaged, doubtful, unusable or another table's; the signal's reason once it has come */
export const startTable = async (config: TableConfig, deps: TableDeps): Promise<RunningTable> => {
  const context = coreContext(config)
  const { signal, files = diskFiles } = deps
  const opening = signal === undefined ? deps : { ...deps, files: stoppable(files, signal) }
  const { journal, key, acknowledgedTo } = await openTableJournal(config, context.name, opening)
  const basis = basisOf(config, deps)
  const { named, recovered } = await readJournal(journal, key, context, { ...deps, config }).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  const { stream } = named
  const boot = recovered.boots + 1
  if (journal.recovered.cut) deps.notice(`journal: ${journal.recovered.cut.file} ended in an incomplete record, which was removed`)
  for (const text of [...named.notices, ...recovered.notices]) deps.notice(text)
  const { software, notice: warn } = deps
  const { sequence, steps } = recovered.state.numbering
  const clock = tableClock(deps.clock, { lastMs: recovered.lastMs, steps })
  let isDiskFailing = false
  const ear = listening(clock.nowMs)
  const watching = interval(TURN_MS, asyncScheduler).subscribe(ear.turned)
  const work = inSlices<RecordBody>(clock.nowMs)
  const lag = lagMeter(clock.nowMs, () => isDiskFailing, work.sinceMs)
  let measuredMs: number | null = null
  let lagMs: number | null = null
  const { n } = journal.recovered
  // Await nothing between creating the link and subscribing to it: what the broker has retained comes at once.
  const cursor = await readCursor(config.journal, { stream, n, sequence }, deps.files)
  const instance = deps.newInstance?.() ?? randomUUID().slice(0, 8)
  const link = linkToBroker(
    config,
    context,
    { stream, boot, sequence, instance },
    { lagMs: () => lagMs, mqtt: deps.mqtt, broker: { listenedMs: ear.listenedMs, ...deps.broker }, notice: deps.notice, clock, journal },
  )
  resumeFrom(cursor, link, { n, sequence })
  const pipe = createPipe({ config, context, basis, software, journal, named, key, recovery: recovered, link, clock, lag, warn })
  const { publisher } = pipe
  pipe.acknowledged(acknowledgedTo)
  publisher.begin()

  const doubted = doubtedBefore(recovered.state.judge.alarms, config.devices)
  const links = connectDevices(
    config,
    { resume: recovered.resume, doubted },
    { ...deps, clock: { nowMs: clock.nowMs, wallMs: clock.tableMs, listenedMs: ear.listenedMs } },
  )
  const order = catchUp({
    devices: config.devices,
    known: new Set(recovered.resume.keys()),
    nowMs: clock.nowMs,
    listenedMs: ear.listenedMs,
    deadline: () => nextDeadline(pipe.folded(), context.table),
    ask: (device) => links.get(device)?.askAnew(),
    giveUp: (device) => links.get(device)?.unvouched(),
  })
  const reports$ = merge(...[...links].map(([device, { reports$ }]) => reports$.pipe(map((report) => ({ device, report }))))).pipe(share())
  const written$ = new Subject<Written>()
  const stopping$ = new Subject<void>()
  let isFilling = false
  const disk = journal.state$.subscribe(({ kind }) => {
    isDiskFailing = kind === 'failed'
  })
  const orders = commanding({
    name: context.name,
    link,
    wallMs: clock.wallMs,
    isClaimed: deps.isClaimed === true,
    isFull: () => isDiskFailing,
    replay: { span: journal.span, source: replayOf(journal, context.name, stream), mayAsk: deps.mayReplay ?? (() => true) },
    known: recovered.state.judge.answers,
  })

  const steps$ = clockSteps(clock).pipe(share())
  const silentTo = (at: number) => order.silentTo(goneIn(pipe.table(), clock.tableMs()), at)
  const bodies$ = merge(
    heard(reports$, work, order, publisher),
    merge(
      lapsed(() => nextDeadline(pipe.table(), context.table), silentTo, clock.tableMs),
      lapsed(
        () => nextAlarmTime(pipe.alarms()),
        (at) => silentTo(at) ?? (isLongAway(pipe.table(), clock.tableMs()) ? clock.tableMs() : null),
        clock.tableMs,
      ),
      orders.bodies$,
      steps$.pipe(map((stepMs): RecordBody => ({ kind: 'clock', stepMs }))),
    ).pipe(takeUntil(stopping$)),
  )
  const telling: Telling = { tell: pipe.tell, warn }
  const trust = watchTrust({ devices: config.devices, links, reports$, doubted }, telling)
  const running = pipe
    .run(bodies$)
    .pipe(
      tap((written) => {
        orders.written(written)
        if (written.record.kind === 'host' && written.record.alarm === 'lagging') {
          lagMs = written.record.words === null ? null : measuredMs
          link.announce()
        }
        // Sending the message comes first; the acknowledgement can wait.
        setImmediate(() => {
          acknowledge(links, written.record)
          trust.written(written.record)
        })
      }),
    )
    .subscribe(written$)
  watching.add(interval(PACE_MS, asyncScheduler).subscribe(() => publisher.pace()))
  watching.add(trust.watching)
  const isSigned = signedByBook({ name: context.name, bookKey: config.bookKey })
  const delivery = watchDelivery({ folder: config.journal, stream, journal, link, isSigned, cursor, files: deps.files }, telling)
  watching.add(
    interval(MINUTE_MS, asyncScheduler).subscribe(() => {
      pipe.acknowledged(delivery.acknowledgedTo() ?? 0)
      pipe.minute(isFilling)
    }),
  )
  watching.add(tellBacklog(link.state$.pipe(map(({ left }) => left)), pipe.sequence, telling))
  watching.add(
    watchLag(lag, clock.nowMs, telling, (lateMs) => {
      measuredMs = lateMs
    }),
  )
  watching.add(interval(ROOM_MS, asyncScheduler).pipe(exhaustMap(pipe.lookAtHead)).subscribe())
  const fillings$ = fillings(journal, timer(0, ROOM_MS)).pipe(share())
  watching.add(
    fillings$.subscribe((filling) => {
      isFilling = filling !== null
    }),
  )
  const isImitated = () => pipe.alarms().open.some(({ alarm, holds }) => alarm === 'second-daemon' && holds)
  watching.add(watchForeignWords({ name: context.name, foreign$: link.foreign$, wallMs: clock.wallMs, isImitated, link }, telling))
  const host = {
    journal,
    acceptJournal: deps.acceptJournal,
    mqtt: deps.mqtt,
    instance,
    link,
    clock,
    steps$,
    fillings$,
    ownBroker: deps.ownBroker,
  }
  watching.add(watchHost(host, telling))

  return {
    boot,
    written$,
    broker$: link.state$,
    disk$: journal.state$,
    reports$,
    acknowledgedTo: delivery.acknowledgedTo,
    async stop() {
      watching.unsubscribe()
      disk.unsubscribe()
      stopping$.next()
      await Promise.all([...links.values()].map((each) => each.close()))
      await ended(running, DRAIN_MS_MAX)
      running.unsubscribe()
      await within(DRAIN_MS_MAX, pipe.end())
      await journal.close()
      const stopped = stoppedMessage(context, { stream, boot, sequence, at: clock.wallMs(), counter: 0 }, instance)
      if (stopped) await link.stop(stopped)
      await delivery.stop()
    },
  }
}

const basisOf = (config: TableConfig, { code }: TableDeps): Basis => ({ software: code, table: tableDigest(config) })

/** First checks whose journal it is, so that nothing of another table's is folded. */
const readJournal = async (journal: Journal, key: SigningKey, context: CoreContext, deps: TableDeps & { readonly config: TableConfig }) => {
  const { config } = deps
  const named = await nameJournal(journal, config, key.publicKey, deps.newStream)
  const news = openingNews(journal, config, named.news, deps.acceptJournal ?? null)
  const passed = (n: number): void => {
    deps.signal?.throwIfAborted()
    deps.onRead?.(n, journal.recovered.n)
  }
  return { named: { ...named, news }, recovered: await recover(journal, context, basisOf(config, deps), passed) }
}

/** Resolves when the pipe has passed on all it took in, or after `ms`. */
const ended = (running: Subscription, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, ms)
    running.add(() => {
      clearTimeout(late)
      resolve()
    })
  })

/** Does not wait for a disk that accepts nothing; what it does not accept is rejected when the journal closes. */
const within = (ms: number, attempt: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, ms)
    attempt
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(late)
        resolve()
      })
  })

/** The device reports to journal; the rest are shown. */
const heard = (reports$: Observable<Heard>, work: Slices<RecordBody>, order: CatchUp, publisher: Publisher): Observable<RecordBody> => {
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
const lapsed = (awaited: () => number | null, silentTo: (at: number) => number | null, tableMs: () => number): Observable<RecordBody> => {
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

/** Longer than its lines are waited for: the round goes on without it, so time may pass. */
const AWAY_LONG_MS = 10_000
const isLongAway = ({ away }: TableState, nowMs: number): boolean =>
  away.size > 0 && [...away.values()].every((sinceMs) => nowMs - sinceMs > AWAY_LONG_MS)

/** The pointer that rounds go on without. */
const goneIn = ({ pointerGone }: TableState, nowMs: number): string | null => (isLongGone(pointerGone, nowMs) ? pointerGone.device : null)
