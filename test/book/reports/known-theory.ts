/** What is expected at a table: worked out once for a state of the sources, which takes a second or two. */

import { rulesSha256 } from '../../../src/base/config/rules-hash.ts'
import { THEORY_VERSION, theoryOf } from '../../../src/book/reports/theory.ts'
import type { Store } from '../../../src/book/store/open.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import { kept } from '../../runner/kept.ts'

/** A report of this store need not work it out. */
export const knowTheory = async (store: Store, rules: HouseRules): Promise<void> => {
  const row = {
    rules_sha256: rulesSha256(rules),
    version: THEORY_VERSION,
    theory: JSON.stringify(kept('theories', rules, () => theoryOf(rules))),
  }
  await store
    .insertInto('theories')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
}
