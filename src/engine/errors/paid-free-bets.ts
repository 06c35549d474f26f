/** For the record: the player paid for a double or split that the house would have given free (000 §5.1, §4.1; 001 features). */

import { type Hand, mayDoubleFree, maySplitFree, openHand, withCard } from '../../rules/game/hand.ts'
import type { TableContext } from '../context.ts'
import type { Deviation } from '../deviation.ts'
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import type { Solution } from '../lattice/reading.ts'

/** The hand as its first two cards made it. */
const begun = ({ positions, ranks, fromSplit }: Hand): Hand =>
  positions.slice(0, 2).reduce((hand, position, nth) => withCard(hand, position, ranks[nth] ?? 0), openHand(1, 0, fromSplit))

/** Doubles and splits that every reading has as paid although they were free. */
export const chargedFreeBets = (
  round: Round,
  solution: Solution,
  { rules, chipEvidence, spotLagMs }: TableContext,
): readonly Deviation[] => {
  if (chipEvidence === 'bets' || !(rules.freeDouble || rules.freeSplit)) return []
  return round.boxes.flatMap((box, index) => {
    const hands = solution.best?.stories[index]?.hands ?? []
    const main = timelineOf(round, spotOf(box, 'main'), spotLagMs)
    return hands.flatMap((hand, at): readonly Deviation[] => {
      const step = hand.actions.findIndex((action) => action === 'double' || action === 'split')
      const action = hand.actions[step]
      if (action === undefined) return []
      const isFree =
        action === 'double' ? mayDoubleFree(begun(hand), rules) : hands.length > 1 && maySplitFree(splitPair(hands, at, step), 1, rules)
      if (!isFree || !solution.contains(index, at, { action, step, total: null })) return []
      const cause = main.moves.map((move) => move.cause).join(' ')
      const place = { box, hand: at + 1, spot: spotOf(box, 'main') }
      return [
        {
          code: 'FB-CHARGED',
          grade: 'proven',
          ...place,
          expected: {},
          seen: { amount: main.base.amount, ...(action === 'split' ? { case: 'of-a-split' } : {}) },
          counter: null,
          cause,
          detectedAfter: 0,
        },
      ]
    })
  })
}

const firstCard = ({ positions: [first] }: Hand): number => first ?? 0

/** The pair that was split: for the first split what the box was dealt, later the first cards of this hand and of the next. */
const splitPair = (hands: readonly Hand[], at: number, step: number): Hand => {
  const isDealt = at === 0 && step === 0
  const pair = isDealt ? hands.toSorted((one, other) => firstCard(one) - firstCard(other)) : hands.slice(at)
  return pair.slice(0, 2).reduce((held, hand) => withCard(held, firstCard(hand), hand.ranks[0] ?? 0), openHand(1, 0, false))
}
