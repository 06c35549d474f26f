/** Watches one device for some seconds, through the link that the daemon uses, and reports the facts. Changes nothing in the device. */
import { EMPTY, filter, mergeMap, type Observable, type Subscription, switchMap } from 'rxjs'
import { findDriver } from '../../../devices/registry.ts'
import type { Scan } from '../../../devices/scan.ts'
import { frame } from '../../../firmware-bridge/frame.ts'
import { type Discarded, type Line, parseLine, SAMPLE_CHARS_MAX } from '../../../firmware-bridge/line.ts'
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import { type KeptPort, keepPort, lineText, type PortEvent, type PortOptions } from '../../../firmware-bridge/port.ts'
import { decodeBody, type TlpHeartbeat, type TlpMessage } from '../../../firmware-bridge/tlp.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import type { Text } from '../../words/text.ts'
import type { ClockSample } from './clock.ts'
import { type DeviceFacts, EVENTS_ENOUGH, refusalOf, waitingIn } from './device-rungs.ts'
import { deviceWord as say } from './device-words.ts'
import { BYTES_KEPT } from './heard-bytes.ts'
import { othersAt, standingAt } from './ports.ts'

export interface Watch {
  /** How long to listen to a device that answers. */
  readonly watchMs: number
  readonly nowMs: () => number
  readonly wallMs: () => number
  /** Aborts when nobody wants the result any more. */
  readonly signal: AbortSignal
  /** Reports progress to a person who waits. */
  readonly onStep: (what: Text | null) => void
  /**
   * What the device senses from now on; what had waited in its ring is not told. A board of spots is asked for all of them, and keeps its answer as
   * events. @default nobody asks
   */
  readonly onScan?: (scan: Scan) => void
}

/** A device never sends any of these. */
const OURS: ReadonlySet<string> = new Set<TlpMessage['kind']>(['identify', 'ack', 'resend', 'snapshot', 'configure', 'challenge'])
/** Limit for a driver that does not return from opening. */
const OPEN_MS_MAX = 5000
/** Events waiting in the ring arrive at some hundred a second; if none comes for this long, no more will. */
const EVENT_MS_MAX = 3000
const TICK_MS = 50
/** Enough for a watch of an hour, with one exchange a second. */
const SAMPLES_MAX = 4096

export type Found = { -readonly [Fact in keyof DeviceFacts]: DeviceFacts[Fact] } & { samples: ClockSample[] }

export const nothingFound = (device: DeviceConfig, all: readonly DeviceConfig[]): Found => ({
  device,
  line: lineText(findDriver(device.driver, device.role)),
  all,
  standing: standingAt(device.path),
  opened: false,
  refused: null,
  others: [],
  watchedMs: 0,
  bytes: 0,
  heard: new Uint8Array(0),
  good: 0,
  bad: 0,
  badBefore: 0,
  echoes: 0,
  lastBad: null,
  sent: 0,
  unheard: 0,
  hello: null,
  read: 0,
  missing: 0,
  rejected: null,
  samples: [],
  ended: null,
})

export async function examineDevice(device: DeviceConfig, all: readonly DeviceConfig[], watch: Watch): Promise<DeviceFacts> {
  const driver = findDriver(device.driver, device.role)
  const found = nothingFound(device, all)
  if (found.standing.kind === 'absent' || found.standing.kind === 'no-port') return found
  const examination = listenTo(found, watch)
  const { onReport, ...listener } = examination
  const link = driver.connect(
    { paths: [device.path], serial: device.serial, resume: null },
    {
      clock: watch,
      openPort: (options) => listeningPort(options, { ...listener, asks: watch.onScan === undefined ? QUESTIONS : SENSING }),
    },
  )
  const reports: Subscription = link.reports$.subscribe((report) => onReport(report, driver.decodeLine))
  try {
    await examination.done
    if (found.good === 0 || found.bad > 0) found.others = othersAt(found.standing)
  } finally {
    reports.unsubscribe()
    await link.close()
  }
  return found
}

type DecodeLine = ReturnType<typeof findDriver>['decodeLine']

