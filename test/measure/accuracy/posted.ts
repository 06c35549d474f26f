/** Chips placed on a bet after the last card: how long before the dealer paid or took it, and what was reported about them. */
import type { InjectedPlay } from '../../../simulators/table/errors/inject.ts'
import type { FindingData } from '../../../src/procedure/finding.ts'
import type { Sensors } from './cells.ts'

export interface Posted {
  readonly sensors: Sensors
  readonly settled: 'paid' | 'taken'
  /** From the line that reports the chips to the line that reports their settlement, in lags of the spots. */
  readonly lags: number
  /** null: not reported. */
  readonly grade: FindingData['grade'] | null
}

/** Null if the chips laid and the dealer's act came in one line, or are not two lines of the spot. */
export const postedIn = ({ rounds, error }: InjectedPlay, spotLagMs: number): Pick<Posted, 'settled' | 'lags'> | null => {
  const told = rounds
    .flatMap(({ actions }) => actions)
    .filter(({ atMs, scan }) => scan.kind === 'spot' && scan.spot === error.spot && atMs >= error.atMs)
  const laid = told.findIndex(({ moved }) => moved !== undefined && moved.player > 0 && moved.dealer === 0)
  const settled = told.slice(laid + 1).find(({ moved }) => moved !== undefined && moved.dealer !== 0)
  const from = told[laid]
  if (from === undefined || settled?.moved === undefined) return null
  return { settled: settled.moved.dealer > 0 ? 'paid' : 'taken', lags: (settled.atMs - from.atMs) / spotLagMs }
}

/** Upper bounds of the columns, in lags. */
const WITHIN = [0.5, 1, 2, 3, Number.POSITIVE_INFINITY] as const

const HEAD = ['sensed', 'lags to the settlement', 'paid', 'of these proven', 'one of several', 'taken', 'of these proven', 'one of several']

/** One row for each set of sensors and distance. */
export const postedTable = (all: readonly Posted[]): readonly (readonly string[])[] => {
  const rows = [...new Set(all.map(({ sensors }) => sensors))].flatMap((sensors) =>
    WITHIN.map((to, nth): readonly string[] => {
      const from = WITHIN[nth - 1] ?? 0
      const near = all.filter((each) => each.sensors === sensors && each.lags > from && each.lags <= to)
      const range = Number.isFinite(to) ? `${from} to ${to}` : `more than ${from}`
      return [sensors, range, ...gradesOf(near, 'paid'), ...gradesOf(near, 'taken')]
    }),
  )
  return [HEAD, ...rows]
}

const gradesOf = (all: readonly Posted[], how: Posted['settled']): readonly string[] => {
  const own = all.filter(({ settled }) => settled === how)
  const share = (grade: FindingData['grade']): string =>
    own.length === 0 ? '-' : `${((own.filter((each) => each.grade === grade).length / own.length) * 100).toFixed(0)} %`
  return [String(own.length), share('proven'), share('one-of')]
}
