/** What is known of a table at a time: its rules then, and what bets were worth under them. Pure. */
import type { Basis } from './facts.ts'
import { inForce, UNKNOWN_THEN } from './in-force.ts'
import type { ShiftRows } from './rows-asked.ts'
import { type TableRules, tableRules } from './table-rules.ts'
import type { Theory } from './theory.ts'

/** `why`: why its rules are not known; null: they are. */
export interface Then extends Basis {
  readonly house: string | null
  readonly why: string | null
}
/** `at`: Unix ms; `rules`: as in `inForce`. */
export type Known = (table: number, at: number, rules: string | null) => Then

const NOTHING: Then = { told: null, theory: null, house: null, why: UNKNOWN_THEN }

/** Once per description, not per round, because the theory is looked up by a digest of all rules. */
export const knownIn = ({ descriptions }: ShiftRows, theoryOf: (told: TableRules) => Theory): Known => {
  const own = new Map<number, ShiftRows['descriptions'][number][]>()
  for (const each of descriptions) own.set(each.table_id, [...(own.get(each.table_id) ?? []), each])
  const found = new Map<object, Then>()
  return (table, at, rules) => {
    const row = inForce(own.get(table) ?? [], at, rules)
    if (row === null) return NOTHING
    const then = found.get(row) ?? thenBy(row, theoryOf)
    found.set(row, then)
    return then
  }
}

const thenBy = ({ house, described }: ShiftRows['descriptions'][number], theoryOf: (told: TableRules) => Theory): Then => {
  const told = tableRules(described)
  return typeof told === 'object' ? { told, theory: theoryOf(told), house, why: null } : { ...NOTHING, house, why: told }
}
