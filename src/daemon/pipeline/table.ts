/**
 * One table, from its devices' bytes to its subscribers:
 *
 *   1 port     2 frame    3 decode       4 observe       5 fold       6 judge      7 encode      8 publish
 *   bytes ───> lines ───> reports ─────> journaled ────> concluded ─> judged ────> messages ───> acknowledged
 *   `-------- one link a device -------´  `- before it is used
 */
import { randomUUID } from 'node:crypto'
import { exhaustMap, map, merge, type Observable, Subject, Subscription, share, startWith, takeUntil, tap } from 'rxjs'
import type { ConnectDeps } from '../../../firmware-bridge/connect.ts'
import { listening } from '../../../firmware-bridge/listening.ts'
import type { MqttConfig, TableConfig } from '../../base/config/table-config.ts'
import type { SigningKey } from '../../base/records/seal.ts'
import { isLongGone } from '../../engine/state/pointer-gone.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import { nextDeadline } from '../../engine/words/table-views.ts'
import { nextAlarmTime } from '../../procedure/alarms.ts'
import type { RecordBody } from '../../wire/record.ts'
import type { BrokerDeps, LinkState } from '../broker/link.ts'
import { type Cursor, type CursorFiles, readCursor } from '../journal/cursor.ts'
import { diskFiles, type JournalFiles, stoppable } from '../journal/files.ts'
import type { Journal } from '../journal/journal.ts'
import type { Processes } from '../journal/lock.ts'
import type { JournalState } from '../journal/segment-writer.ts'
import { type CoreContext, coreContext, type Written } from '../stations/core.ts'
import { judgedTerms } from '../stations/judged-terms.ts'
import { heard, lapsed } from './bodies.ts'
import { catchUp, type Heard } from './catch-up.ts'
import { isKeepable } from './checkpoints.ts'
import { tableClock } from './clock.ts'
import { commanding } from './commanding.ts'
import { type Delivery, resumeFrom, watchDelivery } from './delivery.ts'
import { acknowledge, connectDevices } from './device-links.ts'
import { doubtedBefore, watchTrust } from './device-trust.ts'
import { takeBackDiscovery } from './discovery.ts'
import { watchForeignWords } from './foreign-words.ts'
import { clockSteps, fillings, type Telling, tellBacklog } from './host-news.ts'
import { type OwnBroker, watchHost } from './host-watch.ts'
import { inSlices } from './in-slices.ts'
import { nameJournal } from './journal-head.ts'
import { lagMeter, watchLag } from './lag.ts'
import { failuresOnly } from './link-failures.ts'
import { openTableJournal } from './open-journal.ts'
import { openingNews } from './opening-news.ts'
import { createPipe } from './pipe.ts'
import { replayOf } from './read-back.ts'
import { type Folding, recover } from './recovery.ts'
import { signedByBook } from './signed-by-book.ts'
import { linkToBroker, stoppedMessage } from './table-link.ts'
import { every, turnsOf } from './turns.ts'
import { unfinishedStart } from './unfinished.ts'

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

const KEEP_MS = 1000
const HEALTH_MS = 1000
const PACE_MS = 10_000
const MINUTE_MS = 60_000
/** When the table stops, the last input is still journaled and published; a disk that accepts nothing does not hold up the end. */
const DRAIN_MS_MAX = 1000
/** A disk that fills up is reported within 5 s (P6). */
const ROOM_MS = 2000

