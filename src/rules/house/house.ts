import type { HouseRules, RuleName } from './rules.ts'

export const HOUSE_IDS = ['free-bet-european', 'free-bet-pot-of-gold', 'sevens-prizes', 'gld', 'ingo'] as const
export type HouseId = (typeof HOUSE_IDS)[number]

/**
 * Where a rule is written down. `document`: number of the rule document (`000`), `practice` for a default, or `table` for an override.
 * `section`: the document's own section number or heading; for a default, the source of the practice. `line`: line of the document,
 * null if there is none. `says`: the rule in this project's words.
 */
export interface Clause {
  readonly document: string
  readonly section: string
  readonly line: number | null
  readonly says: string
}

/** What a rule rests on. `default`: the document is silent, so common practice applies. */
export interface Grounds {
  readonly source: 'document' | 'default'
  readonly clause: Clause
}

/** One rule of a house. */
export interface Rule<T> extends Grounds {
  readonly value: T
  /** Of a group: the fields that rest on something else than the group does. */
  readonly fields?: { readonly [F in keyof T]?: Rule<T[F]> } | undefined
}

export type RuleTable = { readonly [K in RuleName]: Rule<HouseRules[K]> }

export interface House {
  readonly id: HouseId
  /** Number of the rule document, `000`. */
  readonly document: string
  readonly title: string
  /** The bare values, as the engine uses them. */
  readonly rules: HouseRules
  /** Each value with the clause or practice that supports it. */
  readonly table: RuleTable
}

/** Rules that this document fixes. */
export const clausesOf =
  (document: string) =>
  <const T>(value: T, section: string, line: number | null, says: string): Rule<T> => ({
    value,
    source: 'document',
    clause: { document, section, line, says },
  })

/** A rule on which the document is silent: the practice that applies, and where it is written down. */
export function practice<const T>(value: T, from: string, says: string): Rule<T> {
  return { value, source: 'default', clause: { document: 'practice', section: from, line: null, says } }
}

/** A group of fields, some of which rest on something else than the others do. */
export function group<T extends object>(rule: Rule<T>, fields: { readonly [F in keyof T]?: Rule<T[F]> }): Rule<T> {
  return { ...rule, fields }
}

/** What a field of a group rests on. */
export function groundsOf({ source, clause: says, fields }: Rule<unknown>, field: string | null): Grounds {
  const own = (fields as { readonly [field: string]: Grounds | undefined } | undefined)?.[field ?? '']
  return own ?? { source, clause: says }
}

export function defineHouse(id: HouseId, document: string, title: string, table: RuleTable): House {
  const values = Object.fromEntries(Object.entries(table).map(([name, rule]) => [name, rule.value]))
  return { id, document, title, table, rules: values as unknown as HouseRules }
}
