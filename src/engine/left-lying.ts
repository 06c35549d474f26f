/**
 * Chips on the box of a player who was away all the round through. 000 §1 l.57: what he won or tied is taken off the box; where it was left
 * lying it is no bet of his, and where the dealer takes it for one the box is dealt in all the same.
 */
import type { TableContext } from './context.ts'
import { openRound } from './growth.ts'
import { MAINS, type Round, spotOf } from './round.ts'
import type { TableState } from './table-state.ts'

/** What lay there at the round's last card is gone; what lies there now was laid anew. */
export const isTakenUp = ({ cards, moves }: Round, box: number): boolean =>
  moves.get(spotOf(box, 'main'))?.some(({ at, amount }) => amount === 0 && at >= (cards.at(-1)?.at ?? 0)) === true

const amountOn = ({ levels }: Pick<TableState, 'levels'>, box: number): number => levels.get(spotOf(box, 'main'))?.amount ?? 0

/** Chips that were left on boxes of absent players, minor units, when this round closes: its own and those from before that still lie there. */
export const leftAfter = (state: TableState, { rules }: TableContext): TableState['left'] => {
  const round = state.current?.round
  if (!round || rules.absentWinOrTie !== 'bet-removed') return state.left
  const own = round.boxes.filter((box) => round.absent.has(box) && !isTakenUp(round, box))
  return new Map([...state.left, ...own.map((box) => [box, amountOn(state, box)] as const)].filter(([, amount]) => amount > 0))
}

type Start = Parameters<typeof openRound>

/** The round that begins: without what was left lying, where another bet lies, and as if that were one. */
export const begunWith = (state: TableState, ...[start, card, context]: Start): readonly [Round, ...Round[]] => {
  const round = openRound(start, card, context)
  const left = [...state.left].flatMap(([box, amount]) => {
    const isShared = MAINS.some((area) => area !== 'main' && (state.levels.get(spotOf(box, area))?.amount ?? 0) > 0)
    return state.absent.has(box) && amountOn(state, box) === amount && !isShared ? [spotOf(box, 'main')] : []
  })
  if (left.length === 0) return [round]
  const levels = new Map([...start.levels].filter(([spot]) => !left.includes(spot)))
  const without = openRound({ ...start, levels }, card, context)
  return without.boxes.length > 0 ? [without, round] : [round]
}
