/** Houses with rules of their own, as a table's configuration would set them, and their strategies, each worked out once. */
import assert from 'node:assert/strict'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import { type Strategy, strategyOf } from '../../../src/rules/strategy/strategy.ts'

export interface Table {
  readonly house: HouseId
  readonly rules?: Readonly<Record<string, unknown>>
}

/** Hit soft 17, no hole card, any double, after splits too, re-split to four, aces once, all lost to a natural. */
export const CONTROL: Table = { house: 'ingo', rules: { dealerSoft17: 'hit', doubleTotals: 'any', maxHands: 4, splitAcesMaxHands: 2 } }
/** Stand on all 17, check, any double, after splits too, re-split to four, aces once, no surrender. */
export const PUBLISHED: Table = { house: 'gld', rules: { surrender: 'none', maxHands: 4, splitAcesMaxHands: 2 } }

const known = new Map<string, Strategy>()

export function strategyAt({ house, rules }: Table): Strategy {
  const key = `${house} ${JSON.stringify(rules ?? {})}`
  const before = known.get(key)
  if (before !== undefined) return before
  const applied = applyOverrides(HOUSES[house], rules)
  assert.ok(applied.ok, JSON.stringify(applied))
  const strategy = strategyOf(applied.rules)
  known.set(key, strategy)
  return strategy
}
