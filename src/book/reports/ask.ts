/** Makes the shift report of a store: fetches the rows and the value of each bet, and builds the report from both. */

import { z } from 'zod'
import { rulesSha256 } from '../../base/config/rules-hash.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { Store } from '../store/open.ts'
import { shiftRows } from './queries.ts'
import type { Asked } from './rows-asked.ts'
import { type CountedRows, countedRows, reportOf, type ShiftReport } from './shift-report.ts'
import { tableRules } from './table-rules.ts'
import { BETS, THEORY_VERSION, type Theory, theoryOf } from './theory.ts'
import { workedOut } from './theory-thread.ts'

/** @throws the store's error when it cannot be read */
export const shiftReport = async (store: Store, asked: Asked): Promise<ShiftReport> => reportOf(await countedIn(store, asked), asked)

/** Everything a report of this span is made from. @throws the store's error when it cannot be read */
export const countedIn = async (store: Store, asked: Asked): Promise<CountedRows> => {
  const rows = await shiftRows(store, asked)
  const rules = rows.descriptions.flatMap(({ described }) => {
    const told = tableRules(described)
    return typeof told === 'object' ? [told.rules] : []
  })
  const theoryOf = await keptTheories(store, rules)
  return countedRows(rows, (told) => theoryOf(told.rules))
}

const perBet = z.array(z.number()).length(BETS.length)
const theory = z.object({ means: perBet, alone: z.array(perBet).length(BETS.length), together: z.array(perBet).length(BETS.length) })

/** Looks each set of rules up by its digest. Working out a new one takes a second or two, in a thread. */
const keptTheories = async (store: Store, rules: readonly HouseRules[]): Promise<(asked: HouseRules) => Theory> => {
  const found = new Map<string, Theory>()
  for (const each of rules) {
    const digest = rulesSha256(each)
    if (!found.has(digest)) found.set(digest, (await read(store, digest)) ?? (await workOut(store, digest, each)))
  }
  return (asked) => {
    const digest = rulesSha256(asked)
    const known = found.get(digest) ?? theoryOf(asked)
    found.set(digest, known)
    return known
  }
}

/** null: the store does not have it, or it cannot be read. */
const read = async (store: Store, digest: string): Promise<Theory | null> => {
  const row = await store
    .selectFrom('theories')
    .select('theory')
    .where('rules_sha256', '=', digest)
    .where('version', '=', THEORY_VERSION)
    .executeTakeFirst()
  if (row === undefined) return null
  try {
    return theory.parse(JSON.parse(row.theory))
  } catch {
    return null
  }
}

const workOut = async (store: Store, digest: string, rules: HouseRules): Promise<Theory> => {
  const found = await workedOut(rules)
  const row = { rules_sha256: digest, version: THEORY_VERSION, theory: JSON.stringify(found) }
  await store
    .insertInto('theories')
    .values(row)
    .onConflict((on) => on.columns(['rules_sha256', 'version']).doUpdateSet({ theory: row.theory }))
    .execute()
    // The store takes no writes now, or is open read-only: the next caller computes it again.
    .catch(() => undefined)
  return found
}
