/** What it is called when a main spot was settled wrongly: the code that names the broken rule most closely, with the figures. */
import type { FindingCode } from '../../house/finding-code.ts'
import type { HouseRules, PayRatio } from '../../house/rules.ts'
import type { Figures } from '../deviation.ts'
import type { Outcome } from '../event.ts'
import { ACE, valueOfRank } from '../game/cards.ts'
import type { DealerRun } from '../game/dealer.ts'
import { type Hand, isDoubled, isSplitTwentyOne } from '../game/hand.ts'
import { dueOf, inChips, type Money, payout } from '../game/settle.ts'
import { prizesOtherwise } from '../game/side-bets.ts'
import type { SettledWrongly } from '../lattice/reading.ts'

/** What there is to know of a bettor's spot that was settled wrongly. */
export interface Misdealt {
  readonly rules: HouseRules
  readonly money: Money
  readonly bet: number
  readonly upRank: number
  readonly hands: readonly Hand[]
  readonly outcomes: readonly Outcome[]
  readonly final: DealerRun
  /** Still due when play was over: what is to be paid, and to be taken. */
  readonly win: number
  readonly lose: number
  /** What the dealer moved then: paid, or negative, taken. */
  readonly moved: number
  /** He did so before the dealer's hand; and of it, what he moved then. */
  readonly early: boolean
  readonly movedEarly: number
  /** All that came to the spot then, and all that left it. */
  readonly paid: number
  readonly taken: number
  /** The chips he paid still lie there, and he settled no other box after that. */
  readonly isLeft: boolean
  /** All that lay there went at once, nothing of it was lost, and its player may have collected it unpaid. */
  readonly mayBeCollected: boolean
  /** Sevens prize in `win`. */
  readonly prize: number
  /** What the prizes of the house can come to, for a first card of seven; and what its cards would be paid if the box won. */
  readonly prizes: readonly number[]
  readonly prizeIfWon: number
}

export interface Misdeed {
  readonly code: FindingCode
  /** Index; null where it is of no one hand. */
  readonly hand: number | null
  readonly expected: Figures
  readonly seen: Figures
  /** It may as well be this. */
  readonly or?: Misdeed
}

const orElse = (one: Misdeed, or: Misdeed | null): Misdeed => (or === null ? one : { ...one, or })
/** The same by another name. */
const orCalled = (one: Misdeed, code: FindingCode | null): Misdeed => orElse(one, code === null ? null : { ...one, code })

const SEVEN = 6

export const misdeedOf = (case_: Misdealt): Misdeed => {
  const found = firstNamed(case_)
  const isEither = found.code === 'TOOK-WINNER' && case_.mayBeCollected && found.or === undefined
  return isEither ? orElse(found, { ...found, code: 'WINNER-UNPAID', seen: { amount: 0 } }) : found
}

const firstNamed = (case_: Misdealt): Misdeed => {
  const [hand] = case_.hands
  const early = case_.early ? earlyMisdeed(case_) : null
  if (early) return early
  if (case_.hands.length === 1 && hand?.ended === 'natural') return naturalMisdeed(case_)
  return (
    prizeMisdeed(case_) ??
    dealer22Misdeed(case_) ??
    splitMisdeed(case_) ??
    lammerMisdeed(case_) ??
    handMisdeed(case_) ??
    amountMisdeed(case_, dueNet(case_))
  )
}

/** Paid what it would win, before the dealer's hand was complete. */
const earlyMisdeed = (case_: Misdealt): Misdeed | null => {
  const { hands, paid, movedEarly, prize, bet, rules, money } = case_
  const [hand] = hands
  // What the dealer equals he may have taken back.
  if (hand?.ended === 'natural') {
    return paid === payout(bet, rules.blackjackPay, money) ? misdeed('BJ-PAID-TOO-EARLY', { ...case_, moved: paid }) : null
  }
  if (movedEarly <= 0) return null
  const at = hands.length === 1 ? 0 : null
  // 002 Prizing combinations l.59: after the distribution is over.
  const isPrize = prize > 0 && movedEarly === prize && prize !== bet
  const early = { ...case_, moved: movedEarly }
  return misdeed(isPrize ? 'PRIZE-EARLY' : 'PAY-BEFORE-DEALER-DONE', early, at)
}

const dueNet = ({ win, lose }: Misdealt): number => win - lose

