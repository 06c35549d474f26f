/** The errors of one way to err, as its readings show them: where they are, with what figures, and in how many readings. */

import type { Area } from '../../../devices/scan.ts'
import { ACE } from '../../rules/game/cards.ts'
import { DEALER_STANDS_FROM, type DealerFault, type DealerRun } from '../../rules/game/dealer.ts'
import { FAULT_CODES, faultCodes } from '../../rules/game/dealer-faults.ts'
import type { FigureCase } from '../../rules/game/error-figures.ts'
import { doubledBy, type Hand, totalHeld } from '../../rules/game/hand.ts'
import { isLookedFor } from '../../rules/game/looked-for.ts'
import { loosened, PLAY_ERRORS, type PlayError } from '../../rules/game/play-errors.ts'
import { inChips, sharedOutcome } from '../../rules/game/settle.ts'
import { mayHaveNatural } from '../../rules/game/up-card.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { TableContext } from '../context.ts'
import { type Deviation, instead } from '../deviation.ts'
import { dealerPositions, dealOf, insuranceTimeline, MAINS, type Round, rankAt, spotOf, textAt, timelineOf } from '../evidence/round.ts'
import { paidInstead } from '../lattice/payment-for-double.ts'
import type { Reader } from '../lattice/question.ts'
import type { DealersError, SettledWrongly, SideSettledWrongly, Solution, Tampering } from '../lattice/reading.ts'
import type { SettlementError } from '../lattice/settlement-errors.ts'
import { visitsOf } from '../lattice/visits.ts'
import { playErrorFigures } from './play-error-figures.ts'
import type { ErrorInWay, NamedError } from './way.ts'

/** All errors in the readings of a question about this error. */
export const errorsOf = (round: Round, solution: Solution, error: DealersError, reader: Reader): readonly ErrorInWay[] =>
  errorsWithin(round, solution, error, reader).map((each) => againstUpCard(each, round, reader))

const errorsWithin = (round: Round, solution: Solution, error: DealersError, reader: Reader): readonly ErrorInWay[] => [
  ...solution.settledWrongly.flatMap((each) => settlementErrors(round, each, solution, reader)),
  ...solution.sidesWrong.map((each) => sideError(round, each, reader)),
  ...(error.playError === null ? [] : playErrorsOf(round, solution, error.playError, reader)),
  ...(error.tampering === null ? [] : [tamperingOf(round, solution, error.tampering)]),
  ...(error.fault === null ? [] : faultsIn(round, solution, error.fault, reader)),
]

/** 001 steps 2 and 3, 000 §3 l.118: what these break depends on the up card. */
const OF_UP_CARD: ReadonlySet<FindingCode> = new Set(['PEEK-MISSED', 'PEEK-FALSE', 'PAY-BEFORE-DEALER-DONE'])

const againstUpCard = (error: ErrorInWay, round: Round, { context }: Reader): ErrorInWay => {
  if (!error.names.some(({ code }) => OF_UP_CARD.has(code))) return error
  const up = rankAt(round, dealerPositions(round, context).up)
  if (up === null || !mayHaveNatural(up)) return error
  const which = up === ACE ? 'against-an-ace' : 'against-a-ten'
  return {
    ...error,
    names: error.names.map((name) => (OF_UP_CARD.has(name.code) ? { ...name, seen: { ...name.seen, case: which } } : name)),
  }
}

const faultsIn = (round: Round, solution: Solution, fault: DealerFault, reader: Reader): readonly ErrorInWay[] => {
  // Whether play went on is already known, so the error was made whether or not he has drawn yet.
  if (fault !== 'unchecked' && fault !== 'falsely-checked') {
    return solution.dealers.map(({ run, count }) => ({ box: null, count, ...faultNames(run, round, reader) }))
  }
  const cards = dealtToDealer(round, reader.context)
  return [{ box: null, names: [{ code: FAULT_CODES[fault][0], hand: null, expected: {}, seen: { cards } }], count: solution.count }]
}

/** The chips of his one payment still lie there, and he settled no other box after it, so they may as well be more that the player laid. */
const isLeft = (round: Round, { box, settlement }: SettledWrongly, { best }: Solution, context: Reader['context']): boolean => {
  if (settlement?.kinds.at(-1) !== 'pay' || settlement.kinds.indexOf('pay') < settlement.kinds.length - 1) return false
  const paidAt = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs).moves.at(-1)?.at ?? 0
  const others = best === null ? [] : round.boxes.flatMap((_, index) => (index === box ? [] : visitsOf(round, index, best, context)))
  return !others.some(({ at }) => at - context.spotLagMs > paidAt)
}

const settlementErrors = (round: Round, each: SettledWrongly, solution: Solution, { context }: Reader): readonly ErrorInWay[] => {
  const isLying = isLeft(round, each, solution, context)
  return each.errors.map((all) => {
    const names = all.flatMap((error) => namesOf(error, isLying)).map((name) => withCards(name, round, each))
    return { box: round.boxes[each.box] ?? 0, names, count: each.count, ...mayBeChanged(round, names) }
  })
}

