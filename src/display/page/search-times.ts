/** Times and days as people write them: `22:15`, `14:3`, `10 pm`, `22:00-2:00`, `2026-11-26`, `26.11.`, `yesterday`. Pure. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** Unix ms, inclusive. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** ms since midnight, inclusive. */
interface OfDay {
  readonly from: number
  readonly to: number
}

/** `(hours)(:minutes, perhaps their first digit only)(:seconds)`, in English with `am` or `pm`, in German with `Uhr`. */
const CLOCK = /^(\d{1,2})(?:(?::(\d{0,2})(?::(\d{2}))?)|\.(\d{2})(?= ?uhr$))? ?(am|pm|uhr)?$/
/** It has the form of a time or a day, whether or not there is such a one. */
export const LIKE_A_TIME = /^(?:\d{1,2}:.*|\d{1,4}[./-]\d{1,2}[./-]\d{0,4})$/

/** null: it is no time of day. */
export function clockOf(word: string): OfDay | null {
  const [found, hourText, colon, seconds, dot, half] = CLOCK.exec(word) ?? []
  const minutes = colon ?? dot
  // A bare number is an amount.
  if (found === undefined || (minutes === undefined && half === undefined)) return null
  const isTwelve = half === 'am' || half === 'pm'
  const hour = isTwelve ? (Number(hourText) % 12) + (half === 'pm' ? 12 : 0) : Number(hourText)
  const width = minutes === undefined || minutes === '' ? HOUR_MINUTES : minutes.length === 1 ? 10 : 1
  const minute = width === 10 ? Number(minutes) * 10 : Number(minutes ?? 0)
  if (hour > 23 || (isTwelve && Number(hourText) > 12) || minute > 59 || Number(seconds ?? 0) > 59) return null
  const from = (hour * HOUR_MINUTES + minute) * MINUTE_MS + Number(seconds ?? 0) * 1000
  return { from, to: from + (seconds === undefined ? width * MINUTE_MS : 1000) - 1 }
}

const SPAN = /^(?:from |von )?(\S+(?: (?:am|pm|uhr))?) ?(?:-| to | until | bis ) ?(\S+(?: (?:am|pm|uhr))?)$/

/** `22:00-2:00`; its end is before its beginning if midnight lies between. */
export function clockSpanOf(words: string): OfDay | null {
  const [, first, last] = SPAN.exec(words) ?? []
  const [from, to] = [clockOf(first ?? ''), clockOf(last ?? '')]
  return from === null || to === null ? null : { from: from.from, to: to.to }
}

/** The last time it was that time of day, or on the day given; in this browser's time zone. */
export function spanOf({ from, to }: OfDay, day: TimeSpan | null, nowMs: number): TimeSpan {
  const today = midnightOf(nowMs)
  const base = day !== null ? day.from : timeOn(today, from) > nowMs ? dayAfter(today, -1) : today
  return { from: timeOn(base, from), to: timeOn(to < from ? dayAfter(base, 1) : base, to) }
}

const midnightOf = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)
/** As a clock on the wall shows it, whether or not it was set in the night. */
const timeOn = (midnight: number, ofDay: number): number => new Date(midnight).setHours(0, 0, 0, ofDay)
const dayAfter = (midnight: number, days: number): number => midnightOf(midnight + days * DAY_MS + DAY_MS / 2)

const MONTHS: readonly string[] = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTHS_DE: { readonly [name: string]: number } = { marz: 2, mai: 4, okt: 9, dez: 11 }
const monthNamed = (name: string): number => MONTHS_DE[name.slice(0, 4)] ?? MONTHS_DE[name.slice(0, 3)] ?? MONTHS.indexOf(name.slice(0, 3))

const TODAY: readonly string[] = ['today', 'tonight', 'heute']
const YESTERDAY: readonly string[] = ['yesterday', 'gestern']
const ISO_DAY = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/
/** Day before month, as in all of Europe. */
const DAY_FIRST = /^(\d{1,2})(?:\. ?(\d{1,2})\.|\/(\d{1,2})\/?)(?: ?(\d{4}|\d{2}))?$/
const NAMED = /^(\d{1,2})\.?(?:st|nd|rd|th)? ([a-z]{3,9})\.?,?(?: (\d{4}))?$/
const NAMED_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$/

/** A day, or a month; null: it is neither, or there is no such day. Without a year: the last such day. */
export function dayOf(words: string, nowMs: number): TimeSpan | null {
  if (TODAY.includes(words)) return wholeDay(midnightOf(nowMs))
  if (YESTERDAY.includes(words)) return wholeDay(dayAfter(midnightOf(nowMs), -1))
  const [iso, year, month, date] = ISO_DAY.exec(words) ?? []
  if (iso !== undefined)
    return date === undefined ? wholeMonth(Number(year), Number(month) - 1) : dated(Number(date), Number(month) - 1, year, nowMs)
  const [first, day, dotted, slashed, ofYear] = DAY_FIRST.exec(words) ?? []
  if (first !== undefined) return dated(Number(day), Number(dotted ?? slashed) - 1, ofYear, nowMs)
  const [named, dayBefore, monthAfter = '', yearAfter] = NAMED.exec(words) ?? []
  if (named !== undefined) return dated(Number(dayBefore), monthNamed(monthAfter), yearAfter, nowMs)
  const [namedFirst, monthBefore = '', dayAfterIt, yearLast] = NAMED_FIRST.exec(words) ?? []
  return namedFirst === undefined ? null : dated(Number(dayAfterIt), monthNamed(monthBefore), yearLast, nowMs)
}

function dated(day: number, month: number, yearText: string | undefined, nowMs: number): TimeSpan | null {
  const now = new Date(nowMs)
  const given = yearText === undefined ? now.getFullYear() : Number(yearText.length === 2 ? `20${yearText}` : yearText)
  const year = yearText === undefined && new Date(given, month, day).getTime() > nowMs ? given - 1 : given
  const found = new Date(year, month, day)
  return found.getMonth() === month && found.getDate() === day ? wholeDay(found.getTime()) : null
}

const wholeDay = (midnight: number): TimeSpan => ({ from: midnight, to: dayAfter(midnight, 1) - 1 })
const wholeMonth = (year: number, month: number): TimeSpan | null =>
  month < 0 || month > 11 ? null : { from: new Date(year, month, 1).getTime(), to: new Date(year, month + 1, 1).getTime() - 1 }
