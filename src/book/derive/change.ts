/** The changes that a record makes to the derived tables of its stream, as values. The store adds the stream. */
import type { BookTables } from '../rows.ts'

/** Derived table -> the columns that make up its key besides `stream_id`. */
export const KEYS = {
  shoes: ['shoe'],
  rounds: ['round'],
  hands: ['round', 'box', 'hand'],
  spots: ['round', 'box', 'area'],
  findings: ['finding'],
  search_days: ['what', 'value', 'day'],
  alarm_steps: ['n'],
  commands: ['n'],
  device_events: ['n'],
  dealer_spells: ['from_n'],
} as const satisfies {
  readonly [T in Exclude<
    keyof BookTables,
    | 'descriptions'
    | 'theories'
    | 'book_heads'
    | 'table_keys'
    | 'journal_words'
    | 'tables'
    | 'streams'
    | 'records'
    | 'other_versions'
    | 'incidents'
  >]: readonly (keyof BookTables[T])[]
}

export type DerivedTable = keyof typeof KEYS
export type DerivedRow<T extends DerivedTable> = Omit<BookTables[T], 'stream_id'>

type Values = Readonly<{ [column: string]: string | number | null }>

export type Change =
  /** Writes the row as given, whether or not it exists. */
  | { readonly change: 'put'; readonly table: DerivedTable; readonly row: Values }
  /** Sets these columns if the row exists, otherwise writes the whole row. */
  | { readonly change: 'keep'; readonly table: DerivedTable; readonly row: Values; readonly values: Values }
  /** Sets these columns if the row exists. */
  | { readonly change: 'set'; readonly table: DerivedTable; readonly key: Values; readonly values: Values }
  /** Removes every row whose key is, or begins with, this one. */
  | { readonly change: 'drop'; readonly table: DerivedTable; readonly key: Values }

export const put = <T extends DerivedTable>(table: T, row: DerivedRow<T>): Change => ({ change: 'put', table, row: { ...row } as Values })
export const keep = <T extends DerivedTable>(table: T, row: DerivedRow<T>, values: Partial<DerivedRow<T>>): Change => ({
  change: 'keep',
  table,
  row: { ...row } as Values,
  values: values as Values,
})
export const set = <T extends DerivedTable>(table: T, key: Partial<DerivedRow<T>>, values: Partial<DerivedRow<T>>): Change => ({
  change: 'set',
  table,
  key: key as Values,
  values: values as Values,
})
export const drop = <T extends DerivedTable>(table: T, key: Partial<DerivedRow<T>>): Change => ({
  change: 'drop',
  table,
  key: key as Values,
})

/** Merges the changes of several records into as few as possible: one per row, drops first. */
export const merged = (changes: readonly Change[]): readonly Change[] => {
  const drops = new Map<string, Change>()
  const rows = new Map<string, Change>()
  for (const each of changes) {
    if (each.change === 'drop') {
      const beginning = keyText(each.table, each.key)
      drops.set(beginning, each)
      for (const key of rows.keys()) if (key.startsWith(beginning)) rows.delete(key)
      continue
    }
    const key = keyText(each.table, each.change === 'set' ? each.key : each.row)
    const before = rows.get(key)
    rows.set(key, each.change === 'put' || before === undefined || before.change === 'drop' ? each : after(before, each))
  }
  return [...drops.values(), ...rows.values()]
}

type Of<C extends Change['change']> = Extract<Change, { readonly change: C }>

/** One change that does what the two do. */
const after = (before: Of<'put' | 'keep' | 'set'>, each: Of<'keep' | 'set'>): Change => {
  const { values } = each
  if (before.change === 'put') return { ...before, row: { ...before.row, ...values } }
  const both = { ...before.values, ...values }
  if (before.change === 'keep') return { ...before, row: { ...before.row, ...values }, values: both }
  return { ...each, values: both }
}

/** Each part ends in a mark, so that the text of a key's first parts begins the text of the whole key. */
const keyText = (table: DerivedTable, row: Values): string =>
  [table, ...KEYS[table].flatMap((column) => (column in row ? [JSON.stringify(row[column])] : []))].map((part) => `${part}\n`).join('')
