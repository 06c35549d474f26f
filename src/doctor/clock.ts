/** A device's clock against the host's, from time exchanges spread over the watch. Pure. */

export interface ClockSample {
  /** Host's monotonic clock at the middle of the exchange. */
  readonly atMs: number
  readonly wallMs: number
  /** The device's own clock, whole ms. */
  readonly t: number
  readonly roundTripMs: number
}

export interface ClockReading {
  /** Unix ms minus device clock. */
  readonly offsetMs: number
  readonly roundTripMs: number
  /** Positive: the device's clock is fast. Null where the exchanges lie too close together. */
  readonly drift: { readonly ppm: number; readonly withinPpm: number } | null
}

/** Two exchanges closer than this say nothing about a rate. */
const SPAN_MS_MIN = 800
/** The device tells whole milliseconds: two readings may be this far out together. */
const ROUNDING_MS = 1

/** Null without an exchange. */
export function readClock(samples: readonly ClockSample[]): ClockReading | null {
  const best = quickest(samples)
  if (best === undefined) return null
  return { offsetMs: Math.round(best.wallMs - best.t), roundTripMs: best.roundTripMs, drift: driftOf(samples) }
}

const quickest = (samples: readonly ClockSample[]): ClockSample | undefined =>
  samples.reduce<ClockSample | undefined>((best, one) => (best === undefined || one.roundTripMs < best.roundTripMs ? one : best), undefined)

/** The quickest exchange of the first third of the time against the quickest of the last. */
function driftOf(samples: readonly ClockSample[]): ClockReading['drift'] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return null
  const third = (last.atMs - first.atMs) / 3
  const early = quickest(samples.filter(({ atMs }) => atMs <= first.atMs + third))
  const late = quickest(samples.filter(({ atMs }) => atMs >= last.atMs - third))
  if (early === undefined || late === undefined) return null
  const spanMs = late.atMs - early.atMs
  if (spanMs < SPAN_MS_MIN) return null
  const perSpan = 1_000_000 / spanMs
  return {
    ppm: Math.round((late.t - early.t - spanMs) * perSpan),
    withinPpm: Math.ceil(((early.roundTripMs + late.roundTripMs) / 2 + ROUNDING_MS) * perSpan),
  }
}
