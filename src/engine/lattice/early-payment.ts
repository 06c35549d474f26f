/** Boxes that are paid while others play. */

import { paidInPlayAs } from '../../rules/game/early-payments.ts'
import { type Hand, needsNoDealer } from '../../rules/game/hand.ts'
import { isLookedFor } from '../../rules/game/looked-for.ts'
import { inChips, payout } from '../../rules/game/settle.ts'
import { eachName } from '../../rules/game/settlement-errors.ts'
import { sevensIfWon } from '../../rules/game/side-bets.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { InPlay, Move } from '../evidence/chips.ts'
import { betAt, boxAt, isEvenMoney, isNaturalHand } from './box-due.ts'
import { type BoxStoryEnd, errorsAtBox } from './box-fit.ts'
import { collectsEarly, overAt, settledEarly } from './box-in-play.ts'
import type { LatticeInput } from './reading.ts'
import type { SettlementError } from './settlement-errors.ts'

/** The name of the error if such a box was paid while others play. */
const paidTooEarlyAs = (hands: readonly Hand[]): FindingCode =>
  hands.some(({ ended }) => ended === 'natural') ? 'BJ-PAID-TOO-EARLY' : 'PAY-BEFORE-DEALER-DONE'

/** How much came to the box after the movements that play explains. */
const paidIn = (play: InPlay): number => (shownOf(play).at(-1)?.amount ?? play.amount) - play.amount

/** What the spot showed after play, up to where the player may have collected what he was paid. */
const shownOf = ({ timeline: { moves }, from, amount }: InPlay): readonly Move[] => {
  const collected = moves.findIndex((move, nth) => nth > from && move.amount <= amount && move.by !== 'dealer')
  // A bet that lies there again is the next round's.
  return moves.slice(from, collected < 0 || collected + 1 < moves.length ? undefined : collected)
}

/** What one of the box's hands would be paid, or all of them, or its prize. Any other amount would be one more error. */
const isOwnPrice = (input: LatticeInput, index: number, hands: readonly Hand[], paid: number): boolean => {
  const bet = betAt(input, index)
  if (isNaturalHand(hands)) return settledEarly(input, hands) || paid === bet || paid === payout(bet, input.rules.blackjackPay, input.money)
  const gains = hands.flatMap(({ ended, real, lammers }) => (ended === 'bust' ? [] : [inChips(real + lammers, bet)]))
  const all = gains.reduce((sum, gain) => sum + gain, 0)
  return [...gains, all, sevensIfWon(hands, bet, input)].includes(paid)
}

/**
 * Whether the error is that this box was paid while others play: its chips only grew after the movements that play explains, once its hands
 * were over.
 */
export const isPaidInPlay = (input: LatticeInput, { box, hands, end, play }: BoxStoryEnd): boolean => {
  if (errorsAtBox(input) === 0 || !play.fits || play.amount <= 0 || needsNoDealer(hands)) return false
  const isNamed = isLookedFor(paidTooEarlyAs(hands), input)
  if (isNamed === (input.error?.unnamed ?? false)) return false
  const moves = collectsEarly(input, hands) ? shownOf(play) : play.timeline.moves.slice(play.from)
  const [first] = moves
  // Even money shows only in its payment.
  if (first === undefined || first.at < overAt(boxAt(input, box), hands, end) || isEvenMoney(hands)) return false
  return moves.every(({ amount }) => amount > play.amount) && isOwnPrice(input, box, hands, paidIn(play))
}

/** What that error is called, by each way to read the levels of the spot. Empty: by none of them is there such an error. */
export const namesPaidInPlay = (
  input: LatticeInput,
  story: Omit<BoxStoryEnd, 'play'>,
  plays: readonly InPlay[],
): readonly SettlementError[] => {
  const { rules, money } = input
  const { hands } = story
  const isDue = settledEarly(input, hands)
  const paid = plays.filter((play) => isPaidInPlay(input, { ...story, play }))
  return eachName(
    paid.map((play): SettlementError => {
      const bet = play.timeline.base.amount
      const amount = paidIn(play)
      const code = paidInPlayAs({ rules, money, bet, hands, prizeIfWon: sevensIfWon(hands, bet, input), isDue }, amount)
      return { code, hand: hands.length === 1 ? 0 : null, expected: {}, seen: { amount } }
    }),
  )
}
