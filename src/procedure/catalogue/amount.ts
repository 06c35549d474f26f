/** The money that is wrong by a finding, from its figures. */
import type { Figures } from '../../engine/deviation.ts'

type Known = number | undefined

const together = (one: Known, other: Known): Known => (one === undefined || other === undefined ? undefined : one + other)
const between = (one: Known, other: Known): Known => (one === undefined || other === undefined ? undefined : Math.abs(one - other))

/** What a row of the catalogue may say of it. Minor units. */
const AMOUNTS = {
  /** What was moved, or lies where it should not. */
  moved: (_, seen) => seen.amount,
  /** What should have moved, and did not. */
  due: (expected) => expected.amount,
  /** By how much it is too little or too much. */
  difference: (expected, seen) => between(expected.amount, seen.amount),
  /** The same of a payment; where chips were taken instead, these are missing too. */
  payment: (expected, seen) => (seen.taken === undefined ? between : together)(expected.amount, seen.taken ?? seen.amount),
  /** What was moved against what was due: both are wrong. */
  both: (expected, seen) => together(expected.amount, seen.amount),
  /** A payment, and the bet that was not taken. */
  'payment and bet': (_, seen) => together(seen.amount, seen.base),
  /** What is missing to the limit or goes beyond it; of steps what is left over. */
  'outside the limit': ({ amount: limit = 0, case: which }, { amount = 0 }) =>
    which === 'in-steps' ? amount % limit : between(limit, amount),
} as const satisfies { readonly [name: string]: (expected: Figures, seen: Figures) => Known }

export type AmountRule = keyof typeof AMOUNTS

/** null: no money is wrong by it, or nobody can say how much. */
export const amountOf = (
  { amount }: { readonly amount?: AmountRule },
  { expected, seen }: { readonly expected: Figures; readonly seen: Figures },
): number | null => Math.round((amount && AMOUNTS[amount](expected, seen)) ?? 0) || null
