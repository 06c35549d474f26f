/**
 * Joins port, frame and link:
 *
 *   port ─bytes─> frame ─lines─┐         ┌─ write, reopen ─> port
 *   durable(boot, seq) ────────┼─> link ─┼─ reports$ ─> the daemon
 *   timer ─────────────────────┘         └─ deadline ─> timer
 */
import { randomBytes } from 'node:crypto'
import {
  defer,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  type Observable,
  observeOn,
  queueScheduler,
  Subject,
  scan,
  share,
  switchMap,
  tap,
} from 'rxjs'
import { alarmClock } from './alarm-clock.ts'
import { frame } from './frame.ts'
import { stepLink } from './link.ts'
import { nextDeadline } from './link-deadline.ts'
import { initialLink, type LinkInput, type LinkOptions, type LinkOutput, type LinkReport } from './link-state.ts'
import { type KeptPort, keepPort, type PortEvent, type PortOptions } from './port.ts'
import { NONCE_BYTES } from './proof.ts'
import type { TlpEvent } from './tlp.ts'

/**
 * The machine may still wait at its deadline, for what has not been read or for answers that are under way: then it gets the time again after
 * this. Its shortest wait for a device is 100 ms.
 */
const TICK_MS = 50

export type ConnectOptions = Omit<LinkOptions, 'capture' | 'movable' | 'challenge' | 'settles'> &
  PortOptions & {
    /** The key the device must prove it holds, 32 bytes. If left out, the device proves nothing. */
    readonly key?: Uint8Array
    /** The ids of chips that are not the table's. @default none is known to be foreign */
    readonly foreignIn?: (event: TlpEvent) => readonly string[]
  }

export interface ConnectDeps {
  readonly clock: {
    /** Monotonic, ms. */
    readonly nowMs: () => number
    /** Unix ms. */
    readonly wallMs: () => number
    /** Everything that had come by then has been read, monotonic (`listening.ts`). @default nowMs */
    readonly listenedMs?: () => number
  }
  /** @default the real serial port */
  readonly openPort?: (options: PortOptions) => KeptPort
  /** An unpredictable nonce of 32 upper-case hex digits, for a challenge. @default from the system's random bytes */
  readonly newNonce?: () => string
}

export interface LinkConnection {
  /** Hot; the port is opened at the first subscription. Completes after `close`. */
  readonly reports$: Observable<LinkReport>
  /** The journal holds everything reported up to `seq` on disk (in the stream `boot` belongs to), so the device may forget it. */
  durable(boot: number, seq: number): void
  /** Another port of the table has reported this device's serial number. */
  heardElsewhere(): void
  /** A person confirms that, of the two devices, the one on this port is genuine. */
  confirm(): void
  /** Asks the device how far its events have come, at most twice a second; the answer is a `complete` report. */
  askAnew(): void
  /** It answers, but has not said for too long how far its events have come: its clock is wrong. */
  unvouched(): void
  /** Resolves when the port is closed. Never rejects. */
  close(): Promise<void>
}

type Said = LinkInput extends infer Input ? (Input extends LinkInput ? Omit<Input, 'nowMs' | 'wallMs'> : never) : never

export function connectLink(options: ConnectOptions, { clock, openPort = keepPort, newNonce = randomNonce }: ConnectDeps): LinkConnection {
  const { paths, baudRate, parity, key, foreignIn, ...own } = options
  const link = { ...own, ...(key === undefined ? {} : { challenge: { key, newNonce } }) }
  const port = openPort({ paths, baudRate, parity })
  const told$ = new Subject<Said>()
  const timer = alarmClock(clock.nowMs, () => told$.next({ kind: 'tick' }))
  const portEvents$ = port.events$.pipe(share())

  const inputs$ = merge(portEvents$.pipe(mergeMap(portInput)), linesOf(portEvents$), told$)
  const initial = [initialLink({ ...link, movable: paths.length > 1, settles: true }), [] as readonly LinkOutput[]] as const
  const reports$ = inputs$.pipe(
    map((said): LinkInput => {
      const nowMs = clock.nowMs()
      return { ...said, nowMs, wallMs: clock.wallMs(), listenedMs: clock.listenedMs?.() ?? nowMs }
    }),
    // If an output causes an input (a refused write), that input is handled after the earlier outputs, not between them.
    observeOn(queueScheduler),
    scan(([state], input) => stepLink(state, input), initial),
    tap(([state]) => timer.set(wakeAfter(nextDeadline(state), clock.nowMs()))),
    mergeMap(([, outputs]) => outputs),
    tap((output) => carryOut(output, port, told$)),
    filter((output) => output.kind === 'report'),
    map(({ report }) => (foreignIn === undefined ? report : withForeign(report, foreignIn))),
    share(),
  )
  return {
    reports$: startedBy(reports$, port),
    heardElsewhere: () => told$.next({ kind: 'heard-elsewhere' }),
    askAnew: () => told$.next({ kind: 'awaited' }),
    unvouched: () => told$.next({ kind: 'unvouched' }),
    confirm: () => told$.next({ kind: 'confirmed' }),
    durable: (boot, seq) => told$.next({ kind: 'durable', boot, seq }),
    async close() {
      await port.close()
      timer.set(null)
      told$.complete()
    },
  }
}

function withForeign(report: LinkReport, foreignIn: NonNullable<ConnectOptions['foreignIn']>): LinkReport {
  if (report.kind !== 'line') return report
  const foreign = foreignIn(report.message)
  return foreign.length === 0 ? report : { ...report, foreign }
}

const randomNonce = (): string => randomBytes(NONCE_BYTES).toString('hex').toUpperCase()

export function startedBy<Value>(values$: Observable<Value>, port: KeptPort): Observable<Value> {
  const start$ = defer(() => {
    port.start()
    return EMPTY
  })
  return merge(values$, start$)
}

function portInput(event: PortEvent): readonly Said[] {
  return event.kind === 'data' ? [] : [event]
}

/** Uses a new parser for every opening: half a line must not be glued to the first line of the next connection. */
function linesOf(events$: Observable<PortEvent>): Observable<Said> {
  return events$.pipe(
    filter((event) => event.kind !== 'data'),
    switchMap((event) => (event.kind === 'opened' ? dataOf(events$).pipe(frame()) : EMPTY)),
    map((line) => ({ kind: 'line', line })),
  )
}

function dataOf(events$: Observable<PortEvent>): Observable<Uint8Array> {
  return events$.pipe(mergeMap((event) => (event.kind === 'data' ? [event.bytes] : [])))
}

/** When the machine gets the time next. */
function wakeAfter(deadlineMs: number | null, nowMs: number): number | null {
  return deadlineMs === null || deadlineMs > nowMs ? deadlineMs : nowMs + TICK_MS
}

function carryOut(output: LinkOutput, port: KeptPort, told$: Subject<Said>): void {
  if (output.kind === 'reopen') port.reopen(output.reason, output.elsewhere)
  if (output.kind === 'write' && !port.write(output.text)) told$.next({ kind: 'unwritten' })
}
