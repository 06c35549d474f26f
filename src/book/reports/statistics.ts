/** Intervals and exact tests for counts. Pure numbers; every chance is 0 to 1. */
import { chiSquareTail } from '../../rules/figures/statistics.ts'

export interface Interval {
  readonly from: number
  readonly to: number
}

/** The probability that a standard normal value lies below `z`. */
export const normalBelow = (z: number): number => {
  const beyond = chiSquareTail(z * z, 1) / 2
  return z > 0 ? 1 - beyond : beyond
}

const STEPS = 100

/** Where the decreasing function `of` falls to `level`. */
const whereFalls = (of: (value: number) => number, level: number): number => {
  let [least, most] = [0, 1]
  while (of(most) > level) [least, most] = [most, most * 2]
  for (let step = 0; step < STEPS; step++) {
    const middle = (least + most) / 2
    if (of(middle) > level) least = middle
    else most = middle
  }
  return (least + most) / 2
}

const MISSED = 0.05

/** Garwood's exact interval: the Poisson means that agree with `count` events at 95 %. */
export const poissonInterval = (count: number): Interval => {
  const quantile = (freedom: number, above: number): number => whereFalls((value) => chiSquareTail(value, freedom), above)
  return {
    from: count === 0 ? 0 : quantile(2 * count, 1 - MISSED / 2) / 2,
    to: quantile(2 * count + 2, MISSED / 2) / 2,
  }
}

const logFactorials: number[] = [0]
const logFactorial = (n: number): number => {
  for (let next = logFactorials.length; next <= n; next++) logFactorials[next] = (logFactorials[next - 1] ?? 0) + Math.log(next)
  return logFactorials[n] ?? 0
}
const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** The probability of `hits` or more in `trials` that succeed with `chance` each. */
export const binomialTail = (hits: number, trials: number, chance: number): number => {
  if (hits <= 0) return 1
  if (chance <= 0) return 0
  if (chance >= 1) return hits <= trials ? 1 : 0
  let sum = 0
  for (let k = hits; k <= trials; k++) sum += Math.exp(logChoose(trials, k) + k * Math.log(chance) + (trials - k) * Math.log(1 - chance))
  return Math.min(1, sum)
}

/** With `marked` things among `all`, the probability that a draw of `drawn` has `hits` or more of them. */
export const hypergeometricTail = (hits: number, drawn: number, marked: number, all: number): number => {
  let sum = 0
  for (let k = Math.max(hits, drawn + marked - all, 0); k <= Math.min(drawn, marked); k++) {
    sum += Math.exp(logChoose(marked, k) + logChoose(all - marked, drawn - k) - logChoose(all, drawn))
  }
  return Math.min(1, sum)
}

/** Takes values in any order. With an even count, the mean of the two middle values; null: no values. */
export const medianOf = (values: readonly number[]): number | null => quantileOf(values, 0.5)

/** The value below which this share lies, interpolated between neighbours; null: no values. */
export const quantileOf = (values: readonly number[], share: number): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

const PANELS = 200

/** The integral of cos(x) to the power of `freedom - 1` from 0 to `angle`, by Simpson's rule. */
const cosines = (angle: number, freedom: number): number => {
  let sum = 0
  for (let at = 0; at <= PANELS; at++) {
    const weight = at === 0 || at === PANELS ? 1 : at % 2 === 1 ? 4 : 2
    sum += weight * Math.cos((angle * at) / PANELS) ** (freedom - 1)
  }
  return (sum * angle) / (3 * PANELS)
}

/** The probability that Student's t with `freedom` degrees exceeds `t`. */
export const studentTail = (t: number, freedom: number): number => {
  const tail = (1 - cosines(Math.atan(Math.abs(t) / Math.sqrt(freedom)), freedom) / cosines(Math.PI / 2, freedom)) / 2
  return t > 0 ? tail : 1 - tail
}
