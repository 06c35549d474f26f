/** The parts of a night sheet as CSV (RFC 4180), a table each: amounts in major units, times as the clocks of the asked zone show them. Pure. */

import { wallTime } from '../gaming-day.ts'
import { csvText } from '../reports/csv.ts'
import type { DealerNight, NightSheet, OpenFinding, TableNight } from './form.ts'

export const PARTS = ['tables', 'dealers', 'hours', 'open'] as const
export type Part = (typeof PARTS)[number]

type Cell = string | number | boolean | null
type Row = { readonly [column: string]: Cell }

const major = (amount: number | null, exponent: number): string | null =>
  amount === null ? null : (amount / 10 ** exponent).toFixed(exponent)

/** Columns of which the values are amounts; the rest go out as they are. */
const withMoney = <T extends { readonly exponent: number }>(row: T, names: readonly (keyof T & string)[]): Row => {
  const { exponent } = row
  const cells = Object.entries(row).filter(([, value]) => value === null || typeof value !== 'object') as [string, Cell][]
  return Object.fromEntries(
    cells.flatMap(([name, value]) =>
      name === 'exponent' ? [] : [[name, (names as readonly string[]).includes(name) ? major(value as number | null, exponent) : value]],
    ),
  )
}

const TABLE_MONEY = ['handle', 'houseWon', 'byTheRules', 'theory', 'deviation', 'stakedNotSeen', 'wrongMoney', 'wrongMoneyLeft'] as const
const HOUR_MONEY = ['firstBet', 'minimum', 'houseWon', 'theory', 'deviation'] as const

const rowsOf: { readonly [P in Part]: (sheet: NightSheet) => readonly Row[] } = {
  tables: ({ tables }) => tables.map((row: TableNight) => withMoney(row, TABLE_MONEY)),
  dealers: ({ dealers }) => dealers.map((row: DealerNight) => withMoney(row, ['wrongMoneyLeft'])),
  hours: ({ tables, zone }) =>
    tables.flatMap(({ property, pit, table, currency, exponent, strip }) =>
      strip.map(({ from, ...hour }) => ({
        ...{ property, pit, table, from: wallTime(Date.parse(from), zone), currency },
        ...withMoney({ ...hour, exponent }, HOUR_MONEY),
      })),
    ),
  open: ({ openMoney, zone }) =>
    openMoney.findings.map((row: OpenFinding) => ({ ...withMoney(row, ['amount']), raisedAt: wallTime(Date.parse(row.raisedAt), zone) })),
}

/** A part without rows has the line of its names only if those are known from a row; it is empty then. */
export const nightCsv = (sheet: NightSheet, part: Part): string => {
  const rows = rowsOf[part](sheet)
  const names = Object.keys(rows[0] ?? {})
  return rows.length === 0 ? '' : csvText([names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))])
}
