/**
 * The shift report as CSV (RFC 4180): one row per table, pit and dealer, one for each set of rules of a table that had several, one for each person
 * who gave commands, and first a line for each thing that is not counted. Amounts are in major units. Pure.
 */
import { BET_NAMES, COUNT_LINES, MONEY_COLUMNS } from './lines.ts'
import type { Section, TableSection } from './section.ts'
import type { ShiftReport } from './shift-report.ts'
import type { Bet } from './theory.ts'

const BETS_SHOWN = Object.keys(BET_NAMES) as readonly (Bet | 'all')[]

/** A spreadsheet takes a text that begins like this for a formula, and names come from outside. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.,]+$)/
const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of cells, made safe for a spreadsheet. */
export const csvText = (lines: readonly (readonly string[])[]): string => lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

const PERSON_COLUMNS = ['commands', 'commands_refused', 'commands_on_findings', 'commands_silencing'] as const

const HEAD = [
  'of',
  'name',
  'currency',
  ...COUNT_LINES.map(({ key }) => key),
  ...BETS_SHOWN.flatMap((bet) => MONEY_COLUMNS.map(({ key }) => `${bet}_${key}`)),
  'devices_up',
  'device_faults',
  'complete_to_record',
  ...PERSON_COLUMNS,
]

/** A row that has nothing in the columns of a section. */
const bareRow = (of: string, name: string, last: readonly number[] = []): readonly string[] => [
  ...[of, name],
  ...HEAD.slice(2, HEAD.length - last.length).map(() => ''),
  ...last.map(String),
]

const row = (section: Section, table: TableSection | null): readonly string[] => [
  section.of,
  section.name,
  section.currency ?? '',
  ...COUNT_LINES.map(({ value }) => value(section)),
  ...BETS_SHOWN.flatMap((bet) => MONEY_COLUMNS.map(({ value }) => value(section.money[bet], section.exponent))),
  table?.devices.up == null ? '' : String(table.devices.up),
  table === null ? '' : String(table.devices.faults),
  table === null ? '' : String(table.complete.to),
  ...PERSON_COLUMNS.map(() => ''),
]

const bare = (text: string): string => text.replaceAll(',', '').replace(/ %$/, '%')

export const renderCsv = ({ tables, pits, dealers, persons, notCounted }: ShiftReport): string => {
  const rows = [
    HEAD,
    ...notCounted.map((line) => bareRow('not counted', line)),
    ...tables.flatMap((table) => [row(table, table), ...table.rules.map((rules) => row(rules, null))]),
    ...[...pits, ...dealers].map((section) => row(section, null)),
    ...persons.map(({ user, commands, refused, findings, silencing }) => bareRow('person', user, [commands, refused, findings, silencing])),
  ]
  return csvText(rows.map((cells, at) => cells.map((text, column) => (at === 0 || column < 3 ? text : bare(text)))))
}
