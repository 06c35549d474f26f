/** Where an open round stands between observations. */
import type { Solution } from './reading.ts'
import type { Round } from './round.ts'

export interface OpenRound {
  readonly round: Round
  /** What all evidence says. */
  readonly full: Solution | null
  /** What a person at the table can know; the same as `full` once the hole card is turned. */
  readonly seen: Solution | null
  readonly exposed: boolean
  /** Keys of what has been said, so that nothing is said twice. */
  readonly said: ReadonlySet<string>
  /** The round that may have begun without a sign while this one can still use its cards. */
  readonly rival: Rival | null
}

/** Two stories of where a round ended: this one goes on, or it ended as `closing` says and `round` has begun. */
export interface Rival {
  readonly round: Round
  /** The open round as it stood before the card that may have opened the next. */
  readonly before: Round
  readonly closing: Solution
  readonly closedAt: number
}
