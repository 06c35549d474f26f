/** Where a search for a box or an amount has to look: the days that have it, as spans of time. */
import { dayOf, spanOfDays, UNKNOWN_DAY } from '../derive/days.ts'
import type { Db, Start } from './page.ts'

export interface SoughtIn {
  readonly box?: number | undefined
  readonly amount?: number | undefined
}

/** Days of one box or amount, far more than a search looks through. If there are more, the search looks everywhere. */
const DAYS_MAX = 1000

/** The parts of `start` that may have a round with everything sought, newest first; an empty list: there is no such round. */
export async function partsWith(db: Db, stream: number, { box, amount }: SoughtIn, start: Start): Promise<readonly Start[]> {
  const values = [
    ['box', box],
    ['amount', amount === undefined ? undefined : Math.abs(amount)],
  ] as const
  const found: (readonly number[])[] = []
  for (const [what, value] of values) {
    const days = value === undefined ? null : await daysOf(db, stream, what, value)
    if (days !== null) found.push(days.filter((day) => day >= dayOf(start.from) && day <= dayOf(start.to)))
  }
  const [first, ...others] = found
  if (first === undefined) return [start]
  return partsOf(
    first.filter((day) => others.every((days) => days.includes(day))),
    start,
  )
}

/** null: the search has to look at all days. */
async function daysOf(db: Db, stream: number, what: string, value: number): Promise<readonly number[] | null> {
  const rows = await db
    .selectFrom('search_days')
    .select('day')
    .where('stream_id', '=', stream)
    .where('what', '=', what)
    .where('value', '=', value)
    .limit(DAYS_MAX)
    .execute()
  const days = rows.map(({ day }) => day)
  return days.length === DAYS_MAX || days.includes(UNKNOWN_DAY) ? null : days
}

/** Merges consecutive days into one part. Pure. */
function partsOf(days: readonly number[], { from, to, tie }: Start): readonly Start[] {
  const parts: { first: number; readonly last: number }[] = []
  for (const day of days.toSorted((one, other) => other - one)) {
    const newer = parts.at(-1)
    if (newer !== undefined && newer.first === day + 1) newer.first = day
    else parts.push({ first: day, last: day })
  }
  return parts.map(({ first, last }) => {
    const span = spanOfDays(first, last)
    const end = Math.min(span.to, to)
    return { from: Math.max(span.from, from), to: end, tie: end === to ? tie : null }
  })
}
