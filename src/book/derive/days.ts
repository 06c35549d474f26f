/** Days of searches: which of them have a box or an amount. */
import { type Change, put } from './change.ts'

/** A day that every search looks through. */
export const UNKNOWN_DAY = -1
const DAY_MS = 86_400_000

/** Of a time, Unix ms. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** From its first millisecond to its last one. */
export const spanOfDays = (from: number, to: number): { readonly from: number; readonly to: number } => ({
  from: from * DAY_MS,
  to: (to + 1) * DAY_MS - 1,
})

export interface Sought {
  readonly boxes: readonly number[]
  /** null: it is not known. */
  readonly amounts: readonly (number | null)[]
}

export const daysWith = (day: number, { boxes, amounts }: Sought): readonly Change[] => {
  const known = amounts.filter((amount) => amount !== null).map(Math.abs)
  return [
    ...[...new Set(boxes)].map((value) => put('search_days', { what: 'box', value, day })),
    ...[...new Set(known)].map((value) => put('search_days', { what: 'amount', value, day })),
  ]
}