interface Listening extends Watch {
  readonly found: Found
  readonly startMs: number
  readonly asked: { n: number; atMs: number }
  openedAtMs: number | null
  boundAtMs: number | null
  eventAtMs: number
  /** Nothing that arrives from now on counts. */
  isOver: boolean
  isStranger: boolean
  /** Lines the device had been unable to read by its first heartbeat. */
  unreadAtFirst: number | null
}

/** Collects what arrives in `found`; `done` resolves when the watch is over, or nothing more can come. */
function listenTo(found: Found, watch: Watch) {
  const { nowMs, onStep } = watch
  const startMs = nowMs()
  const ear: Listening = {
    ...{ ...watch, found, startMs, asked: { n: -1, atMs: 0 }, openedAtMs: null, boundAtMs: null },
    ...{ eventAtMs: startMs, isOver: false, isStranger: false, unreadAtFirst: null },
  }
  const done = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      found.watchedMs = nowMs() - (ear.openedAtMs ?? nowMs())
      onStep(stepWords(found))
      if (!isEnough(ear)) return
      ear.isOver = true
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  const onSent = (message: TlpMessage): void => {
    found.sent++
    if (message.kind !== 'time') return
    ear.asked.n = message.n
    ear.asked.atMs = nowMs()
  }
  return {
    onPort: (event: PortEvent) => onPort(ear, event),
    onLine: (line: Line | Discarded) => onLine(ear, line),
    onSent,
    onReport: (report: LinkReport, decodeLine: DecodeLine) => onReport(ear, report, decodeLine),
    done,
  }
}

/** Counts them, and keeps the first. */
export function hear(found: Found, bytes: Uint8Array): void {
  found.bytes += bytes.length
  if (found.heard.length < BYTES_KEPT) found.heard = Buffer.concat([found.heard, bytes]).subarray(0, BYTES_KEPT)
}

function onPort(ear: Listening, event: PortEvent): void {
  const { found } = ear
  if (ear.isOver) return
  if (event.kind === 'opened') {
    found.opened = true
    ear.openedAtMs = ear.nowMs()
  } else if (event.kind === 'data') hear(found, event.bytes)
  else {
    if (found.opened) found.ended = event.reason
    else found.refused = refusalOf(event.reason, () => othersAt(found.standing))
    ear.isOver = true
  }
}

function onHeartbeat(ear: Listening, { crc, long }: TlpHeartbeat['errors']): void {
  ear.unreadAtFirst ??= crc + long
  // A device that reboots meanwhile restarts its counters.
  ear.found.unheard = Math.max(ear.found.unheard, crc + long - ear.unreadAtFirst)
}

function onLine(ear: Listening, line: Line | Discarded): void {
  const { found } = ear
  if (ear.isOver) return
  const message = line.kind === 'line' ? decodeBody(line.body) : null
  if (line.kind === 'discarded' || message === null || message.kind === 'malformed') {
    if (found.good === 0 && !beganAsOne(line)) found.badBefore++
    else found.bad++
    const why = line.kind === 'discarded' ? line.why : message?.kind === 'malformed' ? `${message.verb}: ${message.reason}` : ''
    const intact = line.kind === 'line'
    found.lastBad = { why, sample: intact ? line.body.slice(0, SAMPLE_CHARS_MAX) : line.sample, intact }
    return
  }
  if (OURS.has(message.kind)) {
    found.echoes++
    return
  }
  found.good++
  if (message.kind === 'hi') found.hello ??= message
  if (message.kind === 'heartbeat') onHeartbeat(ear, message.errors)
  if (message.kind === 'time') onTime(ear, message.n, message.t)
}

function onTime({ found, asked, nowMs, wallMs }: Listening, n: number, t: number): void {
  if (n !== asked.n || found.samples.length >= SAMPLES_MAX) return
  const roundTripMs = nowMs() - asked.atMs
  found.samples.push({ atMs: asked.atMs + roundTripMs / 2, wallMs: wallMs() - roundTripMs / 2, t, roundTripMs })
  asked.n = -1
}

