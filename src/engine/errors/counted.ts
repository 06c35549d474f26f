/** The errors of one way to err, as its readings show them: where, with what figures, and in how many. */
import type { FindingCode } from '../../house/finding-code.ts'
import type { TableContext } from '../context.ts'
import { type Figures, instead } from '../deviation.ts'
import type { Outcome } from '../event.ts'
import { dealerPositions, type Round, rankAt, spotOf, suitAt, textAt, timelineOf } from '../evidence/round.ts'
import { DEALER_STANDS_FROM, type DealerFault, type DealerRun } from '../game/dealer.ts'
import { totalHeld } from '../game/hand.ts'
import { sevensDue, sevensPayouts } from '../game/side-bets.ts'
import { loosened, SLIPS } from '../game/slips.ts'
import { type Reader, settleFrom } from '../lattice/question.ts'
import type { DealersError, Meddling, SettledWrongly, Slip, Solution } from '../lattice/reading.ts'
import { isGone } from '../lattice/settlement.ts'
import { visitsOf } from '../lattice/visits.ts'
import { mayBeLate } from './laid-late.ts'
import { type Misdeed, misdealt, misdeedOf, type Settled } from './misdeed.ts'
import { slipFigures } from './slip-figures.ts'

/**
 * `name`: it has two names for the same evidence, and is told by both. `story`: it may turn out to be no error, or one of a kind that is not
 * looked for.
 */
export type Doubt = 'name' | 'story'

/** One error, and the number of readings that contain it. */
export interface Counted {
  readonly code: FindingCode
  readonly box: number | null
  readonly hand: number | null
  readonly expected: Figures
  readonly seen: Figures
  readonly count: number
  /** Why it is not proven though it may be in every reading. */
  readonly doubt?: Doubt
  /** Another name of an error that is counted by its first one. */
  readonly isSecondName?: true
  /** What it may be instead, in the words of a counter-reading. */
  readonly instead?: string
}

/** All of them, of the readings with this error. */
export const errorsOf = (round: Round, solution: Solution, error: DealersError, reader: Reader): readonly Counted[] => [
  ...solution.settledWrongly.flatMap((each) => counted(round, each, solution, reader)),
  ...paidInPlay(round, solution, error, reader),
  ...(error.slip === null ? [] : slipsOf(round, solution, error.slip, reader)),
  ...(error.meddling === null ? [] : [meddlingOf(round, solution, error.meddling)]),
  ...(error.fault === null ? [] : faultsIn(round, solution, error.fault, reader)),
]

/** The box that was paid while play goes on. */
const paidInPlay = (round: Round, solution: Solution, { wrongly }: DealersError, { context }: Reader): readonly Counted[] => {
  const [index] = wrongly
  if (index === undefined || wrongly.size > 1 || solution.settledWrongly.length > 0) return []
  const box = round.boxes[index] ?? 0
  const hands = solution.best?.stories[index]?.hands ?? []
  const { base, moves } = timelineOf(round, spotOf(box, 'main'), context.spotLagMs)
  const staked = hands.reduce((sum, { real }) => sum + real, 0) * base.amount
  const moved = (moves.at(-1)?.amount ?? base.amount) - staked
  if (hands.length === 0 || moved <= 0) return []
  const code = hands.some(({ ended }) => ended === 'natural') ? 'BJ-PAID-TOO-EARLY' : 'PAY-BEFORE-DEALER-DONE'
  return [{ code, box, hand: hands.length === 1 ? 1 : null, expected: {}, seen: { amount: moved }, count: solution.count }]
}

const faultsIn = (round: Round, solution: Solution, fault: DealerFault, reader: Reader): readonly Counted[] => {
  // Play went on, or did not: whether he has drawn yet, it was done.
  if (fault !== 'unchecked' && fault !== 'falsely-checked') {
    return solution.dealers.flatMap(({ run, count }) => faultsOf(run, round, reader).map((each) => ({ ...each, count })))
  }
  const cards = dealtToDealer(round, reader.context)
  return [{ code: FAULT_CODES[fault], box: null, hand: null, expected: {}, seen: { cards }, count: solution.count }]
}

/** The chips he paid still lie there, and he settled no other box after that: they may as well be more that its player laid. */
const isLeft = (round: Round, { box, settlement }: SettledWrongly, { best }: Solution, context: Reader['context']): boolean => {
  if (settlement.kinds.at(-1) !== 'pay') return false
  const paidAt = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs).moves.at(-1)?.at ?? 0
  const others = best === null ? [] : round.boxes.flatMap((_, index) => (index === box ? [] : visitsOf(round, index, best, context)))
  return !others.some(({ at }) => at - context.spotLagMs > paidAt)
}

