/** Every code that the readings of a round prove: a scenario that must raise it and its nearest legal twin, by sections of the catalogue. */
import type { Scenarios } from './reading-scenario.ts'
import { BET_SCENARIOS, DEAL_SCENARIOS } from './readings-deal.ts'
import { DEALER_SCENARIOS } from './readings-dealer.ts'
import { FREE_BET_SCENARIOS } from './readings-free-bets.ts'
import { INSURANCE_SCENARIOS } from './readings-insurance.ts'
import { PLAY_SCENARIOS } from './readings-play.ts'
import { NATURAL_SCENARIOS, SETTLEMENT_SCENARIOS } from './readings-settlement.ts'
import { SIDE_SCENARIOS } from './readings-sides.ts'

export const READINGS: Scenarios = {
  ...BET_SCENARIOS,
  ...DEAL_SCENARIOS,
  ...INSURANCE_SCENARIOS,
  ...PLAY_SCENARIOS,
  ...FREE_BET_SCENARIOS,
  ...DEALER_SCENARIOS,
  ...NATURAL_SCENARIOS,
  ...SETTLEMENT_SCENARIOS,
  ...SIDE_SCENARIOS,
}
