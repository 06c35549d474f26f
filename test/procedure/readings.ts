/** Every code that the readings of a round prove: a scenario that must raise it and its nearest legal twin, by sections of the catalogue. */
import type { Scenarios } from './reading-scenario.ts'
import { NATURAL_SCENARIOS, SETTLEMENT_SCENARIOS } from './readings-settlement.ts'

export const READINGS: Scenarios = {
  ...NATURAL_SCENARIOS,
  ...SETTLEMENT_SCENARIOS,
}
