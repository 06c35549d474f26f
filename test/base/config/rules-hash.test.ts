/** A journal knows its rules by their digest: one that an older version wrote is still this table's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formerRulesSha256s, rulesSha256 } from '../../../src/base/config/rules-hash.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'

/** Of the first rules that journals were written by. */
const FIRST: { readonly [house: string]: string } = {
  'free-bet-european': '9101f230a114e272',
  'free-bet-pot-of-gold': '7efa765f30e9e221',
  'sevens-prizes': '6677af238615ae50',
  gld: '101832509ea30219',
  ingo: 'fa97a296c51c4d3d',
}

for (const house of HOUSE_IDS) {
  test(`${house}: the digest of its first rules is known in spite of all rules that were added since`, () => {
    const [first, ...later] = formerRulesSha256s(HOUSES[house].rules)
    assert.equal(first?.slice(0, 16), FIRST[house], 'a rule that was added is missing in ADDED')
    assert.equal(new Set([first, ...later, rulesSha256(HOUSES[house].rules)]).size, later.length + 2)
  })
}
