/**
 * What else may have happened, by one error. The judge asks this before an event leads to an accusation. null: nothing.
 */
import { ONE_ERROR } from '../../rules/house/rarity.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { type Deviation, verdict } from '../deviation.ts'
import { dealtAs, dealtOtherwise, overByError as overBy } from '../errors/errors.ts'
import { searchErrors } from '../errors/search.ts'
import type { Round, RoundCard } from '../evidence/round.ts'
import { readRound } from '../lattice/question.ts'
import { openErrorsOf, type TableState } from '../state/table-state.ts'
import { CUT_OFF, type CutOff } from '../work.ts'

/** The one error by which the whole round is settled by now. */
export const overByError = (round: Round, { now }: TableState, context: TableContext): Reason | null => overBy(round, { context, now })

/**
 * What may have happened instead, once something went wrong in the round that may be its deal: dealt otherwise, the cards are other
 * people's. `mayHaveOneMore`: what was seen looks as if the deal had one more card.
 */
export const dealtInstead = (round: Round, mayHaveOneMore: boolean, state: TableState, context: TableContext): Reason | null => {
  const reader = { context, now: state.now, asked: 'any' } as const
  // A free bet that was paid for is for the record, and no error.
  const hasErrors = openErrorsOf(state, round.id).some(({ code }) => code !== 'FB-CHARGED')
  const isLost = !hasErrors && readRound(round, reader).count === 0
  const other = hasErrors || isLost ? (dealtOtherwise(round, reader) ?? (isLost ? { code: 'something-else' } : null)) : null
  return other ?? (mayHaveOneMore ? dealtAs('DEAL-EXTRA-CARD', round, reader) : null)
}

/** Cards after the round, read as the dealer's, who needed none; null: they are none of his. */
export const drawnNeedlessly = (
  round: Round,
  cards: readonly RoundCard[],
  { now }: TableState,
  context: TableContext,
): Deviation | CutOff | null => {
  const reader = { context, now, asked: 'any' } as const
  const found = searchErrors({ ...round, cards: [...round.cards, ...cards] }, reader, ONE_ERROR)
  if (found === CUT_OFF) return found
  const accused = found?.deviations.find(({ code }) => code === 'DEALER-DREW-NEEDLESSLY')
  return accused ? verdict(accused) : null
}
