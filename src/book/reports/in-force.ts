/** Which description of a table was in force at a time. Pure. */
import type { DescriptionRow } from '../rows.ts'

export type Described = Omit<DescriptionRow, 'described'>

/**
 * `own`: descriptions of one table, oldest first. `rules`: the digest that the table's start names for the time; null: it is not known. A
 * description of other rules is never taken, and one that came later only if it is of the same rules. null: the rules of that time are unknown.
 */
export const inForce = <D extends Described>(own: readonly D[], at: number, rules: string | null): D | null => {
  const fitting = rules === null ? own : own.filter(({ rules_sha256 }) => rules_sha256 === rules)
  return fitting.findLast(({ from_at }) => from_at <= at) ?? (rules === null ? null : (fitting[0] ?? null))
}

export const UNKNOWN_THEN = 'rules of that time unknown'
