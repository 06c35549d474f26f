/** Prints a house as a page a person can read, and two houses side by side. Pure text. */
import { RULE_NAMES, RULES } from './catalogue.ts'
import { writtenValue } from './describe.ts'
import { type Clause, groundsOf, type House } from './house.ts'
import type { RuleName } from './rules.ts'
import { GROUPS } from './stated.ts'

interface Line {
  readonly name: string
  readonly value: string
  readonly rule: RuleName
  /** null: the rule is no group. */
  readonly field: string | null
}

const flow = (value: unknown): string => (Array.isArray(value) ? `[${value.map(flow).join(', ')}]` : String(value))

/** A rule as one line; if it is a group of fields, one line per field. */
function linesOf(house: House, rule: RuleName): readonly Line[] {
  const value = writtenValue(rule, house.rules)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ name: rule, value: flow(value), rule, field: null }]
  return Object.entries(value).map(([field, inner]) => ({ name: `${rule}.${field}`, value: flow(inner), rule, field }))
}

/** The one form in which pages cite a clause. */
function cite(clause: Clause): string {
  const line = clause.line === null ? '' : ` line ${clause.line}`
  return clause.document === 'practice' ? `practice: ${clause.section}` : `${clause.document} "${clause.section}"${line}`
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')
}

const groupOf = (rule: RuleName) => RULES[rule].group
const heading = (house: House) => `${house.id}: ${house.title} (rule document ${house.document})`

/** One line of a card. `isPractice`: the document is silent. */
export interface CardRow {
  readonly group: string
  readonly cells: readonly [name: string, value: string, cited: string, says: string]
  readonly isPractice: boolean
}

export const cardRows = (house: House): readonly CardRow[] =>
  RULE_NAMES.flatMap((rule) => linesOf(house, rule)).map(({ name, value, rule, field }) => {
    const { clause, source } = groundsOf(house.table[rule], field)
    return { group: groupOf(rule), cells: [name, value, cite(clause), clause.says], isPractice: source === 'default' }
  })

/** The rows under the headings of their groups. */
export function cardText(rows: readonly CardRow[]): string {
  const printed = columns(rows.map(({ cells }) => cells)).split('\n')
  const sections = GROUPS.map((group) => [group.toUpperCase(), ...printed.filter((_, i) => rows[i]?.group === group)])
  return `${sections
    .filter((lines) => lines.length > 1)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** One house: a section for each group of rules. Each line has the rule, its value, its clause or practice, and what that says. */
export const formatCard = (house: House): string => `${heading(house)}\n\n${cardText(cardRows(house))}`

/** The rules in which two houses differ, group by group; each value comes with its clause. */
export function formatDiff(a: House, b: House): string {
  const rows = GROUPS.flatMap((group) => RULE_NAMES.filter((rule) => groupOf(rule) === group)).flatMap((rule) => {
    const [of, with_] = [linesOf(a, rule), linesOf(b, rule)]
    const names = [...new Set([...of, ...with_].map((line) => line.name))]
    const value = (lines: readonly Line[], name: string) => lines.find((line) => line.name === name)?.value ?? '-'
    const cited = (house: House, name: string) => cite(groundsOf(house.table[rule], name.split('.')[1] ?? null).clause)
    return names
      .filter((name) => value(of, name) !== value(with_, name))
      .map((name) => [name, value(of, name), cited(a, name), value(with_, name), cited(b, name)])
  })
  const head = ['rule', a.id, '', b.id, '']
  return rows.length === 0 ? 'No rule differs.\n' : `${columns([head, ...rows])}\n`
}
