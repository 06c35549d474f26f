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
/** So many answers that agree with each other say what the clock shows, if one of them took no longer than `SURE_MS`. */
export const SETTLED_SAMPLES = 3
/** Such an answer is half of this out at most. */
const SURE_MS = 100
export const FIRST_MS = 50
/** Repeat an exchange that has had no answer for this long. */
export const REPEAT_MS = 250
/** An answer that differs from hello and heartbeats by more than this is an echo or a fault, not a clock. */
export const DISBELIEF_MS = 10_000
/** A clock this far back is not merely slow, and no line is held up this long unless something is wrong. */
const BACK_MS = 1000
/** No crystal or resonator is so far out: beyond it the clock is broken, not inaccurate. */
export const DRIFT_MAX = 0.02
/** Both clocks are read in whole milliseconds. */
const ROUNDING_MS = 2
/** An event may lie this far in the device's future (its clock against our estimate). */
export const FUTURE_MS = 1000
/** Journaled offsets of one clock differ by less; those of events that were dated by their arrival scatter. */
const ALIKE_MS = 20

interface Sample {
  /** Host monotonic minus device, ms. */
  readonly offsetMs: number
  readonly roundTripMs: number
  readonly atMs: number
}

/** What the device said of itself: its newest event, and its time. */
interface Named {
  readonly hi: number
  readonly t: number
}

export interface DeviceClock {
  /** From the newest hello or heartbeat. Too large by that line's travel time, but always available. */
  readonly coarseMs: number | null
  readonly samples: readonly Sample[]
  /**
   * What was known of this clock before the present connection: from the last one, or journaled by an earlier daemon. It holds until the
   * answers of this connection settle the offset; null: nothing, or no longer needed.
   */
  readonly before: Sample | null
  /** The offset that an earlier daemon journaled, until the first hello; null: none. */
  readonly journaledMs: number | null
  /** An answer that contradicts the one before it; the next one shows which of the two is wrong. */
  readonly odd: Sample | null
  /** The device's time in its newest answer. */
  readonly answeredT: number | null
  /** The newest hello or heartbeat of this boot: events above its number happened later. */
  readonly floor: Named | null
  /** The offset before the device's last boot: events still in its ring may carry that clock. */
  readonly earlierMs: number | null
  /** Number of the newest exchange and when it was sent; `askedAtMs` is null if none is under way. */
  readonly n: number
  readonly askedAtMs: number | null
  /** The host's time in that exchange. */
  readonly askedT: number
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
    before: null,
    journaledMs: null,
    odd: null,
    answeredT: null,
    floor: null,
    earlierMs: null,
    n: 0,
    askedAtMs: null,
    askedT: 0,
    nextAtMs: 0,
    unansweredSinceMs: null,
    hasAnswered: false,
    isDoubted: false,
  }
}

/** How far apart two samples of a clock that keeps time may lie: each is out by half its round trip at most. */
function apartMax(one: Sample, other: Sample, drift: number): number {
  return (one.roundTripMs + other.roundTripMs) / 2 + ROUNDING_MS + drift * Math.abs(one.atMs - other.atMs)
}

function fits(one: Sample, other: Sample, drift = DRIFT_MAX): boolean {
  return Math.abs(one.offsetMs - other.offsetMs) <= apartMax(one, other, drift)
}

function isSettled(samples: readonly Sample[]): boolean {
  return samples.length >= SAMPLES_MAX || (samples.length >= SETTLED_SAMPLES && samples.some(isSure))
}

function isSure({ roundTripMs }: Sample): boolean {
  return roundTripMs <= SURE_MS
}

/** The last samples. The newest sure one stays: while the host is busy, every answer is late by an unknown time. */
function kept(samples: readonly Sample[]): readonly Sample[] {
  const last = samples.slice(-SAMPLES_MAX)
  const sure = last.some(isSure) ? undefined : samples.findLast(isSure)
  return sure === undefined ? last : [sure, ...last.slice(1)]
}

/** Whether it is known what the clock shows, so that what the device kept while nobody listened can be dated. */
export function isKnown({ before, samples }: DeviceClock): boolean {
  return before !== null || isSettled(samples)
}

