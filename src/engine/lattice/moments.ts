/** When the chips of a round may be settled. */
import type { TableContext } from '../context.ts'
import { isPointed, type Round } from '../evidence/round.ts'
import { upRankOf } from '../evidence/supposed.ts'
import { checksUnder, naturalPaidBeforePlay } from '../game/up-card.ts'

/** Event time before which nothing is settled: the last card or, if the pointer is in use, the moment it left for the settlement. */
export const settleFrom = (round: Round, late: boolean): number => {
  const last = round.cards.at(-1)?.at ?? 0
  if (late || !isPointed(round)) return last
  return round.pointer.find((move) => move.at >= last && move.place === 'none')?.at ?? last
}

/** Are the naturals of this round paid before play? `blackjack`: the dealer has one, and if he checks that has ended the round. */
export const naturalsPaidBeforePlay = (round: Round, blackjack: boolean, context: TableContext): boolean => {
  const upRank = upRankOf(round, context)
  return naturalPaidBeforePlay(upRank, context.rules) && !(blackjack && checksUnder(upRank, context.rules))
}
