/** The rules of a table, from what it published about itself. This is untrusted text until it is decoded. */

import { houseById } from '../../rules/house/index.ts'
import { applyOverrides } from '../../rules/house/overrides.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { Limits } from '../../rules/table.ts'
import { DATA_SCHEMAS } from '../../wire/schemas.ts'

export interface TableRules {
  readonly rules: HouseRules
  readonly rulesSha256: string
  readonly limits: Limits
  readonly boxes: number
  readonly devices: readonly string[]
}

/** A `describe` is some 60 KB. */
const LENGTH_MAX = 1_000_000

/** `described`: the JSON of a `describe`, or null if none was received. A text says why it cannot be used. */
export const tableRules = (described: string | null): TableRules | string => {
  if (described === null) return 'no description of the table was heard'
  if (described.length > LENGTH_MAX) return `the description of the table has ${described.length} characters`
  let value: unknown
  try {
    value = JSON.parse(described)
  } catch {
    return 'the description of the table is not JSON'
  }
  const read = DATA_SCHEMAS.describe.safeParse(value)
  if (!read.success) return 'the description of the table is not one that this version knows'
  const { house, rules, rulesSha256, limits, boxes, devices } = read.data
  const known = houseById(house)
  if (known === null) return `this version knows no house ${house}`
  const own = Object.entries(rules).flatMap(([name, { value: is, source }]) => (source === 'table' ? [[name, is]] : []))
  const applied = applyOverrides(known, Object.fromEntries(own))
  if (!applied.ok) return `this version does not know ${applied.problems.map(({ path }) => path).join(', ')} as the table has it`
  return { rules: applied.rules, rulesSha256, limits, boxes, devices: devices.map(({ name }) => name) }
}
