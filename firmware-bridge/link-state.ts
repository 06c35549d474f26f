/** The input and output of the host's link machine, and its state. The machine itself: `link.ts`. */
import { type DeviceClock, newDeviceClock, roundTripMs } from './device-clock.ts'
import { type Intake, KEEPS_PACE } from './intake.ts'
import type { Discarded, DiscardReason, Line } from './line.ts'
import { beginAfter, type Sequence } from './sequence.ts'
import type { DeviceKind, TlpEvent, TlpHeartbeat } from './tlp.ts'
import type { Turned } from './turned-clock.ts'

/** Where the journal stands: the newest line or gap it holds of this device. */
export interface LinkResume {
  readonly serial: string
  readonly boot: number
  readonly lastSeq: number
  /** Body of line `lastSeq`; it reveals a device that silently restarted its numbering. */
  readonly lastBody?: string
  /** Offsets by which the newest lines of this boot were dated, Unix ms minus device clock, the newest last. */
  readonly offsets?: readonly number[]
  /** Gaps in the journal that late lines may still fill. */
  readonly missing?: readonly { readonly from: number; readonly to: number }[]
}

export interface LinkOptions {
  readonly role: DeviceKind
  /** The device bound to this role; lines of any other are ignored. */
  readonly serial: string
  readonly resume?: LinkResume | null
  /** A recorded capture instead of a device: nothing is asked for, no offset is known, and the hello is optional. @default false */
  readonly capture?: boolean
  /** The device may be on another port: if a stranger answers, the link moves on instead of staying to listen. @default false */
  readonly movable?: boolean
  /** Another device had the same serial number and no person has since confirmed either: it is not believed. @default false */
  readonly doubted?: boolean
  /**
   * What the device kept while nobody listened waits until the offset of its clock is known. A device that then does not answer is opened
   * again. @default false
   */
  readonly settles?: boolean
  /** The device must prove that it holds this key. `newNonce`: 32 random upper-case hex digits. Left out: the serial number is enough. */
  readonly challenge?: { readonly key: Uint8Array; readonly newNonce: () => string }
}

/** `nowMs` is monotonic, `wallMs` Unix time; a capture gives its host times for both. */
export type LinkInput = {
  readonly nowMs: number
  readonly wallMs: number
  /** Everything that had come by then has been read, monotonic: silence is judged by it. @default `nowMs` */
  readonly listenedMs?: number
} /** `isAway`: on a port that is not the device's own; a stranger there is no news. @default false */ & (
  | { readonly kind: 'opened'; readonly isAway?: boolean }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'line'; readonly line: Line | Discarded }
  | { readonly kind: 'tick' }
  /** The journal holds everything reported up to `seq`, of the stream that `boot` belongs to, on disk. */
  | { readonly kind: 'durable'; readonly boot: number; readonly seq: number }
  /** A line could not be written: the port is closed, or the device is not reading. */
  | { readonly kind: 'unwritten' }
  /** Another port has reported our serial number. */
  | { readonly kind: 'heard-elsewhere' }
  /** A person confirms that the device on this port is the genuine one. */
  | { readonly kind: 'confirmed' }
  /** Somebody waits for the device to say how far its events have come. */
  | { readonly kind: 'awaited' }
  /** It answers, but has not said for too long how far its events have come. */
  | { readonly kind: 'unvouched' }
  /** A capture ends: release held events and report missing ones. */
  | { readonly kind: 'end' }
)

export type LinkOutput =
  | { readonly kind: 'write'; readonly text: string }
  /** Close the port and open it again; `elsewhere`: on the next path, if there is one. */
  | { readonly kind: 'reopen'; readonly reason: string; readonly elsewhere: boolean }
  | { readonly kind: 'report'; readonly report: LinkReport }

export type IncidentCode =
  | 'unknown-serial'
  | 'wrong-role'
  | 'seq-conflict'
  | 'new-stream'
  | 'firmware-changed'
  | 'cloned-serial'
  | 'unproven'
  | 'clock-fault'
  /** The device reports a fault of its own. */
  | 'device-trouble'
  | 'unknown-tag'