/** @throws JournalError if the journal is locked, damaged, doubtful, unusable or another table's; the signal's reason once it has come */
export const startTable = async (config: TableConfig, deps: TableDeps): Promise<RunningTable> => {
  const opened = await openTable(config, deps)
  const { journal, context, boot } = opened
  const { stream } = opened.named
  const { sequence } = opened.recovered.state.numbering
  // Await nothing between creating the link and subscribing to it: what the broker has retained comes at once.
  const cursor = await readCursor(config.journal, { stream, n: journal.recovered.n, sequence }, deps.files)
  const table = joinTable(opened, config, deps, cursor)
  const { link, pipe, links, clock, instance, reports$ } = table
  const stopping$ = new Subject<void>()
  const written$ = new Subject<Written>()
  const watching = new Subscription()
  const { running, delivery } = runTable(table, { written$, stopping$, watching, cursor })
  return {
    boot,
    written$,
    broker$: link.state$,
    disk$: journal.state$,
    reports$,
    acknowledgedTo: delivery.acknowledgedTo,
    async stop() {
      watching.unsubscribe()
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

type Opened = Awaited<ReturnType<typeof openTable>>

/** The journal, and where it left the table. */
const openTable = async (config: TableConfig, deps: TableDeps) => {
  const context = coreContext(config, deps.code)
  const { signal, files = diskFiles } = deps
  const opening = signal === undefined ? deps : { ...deps, files: stoppable(files, signal) }
  const { journal, key, acknowledgedTo } = await openTableJournal(config, context.name, opening)
  const { named, recovered } = await readJournal(journal, key, context, { ...deps, config }).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  const { cut } = journal.recovered
  if (cut) deps.notice(`journal: ${cut.file} ended in an incomplete record, which was removed`)
  for (const text of [...named.notices, ...recovered.notices]) deps.notice(text)
  return { context, journal, key, acknowledgedTo, named, recovered, boot: recovered.boots + 1 }
}

/** What is known of the machine while it runs. */
interface Machine {
  isDiskFailing: boolean
  isFilling: boolean
  /** The measured lag, and the one that is reported. */
  measuredMs: number | null
  lagMs: number | null
}

type Table = ReturnType<typeof joinTable>

/** Joins the parts, from the devices to the broker. */
const joinTable = (opened: Opened, config: TableConfig, deps: TableDeps, cursor: Cursor | null) => {
  const { context, journal, key, acknowledgedTo, named, recovered, boot } = opened
  const { software, notice: warn } = deps
  const { stream } = named
  const { sequence, steps } = recovered.state.numbering
  const machine: Machine = { isDiskFailing: false, isFilling: false, measuredMs: null, lagMs: null }
  const clock = tableClock(deps.clock, { lastMs: recovered.lastMs, steps })
  const { nowMs } = clock
  const ear = listening(nowMs)
  const { listenedMs } = ear
  const work = inSlices<RecordBody>(nowMs)
  const lag = lagMeter(nowMs, () => machine.isDiskFailing, work.sinceMs)
  const instance = deps.newInstance?.() ?? randomUUID().slice(0, 8)
  const link = linkToBroker(
    config,
    context,
    { stream, boot, sequence, instance },
    { lagMs: () => machine.lagMs, mqtt: deps.mqtt, broker: { listenedMs, stood: ear.stood, ...deps.broker }, notice: warn, clock, journal },
  )
  resumeFrom(cursor, link, { n: journal.recovered.n, sequence })
  const pipe = createPipe({ config, context, code: deps.code, software, journal, named, key, recovery: recovered, link, clock, lag, warn })
  pipe.acknowledged(acknowledgedTo)
  pipe.publisher.begin()
  const doubted = doubtedBefore(recovered.state.judge.alarms, config.devices)
  const deviceDeps = { ...deps, clock: { nowMs, wallMs: clock.tableMs, listenedMs } }
  const links = connectDevices(config, { resume: recovered.resume, doubted }, deviceDeps)
  const order = catchUp({
    devices: config.devices,
    known: new Set(recovered.resume.keys()),
    nowMs,
    listenedMs,
    eventMs: clock.tableMs,
    deadline: () => nextDeadline(pipe.folded(), context.table),
    ask: (device) => links.get(device)?.askAnew(),
    giveUp: (device) => links.get(device)?.unvouched(),
  })
  const reports$ = merge(...[...links].map(([device, each]) => each.reports$.pipe(map((report) => ({ device, report }))))).pipe(share())
  const turn$ = turnsOf(ear)
  const steps$ = clockSteps(clock, turn$).pipe(share())
  const telling: Telling = { tell: pipe.tell, warn }
  const trust = watchTrust({ devices: config.devices, links, reports$, doubted }, telling)
  return { ...opened, config, deps, machine, clock, turn$, work, lag, instance, link, pipe, links, order, reports$, steps$, telling, trust }
}

interface Run {
  readonly written$: Subject<Written>
  readonly stopping$: Observable<void>
  readonly watching: Subscription
  readonly cursor: Cursor | null
}

const runTable = (table: Table, { written$, stopping$, watching, cursor }: Run) => {
  const { journal, machine, link, pipe, links, trust, turn$, clock, config, context, deps, telling, named } = table
  watching.add(turn$.subscribe())
  watching.add(
    journal.state$.subscribe(({ kind }) => {
      machine.isDiskFailing = kind === 'failed'
    }),
  )
  const orders = ordersOf(table)
  const passedOn = (written: Written): void => {
    orders.written(written)
    if (written.record.kind === 'host' && written.record.alarm === 'lagging') {
      machine.lagMs = written.record.words === null ? null : machine.measuredMs
      link.announce()
    }
    // Sending the message comes first; the acknowledgement can wait.
    setImmediate(() => {
      acknowledge(links, written.record)
      trust.written(written.record)
    })
  }
  const running = pipe
    .run(bodiesOf(table, { orders$: orders.bodies$, written$, stopping$ }))
    .pipe(tap(passedOn))
    .subscribe(written$)
  const isSigned = signedByBook({ name: context.name, bookKey: config.bookKey })
  const { stream } = named
  const keep$ = turn$.pipe(every(KEEP_MS, clock.nowMs))
  const delivery = watchDelivery({ folder: config.journal, stream, journal, link, isSigned, keep$, cursor, files: deps.files }, telling)
  for (const each of watches(table, delivery)) watching.add(each)
  return { running, delivery }
}

const ordersOf = ({ config, context, link, clock, deps, machine, journal, named, recovered }: Table) =>
  commanding({
    name: context.name,
    link,
    wallMs: clock.wallMs,
    isClaimed: deps.isClaimed === true,
    needsSecond: config.secondPerson,
    isFull: () => machine.isDiskFailing,
    replay: { span: journal.span, source: replayOf(journal, context.name, named.stream), mayAsk: deps.mayReplay ?? (() => true) },
    known: recovered.state.judge.answers,
  })

interface Around extends Pick<Run, 'written$' | 'stopping$'> {
  readonly orders$: Observable<RecordBody>
}

/** What is to be journaled, of the devices, of time and of people. */
const bodiesOf = (table: Table, { orders$, written$, stopping$ }: Around): Observable<RecordBody> => {
  const { order, pipe, clock, context, reports$, work, steps$ } = table
  const { tableMs } = clock
  const silentTo = (at: number) => order.silentTo(goneIn(pipe.table(), tableMs()), at)
  const alarmSilentTo = (at: number) => silentTo(at) ?? (isLongAway(pipe.table(), tableMs()) ? tableMs() : null)
  return merge(
    heard(reports$, work, order, pipe.publisher).pipe(failuresOnly(stopping$)),
    merge(
      lapsed({ awaited: () => nextDeadline(pipe.table(), context.table), changed$: written$, silentTo, tableMs }),
      lapsed({ awaited: () => nextAlarmTime(pipe.alarms()), changed$: written$, silentTo: alarmSilentTo, tableMs }),
      orders$,
      steps$.pipe(map((stepMs): RecordBody => ({ kind: 'clock', stepMs }))),
    ).pipe(takeUntil(stopping$)),
  )
}

/** What is looked at from time to time, or whenever it changes. */
const watches = (table: Table, delivery: Delivery): readonly Subscription[] => {
  const { journal, machine, link, pipe, trust, lag, clock, config, context, deps, telling, instance, turn$, steps$ } = table
  const { nowMs } = clock
  const room$ = turn$.pipe(every(ROOM_MS, nowMs), share())
  const fillings$ = fillings(journal, room$.pipe(startWith(null))).pipe(share())
  const isImitated = () => pipe.alarms().open.some(({ alarm, holds }) => alarm === 'second-daemon' && holds)
  const { acceptJournal, mqtt, ownBroker } = deps
  return [
    turn$.pipe(every(HEALTH_MS, nowMs)).subscribe(() => pipe.publisher.health()),
    turn$.pipe(every(PACE_MS, nowMs)).subscribe(() => pipe.publisher.pace()),
    trust.watching,
    turn$.pipe(every(MINUTE_MS, nowMs)).subscribe(() => {
      pipe.acknowledged(delivery.acknowledgedTo() ?? 0)
      pipe.minute(machine.isFilling)
    }),
    tellBacklog(link.state$.pipe(map(({ left }) => left)), pipe.sequence, telling),
    watchLag(lag, nowMs, turn$, {
      ...telling,
      show: (lateMs) => {
        machine.measuredMs = lateMs
      },
    }),
    room$.pipe(exhaustMap(pipe.lookAtHead)).subscribe(),
    fillings$.subscribe((filling) => {
      machine.isFilling = filling !== null
    }),
    ...takeBackDiscovery(config, context.name, link),
    watchForeignWords({ name: context.name, foreign$: link.foreign$, wallMs: clock.wallMs, isImitated, link }, telling),
    watchHost({ journal, acceptJournal, mqtt, instance, link, clock, steps$, fillings$, ownBroker }, telling),
  ]
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** First checks whose journal it is, so that nothing of another table's is folded. */
const readJournal = async (journal: Journal, key: SigningKey, context: CoreContext, deps: TableDeps & { readonly config: TableConfig }) => {
  const { config } = deps
  const named = await nameJournal(journal, config, key.publicKey, deps.newStream)
  const news = openingNews(journal, config, named.news, deps.acceptJournal ?? null)
  const passed = (n: number): void => {
    deps.signal?.throwIfAborted()
    deps.onRead?.(n, journal.recovered.n)
  }
  const { files = diskFiles, notice } = deps
  const { hash } = journal.head()
  const isKept = ({ folded }: Folding): boolean => isKeepable(folded.state.table)
  const unfinished = unfinishedStart({
    ...{ folder: config.journal, files, key, hash, notice },
    basis: JSON.stringify([deps.code, judgedTerms(config)]),
    isKeepable: isKept,
    usedMs: processorMs,
  })
  return { named: { ...named, news }, recovered: await recover({ ...journal, unfinished }, context, passed) }
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

/** Longer than its lines are waited for: the round goes on without it, so time may pass. */
const AWAY_LONG_MS = 10_000
const isLongAway = ({ away }: TableState, nowMs: number): boolean =>
  away.size > 0 && [...away.values()].every((sinceMs) => nowMs - sinceMs > AWAY_LONG_MS)

/** The pointer that rounds go on without. */
const goneIn = ({ pointerGone }: TableState, nowMs: number): string | null => (isLongGone(pointerGone, nowMs) ? pointerGone.device : null)
