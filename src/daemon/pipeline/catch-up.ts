/**
 * Between stations 3 and 4: the one total order. Lines are journaled as they arrive, unless they have to wait for a device that was away,
 * that played while no daemon ran, or whose heartbeats are lost. What such a device has to say happened before what the others report now.
 *
 *   all devices heard                       line ──────────────────────────────> journal
 *   one is away, behind, or overdue         line ─> held, not acknowledged ─> sorted by event time ─> journal
 *   the line shows that an awaited time     line ─> held until every device has said what it had up to that time, which takes
 *   has passed                                      half a second at most if it is asked ─> journal
 */
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
  /** The event time at which what the table waits for has come or never will; null: it waits for nothing. */
  readonly deadline: () => number | null
  /** Asks a device how far its events have come. */
  readonly ask: (device: string) => void
  /** It has been asked for `PATIENCE_MS`, and answers, but never says enough. */
  readonly giveUp: (device: string) => void
}

export const catchUp = ({ devices, known, nowMs, listenedMs = nowMs, deadline, ask, giveUp }: CatchUpDeps): CatchUp => {
  const tracks = new Map<string, Track>(
    devices.map(({ name }) => [
      name,
      {
        up: false,
        unawaited: false,
        known: known.has(name),
        sinceMs: nowMs(),
        target: null,
        last: 0,
        at: 0,
        completeTo: 0,
        completeAtMs: 0,
        owes: null,
      },
    ]),
  )
  /** `sinceMs`: since when it waits; monotonic. */
  const held: { readonly body: RecordBody; readonly at: number; readonly sinceMs: number }[] = []

  const isBehind = ({ target, last }: Track): boolean => target === null || last < target
  const isAwaited = (track: Track): boolean => {
    if (track.unawaited) return false
    const patienceMs = track.up || track.known ? HOLD_MS_MAX : START_MS_MAX
    if ((!track.up || isBehind(track)) && listenedMs() - track.sinceMs < patienceMs) return true
    return silentMs(track) > OVERDUE_MS && isAnswering(track)
  }
  const silentMs = ({ sinceMs, completeAtMs }: Track): number => listenedMs() - Math.max(sinceMs, completeAtMs)
  const isAnswering = (track: Track): boolean => track.up && !track.unawaited && silentMs(track) < PATIENCE_MS
  /** Devices that have to answer before a line of this time may be used. */
  const owing = (at: number): readonly string[] => {
    const awaited = deadline()
    if (awaited === null || at < awaited) return []
    return [...tracks].flatMap(([name, track]) => (isAnswering(track) && track.completeTo < awaited ? [name] : []))
  }
  const isAnyAwaited = (): boolean => [...tracks.values()].some(isAwaited)
  /** A device whose clock stands still never says enough. */
  const isPatient = (sinceMs: number): boolean => listenedMs() - sinceMs < PATIENCE_MS
  const isOwed = ({ at, sinceMs }: { readonly at: number; readonly sinceMs: number }): boolean => {
    const names = isPatient(sinceMs) ? owing(at) : []
    for (const name of names) ask(name)
    return names.length > 0 || isAnyAwaited()
  }
  const askAgain = (name: string, track: Track, at: number): void => {
    ask(name)
    const { owes } = track
    if (owes === null || track.completeTo >= owes.at) track.owes = { at, sinceMs: nowMs() }
    else if (!isPatient(owes.sinceMs) && isAnswering(track) && !isBehind(track)) giveUp(name)
  }
  function* release(mayGo: (oldest: (typeof held)[number]) => boolean): Generator<RecordBody> {
    held.sort((one, other) => one.at - other.at)
    for (let oldest = held[0]; oldest !== undefined && mayGo(oldest); oldest = held[0]) {
      held.shift()
      yield oldest.body
    }
  }
  const due = (): Generator<RecordBody> => {
    const isFull = held.length > HELD_MAX
    return release((oldest) => isFull || !isOwed(oldest))
  }
  function* take({ device, report }: Heard): Generator<RecordBody> {
    const track = tracks.get(device)
    const body = bodyOf(device, report)
    if (track) follow(track, report, nowMs())
    if (track && body && (report.kind === 'line' || report.kind === 'missing')) {
      held.push({ body, at: track.at, sinceMs: nowMs() })
      yield* due()
      return
    }
    // It counts from 1 again: the held lines belong to the old numbering.
    if (report.kind === 'identity' && !report.continued) yield* release(() => true)
    if (body) yield body
    yield* due()
  }

  return {
    take,
    tick: due,
    silentTo: (without, at) => {
      const others = [...tracks].filter(([name]) => name !== without)
      for (const [name, track] of others) if (track.up && track.completeTo < at) askAgain(name, track, at)
      const isWhole = held.length === 0 && others.every(([, track]) => track.up && !isBehind(track) && track.completeTo >= at)
      return isWhole ? Math.min(...others.map(([, { completeTo }]) => completeTo)) : null
    },
  }
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
      if (report.up && report.ring) track.target ??= report.ring.hi
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
