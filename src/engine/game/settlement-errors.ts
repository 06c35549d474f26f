/**
 * Errors in settling a main bet, as rows: what a hand or a box is due, and what a dealer who errs pays and takes instead. The chips are then
 * matched to that by the matcher that holds them against what is due.
 *
 *   as due          pays 1000, takes 0     no error
 *   WINNER-UNPAID   pays    0, takes 0     ->  the same matcher, one error
 *   PAY-SHORT       pays any amount below what is due that no other row has
 *
 * An error is added here with a row; its words stand in the catalogue of findings.
 */
import type { FindingCode } from '../../house/finding-code.ts'
import type { HouseRules, PayRatio } from '../../house/rules.ts'
import type { Rank } from '../../house/ties.ts'
import { isLookedFor, type TableContext } from '../context.ts'
import type { Figures } from '../deviation.ts'
import type { Outcome } from '../event.ts'
import { ACE, valueOfRank } from './cards.ts'
import type { DealerRun } from './dealer.ts'
import { type Hand, isDoubled, isSplitTwentyOne } from './hand.ts'
import { dueOf, inChips, type Money, payout } from './settle.ts'
import { prizesOtherwise, sevensPayouts } from './side-bets.ts'

/** A box as it is settled: its hands against the dealer's, and what is due when play is over. Minor units. */
export interface SettledBox extends Pick<TableContext, 'without'> {
  readonly rules: HouseRules
  readonly money: Money
  readonly bet: number
  readonly upRank: number
  readonly final: DealerRun
  readonly hands: readonly Hand[]
  readonly outcomes: readonly Outcome[]
  /** What winning hands are paid, and what is taken of those that lost, bust stakes that still lie included. */
  readonly win: number
  readonly lose: number
  /** Stakes still to be taken, one a hand. */
  readonly losses: readonly number[]
  /** What its sevens would win if the box won; 0 in a house without prizes. */
  readonly prizeIfWon: number
}

/** What a dealer pays and takes. */
interface Payment {
  readonly pays: number
  readonly takes: number
}

/** What a dealer who errs pays and takes of the whole box, and what that is called. */
export interface WrongDue extends Payment {
  readonly code: FindingCode
  /** Index; null where it is of no one hand. */
  readonly hand: number | null
  /** Stakes that are taken, one a hand: a level between two of them is passed through. */
  readonly losses: readonly number[]
  readonly expected: Figures
  readonly seen: Figures
  /** What it is called instead if the chips that came last are its player's. */
  readonly ifLaid?: FindingCode
  /** Of rows that fit the same chips the one that names the broken rule most closely has the least (`CLOSENESS`). */
  readonly rank: Rank
}

/** One hand with what it is due. */
interface HandDue {
  readonly hand: Hand
  readonly at: number
  readonly outcome: Outcome
  /** Chips on it that can still be taken. */
  readonly stake: number
  /** What it wins, or would. */
  readonly gain: number
  readonly due: Payment
}

/** All that a row may ask of the box. */
interface Case extends SettledBox {
  readonly all: readonly HandDue[]
  /** What a natural is paid. */
  readonly natural: number
  /** The sevens' prize in `win`. */
  readonly prize: number
  readonly isSingle: boolean
  /** Ties by the dealer's 22 (000 §3 l.84, 001 Push 22). */
  readonly isPush22: boolean
  /** Even money is offered against the up card. */
  readonly isEvenOffered: boolean
}

