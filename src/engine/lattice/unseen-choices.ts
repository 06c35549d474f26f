/**
 * Choices of players that leave neither a card nor a chip that this table senses: no reading counts them, and nothing that depends on them
 * is certain.
 */

import { hangsOnUnseen, type Unseen } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { isListed, isNaturalExcluded, mayTakeEvenMoney } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'

/** Even money shows in its payment, a surrender in half a bet that leaves. */
export const unseenChoices = (upRank: number, { rules, chipEvidence }: TableContext): Unseen => ({
  evenMoney: chipEvidence !== 'payouts' && mayTakeEvenMoney(upRank, rules),
  surrender:
    chipEvidence === 'bets' &&
    rules.surrender !== 'none' &&
    !isListed(upRank, rules.surrenderNotAgainst) &&
    (rules.surrender === 'early' || isNaturalExcluded(upRank, rules)),
})

/** Does what this hand comes to depend on an unseen choice: even money, a surrender, or insurance under which 003 loses a natural? */
export const isOpenToChoice = (hand: Hand, hands: number, upRank: number, context: TableContext): boolean => {
  const { insurance } = context.rules
  const insuredUnseen =
    context.chipEvidence === 'bets' &&
    hand.ended === 'natural' &&
    upRank === 0 &&
    insurance !== 'none' &&
    insurance.insuredBlackjackAgainstBlackjack === 'lost' &&
    context.spots.includes('ins')
  return insuredUnseen || hangsOnUnseen(hand, hands, unseenChoices(upRank, context))
}
