/** The names of payments that come before the dealer's hand is complete, or while others still play. */

import type { FindingCode } from '../house/finding-code.ts'
import { isLookedFor } from './looked-for.ts'
import { inChips, payout } from './settle.ts'
import { type Case, casesOf, type SettledBox, type WrongDue } from './settlement-case.ts'
import { boxFigures, ratioOf } from './settlement-errors.ts'
import { isNatural, isOnlyNaturalTie, onlyHand } from './settlement-rows.ts'

// --- paid before the dealer's hand is complete -------------------------------------------------------------------------------------------------

interface EarlyRow {
  readonly code: FindingCode
  /** `paid`: everything that came to the spot. `before`: what came before the dealer's hand was complete, less what left. */
  readonly applies: (box: Case, paid: number, before: number) => boolean
  /** The amount paid early belongs to the bets of the whole box; if left out, to its natural. */
  readonly isOfBox?: true
}

const isNaturalAlone = ({ all, isSingle }: Case): boolean => isSingle && all[0] !== undefined && isNatural(all[0])
const isEvenAs =
  (isOffered: boolean): EarlyRow['applies'] =>
  (box, paid) =>
    isNaturalAlone(box) && box.all[0]?.outcome === 'blackjack' && box.isEvenOffered === isOffered && paid === box.bet

/** The first that applies. */
const EARLY_ROWS: readonly EarlyRow[] = [
  // 000 §3 l.118, 002 BJ box l.21: against a ten or an ace a natural waits. The dealer may take back a payment to a natural that his own
  // ties.
  { code: 'BJ-PAID-TOO-EARLY', applies: (box, paid) => isNaturalAlone(box) && paid === box.natural },
  { code: 'BJ-V-BJ-PAID', applies: (box, paid) => isOnlyNaturalTie(box) && paid === box.bet },
  // 000 §3 l.107, 002 BJ box l.21: even money is for a natural against an up card it is offered against, before the dealer draws.
  { code: 'EVEN-NOT-ALLOWED', applies: isEvenAs(false) },
  { code: 'EVEN-AFTER-DRAW', applies: isEvenAs(true) },
  // 002 Prizing combinations l.59: after the distribution is over.
  {
    code: 'PRIZE-EARLY',
    applies: (box, _, before) => !isNaturalAlone(box) && box.prize > 0 && before === box.prize && box.prize !== box.bet,
    isOfBox: true,
  },
  // First his hand, then the bets: 000 §3 l.118 against ace or ten, elsewhere by practice.
  { code: 'PAY-BEFORE-DEALER-DONE', applies: (box, _, before) => !isNaturalAlone(box) && before > 0, isOfBox: true },
]

/** The name of the error if he paid so much too early; null: no error has this amount. */
export const paidEarlyAs = (
  settled: SettledBox,
  paid: number,
  before: number,
): Pick<WrongDue, 'code' | 'hand' | 'expected' | 'seen'> | null => {
  const box = casesOf(settled)
  const row = EARLY_ROWS.find(({ code, applies }) => isLookedFor(code, box) && applies(box, paid, before))
  if (!row) return null
  const { expected, seen } = boxFigures(box, { pays: row.isOfBox ? before : paid, takes: 0 })
  return { code: row.code, hand: onlyHand(box), expected: row.isOfBox ? expected : { ...expected, ...ratioOf(box) }, seen }
}

/** A box that is paid while others play, before the dealer's hand is known. */
export interface PaidInPlay extends Pick<SettledBox, 'rules' | 'money' | 'bet' | 'hands' | 'prizeIfWon'> {
  /** Its natural is due before play. */
  readonly isDue: boolean
}

/** The name of the error if he paid so much there. */
export const paidInPlayAs = ({ rules, money, bet, hands, prizeIfWon, isDue }: PaidInPlay, paid: number): FindingCode => {
  const won = hands.reduce((sum, { real, lammers }) => sum + inChips(real + lammers, bet), 0)
  if (!hands.some(({ ended }) => ended === 'natural')) return paid === prizeIfWon && paid !== won ? 'PRIZE-EARLY' : 'PAY-BEFORE-DEALER-DONE'
  const natural = payout(bet, rules.blackjackPay, money)
  if (isDue) return paid < natural ? 'BJ-SHORT' : 'BJ-OVER'
  return paid === bet && natural !== bet ? 'EVEN-NOT-ALLOWED' : 'BJ-PAID-TOO-EARLY'
}
