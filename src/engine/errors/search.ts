/**
 * The search for errors when no reading without one is left: it finds the least rare readings, and what all or some of them contain. One way
 * to err is one question to the lattice. Readings of two ways never overlap, because each contains an error that the others lack.
 */
import { cardCode, UNKNOWN } from '../../rules/game/cards.ts'
import type { DealerFault } from '../../rules/game/dealer.ts'
import { type Hand, mayMoveEarly } from '../../rules/game/hand.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { inChips, judgeHands } from '../../rules/game/settle.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import { RARITY } from '../../rules/house/rarity.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { instead, isProven, once } from '../deviation.ts'
import { isDealt, isPointed, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { rulingsOf, unfollowedAt } from '../evidence/rulings.ts'
import { isHouses } from '../evidence/spot-track.ts'
import { hasItsBoxes } from '../evidence/steady-levels.ts'
import { variantOf } from '../evidence/variants.ts'
import { isSamePlayError, playErrorsIn } from '../lattice/error-effects.ts'
import { nodesOf, questionKey, type Reader, readRound } from '../lattice/question.ts'
import type { DealersError, HandInReading, Reading, Solution } from '../lattice/reading.ts'
import { readFaultless } from '../lattice/rungs.ts'
import { type BoxDue, isDealers } from '../lattice/settlement.ts'
import { CUT_OFF, type CutOff, Paid, priceOf } from '../work.ts'
import { cacheOf, kept, mapIn } from '../workspace.ts'
import { errorsOf } from './errors-in-way.ts'
import { erredAtAnyPlace, type Found, gradesOf, unseenBet } from './grades.ts'
import { burnedFirst, type Misdealt } from './misdeals.ts'
import { type Explained, leastRare, leavesLammers, notRarer } from './rarity.ts'
import { besideUnnamed } from './unnamed-acts.ts'
import type { ErrorInWay, Way } from './way.ts'
import { type Ask, KINDS, type Kind, unnamed } from './ways-to-err.ts'

export type Sought = Found | CutOff | null

/** For callers to whom a search with questions left open has found nothing. */
export const foundBy = (sought: Sought): Found | null => (sought === CUT_OFF ? null : sought)

/** The questions about one kind of error, and the answers so far. */
interface Inquiry {
  readonly questions: readonly (DealersError | Misdealt)[]
  /** Their rarities: what they have beyond their kind. */
  readonly answers: (readonly Way[])[]
  readonly paid: Paid
}

/**
 * What was asked already. One set of evidence is searched several times in one observation, and again by ticks that change nothing about
 * it.
 */
interface Asked {
  /** The same with less asked of a reading: what has none there has none here. null: nothing less can be asked. */
  readonly wider: Asked | null
  readonly inquiries: Map<Ask, Inquiry>
  /** By box: has the round a reading without an error if nothing is known of its chips? */
  readonly without: Map<number, boolean>
}

/** One search of one round. */
interface Search {
  readonly round: Round
  readonly reader: Reader
  readonly asked: Asked
}

const searchesIn = cacheOf<Round, Map<string, Asked>>('searches')

const askedOf = (round: Round, reader: Reader): Asked => {
  const { strict, asToldSince, ...less } = reader
  const isWidest = reader.asked === 'any' && strict === undefined && asToldSince === undefined
  return kept(mapIn(searchesIn(reader.context), round), questionKey(round, reader), () => ({
    wider: isWidest ? null : askedOf(round, { ...less, asked: 'any' }),
    inquiries: new Map(),
    without: new Map(),
  }))
}

/**
 * About a hundred questions are asked of a round. With more nodes than this they would take seconds, so nobody is accused there. A few
 * hundred are usual.
 */
const SEARCHED_NODES_MAX = 3000

/** After a new shoe or a relief: if the first card was burned the deal is still going on, and no chip says otherwise. */
export const mayStillBeDealt = (round: Round, context: TableContext): boolean => {
  const burned = burnedFirst(round, context)
  const isTouched = [...round.moves.values()].some((levels) => levels.some(({ at }) => at > (burned[0]?.round.cards.at(-1)?.at ?? 0)))
  return burned.some((each) => !isDealt(each.round, context)) && !isTouched
}

/** The round's evidence is whole, and not too much to be asked about. */
export const isSearched = (round: Round, context: TableContext): boolean => {
  const isWhole = round.incomplete === null && (round.misdeal !== undefined || hasItsBoxes(round, context.boxes, context.spotLagMs))
  return isWhole && !mayStillBeDealt(round, context) && nodesOf(round, context) <= SEARCHED_NODES_MAX
}

/** `upTo`: how rare an error is asked about at most. `null`: there are more errors than are searched for, or none that is. */
export const searchErrors = (round: Round, reader: Reader, upTo = Number.POSITIVE_INFINITY): Sought => {
  const search: Search = { round, reader, asked: askedOf(round, reader) }
  let ways: readonly Way[] = []
  // What else may have been instead. null: it was not asked about.
  let others: readonly Way[] | null = Number.isFinite(upTo) ? null : []
  let isInDoubt = false
  for (const kind of KINDS) {
    if (kind.rarity > Math.min(upTo, leastRare(ways) + reader.context.rarerMax)) break
    if (kind.beside !== undefined && !ways.some(kind.beside)) continue
    // If no place has an error in all readings, further kinds prove no less.
    isInDoubt ||= ways.length > 0 && !erredAtAnyPlace(notRarer(ways, reader.context))
    if (isInDoubt && others === null) break
    const more = waysIn(kind, search, [...ways, ...(others ?? [])])
    if (isInDoubt) others = more === CUT_OFF || others === null ? null : [...others, ...more]
    else if (more === CUT_OFF) return CUT_OFF
    else ways = [...ways, ...more]
  }
  if (ways.length === 0) return null
  const told = gradesOf(round, notRarer(ways, reader.context), others && notRarer([...ways, ...others], reader.context))
  const unknown = told.deviations.some(isProven) ? waysIn(unnamed, search) : []
  if (unknown === CUT_OFF) return CUT_OFF
  const isOpen = (box: number): boolean => !isPaid(search, `open ${box}`) || readsWithout(box, search)
  const deviations = besideUnnamed(told, round, { unknown, isOpen, lacksCard: once(() => mayLackCard(search)) })
  return { ...told, deviations, rarity: leastRare(ways) }
}

const readsWithout = (box: number, { round, reader, asked }: Search): boolean =>
  kept(asked.without, box, () => {
    const cards = variantOf(round.cards, `without the chips of box ${box}`, () => [...round.cards], reader.context)
    return readFaultless({ ...round, cards, rulings: unfollowedAt(rulingsOf(round), box) }, reader) !== null
  })

/** Has the round a reading without an error, or anything else that is odd, if the shoe lost one of its cards? Or is that not known? */
const mayLackCard = (search: Search): boolean => {
  const { round, reader } = search
  const { context } = reader
  if (!context.mayLoseCards) return false
  return [...round.cards.keys(), round.cards.length].some((place) => {
    if (!isPaid(search, `lost ${place}`)) return true
    const at = round.cards[Math.max(0, place - 1)]?.at ?? round.openedAt
    const cards = variantOf(round.cards, `lost ${place}`, () => round.cards.toSpliced(place, 0, { code: UNKNOWN, at, cause: '' }), context)
    return readFaultless({ ...round, cards }, { ...reader, tolerated: 'none' }) !== null
  })
}

/** Does the round fit with one bet settled as no row has it, or is that not known yet? */
export const mayBeUnnamed = (round: Round, reader: Reader): boolean => {
  if (!isSearched(round, reader.context)) return false
  const ways = waysIn(unnamed, { round, reader, asked: askedOf(round, reader) })
  return ways === CUT_OFF || ways.length > 0
}

/** What the questions behind a proof have paid for. */
const paidIn = (asked: Asked): Paid => asked.inquiries.get(unnamed.ask)?.paid ?? new Paid()

const isPaid = ({ round, reader, asked }: Search, question: string | number, weight = 1, paid = paidIn(asked)): boolean =>
  reader.context.workspace.work.pays(weight * priceOf(nodesOf(round, reader.context)), question, paid)

/** A settlement with errors is matched against every row and each end of the settlement; a box that erred is played by every row. */
const weightOf = ({ settling, playErrors }: DealersError): number => (playErrors.length > 0 ? 10 : settling > 0 ? 5 : 1)

/** The ways of one question after the other; it ends with `CUT_OFF` if the next one cannot be paid for. */
function* answersTo(kind: Kind, search: Search): Generator<readonly Way[] | CutOff, void> {
  const { round, reader, asked } = search
  const { questions, answers, paid } = kept(asked.inquiries, kind.ask, () => ({
    questions: kind.ask(round, reader),
    answers: [],
    paid: new Paid(),
  }))
  const wider = asked.wider?.inquiries.get(kind.ask)?.answers
  for (const [at, question] of questions.entries()) {
    const isMisdeal = 'misdeal' in question
    if (!isPaid(search, at, isMisdeal ? 1 : weightOf(question), paid)) return yield CUT_OFF
    const isDead = wider?.[at]?.length === 0
    answers[at] ??= (isDead ? [] : isMisdeal ? misdealtWay(question, reader) : errorWays(round, question, reader)).map((way) => ({
      ...way,
      rarity: leavesLammers(way, reader) ? RARITY.lammersLeft : 0,
    }))
    yield answers[at].map((way) => ({ ...way, rarity: kind.rarity + way.rarity }))
  }
}

/** `known`: ways that another kind with the same question has brought. They count once. */
const waysIn = (kind: Kind, search: Search, known: readonly Way[] = []): readonly Way[] | CutOff => {
  const all = [...answersTo(kind, search)]
  const { counts = () => true } = kind
  const isNew = (way: Way): boolean => counts(way) && known.every(({ solution }) => solution !== way.solution)
  return all.includes(CUT_OFF) ? CUT_OFF : (all as readonly (readonly Way[])[]).flat().filter(isNew)
}

/** Would the search for errors that are no rarer than this find something? It stops at the first way that counts. */
export const isExplained = (round: Round, reader: Reader, upTo: number, counts: (way: Way) => boolean = () => true): boolean | CutOff => {
  if (!isSearched(round, reader.context)) return false
  const search: Search = { round, reader, asked: askedOf(round, reader) }
  let least = Number.POSITIVE_INFINITY
  for (const kind of KINDS) {
    if (kind.rarity > Math.min(upTo, least + reader.context.rarerMax)) return false
    if (kind.beside !== undefined) continue
    for (const ways of answersTo(kind, search)) {
      if (ways === CUT_OFF) return CUT_OFF
      if (ways.some(counts)) return true
      least = Math.min(least, leastRare(ways))
    }
  }
  return false
}

/** After a wrong deal the rest of the round was dealt and settled as it should be. */
const isConfirmed = (round: Round, solution: Solution, { asked }: Reader): boolean => {
  const isSettling = [...round.moves.values()].some((levels) => levels.some(({ at }) => at >= (round.cards.at(-1)?.at ?? 0)))
  return asked === 'resolved' || (isSettling && solution.over >= solution.count)
}

const errorWays = (round: Round, error: DealersError, reader: Reader): readonly Explained[] =>
  playErrorsIn(error) === 0 ? errorWay(round, error, reader) : playErrorWays(round, error, reader)

/**
 * One lattice has all errors in play or, if that is too large, those of one box. Each error that has readings is then asked about by
 * itself.
 */
const playErrorWays = (round: Round, error: DealersError, reader: Reader): readonly Explained[] => {
  const { playErrors, overflow } = readRound(round, { ...reader, error })
  const boxes = [...new Set(error.playErrors.map(({ box }) => box))]
  if (overflow && boxes.length > 1) {
    const errorsAt = (box: number) => error.playErrors.filter((each) => each.box === box)
    return boxes.flatMap((box) => playErrorWays(round, { ...error, playErrors: errorsAt(box) }, reader))
  }
  return error.playErrors.flatMap((playError) =>
    playErrors.some((each) => isSamePlayError(each, playError)) ? errorWay(round, { ...error, playError }, reader) : [],
  )
}

const errorWay = (round: Round, error: DealersError, reader: Reader): readonly Explained[] => {
  const told = tamperedWith(round, readRound(round, { ...reader, error }), error, reader)
  const least = MISREAD_BOXES_MIN[error.fault ?? 'none']
  const solution = least === undefined ? told : misreadIn(told, round, reader, least)
  if (solution === null || solution.count === 0) return []
  if (error.tampering?.inPlay === true && !mayGoOn(round, solution, error, reader)) return []
  const doubt = doubtIn(round, solution, error, reader)
  const errors = errorsOf(round, solution, error, reader).map((each) => (doubt === null ? each : { instead: doubt, ...each }))
  return [{ round, solution, question: error, errors }]
}

/** What any error of these readings may be instead; null: nothing. */
const doubtIn = (round: Round, solution: Solution, error: DealersError, reader: Reader): Reason | null => {
  const { best } = solution
  if (error.tampering?.isPutBack) return { code: 'stake-lifted' }
  if (error.fault !== 'misread' || best === null) return isNeverSettled(round, solution, reader) ? { code: 'moved-next-bets' } : null
  const isShown = isBelievedIn22(best) || misreadBoxes(best, reader).some((box) => isHandled(solution, box))
  return isShown ? null : instead(null)
}

/** Can some of these readings take another card? It is a low one, which nobody who may draw has to refuse. */
const mayGoOn = (round: Round, solution: Solution, error: DealersError, reader: Reader): boolean => {
  if (solution.over >= solution.count) return false
  const { context, now } = reader
  const at = now + context.spotLagMs + 1
  const cards = variantOf(round.cards, `one more at ${at}`, () => [...round.cards, { code: LOW_CARD, at, cause: '' }], context)
  return readRound({ ...round, cards }, { ...reader, now: at, error }).count > 0
}
const LOW_CARD = cardCode('2S')

/**
 * Nothing was settled as due, and several boxes were settled otherwise. Their chips may be bets of the next round, with this one never
 * closed, unless the rack shows that the dealer moved them.
 */
const isNeverSettled = (round: Round, { settledWrongly, best }: Solution, { context: { spotLagMs } }: Reader): boolean => {
  const wrongly = new Set(settledWrongly.map(({ box }) => box))
  const isOver = (index: number): boolean => mayMoveEarly(best?.stories[index]?.hands ?? [])
  const isDue = ({ win, lose }: BoxDue): boolean => win !== 0 || lose !== 0
  const last = round.cards.at(-1)?.at ?? 0
  const isShown = (index: number): boolean =>
    timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs).moves.some((move) => move.at > last && isHouses(move))
  if ([...wrongly].some(isShown)) return false
  return wrongly.size > 1 && (best?.dues ?? []).every((due, index) => !isDue(due) || wrongly.has(index) || isOver(index))
}

