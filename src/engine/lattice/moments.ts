/** When the chips of a round may be settled. */

import { checksUnder, naturalPaidBeforePlay } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import type { Round } from '../evidence/round.ts'
import { upRankOf } from '../evidence/unknown-dealer-cards.ts'

/**
 * Event time before which nothing is settled: the last card or, if the pointer is in use, when it left the hand it served last. It may have
 * left so much later than it should.
 */
export const settleFrom = ({ cards, pointer, openedAt }: Round, pointerLagMs: number): number => {
  const served = pointer.findLastIndex(({ at, place }) => at >= openedAt && typeof place === 'object')
  const left = served < 0 ? undefined : pointer[served + 1]
  return Math.max(cards.at(-1)?.at ?? 0, left === undefined ? 0 : left.at - pointerLagMs)
}

/** Are the naturals of this round paid before play? `blackjack`: the dealer has one, and if he checks that has ended the round. */
export const naturalsPaidBeforePlay = (round: Round, blackjack: boolean, context: TableContext): boolean => {
  const upRank = upRankOf(round, context)
  return naturalPaidBeforePlay(upRank, context.rules) && !(blackjack && checksUnder(upRank, context.rules))
}
