/** The order of the settlement, where the table's configuration asks for it (`watches.payOrder`): for the record alone. */
import type { RoundResult } from '../engine/event.ts'
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

const outOfOrder = (round: Round, result: RoundResult, context: JudgeContext): readonly Objection[] => {
  const { rules, spotLagMs } = context
  const dealtAt = round.cards.at(-1)?.at ?? 0
  // What is settled in play has its time by itself.
  const after = (settledIn(round, result, context) ?? []).filter(({ times }) => (times[0] ?? 0) > dealtAt)
  const isBefore = (one: Settled, other: Settled): boolean => (one.times[0] ?? 0) + spotLagMs < (other.times[0] ?? 0)
  for (const late of after.filter(({ area }) => MAINS.includes(area))) {
    const fact = { box: late.box, spot: spotOf(late.box, late.area) }
    const sidesFirst = inPasses(rules) && after.some((side) => side.box === late.box && !MAINS.includes(side.area) && isBefore(side, late))
    if (sidesFirst) return [proven('PAY-ORDER', round.id, { ...fact, seen: { text: 'settled after its side bet' } })]
    const isSamePass = ({ moved }: Settled): boolean => !inPasses(rules) || moved < 0 === late.moved < 0
    const earlier = after.find((other) => MAINS.includes(other.area) && other.box < late.box && isSamePass(other) && isBefore(other, late))
    if (earlier) return [proven('PAY-ORDER', round.id, { ...fact, seen: { text: `settled after box ${earlier.box}` } })]
  }
  return []
}
