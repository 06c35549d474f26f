/**
 * What every wager of a box is due over the round, and when it falls due. The fold, played-out rounds and the judge all use it. Amounts are
 * the player's net gain in the table's minor unit.
 */
import type { Area } from '../../../devices/scan.ts'
import type { HouseRules } from '../house/rules.ts'
import { type Hand, isFreeHand, needsNoDealer } from './hand.ts'
import type { Outcome } from './outcome.ts'
import { type DealerFinal, dueOf } from './settle.ts'
import { insuranceDue, isPotOfGoldDeclined, potOfGoldDue, push22Due, type SuitedTerms, sevensDue } from './side-bets.ts'

/** Before the first decision, while boxes play, or once the dealer's hand is complete. */
export type Moment = 'before' | 'inPlay' | 'after'

/** What all boxes have in common when the round is over. */
export interface RoundEnd extends SuitedTerms {
  readonly final: DealerFinal
  /** The check found the dealer's natural: nobody played. */
  readonly endedByCheck: boolean
  /** The dealer checks under this up card. */
  readonly checked: boolean
  /** Naturals are paid before play (`naturalPaidBeforePlay`). */
  readonly paidBeforePlay: boolean
}

/** One bettor's wagers on a box: his own stakes and lammers lie in `hands`. */
export interface MainBet {
  readonly bettor: Area
  readonly bet: number
  readonly hands: readonly Hand[]
  readonly outcomes: readonly Outcome[]
}

/** Side bets of the box, staked amounts; 0: none. */
export interface SideStakes {
  readonly ins: number
  readonly p22: number
  readonly pog: number
}

/** Reports one amount. `hand` counts from 0; -1 if the amount belongs to the whole box. */
export type SayDue = (area: Area, hand: number, amount: number, moment: Moment) => void

/** Free hands that a bust wager waits for: those the box had at that moment, and those split off them while any of them was open. */
const awaited = (hands: readonly Hand[], bust: Hand): readonly Hand[] => {
  const free = hands.filter((hand) => hand !== bust && isFreeHand(hand))
  let known: readonly Hand[] = []
  for (let until = bust.positions.at(-1) ?? 0; ; ) {
    const open = free.filter(({ positions }) => (positions[0] ?? 0) < until)
    if (open.length === known.length) return known
    known = open
    until = Math.max(until, ...open.map(({ positions }) => positions.at(-1) ?? 0))
  }
}

/**
 * A bust wager stays as long as its cards do: under a Push 22 bet, or on the insurance line for a hand of the box that a lammer carries
 * (001 steps 8 and 9).
 */
const bustMoment = (hands: readonly Hand[], at: number, sides: SideStakes, rules: HouseRules): Moment => {
  // A Pot of Gold bet that was picked up does not have to be settled any more.
  const potOpen = sides.pog > 0 && !isPotOfGoldDeclined(hands)
  switch (rules.bustTaken) {
    case 'at-once':
      return 'inPlay'
    case 'at-settlement':
      return 'after'
    case 'at-once-unless-push22': {
      if (sides.p22 > 0) return 'after'
      const bust = hands[at]
      if (rules.bustedRealWager === 'taken' || bust === undefined || isFreeHand(bust)) return 'inPlay'
      const waits = awaited(hands, bust).some((hand) => hand.ended !== 'bust' || potOpen)
      return waits ? 'after' : 'inPlay'
    }
  }
}

const handMoment = ({ hands, outcomes }: MainBet, at: number, sides: SideStakes, end: RoundEnd): Moment => {
  const hand = hands[at]
  if (hand === undefined) return 'after'
  if (end.endedByCheck) return 'before'
  switch (hand.ended) {
    case 'natural':
      // 000 §3 l.107 and 002 BJ box: even money at once.
      return end.paidBeforePlay || (outcomes[at] === 'win' && hand.actions.includes('even-money')) ? 'before' : 'after'
    case 'bust':
      return bustMoment(hands, at, sides, end.rules)
    default:
      return needsNoDealer(hands) ? 'inPlay' : 'after'
  }
}

/** The main bet of one bettor, hand by hand, and its prizes. */
export const sayMainDues = (main: MainBet, sides: SideStakes, end: RoundEnd, say: SayDue): void => {
  const { bettor, bet, hands, outcomes } = main
  for (let at = 0; at < hands.length; at++) {
    const outcome = outcomes[at] as Outcome
    const due = dueOf(hands[at] as Hand, outcome, bet, end)
    if (due !== 0) say(bettor, at, due, handMoment(main, at, sides, end))
  }
  // 002 Prizing combinations l.59: after the distribution is over.
  const prize = end.rules.sevens === 'none' ? 0 : sevensDue(bet, hands, outcomes, end)
  if (prize !== 0) say(bettor, -1, prize, 'after')
}

/**
 * 001 Dealing procedure 1 and 7: taken before the check if no free bet is open to the hand, and at once if its player declines the free
 * bet.
 */
const potOfGoldMoment = (hands: readonly Hand[], qualifies: boolean, end: RoundEnd): Moment => {
  if (end.endedByCheck || !qualifies) return 'before'
  // Nobody at the box takes a free bet (001 step 7).
  return isPotOfGoldDeclined(hands) || hands[0]?.actions.length === 0 ? 'inPlay' : 'after'
}

/** A box with its side bets. `qualifies`: a free bet was open to its first two cards. */
interface SideBets {
  readonly hands: readonly Hand[]
  readonly sides: SideStakes
  readonly qualifies: boolean
}

/** Insurance, Push 22 and Pot of Gold. */
export const saySideDues = ({ hands, sides, qualifies }: SideBets, end: RoundEnd, say: SayDue): void => {
  const { rules, final, endedByCheck } = end
  if (sides.ins > 0) say('ins', -1, insuranceDue(sides.ins, final, end), end.checked ? 'before' : 'after')
  if (sides.p22 > 0) say('p22', -1, push22Due(sides.p22, final, hands, rules), endedByCheck ? 'before' : 'after')
  if (sides.pog > 0) say('pog', -1, potOfGoldDue(sides.pog, final, hands, rules), potOfGoldMoment(hands, qualifies, end))
}
