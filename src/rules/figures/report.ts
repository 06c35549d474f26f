/** The result of a run as a page and as plain data. Pure. */

import { CONTROL_NAME, type Comparison, compare } from './compare.ts'
import { type Amount, countOf } from './counts.ts'
import type { Played } from './crew.ts'
import { DEVIATION_MAX, type Figure, isOutside, meanOf, P_MIN, type Table } from './figure.ts'
import type { Average } from './statistics.ts'
import { tableText } from './table-text.ts'

/** One kind of bet of one house. */
export interface Bet {
  readonly house: string
  readonly bet: string
  /** Average net gain of one bet; for the main bet including what is added to it later. */
  readonly average: Average
  /** What the strategy promises for an infinite shoe; null if no strategy was used. */
  readonly promised: number | null
}

export interface Report extends Comparison {
  readonly seed: number
  /** For each game. */
  readonly rounds: number
  readonly bets: readonly Bet[]
  /** Rounds per second on one thread, for each game. */
  readonly speeds: readonly { readonly game: string; readonly roundsPerSecond: number }[]
}

export function reportOf(seed: number, rounds: number, played: readonly Played[]): Report {
  const speeds = played.map(({ game, counts, ms }) => ({
    game: game.id,
    roundsPerSecond: Math.round((countOf(counts, 'rounds') / ms) * 1000),
  }))
  return { seed, rounds, bets: played.flatMap(betsOf), ...compare(played), speeds }
}

const BOTH = 'main bet and prizes'

/** Only for the houses. */
function betsOf({ game: { id, house, rules, player }, counts, promised }: Played): readonly Bet[] {
  if (house === null || player !== 'strategy') return []
  const row = (bet: string, amount: Amount, of: number | null = null): Bet => ({
    house: id,
    bet,
    average: meanOf(counts, amount),
    promised: of,
  })
  const { push22, potOfGold, sevens, insurance } = rules
  return [
    row('main bet', 'main', sevens === 'none' ? promised : null),
    ...(sevens === 'none' ? [] : [row('prizes for sevens, on the main bet', 'prizes'), row(BOTH, 'mainAndPrizes', promised)]),
    ...(push22 === 'none' ? [] : [row(`Push 22 at ${push22.pays} to 1`, 'push22')]),
    ...(potOfGold === 'none' ? [] : [row('Pot of Gold', 'potOfGold')]),
    ...(insurance === 'none' ? [] : [row('insurance', 'insurance')]),
  ]
}

const percent = (value: number | null, digits = 3): string => (value === null ? '' : (value * 100).toFixed(digits))
const grouped = (value: number): string => value.toLocaleString('en-US')
const mark = (one: Figure | Table): string => (isOutside(one) ? 'OUTSIDE' : '')

const betsText = (bets: readonly Bet[]): string =>
  tableText(
    [
      ['house', 'bet', 'average', 's.e.', 'infinite shoe'],
      ...bets.map(({ house, bet, average, promised }) => [house, bet, percent(average.mean), percent(average.error), percent(promised)]),
    ],
    2,
  )

const figuresText = (figures: readonly Figure[]): string =>
  tableText(
    [
      ['figure', 'of', 'exact', 'simulated', 's.e.', 'deviation', ''],
      ...figures.map((figure) => [
        figure.name,
        figure.of,
        figure.exact.toFixed(7),
        figure.found.mean.toFixed(7),
        figure.found.error.toFixed(7),
        figure.deviation.toFixed(2),
        mark(figure),
      ]),
    ],
    2,
  )

const tablesText = (tables: readonly Table[]): string =>
  tableText(
    [
      ['table', 'of', 'hands', 'chi-square', 'degrees', 'p', ''],
      ...tables.map((table) => {
        const { count, chiSquare, freedom, p } = table.fit
        return [table.name, table.of, grouped(count), chiSquare.toFixed(2), String(freedom), p.toFixed(4), mark(table)]
      }),
    ],
    2,
  )

/** By chance alone a deviation of more than three standard errors occurs once in 370 times. */
const BY_CHANCE = 0.0027

const expected = (count: number, share: number): string => `by chance one would expect ${(count * share).toFixed(2)}`

const note = (applies: boolean, text: string): string => (applies ? `  ${text}\n` : '')

const figuresPart = (figures: readonly Figure[]): string => `
Exact figures; the deviation counts standard errors
${figuresText(figures)}
  ${figures.length} figures, ${figures.filter(isOutside).length} beyond ${DEVIATION_MAX} standard errors; ${expected(figures.length, BY_CHANCE)}.
${note(
  figures.some(({ name }) => name === CONTROL_NAME),
  `${CONTROL_NAME}: published with the best decisions for six packs; those for an infinite shoe may bring a little less.`,
)}`

const tablesPart = (tables: readonly Table[]): string => `
Exact tables, compared by chi-square
${tablesText(tables)}
  ${tables.length} tables, ${tables.filter(isOutside).length} less likely than ${P_MIN * 100} %; ${expected(tables.length, P_MIN)}.
`

export function reportText({ seed, rounds, bets, figures, tables, speeds }: Report): string {
  const prizes = bets.find(({ bet }) => bet === BOTH)
  return `One box, a full shoe for every round, ${grouped(rounds)} rounds of each game, seed ${seed}. Players decide as is best for an infinite shoe.
${
  bets.length === 0
    ? ''
    : `
Average net gain, % of the bet as it was first made
${betsText(bets)}
${note(prizes !== undefined, `${prizes?.house}: played for the bet and its prizes together.`)}`
}${figures.length === 0 ? '' : figuresPart(figures)}${tables.length === 0 ? '' : tablesPart(tables)}
Rounds a second on one thread
${tableText(speeds.map(({ game, roundsPerSecond }) => [game, grouped(roundsPerSecond)]))}
`
}
