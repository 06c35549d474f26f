/**
 * The dealer showed the first card and laid the second face down (003 Playing the game l.34). So insurance was offered against an ace that
 * should have been face down. If the insurance was also paid, nobody else made an error; if it was not, a player may have bet it for
 * nothing.
 */

import { ACE } from '../../rules/game/cards.ts'
import { payout } from '../../rules/game/settle.ts'
import type { TableContext } from '../context.ts'
import { type Accusation, instead } from '../deviation.ts'
import { dealerPositions, dealOf, type Round, rankAt, spotOf } from '../evidence/round.ts'
import { steadyTimeline } from '../evidence/steady-levels.ts'

/** Insurance laid as if against an ace. */
interface Laid {
  readonly box: number
  readonly cause: string
  /** It was paid by the house's ratio, on the dealer's natural. */
  readonly paid: boolean
}

/** For those who know the hole card. */
export const holeOrder = (round: Round, context: TableContext): readonly Accusation[] => {
  const { rules, chipEvidence } = context
  const { up, hole } = dealerPositions(round, context)
  const isSwapped = hole >= 0 && hole < up && rankAt(round, hole) === ACE && rankAt(round, up) !== ACE
  if (!isSwapped || rules.insurance === 'none' || chipEvidence === 'bets' || round.incomplete !== null) return []
  const laid = round.boxes.flatMap((box) => laidAt(round, box, context))
  const [first] = laid
  if (!first) return []
  const isPaid = laid.some(({ paid }) => paid)
  return [
    {
      code: 'DEAL-HOLE-ORDER',
      grade: 'proven',
      ...{ box: null, hand: null, spot: null, expected: {}, seen: {} },
      counter: null,
      ...(isPaid ? {} : { doubts: [{ reason: instead({ code: 'INS-NO-ACE', box: first.box }) }] }),
      cause: laid.map(({ cause }) => cause).join(' '),
      detectedAfter: 0,
    },
  ]
}

/** Insurance laid at this box before play. */
const laidAt = (round: Round, box: number, context: TableContext): readonly Laid[] => {
  const { rules, spotLagMs, money, chipEvidence } = context
  const { moves } = steadyTimeline(round, spotOf(box, 'ins'), spotLagMs)
  const play = round.cards[dealOf(round, context).owners.length]
  const first = moves.find(({ amount }) => amount > 0)
  if (!first || rules.insurance === 'none' || (play !== undefined && first.at - spotLagMs > play.at)) return []
  const won = first.amount + payout(first.amount, rules.insurance.pays, money)
  const paid = chipEvidence === 'payouts' && play === undefined && moves.some(({ at, amount }) => at > first.at && amount === won)
  return [{ box, cause: moves.map(({ cause }) => cause).join(' '), paid }]
}