function onReport(ear: Listening, report: LinkReport, decodeLine: DecodeLine): void {
  const { found, nowMs } = ear
  if (ear.isOver) return
  if (report.kind === 'link' && report.up) ear.boundAtMs ??= nowMs()
  else if (report.kind === 'line') {
    ear.eventAtMs = nowMs()
    found.read++
    const decoded = decodeLine(report.body)
    if ('kind' in decoded) found.rejected = decoded.reason
    else if (found.read > waitingIn(found.hello)) ear.onScan?.(decoded.scan)
  } else if (report.kind === 'missing') {
    ear.eventAtMs = nowMs()
    found.missing += report.to - report.from + 1
  } else if (report.kind === 'incident' && (report.code === 'unknown-serial' || report.code === 'wrong-role')) ear.isStranger = true
}

function isEnough(ear: Listening): boolean {
  const { found, openedAtMs, boundAtMs, eventAtMs, startMs, watchMs } = ear
  const now = ear.nowMs()
  if (ear.isOver || ear.isStranger || ear.signal.aborted) return true
  if (openedAtMs === null) return now - startMs > OPEN_MS_MAX
  if (boundAtMs === null || now - boundAtMs < watchMs) return false
  const wanted = Math.min(waitingIn(found.hello), EVENTS_ENOUGH)
  return found.read + found.missing >= wanted || now - Math.max(eventAtMs, boundAtMs) > EVENT_MS_MAX
}

/**
 * The line arrived whole from its first character and was damaged on its way: it was not cut by the opening, and is no boot message of a
 * board.
 */
const beganAsOne = (line: Line | Discarded): boolean => line.kind === 'line' || line.sample.startsWith('$')

const stepWords = ({ opened, bytes, good, hello, read }: DeviceFacts): Text => {
  if (!opened) return say('waits-open')
  if (bytes === 0) return say('waits-bytes')
  if (good === 0) return say('waits-line')
  if (hello === null) return say('waits-name', { lines: good })
  return read > 0 ? say('waits-events', { lines: good, events: read }) : say('waits-lines', { lines: good })
}

/** These are only answered; they change nothing. */
const QUESTIONS: ReadonlySet<TlpMessage['kind']> = new Set(['identify', 'time', 'resend'] as const)
/** For somebody who wants to know what it senses. */
const SENSING: ReadonlySet<TlpMessage['kind']> = new Set([...QUESTIONS, 'snapshot'])

const isAmong = (kinds: ReadonlySet<string>, message: ReturnType<typeof decodeBody>): message is TlpMessage => kinds.has(message.kind)

interface Listener {
  /** The kinds of lines that may be sent. */
  readonly asks: ReadonlySet<TlpMessage['kind']>
  readonly onPort: (event: PortEvent) => void
  readonly onLine: (line: Line | Discarded) => void
  /** A question is sent. */
  readonly onSent: (message: TlpMessage) => void
}

/** A port that is only listened to: lines with which the link would change the device are held back, and the traffic is reported. */
function listeningPort(options: PortOptions, { asks, onPort, onLine, onSent }: Listener): KeptPort {
  const port = keepPort(options)
  port.events$.subscribe(onPort)
  linesOf(port.events$).subscribe(onLine)
  return {
    ...port,
    write: (text) => {
      const message = messageOf(text)
      if (message === null || !isAmong(asks, message)) return true
      onSent(message)
      return port.write(text)
    },
  }
}

/** The message in a line of ours; null if it is not a line. */
function messageOf(text: string): ReturnType<typeof decodeBody> | null {
  const line = parseLine(text.replace(/\n$/, ''))
  return line.kind === 'line' ? decodeBody(line.body) : null
}

/** Half a line of one connection must not be glued to the next connection's first line. */
const linesOf = (events$: Observable<PortEvent>): Observable<Line | Discarded> =>
  events$.pipe(
    filter(({ kind }) => kind !== 'data'),
    switchMap(({ kind }) => (kind === 'opened' ? bytesOf(events$).pipe(frame()) : EMPTY)),
  )

const bytesOf = (events$: Observable<PortEvent>): Observable<Uint8Array> =>
  events$.pipe(mergeMap((event) => (event.kind === 'data' ? [event.bytes] : [])))
