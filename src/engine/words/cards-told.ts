/** The cards of a hand and of the dealer, in the form in which they are reported. */
import type { ScannedCard } from '../../../devices/scan.ts'
import { UNKNOWN } from '../../rules/game/cards.ts'
import type { DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import type { TableContext } from '../context.ts'
import { dealerPositions, type Round, textAt } from '../evidence/round.ts'

export const cardsOf = (round: Round, hand: Hand): readonly ScannedCard[] => hand.positions.map((position) => textAt(round, position))

export const isRead = (round: Round, hand: Hand): boolean => hand.positions.every((position) => round.cards[position]?.code !== UNKNOWN)

/** Positions of the dealer's cards in shoe order: those of the deal, then those he drew. */
export const dealerCards = (round: Round, run: DealerRun | null, context: TableContext): readonly number[] => {
  const dealt = dealerPositions(round, context).all.filter((position) => position < round.cards.length)
  const drawn = run ? Array.from({ length: run.drawn }, (_, index) => run.end - run.drawn + index) : []
  return [...dealt, ...drawn]
}
