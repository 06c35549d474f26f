/** Bets that players lay for the dealer (001 l.40): no player's bets, bound by no minimum and no step, and settled as the hand they lie with. */
import type { HouseRules } from './rules.ts'

/** A house that takes them has them on the second spot of a box. */
const TOKE_AREA = 'main2'

/** By the rules of the house chips on this area of a box may be a bet for the dealer. */
export const mayBeToke = (area: string, { dealerTokes }: Pick<HouseRules, 'dealerTokes'>): boolean =>
  area === TOKE_AREA && dealerTokes === 'share-free-bets'

/** By the rules of the house others than the holder may have a bet on a box: players, or the dealer. */
export const hasBetsBehind = (rules: Pick<HouseRules, 'dealerTokes' | 'maxPlayersPerBox'>): boolean =>
  rules.maxPlayersPerBox > 1 || mayBeToke(TOKE_AREA, rules)