/** What was known before; then the shortest round trip among the samples that the newest one does not contradict. */
function bestOf({ before, samples }: DeviceClock): Sample | undefined {
  if (before !== null) return before
  const newest = samples.at(-1)
  return samples.reduce<Sample | undefined>((best, one) => {
    if (newest === undefined || !fits(one, newest, 0)) return best
    return best === undefined || one.roundTripMs <= best.roundTripMs ? one : best
  }, undefined)
}

/** Host monotonic minus device, ms; null before the first hello. */
function monotonicOffset(clock: DeviceClock): number | null {
  return bestOf(clock)?.offsetMs ?? clock.coarseMs
}

export function roundTripMs(clock: DeviceClock): number | null {
  return bestOf({ ...clock, before: null })?.roundTripMs ?? null
}

/** A heartbeat. It names no boot, so one from before a reboot may come again: it shows a time that is yet to come. */
export function heardTime(clock: DeviceClock, named: Named, nowMs: number, isFault: boolean): DeviceClock {
  const best = bestOf(clock)
  const isOwn = best !== undefined && named.t + best.offsetMs - best.roundTripMs / 2 <= nowMs + ROUNDING_MS + DRIFT_MAX * EXCHANGE_MS
  return { ...(isOwn || isFault ? withFloor(clock, named, isFault) : clock), coarseMs: nowMs - named.t }
}

/** A hello, or a heartbeat of the same boot. `isFault`: the clock is known to be wrong, and may have gone back. */
export function withFloor(clock: DeviceClock, { hi, t }: Named, isFault = false): DeviceClock {
  const { floor } = clock
  // A lower one is a line that was held up or sent again.
  return isFault || floor === null || (t >= floor.t && hi >= floor.hi) ? { ...clock, floor: { hi, t } } : clock
}

/** Whether a hello with this time was written just now: its time is what the answers lead to expect or, without any, later than all before. */
export function isNewsTo(clock: DeviceClock, t: number, nowMs: number): boolean {
  const best = bestOf(clock)
  return best === undefined ? t > (clock.floor?.t ?? -1) : Math.abs(nowMs - t - best.offsetMs) <= BACK_MS
}

/**
 * Whether an event dates itself in a way that its place in the sequence rules out. Above the number that a hello or a heartbeat named it
 * happened later than that line, and not in the future. `backMs`: by how much it is too early; 0: it is not.
 */
export function judgeTime({ floor, ...clock }: DeviceClock, { seq, t }: { seq: number; t: number }, nowMs: number) {
  if (floor === null || seq <= floor.hi) return { isJudged: false, backMs: 0, isAhead: false }
  const best = bestOf({ ...clock, floor })
  const isAhead = best !== undefined && t + best.offsetMs - best.roundTripMs / 2 > nowMs + FUTURE_MS
  return { isJudged: true, backMs: Math.max(0, floor.t - t), isAhead }
}

/**
 * Whether a heartbeat's time `t` lies so far back that the clock may have started again: the device rebooted and its hello was lost.
 * A line that was held up on its way looks the same.
 */
export function hasGoneBack(clock: DeviceClock, t: number, nowMs: number): boolean {
  const offsetMs = monotonicOffset(clock)
  return offsetMs !== null && nowMs - t - offsetMs > BACK_MS
}

/**
 * What an earlier daemon journaled of this clock: the offsets of the last events, monotonic, the newest last. One that stands alone may be
 * that of an event dated by its arrival.
 */
export function withJournaled(clock: DeviceClock, offsets: readonly number[]): DeviceClock {
  const alike = offsets.findLast((one, at) => offsets.some((other, place) => place !== at && Math.abs(one - other) <= ALIKE_MS))
  return { ...clock, journaledMs: alike ?? null }
}

/** First hello of a connection: drops the exchange under way. What was known holds until new answers settle the offset. */
export function reconnectClock(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  const before = knownBefore(clock, t, nowMs)
  const idle = { odd: null, askedAtMs: null, nextAtMs: nowMs, unansweredSinceMs: null, hasAnswered: false }
  return { ...clock, ...idle, coarseMs: nowMs - t, before, journaledMs: null, samples: [] }
}

