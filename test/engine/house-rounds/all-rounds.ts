/** The hard rounds of all houses. */
import type { HouseId } from '../../../src/rules/house/house.ts'
import { ROUNDS as FREE_BET_EUROPEAN } from './free-bet-european.ts'
import { ROUNDS as FREE_BET_POT_OF_GOLD } from './free-bet-pot-of-gold.ts'
import { ROUNDS as GLD } from './gld.ts'
import type { HardRound } from './hard-round.ts'
import { ROUNDS as INGO } from './ingo.ts'
import { ROUNDS as SEVENS_PRIZES } from './sevens-prizes.ts'

const ROUNDS: { readonly [house in HouseId]: readonly HardRound[] } = {
  'free-bet-european': FREE_BET_EUROPEAN,
  'free-bet-pot-of-gold': FREE_BET_POT_OF_GOLD,
  'sevens-prizes': SEVENS_PRIZES,
  gld: GLD,
  ingo: INGO,
}

export const roundsOf = (house: HouseId): readonly HardRound[] => ROUNDS[house]