const casesOf = (box: SettledBox): Case => {
  const { rules, money, bet, upRank, final, hands, outcomes, win, lose } = box
  const lost = hands.reduce((sum, hand, at) => (outcomes[at] === 'lose' && hand.ended !== 'bust' ? sum + inChips(hand.real, bet) : sum), 0)
  let untaken = lose - lost
  const all = hands.flatMap((hand, at): readonly HandDue[] => {
    const outcome = outcomes[at] ?? 'push'
    const chips = inChips(hand.real, bet)
    const isGone = hand.ended === 'bust' && untaken < chips
    if (hand.ended === 'bust' && !isGone) untaken -= chips
    if (hand.ended === 'surrender' || isGone) return []
    const due = dueOf(hand, outcome, bet, rules, money)
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

// --- one hand treated as another outcome, the others as due ---------------------------------------------------------------------------------------

interface HandRow {
  readonly code: FindingCode | ((box: Case, own: HandDue) => FindingCode)
  readonly of: readonly Outcome[]
  readonly applies?: (own: HandDue, box: Case) => boolean
  /** What he does with the hand instead. */
  readonly instead: (own: HandDue, box: Case) => readonly Payment[]
  /** Of a lost stake that lies there it is what is seen; else what he moved. */
  readonly isLeft?: true
}

const paid = (pays: number): Payment => ({ pays, takes: 0 })
const taken = (takes: number): Payment => ({ pays: 0, takes })
const UNTOUCHED = paid(0)

const isNatural = ({ hand }: HandDue): boolean => hand.ended === 'natural'
const hasChips = ({ stake }: HandDue): boolean => stake > 0
/** 003 Result l.52: a natural beats a drawn 21. */
const isAgainst21 = ({ final }: Case): boolean => final.total === 21 && !final.blackjack
const unpaidNatural = (box: Case): FindingCode => (isAgainst21(box) ? 'BJ-LOST-TO-21' : box.isPush22 ? 'BJ-PUSHED-ON-22' : 'WINNER-UNPAID')
/** As many lammers of the hand, one to all of them, in chips. */
const lammersOf = ({ hand: { lammers } }: HandDue, { bet }: Case): readonly number[] =>
  Array.from({ length: lammers }, (_, nth) => (nth + 1) * bet)

/** Of several hands with lammers a bet is taken, and all is paid that they win: it was taken for good, or brought back and its lammers not paid. */
const broughtBack = ({ stake, gain }: HandDue, box: Case): readonly Payment[] =>
  !box.isSingle && stake <= wonLammers(box) * box.bet ? [{ pays: gain, takes: stake }] : []

const wonLammers = ({ all }: Case): number => all.reduce((sum, { hand, outcome }) => (outcome === 'win' ? sum + hand.lammers : sum), 0)

const HAND_ROWS: readonly HandRow[] = [
  // 000 §4.1 l.164-170, §5.1, 001 Resolving: lammers win as chips do, cost nothing where they lose, and are worth nothing on a tie.
  {
    code: 'FB-WIN-UNPAID',
    of: ['win'],
    instead: (own, box) => lammersOf(own, box).map((less) => paid(own.gain - less)),
  },
  { code: 'FB-LOSS-CHARGED', of: ['lose'], instead: (own, box) => lammersOf(own, box).map((more) => taken(own.stake + more)) },
  { code: 'FB-PUSH-PAID', of: ['push'], instead: (own, box) => lammersOf(own, box).map(paid) },
  // 000 §3 l.79-82, 002 Game l.23, 003 Result l.52, 004 Spielverlauf l.27: winners are paid, ties stay, losers are taken.
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
    instead: ({ gain }, { bet }) => [paid(gain - bet)],
  },
  { code: 'LOSER-NOT-TAKEN', of: ['lose'], applies: hasChips, instead: () => [UNTOUCHED], isLeft: true },
  { code: 'PAID-LOSER', of: ['lose'], applies: hasChips, instead: ({ gain }) => [paid(gain)] },
  // Of a double beside other hands one bet is left.
  {
    code: 'TAKE-PARTIAL',
    of: ['lose'],
    applies: ({ hand }, { isSingle }) => !isSingle && isDoubled(hand) && hand.lammers === 0,
    instead: ({ stake }, { bet }) => [taken(stake - bet)],
  },
  // 003 Surrender l.48: against the dealer's natural no hand is given up for half.
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
  // 000 §3 l.104-118, 002 BJ box l.21, 003 Result l.52, 004 Blackjack l.21: naturals.
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

interface BoxRow {
  readonly code: FindingCode | ((box: Case) => FindingCode)
  readonly rank: Rank
  readonly applies: (box: Case) => boolean
  /** What he does with the box instead. */
  readonly instead: (box: Case) => readonly Payment[]
  readonly figures?: (box: Case, instead: Payment) => Pick<WrongDue, 'expected' | 'seen'>
  /** Index of the one hand it is of. */
  readonly hand?: (box: Case) => number | null
}

const SEVEN = 6
const isPrized = ({ rules, hands }: Case): boolean => rules.sevens !== 'none' && hands[0]?.ranks[0] === SEVEN
const asDue = ({ win, lose }: Case): Payment => ({ pays: win, takes: lose })
const winners = ({ all }: Case): readonly HandDue[] => all.filter(({ outcome }) => outcome === 'win' || outcome === 'blackjack')
/** All hands come to the same, and there is more than one. */
const isAll =
  (...outcomes: readonly Outcome[]) =>
  ({ all, hands }: Case): boolean =>
    hands.length > 1 && all.length > 0 && all.every(({ outcome }) => outcomes.includes(outcome))
const sumOf = (all: readonly HandDue[], of: 'gain' | 'stake'): number => all.reduce((sum, each) => sum + each[of], 0)
const onlyHand = ({ isSingle }: Case): number | null => (isSingle ? 0 : null)
const units = ({ hands }: Case): number => hands.reduce((sum, { real }) => sum + real, 0)

const prizeFigures: BoxRow['figures'] = (box, { pays }) => {
  const { win, prize, bet } = box
  return { expected: { amount: prize, ...(prize === 0 ? {} : { base: bet, count: units(box) }) }, seen: { amount: pays - (win - prize) } }
}

const BOX_ROWS: readonly BoxRow[] = [
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
      const { win, lose, prize, bet, rules, money } = box
      const tiers = [...sevensPayouts(bet, rules, money), ...prizesOtherwise(prize, bet, units(box), rules)]
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
  // Several hands of a spot come to the same, and he takes the box for another, or passes it over.
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
  // The lammers of several of its hands at once.
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

/** The bet of a winner is brought back, and paid anew with less than its lammers win. */
const lessAfterTaking = (box: Case): readonly Payment[] =>
  winners(box).flatMap(({ stake }) =>
    stake === 0
      ? []
      : Array.from({ length: wonLammers(box) }, (_, nth) => ({ pays: box.win - (nth + 1) * box.bet + stake, takes: box.lose + stake })),
  )

/** More lammers than any one hand of this outcome has, up to all of them, in chips. */
const manyLammers = ({ all, bet }: Case, outcome: Outcome): readonly number[] => {
  const own = all.filter((each) => each.outcome === outcome).map(({ hand }) => hand.lammers)
  const [most, total] = [Math.max(0, ...own), own.reduce((sum, lammers) => sum + lammers, 0)]
  return Array.from({ length: total - most }, (_, nth) => (most + nth + 1) * bet)
}

// --- any other amount -------------------------------------------------------------------------------------------------------------------------

/** Between these amounts, both left out, but for amounts with names of their own. */
interface Interval {
  readonly from: number
  readonly to: number
}

interface AmountRow {
  readonly code: FindingCode | ((box: Case) => FindingCode)
  readonly rank: Rank
  readonly applies: (box: Case) => boolean
  /** What he pays, or takes, instead. */
  readonly what: 'pays' | 'takes'
  /** Of a hand alone on its spot, which is not settled as due besides; else the rest of the box is. */
  readonly isWhole?: true
  readonly between: (box: Case) => Interval
  readonly isNamed?: (box: Case, amount: number) => boolean
  /** What it is called instead if the chips that came last are its player's. */
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
/** Something is lost, tied or won there, and not all of it the same: he pays more than is due. */
const isMixed = (box: Case): boolean =>
  !box.isSingle && !isAll('lose')(box) && !isAll('push')(box) && box.all.every(({ outcome }) => outcome !== 'blackjack')

const AMOUNT_ROWS: readonly AmountRow[] = [
  // 000 §3 l.98, 001 Resolving, 002 Game l.23, 003 Result l.52, 004 Spielverlauf l.27: one to one.
  { code: 'PAY-SHORT', rank: 3, applies: isPlainWin, what: 'pays', between: ({ win }) => upTo(win), ifLaid: () => 'WINNER-UNPAID' },
  { code: 'PAY-OVER', rank: 3, applies: (box) => isPlainWin(box) || isMixed(box), what: 'pays', between: ({ win }) => above(win) },
  // A lammer is worth the bet, whatever is written on it; beside a winner without any it may as well be that one's amount.
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

function isOnlyNaturalTie({ all, isSingle }: Case): boolean {
  return isSingle && all[0] !== undefined && isNatural(all[0]) && all[0].outcome === 'push'
}
function hasOwnChips({ all }: Case): boolean {
  return all.every(hasChips)
}

// --- paid before the dealer's hand is complete -------------------------------------------------------------------------------------------------

interface EarlyRow {
  readonly code: FindingCode
  /** `paid`: all that came to the spot; `before`: what of it came before the dealer's hand was complete, less what left. */
  readonly applies: (box: Case, paid: number, before: number) => boolean
  /** Of the bets of the whole box he paid so much too early; else of the natural. */
  readonly isOfBox?: true
}

const isNaturalAlone = ({ all, isSingle }: Case): boolean => isSingle && all[0] !== undefined && isNatural(all[0])
const isEvenAs =
  (isOffered: boolean): EarlyRow['applies'] =>
  (box, paid) =>
    isNaturalAlone(box) && box.all[0]?.outcome === 'blackjack' && box.isEvenOffered === isOffered && paid === box.bet

/** The first that applies. */
const EARLY_ROWS: readonly EarlyRow[] = [
  // 000 §3 l.118, 002 BJ box l.21: against a ten or an ace a natural waits. What the dealer equals he may take back.
  { code: 'BJ-PAID-TOO-EARLY', applies: (box, paid) => isNaturalAlone(box) && paid === box.natural },
  { code: 'BJ-V-BJ-PAID', applies: (box, paid) => isOnlyNaturalTie(box) && paid === box.bet },
  // 000 §3 l.107, 002 BJ box l.21: even money is for a natural against the cards it is offered against, while one of them lies.
  { code: 'EVEN-NOT-ALLOWED', applies: isEvenAs(false) },
  { code: 'EVEN-AFTER-DRAW', applies: isEvenAs(true) },
  // 002 Prizing combinations l.59: after the distribution is over.
  {
    code: 'PRIZE-EARLY',
    applies: (box, _, before) => !isNaturalAlone(box) && box.prize > 0 && before === box.prize && box.prize !== box.bet,
    isOfBox: true,
  },
  // 000 §3 l.79-82, 002 Game l.23, 004 Spielverlauf l.25: first his hand, then the bets.
  { code: 'PAY-BEFORE-DEALER-DONE', applies: (box, _, before) => !isNaturalAlone(box) && before > 0, isOfBox: true },
]

/** What it is called that he paid so much too early; null: no error has this amount. */
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

/** A box that is paid while others play, before anybody knows the dealer's hand. */
export interface PaidInPlay extends Pick<SettledBox, 'rules' | 'money' | 'bet' | 'hands' | 'prizeIfWon'> {
  /** Its natural is due before play. */
  readonly isDue: boolean
}

/** What it is called that he paid so much there. */
export const paidInPlayAs = ({ rules, money, bet, hands, prizeIfWon, isDue }: PaidInPlay, paid: number): FindingCode => {
  const won = hands.reduce((sum, { real, lammers }) => sum + inChips(real + lammers, bet), 0)
  if (!hands.some(({ ended }) => ended === 'natural')) return paid === prizeIfWon && paid !== won ? 'PRIZE-EARLY' : 'PAY-BEFORE-DEALER-DONE'
  const natural = payout(bet, rules.blackjackPay, money)
  if (isDue) return paid < natural ? 'BJ-SHORT' : 'BJ-OVER'
  return paid === bet && natural !== bet ? 'EVEN-NOT-ALLOWED' : 'BJ-PAID-TOO-EARLY'
}

// --- rows for a box ----------------------------------------------------------------------------------------------------------------------------

const nameOf = (code: HandRow['code'], box: Case, own: HandDue): FindingCode => (typeof code === 'string' ? code : code(box, own))
const nameOfBox = ({ code }: Pick<BoxRow, 'code'>, box: Case): FindingCode => (typeof code === 'string' ? code : code(box))

const without = (parts: readonly number[], part: number): readonly number[] => {
  const at = parts.indexOf(part)
  return at < 0 ? parts : parts.filter((_, nth) => nth !== at)
}

/** The prize of a hand alone on its spot, or the only one that won, goes with it, or is paid beside it (002 Prizing combinations). */
const prizesBeside = (box: Case, { outcome }: HandDue): readonly number[] => {
  const isWhole = outcome === 'win' && box.prize > 0 && (box.isSingle || winners(box).length === 1)
  return isWhole ? [0, box.prize] : [0]
}

const ratioOf = ({ rules, bet }: Case): Pick<Figures, 'ratio' | 'base'> => ({ ratio: rules.blackjackPay as PayRatio, base: bet })

const ofHand = (box: Case, own: HandDue, row: HandRow): readonly WrongDue[] =>
  row.instead(own, box).flatMap((instead) =>
    prizesBeside(box, own).map((prize): WrongDue => {
      const { due, stake, at, outcome } = own
      const due_ = due.pays > 0 ? due.pays + prize : due.takes
      const losses = without(box.losses, due.takes)
      return {
        code: nameOf(row.code, box, own),
        hand: at,
        rank: 1,
        pays: box.win - due.pays - prize + instead.pays,
        takes: box.lose - due.takes + instead.takes,
        losses: instead.takes > 0 ? [...losses, instead.takes] : losses,
        expected: { amount: due_, ...(outcome === 'blackjack' ? ratioOf(box) : {}) },
        seen: { ...movedOf(instead, due.pays > 0), ...(row.isLeft ? { amount: stake } : {}) },
      }
    }),
  )

/** Of a bet that won what was taken is missing besides. */
const movedOf = ({ pays, takes }: Payment, isWon: boolean): Figures => ({
  amount: Math.abs(pays - takes),
  ...(isWon && takes > pays ? { taken: takes - pays } : {}),
})

const boxFigures = ({ win, lose }: Case, { pays, takes }: Payment): Pick<WrongDue, 'expected' | 'seen'> => ({
  expected: { amount: win > 0 || lose === 0 ? win : lose },
  seen: movedOf({ pays, takes }, win > lose),
})

/** Taken, where each stake is a part of it. */
const stakesIn = ({ all, losses }: Case, takes: number): readonly number[] => {
  const stakes = all.flatMap(({ stake }) => (stake > 0 ? [stake] : []))
  return takes === 0 ? [] : stakes.reduce((sum, stake) => sum + stake, 0) === takes ? stakes : [...losses, takes]
}

const ofBox = (box: Case, row: BoxRow): readonly WrongDue[] =>
  row.instead(box).map((instead): WrongDue => {
    const code = nameOfBox(row, box)
    const isLeft = code === 'LOSER-NOT-TAKEN'
    const figures = row.figures?.(box, instead) ?? boxFigures(box, instead)
    const losses = instead.takes === box.lose ? box.losses : stakesIn(box, instead.takes)
    return {
      ...{ code, hand: row.hand?.(box) ?? null, rank: row.rank, ...instead, losses, ...figures },
      ...(isLeft ? { seen: { amount: box.lose } } : {}),
    }
  })

const ofAmount = (box: Case, row: AmountRow, moved: readonly number[], fixed: readonly WrongDue[]): readonly WrongDue[] => {
  const code = nameOfBox(row, box)
  const ifLaid = row.ifLaid?.(box)
  const { from, to } = row.between(box)
  const due = asDue(box)
  return moved.flatMap((net): readonly WrongDue[] => {
    const rest: Payment = row.isWhole ? UNTOUCHED : due
    const instead = row.what === 'pays' ? { pays: net + rest.takes, takes: rest.takes } : { pays: rest.pays, takes: rest.pays - net }
    const amount = instead[row.what]
    if (amount <= from || amount >= to || row.isNamed?.(box, amount)) return []
    // Ties are neither paid nor taken: what is taken of them is all that moves.
    if (fixed.some(({ pays, takes }) => pays === instead.pays && takes === instead.takes)) return []
    const isOfWinner = row.isWhole === true && due.pays > 0
    const figures = {
      expected: { amount: row.what === 'pays' || isOfWinner ? due.pays : due.takes },
      seen: isOfWinner ? movedOf(instead, true) : { amount },
    }
    const ratio = box.all[0]?.outcome === 'blackjack' ? ratioOf(box) : {}
    const losses = row.what === 'takes' ? [amount] : box.losses
    const expected = { ...figures.expected, ...ratio }
    return [
      {
        code,
        hand: row.hand?.(box) ?? onlyHand(box),
        rank: row.rank,
        ...instead,
        losses,
        ...figures,
        expected,
        ...(ifLaid && isLookedFor(ifLaid, box) ? { ifLaid } : {}),
      },
    ]
  })
}

// --- a bet raised behind the last card ------------------------------------------------------------------------------------------------------------

/** A bet that its player raised by so much behind the last card, paid and taken as it lies. On a tie what he laid is his next bet. */
export const raisedDues = (settled: SettledBox, raise: number): readonly WrongDue[] => {
  const box = casesOf(settled)
  if (!isLookedFor('PAST-POSTED', settled)) return []
  return box.all.flatMap((own) => (own.outcome === 'push' ? [] : [raisedAt(box, own, raise)]))
}

// NZ Gazette 1994/112 r.4: once cards are out no bet is made, altered or withdrawn.
const raisedAt = (box: Case, { outcome, at, stake, due }: HandDue, raise: number): WrongDue => {
  const { bet, rules, money, natural } = box
  const isLost = outcome === 'lose'
  const more = outcome === 'blackjack' ? payout(bet + raise, rules.blackjackPay, money) - natural : raise
  const amount = isLost ? due.takes : due.pays
  return {
    code: 'PAST-POSTED',
    hand: at,
    rank: 1,
    pays: isLost ? box.win : box.win + more,
    takes: isLost ? box.lose + more : box.lose,
    losses: isLost ? [...without(box.losses, stake), stake + raise] : box.losses,
    expected: { amount },
    seen: { amount: amount + more, base: raise },
  }
}

const isOf = (row: HandRow, own: HandDue, box: Case): boolean =>
  row.of.includes(own.outcome) && (row.applies?.(own, box) ?? true) && isLookedFor(nameOf(row.code, box, own), box)
const isOfBox = (row: BoxRow | AmountRow, box: Case): boolean => row.applies(box) && isLookedFor(nameOfBox(row, box), box)

/**
 * Every way in which one error settles this box. `moved`: what its spot showed beside what lay there when play was over, minor units, for rows
 * that have any amount.
 */
export const wrongDues = (settled: SettledBox, moved: readonly number[]): readonly WrongDue[] => {
  const box = casesOf(settled)
  const ofHands = HAND_ROWS.flatMap((row) => box.all.flatMap((own) => (isOf(row, own, box) ? ofHand(box, own, row) : [])))
  const fixed = [...BOX_ROWS.flatMap((row) => (isOfBox(row, box) ? ofBox(box, row) : [])), ...ofHands].filter(
    ({ pays, takes }) => pays >= 0 && (pays !== box.win || takes !== box.lose),
  )
  return [...fixed, ...AMOUNT_ROWS.flatMap((row) => (isOfBox(row, box) ? ofAmount(box, row, moved, fixed) : []))]
}

/** What it is called that he paid and took so much; null: no one error has this amount. */
export const nameFor = (settled: SettledBox, { pays, takes }: Payment): Pick<WrongDue, 'code' | 'hand' | 'expected' | 'seen'> | null => {
  const [first = null] = closest(wrongDues(settled, [pays - takes]).filter((row) => row.pays === pays && row.takes === takes))
  return first && { code: first.code, hand: first.hand, expected: first.expected, seen: first.seen }
}

/** Two errors at hands of one spot: one at each of two of them. */
export const twiceWrong = (settled: SettledBox): readonly (readonly [WrongDue, WrongDue])[] => {
  const box = casesOf(settled)
  const rows = (own: HandDue): readonly WrongDue[] => HAND_ROWS.flatMap((row) => (isOf(row, own, box) ? ofHand(box, own, row) : []))
  return box.all.flatMap((one, nth) =>
    box.all.slice(nth + 1).flatMap((other) => rows(one).flatMap((first) => rows(other).map((second) => [first, second] as const))),
  )
}

/** What both together pay and take. */
export const together = (
  { win, lose, losses }: SettledBox,
  [one, other]: readonly [WrongDue, WrongDue],
): Payment & Pick<WrongDue, 'losses'> => {
  const takes = one.takes + other.takes - lose
  return { pays: one.pays + other.pays - win, takes, losses: takes === lose ? losses : [...new Set([...one.losses, ...other.losses])] }
}

/** Of rows that fit the same chips those that name what happened most closely, each name once. */
export const closest = <Row extends Pick<WrongDue, 'code' | 'hand' | 'rank'>>(rows: readonly Row[]): readonly Row[] => {
  const least = Math.min(...rows.map(({ rank }) => rank))
  return eachName(rows.filter(({ rank }) => rank === least))
}

/** Each name once: of whichever hand, where that differs. */
export const eachName = <Row extends Pick<WrongDue, 'code' | 'hand'>>(rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row, at) => {
    const same = rows.filter(({ code }) => code === row.code)
    if (same[0] !== row || rows.indexOf(row) !== at) return []
    return [same.every(({ hand }) => hand === row.hand) ? row : { ...row, hand: null }]
  })