const counted = (round: Round, each: SettledWrongly, solution: Solution, { context }: Reader): readonly Counted[] => {
  const found = misdeedAt(round, each, isLeft(round, each, solution, context), context)
  // By either name it is the same evidence; and where nothing lay any more a player may have laid his next bet.
  const names = found.or === undefined ? [found] : [found, found.or]
  const isBet = isGone(each.hands, each.play)
  const box = round.boxes[each.box] ?? 0
  return names.map((name, nth) => {
    const { code, hand, expected, seen } = withCards(name, round, each)
    return {
      code,
      box,
      hand: hand === null ? null : hand + 1,
      expected,
      seen,
      count: each.count,
      ...(isBet ? { doubt: 'story' as const, instead: NEXT_BET } : byName(names.length, nth)),
    }
  })
}

/** Of an error with so many names this is the one at this place. */
const byName = (names: number, nth: number): Pick<Counted, 'doubt' | 'isSecondName'> => {
  if (names < 2) return {}
  return nth === 0 ? { doubt: 'name' } : { doubt: 'name', isSecondName: true }
}

const NEXT_BET = 'a bet of the next round, laid in this one'

/** What it is called that a box was settled so. `isLeft`: nobody knows whether his player laid what was paid last. */
export const misdeedAt = (round: Round, each: Settled, isLeft: boolean, context: TableContext): Misdeed => {
  const { rules, money } = context
  const { base, moves } = timelineOf(round, spotOf(round.boxes[each.box] ?? 0, 'main'), context.spotLagMs)
  const bet = base.amount
  const upRank = rankAt(round, dealerPositions(round, context).up) ?? 0
  const early = each.settlement.at !== null && each.settlement.at < settleFrom(round, false)
  const won = each.hands.map((): Outcome => 'win')
  const prizeIfWon = sevensDue(bet, each.hands, won, suitAt(round), rules, money)
  const prizes = sevensPayouts(bet, rules, money)
  const mayBeCollected = isCollectable(each, context) && !moves.some(({ amount, by }) => amount === 0 && by === 'dealer')
  return misdeedOf(misdealt(each, { rules, money, bet, upRank, early, prizes, prizeIfWon, isLeft, mayBeCollected }))
}

/** Whoever may collect once his own box is settled leaves it just so when the dealer has passed him over. */
const isCollectable = ({ due, settlement: { settledAmount, handled } }: Settled, { collectAfter }: TableContext): boolean =>
  collectAfter === 'box-settled' && settledAmount === 0 && due.lose === 0 && handled?.paid === 0

/** The error in the play of a box, by the likeliest of its readings; with a payment, where it may be that. */
const slipsOf = (round: Round, solution: Solution, slip: Slip, { context }: Reader): readonly Counted[] => {
  const { rules, spotLagMs } = context
  const box = round.boxes[slip.box] ?? 0
  const hands = solution.best?.stories[slip.box]?.hands ?? []
  const played = loosened(rules, slip.name, slip.units)
  const at = hands.findIndex((hand) => SLIPS[slip.name].shows(hand, hands, { ...played, mustDrawTo: rules.mustDrawTo }))
  const bet = timelineOf(round, spotOf(box, 'main'), spotLagMs).base.amount
  const figures = slipFigures(slip, {
    hand: hands[at] ?? hands[0] ?? null,
    hands,
    bet,
    rules,
    textOf: (position) => textAt(round, position),
    up: textAt(round, dealerPositions(round, context).up),
  })
  const error = { code: slip.name, box, hand: at < 0 ? (hands.length === 1 ? 1 : null) : at + 1, ...figures, count: solution.count }
  if (slip.name !== 'DOUBLE-NO-CARD' || context.chipEvidence !== 'payouts' || !mayBePayment(solution, slip, at)) return [error]
  // The payment is in none of these readings: it proves nothing with those of another way.
  const paid: Counted = { code: 'PAY-BEFORE-DEALER-DONE', box, hand: null, expected: {}, seen: { amount: bet }, count: 0 }
  return [
    { ...error, ...byName(2, 0) },
    { ...paid, ...byName(2, 1) },
  ]
}

/**
 * One hand of several may have stood and been paid too early instead. Only a double that was paid as one tells: of a lost hand all is taken
 * either way. Of a hand alone the payment is a question of its own.
 */
const mayBePayment = ({ best }: Solution, { box }: Slip, at: number): boolean => {
  const hands = best?.stories[box]?.hands ?? []
  const isPaid = best?.dues?.[box]?.outcomes[at] === 'win' && best.settlements[box]?.verdict === 'resolved'
  return hands.length > 1 && hands[at]?.actions.includes('double') === true && !isPaid
}