/** What he paid too much a player may have handed back, so that only the rack shows it. */
const mayBeChanged = ({ handed = [] }: Round, names: readonly NamedError[]): Pick<ErrorInWay, 'instead'> => {
  const isOver = names.some(({ code, seen }) => TOO_MUCH.has(code) && handed.some((amount) => amount < (seen.amount ?? 0)))
  return isOver ? { instead: { code: 'change-handed' } } : {}
}
const TOO_MUCH: ReadonlySet<FindingCode> = new Set(['PAY-OVER', 'BJ-OVER'])

/** Nothing is due on what was laid too late. */
export const sideError = (round: Round, { box: index, area, names, count }: SideSettledWrongly, { context }: Reader): ErrorInWay => {
  const box = round.boxes[index] ?? 0
  const late = names.some(({ code }) => code === 'BET-LATE') ? null : mayBeLate(round, box, area, context)
  const hand = MAINS.includes(area) ? 1 : null
  const doubt = late ? { instead: instead(late) } : null
  return { box, area, names: names.map((name) => ({ ...name, hand })), count, ...doubt }
}

/** Chips that nobody has collected when the round is over may as well be the player's next bet, laid on chips that were never paid. */
const namesOf = ({ code, hand, expected, seen, ifLaid }: SettlementError, isLying: boolean): readonly NamedError[] => {
  const name = { code, hand: hand === null ? null : hand + 1, expected, seen }
  return isLying && ifLaid ? [name, { ...name, code: ifLaid }] : [name]
}

/** The error in the play of a box, by the likeliest of its readings. It is also named as a payment if it may be that. */
const playErrorsOf = (round: Round, solution: Solution, playError: PlayError, { context }: Reader): readonly ErrorInWay[] => {
  const { rules, spotLagMs } = context
  const box = round.boxes[playError.box] ?? 0
  const hands = solution.best?.stories[playError.box]?.hands ?? []
  const { mustDrawTo, noDrawFrom } = rules
  const played = { ...loosened(rules, playError), mustDrawTo, noDrawFrom }
  const at = hands.findIndex((hand) => PLAY_ERRORS[playError.name].shows(hand, hands, played))
  const bet = timelineOf(round, spotOf(box, 'main'), spotLagMs).base.amount
  const figures = playErrorFigures(playError, {
    hand: hands[at] ?? hands[0] ?? null,
    hands,
    bet,
    rules,
    textOf: (position) => textAt(round, position),
    up: textAt(round, dealerPositions(round, context).up),
  })
  const error = { code: playError.name, hand: at < 0 ? (hands.length === 1 ? 1 : null) : at + 1, ...figures }
  const isPaid =
    playError.name === 'DOUBLE-NO-CARD' &&
    isLookedFor('PAY-BEFORE-DEALER-DONE', context) &&
    context.chipEvidence === 'payouts' &&
    solution.best !== null &&
    paidInstead(solution.best, playError.box) !== null
  const paid: NamedError = { code: 'PAY-BEFORE-DEALER-DONE', hand: null, expected: {}, seen: { amount: bet } }
  return [{ box, names: [error, ...(isPaid ? [paid] : []), ...cappedInstead(playError, hands[at], round, context)], count: solution.count }]
}

/** A double after a split, and a bet of a split hand capped before the hand took one card, are the same cards and the same chips. */
const cappedInstead = (
  { name, box: index }: PlayError,
  hand: Hand | undefined,
  round: Round,
  context: Reader['context'],
): readonly NamedError[] => {
  if (name !== 'DOUBLE-AFTER-SPLIT' || !hand?.actions.includes('double') || !isLookedFor('BET-CAPPED', context)) return []
  const { base, moves } = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), context.spotLagMs)
  const raised = inChips(doubledBy(hand), base.amount)
  const { at: last } = round.cards.at(-1) ?? { at: 0 }
  const nth = moves.findLastIndex(({ at, amount }, each) => at <= last && amount - (moves[each - 1] ?? base).amount === raised)
  const level = moves[nth]?.amount
  return level === undefined ? [] : [{ code: 'BET-CAPPED', hand: null, expected: { amount: level - raised }, seen: { amount: level } }]
}

const tamperingOf = (round: Round, solution: Solution, { name, box, level, before, lammers }: Tampering): ErrorInWay => {
  const hands = solution.best?.stories[box]?.hands ?? []
  const total = hands.length === 1 && hands[0] ? { total: totalHeld(hands[0]) } : {}
  const ended = sharedOutcome(solution.best?.dues?.[box]?.outcomes ?? [])
  const figures: { readonly [N in Tampering['name']]: Pick<NamedError, 'expected' | 'seen'> } = {
    'BET-CAPPED': { expected: { amount: before }, seen: { amount: level } },
    'BET-PINCHED': { expected: { amount: before }, seen: { amount: level } },
    'BET-MOVED': { expected: {}, seen: { amount: level - before } },
    'LIVE-TAKEN-AS-BUST': { expected: {}, seen: { amount: before, ...total } },
    'FB-TOKEN-EARLY': { expected: {}, seen: {} },
    'FB-TOKEN-NOT-REMOVED': { expected: {}, seen: { count: lammers, ...(ended ? { case: ended } : {}) } },
    'PRIZE-EARLY': { expected: {}, seen: { amount: level - before } },
  }
  return { box: round.boxes[box] ?? 0, names: [{ code: name, hand: 1, ...figures[name] }], count: solution.count }
}

