/** How a round was read. The results are in the workspace, and are computed again if they are missing (`errors/answers.ts`). */
import type { Round } from '../evidence/round.ts'

export interface HowRead {
  /** The round as it stood then. */
  readonly round: Round
  /** Event time of the newest observation then. */
  readonly now: number
  readonly by: ReadBy
}

export type ReadBy =
  /** As an open round is read: with the fewest errors, if it needs any. */
  | 'open'
  /** The same, but no error was looked for. */
  | 'open, unsearched'
  /** The dealer has finished. */
  | 'over'
  /** Every stake on a main spot is settled. */
  | 'resolved'
  /** The side bets are settled as well, in the likeliest reading. */
  | 'settled'
  /** Every stake is settled, and somebody erred once. */
  | 'one error'
