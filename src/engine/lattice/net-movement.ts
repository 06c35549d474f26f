/** What the dealer moved on a spot that is read without a story of its box. */
import type { TableContext } from '../context.ts'
import type { Move, Timeline } from '../evidence/chips.ts'
import { isHouses } from '../evidence/spot-track.ts'
import type { SettlementInput } from './settlement.ts'

/**
 * Net movement of a spot that is read without a story. Chips on top of the stake are a payment. If the stake is due to be lost, chips that
 * left were taken; chips that leave otherwise are the player's own.
 */
export const readMoved = (moves: readonly Move[], staked: number, due: number | null): number => {
  let [level, moved, wasHis] = [staked, 0, false]
  for (const [nth, move] of moves.entries()) {
    // What the rack shows to be the house's was paid or taken, put right or not. What comes behind it is the player's, unless it puts the
    // wager right and the rack has still to show it.
    const isHis = isHouses(move)
    const change = move.amount - level
    if (wasHis && !isHis && (due === null || moved + change !== due)) break
    wasHis = isHis
    if (!isHis && due !== null && due !== 0 && moved === due) break
    if (move.by === 'player') {
      // He drew some of it, and the dealer came for the rest.
      if (!moves.slice(nth + 1).some(isHouses)) break
    } else {
      const isTaking = due !== null && due < 0 && moved <= 0 && moved > due
      if (!isHis && change < 0 && !isTaking) break
      moved += change
    }
    level = move.amount
  }
  return moved
}

export const movedOf = (moves: readonly Move[], staked: number, due: number | null, { chipEvidence }: TableContext): number | null =>
  chipEvidence === 'payouts' ? readMoved(moves, staked, due) : null

/** Net movement of a co-bettor's spot once the dealer may have settled it. What was laid or drawn before is neither paid nor taken. */
export const afterPlay = ({ timeline, settleFrom, settledEarly, spotLagMs }: SettlementInput, staked: number, due: number): number => {
  const { base, moves } = timeline
  const complete = reached(timeline, staked)
  const first = settledEarly ? complete : moves.findIndex(({ at }, nth) => nth >= complete && at + spotLagMs >= settleFrom)
  if (first < 0) return 0
  const level = first === complete ? staked : (moves[first - 1] ?? base).amount
  return readMoved(moves.slice(first), level, due)
}

/** Index of the first movement after the stake was complete. */
export const reached = ({ base, moves }: Timeline, staked: number): number =>
  staked === base.amount ? 0 : moves.findIndex((move) => move.amount === staked) + 1
