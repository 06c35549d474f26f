/** One reason of every code, with figures that no words have. */
import { figuresIn, REASON_FIGURES, REASONS, type Reason, type ReasonCode } from '../../src/rules/reasons.ts'

const VALUES = { number: 7, string: 'xy-7', object: [{ code: 'PAY-SHORT', box: 3 }, null] } as const

export const EVERY_REASON: readonly Reason[] = (Object.keys(REASONS) as ReasonCode[]).map(
  (code) => ({ code, ...Object.fromEntries(figuresIn(code).map((name) => [name, VALUES[REASON_FIGURES[name]]])) }) as unknown as Reason,
)
