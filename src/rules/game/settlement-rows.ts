/**
 * Errors in settling a main bet, as rows: what a hand or a box is due, and what a dealer who errs pays and takes instead. The matcher of
 * legal settlements then compares the chips with that.
 *
 *   as due          pays 1000, takes 0     no error
 *   WINNER-UNPAID   pays    0, takes 0     ->  the same matcher, one error
 *   PAY-SHORT       pays any amount below what is due that no other row has
 *
 * To add an error, add a row here; its text is in the catalogue of findings.
 */

import type { FindingCode } from '../house/finding-code.ts'
import type { Rank } from '../house/ties.ts'
import { isDoubled, isSplitTwentyOne } from './hand.ts'
import type { Outcome } from './outcome.ts'
import { surrenderTaken } from './settle.ts'
import type { Case, HandDue, Payment, WrongDue } from './settlement-case.ts'
import { prizesOtherwise, sevensPayouts } from './side-bets.ts'

// --- one hand treated as another outcome, the others as due ---------------------------------------------------------------------------------------

export interface HandRow {
  readonly code: FindingCode | ((box: Case, own: HandDue) => FindingCode)
  readonly of: readonly Outcome[]
  readonly applies?: (own: HandDue, box: Case) => boolean
  /** What the dealer does with the hand instead. */
  readonly instead: (own: HandDue, box: Case) => readonly Payment[]
  /** What is seen is the lost stake that still lies there, not an amount that moved. */
  readonly isLeft?: true
}

const paid = (pays: number): Payment => ({ pays, takes: 0 })
const taken = (takes: number): Payment => ({ pays: 0, takes })
export const UNTOUCHED = paid(0)

export const isNatural = ({ hand }: HandDue): boolean => hand.ended === 'natural'
const hasChips = ({ stake }: HandDue): boolean => stake > 0
/** 003 Playing the game l.52: a natural beats a 21 with more cards. */
const isAgainst21 = ({ final }: Case): boolean => final.total === 21 && !final.blackjack
const unpaidNatural = (box: Case): FindingCode => (isAgainst21(box) ? 'BJ-LOST-TO-21' : box.isPush22 ? 'BJ-PUSHED-ON-22' : 'WINNER-UNPAID')
/** The value in chips of one lammer of the hand, of two, and so on up to all of them. */
const lammersOf = ({ hand: { lammers } }: HandDue, { bet }: Case): readonly number[] =>
  Array.from({ length: lammers }, (_, nth) => (nth + 1) * bet)

/**
 * One of several hands with lammers has its bet taken and its whole win paid. Either the bet was taken for good, or it was brought back and
 * its lammers were not paid.
 */
const broughtBack = ({ stake, gain }: HandDue, box: Case): readonly Payment[] =>
  !box.isSingle && stake <= wonLammers(box) * box.bet ? [{ pays: gain, takes: stake }] : []

const wonLammers = ({ all }: Case): number => all.reduce((sum, { hand, outcome }) => (outcome === 'win' ? sum + hand.lammers : sum), 0)

