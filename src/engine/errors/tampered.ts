/**
 * What looks like a bet changed in play is no such thing if its hand went bust: its stake was rightly taken, and nobody raises a lost bet.
 */

import { inChips } from '../../rules/game/settle.ts'
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { DealersError, HandInReading, Solution, Tampering } from '../lattice/reading.ts'

/** Keeps those readings in which the bet was in play. */
export const tamperedWith = (round: Round, solution: Solution, error: DealersError, tampering: Tampering, reader: Reader): Solution => {
  const { box, at, level, before, gone } = tampering
  // Chips that were not put back count as taken.
  if (gone || (level > 0 && level < before)) return solution
  const next = round.cards.filter((card) => card.at <= at).length
  const bet = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), reader.context.spotLagMs).base.amount
  const isLost = ({ hand: { ended, real, fromSplit, positions } }: HandInReading): boolean =>
    ended === 'bust' && positions.every((position) => position < next) && (level > before ? !fromSplit : inChips(real, bet) === before)
  return readRound(round, { ...reader, error, only: (held) => held.box !== box || !isLost(held) })
}
