/** The measurement as a page and as plain data. */
import { CEILINGS, CONDITIONS, type Step } from './ceilings.ts'
import { type Cell, SENSOR_WORDS } from './cells.ts'
import type { Counts } from './measure.ts'

export interface Row {
  readonly cell: Cell
  readonly counts: Counts
}

export interface StepRow extends Row {
  readonly step: Step
}

export interface Report {
  readonly seed: number
  /** One row of the page. */
  readonly rounds: number
  readonly rows: readonly Row[]
  readonly steps: readonly StepRow[]
}

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`)

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? 0
}

/** Three significant digits. */
const short = (value: number): string => {
  if (value >= 1e6) return value.toExponential(1).replace('e+', 'e')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const markdown = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const HEAD = [
  ...['house', 'boxes', 'sensed', 'one reading', 'hands certain', 'certain and right', 'best reading right', 'truth in the set'],
  ...['readings, mean', 'median', 'incomplete', 'another beginning'],
]

const rowCells = ({ cell, counts }: Row): readonly string[] => {
  const { rounds, single, hands, certain, right, told, truthful, incomplete, astray, readings } = counts
  return [
    ...[cell.house, String(cell.boxes), SENSOR_WORDS[cell.sensors], percent(single, rounds), percent(certain, hands)],
    ...[percent(right, certain), percent(told, rounds), percent(truthful, rounds)],
    ...[short(meanOf(readings)), short(medianOf(readings)), percent(incomplete, rounds), percent(astray, rounds)],
  ]
}

const stepTable = (steps: readonly StepRow[]): string => {
  const boxes = [...new Set(steps.map(({ cell }) => cell.boxes))].sort((a, b) => a - b)
  const shares = (fits: (row: StepRow) => boolean): readonly string[] =>
    boxes.map((each) => {
      const row = steps.find((other) => other.cell.boxes === each && fits(other))
      return row ? percent(row.counts.single, row.counts.rounds) : '-'
    })
  return markdown([
    ['rounds with one reading', ...boxes.map((each) => `${each} box${each === 1 ? '' : 'es'}`)],
    ['ceiling, measured independently', ...boxes.map((each) => (CEILINGS[each] === undefined ? '-' : percent(CEILINGS[each], 1)))],
    ...[...new Set(steps.map(({ step }) => step.name))].map((name) => [name, ...shares(({ step }) => step.name === name)]),
  ])
}

export function pageOf({ rows, steps, seed, rounds }: Report): string {
  const head = `${rounds} simulated rounds a row, seed ${seed}, a faultless dealer, every box in play; one decision in twelve is an odd one.`
  const pages = [
    ...(rows.length > 0 ? [head, markdown([HEAD, ...rows.map(rowCells)])] : []),
    ...(steps.length > 0 ? [stepTable(steps), CONDITIONS] : []),
  ]
  return `${pages.join('\n\n')}\n`
}

export function dataOf({ rows, steps, seed, rounds }: Report): object {
  const plain = ({ cell, counts }: Row): object => {
    const { readings, ...sums } = counts
    return { ...cell, ...sums, readings: { mean: meanOf(readings), median: medianOf(readings) } }
  }
  return {
    ...{ seed, rounds, rows: rows.map(plain) },
    ceilings: steps.map((row) => ({ step: row.step.name, ceiling: CEILINGS[row.cell.boxes] ?? null, ...plain(row) })),
  }
}
