/** Averages with their standard errors, and how far counts are from what was expected. Pure numbers. */

export interface Average {
  readonly count: number
  readonly mean: number
  /** Standard error of the mean. */
  readonly error: number
}

/** From the sum of `count` values and the sum of their squares. */
export function averageOf(count: number, sum: number, squares: number): Average {
  const mean = count > 0 ? sum / count : Number.NaN
  const variance = count > 1 ? Math.max(0, (squares - count * mean * mean) / (count - 1)) : Number.NaN
  return { count, mean, error: Math.sqrt(variance / count) }
}

/** The share of `hits` among `count` trials; the error is that of the expected chance. */
export const shareOf = (count: number, hits: number, chance: number): Average => ({
  count,
  mean: count > 0 ? hits / count : Number.NaN,
  error: Math.sqrt((chance * (1 - chance)) / count),
})

export interface Fit {
  readonly count: number
  readonly chiSquare: number
  /** Degrees of freedom; 0 if there is too little to compare. */
  readonly freedom: number
  /** The chance of a chi-square this large or larger. */
  readonly p: number
}

/** Hits a cell should expect; a cell with fewer is joined with its neighbours, because chi-square would mean nothing. */
export const LEAST_EXPECTED = 5

/** Pearson's chi-square of `found` counts against `chances`, which add up to 1. A hit whose chance is 0 fits nothing. */
export function fitOf(found: readonly number[], chances: readonly number[]): Fit {
  const count = found.reduce((sum, each) => sum + each, 0)
  const cells: { found: number; expected: number }[] = []
  let [hits, expected] = [0, 0]
  for (const [cell, chance] of chances.entries()) {
    const here = found[cell] ?? 0
    if (chance === 0) {
      if (here > 0) return { count, chiSquare: Number.POSITIVE_INFINITY, freedom: chances.length - 1, p: 0 }
      continue
    }
    hits += here
    expected += count * chance
    if (expected < LEAST_EXPECTED) continue
    cells.push({ found: hits, expected })
    ;[hits, expected] = [0, 0]
  }
  const last = cells.at(-1)
  if (last !== undefined) {
    last.found += hits
    last.expected += expected
  }
  const chiSquare = cells.reduce((sum, cell) => sum + (cell.found - cell.expected) ** 2 / cell.expected, 0)
  const freedom = Math.max(0, cells.length - 1)
  return { count, chiSquare, freedom, p: chiSquareTail(chiSquare, freedom) }
}

/** The chance that a chi-square of `freedom` degrees exceeds `value`. */
export function chiSquareTail(value: number, freedom: number): number {
  if (freedom === 0 || value <= 0) return 1
  if (!Number.isFinite(value)) return 0
  return value < freedom + 2 ? 1 - lowerGamma(freedom / 2, value / 2) : upperGamma(freedom / 2, value / 2)
}

const STEPS_MAX = 10_000
const PRECISION = 1e-15

/** Regularised lower incomplete gamma function by its series. */
function lowerGamma(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let step = 1; step < STEPS_MAX && term > sum * PRECISION; step++) {
    term *= x / (a + step)
    sum += term
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a))
}

/** Regularised upper incomplete gamma function by its continued fraction (Lentz). */
function upperGamma(a: number, x: number): number {
  const least = Number.MIN_VALUE / PRECISION
  let b = x + 1 - a
  let c = 1 / least
  let d = 1 / b
  let fraction = d
  for (let step = 1; step < STEPS_MAX; step++) {
    const part = -step * (step - a)
    b += 2
    d = 1 / nonZero(part * d + b, least)
    c = nonZero(b + part / c, least)
    fraction *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return fraction * Math.exp(a * Math.log(x) - x - logGamma(a))
}

const nonZero = (value: number, least: number): number => (Math.abs(value) < least ? least : value)

/** For whole and half numbers from one half up, all that chi-square needs. */
function logGamma(x: number): number {
  let log = Number.isInteger(x) ? 0 : Math.log(Math.PI) / 2
  for (let factor = x - 1; factor > 0; factor--) log += Math.log(factor)
  return log
}
