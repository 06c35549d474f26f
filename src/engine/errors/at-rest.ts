/** When errors of an open round are looked for: once its evidence has rested, and not again at every line of a round that nothing explains. */
import type { TableContext } from '../context.ts'
import type { Accusation } from '../deviation.ts'
import { lastMoved } from '../evidence/round.ts'
import type { HowOpen } from '../state/how-read.ts'
import type { OpenRound, Untold } from '../state/open-round.ts'
import { errorsOf, type TableState } from '../state/table-state.ts'
import { isSearched } from './search.ts'

/** After this many searches in a row, the wait for the next one stops growing. */
const UNTOLD_TIMES_MAX = 6

/**
 * Is it too early to search again a round that nothing explained? A search for everything that may have gone wrong takes a tenth of a
 * second, and one search for each line of a spoiled round would make the table late. The first wait is the longer of the lags, in which a
 * report may be corrected, and each further wait is twice as long. A round that closes is searched all the same.
 */
export const isUntold = ({ untold }: OpenRound, now: number, { spotLagMs, pointerLagMs }: TableContext): boolean =>
  untold !== null && now < untold.at + Math.max(spotLagMs, pointerLagMs) * 2 ** (untold.times - 1)

/** `deviations`: what a search has found now, if one was needed; null: nothing explains the round. */
export const untoldAs = (
  { round, untold }: OpenRound,
  deviations: readonly Accusation[] | null,
  now: number,
  context: TableContext,
): Untold | null =>
  deviations !== null || !isSearched(round, context) ? null : { at: now, times: Math.min(UNTOLD_TIMES_MAX, (untold?.times ?? 0) + 1) }

interface Rest extends HowOpen {
  /** Event time of the oldest evidence that has not been searched, once the round is read so; null: all of it has. */
  readonly unsearchedSince: number | null
}

/**
 * How the open round is read now. What a sensor may still correct accuses nobody, so errors are looked for once the evidence has rested for the
 * lag or, if other boxes do not come to rest, once one lag more has passed (D-93). A function of evidence and event time alone. What takes an
 * accusation back does not wait.
 */
export const restOf = (state: TableState, current: OpenRound, context: TableContext): Rest => {
  const { now } = state
  const { spotLagMs } = context
  const last = lastMoved(current.round)
  const since = current.unsearchedSince ?? last
  const hasRested = spotLagMs === 0 || now > last + spotLagMs
  const isDue = hasRested || now > since + 2 * spotLagMs
  const unsearchedSince = hasRested ? null : isDue ? now - spotLagMs : since
  const { erredBy } = current
  const young = erredBy || errorsOf(state, current.round.id).length > 0 ? 'open, as before' : 'open, by the rules'
  const by = isUntold(current, now, context) ? 'open, by the rules' : isDue ? 'open' : young
  return { by, unsearchedSince, ...(erredBy ? { error: erredBy } : {}) }
}
