/** What a box's main spot is due for its hands. */

import type { DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { NEVER_TAKEN, type PlayError } from '../../rules/game/play-errors.ts'
import { dueOf, inChips, judgeHands } from '../../rules/game/settle.ts'
import { type SuitedTerms, sevensDues } from '../../rules/game/side-bets.ts'
import { EMPTY_TIMELINE, type InPlay, type Timeline } from '../evidence/chips.ts'
import type { LatticeBox, LatticeInput } from './reading.ts'
import type { BoxDue } from './settlement.ts'

export const isNaturalHand = (hands: readonly Hand[]): boolean => hands[0]?.ended === 'natural'
export const isEvenMoney = (hands: readonly Hand[]): boolean => hands[0]?.actions.includes('even-money') === true

export const boxAt = (input: LatticeInput, index: number): LatticeBox => input.boxes[index] as LatticeBox

/** The track that is likeliest whatever was played. */
export const likeliest = ({ tracks }: LatticeBox): Timeline => tracks[0] ?? EMPTY_TIMELINE

export const betAt = (input: LatticeInput, index: number): number => likeliest(boxAt(input, index)).base.amount

/** The hands of a box, by its index, and what they explain of one track of its spot. */
export interface PlayedBox {
  readonly box: number
  readonly hands: readonly Hand[]
  readonly play: InPlay
}

/** What a box's main spot is due for these hands against this final hand. */
export const boxDue = (input: LatticeInput, played: PlayedBox, final: DealerRun): BoxDue =>
  spotDue(input, played, boxAt(input, played.box).insured, final)

/** What the dealer believes the box is due: by the total he settled by, and for a bust hand that he took for one that had stood. */
export const believedDue = (input: LatticeInput, played: PlayedBox, playError: PlayError | undefined, final: DealerRun): BoxDue => {
  const isStanding = playError?.name === 'PAID-LOSER'
  const hands = played.hands.map((hand): Hand => (isStanding && hand.ended === 'bust' ? { ...hand, ended: 'stand' } : hand))
  const due = boxDue(input, { ...played, hands }, { ...final, ...final.believed })
  return playError?.name === 'BUST-NOT-TAKEN' && playError.units === NEVER_TAKEN ? { ...due, lose: 0, losses: [] } : due
}

/** What the spot of any one bettor is due. */
export const spotDue = (terms: SuitedTerms, { hands, play }: Omit<PlayedBox, 'box'>, insured: boolean, final: DealerRun): BoxDue => {
  const bet = play.timeline.base.amount
  let win = 0
  let lose = 0
  let live = 0
  let total = 0
  const losses: number[] = []
  const outcomes = judgeHands(hands, final, terms.rules, insured)
  hands.forEach((hand, at) => {
    const due = dueOf(hand, outcomes[at] ?? 'push', bet, terms)
    total += due
    if (hand.ended !== 'bust' && hand.ended !== 'surrender') {
      live += inChips(hand.real, bet)
      if (due > 0) win += due
      else if (due < 0) {
        lose -= due
        losses.push(-due)
      }
    }
  })
  const [prize = 0, ...otherPrizes] = sevensDues(bet, hands, outcomes, terms)
  // Bust stakes that were not seen taken in play must still be taken.
  const untaken = hands[0]?.ended === 'surrender' ? 0 : Math.max(0, play.amount - live)
  const bustLosses = hands.flatMap((hand) => (hand.ended === 'bust' ? [inChips(hand.real, bet)] : []))
  const dueWith = (more: number): BoxDue => {
    return {
      win: win + more,
      ...(more > 0 ? { prize: more } : {}),
      lose: lose + untaken,
      losses: untaken > 0 ? [...losses, ...bustLosses] : losses,
      total: total + more,
      outcomes,
    }
  }
  return otherPrizes.length === 0 ? dueWith(prize) : { ...dueWith(prize), or: otherPrizes.map(dueWith) }
}
