/** A settled box as the rows of errors see it: its hands, with what each is due. */

import type { FindingCode } from '../house/finding-code.ts'
import type { Rank } from '../house/ties.ts'
import { ACE, valueOfRank } from './cards.ts'
import type { DealerRun } from './dealer.ts'
import type { Figures } from './error-figures.ts'
import type { Hand } from './hand.ts'
import type { LookedFor } from './looked-for.ts'
import type { Outcome } from './outcome.ts'
import { dueOf, inChips, payout, type Terms } from './settle.ts'

/** A box as it is settled: its hands against the dealer's, and what is due when play is over. Minor units. */
export interface SettledBox extends LookedFor, Terms {
  readonly bet: number
  readonly upRank: number
  readonly final: DealerRun
  readonly hands: readonly Hand[]
  readonly outcomes: readonly Outcome[]
  /** What winning hands are paid, and what is taken from losing hands, including bust stakes that still lie. */
  readonly win: number
  readonly lose: number
  /** Stakes still to be taken, one a hand. */
  readonly losses: readonly number[]
  /** What its sevens would win if the box won; 0 in a house without prizes. */
  readonly prizeIfWon: number
}

/** What a dealer pays and takes. */
export interface Payment {
  readonly pays: number
  readonly takes: number
}

/** What a dealer who errs pays and takes at the whole box, and what the error is called. */
export interface WrongDue extends Payment {
  readonly code: FindingCode
  /** Index; null: it concerns no single hand. */
  readonly hand: number | null
  /** The stakes that are taken, one a hand. The spot passes through the levels between them. */
  readonly losses: readonly number[]
  readonly expected: Figures
  readonly seen: Figures
  /** Its name if the chips that came last are the player's own. */
  readonly ifLaid?: FindingCode
  /** The row that names the broken rule most closely has the lowest rank of those that fit the same chips (`CLOSENESS`). */
  readonly rank: Rank
}

/** One hand with what it is due. */
export interface HandDue {
  readonly hand: Hand
  readonly at: number
  readonly outcome: Outcome
  /** Chips on the hand that can still be taken. */
  readonly stake: number
  /** What the hand wins, or would win. */
  readonly gain: number
  readonly due: Payment
}

/** Everything a row may ask about the box. */
export interface Case extends SettledBox {
  readonly all: readonly HandDue[]
  /** What a natural is paid. */
  readonly natural: number
  /** The part of `win` that is the sevens' prize. */
  readonly prize: number
  readonly isSingle: boolean
  /** Ties by the dealer's 22 (000 §3 l.84, 001 Push 22). */
  readonly isPush22: boolean
  /** Even money is offered against the up card. */
  readonly isEvenOffered: boolean
}

export const casesOf = (box: SettledBox): Case => {
  const { rules, money, bet, upRank, final, hands, outcomes, win, lose } = box
  const lost = hands.reduce((sum, hand, at) => (outcomes[at] === 'lose' && hand.ended !== 'bust' ? sum + inChips(hand.real, bet) : sum), 0)
  let untaken = lose - lost
  const all = hands.flatMap((hand, at): readonly HandDue[] => {
    const outcome = outcomes[at] ?? 'push'
    const chips = inChips(hand.real, bet)
    const isGone = hand.ended === 'bust' && untaken < chips
    if (hand.ended === 'bust' && !isGone) untaken -= chips
    if (hand.ended === 'surrender' || isGone) return []
    const due = dueOf(hand, outcome, bet, box)
    const gain = outcome === 'blackjack' ? due : inChips(hand.real + hand.lammers, bet)
    return [{ hand, at, outcome, stake: chips, gain, due: { pays: Math.max(0, due), takes: Math.max(0, -due) } }]
  })
  return {
    ...box,
    all,
    natural: payout(bet, rules.blackjackPay, money),
    prize: rules.sevens === 'none' ? 0 : win - all.reduce((sum, { due }) => sum + due.pays, 0),
    isSingle: hands.length === 1,
    isPush22: final.total === 22 && !final.blackjack && rules.dealer22 === 'push',
    isEvenOffered: rules.evenMoneyAgainst.some((up) => (up === 'A' ? upRank === ACE : valueOfRank(upRank) === 10)),
  }
}
