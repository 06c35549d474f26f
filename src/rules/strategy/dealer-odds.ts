/**
 * How the dealer's hand ends, by the up card. The shoe is assumed to be infinite: every rank comes with 1/13, whatever was dealt before.
 * Compared with a shoe of six packs this changes a house's expectation by about a tenth of a percent, and hardly ever the best decision.
 */
import { addRank, NO_POINTS, type Points, totalOf, valueOfRank } from '../game/cards.ts'
import { dealerDraws } from '../game/dealer.ts'
import type { DealerFinal } from '../game/settle.ts'
import { checksUnder } from '../game/up-card.ts'
import type { HouseRules } from '../house/rules.ts'

/** Every final hand that is settled differently. A bust with 22 may push, so it has its own entry; 23 stands for 23 to 26. */
export const FINALS: readonly DealerFinal[] = [
  ...[17, 18, 19, 20, 21].map((total) => ({ total, blackjack: false })),
  { total: 21, blackjack: true },
  { total: 22, blackjack: false },
  { total: 23, blackjack: false },
]
/** Its index in FINALS. */
export const NATURAL = FINALS.findIndex(({ blackjack }) => blackjack)

/** One rank for each value, and its share of the cards that may come. The ten stands for all four ten-values. The shares add up to 1. */
export type Draws = readonly { readonly rank: number; readonly share: number }[]

/** For an infinite shoe. */
export const DRAWS: Draws = Array.from({ length: 10 }, (_, rank) => ({
  rank,
  share: (valueOfRank(rank) === 10 ? 4 : 1) / 13,
}))

export interface DealerOdds {
  /** Chance of each of FINALS during play: without the natural if the house has excluded it before play. The chances add up to 1. */
  readonly finals: readonly number[]
  /** Chance of a natural before the check; 0 with every other up card. */
  readonly natural: number
  /** The dealer checks with this up card (001 Dealing procedure 2-3, 003 Surrender), so play begins only if he has no natural. */
  readonly checked: boolean
}

const nothing = (): number[] => FINALS.map(() => 0)
const addTo = (sums: number[], chances: readonly number[], share: number): void => {
  for (const [final, chance] of chances.entries()) sums[final] = (sums[final] ?? 0) + share * chance
}

/** `upRank`: rank index 0-12. */
export const dealerOdds = (upRank: number, rules: HouseRules): DealerOdds => {
  const known = new Map<Points, readonly number[]>()
  const from = (points: Points): readonly number[] => {
    const before = known.get(points)
    if (before !== undefined) return before
    const finals = nothing()
    if (dealerDraws(points, rules)) for (const { rank, share } of DRAWS) addTo(finals, from(addRank(points, rank)), share)
    else finals[FINALS.findIndex(({ total }) => total === Math.min(totalOf(points), 23))] = 1
    known.set(points, finals)
    return finals
  }
  const finals = nothing()
  for (const { rank, share } of DRAWS) {
    const points = addRank(addRank(NO_POINTS, upRank), rank)
    if (totalOf(points) === 21) finals[NATURAL] = share
    else addTo(finals, from(points), share)
  }
  const natural = finals[NATURAL] ?? 0
  const checked = checksUnder(upRank, rules)
  return { finals: checked ? finals.map((chance, i) => (i === NATURAL ? 0 : chance / (1 - natural))) : finals, natural, checked }
}
