/** The public view of the table: the data of the retained topics, and when it is worth looking again. */

import { AREAS } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { closingOf, fullOf } from '../errors/answers.ts'
import { isDealt, isDown, MAINS, type Round, spotOf } from '../evidence/round.ts'
import type { Solution } from '../lattice/reading.ts'
import { faceDown } from '../state/hole-mask.ts'
import { candidatesOf, type OpenRound } from '../state/open-round.ts'
import { AWAY_MS_MAX, isPointerMissed } from '../state/pointer-gone.ts'
import type { TableState } from '../state/table-state.ts'
import type { RoundPhase, RoundView, TableView } from '../view.ts'
import { roundView } from './result.ts'

/** Data of `state/table`. */
export const tableView = (state: TableState, context: TableContext): TableView => ({
  open: state.shoe.isOpen,
  shoe: state.shoe.number,
  dealerId: state.dealer.id,
  cardsOut: state.shoe.cardsOut,
  cutCardSeen: state.shoe.cutCardSeen,
  occupied: Array.from({ length: context.boxes }, (_, index) => index + 1).filter((box) =>
    MAINS.some((area) => (state.levels.get(spotOf(box, area))?.amount ?? 0) > 0),
  ),
  openAlarms: 0,
})

export const phaseOf = (current: OpenRound, context: TableContext): RoundPhase => {
  const { round } = current
  if (!isDealt(round, context)) return 'dealing'
  const full = fullOf(current, context)
  if (!full?.best || full.best.active === null) return 'settling'
  return full.best.active >= round.boxes.length ? 'dealer' : 'playing'
}

/**
 * The open round as it may be shown. A card that another account has face down, in a round that may have begun meanwhile, is shown by no
 * account.
 */
const shownOf = (current: OpenRound): Round => {
  const { round } = current
  const down = new Set(candidatesOf(current).flatMap(({ round: { cards } }) => cards.filter(isDown).map(({ cause }) => cause)))
  const cards = round.cards.map((card) => (down.has(card.cause) && !isDown(card) ? faceDown(card) : card))
  return current.rivals.length > 0 && down.size > 0 ? { ...round, cards } : round
}

/** `full`: the round's readings. */
export const viewOf = (
  current: OpenRound,
  full: Solution | null,
  state: TableState,
  phase: RoundPhase,
  context: TableContext,
): RoundView => {
  const { round, doubted } = current
  const others = current.others.map((ending) => closingOf(ending, context))
  const levels = round.boxes.map((box) =>
    Object.fromEntries(
      AREAS.flatMap((area) => {
        const level = state.levels.get(spotOf(box, area))
        return level && (level.amount > 0 || level.lammers > 0) ? [[area, { amount: level.amount, lammers: level.lammers }]] : []
      }),
    ),
  )
  return roundView(shownOf(current), full, { rev: state.rev, asOf: state.now, phase, levels, others, doubted }, context)
}

/** Data of `state/round`: the open round, or how the last one closed; null before the first. */
export const currentView = (state: TableState, context: TableContext): RoundView | null =>
  state.current ? viewOf(state.current, fullOf(state.current, context), state, phaseOf(state.current, context), context) : state.closed

/**
 * Event time at which everything awaited has come or never will; null if nothing is awaited. A caller that folds live makes a tick come
 * then.
 */
export const nextDeadline = (state: TableState, context: TableContext): number | null => {
  if (state.current === null) return null
  const lag = state.heardAt + Math.max(context.spotLagMs, context.pointerLagMs) + 1
  const { unsearchedSince } = state.current
  const due = unsearchedSince === null ? [] : [unsearchedSince + 2 * context.spotLagMs + 1]
  const gone = state.pointerGone !== null && isPointerMissed(state) ? [state.pointerGone.from + AWAY_MS_MAX + 1] : []
  const deadline = Math.min(...[lag, ...due, ...gone].filter((each) => state.now < each))
  return Number.isFinite(deadline) ? deadline : null
}
