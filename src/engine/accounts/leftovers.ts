/**
 * Chips that lie on a box from the round before and are no bet: a stake that was lost and not taken, or what an absent player won or tied,
 * which is taken off the box (000 §1 l.57). If the dealer takes them for a bet, the box is dealt in all the same.
 */
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { TableContext } from '../context.ts'
import type { Deviation } from '../deviation.ts'
import type { RoundResult } from '../event.ts'
import { MAINS, type Round, spotOf } from '../evidence/round.ts'
import { openRound } from '../lattice/growth.ts'
import type { TableState } from '../state/table-state.ts'

const amountOn = ({ levels }: Pick<TableState, 'levels'>, box: number): number => levels.get(spotOf(box, 'main'))?.amount ?? 0

/** Such chips (minor units), by box, when this round closes, and those left earlier that still lie there. */
export const leftAfter = (state: TableState, { boxes }: RoundResult, { rules }: TableContext): TableState['left'] => {
  const round = state.current?.round
  if (!round) return state.left
  const left = boxes.flatMap(({ box, spots: { main } }) => {
    if (!main || main.best.moved === null) return []
    const { staked, due, moved } = main.best
    const isTakenOff = round.absent.has(box) && rules.absentWinOrTie === 'bet-removed'
    const isLost = due !== null && due < 0 && moved > due
    return isTakenOff || isLost ? [[box, staked + moved] as const] : []
  })
  return new Map([...state.left, ...left].filter(([box, amount]) => amount > 0 && amountOn(state, box) === amount))
}

const NOT_TAKEN: ReadonlySet<FindingCode> = new Set(['LOSER-NOT-TAKEN', 'BUST-NOT-TAKEN', 'TAKE-PARTIAL'])

/** This spot is empty. If chips of the round before lay there that were lost, that they were not taken is put right. */
export const withLeftTaken = (state: TableState, spot: SpotId): TableState => {
  const box = Number(spot.split('.')[0])
  if (!spot.endsWith('.main') || !state.left.has(box)) return state
  const isLeft = (each: Deviation): boolean => each.box === box && NOT_TAKEN.has(each.code)
  const putRight = (found: readonly Deviation[]) => found.map((each) => (isLeft(each) ? ({ ...each, corrected: true } as const) : each))
  const left = new Map([...state.left].filter(([other]) => other !== box))
  const deviations = new Map([...state.deviations].map(([round, found]) => [round, found.some(isLeft) ? putRight(found) : found]))
  return { ...state, left, deviations }
}

type Start = Parameters<typeof openRound>

/** The round that begins. If chips were left lying next to other bets: one round without those chips, and one with them as bets. */
export const begunWith = (state: TableState, ...[start, card, context]: Start): readonly [Round, ...Round[]] => {
  const round = openRound(start, card, context)
  const left = [...state.left].flatMap(([box, amount]) => {
    const isShared = MAINS.some((area) => area !== 'main' && (state.levels.get(spotOf(box, area))?.amount ?? 0) > 0)
    return amountOn(state, box) === amount && !isShared ? AREAS.map((area) => spotOf(box, area)) : []
  })
  if (left.length === 0) return [round]
  const levels = new Map([...start.levels].filter(([spot]) => !left.includes(spot)))
  const without = openRound({ ...start, levels }, card, context)
  return without.boxes.length > 0 ? [without, round] : [round]
}
