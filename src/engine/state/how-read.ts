/** How a round was read. The results are in the workspace, and are computed again if they are missing (`errors/answers.ts`). */
import type { Misdeal, Round } from '../evidence/round.ts'
import type { DealersError } from '../lattice/reading.ts'

export interface HowRead {
  /** The round as it stood then. */
  readonly round: Round
  /** Event time of the newest observation then. */
  readonly now: number
  readonly by: ReadBy
  /** `open, as before`: the error of the reading before it. */
  readonly error?: DealersError | Misdeal | undefined
}

export type OpenReading =
  /** As an open round is read: with the fewest errors, if it needs any. */
  | 'open'
  /** Without an error. */
  | 'open, by the rules'
  /** The same, but of the errors only the one with which it was read before. */
  | 'open, as before'

/** How an open round is read. */
export type HowOpen = Pick<HowRead, 'error'> & { readonly by: OpenReading }

export type ReadBy =
  | OpenReading
  /** The dealer has finished. */
  | 'over'
  /** Every stake on a main spot is settled. */
  | 'resolved'
  /** The side bets are settled as well, in the likeliest reading. */
  | 'settled'
  /** Every stake is settled, and somebody erred once. */
  | 'one error'
  /** Every stake is settled, one of them wrongly. */
  | 'settled wrongly'
