/**
 * A bet told within the spots' lag of the first card may have lain there before it, or come a moment after. Either is legal: the box was dealt in,
 * or the bet is the next round's. Both rounds are followed until the cards or the chips leave one.
 */
import type { TableContext } from '../context.ts'
import { MAINS, type Round, spotOf } from '../evidence/round.ts'
import { reopened } from '../lattice/growth.ts'
import { candidatesOf, type OpenRound, type Rival, withCandidates } from '../state/open-round.ts'

/** Who deals before the last bets have settled would have every box in doubt: beyond these they are taken to have lain there. */
const ACCOUNTS_MAX = 8

/**
 * Boxes that are in play now, and were not before a level was told. The first of them is the reason for the round's cards as long as no other bet
 * lies: it is new with the second, which a hand may have hidden.
 */
const newIn = ({ boxes }: Round, after: Round): readonly number[] =>
  boxes.length === 1 ? after.boxes : after.boxes.filter((box) => !boxes.includes(box))

/** A hand lay over a bet that was there when the first card came. */
const lay = ({ levels }: Round, box: number): boolean => MAINS.some((area) => (levels.get(spotOf(box, area))?.amount ?? 0) > 0)

/** Its chips were told of before the first card, whenever the line came. */
const laidBefore = ({ moves, openedAt }: Round, box: number): boolean =>
  MAINS.some((area) => moves.get(spotOf(box, area))?.some(({ at, amount }) => at <= openedAt && amount > 0) === true)

const without = ({ round, after }: Rival, box: number, context: TableContext): Rival => {
  const notDealt = [...(round.notDealt ?? []), box]
  return { round: reopened({ ...round, notDealt }, context), after }
}

/** `told`: the same accounts with the newest level. */
export const withNewcomers = (before: OpenRound, told: OpenRound, context: TableContext): OpenRound => {
  const known = candidatesOf(before)
  const accounts = candidatesOf(told)
  const doubled = accounts.flatMap((account, at) => {
    const { round } = account
    const late = newIn(known[at]?.round ?? round, round).filter((box) => !lay(round, box) && !laidBefore(round, box))
    const isInDoubt = round.boxes.length > 1 && round.misdeal === undefined
    return isInDoubt ? [account, ...late.map((box) => without(account, box, context))] : [account]
  })
  const isFew = doubled.length > accounts.length && doubled.length <= ACCOUNTS_MAX
  return isFew ? withCandidates(told, doubled) : told
}
