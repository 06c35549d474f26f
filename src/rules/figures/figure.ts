/** One figure or one table, compared with the result. Pure. */
import { type Amount, addCounts, amountOf, type Counts, noCounts, unitsOf } from './counts.ts'
import type { Played } from './crew.ts'
import { type Average, averageOf, type Fit, fitOf, LEAST_EXPECTED, shareOf } from './statistics.ts'

/** One exact figure. */
export interface Figure {
  readonly name: string
  /** What played it: a game, or rules that several games share. */
  readonly of: string
  readonly exact: number
  readonly found: Average
  /** In standard errors. */
  readonly deviation: number
}

/** A list of exact chances that add up to 1. */
export interface Table {
  readonly name: string
  readonly of: string
  readonly fit: Fit
}

/** How often something could have happened, and did. */
export interface Tries {
  readonly count: number
  readonly hits: number
}

/** All but 0.27 % of single figures are within this many standard errors. */
export const DEVIATION_MAX = 3
/** All but this share of tables are more likely than this. */
export const P_MIN = 0.001

/** Sums and averages of the games a figure is based on. */
export interface Pool {
  readonly of: string
  readonly counts: Counts
}

export const poolOf = (of: string, played: readonly Played[]): Pool => {
  const counts = noCounts()
  for (const each of played) addCounts(counts, each.counts)
  return { of, counts }
}

export const isOutside = (one: Figure | Table): boolean => ('fit' in one ? one.fit.p < P_MIN : !(Math.abs(one.deviation) <= DEVIATION_MAX))

/** With fewer values, or fewer expected hits, standard errors mean nothing, so the figure is left out. */
const LEAST_VALUES = 30

export const figureOf = (name: string, of: string, value: number, found: Average): readonly Figure[] =>
  found.count >= LEAST_VALUES ? [{ name, of, exact: value, found, deviation: (found.mean - value) / found.error }] : []

export const shareFigure = (name: string, of: string, chance: number, { count, hits }: Tries): readonly Figure[] =>
  count * chance >= LEAST_EXPECTED ? figureOf(name, of, chance, shareOf(count, hits, chance)) : []

export const amountFigure = (name: string, { of, counts }: Pool, value: number, amount: Amount): readonly Figure[] =>
  figureOf(name, of, value, meanOf(counts, amount))

/** The average of an amount, in bets. */
export const meanOf = (counts: Counts, amount: Amount): Average => {
  const { count, sum, squares } = amountOf(counts, amount)
  const units = unitsOf(amount)
  return averageOf(count, sum / units, squares / units ** 2)
}

export const tableOf = (name: string, of: string, found: readonly number[], chances: readonly number[]): readonly Table[] => {
  // Rounded chances do not add up to exactly 1.
  const whole = chances.reduce((sum, chance) => sum + chance, 0)
  const fit = fitOf(
    found,
    chances.map((chance) => chance / whole),
  )
  return fit.freedom > 0 ? [{ name, of, fit }] : []
}