/** `ratio`: what the amount due comes from, where that is not one to one. */
const misdeed = (
  code: FindingCode,
  { bet, moved, win, lose }: Misdealt,
  hand: number | null = 0,
  ratio: PayRatio | null = null,
): Misdeed => ({
  code,
  hand,
  expected: { amount: win > 0 || lose === 0 ? win : lose, ...(ratio ? { ratio, base: bet } : {}) },
  seen: { amount: Math.abs(moved), ...(moved < 0 && win > lose ? { taken: -moved } : {}) },
})

const naturalMisdeed = (case_: Misdealt): Misdeed => {
  const { rules, outcomes, final, moved, bet, upRank, early } = case_
  const ratio = rules.blackjackPay
  const due = dueNet(case_)
  if (outcomes[0] === 'push') return misdeed(moved > 0 ? 'BJ-V-BJ-PAID' : 'BJ-V-BJ-TAKEN', case_)
  if (outcomes[0] !== 'blackjack') return handMisdeed(case_) ?? amountMisdeed(case_, due)
  const lost = final.total === 21 && !final.blackjack ? 'BJ-LOST-TO-21' : null
  const unpaid = lost ?? (final.total === 22 && rules.dealer22 === 'push' ? 'BJ-PUSHED-ON-22' : 'WINNER-UNPAID')
  if (moved <= 0) return misdeed(moved === 0 ? unpaid : (lost ?? 'TOOK-WINNER'), case_, 0, ratio)
  if (moved > due) return misdeed('BJ-OVER', case_, 0, ratio)
  // What nobody has collected may as well be more that its player laid on chips never paid.
  if (moved !== bet) return orCalled(misdeed('BJ-SHORT', case_, 0, ratio), case_.isLeft ? unpaid : null)
  // One to one before the dealer's hand is even money; after it, it is too late for it.
  const isOffered = rules.evenMoneyAgainst.some((up) => (up === 'A' ? upRank === ACE : valueOfRank(upRank) === 10))
  if (early && !isOffered) return misdeed('EVEN-NOT-ALLOWED', case_, 0, ratio)
  return misdeed(isOffered ? 'EVEN-AFTER-DRAW' : 'BJ-SHORT', case_, 0, ratio)
}

/** 002 Prizing combinations: the bets are settled as due, the prize is not. A box that did not win was paid that of its cards, or for its bet. */
const prizeMisdeed = (case_: Misdealt): Misdeed | null => {
  const { rules, hands, moved, prize, prizes, prizeIfWon, bet } = case_
  if (rules.sevens === 'none' || hands[0]?.ranks[0] !== SEVEN) return null
  const given = moved - (dueNet(case_) - prize)
  const units = hands.reduce((sum, { real }) => sum + real, 0)
  const isPrize = prizes.includes(given) || prizesOtherwise(prize, bet, units, rules).includes(given)
  if (given !== 0 && (!isPrize || case_.paid === 0)) return null
  const won = hands.reduce((sum, { real, lammers }) => sum + inChips(real + lammers, bet), 0)
  if (prize === 0 && (given !== prizeIfWon || given === won)) return null
  const code = prize === 0 ? 'PRIZE-ON-LOSER' : given === 0 ? 'PRIZE-MISSED' : 'PRIZE-WRONG-TIER'
  const expected = { amount: prize, ...(prize === 0 ? {} : { base: bet, count: units }) }
  return { code, hand: hands.length === 1 ? 0 : null, expected, seen: { amount: given } }
}

/** 000 §3 l.84, 001 Push 22: what still plays ties, in chips and in lammers. */
const dealer22Misdeed = (case_: Misdealt): Misdeed | null => {
  const { rules, final, outcomes, moved, hands, bet } = case_
  const isTie = final.total === 22 && !final.blackjack && rules.dealer22 === 'push' && outcomes.every((outcome) => outcome === 'push')
  if (!isTie) return null
  const lammers = hands.reduce((sum, hand) => sum + hand.lammers, 0)
  if (lammers > 0 && moved === lammers * bet) {
    return orCalled(misdeed('FB-PUSH-PAID', case_, null), ofChips(case_) === null ? null : 'DEALER22-PAID')
  }
  return misdeed(moved > 0 ? 'DEALER22-PAID' : 'DEALER22-TAKEN', case_, hands.length === 1 ? 0 : null)
}