/** How many of the best readings are searched for one in which several boxes come to something else. */
const MISREAD_READINGS = 20

/** So many boxes come to something else by the total that he used. If it was only one, that box was rather settled wrongly itself. */
const MISREAD_BOXES_MIN: { readonly [fault in DealerFault | 'none']?: number } = { misread: 2, 'misread-short': 1 }

const misreadIn = (solution: Solution, round: Round, reader: Reader, least: number): Solution | null => {
  const isShown = (each: Reading): boolean => !isBelievedIn22(each) || isPush22Paid(round, reader)
  const reading = solution.kBest(MISREAD_READINGS).find((each) => isShown(each) && misreadBoxes(each, reader).length >= least)
  return reading ? solution.prefer(reading) : null
}

const isBelievedIn22 = (best: Reading | null): boolean => best?.dealer?.believed?.total === 22

/** Since the last card chips came to a Push 22 bet. */
const isPush22Paid = (round: Round, { context: { spotLagMs } }: Reader): boolean =>
  round.boxes.some((box) => {
    const { base, moves } = timelineOf(round, spotOf(box, 'p22'), spotLagMs)
    return base.amount > 0 && moves.some(({ at, amount }) => at > (round.cards.at(-1)?.at ?? 0) && amount > base.amount)
  })

/** Boxes, by index, whose result differs under the total that he used. */
const misreadBoxes = (best: Reading, { context: { rules } }: Reader): readonly number[] => {
  const { dealer } = best
  if (!best.dues || !dealer?.believed) return []
  const final = { ...dealer, ...dealer.believed }
  return best.dues.flatMap(({ outcomes }, index) => {
    const hands = best.stories[index]?.hands ?? []
    const believed = judgeHands(hands, final, rules, false)
    return hands.some((hand, at) => isOtherMoney(hand, believed[at], outcomes[at])) ? [index] : []
  })
}

