/**
 * Between stations 3 and 4: the one total order. Lines are journaled as they arrive, unless they have to wait for a device that was away,
 * that played while no daemon ran, or whose heartbeats are lost. What such a device has to say happened before what the others report now.
 *
 *   all devices heard                       line ──────────────────────────────> journal
 *   one is away, behind, or overdue         line ─> held, not acknowledged ─> sorted by event time ─> journal
 *   this process stood still                line ─> held until every device has said what it had up to then: ports are read one after the
 *                                           other, a piece at a time, and what lies in one may be older than what came out of the other ─> journal
 *   the line shows that an awaited time     line ─> held until every device has said what it had up to that time, which takes
 *   has passed                                      half a second at most if it is asked ─> journal
 */
import { type RoleRow, roleRow } from '../../../devices/roles.ts'
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import type { RecordBody } from '../../wire/record.ts'
import { bodyOf } from './capture.ts'

/** A report of a device's link, by the device's name. */
export interface Heard {
  readonly device: string
  readonly report: LinkReport
}

export interface CatchUp {
  /** The records to journal now, in order. Each has to be folded before the next one is drawn: it may begin a wait that holds the next. */
  take(heard: Heard): Iterable<RecordBody>
  /** Lines are held, so time may release some. */
  holds(): boolean
  /** Time passed: what has been held long enough, drawn in the same way. */
  tick(): Iterable<RecordBody>
  /**
   * How far silence means that nothing happened, event time, Unix ms: every device except `without` is connected, and has said what it had
   * up to then. A line may be lost without a trace until the next heartbeat, so devices that have not said enough for `at` are asked. null:
   * it means nothing, or not as far as `at`. A device that still has not said enough after `PATIENCE_MS`, though it answers, has no clock
   * that could: its link declares it unfit, and the round goes on as if it were away.
   */
  silentTo(without: string | null, at: number): number | null
}

/**
 * How long the others wait for a device: it is open again within 2 s (F4), and a full ring takes 2 s more. Then they continue without it.
 */
const HOLD_MS_MAX = 5000
/** For a device this journal has never heard of: it may not exist at all. */
const START_MS_MAX = 1000
/** A heartbeat is overdue, and the answer to the link's question as well. */
const OVERDUE_MS = 1500
/** How long a device that answers is asked for more than it says. Longer than any heartbeat or gap is waited for. */
const PATIENCE_MS = OVERDUE_MS + HOLD_MS_MAX
/** Three full rings and their spots. Beyond this, held lines are released; the devices still have them. */
const HELD_MAX = 2048

interface Track {
  /** What it says gets its place in time, but nobody waits for it. */
  readonly isAside: boolean
  up: boolean
  /** Its events come late or are not well dated, and nobody waits for them. */
  unawaited: boolean
  known: boolean
  /** Since when it is connected, or disconnected; monotonic, ms. */
  sinceMs: number
  /** Newest event in its ring when it connected; null: not reported yet. */
  target: number | null
  /** Newest event it has delivered. */
  last: number
  /** Event time of that event, Unix ms, never decreasing. */
  at: number
  /** Everything it has to say up to then has come; event time, Unix ms. */
  completeTo: number
  /** When it last said so; monotonic, ms. */
  completeAtMs: number
  /** The earliest time that it has been asked for in vain, and since when; monotonic, ms. */
  owes: { readonly at: number; readonly sinceMs: number } | null
}

export interface CatchUpDeps {
  readonly devices: readonly DeviceConfig[]
  /** Devices in the journal. */
  readonly known: ReadonlySet<string>
  /** Monotonic. */
  readonly nowMs: () => number
  /** Everything that had come by then has been read (`listening.ts`): silence is judged by it. @default nowMs */
  readonly listenedMs?: () => number
  /** Event time now, Unix ms. */
  readonly eventMs: () => number
  /** The event time at which what the table waits for has come or never will; null: it waits for nothing. */
  readonly deadline: () => number | null
  /** Asks a device how far its events have come. */
  readonly ask: (device: string) => void
  /** It has been asked for `PATIENCE_MS`, and answers, but never says enough. */
  readonly giveUp: (device: string) => void
}

interface HeldLine {
  readonly body: RecordBody
  readonly at: number
  /** Since when it waits; monotonic. */
  readonly sinceMs: number
}

interface Order extends CatchUpDeps {
  readonly listenedMs: () => number
  readonly tracks: ReadonlyMap<string, Track>
  readonly held: HeldLine[]
  /** When this process last ran again after it had stood still; null: it has not. `sinceMs`: up to when it had listened. */
  woken: { readonly sinceMs: number; readonly atMs: number; readonly at: number } | null
}

export const catchUp = (deps: CatchUpDeps): CatchUp => {
  const { devices, known, nowMs, listenedMs = nowMs } = deps
  const tracks = new Map(devices.map(({ name, role }) => [name, trackOf(IS_ASIDE[roleRow(role).tells], known.has(name), nowMs())]))
  const order: Order = { ...deps, listenedMs, tracks, held: [], woken: null }
  return {
    take: (heard) => take(order, heard),
    holds: () => order.held.length > 0,
    tick: () => due(order),
    silentTo: (without, at) => {
      const others = [...tracks].filter(([name, { isAside }]) => name !== without && !isAside)
      for (const [name, track] of others) if (track.up && track.completeTo < at) askAgain(order, name, track, at)
      const isWhole = order.held.length === 0 && others.every(([, track]) => track.up && !isBehind(track) && track.completeTo >= at)
      return isWhole ? Math.min(...others.map(([, { completeTo }]) => completeTo)) : null
    },
  }
}

