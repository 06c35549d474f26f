/**
 * A bet reported within the spots' lag of the first card may have lain there before the card, or it came a moment after. Either is legal:
 * the box was dealt in, or the bet is the next round's. Both rounds are followed until the cards or the chips rule one out.
 */
import type { TableContext } from '../context.ts'
import { MAINS, type Round, spotOf } from '../evidence/round.ts'
import { reopened } from '../lattice/growth.ts'
import { candidatesOf, type OpenRound, type Rival, withCandidates } from '../state/open-round.ts'

/**
 * A dealer who deals before the last bets are down would put every box in doubt. Beyond this number, the bets are taken to have lain there.
 */
const ACCOUNTS_MAX = 8

/**
 * Boxes that are in play now and were not before the newest level. A box with the only bet is the reason for the round's cards, so it is
 * not in doubt alone. When a second box appears, which a hand may have hidden until then, both count as new.
 */
const newIn = ({ boxes }: Round, after: Round): readonly number[] =>
  boxes.length === 1 ? after.boxes : after.boxes.filter((box) => !boxes.includes(box))

/** A bet lay on this box when the first card came; a hand may have covered it since. */
const lay = ({ levels }: Round, box: number): boolean => MAINS.some((area) => (levels.get(spotOf(box, area))?.amount ?? 0) > 0)

/** Its chips lay there before the first card, by the time in the report, whenever that arrived. */
const laidBefore = ({ moves, openedAt }: Round, box: number): boolean =>
  MAINS.some((area) => moves.get(spotOf(box, area))?.some(({ at, amount }) => at <= openedAt && amount > 0) === true)

const without = ({ round, after }: Rival, box: number, context: TableContext): Rival => {
  const notDealt = [...(round.notDealt ?? []), box]
  return { round: reopened({ ...round, notDealt }, context), after }
}

/** Adds an account for every box that may not have been dealt in. `told`: the accounts of `before` with the newest level. */
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
