/** The dealer's visits to the main spots during the settlement. */
import type { TableContext } from '../context.ts'
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import type { Reading } from './reading.ts'
import { isDealers } from './settlement.ts'

export interface Visit {
  readonly box: number
  /** Event time of the report. The dealer may have done it up to the spots' lag before. */
  readonly at: number
  /** Minor units; negative if taken. */
  readonly amount: number
}

/** The dealer's movements at the main spot of a box, by its index, according to this reading. */
export const visitsOf = (round: Round, index: number, { settlements }: Reading, { spotLagMs }: TableContext): readonly Visit[] => {
  const box = round.boxes[index] ?? 0
  const { base, moves } = timelineOf(round, spotOf(box, 'main'), spotLagMs)
  const kinds = settlements[index]?.kinds ?? []
  const from = moves.length - kinds.length
  return kinds.flatMap((kind, nth): readonly Visit[] => {
    const move = moves[from + nth]
    const before = moves[from + nth - 1] ?? base
    return move && isDealers(kind) ? [{ box, at: move.at, amount: move.amount - before.amount }] : []
  })
}
