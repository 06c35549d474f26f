/** The amount of money that a finding says is wrong, from its figures. */
import type { Figures } from '../../rules/game/error-figures.ts'

type Known = number | undefined

const together = (one: Known, other: Known): Known => (one === undefined || other === undefined ? undefined : one + other)
const between = (one: Known, other: Known): Known => (one === undefined || other === undefined ? undefined : Math.abs(one - other))

/** The rules that a row of the catalogue may name. Minor units. */
const AMOUNTS = {
  /** A bet that may not lie there, or not yet, or no more: nobody was paid or lost anything by it so far. */
  bet: (_, seen) => seen.amount,
  /** How much too little or too much a bet is. */
  'bet difference': (expected, seen) => between(expected.amount, seen.amount),
  /** What was moved. */
  moved: (_, seen) => seen.amount,
  /** What should have moved, but did not. */
  due: (expected) => expected.amount,
  /** How much too little or too much was moved. */
  difference: (expected, seen) => between(expected.amount, seen.amount),
  /** The same for a payment. If chips were taken instead, they are missing as well. */
  payment: (expected, seen) => (seen.taken === undefined ? between : together)(expected.amount, seen.taken ?? seen.amount),
  /** Chips that moved the wrong way: the amount moved and the amount due both count. */
  both: (expected, seen) => together(expected.amount, seen.amount),
  /** A payment, and the bet that should have been taken. */
  'payment and bet': (_, seen) => together(seen.amount, seen.base),
  /** How far the bet falls short of the limit or exceeds it; for steps, the remainder. */
  'outside the limit': ({ amount: limit = 0, case: which }, { amount = 0 }) =>
    which === 'in-steps' ? amount % limit : between(limit, amount),
} as const satisfies { readonly [name: string]: (expected: Figures, seen: Figures) => Known }

export type AmountRule = keyof typeof AMOUNTS

const OF_BETS: ReadonlySet<AmountRule> = new Set(['bet', 'bet difference', 'outside the limit'])

/** The amount is what a dealer paid, took or left by mistake; not a bet that somebody laid. */
export const isDealersMoney = ({ amount }: { readonly amount?: AmountRule }): boolean => amount !== undefined && !OF_BETS.has(amount)

/** null: no money is wrong, or the amount is unknown. */
export const amountOf = (
  { amount }: { readonly amount?: AmountRule },
  { expected, seen }: { readonly expected: Figures; readonly seen: Figures },
): number | null => Math.round((amount && AMOUNTS[amount](expected, seen)) ?? 0) || null
