/**
 * Stations 4 to 8 joined, after the devices and before the broker: the input is journaled, and the conclusions from it come out.
 *
 *   bodies ──> observe ──> fold ──> judge ──> encode ──> hold ──> publish ──> written
 *      ^         └── written and synced meanwhile ────────┘          |
 *      |── the name of a checkpoint, between rounds <────────────────┘  conclusions, to the journal
 *      `── faults of the machine
 */
import { defer, EMPTY, merge, type Observable, Subject, startWith, tap } from 'rxjs'
import { rulesSha256 } from '../../base/config/rules-hash.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { SealedHead, SigningKey } from '../../base/records/seal.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { AlarmBook } from '../../procedure/alarms.ts'
import { encodeState, type Refusal } from '../../wire/envelope.ts'
import { headWords } from '../../wire/host-alarms.ts'
import type { RecordBody } from '../../wire/record.ts'
import type { BrokerLink } from '../broker/link.ts'
import type { Journal } from '../journal/journal.ts'
import type { CoreContext, CoreState, Written } from '../stations/core.ts'
import { checkpoints } from './checkpoints.ts'
import type { TableClock } from './clock.ts'
import { newsOnly, type Tell, tellDisk, tellRefused } from './host-news.ts'
import type { Named } from './journal-head.ts'
import type { LagMeter } from './lag.ts'
import { type Concluding, createPublisher, type Publisher } from './publisher.ts'
import type { Recovery } from './recovery.ts'
import { retention } from './retention.ts'
import { seals } from './seals.ts'
import { encode, fold, hold, judge, observe, publish } from './stations.ts'

export interface PipeOptions {
  readonly config: TableConfig
  readonly context: CoreContext
  /** Digest of the running code. */
  readonly code: string
  readonly software: string
  readonly journal: Journal
  readonly named: Named
  readonly key: SigningKey
  /** @default that of `checkpoints.ts` */
  readonly segmentBytesMax?: number
  readonly recovery: Recovery
  readonly link: Pick<BrokerLink, 'publish'>
  readonly clock: TableClock
  readonly lag: Pick<LagMeter, 'heard' | 'said'>
  /** A line for the person who watches the daemon. */
  readonly warn: (text: string) => void
}

export interface Pipe {
  readonly boot: number
  readonly publisher: Publisher
  /** The table as the newest durable record left it. */
  table(): TableState
  /** The table as the newest record left it. */
  folded(): TableState
  alarms(): AlarmBook
  /** Sequence number of the last event. */
  sequence(): number
  /** A fault of the machine itself. */
  readonly tell: Tell
  /** Two seconds have passed: what could not be kept beside the journal is tried again. */
  lookAtHead(): Promise<void>
  /** A minute has passed. `isShort`: the journal is running out of room. */
  minute(isShort: boolean): void
  /** An audit sink holds the records up to this one, and its hash matches the journal's. */
  acknowledged(seq: number): void
  /** Seals what was written last. Resolves when the seal is durable, kept, and on its way to the broker. @throws JournalError `closed` */
  end(): Promise<void>
  /** Begins with the daemon's start; subscribe to it only once. */
  run(bodies$: Observable<RecordBody>): Observable<Written>
}

