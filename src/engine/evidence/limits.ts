/** The limits in force for a box: those on the plate until the floor changes them (docs/commands.md, `limits`). */
import type { Limits } from '../../rules/table.ts'

/** The limits after a change of the plate. */
export interface PlateLimits {
  readonly limits: Limits
  /** Boxes that may go on betting by the earlier limits. */
  readonly keep: readonly number[]
  readonly before: Limits
}

/** What the round's boxes may bet. */
export const limitsFor = ({ plate }: { readonly plate?: PlateLimits }, box: number, { limits }: { readonly limits: Limits }): Limits =>
  plate === undefined ? limits : plate.keep.includes(box) ? plate.before : plate.limits

/** The largest bet that any box of the table may make in the round. */
export const largestBet = (round: { readonly plate?: PlateLimits }, context: { readonly limits: Limits; readonly boxes: number }): number =>
  Math.max(...Array.from({ length: context.boxes }, (_, index) => limitsFor(round, index + 1, context).max))
