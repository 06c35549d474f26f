import { RULE_NAMES } from './catalogue.ts'
import { type Clause, groundsOf, type House } from './house.ts'
import type { HouseRules, RuleName } from './rules.ts'

export interface DescribedRule {
  /** As a table's configuration would write it. */
  readonly value: unknown
  readonly source: 'document' | 'default' | 'table'
  readonly clause: Clause
}

/** A rule's value as written: an empty list of checked up cards is `none`. */
export function writtenValue(name: RuleName, rules: HouseRules): unknown {
  return name === 'peek' && rules.peek.length === 0 ? 'none' : rules[name]
}

/** The clause that supports a rule in force, or a field of a group; for an overridden rule, the table's configuration. */
export function clauseOf(house: House, name: RuleName, overridden: readonly RuleName[], field: string | null = null): Clause {
  if (!overridden.includes(name)) return groundsOf(house.table[name], field).clause
  const own = JSON.stringify(writtenValue(name, house.rules)).replaceAll('"', '')
  return { document: 'table', section: `rules.${name}`, line: null, says: `Set for this table; the house's own value is ${own}.` }
}

/** Every rule in force by name, with its value, its source and its clause. `rules` and `overridden` as `applyOverrides` returns them. */
export function describeRules(house: House, rules: HouseRules, overridden: readonly RuleName[]): Readonly<Record<RuleName, DescribedRule>> {
  const rows = RULE_NAMES.map((name): [RuleName, DescribedRule] => {
    const source = overridden.includes(name) ? 'table' : house.table[name].source
    return [name, { value: writtenValue(name, rules), source, clause: clauseOf(house, name, overridden) }]
  })
  return Object.fromEntries(rows) as Record<RuleName, DescribedRule>
}

/** One text for each set of rules, whatever the order of its keys: JSON with sorted keys and no spaces. */
export function canonicalRules(rules: Partial<HouseRules>): string {
  return JSON.stringify(sorted(rules))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, sorted(inner)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