export const createPipe = (options: PipeOptions): Pipe => {
  const { recovery, journal, lag, warn } = options
  const own$ = new Subject<RecordBody>()
  const current: Current = { ...recovery.state, folded: recovery.state.table }
  const announce = (body: RecordBody): void => own$.next(body)
  const tell = newsOnly(() => current.judge.alarms, announce)
  const keepers = keepersOf(options, current, announce, tell)
  const { kept, sealing, keeping, publisher } = keepers
  const diskWatched$ = defer(() => {
    tellDisk(journal.state$, { tell, warn }, publisher.disk)
    return EMPTY
  })
  const passedOn = (written: Written): void => {
    publisher.written(written)
    lag.said()
    if (written.fault !== undefined)
      warn(`record ${written.record.n}: internal error (${written.fault}); the round is abandoned. Keep the journal and report it`)
    Object.assign(current, { table: written.table, inForce: written.inForce, judge: written.judge, numbering: written.numbering })
    kept.written(written)
    sealing.written(written)
    keeping.written(written)
  }
  return {
    boot: bootOf(options),
    publisher,
    table: () => current.table,
    folded: () => current.folded,
    alarms: () => current.judge.alarms,
    sequence: () => current.numbering.sequence,
    tell,
    lookAtHead: sealing.look,
    minute: (isShort) => {
      sealing.minute()
      keeping.look(isShort)
    },
    acknowledged: keeping.acknowledged,
    end: () => end(journal, current, keepers),
    run: (bodies$) =>
      merge(bodies$.pipe(tap({ complete: () => own$.complete() })), own$, diskWatched$).pipe(
        startWith<RecordBody>(...options.named.news, startOf(options)),
        observe(journal, options.clock),
        tap(lag.heard),
        fold(recovery.state, options.context),
        tap((step) => {
          current.folded = step.table
        }),
        judge(recovery.state, options.context),
        encode(recovery.state, options.context),
        hold(journal),
        publish(passedOn),
      ),
  }
}

/** The table as the newest durable record left it, and as the newest record left it. */
interface Current {
  table: CoreState['table']
  inForce: CoreState['inForce']
  judge: CoreState['judge']
  numbering: CoreState['numbering']
  folded: TableState
}

const bootOf = ({ recovery }: PipeOptions): number => recovery.boots + 1

const startOf = (options: PipeOptions): RecordBody => ({
  kind: 'start',
  boot: bootOf(options),
  software: options.software,
  code: options.code,
  rulesSha256: rulesSha256(options.config.rules),
})

type Keepers = ReturnType<typeof keepersOf>

/** Those who keep what the pipe has said: checkpoints, seals, the age of the journal; and who publishes it. */
function keepersOf(options: PipeOptions, current: Current, announce: (body: RecordBody) => void, tell: Tell) {
  const { config, context, code, software, journal, named, key, recovery, link, clock, warn, segmentBytesMax } = options
  const { nowMs, wallMs } = clock
  const { stream } = named
  const boot = bootOf(options)
  const size = segmentBytesMax === undefined ? {} : { segmentBytesMax }
  const kept = checkpoints({ journal, head: named.head, recovery, code, nowMs, announce, warn, ...size })
  let shown = 0
  const show = (head: SealedHead): void => {
    const place = { stream, boot, sequence: current.numbering.sequence, counter: ++shown, at: wallMs() }
    const encoded = encodeState(context.name, { topic: 'checkpoint' }, place, head)
    if (encoded.ok) link.publish([encoded.message])
  }
  const tellHead = (fault: string | null): void => tell('journal-head', fault === null ? null : headWords(fault))
  const sealing = seals({ journal, key, stream, nowMs, wallMs, announce, show, tell: tellHead, warn })
  const keeping = retention({ journal, keepDays: config.keepDays, wallMs, announce, warn })
  const concluding: Concluding = {
    durable: journal.durable,
    append: (body) => {
      const record = journal.append(body, clock.machineMs(), clock.tableMs())
      kept.concluded(record)
      return record
    },
  }
  const later = (run: () => void): void =>
    void setImmediate(() => {
      run()
      kept.settled()
      sealing.settled()
    })
  const refuse = (refusal: Refusal): void => tellRefused(refusal, { tell, warn })
  const parts = { config, context, software, boot, stream, journal: concluding, link, clock, refuse, recovered: recovery, later }
  return { kept, sealing, keeping, concluding, publisher: createPublisher(parts) }
}

async function end(journal: Journal, current: Current, { publisher, concluding, sealing }: Keepers): Promise<void> {
  publisher.flush()
  const record = concluding.append(sealing.last())
  if (record === null) return
  const { table, inForce, judge, numbering } = current
  publisher.written({ record, table, inForce, judge, numbering, encoded: [] })
  publisher.flush()
  await journal.durable(record.n)
  await sealing.ended(record)
}