/**
 * null if the hello would be from the future by it. The journaled offset may be that of an earlier boot, or of a host whose clock was set
 * since, so by it the hello must not be old either: it was just asked for.
 */
function knownBefore(clock: DeviceClock, t: number, nowMs: number): Sample | null {
  const lateBy = (offsetMs: number) => nowMs - t - offsetMs
  const best = bestOf(clock)
  if (best !== undefined) return lateBy(best.offsetMs) < -FUTURE_MS ? null : best
  const { journaledMs } = clock
  if (journaledMs === null || lateBy(journaledMs) < -FUTURE_MS || lateBy(journaledMs) > BACK_MS) return null
  return { offsetMs: journaledMs, roundTripMs: ALIKE_MS, atMs: nowMs }
}

/** The device rebooted and its clock is new. Keeps the old offset for events that are still in the ring. */
export function rebootClock(clock: DeviceClock, t: number, nowMs: number): DeviceClock {
  const earlierMs = monotonicOffset(clock) ?? clock.journaledMs
  const anew = { ...clock, before: null, journaledMs: null, samples: [], answeredT: null, floor: null, earlierMs }
  return reconnectClock(anew, t, nowMs)
}

/** Starts the next exchange if one is due. Returns its number, to be sent with the host's time `hostT`. */
export function askTime(clock: DeviceClock, nowMs: number, hostT: number): readonly [DeviceClock, n: number | null] {
  const isDue = clock.askedAtMs === null ? nowMs >= clock.nextAtMs : nowMs >= clock.askedAtMs + REPEAT_MS
  if (!isDue) return [clock, null]
  const n = clock.n + 1
  const unansweredSinceMs = clock.hasAnswered ? (clock.unansweredSinceMs ?? nowMs) : null
  return [{ ...clock, n, askedAtMs: nowMs, askedT: hostT, unansweredSinceMs }, n]
}

/** `refused`: it answers no open exchange, or is the host's own line. `broken`: two answers in a row show that the clock does not keep time. */
export type Answer = 'taken' | 'odd' | 'broken' | 'refused'

/** Takes an answer with the device's time `t`. An answer that contradicts those before it is not used unless the next one confirms it. */
export function answerTime(clock: DeviceClock, n: number, t: number, nowMs: number): readonly [DeviceClock, Answer] {
  if (clock.askedAtMs === null || n !== clock.n) return [clock, 'refused']
  const roundTripMs = nowMs - clock.askedAtMs
  const sample = { offsetMs: clock.askedAtMs + roundTripMs / 2 - t, roundTripMs, atMs: nowMs }
  const isStrange = clock.coarseMs !== null && Math.abs(sample.offsetMs - clock.coarseMs) > DISBELIEF_MS
  if (isStrange && t === clock.askedT) return [clock, 'refused']
  const isFirst = clock.samples.length + 1 < FIRST_SAMPLES || !isSettled(clock.samples)
  const nextAtMs = clock.askedAtMs + (isFirst ? FIRST_MS : EXCHANGE_MS)
  const answered = { ...clock, askedAtMs: null, nextAtMs, unansweredSinceMs: null, hasAnswered: true }
  if (clock.isDoubted) return [answered, 'taken']
  const known = { ...answered, answeredT: t }
  const newest = clock.samples.at(-1)
  if (newest === undefined ? !isStrange : fits(sample, newest)) {
    const samples = kept([...clock.samples, sample])
    return [{ ...known, odd: null, before: isSettled(samples) ? null : clock.before, samples }, 'taken']
  }
  const { odd } = clock
  if (odd === null) return [{ ...answered, odd: sample, nextAtMs: clock.askedAtMs + FIRST_MS }, 'odd']
  const anew = { ...known, odd: null, before: null, samples: [sample], nextAtMs: clock.askedAtMs + EXCHANGE_MS }
  // Only a hello or a heartbeat contradicted them: it was held up on its way.
  return [anew, newest === undefined && fits(sample, odd) ? 'taken' : 'broken']
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
