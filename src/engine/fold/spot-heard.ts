/** What a spot or the rack reports: chips of the open round, or a bet for the next one. */
import type { SpotId } from '../../../devices/scan.ts'
import { withLeftTaken } from '../accounts/leftovers.ts'
import { withNewcomers } from '../accounts/newcomers.ts'
import type { Raised } from '../accounts/round-end.ts'
import type { TableContext } from '../context.ts'
import { MAINS, type Round, type SpotLevel, timelineOf } from '../evidence/round.ts'
import { isBack } from '../evidence/steady-levels.ts'
import { winsOf } from '../evidence/wins.ts'
import { addMove, MOVES_MAX } from '../lattice/growth.ts'
import type { ObservationOf } from '../observation.ts'
import { masked } from '../state/hole-mask.ts'
import { spotLine } from '../state/late-line.ts'
import { isRackTelling } from '../state/movers.ts'
import { inEveryAccount } from '../state/open-round.ts'
import { type RackLevel, withRackLevel } from '../state/rack.ts'
import { isOpen, type TableState } from '../state/table-state.ts'
import { sayChips } from '../words/said-chips.ts'
import { announceDeal, openAloud, spoil, type Voice } from '../words/say.ts'
import { closeIfOver, reread } from './closing.ts'
import { revise, reviseByRack } from './revise.ts'
import { settle } from './settle.ts'

const SIDE_BETS = ['p22', 'pog'] as const

/** Takes in a level of a spot. It goes to the open round in each of its accounts. A bet laid after the round is over closes it. */
export const onSpot = (state: TableState, observation: ObservationOf<'spot'>, voice: Voice): TableState => {
  const { context } = voice
  const { spot, rev } = observation
  const line = spotLine(observation)
  const { move } = line
  const { amount, lammers, ids } = move
  const known = state.levels.get(spot)
  const before = known ?? NOTHING
  const levels = new Map(state.levels).set(spot, { amount, lammers, rev, ...(ids ? { ids } : {}) })
  if (spot === 'rack') {
    const told = observation.ids ? { ids: observation.ids, ...(ids ? { isWhole: true as const } : {}) } : {}
    return onRack({ ...state, levels }, { at: observation.at, amount, ...told }, voice)
  }
  const isTold = known?.amount !== amount || known.lammers !== lammers || known.rev !== rev
  if (!isTold) return reread({ ...state, levels }, voice)
  const heardSo = { ...state, levels }
  const next = revise(amount === 0 ? withLeftTaken(heardSo, spot) : heardSo, line, voice)
  if (!next.current) return next
  if ((next.current.round.moves.get(spot)?.length ?? 0) >= MOVES_MAX) return spoil(next, { code: 'spot-flickers', spot }, voice)
  const told = inEveryAccount(next.current, (round) => masked(addMove(round, spot, move, context), context))
  const current = withNewcomers(next.current, told, context)
  const heard = settle(announceDeal(openAloud({ ...next, current }, voice), voice), voice)
  // Chips that are back within the lag are neither a new bet nor a payment.
  const isNew = !isBack(next.current.round, spot, move, context.spotLagMs)
  if (isOpen(heard) && isNew) sayChips(heard, spot, { before: before.amount, amount }, voice)
  const raised = isNew ? raisedAs(next.current.round, spot, { before, amount }, context) : null
  return closeIfOver(heard, raised, voice)
}

/** What a spot showed, and shows now. */
interface Shown {
  readonly before: Pick<SpotLevel, 'amount' | 'lammers'>
  readonly amount: number
}
const NOTHING: Shown['before'] = { amount: 0, lammers: 0 }

/** The level as a bet of the next round; null: it is no such bet. */
const raisedAs = (round: Round, spot: SpotId, { before, amount }: Shown, context: TableContext): Raised | null => {
  if (amount <= before.amount) return null
  const isMain = MAINS.some((area) => spot.endsWith(`.${area}`))
  // A lammer on the spot means that its hand is still to be settled.
  const isLaidAnew = isMain && before.amount === 0 && before.lammers === 0
  // Chips added to others may be the dealer's payment. If the rack can tell, wait for its report.
  // So many may be a payment: what becomes of them tells.
  const { base } = timelineOf(round, spot, context.spotLagMs)
  const isLikeWin = context.chipEvidence === 'payouts' && winsOf(base.amount, before.amount, context).includes(amount - before.amount)
  const main = isLaidAnew || (isMain && !isRackTelling(context) && !isLikeWin)
  const side = before.amount === 0 && SIDE_BETS.some((area) => spot.endsWith(`.${area}`))
  return main || side ? { spot, anew: isLaidAnew || side, main } : null
}

const onRack = (state: TableState, level: RackLevel, voice: Voice): TableState => {
  const isRisen = level.amount > (state.rack.at(-1)?.amount ?? level.amount)
  const next = { ...state, rack: withRackLevel(state.rack, level) }
  return reread(isRisen ? reviseByRack(next, level.at, voice) : next, voice)
}
