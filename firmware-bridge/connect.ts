/**
 * Joins port, frame and link:
 *
 *   port ─bytes─> frame ─lines─┐
 *   ticker ────────────────────┼─> link ─┬─ write, reopen ─> port
 *   durable(boot, seq) ────────┘         └─ reports$ ─> the daemon
 */
import { randomBytes } from 'node:crypto'
import {
  defer,
  EMPTY,
  filter,
  interval,
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
import { frame } from './frame.ts'
import { stepLink } from './link.ts'
import { initialLink, type LinkInput, type LinkOptions, type LinkOutput, type LinkReport } from './link-state.ts'
import { type KeptPort, keepPort, type PortEvent, type PortOptions } from './port.ts'
import { NONCE_BYTES } from './proof.ts'

/** The finest of the link's timers is 150 ms; a third of it keeps them true. */
const TICK_MS = 50

export type ConnectOptions = Omit<LinkOptions, 'capture' | 'movable' | 'challenge'> &
  PortOptions & {
    /** The key that the device has to prove it has, 32 bytes. Left out: nothing is proven. */
    readonly key?: Uint8Array
  }

export interface ConnectDeps {
  readonly clock: {
    /** Monotonic, ms. */
    readonly nowMs: () => number
    /** Unix ms. */
    readonly wallMs: () => number
  }
  /** @default the real serial port */
  readonly openPort?: (options: PortOptions) => KeptPort
  /** 32 upper-case hex digits nobody can guess, for a challenge. @default of the system's random bytes */
  readonly newNonce?: () => string
}

export interface LinkConnection {
  /** Hot; the port is opened at the first subscription. Completes after `close`. */
  readonly reports$: Observable<LinkReport>
  /** The journal durably holds everything reported up to `seq` (of the stream `boot` belongs to): the device may forget it. */
  durable(boot: number, seq: number): void
  /** Another port of the table has said this device's serial number. */
  heardElsewhere(): void
  /** A person says that the device on this port is the true one of two. */
  confirm(): void
  /** Resolves when the port is closed. Never rejects. */
  close(): Promise<void>
}

type Said = LinkInput extends infer Input ? (Input extends LinkInput ? Omit<Input, 'nowMs' | 'wallMs'> : never) : never

export function connectLink(options: ConnectOptions, { clock, openPort = keepPort, newNonce = randomNonce }: ConnectDeps): LinkConnection {
  const { paths, baudRate, key, ...own } = options
  const link = { ...own, ...(key === undefined ? {} : { challenge: { key, newNonce } }) }
  const port = openPort({ paths, baudRate })
  const told$ = new Subject<Said>()
  const portEvents$ = port.events$.pipe(share())

  const inputs$ = merge(portEvents$.pipe(mergeMap(portInput)), linesOf(portEvents$), ticksOf(portEvents$), told$)
  const initial = [initialLink({ ...link, movable: paths.length > 1 }), [] as readonly LinkOutput[]] as const
  const reports$ = inputs$.pipe(
    map((said): LinkInput => ({ ...said, nowMs: clock.nowMs(), wallMs: clock.wallMs() })),
    // What an output causes (a refused write) is handled after the outputs before it, not between.
    observeOn(queueScheduler),
    scan(([state], input) => stepLink(state, input), initial),
    mergeMap(([, outputs]) => outputs),
    tap((output) => carryOut(output, port, told$)),
    filter((output) => output.kind === 'report'),
    map(({ report }) => report),
    share(),
  )
  return {
    reports$: startedBy(reports$, port),
    heardElsewhere: () => told$.next({ kind: 'heard-elsewhere' }),
    confirm: () => told$.next({ kind: 'confirmed' }),
    durable: (boot, seq) => told$.next({ kind: 'durable', boot, seq }),
    async close() {
      await port.close()
      told$.complete()
    },
  }
}

const randomNonce = (): string => randomBytes(NONCE_BYTES).toString('hex').toUpperCase()

function startedBy<Value>(values$: Observable<Value>, port: KeptPort): Observable<Value> {
  const start$ = defer(() => {
    port.start()
    return EMPTY
  })
  return merge(values$, start$)
}

function portInput(event: PortEvent): readonly Said[] {
  return event.kind === 'data' ? [] : [event]
}

/** A new parser for every open: half a line must not be glued to the next connection's first. */
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

/** Time passes for the link only while a port is open. */
function ticksOf(events$: Observable<PortEvent>): Observable<Said> {
  return events$.pipe(
    filter((event) => event.kind !== 'data'),
    switchMap((event) => (event.kind === 'opened' ? interval(TICK_MS) : EMPTY)),
    map(() => ({ kind: 'tick' })),
  )
}

function carryOut(output: LinkOutput, port: KeptPort, told$: Subject<Said>): void {
  if (output.kind === 'reopen') port.reopen(output.reason, output.elsewhere)
  if (output.kind === 'write' && !port.write(output.text)) told$.next({ kind: 'unwritten' })
}