/** The dealer paid or took there. He moves nothing at a bet he takes for tied, so every movement there would be the player's. */
const isHandled = ({ best }: Solution, index: number): boolean => best?.settlements[index]?.kinds.some(isDealers) === true

/** A free hand that does not win moves no chip, whatever becomes of it. */
const isOtherMoney = ({ real }: Hand, one: Outcome | undefined, other: Outcome | undefined): boolean =>
  one !== other && (real > 0 || one === 'win' || other === 'win')

const misdealtWay = ({ round, misdeal, expected, seen, isOver }: Misdealt, reader: Reader): readonly Explained[] => {
  const asked = isOver && reader.asked === 'any' ? 'over' : reader.asked
  const solution = readRound(round, { ...reader, asked, asMisdealt: true })
  if (solution.count === 0) return []
  const { code, box } = misdeal
  const names = [{ code, hand: OF_A_HAND.has(code) ? 1 : null, expected, seen }]
  const isUnconfirmed = !isShown(round, code) && !isConfirmed(round, solution, reader)
  return [{ round, solution, question: misdeal, errors: [{ box, names, count: solution.count, isUnconfirmed, ...mayBeUnseen(misdeal) }] }]
}

/** docs/pit.md, `bet-note`: money that no sensor sees and that the floor has not noted plays on a box without chips. Then nobody erred. */
const mayBeUnseen = ({ code, box }: Misdealt['misdeal']): Pick<ErrorInWay, 'instead'> =>
  code === 'DEAL-EMPTY-BOX' ? { instead: unseenBet(box) } : {}

