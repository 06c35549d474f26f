/**
 * The device's clock compared with the host's. The estimate uses the host's monotonic clock, so a jump of the wall clock spoils no sample;
 * `offsetOf` adds the wall clock at the end. Source: TLP/1, Rules (the shortest round trip of the last 16 exchanges).
 */

/** Exchanges kept. */
export const SAMPLES_MAX = 16
/** Between exchanges. Also the rhythm at which a device that no longer reads is noticed. */
export const EXCHANGE_MS = 1000
/** One exchange on a busy host may be tens of milliseconds out; the best of the first few is not. */
export const FIRST_SAMPLES = 6
export const FIRST_MS = 50
/** An exchange without an answer is repeated after this. */
export const REPEAT_MS = 250
/** An answer further than this from what hello and heartbeats say is an echo or a fault, not a clock. */
export const DISBELIEF_MS = 10_000
/** Hello and samples further apart than this do not tell of the same clock any more. */
const STALE_MS = 250
/** A clock that stands so far back is not merely slow, and no line takes so long without trouble. */
const BACK_MS = 1000
/** An event may lie this far in the device's future (its clock against our estimate). */
export const FUTURE_MS = 1000

interface Sample {
  /** Host monotonic minus device, ms. */
  readonly offsetMs: number
  readonly roundTripMs: number
}

export interface DeviceClock {
  /** From the newest hello or heartbeat: too large by the way it took, and always there. */
  readonly coarseMs: number | null
  readonly samples: readonly Sample[]
  /** The offset before the device's last boot: events of its ring may still carry that clock. */
  readonly earlierMs: number | null
  /** Number of the newest exchange, and when it was asked for; null when none is under way. */
  readonly n: number
  readonly askedAtMs: number | null
  readonly nextAtMs: number
  /** Since when nothing was answered; null when the last one was, or none ever was on this connection. */
  readonly unansweredSinceMs: number | null
  readonly hasAnswered: boolean
  /** It may have begun again: until a hello says whether it has, no answer tells what it shows. */
  readonly isDoubted: boolean
}

export function newDeviceClock(): DeviceClock {
  return {
    coarseMs: null,
    samples: [],
    earlierMs: null,
    n: 0,
    askedAtMs: null,
    nextAtMs: 0,
    unansweredSinceMs: null,
    hasAnswered: false,
    isDoubted: false,
  }
}

function bestOf({ samples }: DeviceClock): Sample | undefined {
  return samples.reduce<Sample | undefined>(
    (best, one) => (best === undefined || one.roundTripMs <= best.roundTripMs ? one : best),
    undefined,
  )
}

/** Host monotonic minus device, ms; null before the first hello. */
function monotonicOffset(clock: DeviceClock): number | null {
  return bestOf(clock)?.offsetMs ?? clock.coarseMs
}

export function roundTripMs(clock: DeviceClock): number | null {
  return bestOf(clock)?.roundTripMs ?? null
}

/** The device said its time `t` just now. */
export function heardTime(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  return { ...clock, coarseMs: nowMs - t }
}

/**
 * Whether a heartbeat's time `t` lies so far back that the clock may have begun again: the device booted, and its hello was lost. A line that
 * was held up on its way looks the same.
 */
export function hasGoneBack(clock: DeviceClock, t: number, nowMs: number): boolean {
  const offsetMs = monotonicOffset(clock)
  return offsetMs !== null && nowMs - t - offsetMs > BACK_MS
}

/** First hello of a connection: exchanges under way are lost, samples that no longer fit are dropped. */
export function reconnectClock(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  const coarseMs = nowMs - t
  const samples = clock.samples.filter(({ offsetMs }) => Math.abs(offsetMs - coarseMs) <= STALE_MS)
  return { ...clock, coarseMs, samples, askedAtMs: null, nextAtMs: nowMs, unansweredSinceMs: null, hasAnswered: false }
}

/** The device booted: a new clock; the old one is remembered for what its ring still holds. */
export function rebootClock(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  return reconnectClock({ ...clock, samples: [], earlierMs: monotonicOffset(clock) }, t, nowMs)
}

/** The next exchange where one is due: its number, to be sent with the wall clock. */
export function askTime(clock: DeviceClock, nowMs: number): readonly [DeviceClock, n: number | null] {
  const isDue = clock.askedAtMs === null ? nowMs >= clock.nextAtMs : nowMs >= clock.askedAtMs + REPEAT_MS
  if (!isDue) return [clock, null]
  const n = clock.n + 1
  const unansweredSinceMs = clock.hasAnswered ? (clock.unansweredSinceMs ?? nowMs) : null
  return [{ ...clock, n, askedAtMs: nowMs, unansweredSinceMs }, n]
}

/** An answer; null when it is none (another number, an impossible time). */
export function answerTime(clock: DeviceClock, n: number, t: number, nowMs: number): DeviceClock | null {
  if (clock.askedAtMs === null || n !== clock.n) return null
  const roundTripMs = nowMs - clock.askedAtMs
  const offsetMs = clock.askedAtMs + roundTripMs / 2 - t
  if (clock.coarseMs !== null && Math.abs(offsetMs - clock.coarseMs) > DISBELIEF_MS) return null
  const samples = clock.isDoubted ? clock.samples : [...clock.samples, { offsetMs, roundTripMs }].slice(-SAMPLES_MAX)
  const pauseMs = samples.length < FIRST_SAMPLES ? FIRST_MS : EXCHANGE_MS
  return { ...clock, samples, askedAtMs: null, nextAtMs: clock.askedAtMs + pauseMs, unansweredSinceMs: null, hasAnswered: true }
}

/** What to add to an event's own time `t` for Unix ms, an integer. `wallShiftMs` = wall clock minus monotonic clock. Null before the first hello. */
export function offsetOf(clock: DeviceClock, t: number, nowMs: number, wallShiftMs: number): number | null {
  const current = monotonicOffset(clock)
  if (current === null) return null
  const isPossible = (offsetMs: number) => t + offsetMs <= nowMs + FUTURE_MS
  const { earlierMs } = clock
  if (isPossible(current)) return Math.round(current + wallShiftMs)
  // The clock of before the boot; where that is unknown, the event is as old as its arrival.
  return Math.round((earlierMs !== null && isPossible(earlierMs) ? earlierMs : nowMs - t) + wallShiftMs)
}
