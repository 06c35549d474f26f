/** The configuration of one table, for commands that are told a file and perhaps a name. */
import { Ending, EXIT_CONFIG, EXIT_USAGE } from '../process/exit-codes.ts'
import { loadConfig } from './load.ts'
import { formatProblems } from './problems.ts'
import type { TableConfig } from './table-config.ts'

/** @throws Ending if the configuration is bad, or has several tables and none is named */
export const readTable = (config: string, table: string | null, option = '--table'): TableConfig => {
  const read = loadConfig(config, { purpose: 'replay' })
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
  const found = table === null ? read.tables : read.tables.filter((each) => each.table === table)
  const [only] = found
  if (!only || found.length > 1) {
    const names = read.tables.map((each) => each.table).join(', ')
    const has = table === null ? `several tables (${names}): choose one with ${option}` : `no table ${table}; it has ${names}`
    throw new Ending(EXIT_USAGE, `${config} has ${has}`)
  }
  return only
}
