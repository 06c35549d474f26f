import { createHash } from 'node:crypto'
import { canonicalRules } from '../../rules/house/describe.ts'
import type { HouseRules } from '../../rules/house/rules.ts'

/** SHA-256 of the rules in force, 64 hexadecimal digits, whatever the order of their keys. */
export function rulesSha256(rules: Partial<HouseRules>): string {
  return createHash('sha256').update(canonicalRules(rules)).digest('hex')
}

/**
 * Rules that later versions of this software added, one list per version, the oldest first: older journals have the digest without them.
 */
const ADDED: readonly (readonly (keyof HouseRules)[])[] = [['surrenderTurn'], ['blackjackBeforePlay'], ['charlie']]

/** The digests of the same rules in older versions. */
export function formerRulesSha256s(rules: HouseRules): readonly string[] {
  return ADDED.map((_, version) => {
    const unknown: readonly string[] = ADDED.slice(version).flat()
    return rulesSha256(Object.fromEntries(Object.entries(rules).filter(([name]) => !unknown.includes(name))))
  })
}
