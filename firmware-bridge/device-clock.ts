/**
 * The device's clock compared with the host's. The estimate uses the host's monotonic clock, so a jump of the wall clock spoils no sample;
 * `offsetOf` adds the wall clock at the end. Source: docs/protocol.md, "The time" (the shortest round trip of the last 16 exchanges).
 */

/** Exchanges kept. */
export const SAMPLES_MAX = 16
/** Time between exchanges. It also decides how soon a device that has stopped reading is noticed. */
export const EXCHANGE_MS = 1000
/** On a busy host one exchange may be tens of milliseconds out; the best of the first few is not. */
export const FIRST_SAMPLES = 6
export const FIRST_MS = 50
/** Repeat an exchange that has had no answer for this long. */
export const REPEAT_MS = 250
/** An answer that differs from hello and heartbeats by more than this is an echo or a fault, not a clock. */
export const DISBELIEF_MS = 10_000
/** If a hello and a sample differ by more than this, they no longer describe the same clock. */
const STALE_MS = 250
/** A clock this far back is not merely slow, and no line is held up this long unless something is wrong. */
const BACK_MS = 1000
/** An event may lie this far in the device's future (its clock against our estimate). */
export const FUTURE_MS = 1000

interface Sample {
  /** Host monotonic minus device, ms. */
  readonly offsetMs: number
  readonly roundTripMs: number
}

export interface DeviceClock {
  /** From the newest hello or heartbeat. Too large by that line's travel time, but always available. */
  readonly coarseMs: number | null
  readonly samples: readonly Sample[]
  /** The offset before the device's last boot: events still in its ring may carry that clock. */
  readonly earlierMs: number | null
  /** Number of the newest exchange and when it was sent; `askedAtMs` is null if none is under way. */
  readonly n: number
  readonly askedAtMs: number | null
  readonly nextAtMs: number
  /** Since when the device has left exchanges unanswered; null if it answered the last one, or has answered none on this connection. */
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

/** The device has just reported its time `t`. */
export function heardTime(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  return { ...clock, coarseMs: nowMs - t }
}

/**
 * Whether a heartbeat's time `t` lies so far back that the clock may have started again: the device rebooted and its hello was lost.
 * A line that was held up on its way looks the same.
 */
export function hasGoneBack(clock: DeviceClock, t: number, nowMs: number): boolean {
  const offsetMs = monotonicOffset(clock)
  return offsetMs !== null && nowMs - t - offsetMs > BACK_MS
}

/** First hello of a connection: drops the exchange under way and the samples that no longer fit. */
export function reconnectClock(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  const coarseMs = nowMs - t
  const samples = clock.samples.filter(({ offsetMs }) => Math.abs(offsetMs - coarseMs) <= STALE_MS)
  return { ...clock, coarseMs, samples, askedAtMs: null, nextAtMs: nowMs, unansweredSinceMs: null, hasAnswered: false }
}

/** The device rebooted and its clock is new. Keeps the old offset for events that are still in the ring. */
export function rebootClock(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  return reconnectClock({ ...clock, samples: [], earlierMs: monotonicOffset(clock) }, t, nowMs)
}

/** Starts the next exchange if one is due. Returns its number, to be sent with the wall clock. */
export function askTime(clock: DeviceClock, nowMs: number): readonly [DeviceClock, n: number | null] {
  const isDue = clock.askedAtMs === null ? nowMs >= clock.nextAtMs : nowMs >= clock.askedAtMs + REPEAT_MS
  if (!isDue) return [clock, null]
  const n = clock.n + 1
  const unansweredSinceMs = clock.hasAnswered ? (clock.unansweredSinceMs ?? nowMs) : null
  return [{ ...clock, n, askedAtMs: nowMs, unansweredSinceMs }, n]
}

/** Takes an answer; null if it does not answer the open exchange (another number, an impossible time). */
export function answerTime(clock: DeviceClock, n: number, t: number, nowMs: number): DeviceClock | null {
  if (clock.askedAtMs === null || n !== clock.n) return null
  const roundTripMs = nowMs - clock.askedAtMs
  const offsetMs = clock.askedAtMs + roundTripMs / 2 - t
  if (clock.coarseMs !== null && Math.abs(offsetMs - clock.coarseMs) > DISBELIEF_MS) return null
  const samples = clock.isDoubted ? clock.samples : [...clock.samples, { offsetMs, roundTripMs }].slice(-SAMPLES_MAX)
  const pauseMs = samples.length < FIRST_SAMPLES ? FIRST_MS : EXCHANGE_MS
  return { ...clock, samples, askedAtMs: null, nextAtMs: clock.askedAtMs + pauseMs, unansweredSinceMs: null, hasAnswered: true }
}

/** The integer to add to an event's own time `t` to get Unix ms; null before the first hello. `wallShiftMs`: wall minus monotonic clock. */
export function offsetOf(clock: DeviceClock, t: number, nowMs: number, wallShiftMs: number): number | null {
  const current = monotonicOffset(clock)
  if (current === null) return null
  const isPossible = (offsetMs: number) => t + offsetMs <= nowMs + FUTURE_MS
  const { earlierMs } = clock
  if (isPossible(current)) return Math.round(current + wallShiftMs)
  // The clock from before the boot. If that is unknown, date the event by its arrival.
  return Math.round((earlierMs !== null && isPossible(earlierMs) ? earlierMs : nowMs - t) + wallShiftMs)
}
