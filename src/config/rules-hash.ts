import { createHash } from 'node:crypto'
import { canonicalRules } from '../house/describe.ts'
import type { HouseRules } from '../house/rules.ts'

/** SHA-256 of the rules in force as 64 hexadecimal digits, whatever the order of keys. */
export function rulesSha256(rules: HouseRules): string {
  return createHash('sha256').update(canonicalRules(rules)).digest('hex')
}
