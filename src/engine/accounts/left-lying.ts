/**
 * Chips on the box of a player who was away for the whole round. 000 §1 l.57: what he won or tied is taken off the box. If it was left
 * lying, it is not his bet; but if the dealer takes it for one, the box is dealt in all the same.
 */
import { AREAS } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import type { RoundResult } from '../event.ts'
import { MAINS, type Round, spotOf } from '../evidence/round.ts'
import { openRound } from '../lattice/growth.ts'
import type { TableState } from '../state/table-state.ts'

const amountOn = ({ levels }: Pick<TableState, 'levels'>, box: number): number => levels.get(spotOf(box, 'main'))?.amount ?? 0

/** Chips (minor units) that lie as settled on boxes of absent players when this round closes, and those left earlier that still do. */
export const leftAfter = (state: TableState, { boxes }: RoundResult, { rules }: TableContext): TableState['left'] => {
  const round = state.current?.round
  if (!round || rules.absentWinOrTie !== 'bet-removed') return state.left
  const settled = boxes.flatMap(({ box, spots: { main } }) =>
    round.absent.has(box) && main && main.best.moved !== null ? [[box, main.best.staked + main.best.moved] as const] : [],
  )
  return new Map([...state.left, ...settled].filter(([box, amount]) => amount > 0 && amountOn(state, box) === amount))
}

type Start = Parameters<typeof openRound>

/** The round that begins. If chips were left lying next to other bets: one round without those chips, and one with them as bets. */
export const begunWith = (state: TableState, ...[start, card, context]: Start): readonly [Round, ...Round[]] => {
  const round = openRound(start, card, context)
  const left = [...state.left].flatMap(([box, amount]) => {
    const isShared = MAINS.some((area) => area !== 'main' && (state.levels.get(spotOf(box, area))?.amount ?? 0) > 0)
    return state.absent.has(box) && amountOn(state, box) === amount && !isShared ? AREAS.map((area) => spotOf(box, area)) : []
  })
  if (left.length === 0) return [round]
  const levels = new Map([...start.levels].filter(([spot]) => !left.includes(spot)))
  const without = openRound({ ...start, levels }, card, context)
  return without.boxes.length > 0 ? [without, round] : [round]
}
