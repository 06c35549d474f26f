/** The gaming day: which night a time belongs to, on the clock of the property. Pure; the clock's changes come from the platform's zones. */

/** Where and when a gaming day begins. */
export interface DayClock {
  /** IANA, `Europe/Berlin`. */
  readonly zone: string
  /** Time of day, `06:00`. */
  readonly begins: string
}

/** Where the configuration names none. */
export const CLOCK_USUAL: DayClock = { zone: 'UTC', begins: '06:00' }

/** A day is called by the date on which it began, `2026-11-30`. `from` and `to` are Unix ms, `to` excluded. */
export interface GamingDay {
  readonly day: string
  readonly from: number
  readonly to: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' },
  })
  clocks.set(zone, made)
  return made
}

/** What the clocks of a zone show at a time: `2026-11-30 21:43`. */
export const wallTime = (at: number, zone: string): string => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) => parts.get(type) ?? '')
  return `${year}-${month}-${day} ${hour}:${minute}`
}

/**
 * When the clocks of a zone showed this first, Unix ms; a time that they skipped is the moment of the skip.
 *
 * The offset of a zone is looked up a day earlier and a day later, because it changes at most once between.
 */
const timeOf = (day: string, clock: string, zone: string): number => {
  const asUtc = Date.parse(`${day}T${clock}:00Z`)
  const offsetAt = (at: number): number =>
    Date.parse(`${wallTime(at, zone).replace(' ', 'T')}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS
  const [before, after] = [offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)]
  const shows = (at: number): boolean => wallTime(at, zone) === `${day} ${clock}`
  return [asUtc - before, asUtc - after].find(shows) ?? asUtc - Math.min(before, after)
}

/** `days` may be negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** `day`: `2026-11-30`. */
export const gamingDay = (day: string, { zone, begins }: DayClock): GamingDay => ({
  day,
  from: timeOf(day, begins, zone),
  to: timeOf(dayAfter(day, 1), begins, zone),
})

const MORNING_MS = 6 * 3_600_000
/** Who asks in the morning means the night that has just ended: the gaming day of six hours ago. */
export const lastNight = (nowMs: number, clock: DayClock): GamingDay => gamingDayAt(nowMs - MORNING_MS, clock)

/** `2026-11-30`, and there is such a day. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** The gaming day that a time belongs to. */
export const gamingDayAt = (at: number, clock: DayClock): GamingDay => {
  const [day = ''] = wallTime(at, clock.zone).split(' ')
  const own = gamingDay(day, clock)
  return at < own.from ? gamingDay(dayAfter(day, -1), clock) : own
}
