/** Where an open round stands between observations, and what is kept of the one that closed last. */
import type { Deviation } from './deviation.ts'
import type { RoundResult } from './event.ts'
import type { RoundLine } from './late-line.ts'
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
  /** What keeps it from a complete verdict, whatever else may come. */
  readonly reasons: readonly string[]
  /** Errors that its readings contain, with the event time since when all of them did: what a sensor may still correct accuses nobody. */
  readonly suspected: readonly Suspected[]
  /** What went wrong in its deal, once that was proven. */
  readonly misdealt: Deviation | null
  /** Lines that came after they were given up; they count once it has closed. */
  readonly waiting: readonly RoundLine[]
}

export interface Suspected {
  readonly since: number
  readonly deviation: Deviation
}

/** A round that has closed, as long as evidence of it may still come. */
export interface ClosedRound {
  /** Its evidence without the stories, which grow again when they are asked for. */
  readonly round: Round
  /** Event time at which the next round showed. */
  readonly at: number
  /** What was said of it last. */
  readonly result: RoundResult
  readonly reasons: readonly string[]
  readonly waiting: readonly RoundLine[]
}

/** Two stories of where a round ended: this one goes on, or it ended as `closing` says and `round` has begun. */
export interface Rival {
  readonly round: Round
  /** The open round as it stood before the card that may have opened the next. */
  readonly before: Round
  readonly closing: Solution
  readonly closedAt: number
}
