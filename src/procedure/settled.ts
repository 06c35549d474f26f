/** When the dealer settled each spot of a closed round, read off its levels; only where they leave no doubt which movements were his. */
import { AREAS, type Area } from '../../devices/scan.ts'
import type { TableContext } from '../engine/context.ts'
import type { BoxResult, RoundResult, SpotResult } from '../engine/event.ts'
import { MAINS, type Round, spotOf, timelineOf } from '../engine/round.ts'

export interface Settled {
  readonly box: number
  readonly area: Area
  /** The player's net gain as the chips moved. */
  readonly moved: number
  /** Event times of the dealer's movements. */
  readonly times: readonly number[]
}

/** Spots the dealer moved chips on; null where some movement may be a player's as well. */
export const settledIn = (round: Round, { boxes, complete, dealer }: RoundResult, context: TableContext): readonly Settled[] | null => {
  if (!complete || context.chipEvidence !== 'payouts' || !dealer.certain) return null
  const all: Settled[] = []
  for (const result of boxes) {
    for (const area of AREAS) {
      const settled = spotSettled(round, result, area, context)
      if (settled === null) return null
      if (settled.times.length > 0) all.push(settled)
    }
  }
  return all
}

const spotSettled = (round: Round, result: BoxResult, area: Area, { spotLagMs }: TableContext): Settled | null => {
  const { box, hands, spots } = result
  const spot = spots[area]
  const { base, moves } = timelineOf(round, spotOf(box, area), spotLagMs)
  const untouched: Settled = { box, area, moved: 0, times: [] }
  // Chips on a spot that counts elsewhere: a wager parked on the insurance line (001 l.126).
  if (!spot) return moves.length === 0 ? untouched : null
  if (spot.moved === null || !hands.every(({ certain }) => certain)) return null
  if (spot.moved === 0) return isUntouched(result, area, spot) ? untouched : null
  if (MAINS.includes(area) && isMixed(result)) return null
  const from = base.amount === spot.staked ? 0 : moves.findIndex(({ amount }) => amount === spot.staked) + 1
  if (from === 0 && base.amount !== spot.staked) return null
  const upTo = moves.findIndex(({ amount }, at) => at >= from && amount === spot.staked + (spot.moved ?? 0))
  return upTo < 0 ? null : { box, area, moved: spot.moved, times: moves.slice(from, upTo + 1).map(({ at }) => at) }
}

/** Nothing was due, hand by hand: what was taken for one was not paid for another. */
const isUntouched = ({ hands }: BoxResult, area: Area, { due }: SpotResult): boolean =>
  due === 0 && (!MAINS.includes(area) || hands.every(({ outcome }) => outcome === 'push'))

/** Some hands of the box win and others lose. */
const isMixed = ({ hands }: BoxResult): boolean => new Set(hands.map(({ outcome }) => outcome === 'lose')).size > 1