export type LinkReport =
  /** One event in sequence. `offset` + its own `t` = event time, Unix ms; null in a capture. `late`: it had been reported missing. */
  | {
      readonly kind: 'line'
      readonly serial: string
      readonly boot: number
      readonly seq: number
      readonly body: string
      readonly message: TlpEvent
      readonly offset: number | null
      readonly late?: true
      /** Ids of chips in it that nobody has said are the table's. */
      readonly foreign?: readonly string[]
    }
  /** Events `from`..`to`, inclusive, will not come. */
  | { readonly kind: 'missing'; readonly serial: string; readonly boot: number; readonly from: number; readonly to: number }
  /**
   * At the first hello, a new boot or another firmware. `continued` false: the device restarted its numbering from 1. `unheard`: it may have
   * said something before it was heard here for the first time.
   */
  | {
      readonly kind: 'identity'
      readonly serial: string
      readonly boot: number
      readonly firmware: string
      readonly continued: boolean
      readonly unheard?: true
    }
  /** `text` is for everybody and quotes no line; `line`: the body concerned, for the journal. */
  | { readonly kind: 'incident'; readonly code: IncidentCode; readonly text: string; readonly line?: string }
  /** `unawaited`: the device is connected, but what it sends comes late or is not well dated; nobody has to wait for it. */
  | { readonly kind: 'link'; readonly up: boolean; readonly reason: string; readonly unawaited?: true }
  /** Everything the device has to say up to `at` has been reported; event time, Unix ms. Never in a capture. */
  | { readonly kind: 'complete'; readonly at: number }
  /** A device whose serial number is not the bound one has identified itself; reported at each hello. */
  | { readonly kind: 'stranger'; readonly serial: string }
  | LinkHealth

/** At most once a second, when something changed. */
export interface LinkHealth {
  readonly kind: 'health'
  readonly up: boolean
  /** Wall clock of the last valid line, Unix ms; null before the first. */
  readonly lastHeardMs: number | null
  readonly counters: LinkCounters
  /** The device's own error counters, from its last heartbeat. */
  readonly deviceErrors: TlpHeartbeat['errors'] | null
  readonly ring: LinkRing | null
  /** Unix ms minus device clock, at the last report. */
  readonly offsetMs: number | null
  readonly roundTripMs: number | null
  readonly lastSeq: number | null
  readonly ackedSeq: number
  /** Early lines held behind a gap. */
  readonly held: number
}

interface LinkRing {
  readonly lo: number
  readonly hi: number
  readonly cap: number
}

const COUNTERS = [
  'lines',
  'glued',
  'malformed',
  'unknown-verb',
  /** A device sent a host's verb: the line echoes. */
  'echo',
  /** Events of a device that is not the bound one, or has not identified itself. */
  'not-played',
  /** Events put aside until it is clear whether the device restarted its numbering; the device still has them. */
  'put-aside',
  'duplicate',
  'conflict',
  'late',
  /** Early lines beyond the 64 that are held. */
  'no-room',
  /** Events of a flooding device; it still has them. */
  'let-go',
  'missing',
  'asked',
  'refused',
  'time-refused',
  /** Answers to a challenge that were wrong, or that answered no open challenge. */
  'proof-refused',
  'unwritten',
  'opened',
  'incidents-unsaid',
] as const
export type LinkCounter = (typeof COUNTERS)[number] | DiscardReason
type LinkCounters = Readonly<Partial<Record<LinkCounter, number>>>

/** `bound`: the right device identified itself. `stranger`: another one did. */
type LinkPhase = 'closed' | 'open' | 'bound' | 'stranger'

/** How the clock is wrong (`link-clock.ts`). */
export type ClockWrong = 'rate' | 'events' | 'beats' | 'unvouched'

interface Suspicion {
  readonly wrong: ClockWrong
  /** When it last gave cause, monotonic ms. */
  readonly atMs: number
  readonly hellos: number
  readonly helloAtMs: number
}

interface ClockFault {
  /** When the clock was last found wrong, monotonic ms. */
  readonly badAtMs: number
  /** An event has to show that it is over, and has not yet done so. */
  readonly owesEvent: boolean
}