const meddlingOf = (round: Round, solution: Solution, { name, box, level, before, lammers }: Meddling): Counted => {
  const hands = solution.best?.stories[box]?.hands ?? []
  const total = hands.length === 1 && hands[0] ? { total: totalHeld(hands[0]) } : {}
  const figures: { readonly [N in Meddling['name']]: Pick<Counted, 'expected' | 'seen'> } = {
    'BET-CAPPED': { expected: { amount: before }, seen: { amount: level } },
    'BET-PINCHED': { expected: { amount: before }, seen: { amount: level } },
    'LIVE-TAKEN-AS-BUST': { expected: {}, seen: { amount: before, ...total } },
    'FB-TOKEN-EARLY': { expected: {}, seen: {} },
    'FB-TOKEN-NOT-REMOVED': { expected: {}, seen: { count: lammers } },
    'PRIZE-EARLY': { expected: {}, seen: { amount: level - before } },
  }
  return { code: name, box: round.boxes[box] ?? 0, hand: 1, ...figures[name], count: solution.count }
}

const SEVEN = 6

/** Prizes are told with the cards they are for. */
const withCards = (found: Misdeed, round: Round, { hands }: SettledWrongly): Misdeed => {
  if (!found.code.startsWith('PRIZE')) return found
  const cards = hands.flatMap(({ positions }) => positions).sort((one, other) => one - other)
  const first = cards.slice(0, 3)
  const other = first.findIndex((position) => rankAt(round, position) !== SEVEN)
  const sevens = other < 0 ? first : first.slice(0, other)
  return { ...found, seen: { ...found.seen, cards: sevens.map((position) => textAt(round, position)) } }
}

/** Up card and hole card. */
const dealtToDealer = (round: Round, context: Reader['context']) =>
  dealerPositions(round, context).all.map((position) => textAt(round, position))

const FAULT_CODES: { readonly [F in DealerFault]: FindingCode } = {
  stood: 'DEALER-STOOD-UNDER-17',
  drew: 'DEALER-HIT-17',
  needless: 'DEALER-DREW-NEEDLESSLY',
  'no-draw': 'DEALER-NO-DRAW-FOR-SIDE',
  misread: 'DEALER-TOTAL-MISREAD',
  unchecked: 'PEEK-MISSED',
  'falsely-checked': 'PEEK-FALSE',
}

const UNRESOLVED: FindingCode = 'INS-UNRESOLVED-ALL-BUST'

/** Nobody drew although Push 22 bets or insurance waited: by either name it is the same fact. For what was laid too late he need not. */
const faultsOf = (run: DealerRun, round: Round, reader: Reader): readonly Omit<Counted, 'count'>[] => {
  if (run.fault !== 'no-draw') return [faultOf(run, round)]
  const { context } = reader
  const sides = round.boxes.filter((box) => timelineOf(round, spotOf(box, 'p22'), context.spotLagMs).base.amount > 0)
  const insured = round.boxes.filter((box) => round.moves.has(spotOf(box, 'ins')))
  const late = [
    ...sides.map((box) => mayBeLate(round, box, 'p22', context)),
    ...insured.map((box) => mayBeLate(round, box, 'ins', context)),
  ]
  const [first] = late
  const other = first && !late.includes(null) ? ({ doubt: 'story', instead: instead(first) } as const) : null
  const isSide = sides.length > 0
  const isInsured = insured.length > 0 || !isSide
  const codes: readonly FindingCode[] = [...(isSide ? [FAULT_CODES['no-draw']] : []), ...(isInsured ? [UNRESOLVED] : [])]
  return codes.map((code, nth) => ({ code, box: null, hand: null, expected: {}, seen: {}, ...byName(codes.length, nth), ...other }))
}

const faultOf = ({ fault, total, soft, end, drawn, believed }: DealerRun, round: Round): Omit<Counted, 'count'> => {
  const place = { box: null, hand: null }
  if (fault === 'misread') return { code: FAULT_CODES.misread, ...place, expected: { total }, seen: { total: believed?.total ?? total } }
  if (fault === 'needless') {
    const cards = Array.from({ length: drawn }, (_, index) => textAt(round, end - drawn + index))
    return { code: FAULT_CODES.needless, ...place, expected: {}, seen: { cards } }
  }
  if (soft && total === 17) return { code: 'DEALER-SOFT17', ...place, expected: {}, seen: { case: fault === 'drew' ? 'drew' : 'stood' } }
  return {
    code: FAULT_CODES[fault ?? 'stood'],
    ...place,
    expected: { total: DEALER_STANDS_FROM },
    seen: { total },
  }
}
