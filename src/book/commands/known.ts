/** What the options of the book's verbs may name: an unknown name is an error, not an empty answer. */

import { Ending, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { FINDING_CODES } from '../../rules/house/finding-code.ts'
import { nearest } from '../../rules/house/nearest.ts'
import type { Store } from '../store/open.ts'

/** A longer list of what is allowed helps nobody. */
const NAMED_MAX = 40

const listed = (names: readonly string[]): string =>
  names.length > NAMED_MAX ? `${names.slice(0, NAMED_MAX).join(', ')} and ${names.length - NAMED_MAX} more` : names.join(', ')

/** @throws Ending that lists the tables of the book, unless it knows all of these */
export const checkTables = async (store: Store, names: readonly string[]): Promise<void> => {
  const rows = await store.selectFrom('tables').select('name').distinct().orderBy('name').execute()
  const known = rows.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const has = known.length === 0 ? 'it has heard no table yet' : `its tables are ${listed(known)}`
  throw new Ending(EXIT_USAGE, `the book knows no table ${unknown.map((name) => name || "''").join(', ')}; ${has}`)
}

/** A newer table may send codes that this version does not know. @throws Ending for any other code */
export const knownCode = async (store: Store, given: string): Promise<string> => {
  const code = given.toUpperCase()
  if ((FINDING_CODES as readonly string[]).includes(code)) return code
  const row = await store.selectFrom('findings').select('code').where('code', '=', code).limit(1).executeTakeFirst()
  if (row !== undefined) return code
  const meant = nearest(code, FINDING_CODES)
  throw new Ending(
    EXIT_USAGE,
    `there is no finding ${given}${meant === null ? '' : `; did you mean ${meant}`}? docs/findings.md lists every code`,
  )
}

/**
 * Returns the id as the book has it: the pit display makes ids in lower case.
 * @throws Ending that lists the dealers of the book, if it knows any, but not this one
 */
export const knownDealer = async (store: Store, given: string): Promise<string> => {
  const ids = [given, given.toLowerCase()]
  for (const table of ['dealer_spells', 'rounds'] as const) {
    const rows = await store.selectFrom(table).select('dealer_id').where('dealer_id', 'in', ids).distinct().execute()
    const found = ids.find((id) => rows.some(({ dealer_id }) => dealer_id === id))
    if (found !== undefined) return found
  }
  const rows = await store.selectFrom('dealer_spells').select('dealer_id').distinct().orderBy('dealer_id').execute()
  if (rows.length === 0) return given
  throw new Ending(
    EXIT_USAGE,
    `no dealer ${given} has dealt at the tables of the book; its dealers are ${listed(rows.map((row) => row.dealer_id))}`,
  )
}
