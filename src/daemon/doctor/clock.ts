/** Compares a device's clock with the host's, from time exchanges spread over the watch. Pure. */
import type { Said, Text } from '../../words/text.ts'
import { deviceWord as say } from './device-words.ts'

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
  /** This machine's time at the quickest exchange. */
  readonly wallMs: number
  readonly roundTripMs: number
  /** Positive: the device's clock is fast. Null if the exchanges are too close together. */
  readonly drift: { readonly ppm: number; readonly withinPpm: number } | null
}

/** Two exchanges closer than this show nothing about a rate. */
const SPAN_MS_MIN = 800
/** The device reports whole milliseconds, so two readings together may be this far out. */
const ROUNDING_MS = 1

/** Null if there was no exchange. */
export function readClock(samples: readonly ClockSample[]): ClockReading | null {
  const best = quickest(samples)
  if (best === undefined) return null
  return { offsetMs: Math.round(best.wallMs - best.t), wallMs: best.wallMs, roundTripMs: best.roundTripMs, drift: driftOf(samples) }
}

const quickest = (samples: readonly ClockSample[]): ClockSample | undefined =>
  samples.reduce<ClockSample | undefined>((best, one) => (best === undefined || one.roundTripMs < best.roundTripMs ? one : best), undefined)

/** Compares the quickest exchange in the first third of the time with the quickest in the last third. */
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

/** What a device's clock shows, compared with this machine's time. */
export type Told =
  /** It counts from power-on, as most boards do. */
  | { readonly kind: 'own start'; readonly sinceMs: number }
  /** It keeps the time of day; positive: it is ahead. */
  | { readonly kind: 'time of day'; readonly aheadMs: number }
  /** It keeps a date, but not this machine's. */
  | { readonly kind: 'another date'; readonly date: Text | string; readonly aheadMs: number }
  /** This machine's own date cannot be right. */
  | { readonly kind: 'wrong-here'; readonly date: Text | string }

/** This program is newer than that: a machine that shows an earlier date has lost its own. */
const EARLIEST_MS = Date.UTC(2025, 0, 1)
/** No board runs this long, and a device that keeps a date never shows one this close to 1970. */
const UPTIME_MS_MAX = 10 * 365.25 * 86_400_000
/** Two clocks that keep the time of day may differ by this much before a person should set one of them. */
const APART_MS_MAX = 60_000

export function tellClock(offsetMs: number, wallMs: number): Told {
  const shownMs = wallMs - offsetMs
  if (wallMs < EARLIEST_MS) return { kind: 'wrong-here', date: dateOf(wallMs) }
  if (Math.abs(offsetMs) <= APART_MS_MAX) return { kind: 'time of day', aheadMs: -offsetMs }
  if (shownMs >= 0 && shownMs < UPTIME_MS_MAX) return { kind: 'own start', sinceMs: shownMs }
  return { kind: 'another date', date: dateOf(shownMs), aheadMs: -offsetMs }
}

/** Beyond this a date's year has more than four digits. */
const DATE_MS_MAX = Date.UTC(9999, 11, 31)
const dateOf = (ms: number): Text | string =>
  Math.abs(ms) > DATE_MS_MAX ? say('impossible-date') : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const SPANS = [
  ['year', 'years', 365.25 * 86_400_000],
  ['day', 'days', 86_400_000],
  ['hour', 'hours', 3_600_000],
  ['minute', 'minutes', 60_000],
  ['s', 's', 1000],
] as const

/** `3 days`, `48 s`, `12 ms`: the largest unit that fits, rounded down. */
function spanText(ms: number): Text {
  const [one, several, unitMs] = SPANS.find(([, , each]) => Math.abs(ms) >= each) ?? (['ms', 'ms', 1] as const)
  const count = Math.floor(Math.abs(ms) / unitMs)
  return count === 1 ? say(one, { count }) : say(several, { count })
}

const apart = (what: Text | string, aheadMs: number): Said =>
  say(aheadMs < 0 ? 'clock-behind' : 'clock-ahead', { what, span: spanText(aheadMs) })

/** For a line of the page: what the clock shows. */
export function clockWords(told: Told): Said {
  switch (told.kind) {
    case 'own start':
      return say('own-start', { span: spanText(told.sinceMs) })
    case 'time of day':
      return apart(say('time-of-day'), told.aheadMs)
    case 'another date':
      return apart(told.date, told.aheadMs)
    case 'wrong-here':
      return say('wrong-here', { date: told.date })
  }
}

/** What to do about it; null: nothing, because the daemon allows for any difference. */
export function clockTodo(told: Told): Said | null {
  switch (told.kind) {
    case 'own start':
    case 'time of day':
      return null
    case 'another date':
      return say('date-todo')
    case 'wrong-here':
      return say('here-todo')
  }
}
