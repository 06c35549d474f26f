import type { Round } from '../evidence/round.ts'
import type { Slip, Solution } from '../lattice/reading.ts'
import type { Counted } from './counted.ts'

/** One way to err, its readings, and each error with the readings that contain it. */
export interface Way {
  /** As it was dealt then. */
  readonly round: Round
  readonly solution: Solution
  readonly errors: readonly Counted[]
  /** The rule that was broken in play; null: another error. */
  readonly slip: Slip | null
}
