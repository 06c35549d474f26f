/** How a round was read. The results are in the workspace, and are computed again if they are missing (`errors/answers.ts`). */
import type { Round } from '../evidence/round.ts'

export interface HowRead {
  /** As it stood then. */
  readonly round: Round
  /** Event time of the newest observation then. */
  readonly now: number
  readonly by: ReadBy
}

export type ReadBy =
  /** As it is told while it is open: with the fewest errors, where none will not do. */
  | 'open'
  /** The same, but that no error was looked for. */
  | 'open, unsearched'
  /** The dealer has finished. */
  | 'over'
  /** Every stake on a main spot is settled. */
  | 'resolved'
  /** And the side bets are, in the likeliest reading. */
  | 'settled'
  /** Every stake is settled, and somebody erred once. */
  | 'one error'