const IS_ASIDE: { readonly [tells in RoleRow['tells']]: boolean } = { play: false, place: false, orders: true, aside: true }

const trackOf = (isAside: boolean, known: boolean, sinceMs: number): Track => ({
  isAside,
  ...{ up: false, unawaited: false, known, sinceMs, target: null },
  ...{ last: 0, at: 0, completeTo: 0, completeAtMs: 0, owes: null },
})

const isBehind = ({ target, last }: Track): boolean => target === null || last < target

const silentMs = ({ listenedMs }: Order, { sinceMs, completeAtMs }: Track): number => listenedMs() - Math.max(sinceMs, completeAtMs)

const isAnswering = (order: Order, track: Track): boolean =>
  track.up && !track.unawaited && !track.isAside && silentMs(order, track) < PATIENCE_MS

/** It may have said more while this process stood still than has been read. */
const isUnread = ({ woken, nowMs }: Order, { up, completeTo }: Track): boolean =>
  woken !== null && up && completeTo < woken.at && nowMs() - woken.atMs < HOLD_MS_MAX

/** Whether this process has just stood still: then every device is asked how far its events have come. */
const look = (order: Order): void => {
  const atMs = order.nowMs()
  const sinceMs = order.listenedMs()
  if (sinceMs >= atMs || order.woken?.sinceMs === sinceMs) return
  order.woken = { sinceMs, atMs, at: order.eventMs() }
  for (const [name, { up, isAside, unawaited }] of order.tracks) if (up && !isAside && !unawaited) order.ask(name)
}

const isAwaited = (order: Order, track: Track): boolean => {
  if (track.unawaited || track.isAside) return false
  if (isUnread(order, track)) return true
  const patienceMs = track.up || track.known ? HOLD_MS_MAX : START_MS_MAX
  if ((!track.up || isBehind(track)) && order.listenedMs() - track.sinceMs < patienceMs) return true
  return silentMs(order, track) > OVERDUE_MS && isAnswering(order, track)
}

/** Devices that have to answer before a line of this time may be used. */
const owing = (order: Order, at: number): readonly string[] => {
  const awaited = order.deadline()
  if (awaited === null || at < awaited) return []
  return [...order.tracks].flatMap(([name, track]) => (isAnswering(order, track) && track.completeTo < awaited ? [name] : []))
}

/** A device whose clock stands still never says enough. */
const isPatient = ({ listenedMs }: Order, sinceMs: number): boolean => listenedMs() - sinceMs < PATIENCE_MS

const isOwed = (order: Order, { at, sinceMs }: HeldLine): boolean => {
  const names = isPatient(order, sinceMs) ? owing(order, at) : []
  for (const name of names) order.ask(name)
  return names.length > 0 || [...order.tracks.values()].some((track) => isAwaited(order, track))
}

const askAgain = (order: Order, name: string, track: Track, at: number): void => {
  order.ask(name)
  const { owes } = track
  if (owes === null || track.completeTo >= owes.at) track.owes = { at, sinceMs: order.nowMs() }
  else if (!isPatient(order, owes.sinceMs) && isAnswering(order, track) && !isBehind(track)) order.giveUp(name)
}

function* release({ held }: Order, mayGo: (oldest: HeldLine) => boolean): Generator<RecordBody> {
  held.sort((one, other) => one.at - other.at)
  for (let oldest = held[0]; oldest !== undefined && mayGo(oldest); oldest = held[0]) {
    held.shift()
    yield oldest.body
  }
}

const due = (order: Order): Generator<RecordBody> => {
  look(order)
  const isFull = order.held.length > HELD_MAX
  return release(order, (oldest) => isFull || !isOwed(order, oldest))
}

function* take(order: Order, { device, report }: Heard): Generator<RecordBody> {
  const nowMs = order.nowMs()
  const track = order.tracks.get(device)
  const body = bodyOf(device, report)
  if (track) follow(track, report, nowMs)
  if (track && body && (report.kind === 'line' || report.kind === 'missing')) {
    order.held.push({ body, at: track.at, sinceMs: nowMs })
    yield* due(order)
    return
  }
  // It counts from 1 again: the held lines belong to the old numbering.
  if (report.kind === 'identity' && !report.continued) yield* release(order, () => true)
  if (body) yield body
  yield* due(order)
}

const follow = (track: Track, report: LinkReport, nowMs: number): void => {
  switch (report.kind) {
    case 'link':
      // Nobody waits for such a device; once that is over, everything it had has been received.
      Object.assign(track, {
        up: report.up,
        known: track.known || report.up,
        sinceMs: nowMs,
        owes: null,
        target: track.unawaited || report.unawaited === true ? track.target : null,
        unawaited: report.unawaited === true,
      })
      return
    case 'health':
      // A device without a ring has nothing that nobody has heard.
      if (report.up) track.target ??= report.ring?.hi ?? report.lastSeq
      track.last = Math.max(track.last, report.lastSeq ?? 0)
      return
    case 'line':
      track.at = Math.max(track.at, report.message.t + (report.offset ?? 0))
      if (report.late !== true) Object.assign(track, { completeTo: Math.max(track.completeTo, track.at), completeAtMs: nowMs })
      track.last = Math.max(track.last, report.seq)
      return
    case 'missing':
      track.last = Math.max(track.last, report.to)
      return
    case 'identity':
      if (!report.continued) Object.assign(track, { last: 0, target: null })
      return
    case 'complete':
      track.completeTo = Math.max(track.completeTo, report.at)
      track.completeAtMs = nowMs
      return
    case 'incident':
    case 'stranger':
      return
  }
}