const SEVEN = 6

/** Prizes are reported with the cards they are for. */
const withCards = (found: NamedError, round: Round, { hands }: SettledWrongly): NamedError => {
  if (!found.code.startsWith('PRIZE')) return found
  const cards = hands.flatMap(({ positions }) => positions).sort((one, other) => one - other)
  const first = cards.slice(0, 3)
  const other = first.findIndex((position) => rankAt(round, position) !== SEVEN)
  const sevens = other < 0 ? first : first.slice(0, other)
  const texts = sevens.map((position) => textAt(round, position))
  const which = combinationOf(texts)
  return { ...found, seen: { ...found.seen, cards: texts, ...(which ? { case: which } : {}) } }
}

/** 002 l.48-56. */
const combinationOf = (sevens: readonly string[]): FigureCase | undefined => {
  const isSuited = sevens.every((card) => card[1] === sevens[0]?.[1])
  return ([undefined, 'firstSeven', isSuited ? 'twoSuited' : 'twoSevens', isSuited ? 'threeSuited' : 'threeSevens'] as const)[sevens.length]
}

/** Up card and hole card. */
const dealtToDealer = (round: Round, context: Reader['context']) =>
  dealerPositions(round, context).all.map((position) => textAt(round, position))

/**
 * Nobody drew although Push 22 bets or insurance waited; both codes name the same fact. For wagers laid too late the dealer need not draw.
 */
const faultNames = (run: DealerRun, round: Round, { context }: Reader): Omit<ErrorInWay, 'box' | 'count'> => {
  if (run.fault !== 'no-draw') return { names: faultCodes(run.fault ?? 'stood', run).map((code) => faultOf(code, run, round)) }
  const sides = round.boxes.filter((box) => timelineOf(round, spotOf(box, 'p22'), context.spotLagMs).base.amount > 0)
  const insured = round.boxes.filter((box) => round.moves.has(spotOf(box, 'ins')))
  const late = [
    ...sides.map((box) => mayBeLate(round, box, 'p22', context)),
    ...insured.map((box) => mayBeLate(round, box, 'ins', context)),
  ]
  const [first] = late
  const other = first && !late.includes(null) ? { instead: instead(first) } : null
  const isSide = sides.length > 0
  const isInsured = insured.length > 0 || !isSide
  const [undrawn, unresolved] = FAULT_CODES['no-draw']
  const codes: readonly FindingCode[] = [...(isSide ? [undrawn] : []), ...(isInsured ? [unresolved] : [])]
  return { names: codes.map((code) => ({ code, hand: null, expected: {}, seen: {} })), ...other }
}

const faultOf = (code: FindingCode, run: DealerRun, round: Round): NamedError => {
  const { fault, total, end, drawn, believed } = run
  const name = { code, hand: null }
  if (code === 'DEALER-TOTAL-MISREAD') return { ...name, expected: { total }, seen: { total: believed?.total ?? total } }
  if (fault === 'needless') {
    const cards = Array.from({ length: drawn }, (_, index) => textAt(round, end - drawn + index))
    return { ...name, expected: {}, seen: { cards } }
  }
  if (code === 'DEALER-SOFT17') return { ...name, expected: {}, seen: { case: fault === 'drew' ? 'drew' : 'stood' } }
  return { ...name, expected: { total: DEALER_STANDS_FROM }, seen: { total } }
}

/**
 * The error of laying a side bet so late; null if it lay there in time. If it was reported within the lag after its deadline, it counts as laid in
 * time, and nobody is accused of having treated it otherwise.
 */
const mayBeLate = (round: Round, box: number, area: Area, context: TableContext): Pick<Deviation, 'code' | 'box'> | null => {
  if (area === 'ins') return isInsuredLate(round, box, context) ? { code: 'INS-LATE', box } : null
  // 000 §1 l.8, 001 l.5: before the first card.
  const isLate = (round.levels.get(spotOf(box, area))?.amount ?? 0) === 0
  return isLate ? { code: area === 'p22' || area === 'pog' ? 'SIDE-LATE' : 'BET-LATE', box } : null
}

/** 000 l.250, 001 l.48, 002 l.38, and 003 by practice: before the first card of play. */
const isInsuredLate = (round: Round, box: number, context: TableContext): boolean => {
  const { insurance } = context.rules
  if (insurance === 'none' || insurance.deadline === 'before-dealer-draws') return false
  const [first] = insuranceTimeline(round, box, context).moves
  const play = round.cards[dealOf(round, context).owners.length]
  return first !== undefined && play !== undefined && first.at > play.at
}
