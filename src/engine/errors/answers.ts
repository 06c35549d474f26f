/**
 * The results of reading a round. The state holds how the round was read, but no results, so that it can be written down at any time. The
 * readings are in the workspace; if they are missing, as after a restart, the same question is asked again.
 */
import { ONE_ERROR } from '../../rules/house/rarity.ts'
import type { TableContext } from '../context.ts'
import { isDealt, isHoleMasked, type Round } from '../evidence/round.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { readAtAll, readOn, SETTLED } from '../lattice/rungs.ts'
import { settlingSides, sidesResolved } from '../lattice/spots.ts'
import type { HowRead, OpenReading, ReadBy } from '../state/how-read.ts'
import type { Ending, OpenRound } from '../state/open-round.ts'
import { cacheOf, kept } from '../workspace.ts'
import { erred, readWithErrors } from './errors.ts'
import { foundBy } from './search.ts'
import { SETTLED_WRONGLY } from './ways-to-err.ts'

const answersIn = cacheOf<HowRead, Solution>('answers')

/** The readings of the open round as they were last found; null: none were asked for yet. */
export const fullOf = ({ full }: Pick<OpenRound, 'full'>, context: TableContext): Solution | null => full && answerTo(full, context)

/** The readings in which this round may have ended. */
export const closingOf = ({ closing }: Pick<Ending, 'closing'>, context: TableContext): Solution => answerTo(closing, context)

const answerTo = (how: HowRead, context: TableContext): Solution =>
  kept(answersIn(context), how, () => readSo(how, context) ?? readAtAll(how.round, readerOf(how, 'any', context)))

/** How the round was read, and the result. */
export const answered = (how: HowRead, solution: Solution, context: TableContext): HowRead => {
  answersIn(context).set(how, solution)
  return how
}

/** How the round has ended, if it has when it is read in this way; null: it has not. */
export const endedBy = (by: Exclude<ReadBy, OpenReading>, round: Round, now: number, context: TableContext): HowRead | null => {
  const how: HowRead = { round, now, by }
  const solution = readSo(how, context)
  return solution && solution.count > 0 ? answered(how, solution, context) : null
}

const readerOf = ({ now }: HowRead, asked: Reader['asked'], context: TableContext): Reader => ({ context, now, asked })

const readSo = (how: HowRead, context: TableContext): Solution | null => {
  const { round, now, by } = how
  switch (by) {
    case 'open':
    case 'open, by the rules':
    case 'open, as before':
      return readWithErrors(round, readerOf(how, 'any', context), { by, error: how.error }).solution
    case 'over':
    case 'resolved':
      return readRound(round, readerOf(how, by, context))
    case 'settled':
      return resolvedReading(round, now, context)
    case 'settled wrongly':
      return readRound(round, { ...readerOf(how, 'resolved', context), ...SETTLED_WRONGLY })
    case 'one error':
      return oneErrorIn(how, context)?.solution ?? null
  }
}

const oneErrorIn = (how: HowRead, context: TableContext) => foundBy(erred(how.round, readerOf(how, 'resolved', context), ONE_ERROR))

/** The round that the readings of its end are of: dealt otherwise, if that is the error by which it ended. */
export const roundEnded = ({ before, closing }: Pick<Ending, 'before' | 'closing'>, context: TableContext): Round => {
  const read = closing.by === 'one error' ? oneErrorIn(closing, context)?.round : undefined
  return read === undefined || read === closing.round ? before : read
}

/** Is every stake of the round settled, side bets included? */
export const isResolved = (round: Round, now: number, context: TableContext): boolean => resolvedReading(round, now, context) !== null

/**
 * The readings with every stake settled, side bets included. Such a round may be over without any chip showing it. null: it is not over.
 */
const resolvedReading = (round: Round, now: number, context: TableContext): Solution | null => {
  if (!isDealt(round, context)) return null
  const reader: Reader = { context, now, asked: 'resolved' }
  const closing = readOn(round, reader, SETTLED)?.solution
  if (!closing) return null
  // Readings are written out only if payments of side bets are sensed.
  if (context.chipEvidence !== 'payouts') return closing
  const settled = settlingSides(round, closing, context)
  if (settled !== null || !isHoleMasked(round)) return settled
  // What side bets are due depends on what lies face down.
  const { best } = closing
  return best && closing.dealers.some(({ run }) => sidesResolved(round, { ...best, dealer: run }, context)) ? closing : null
}