/** A split hand's ace and ten paid like a natural. */
const splitMisdeed = (case_: Misdealt): Misdeed | null => {
  const { hands, moved, bet, rules, money } = case_
  const extra = payout(bet, rules.blackjackPay, money) - bet
  const over = moved - dueNet(case_)
  const split = hands.findIndex(isSplitTwentyOne)
  const naturals = hands.filter(isSplitTwentyOne).length
  const isNatural = over > 0 && split >= 0 && extra > 0 && over % extra === 0 && over / extra <= naturals
  return isNatural ? misdeed('BJ-ON-SPLIT', case_, naturals === 1 ? split : null) : null
}

/** Hands carried by the house's lammers (000 §4.1, §5.1, 001 Resolving). */
const lammerMisdeed = (case_: Misdealt): Misdeed | null => {
  const { hands, outcomes, moved, bet } = case_
  const due = dueNet(case_)
  const lammersOf = (outcome: Outcome): number => hands.reduce((sum, hand, at) => sum + (outcomes[at] === outcome ? hand.lammers : 0), 0)
  const only = hands.findIndex((hand) => hand.lammers > 0)
  const at = hands.filter((hand) => hand.lammers > 0).length === 1 ? only : null
  const charged = chargedMisdeed(case_, lammersOf('lose'), at)
  if (charged) return charged
  const won = lammersOf('win')
  if (won > 0 && moved < due && (due - moved) % bet === 0 && (due - moved) / bet <= won) {
    return orCalled(misdeed('FB-WIN-UNPAID', case_, at), mayBeTaken(case_) ? 'TOOK-WINNER' : ofChips(case_))
  }
  if (won > 0 && (due - moved) % bet !== 0) return takenInPart(case_) ?? misdeed('FB-PAID-TOKEN-VALUE', case_, at)
  const tied = lammersOf('push')
  if (tied > 0 && moved > due && (moved - due) % bet === 0 && (moved - due) / bet <= tied) {
    return orCalled(misdeed('FB-PUSH-PAID', case_, at), ofChips(case_))
  }
  return null
}

/** What it is called if it was done to a hand of chips alone on the same spot: nobody sees for which of them the chips moved. */
const ofChips = (case_: Misdealt): FindingCode | null => {
  const { hands, outcomes, moved, bet } = case_
  const isPlain = ({ lammers }: Hand): boolean => lammers === 0
  const [first] = treatedAs(case_).filter(({ hand }) => isPlain(hand))
  if (first) return first.code
  const isDouble = hands.some((hand, at) => isPlain(hand) && isDoubled(hand) && outcomes[at] === 'win')
  return isDouble && dueNet(case_) - moved === bet ? 'PAID-DOUBLE-SINGLE' : null
}

/** A winner's bet was taken, then all paid that was won, by it too or not: the bet was taken for good, or brought back and paid the less. */
const mayBeTaken = ({ hands, outcomes, bet, rules, money, paid, taken, win, lose }: Misdealt): boolean =>
  hands.some((hand, at) => {
    if (outcomes[at] !== 'win' || hand.real === 0 || taken !== lose + inChips(hand.real, bet)) return false
    return paid === win || paid === win - dueOf(hand, 'win', bet, rules, money)
  })

/** 000 §4.1 l.168: a lost lammer costs nothing. Where nothing was to be paid the chips may have been taken for another hand of the spot. */
const chargedMisdeed = (case_: Misdealt, lost: number, at: number | null): Misdeed | null => {
  const { win, lose, bet, paid, taken } = case_
  const charged = taken - lose
  if (paid !== win || charged <= 0 || charged % bet !== 0 || charged / bet > lost) return null
  const other = paid > 0 ? null : handMisdeed(case_)
  const figures = { expected: { amount: lose }, seen: { amount: lose + charged } }
  return orCalled({ code: 'FB-LOSS-CHARGED', hand: at, ...figures }, other?.code ?? null)
}

type Treatment = 'paid' | 'left' | 'taken'

const TREATED: { readonly [O in 'win' | 'push' | 'lose']: { readonly [T in Treatment]?: FindingCode } } = {
  win: { left: 'WINNER-UNPAID', taken: 'TOOK-WINNER' },
  push: { paid: 'PAID-PUSH', taken: 'TOOK-PUSH' },
  lose: { paid: 'PAID-LOSER', left: 'LOSER-NOT-TAKEN' },
}

