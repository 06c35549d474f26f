/** Makes the shift report of a store: fetches the rows and the value of each bet, and builds the report from both. */
import type { Store } from '../store/open.ts'
import { keptTheories } from './kept-theory.ts'
import { shiftRows } from './queries.ts'
import type { Asked } from './rows-asked.ts'
import { tableTold } from './rules-told.ts'
import { reportOf, type ShiftReport } from './shift-report.ts'

/** @throws the store's error when it cannot be read */
export const shiftReport = async (store: Store, asked: Asked): Promise<ShiftReport> => {
  const rows = await shiftRows(store, asked)
  const rules = rows.tables.flatMap(({ described }) => {
    const told = tableTold(described)
    return typeof told === 'object' ? [told.rules] : []
  })
  const theoryOf = await keptTheories(store, rules)
  return reportOf(rows, asked, (told) => theoryOf(told.rules))
}
