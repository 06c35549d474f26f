/** The days a search looks at: those on which a box or an amount occurs. */
import { type Change, put } from './change.ts'

/** Every search looks through this day. */
export const UNKNOWN_DAY = -1
const DAY_MS = 86_400_000

/** The day of a time in Unix ms. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** From the first day's first millisecond to the last day's last. */
export const spanOfDays = (from: number, to: number): { readonly from: number; readonly to: number } => ({
  from: from * DAY_MS,
  to: (to + 1) * DAY_MS - 1,
})

export interface Sought {
  readonly boxes: readonly number[]
  /** null: the amount is unknown. */
  readonly amounts: readonly (number | null)[]
}

export const daysWith = (day: number, { boxes, amounts }: Sought): readonly Change[] => {
  const known = amounts.filter((amount) => amount !== null).map(Math.abs)
  return [
    ...[...new Set(boxes)].map((value) => put('search_days', { what: 'box', value, day })),
    ...[...new Set(known)].map((value) => put('search_days', { what: 'amount', value, day })),
  ]
}