/** Errors that the pointer, if it is in use, shows as they happen. */
const BY_POINTER: ReadonlySet<FindingCode> = new Set(['DEALER-DREW-EARLY', 'PLAY-ORDER'])
const isShown = (round: Round, code: FindingCode): boolean => BY_POINTER.has(code) && isPointed(round)

/** Errors in the deal or the order of play that belong to the box's only hand. */
const OF_A_HAND: ReadonlySet<FindingCode> = new Set(['DEAL-ONE-CARD-HAND', 'PLAY-ORDER'])

/**
 * Keeps those readings in which the bet was in play. What looks like a bet changed in play is no such thing if its hand went bust: its stake was
 * rightly taken, and nobody raises a lost bet.
 */
const tamperedWith = (round: Round, solution: Solution, error: DealersError, reader: Reader): Solution => {
  if (error.tampering === null || solution.count === 0) return solution
  const { box, at, level, before, gone } = error.tampering
  // Chips that were not put back count as taken.
  if (gone || (level > 0 && level < before)) return solution
  const next = round.cards.filter((card) => card.at <= at).length
  const bet = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), reader.context.spotLagMs).base.amount
  const isLost = ({ hand: { ended, real, fromSplit, positions } }: HandInReading): boolean =>
    ended === 'bust' && positions.every((position) => position < next) && (level > before ? !fromSplit : inChips(real, bet) === before)
  return readRound(round, { ...reader, error, only: (held) => held.box !== box || !isLost(held) })
}