interface Treated {
  readonly code: FindingCode
  readonly treatment: Treatment
  readonly hand: Hand
  readonly at: number
  /** What it was due. */
  readonly own: number
}

/** Every way in which one hand was treated as another outcome, and the rest as due. */
const treatedAs = ({ hands, outcomes, moved, bet, rules, money, prize, win, lose }: Misdealt): readonly Treated[] =>
  hands.flatMap((hand, at) => {
    const outcome = outcomes[at]
    if (outcome !== 'win' && outcome !== 'push' && outcome !== 'lose') return []
    // A bust stake that play saw taken is none any more.
    const isGone = hand.ended === 'bust' && lose < inChips(hand.real, bet)
    if (isGone) return []
    const due = dueOf(hand, outcome, bet, rules, money)
    // The prize of a hand alone on its spot, or the only one that won, goes with it, or was paid beside it.
    const isPrized = prize > 0 && (hands.length === 1 || (outcome === 'win' && outcomes.filter((each) => each === 'win').length === 1))
    const owns = isPrized ? [due + prize, due] : [due]
    const treatments: readonly (readonly [Treatment, number])[] = [
      ['paid', inChips(hand.real + hand.lammers, bet)],
      ['left', 0],
      ['taken', -inChips(hand.real, bet)],
    ]
    return treatments.flatMap(([treatment, amount]) => {
      const code = TREATED[outcome][treatment]
      return owns.flatMap((own) =>
        code && amount !== own && moved === win - lose - own + amount ? [{ code, treatment, hand, at, own }] : [],
      )
    })
  })

/** What was neither paid nor taken can be so by the sum of the hands alone (rulings, Chips). */
const isBySum = ({ treatment }: Treated, { paid, taken }: Misdealt): boolean =>
  (treatment === 'paid' && paid === 0) || (treatment === 'taken' && taken === 0)

/** One hand treated as another outcome, the rest as due; by the sum it may as well be another amount of what moved. */
const handMisdeed = (case_: Misdealt): Misdeed | null => {
  // By the sum something has to move as well: a spot that nobody touched was passed over.
  const isTouched = case_.paid > 0 || case_.taken > 0
  const found = treatedAs(case_).filter((each) => isTouched || !isBySum(each, case_))
  const summed = found.filter((each) => isBySum(each, case_))
  const [bySum] = named(summed, case_)
  const [seen, other] = named(
    found.filter((each) => !summed.includes(each)),
    case_,
  )
  if (seen && other) return wholeMisdeed(case_) ?? orElse(seen, other)
  if (!seen && !bySum) return wholeMisdeed(case_)
  if (seen) return seen.or || !bySum ? seen : orElse(seen, bySum)
  return bySum ? orElse(bySum, wholeMisdeed(case_) ?? amountMisdeed(case_, dueNet(case_))) : null
}

/** The same as if a double beside that hand was settled as a single bet. */
const AS_SINGLE: { readonly [C in FindingCode]?: { readonly outcome: Outcome; readonly code: FindingCode } } = {
  'WINNER-UNPAID': { outcome: 'win', code: 'PAID-DOUBLE-SINGLE' },
  'LOSER-NOT-TAKEN': { outcome: 'lose', code: 'TAKE-PARTIAL' },
}

/** One for each code. */
const named = (found: readonly Treated[], { hands, outcomes, moved, bet, win, lose }: Misdealt): readonly Misdeed[] =>
  [...new Set(found.map(({ code }) => code))].map((code) => {
    const [first, ...more] = found.filter((each) => each.code === code) as [Treated, ...Treated[]]
    const own = Math.abs(first.own)
    // Left lying, the stake is what is seen; else what was moved for this hand.
    const amount = code === 'LOSER-NOT-TAKEN' ? own : Math.abs(moved - (win - lose - first.own))
    // A double settled like a single bet leaves as much unpaid, or lying, as a hand of one bet.
    const asSingle = own === bet ? AS_SINGLE[code] : undefined
    const double = hands.findIndex((hand, at) => at !== first.at && isDoubled(hand) && outcomes[at] === asSingle?.outcome)
    const single = asSingle && { code: asSingle.code, hand: double, expected: { amount: 2 * bet }, seen: { amount: bet } }
    const hand = more.length > 0 ? null : first.at
    return orElse({ code, hand, expected: { amount: own }, seen: { amount } }, single && double >= 0 ? single : null)
  })

