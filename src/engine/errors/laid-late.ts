/**
 * Side bets that may have been placed too late. If they were reported within the spots' lag after their deadline, they count as placed in
 * time, and nobody is accused of having treated them otherwise.
 */
import type { Area } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import type { Deviation } from '../deviation.ts'
import { dealOf, insuranceTimeline, type Round, spotOf } from '../evidence/round.ts'

/** The error of laying it so late; null if it lay there in time. */
export const mayBeLate = (round: Round, box: number, area: Area, context: TableContext): Pick<Deviation, 'code' | 'box'> | null => {
  if (area === 'ins') return isInsuredLate(round, box, context) ? { code: 'INS-LATE', box } : null
  // 000 §1 l.8, 001 l.5: before the first card.
  const isLate = (round.levels.get(spotOf(box, area))?.amount ?? 0) === 0
  return isLate ? { code: area === 'p22' || area === 'pog' ? 'SIDE-LATE' : 'BET-LATE', box } : null
}

/** 000 l.250, 001 l.48, 002 l.38, and 003 by practice: before the first card of play. */
const isInsuredLate = (round: Round, box: number, context: TableContext): boolean => {
  const { insurance } = context.rules
  if (insurance === 'none' || insurance.deadline === 'before-dealer-draws') return false
  const [first] = insuranceTimeline(round, box, context).moves
  const play = round.cards[dealOf(round, context).owners.length]
  return first !== undefined && play !== undefined && first.at > play.at
}
