/** Which errors are looked for. */
import type { FindingCode } from '../house/finding-code.ts'

export interface LookedFor {
  /**
   * Errors that are not looked for, to measure who is accused of an error that no row knows. Absent at every table; a context with it has
   * a workspace of its own.
   */
  readonly without?: ReadonlySet<FindingCode> | undefined
}

export const isLookedFor = (code: FindingCode, { without }: LookedFor): boolean => without?.has(code) !== true