/** All hands of the spot come to the same, and the dealer did another thing. */
const wholeMisdeed = (case_: Misdealt): Misdeed | null => {
  const { outcomes, moved, hands } = case_
  const [outcome] = outcomes
  if (outcome !== 'win' && outcome !== 'push' && outcome !== 'lose') return null
  if (outcomes.some((other) => other !== outcome)) return null
  const code = TREATED[outcome][moved > 0 ? 'paid' : moved < 0 ? 'taken' : 'left']
  if (code === undefined) return null
  const at = hands.length === 1 ? 0 : null
  return code === 'LOSER-NOT-TAKEN' ? { ...misdeed(code, case_, at), seen: { amount: case_.lose } } : misdeed(code, case_, at)
}

/** Of several hands those that won were paid as due, and of those that lost he left a part. */
const takenInPart = ({ win, lose, paid, taken }: Misdealt): Misdeed | null =>
  paid > 0 && paid === win && taken > 0 && taken < lose
    ? { code: 'TAKE-PARTIAL', hand: null, expected: { amount: lose }, seen: { amount: taken } }
    : null

/** Of several hands those that lost were taken as due, and those that won paid another amount. */
const paidBeside = ({ win, lose, paid, taken }: Misdealt): Pick<Misdeed, 'expected' | 'seen'> | null =>
  paid > 0 && taken > 0 && taken === lose ? { expected: { amount: win }, seen: { amount: paid } } : null

/** Paid or taken as it should be, but another amount. */
const amountMisdeed = (case_: Misdealt, due: number): Misdeed => {
  const part = takenInPart(case_)
  return part ?? { ...paidOrTaken(case_, due), ...paidBeside(case_) }
}

const paidOrTaken = (case_: Misdealt, due: number): Misdeed => {
  const { hands, moved, bet, rules, paid, taken, lose } = case_
  const at = hands.length === 1 ? 0 : null
  // What won beside it has still to be paid.
  if (due >= 0 && moved < 0 && paid === 0 && taken < lose) return { ...misdeed('TAKE-PARTIAL', case_, at), expected: { amount: lose } }
  if (due < 0 && moved < 0 && moved > due) {
    // 003 Surrender l.48: against the dealer's natural there is none.
    const isHalf = case_.final.blackjack && rules.surrender !== 'none' && hands.length === 1 && moved * 2 === -bet
    return misdeed(isHalf ? 'SURRENDER-DEALER-BJ' : 'TAKE-PARTIAL', case_, at)
  }
  if (moved > due) {
    return misdeed('PAY-OVER', case_, at)
  }
  const doubled = hands.findIndex((hand, index) => isDoubled(hand) && case_.outcomes[index] === 'win')
  if (doubled >= 0 && due - moved === bet) return misdeed('PAID-DOUBLE-SINGLE', case_, doubled)
  // What nobody has collected when the round is over may as well be his player's next bet, laid on chips that were never paid.
  return orCalled(misdeed('PAY-SHORT', case_, at), case_.isLeft ? 'WINNER-UNPAID' : null)
}

/** A box as it was settled. */
export type Settled = Pick<SettledWrongly, 'box' | 'hands' | 'due' | 'final'> & {
  readonly play: Pick<SettledWrongly['play'], 'amount'>
  readonly settlement: Pick<SettledWrongly['settlement'], 'settledAmount' | 'handled' | 'at'>
}

/** What a box settled wrongly comes to. */
export const misdealt = (
  { hands, due, play, settlement, final }: Settled,
  more: Pick<Misdealt, 'rules' | 'money' | 'bet' | 'upRank' | 'early' | 'prizes' | 'prizeIfWon' | 'isLeft' | 'mayBeCollected'>,
): Misdealt => {
  const { rules, money, bet } = more
  const own = due.outcomes.reduce((sum, outcome, at) => {
    const hand = hands[at]
    return hand && hand.ended !== 'surrender' ? sum + Math.max(0, dueOf(hand, outcome, bet, rules, money)) : sum
  }, 0)
  const { win, lose, outcomes } = due
  const prize = rules.sevens === 'none' ? 0 : win - own
  const { settledAmount, handled } = settlement
  const { before, paid, taken } = handled ?? { before: settledAmount, paid: 0, taken: 0 }
  const [moved, movedEarly] = [settledAmount - play.amount, before - play.amount]
  return { ...more, hands, outcomes, final, win, lose, moved, movedEarly, paid, taken, prize }
}
