/** What the dealer moved on a spot that is read without a story of its box. */
import type { TableContext } from '../context.ts'
import type { Move } from '../evidence/chips.ts'

/**
 * Net movement of a spot that is read without a story. Chips on top of the stake are a payment. If the stake is due to be lost, chips that
 * left were taken; chips that leave otherwise are the player's own.
 */
export const readMoved = (moves: readonly Move[], staked: number, due: number | null): number => {
  let level = staked
  let isHouses = false
  for (const move of moves) {
    // What the rack shows to be the house's was paid or taken, put right or not. What comes behind it is the player's, unless it puts the
    // wager right and the rack has still to show it.
    const isHis = move.by === 'dealer' || move.by === 'rack'
    if (isHouses && !isHis && (due === null || move.amount !== staked + due)) break
    isHouses = isHis
    if (isHis) {
      level = move.amount
      continue
    }
    if (due !== null && due !== 0 && level === staked + due) break
    if (move.by === 'player') break
    const taking = due !== null && due < 0 && level <= staked && level > staked + due
    if (move.amount < level && !taking) break
    level = move.amount
  }
  return level - staked
}

export const movedOf = (moves: readonly Move[], staked: number, due: number | null, { chipEvidence }: TableContext): number | null =>
  chipEvidence === 'payouts' ? readMoved(moves, staked, due) : null
