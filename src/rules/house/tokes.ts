/** Bets that players place for the dealer (001 l.40), not players' bets: no minimum or step applies, and they settle with their hand. */
import type { HouseRules } from './rules.ts'

/** A house that accepts such bets has them on the second spot of a box. */
const TOKE_AREA = 'main2'

/** Whether the rules of the house allow chips on this area of a box, next to a bet of its player, to be a bet for the dealer. */
export const mayBeToke = (area: string, { dealerTokes }: Pick<HouseRules, 'dealerTokes'>): boolean =>
  area === TOKE_AREA && dealerTokes === 'share-free-bets'

/** Whether the rules of the house allow others than the holder to bet on a box: players, or for the dealer. */
export const hasBetsBehind = (rules: Pick<HouseRules, 'dealerTokes' | 'maxPlayersPerBox'>): boolean =>
  rules.maxPlayersPerBox > 1 || mayBeToke(TOKE_AREA, rules)
