/** The order of the settlement, where the table's configuration asks for it (`watches.payOrder`): for the record alone. */
import type { HandResult, RoundResult } from '../engine/event.ts'
import { MAINS, type Round, spotOf } from '../engine/round.ts'
import { type HouseRules, PAY_ORDERS } from '../house/rules.ts'
import type { Objection } from './lifecycle.ts'
import { type Settled, settledIn } from './settled.ts'
import { type JudgeContext, proven, type Sight } from './watch.ts'

export const payOrder = ({ events, after }: Sight, context: JudgeContext): readonly Objection[] => {
  if (context.watches?.payOrder !== true) return []
  const round = after.last?.round
  return events.flatMap((event) =>
    event.type === 'round.closed' && event.round === round?.id ? outOfOrder(round, event.data, context) : [],
  )
}

/** 001 l.140: losers first, and main bets before side bets. */
const inPasses = ({ payOrder }: HouseRules): boolean => payOrder === PAY_ORDERS[1]

/** It has its time by itself, also where no card follows. */
const isSettledInPlay = ({ outcome, bust }: HandResult): boolean => bust || outcome === 'blackjack' || outcome === 'surrender'

const outOfOrder = (round: Round, result: RoundResult, context: JudgeContext): readonly Objection[] => {
  const { rules, spotLagMs } = context
  const dealtAt = round.cards.at(-1)?.at ?? 0
  const inPlay = result.boxes.filter(({ hands }) => hands.some(isSettledInPlay)).map(({ box }) => box)
  const after = settledIn(round, result, context).spots.filter(({ box, moves }) => moves[0].at > dealtAt && !inPlay.includes(box))
  const isBefore = (one: Settled, other: Settled): boolean => one.moves[0].at + spotLagMs < other.moves[0].at
  // A Pot of Gold may be picked up before the check.
  const paidSides = after.filter(({ area, moved }) => !MAINS.includes(area) && moved > 0)
  for (const late of after.filter(({ area }) => MAINS.includes(area))) {
    const fact = { box: late.box, spot: spotOf(late.box, late.area) }
    const sidesFirst = inPasses(rules) && paidSides.some((side) => side.box === late.box && isBefore(side, late))
    if (sidesFirst) return [proven('PAY-ORDER', round.id, { ...fact, seen: { text: 'settled after its side bet' } })]
    const isSamePass = ({ moved }: Settled): boolean => !inPasses(rules) || moved < 0 === late.moved < 0
    const earlier = after.find((other) => MAINS.includes(other.area) && other.box < late.box && isSamePass(other) && isBefore(other, late))
    if (earlier) return [proven('PAY-ORDER', round.id, { ...fact, seen: { text: `settled after box ${earlier.box}` } })]
  }
  return []
}
