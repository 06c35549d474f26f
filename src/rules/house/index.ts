import { FREE_BET_EUROPEAN } from './free-bet-european.ts'
import { FREE_BET_POT_OF_GOLD } from './free-bet-pot-of-gold.ts'
import { GLD } from './gld.ts'
import { HOUSE_IDS, type House, type HouseId } from './house.ts'
import { INGO } from './ingo.ts'
import { SEVENS_PRIZES } from './sevens-prizes.ts'

export { HOUSE_IDS } from './house.ts'

export const HOUSES: { readonly [K in HouseId]: House } = {
  'free-bet-european': FREE_BET_EUROPEAN,
  'free-bet-pot-of-gold': FREE_BET_POT_OF_GOLD,
  'sevens-prizes': SEVENS_PRIZES,
  gld: GLD,
  ingo: INGO,
}

/** The house with that id, or null if there is none. */
export function houseById(id: string): House | null {
  const known = HOUSE_IDS.find((k) => k === id)
  return known === undefined ? null : HOUSES[known]
}
