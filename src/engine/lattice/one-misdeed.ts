/**
 * Is what was paid and taken of several hands of a spot one thing done wrong, with the rest as due? More than that are errors each of which
 * has to be counted.
 */

import { type Hand, isDoubled } from '../game/hand.ts'
import { inChips } from '../game/settle.ts'
import type { BoxDue } from './settlement.ts'

/** All that comes to a spot in its settlement, and all that leaves it, minor units. */
interface Moved {
  readonly paid: number
  readonly taken: number
}

/** What his hands of this spot come to if one is treated as another outcome than its own, or its lammers are. */
const treated = (
  hand: Hand,
  outcome: BoxDue['outcomes'][number] | undefined,
  { win, lose, outcomes }: BoxDue,
  bet: number,
): readonly Moved[] => {
  const [own, gain] = [inChips(hand.real, bet), inChips(hand.real + hand.lammers, bet)]
  // 002 Prizing combinations: with the only hand that won a prize is lost as well.
  const isOnly = outcomes.filter((each) => each === 'win').length === 1
  const lammers = Array.from({ length: hand.lammers }, (_, nth) => (nth + 1) * bet)
  switch (outcome) {
    case 'win':
      return [
        { paid: win - gain, taken: lose },
        { paid: win - gain, taken: lose + own },
        ...(isOnly
          ? [
              { paid: 0, taken: lose + own },
              { paid: 0, taken: lose },
            ]
          : []),
        // Brought back and paid the less.
        { paid: win, taken: lose + own },
        ...lammers.map((less) => ({ paid: win - less, taken: lose })),
        ...(isDoubled(hand) ? [{ paid: win - bet, taken: lose }] : []),
      ]
    case 'push':
      return [
        { paid: win + gain, taken: lose },
        { paid: win, taken: lose + own },
        ...lammers.map((more) => ({ paid: win + more, taken: lose })),
      ]
    case 'lose':
      return [
        // 000 §4.1 l.168: a lost lammer costs nothing.
        ...lammers.map((more) => ({ paid: win, taken: lose + more })),
        // A bust stake that play saw taken is none any more.
        ...(own > lose
          ? []
          : [
              { paid: win, taken: lose - own },
              { paid: win + gain, taken: lose - own },
            ]),
      ]
    default:
      return []
  }
}

/** All hands come to the same, and are treated as something else. */
const treatedTogether = (hands: readonly Hand[], { outcomes, lose }: BoxDue, bet: number): readonly Moved[] => {
  const [outcome] = outcomes
  if (outcomes.some((other) => other !== outcome)) return []
  const gain = hands.reduce((sum, { real, lammers, ended }) => sum + (ended === 'bust' ? 0 : inChips(real + lammers, bet)), 0)
  const own = outcome === 'lose' ? lose : hands.reduce((sum, { real }) => sum + inChips(real, bet), 0)
  return [
    { paid: gain, taken: 0 },
    { paid: 0, taken: own },
    { paid: 0, taken: 0 },
  ]
}

/** Hand by hand, or what wins beside what loses by their sum, for which something has to move (rulings, Chips). `isDone`: nothing more comes. */
const comesTo = ({ paid, taken }: Moved, as: Moved, isDone: boolean): boolean => {
  const isSettled = paid - taken === as.paid - as.taken && (paid + taken > 0 || as.paid + as.taken === 0)
  return paid <= as.paid && taken <= as.taken && (isSettled || !isDone)
}

/** Paid another amount, and taken as due; or taken in part, and paid as due. By the sum it is the one or the other. */
const isOtherAmount = ({ paid, taken }: Moved, { win, lose }: BoxDue, isDone: boolean): boolean => {
  if (!isDone) return taken <= lose && (win > 0 || paid === 0)
  if (paid > 0 && win > 0 && (taken === lose || (taken === 0 && (win > lose || paid <= win)))) return true
  return taken > 0 && taken < lose && (paid === win || (paid === 0 && win < lose))
}

/** `isDone`: the dealer is done with the spot; else he may go on there. */
export const isOneMisdeed = (hands: readonly Hand[], due: BoxDue, bet: number, moved: Moved, isDone: boolean): boolean =>
  isOtherAmount(moved, due, isDone) ||
  [...hands.flatMap((hand, at) => treated(hand, due.outcomes[at], due, bet)), ...treatedTogether(hands, due, bet)].some((as) =>
    comesTo(moved, as, isDone),
  )