export interface LinkState {
  readonly options: LinkOptions
  readonly phase: LinkPhase
  readonly isAway: boolean
  /** As last reported; null before the first report. */
  readonly up: boolean | null
  readonly openedAtMs: number
  readonly heardAtMs: number
  readonly heardWallMs: number | null
  readonly askedIdAtMs: number
  /** Wall clock minus monotonic clock. */
  readonly wallShiftMs: number
  readonly identity: { readonly boot: number; readonly firmware: string } | null
  /** The stranger last reported; null once the bound device answers. */
  readonly stranger: string | null
  /** When another port last reported our serial number, monotonic ms; null: not since the port was opened. */
  readonly elsewhereAtMs: number | null
  /** Two devices had our serial number: neither is believed until a person has confirmed one. */
  readonly isDoubted: boolean
  /** The unanswered challenge, and the boot in which the device identified itself. */
  readonly proof: { readonly nonce: string; readonly boot: number; readonly askedAtMs: number; readonly tries: number } | null
  /** When the device last proved that it holds its key, and in which boot; null: not since the port was opened. */
  readonly proven: { readonly boot: number; readonly atMs: number } | null
  /** When it last failed to do so; null: it has proven itself since, or was never challenged. */
  readonly failedAtMs: number | null
  readonly ring: LinkRing | null
  /** What the device kept while nobody listened: up to this event, from the hello of this connection; and when that came, monotonic ms. */
  readonly unheard: { readonly hi: number; readonly sinceMs: number }
  /** A hello that would start a new stream under an old boot number: a stale line, unless the device repeats it when asked. */
  readonly doubt: { readonly boot: number; readonly hi: number; readonly sinceMs: number } | null
  /** `firstBoot`: the boot in which this numbering began. `assumed`: no hello named the boot yet (captures). */
  readonly stream: { readonly boot: number; readonly firstBoot: number; readonly assumed: boolean; readonly sequence: Sequence } | null
  /** Captures: the newest event known to exist before the first one was seen. */
  readonly floor: number | null
  readonly clock: DeviceClock
  /** The newest time that the device showed in this boot, and how often its clock had turned by then; null: it has shown none. */
  readonly shown: Turned | null
  readonly suspicion: Suspicion | null
  readonly clockFault: ClockFault | null
  /** Heartbeats in a row that showed a time that had passed. */
  readonly lateBeats: number
  /** The newest event and the time that the last hello or heartbeat named, until everything up to then has been reported. */
  readonly named: { readonly hi: number; readonly t: number; readonly atMs: number } | null
  /** When the last hello, heartbeat or event came, monotonic ms. */
  readonly namedAtMs: number
  /** How often the spots are still to be asked for, because they may hold something other than what was last reported; 0: they need not be. */
  readonly snapshotsDue: number
  readonly snapshotAtMs: number
  /** The newest event known when they were last asked for; a newer one is the answer. */
  readonly snapshotHi: number
  readonly durable: number
  readonly acked: number
  readonly ackOwed: boolean
  readonly ackedAtMs: number
  /** How far the device is ahead of the pace at which events are accepted. */
  readonly intake: Intake
  readonly counters: LinkCounters
  readonly deviceErrors: TlpHeartbeat['errors'] | null
  readonly incidentAtMs: Readonly<Partial<Record<IncidentCode, number>>>
  readonly healthAtMs: number
  readonly healthDirty: boolean
}

/** A machine before its first input. Ignores a `resume` of another serial number: the device was replaced. */
export function initialLink(options: LinkOptions): LinkState {
  const resume = options.resume?.serial === options.serial ? options.resume : null
  return {
    options,
    phase: 'closed',
    isAway: false,
    up: null,
    openedAtMs: 0,
    heardAtMs: 0,
    heardWallMs: null,
    askedIdAtMs: 0,
    wallShiftMs: 0,
    identity: null,
    stranger: null,
    elsewhereAtMs: null,
    // A key tells the genuine device from a clone.
    isDoubted: options.doubted === true && options.challenge === undefined,
    proof: null,
    proven: null,
    failedAtMs: null,
    ring: null,
    unheard: { hi: 0, sinceMs: 0 },
    doubt: null,
    stream: resume && {
      boot: resume.boot,
      firstBoot: resume.boot,
      assumed: false,
      sequence: { ...beginAfter(resume.lastSeq, resume.lastBody), lost: resume.missing ?? [] },
    },
    floor: null,
    clock: newDeviceClock(),
    shown: null,
    suspicion: null,
    clockFault: null,
    lateBeats: 0,
    named: null,
    namedAtMs: 0,
    snapshotsDue: 0,
    snapshotAtMs: Number.NEGATIVE_INFINITY,
    snapshotHi: 0,
    durable: resume?.lastSeq ?? 0,
    acked: 0,
    ackOwed: false,
    ackedAtMs: Number.NEGATIVE_INFINITY,
    intake: KEEPS_PACE,
    counters: {},
    deviceErrors: null,
    incidentAtMs: {},
    healthAtMs: Number.NEGATIVE_INFINITY,
    healthDirty: false,
  }
}

export function count(state: LinkState, counter: LinkCounter, by = 1): LinkState {
  return { ...state, counters: { ...state.counters, [counter]: (state.counters[counter] ?? 0) + by }, healthDirty: true }
}

export function healthOf(state: LinkState, offsetMs: number | null): LinkHealth {
  return {
    kind: 'health',
    up: state.up === true,
    lastHeardMs: state.heardWallMs,
    counters: state.counters,
    deviceErrors: state.deviceErrors,
    ring: state.ring,
    offsetMs,
    roundTripMs: roundTripMs(state.clock),
    lastSeq: state.stream?.sequence.last ?? null,
    ackedSeq: state.acked,
    held: state.stream?.sequence.held.length ?? 0,
  }
}