export const HAND_ROWS: readonly HandRow[] = [
  // 000 §4.1 l.164-170, §5.1, 001 Resolving: lammers win as chips do, cost nothing if they lose, and are worth nothing on a tie.
  {
    code: 'FB-WIN-UNPAID',
    of: ['win'],
    instead: (own, box) => lammersOf(own, box).map((less) => paid(own.gain - less)),
  },
  { code: 'FB-LOSS-CHARGED', of: ['lose'], instead: (own, box) => lammersOf(own, box).map((more) => taken(own.stake + more)) },
  { code: 'FB-PUSH-PAID', of: ['push'], instead: (own, box) => lammersOf(own, box).map(paid) },
  // 000 §3 l.79-82, 002 On the BJ box l.23, 003 Playing the game l.52, 004 Black Jack l.27: winners are paid, ties stay, losers are taken.
  {
    code: 'WINNER-UNPAID',
    of: ['win'],
    applies: hasChips,
    instead: () => [UNTOUCHED],
  },
  {
    code: 'TOOK-WINNER',
    of: ['win'],
    applies: hasChips,
    instead: (own, box) => [taken(own.stake), ...broughtBack(own, box)],
  },
  {
    code: 'PAID-DOUBLE-SINGLE',
    of: ['win'],
    applies: ({ hand }) => isDoubled(hand) && hand.lammers === 0,
    instead: (_, { bet }) => [paid(bet)],
  },
  { code: 'LOSER-NOT-TAKEN', of: ['lose'], applies: hasChips, instead: () => [UNTOUCHED], isLeft: true },
  { code: 'PAID-LOSER', of: ['lose'], applies: hasChips, instead: ({ gain }) => [paid(gain)] },
  // The dealer takes the first bet of a double, next to other hands, and leaves what was added.
  {
    code: 'TAKE-PARTIAL',
    of: ['lose'],
    applies: ({ hand }, { isSingle }) => !isSingle && isDoubled(hand) && hand.lammers === 0,
    instead: (_, { bet }) => [taken(bet)],
  },
  // 003 Surrender l.48: against the dealer's natural no hand may be given up for half.
  {
    code: 'SURRENDER-DEALER-BJ',
    of: ['lose'],
    applies: (own, { isSingle, final, rules }) => isSingle && final.blackjack && rules.surrender !== 'none' && hasChips(own),
    instead: ({ stake }) => (stake % 2 === 0 ? [taken(stake / 2)] : []),
  },
  {
    code: ({ isPush22 }) => (isPush22 ? 'DEALER22-PAID' : 'PAID-PUSH'),
    of: ['push'],
    applies: (own) => hasChips(own) && !isNatural(own),
    instead: ({ gain }) => [paid(gain)],
  },
  {
    code: ({ isPush22 }) => (isPush22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH'),
    of: ['push'],
    applies: (own) => hasChips(own) && !isNatural(own),
    instead: ({ stake }) => [taken(stake)],
  },
  // 000 §3 l.104-118, 002 BJ box l.21, 003 Playing the game l.52, 004 Black Jack l.21: naturals.
  { code: unpaidNatural, of: ['blackjack'], instead: () => [UNTOUCHED] },
  {
    code: (box) => (isAgainst21(box) ? 'BJ-LOST-TO-21' : 'TOOK-WINNER'),
    of: ['blackjack'],
    instead: ({ stake }) => [taken(stake)],
  },
  {
    code: ({ isEvenOffered }) => (isEvenOffered ? 'EVEN-AFTER-DRAW' : 'BJ-SHORT'),
    of: ['blackjack'],
    applies: (_, { bet, natural }) => natural !== bet,
    instead: (_, { bet }) => [paid(bet)],
  },
]

// --- the box as a whole -----------------------------------------------------------------------------------------------------------------------

export interface BoxRow {
  readonly code: FindingCode | ((box: Case) => FindingCode)
  readonly rank: Rank
  readonly applies: (box: Case) => boolean
  /** What the dealer does with the box instead. */
  readonly instead: (box: Case) => readonly Payment[]
  readonly figures?: (box: Case, instead: Payment) => Pick<WrongDue, 'expected' | 'seen'>
  /** Index of the one hand the error belongs to. */
  readonly hand?: (box: Case) => number | null
}

const SEVEN = 6
const isPrized = ({ rules, hands }: Case): boolean => rules.sevens !== 'none' && hands[0]?.ranks[0] === SEVEN
export const asDue = ({ win, lose }: Case): Payment => ({ pays: win, takes: lose })
export const winners = ({ all }: Case): readonly HandDue[] => all.filter(({ outcome }) => outcome === 'win' || outcome === 'blackjack')
/** There are several hands, all with the same result. */
const isAll =
  (...outcomes: readonly Outcome[]) =>
  ({ all, hands }: Case): boolean =>
    hands.length > 1 && all.length > 0 && all.every(({ outcome }) => outcomes.includes(outcome))
const sumOf = (all: readonly HandDue[], of: 'gain' | 'stake'): number => all.reduce((sum, each) => sum + each[of], 0)
export const onlyHand = ({ isSingle }: Case): number | null => (isSingle ? 0 : null)
const units = ({ hands }: Case): number => hands.reduce((sum, { real }) => sum + real, 0)

const prizeFigures: BoxRow['figures'] = (box, { pays }) => {
  const { win, prize, bet } = box
  return { expected: { amount: prize, ...(prize === 0 ? {} : { base: bet, count: units(box) }) }, seen: { amount: pays - (win - prize) } }
}

export const BOX_ROWS: readonly BoxRow[] = [
  // 002 Prizing combinations l.46-59: the bets are settled as due, the prize is not.
  {
    code: 'PRIZE-MISSED',
    rank: 0,
    applies: (box) => isPrized(box) && box.prize > 0,
    instead: ({ win, lose, prize }) => [{ pays: win - prize, takes: lose }],
    figures: prizeFigures,
    hand: onlyHand,
  },
  {
    code: 'PRIZE-WRONG-TIER',
    rank: 0,
    applies: (box) => isPrized(box) && box.prize > 0,
    instead: (box) => {
      const { win, lose, prize, bet, rules } = box
      const tiers = [...sevensPayouts(bet, box), ...prizesOtherwise(prize, bet, units(box), rules)]
      return [...new Set(tiers)].flatMap((tier) => (tier === prize || tier === 0 ? [] : [{ pays: win - prize + tier, takes: lose }]))
    },
    figures: prizeFigures,
    hand: onlyHand,
  },
  {
    code: 'PRIZE-ON-LOSER',
    rank: 0,
    applies: (box) => isPrized(box) && box.prize === 0 && box.prizeIfWon > 0 && sumOf(box.all, 'gain') !== box.prizeIfWon,
    instead: ({ win, lose, prizeIfWon }) => [{ pays: win + prizeIfWon, takes: lose }],
    figures: prizeFigures,
    hand: onlyHand,
  },
  // 002 Surrender l.42, 003 Surrender l.48: half of the bet is lost, and he takes the other half as well.
  {
    code: 'SURRENDER-AMOUNT',
    rank: 0,
    applies: isGivenUp,
    instead: ({ win, lose, bet, rules, money }) => [{ pays: win, takes: lose + bet - surrenderTaken(bet, rules, money) }],
    figures: ({ bet, rules, money }) => ({ expected: { amount: surrenderTaken(bet, rules, money) }, seen: { amount: bet } }),
    hand: onlyHand,
  },
  // 000 §4 l.142, 002 Split l.34, 004 Teilen l.55: a split hand's ace and ten is no natural.
  {
    code: 'BJ-ON-SPLIT',
    rank: 0,
    applies: ({ all, natural, bet }) => natural > bet && all.some(({ hand, outcome }) => outcome === 'win' && isSplitTwentyOne(hand)),
    instead: ({ all, win, lose, natural, bet }) =>
      all
        .filter(({ hand, outcome }) => outcome === 'win' && isSplitTwentyOne(hand))
        .map((_, nth) => ({ pays: win + (nth + 1) * (natural - bet), takes: lose })),
    hand: ({ hands }) => (hands.filter(isSplitTwentyOne).length === 1 ? hands.findIndex(isSplitTwentyOne) : null),
  },
  // Several hands of a spot have the same result, and he takes the box for another, or passes it over.
  {
    code: ({ all }) => (all.every(({ hand }) => hand.lammers > 0) ? 'FB-WIN-UNPAID' : 'WINNER-UNPAID'),
    rank: 1,
    applies: isAll('win'),
    instead: () => [UNTOUCHED],
  },
  { code: 'TOOK-WINNER', rank: 1, applies: isAll('win'), instead: ({ all }) => [taken(sumOf(all, 'stake'))] },
  { code: 'LOSER-NOT-TAKEN', rank: 1, applies: isAll('lose'), instead: () => [UNTOUCHED] },
  { code: 'PAID-LOSER', rank: 1, applies: isAll('lose'), instead: ({ all }) => [paid(sumOf(all, 'gain'))] },
  {
    code: ({ isPush22 }) => (isPush22 ? 'DEALER22-PAID' : 'PAID-PUSH'),
    rank: 1,
    applies: isAll('push'),
    instead: ({ all }) => [paid(sumOf(all, 'gain'))],
  },
  {
    code: ({ isPush22 }) => (isPush22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH'),
    rank: 1,
    applies: isAll('push'),
    instead: ({ all }) => [taken(sumOf(all, 'stake'))],
  },
  // The dealer errs with the lammers of several hands at once.
  {
    code: 'FB-WIN-UNPAID',
    rank: 1,
    applies: ({ isSingle }) => !isSingle,
    instead: (box) => [...manyLammers(box, 'win').map((less) => ({ pays: box.win - less, takes: box.lose })), ...lessAfterTaking(box)],
  },
  {
    code: 'FB-LOSS-CHARGED',
    rank: 1,
    applies: ({ isSingle }) => !isSingle,
    instead: (box) => manyLammers(box, 'lose').map((more) => ({ pays: box.win, takes: box.lose + more })),
  },
  {
    code: 'FB-PUSH-PAID',
    rank: 1,
    applies: ({ isSingle }) => !isSingle,
    instead: (box) => manyLammers(box, 'push').map((more) => ({ pays: box.win + more, takes: box.lose })),
  },
]

/** The bet of a winner is brought back, and paid again with less than its lammers win. */
const lessAfterTaking = (box: Case): readonly Payment[] =>
  winners(box).flatMap(({ stake }) =>
    stake === 0
      ? []
      : Array.from({ length: wonLammers(box) }, (_, nth) => ({ pays: box.win - (nth + 1) * box.bet + stake, takes: box.lose + stake })),
  )

/** The value in chips of more lammers than any one hand of this outcome has, up to all of them. */
const manyLammers = ({ all, bet }: Case, outcome: Outcome): readonly number[] => {
  const own = all.filter((each) => each.outcome === outcome).map(({ hand }) => hand.lammers)
  const [most, total] = [Math.max(0, ...own), own.reduce((sum, lammers) => sum + lammers, 0)]
  return Array.from({ length: total - most }, (_, nth) => (most + nth + 1) * bet)
}

// --- any other amount -------------------------------------------------------------------------------------------------------------------------

/** The amounts between these two, excluding both, and excluding amounts that have names of their own. */
interface Interval {
  readonly from: number
  readonly to: number
}

export interface AmountRow {
  readonly code: FindingCode | ((box: Case) => FindingCode)
  readonly rank: Rank
  readonly applies: (box: Case) => boolean
  /** What the dealer pays, or takes, instead. */
  readonly what: 'pays' | 'takes'
  /** This payment is all that moves at the box; if left out, the rest of the box is settled as due. */
  readonly isWhole?: true
  readonly between: (box: Case) => Interval
  readonly isNamed?: (box: Case, amount: number) => boolean
  /** Its name if the chips that came last are the player's own. */
  readonly ifLaid?: (box: Case) => FindingCode
  readonly hand?: (box: Case) => number | null
}

const isOnly =
  (...outcomes: readonly Outcome[]) =>
  ({ all, isSingle }: Case): boolean =>
    isSingle && all[0] !== undefined && outcomes.includes(all[0].outcome)
const ANY: Interval = { from: 0, to: Number.POSITIVE_INFINITY }
const upTo = (to: number): Interval => ({ from: 0, to })
const above = (from: number): Interval => ({ from, to: Number.POSITIVE_INFINITY })
const isPlainWin = ({ win, all }: Case): boolean => win > 0 && !all.some(({ outcome }) => outcome === 'blackjack')
const isWholeBets = ({ win, bet }: Case, pays: number): boolean => (win - pays) % bet === 0
const hasWonLammers = (box: Case): boolean => wonLammers(box) > 0
const hasOnlyLammers = (box: Case): boolean => hasWonLammers(box) && winners(box).every(({ hand }) => hand.lammers > 0)
/** Several hands, none of them a winning natural, that neither all lose nor all tie: the dealer pays more than is due. */
const isMixed = (box: Case): boolean =>
  !box.isSingle && !isAll('lose')(box) && !isAll('push')(box) && box.all.every(({ outcome }) => outcome !== 'blackjack')

export const AMOUNT_ROWS: readonly AmountRow[] = [
  // 000 §3 l.98, 001 Resolving, 002 On the BJ box l.23, 003 Playing the game l.52, 004 Black Jack l.27: one to one.
  { code: 'PAY-SHORT', rank: 3, applies: isPlainWin, what: 'pays', between: ({ win }) => upTo(win), ifLaid: () => 'WINNER-UNPAID' },
  { code: 'PAY-OVER', rank: 3, applies: (box) => isPlainWin(box) || isMixed(box), what: 'pays', between: ({ win }) => above(win) },
  // A lammer is worth the bet, whatever is written on it. If a hand without lammers won as well, the amount may belong to that hand.
  { code: 'FB-PAID-TOKEN-VALUE', rank: 2, applies: hasOnlyLammers, what: 'pays', between: () => ANY, isNamed: isWholeBets },
  {
    code: 'FB-PAID-TOKEN-VALUE',
    rank: 3,
    applies: (box) => hasWonLammers(box) && !hasOnlyLammers(box),
    what: 'pays',
    between: () => ANY,
    isNamed: isWholeBets,
  },
  {
    code: 'BJ-SHORT',
    rank: 2,
    applies: isOnly('blackjack'),
    what: 'pays',
    between: ({ natural }) => upTo(natural),
    hand: () => 0,
    isWhole: true,
    ifLaid: unpaidNatural,
  },
  {
    code: 'BJ-OVER',
    rank: 2,
    applies: isOnly('blackjack'),
    what: 'pays',
    between: ({ natural }) => above(natural),
    hand: () => 0,
    isWhole: true,
  },
  { code: 'BJ-V-BJ-PAID', rank: 2, applies: isOnlyNaturalTie, what: 'pays', between: () => ANY, hand: () => 0, isWhole: true },
  { code: 'BJ-V-BJ-TAKEN', rank: 2, applies: isOnlyNaturalTie, what: 'takes', between: () => ANY, hand: () => 0, isWhole: true },
  { code: 'PAID-LOSER', rank: 2, applies: isOnly('lose'), what: 'pays', between: () => ANY, hand: () => 0, isWhole: true },
  // 002 Surrender l.42, 003 Surrender l.48: the half that is left is the player's, and wins nothing.
  { code: 'PAID-LOSER', rank: 2, applies: isGivenUp, what: 'pays', between: () => ANY, hand: () => 0 },
  {
    code: ({ isPush22 }) => (isPush22 ? 'DEALER22-PAID' : 'PAID-PUSH'),
    rank: 2,
    applies: (box) => isOnly('push')(box) && !isOnlyNaturalTie(box) && hasOwnChips(box),
    what: 'pays',
    between: () => ANY,
    hand: () => 0,
    isWhole: true,
  },
  {
    code: ({ isPush22 }) => (isPush22 ? 'DEALER22-TAKEN' : 'TOOK-PUSH'),
    rank: 2,
    applies: (box) => isOnly('push')(box) && !isOnlyNaturalTie(box),
    what: 'takes',
    between: ({ all }) => upTo(sumOf(all, 'stake')),
    hand: () => 0,
    isWhole: true,
  },
  {
    code: (box) => (box.all[0]?.outcome === 'blackjack' && isAgainst21(box) ? 'BJ-LOST-TO-21' : 'TOOK-WINNER'),
    rank: 2,
    applies: isOnly('win', 'blackjack'),
    what: 'takes',
    between: ({ all }) => upTo(sumOf(all, 'stake')),
    hand: () => 0,
    isWhole: true,
  },
  { code: 'TAKE-PARTIAL', rank: 3, applies: ({ lose }) => lose > 0, what: 'takes', between: ({ lose }) => upTo(lose) },
]

function isGivenUp({ hands, isSingle }: Case): boolean {
  return isSingle && hands[0]?.ended === 'surrender'
}

export function isOnlyNaturalTie({ all, isSingle }: Case): boolean {
  return isSingle && all[0] !== undefined && isNatural(all[0]) && all[0].outcome === 'push'
}
function hasOwnChips({ all }: Case): boolean {
  return all.every(hasChips)
}
