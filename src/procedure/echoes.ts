/**
 * The effects of an error are put right in the next round: a forgotten lammer is removed, a bet that was left is taken, the missing part of
 * a payment is paid. On its own that looks like an error of the next round, but it is none.
 *
 *   round 1   paid 15.00, due 10.00          5.00 are the house's
 *   round 2   5.00 leave the bet in play     no pinch
 */
import type { Deviation } from '../engine/deviation.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'

type Fact = Pick<Deviation, 'code' | 'box' | 'expected' | 'seen'>
/** Minor units; undefined if unknown. */
type Amount = number | undefined

const dueOf = ({ expected }: Fact): Amount => expected.amount
const seenOf = ({ seen }: Fact): Amount => seen.amount
const less = (one: Amount, other: Amount): Amount => (one === undefined || other === undefined ? undefined : one - other)
const missing = (fact: Fact): Amount => less(dueOf(fact), seenOf(fact))
const tooMuch = (fact: Fact): Amount => less(seenOf(fact), dueOf(fact))

type AmountOf = (fact: Fact) => Amount

/** What an error leaves owing to the house. */
const HOUSE_IS_OWED: { readonly [C in FindingCode]?: AmountOf } = {
  'LOSER-NOT-TAKEN': seenOf,
  'BUST-NOT-TAKEN': seenOf,
  'BET-LEFT-OVER': seenOf,
  'TAKE-PARTIAL': missing,
  'PAY-OVER': tooMuch,
  'BJ-OVER': tooMuch,
  'BJ-ON-SPLIT': tooMuch,
  'FB-PAID-TOKEN-VALUE': tooMuch,
  'PAID-PUSH': seenOf,
  'BJ-V-BJ-PAID': seenOf,
  'DEALER22-PAID': seenOf,
  'FB-PUSH-PAID': seenOf,
  // The payment and the bet that lost.
  'PAID-LOSER': ({ seen }) => seen.amount && 2 * seen.amount,
}

/** What an error leaves owing to a player. */
const PLAYER_IS_OWED: { readonly [C in FindingCode]?: AmountOf } = {
  'WINNER-UNPAID': dueOf,
  'PAY-SHORT': missing,
  'BJ-SHORT': missing,
  'PAID-DOUBLE-SINGLE': missing,
  'FB-WIN-UNPAID': missing,
  'EVEN-AFTER-DRAW': missing,
  'BJ-PUSHED-ON-22': dueOf,
  'TOOK-WINNER': ({ expected, seen }) => expected.amount && seen.amount && expected.amount + seen.amount,
  'TOOK-PUSH': seenOf,
  'BJ-V-BJ-TAKEN': seenOf,
  'DEALER22-TAKEN': seenOf,
}

/** The errors that taking chips back in the next round looks like, with the amount taken. */
const TAKEN_BACK: { readonly [C in FindingCode]?: AmountOf } = {
  'BET-PINCHED': missing,
  'LIVE-TAKEN-AS-BUST': seenOf,
  'SURRENDER-NONE': seenOf,
  'SURRENDER-VS-ACE': seenOf,
  'SURRENDER-LATE': seenOf,
  'SURRENDER-AMOUNT': seenOf,
}

/** The errors that a payment in the next round looks like. */
const PAID_LATER: { readonly [C in FindingCode]?: AmountOf } = {
  'BET-CAPPED': tooMuch,
  'PAY-BEFORE-DEALER-DONE': seenOf,
  'DOUBLE-TOTAL': seenOf,
  'DOUBLE-LATE': seenOf,
  'DOUBLE-AMOUNT': seenOf,
  'DOUBLE-ON-BJ': seenOf,
  'SPLIT-NOT-PAIR': seenOf,
  'SPLIT-AMOUNT': seenOf,
  'SPLIT-ACE-DOUBLE': seenOf,
  'DOUBLE-AFTER-SPLIT': seenOf,
  'SPLIT-LATE': seenOf,
}

/** How much of it was put right. */
type PutRight = 'all' | 'some' | 'none'

/** A payment is known to the chip, and must be all that was missing. What is taken back may be part of what is owed. */
const putRightBy = (code: FindingCode, fact: Fact, known: Fact): PutRight => {
  if (known.box !== fact.box || fact.box === null) return 'none'
  if (code === 'FB-TOKEN-EARLY') return known.code === 'FB-TOKEN-NOT-REMOVED' ? 'all' : 'none'
  const [taken, owed] = [TAKEN_BACK[code]?.(fact), HOUSE_IS_OWED[known.code]?.(known)]
  if (code in TAKEN_BACK && known.code in HOUSE_IS_OWED) {
    if (taken === undefined || owed === undefined || taken < owed) return 'some'
    return taken === owed ? 'all' : 'none'
  }
  const paid = PAID_LATER[code]?.(fact)
  return paid !== undefined && paid === PLAYER_IS_OWED[known.code]?.(known) ? 'all' : 'none'
}

/** `before`: the findings that stand from the round before this one. */
export const isEcho = (fact: Fact, before: readonly Fact[]): boolean =>
  before.some((known) => putRightBy(fact.code, fact, known) !== 'none')

/** Nothing is owed by the error any more. `facts`: what was found in the round after it. */
export const isPutRight = (known: Fact, facts: readonly Fact[]): boolean =>
  facts.some((fact) => putRightBy(fact.code, fact, known) === 'all')
