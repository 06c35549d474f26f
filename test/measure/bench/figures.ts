/** Turns measurements into figures: quantiles, and how they are written. */

export interface Figures {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** NaN if nothing was measured. Nearest rank. */
export function figuresOf(samples: readonly number[]): Figures {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length, Math.max(1, Math.ceil(sorted.length * share))) - 1] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** One goal, met when `value` is at most `limit`. */
export interface Goal {
  readonly what: string
  readonly value: number
  readonly limit: number
  readonly unit: string
}

export const isMet = ({ value, limit }: Goal): boolean => value <= limit

/** Three significant digits: `0.312`, `4.20`, `87.1`, `1234`. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return value.toFixed(digits)
}
