/**
 * Between stations 3 and 4: the one total order. Lines are journaled as they arrive, unless they have to wait for a device that was away,
 * or that played while no daemon ran. What such a device kept in its ring happened before what the others report now.
 *
 *   all devices heard        line ──────────────────────────────> journal
 *   one is away or behind    line ─> held, not acknowledged ─> sorted by event time ─> journal
 */
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import type { DeviceConfig } from '../config/table-config.ts'
import type { RecordBody } from '../journal/record.ts'
import { bodyOf } from './capture.ts'

/** A report of a device's link, by the device's name. */
export interface Heard {
  readonly device: string
  readonly report: LinkReport
}

export interface CatchUp {
  /** The records to journal now, in order. */
  take(heard: Heard): readonly RecordBody[]
  /** Time passed: returns what has been held long enough. */
  tick(): readonly RecordBody[]
  /** Every device except `without` is connected and none of its lines is missing: only then does silence mean that nothing happened. */
  isWhole(without: string | null): boolean
}

/**
 * How long the others wait for a device: it is open again within 2 s (F4), and a full ring takes 2 s more. Then they continue without it.
 */
const HOLD_MS_MAX = 5000
/** For a device this journal has never heard of: it may not exist at all. */
const START_MS_MAX = 1000
/** Three full rings and their spots. Beyond this, held lines are released; the devices still have them. */
const HELD_MAX = 2048

interface Track {
  up: boolean
  /** Its events come late, and nobody waits for them. */
  flooding: boolean
  known: boolean
  /** Since when it is connected, or disconnected; monotonic, ms. */
  sinceMs: number
  /** Newest event in its ring when it connected; null: not reported yet. */
  target: number | null
  /** Newest event it has delivered. */
  last: number
  /** Event time of that event, Unix ms, never decreasing. */
  at: number
}

/** `known`: devices in the journal. `nowMs`: monotonic. */
export const catchUp = (devices: readonly DeviceConfig[], known: ReadonlySet<string>, nowMs: () => number): CatchUp => {
  const tracks = new Map<string, Track>(
    devices.map(({ name }) => [
      name,
      { up: false, flooding: false, known: known.has(name), sinceMs: nowMs(), target: null, last: 0, at: 0 },
    ]),
  )
  let held: { readonly body: RecordBody; readonly at: number }[] = []

  const isBehind = ({ target, last }: Track): boolean => target === null || last < target
  const isAwaited = (track: Track): boolean => {
    const patienceMs = track.up || track.known ? HOLD_MS_MAX : START_MS_MAX
    return !track.flooding && (!track.up || isBehind(track)) && nowMs() - track.sinceMs < patienceMs
  }
  const isAnyAwaited = (): boolean => [...tracks.values()].some(isAwaited)
  const release = (): RecordBody[] => {
    const ready = held.sort((one, other) => one.at - other.at).map(({ body }) => body)
    held = []
    return ready
  }
  const due = (): RecordBody[] => (held.length > 0 && (held.length > HELD_MAX || !isAnyAwaited()) ? release() : [])

  return {
    take({ device, report }) {
      const track = tracks.get(device)
      const body = bodyOf(device, report)
      if (!track) return body ? [body] : []
      follow(track, report, nowMs())
      if (!body) return due()
      // It counts from 1 again: the held lines belong to the old numbering.
      if (report.kind === 'identity' && !report.continued) return [...release(), body]
      if ((report.kind !== 'line' && report.kind !== 'missing') || (held.length === 0 && !isAnyAwaited())) return [body, ...due()]
      held.push({ body, at: track.at })
      return due()
    },
    tick: due,
    isWhole: (without) => held.length === 0 && [...tracks].every(([name, track]) => name === without || (track.up && !isBehind(track))),
  }
}

const follow = (track: Track, report: LinkReport, nowMs: number): void => {
  switch (report.kind) {
    case 'link':
      // Nobody waits for a flooding device; once the flood is over, everything it had has been received.
      Object.assign(track, {
        up: report.up,
        known: track.known || report.up,
        sinceMs: nowMs,
        target: track.flooding || report.flooding === true ? track.target : null,
        flooding: report.flooding === true,
      })
      return
    case 'health':
      if (report.up && report.ring) track.target ??= report.ring.hi
      track.last = Math.max(track.last, report.lastSeq ?? 0)
      return
    case 'line':
      track.at = Math.max(track.at, report.message.t + (report.offset ?? 0))
      track.last = Math.max(track.last, report.seq)
      return
    case 'missing':
      track.last = Math.max(track.last, report.to)
      return
    case 'identity':
      if (!report.continued) Object.assign(track, { last: 0, target: null })
      return
    case 'incident':
    case 'stranger':
      return
  }
}
