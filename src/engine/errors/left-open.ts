/**
 * A round that was dealt on with nothing settled. What it leaves on the table may look like another error, one by which nothing was due.
 */

import { mayMoveEarly } from '../../rules/game/hand.ts'
import type { TableContext } from '../context.ts'
import { asLikely, type Deviation, instead } from '../deviation.ts'
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { readRound } from '../lattice/question.ts'
import type { Reading } from '../lattice/reading.ts'

/** How many of the likeliest readings are looked at. */
const READINGS_MAX = 8

/** What two boxes or more were due was not settled, and no chips moved there except chips laid on top. */
const isLeftOpen = (round: Round, { stories, dues }: Reading, { spotLagMs }: TableContext): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const open = (dues ?? []).flatMap(({ win, lose }, index) => {
    const timeline = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs)
    // A natural that has not been paid waits like any other hand.
    const isWaiting = !mayMoveEarly(stories[index]?.hands ?? []) || timeline.moves.length === 0
    return (win > 0 || lose > 0) && isWaiting ? [{ win, ...timeline }] : []
  })
  const isLaidUpon = ({ win, base, moves }: (typeof open)[number]): boolean =>
    moves.every(({ at, amount }, nth) => {
      const before = (moves[nth - 1] ?? base).amount
      return at < last || (before > 0 && amount >= before && amount !== before + win)
    })
  return open.length > 1 && open.every(isLaidUpon)
}

/** If by its cards and stakes nobody erred, the round may have been left so. That is one error as well, so none of the others is proven. */
export const unlessLeftOpen = (
  deviations: readonly Deviation[],
  round: Round,
  now: number,
  context: TableContext,
): readonly Deviation[] => {
  const isCertain = deviations.some(({ grade }) => grade !== 'likely')
  if (!isCertain || context.chipEvidence !== 'payouts' || round.misdeal !== undefined) return deviations
  const played = readRound(round, { context, now, knowsHole: true, asked: 'over', ignoreSettlement: true })
  if (!played.kBest(READINGS_MAX).some((reading) => isLeftOpen(round, reading, context))) return deviations
  return deviations.map((each) => asLikely(each, instead({ code: 'ROUND-NOT-CLOSED', box: null })))
}
