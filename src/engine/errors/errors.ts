/**
 * How an open round is read and how it ended: without an error if possible, otherwise with the fewest; and since when its errors have
 * stood.
 */

import { mayMoveEarly } from '../../rules/game/hand.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import { ANY_ERROR, RARITY } from '../../rules/house/rarity.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { type Accusation, type Deviation, instead, once, verdict, withDoubts } from '../deviation.ts'
import { changesIn } from '../evidence/chips.ts'
import { HUMAN_MS } from '../evidence/human-times.ts'
import { isDealt, isUnbet, lastMoved, type MisdealCode, movedBesidesSurrender, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { isBetOnAnew, laidBetween } from '../evidence/table-signs.ts'
import { RIGHT } from '../lattice/error-effects.ts'
import { paidForLaid, type Reader, readRound } from '../lattice/question.ts'
import { type DealersError, isRare, ORDINARY, type Reading, type SettledWrongly, type Solution } from '../lattice/reading.ts'
import { AS_TOLD, AT_ALL, INNOCENT, readAtAll, readFaultless, readOn, SETTLED } from '../lattice/rungs.ts'
import { isDealers } from '../lattice/settlement.ts'
import { sidesLaid } from '../lattice/side-settlement.ts'
import type { HowOpen } from '../state/how-read.ts'
import { candidatesOf, type OpenRound, withCandidates } from '../state/open-round.ts'
import { isAnyAway } from '../state/pointer-gone.ts'
import { errorsOf, type TableState, withDeviations } from '../state/table-state.ts'
import { CUT_OFF } from '../work.ts'
import { heldOf } from './claims.ts'
import { withCorrected } from './corrections.ts'
import { type Found, misdealtAs } from './grades.ts'
import { holeOrder } from './hole-order.ts'
import { burnedFirst, type Misdealt, misdealsOf, reordersOf, turnsOf } from './misdeals.ts'
import { chargedFreeBets } from './paid-free-bets.ts'
import { foundBy, isSearched, type Sought, searchErrors } from './search.ts'
import { type MainErrors, withSides } from './side-errors.ts'
import { toppedUp } from './top-ups.ts'
import type { Question } from './way.ts'
import { SETTLED_WRONGLY } from './ways-to-err.ts'

/** The readings without an error; if there are none, the least rare with errors; else those with some evidence left out. */
export interface Told {
  /** The round as it was dealt, if its deal went wrong. */
  readonly round: Round
  readonly solution: Solution
  /** null: unknown. */
  readonly deviations: readonly Accusation[] | null
  /** The ways in which it can have gone wrong. */
  readonly ways?: Found['ways']
  /** Readings of the round as it was dealt that are just as credible. What they do not share is not certain. */
  readonly alike?: readonly Solution[]
  /** The round with the chips that a hand may cover. It has no error if a hand does cover them. */
  readonly covered?: Round
  /** The question to the lattice that found the errors of these readings. */
  readonly erredBy?: Question
}

export const readWithErrors = (round: Round, reader: Reader, how: HowOpen): Told => {
  const mains = readMains(round, reader, how)
  const { solution, deviations, ways = [], covered, alike: others = [] } = mains
  // Until a wrong deal is proven, the round is reported as far as possible without it.
  if (mains.round !== round) return { ...mains, solution: readAtAll(round, reader) }
  const noted = deviations && allErrors(covered ?? round, solution, { errors: deviations, ways }, reader)
  const alike = [...others, ...ways.flatMap((way) => (way.round === round ? [way.solution] : []))]
  return { ...mains, ways: [], deviations: noted, alike }
}

/** Everything that went wrong in a round. `mains`: what was found if the main bets were not settled as due. */
export const allErrors = (round: Round, solution: Solution, mains: MainErrors, reader: Reader): readonly Accusation[] => {
  const { context } = reader
  return [
    ...withSides(round, solution, mains, reader),
    ...holeOrder(round, context),
    ...(round.incomplete === null ? [...chargedFreeBets(round, solution, context), ...toppedUp(round, solution, context)] : []),
  ]
}

const readMains = (round: Round, reader: Reader, { by, error }: HowOpen): Told => {
  const faultless = readFaultless(round, reader)
  if (faultless) return { round, solution: faultless, ...paidInstead(round, reader) }
  // If evidence is missing, it proves nothing that there is no reading.
  if (!isSearched(round, reader.context)) return { round, solution: readAtAll(round, reader), deviations: null }
  const innocent = readOn(round, reader, INNOCENT)
  if (innocent) {
    const { solution, round: read, rung } = innocent
    // Instead of a hand over chips, the dealer may have paid too much and have still to put it right.
    const overpaid = rung === 'covered' ? readOn(round, reader, ['being put right']) : null
    return { round, solution, deviations: [], alike: overpaid ? [overpaid.solution] : [], ...(read === round ? {} : { covered: read }) }
  }
  if (by === 'open, by the rules') return { round, solution: readAtAll(round, reader), deviations: null }
  const before = error && by === 'open, as before' ? readAsBefore(round, reader, error) : null
  if (error && before) return { round, solution: before, deviations: null, erredBy: error }
  const found = by === 'open' ? foundBy(searchedWhole(round, reader)) : null
  const way = found?.ways.find(({ solution }) => solution === found.solution)
  return found ? { ...found, ...(way ? { erredBy: way.question } : {}) } : { round, solution: readAtAll(round, reader), deviations: null }
}

/** The readings of the round with the error by which it was read before, if that explains it still. */
const readAsBefore = (round: Round, reader: Reader, question: Question): Solution | null => {
  if (!('code' in question)) {
    const solution = readRound(round, { ...reader, error: question })
    return solution.count > 0 ? solution : null
  }
  const isSo = ({ misdeal }: Misdealt): boolean => misdeal.code === question.code && misdeal.box === question.box
  const ways = [...misdealsOf(round, reader.context), ...reordersOf(round, reader.context), ...turnsOf(round, reader.context)].filter(isSo)
  return ways.some((way) => isDealtSo(way, reader)) ? readAtAll(round, reader) : null
}

/** What may have been wrong if chips that a player may have laid on his settled bet were a payment. */
export const paidInstead = (round: Round, reader: Reader): Required<Pick<Told, 'deviations' | 'ways'>> => {
  const boxes = paidForLaid(round, reader)
  const paid: Reader = { ...reader, tolerated: 'laid unlike a win' }
  const found = boxes.length > 0 && isSearched(round, reader.context) ? foundBy(searchErrors(round, paid)) : null
  const isAtBox = ({ box: index }: Pick<SettledWrongly, 'box'>): boolean => boxes.includes(round.boxes[index] ?? 0)
  const isPaid = ({ best }: Solution): boolean =>
    round.boxes.some((box, at) => boxes.includes(box) && best?.settlements[at]?.kinds.includes('pay'))
  const ways = found?.ways.filter(({ solution }) => solution.settledWrongly.some(isAtBox) || isPaid(solution)) ?? []
  const isSettlers = ({ settledWrongly, best }: Solution): boolean => settledWrongly.some(isAtBox) || best?.dealer?.fault === 'misread'
  const isNamed = ({ box, code }: Accusation): boolean =>
    ways.some(
      ({ errors, solution }) =>
        isSettlers(solution) && errors.some((error) => error.box === box && error.names.some((name) => name.code === code)),
    )
  const deviations = found?.deviations.filter(isNamed).map((each) => withDoubts(each, { reason: { code: 'next-bet' } })) ?? []
  return { deviations, ways: ways.length > 0 ? ways : insteadOfRare(round, reader) }
}

/**
 * If every story of the first innocent act that fits has a decision that few players take, a rarer innocent act may be what happened, or a stake was
 * settled wrongly, put right or not: that accuses nobody.
 */
const insteadOfRare = (round: Round, reader: Reader): Found['ways'] => {
  const told = readOn(round, reader, SETTLED)
  if (!isRare(told?.solution.best)) return []
  const way = (solution: Solution, question: DealersError, rarity: number): Found['ways'] =>
    solution.count > 0 ? [{ round, solution, errors: [], rarity, question }] : []
  const ordinary = readOn(round, { ...reader, ...ORDINARY }, SETTLED)
  if (ordinary) return ordinary.rung === told?.rung ? [] : way(ordinary.solution, RIGHT, 0)
  return isSearched(round, reader.context)
    ? way(readRound(round, { ...reader, ...SETTLED_WRONGLY }), SETTLED_WRONGLY.error, RARITY.settledWrongly)
    : []
}

/** Includes the side wagers; if that would allow too many errors, only the main bets. */
const searchedWhole = (round: Round, reader: Reader): Sought => {
  const whole = sidesLaid(round, reader.context) ? searchErrors(round, { ...reader, sides: true }) : null
  return whole ?? searchErrors(round, reader)
}

/**
 * The errors of a round whose evidence is whole, of kinds up to this rank; null: evidence is missing, or no such errors explain the round.
 */
export const erred = (round: Round, reader: Reader, upTo?: number): Sought =>
  isSearched(round, reader.context) ? searchErrors(round, reader, upTo) : null

/** When the newest evidence about this error came. */
const erredSince = (round: Round, { box }: Deviation): number => {
  if (box === null) return lastMoved(round)
  const own = [...round.moves].flatMap(([spot, levels]) => (Number(spot.split('.')[0]) === box ? levels.map(({ at }) => at) : []))
  return Math.max(round.cards.at(-1)?.at ?? 0, ...own)
}

/**
 * A box was passed over in the deal: chips or the pointer show that play has begun, and without that box the deal is complete. `asked`:
 * whether the round must be over as well.
 */
export const passedOver = (state: TableState, current: OpenRound, context: TableContext, asked: 'any' | 'resolved'): TableState => {
  const reader: Reader = { context, now: state.now, asked }
  const [found, ...others] = waysPassedOver(state, current.round, context).filter((each) => isDealtSo(each, reader))
  if (!found || others.length > 0) return state
  const deviation = verdict(misdealtAs(found))
  const open = { ...current, round: found.round, misdealt: deviation }
  return withDeviations({ ...state, current: open }, current.round.id, [deviation])
}

/**
 * At a new shoe or with a new dealer a card came, and only then were bets laid on empty spots: the card was burned by mistake. A bet that
 * is laid next to others that already lie may be the next round's.
 */
export const burnedBeforeBets = (state: TableState, current: OpenRound, context: TableContext): TableState => {
  const { round } = current
  const [, next, ...more] = round.cards
  if (next === undefined || more.length > 0) return state
  if (round.fresh === null || round.misdeal !== undefined || round.incomplete !== null) return state
  const late = laidBetween(round, context.boxes, round.openedAt + context.spotLagMs, next.at)
  const isBefore = late.length > round.boxes.length && (late.length > 1 || round.boxes.length === 0)
  const [found] = isBefore ? burnedFirst(round, context) : []
  if (!found) return state
  const deviation = verdict(misdealtAs(found), round.boxes.length === 0 ? null : { code: 'next-bets' })
  const open = { ...current, round: found.round, misdealt: deviation }
  return withDeviations({ ...state, current: open }, round.id, [deviation])
}

/**
 * The round's first card may be one too many of the round before, and since its newest card bets were laid on more boxes than it has, as
 * before a deal. Otherwise so many bets would all be late.
 */
export const isBeforeBets = ({ round, unsure }: OpenRound, now: number, context: TableContext): boolean => {
  return unsure?.code === 'unsure-start' && round.fresh === null && isBetOnAnew(round, context.boxes, now, context.spotLagMs)
}

/** Every way in which so few cards can be a complete deal, with play already begun. */
export const waysPassedOver = (state: TableState, round: Round, context: TableContext): readonly Misdealt[] => {
  if (state.current !== null && isBeforeBets(state.current, state.now, context)) return []
  const began = hasPlayBegun(state, round, context)
  return round.incomplete === null && began && !isAnyAway(state) ? waysDealt(state, round, context) : []
}

/**
 * The pointer rests during the deal, and so do the chips on its bets, unless their player surrenders. A single bet that changes may be a guest's hand,
 * while the dealer has stopped. A card may still be on its way when they move.
 */
const hasPlayBegun = ({ now }: TableState, round: Round, context: TableContext): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const moved = [...round.moves].flatMap(([spot, moves]) => {
    const first = movedBesidesSurrender(round, spot, moves, context).find(({ at }) => at > last + context.spotLagMs)
    return first ? [first.at] : []
  })
  const [, second] = moved.toSorted((one, other) => one - other)
  const pointed = round.pointer.flatMap(({ at, place }) => (at >= round.openedAt && place !== 'none' ? [at] : []))
  return now > Math.min(second ?? Number.POSITIVE_INFINITY, ...pointed) + HUMAN_MS.silent
}

/** Accounts may differ in who was dealt in. Once play has begun, only those in which the deal is complete are left. */
export const withDealt = (state: TableState, current: OpenRound, context: TableContext): OpenRound => {
  const accounts = candidatesOf(current)
  const dealt = accounts.filter(({ round }) => isDealt(round, context))
  const [first] = dealt
  if (first === undefined || dealt.length === accounts.length || first.after.length > 0) return current
  return hasPlayBegun(state, first.round, context) ? withCandidates(current, dealt) : current
}

/** Every way in which the deal may have gone wrong and that fits what came since. */
export const waysDealt = ({ now }: TableState, round: Round, context: TableContext): readonly Misdealt[] => {
  const reader: Reader = { context, now, asked: 'any' }
  return misdealsOf(round, context).filter((each) => isDealtSo(each, reader))
}

const isDealtSo = ({ round }: Misdealt, reader: Reader): boolean => readRound(round, reader).count > 0

/** Another way in which the cards can have been dealt, by an error, and that fits what came since; null if there is none. */
export const dealtOtherwise = (round: Round, reader: Reader): Reason | null =>
  firstDealt([...misdealsOf(round, reader.context), ...reordersOf(round, reader.context)], reader)

/** The same for this error alone. */
export const dealtAs = (code: MisdealCode, round: Round, reader: Reader): Reason | null =>
  firstDealt(
    misdealsOf(round, reader.context).filter(({ misdeal }) => misdeal.code === code),
    reader,
  )

const firstDealt = (ways: readonly Misdealt[], reader: Reader): Reason | null => {
  const found = ways.find((each) => isDealtSo(each, reader))
  return found ? instead(found.misdeal) : null
}

const firstOf = (found: Found | null): Reason | null => {
  const [first] = found?.deviations ?? []
  return first ? instead(first) : null
}

/** The single error by which every stake of the round is settled by now, without a name if that is unknown; null if there is none. */
export const overByError = (round: Round, reader: Omit<Reader, 'asked'>): Reason | null => {
  const sought = isDealt(round, reader.context) ? erred(round, { ...reader, asked: 'resolved' }, ANY_ERROR) : null
  return sought === CUT_OFF ? instead(null) : firstOf(sought)
}

/** Waits until the sensor can no longer correct a level before accusing anybody: an error counts only once it has held for the lag. */
export const withErrors = (
  state: TableState,
  current: OpenRound,
  { round, solution, deviations, ways = [] }: Told,
  { spotLagMs }: TableContext,
): TableState => {
  // A disconnected device may still report what explains this.
  if (isAnyAway(state)) return state
  const told = errorsOf(state, current.round.id)
  // Once nothing explains what has come to rest, nothing is proven any more.
  if (deviations === null) {
    if (current.round.incomplete !== null || state.now <= lastMoved(current.round) + spotLagMs) return state
    return withDeviations(state, current.round.id, told, { code: 'more-wrong' })
  }
  if (deviations.length + told.length === 0 && current.misdealt === null) return state
  // Sensors without a lag correct nothing.
  const isHeld = (deviation: Deviation): boolean => spotLagMs === 0 || state.now > erredSince(round, deviation) + spotLagMs
  const held = heldOf(
    deviations.map((each) => verdict(each)),
    told,
    isHeld,
  )
  const known = withCorrected(told, current.misdealt ? [current.misdealt, ...held] : held, round, solution)
  const isConfirmed = ways.every(({ errors }) => errors.every(({ isUnconfirmed }) => !isUnconfirmed))
  // Cards to a box without a bet were dealt there, whatever was bet on it.
  const isDealtThus = ({ grade, box }: Deviation): boolean => grade === 'proven' || (isConfirmed && box !== null && isUnbet(round, box))
  const found = held.find((each) => each.code === round.misdeal?.code && isDealtThus(each))
  // A wrong deal that is proven becomes the round, which goes on from it.
  const open = ways.length === 1 && round !== current.round && found ? { ...current, round, misdealt: found } : current
  return withDeviations({ ...state, current: open }, current.round.id, known)
}

const UNSETTLED: ReadonlySet<FindingCode> = new Set(['WINNER-UNPAID', 'LOSER-NOT-TAKEN'])

/** Were several bets left unpaid or untaken? Judges by the ways that were found alone. */
const isUnsettled = ({ ways }: Found): boolean => {
  const errors = ways.flatMap((way) => way.errors.flatMap(({ box, names }) => names.map(({ code }) => ({ box, code }))))
  const [first] = errors
  const isMore = errors.some(({ code, box }) => code !== first?.code || box !== first.box)
  return isMore && errors.every(({ code }) => UNSETTLED.has(code))
}

/** Which errors are looked for in a round that ends: any; any, if it cannot go on without one; or none. */
export type ErrorsSought = 'any' | 'suspected' | 'none'

/** How a round ended, if it must have ended: with every stake settled as due, else with the least rare errors, else as it was left. */
export const readEnding = (round: Round, now: number, errors: ErrorsSought, context: TableContext): Told | null => {
  const reader: Reader = { context, now, asked: 'resolved' }
  const resolved = readOn(round, reader, SETTLED)
  if (resolved) return { round, solution: resolved.solution, ...paidInstead(round, reader) }
  const isWhole = isSearched(round, context)
  const isSuspected = errors === 'suspected' && isWhole && readFaultless(round, { ...reader, asked: 'any' }) === null
  const sought = errors === 'any' ? reader : isSuspected ? { ...reader, asked: 'over' as const } : null
  const found = sought && isWhole ? foundBy(searchedWhole(round, sought)) : null
  // If nothing was settled at all, report that as one fact.
  if (found) return { ...found, deviations: isUnsettled(found) ? null : unlessLeftOpen(found.deviations, round, now, context) }
  const solution = endingOf(round, now, context, 'at-all')
  return solution && { round, solution, deviations: null }
}

/**
 * The readings with every stake settled, else those as it was left. `at-all`: by as much evidence as fits. null: no reading ends the round.
 */
export const endingOf = (round: Round, now: number, context: TableContext, by: 'all-evidence' | 'at-all'): Solution | null => {
  const reader: Reader = { context, now, asked: 'resolved' }
  const resolved = readOn(round, reader, SETTLED)
  return (resolved ?? readOn(round, { ...reader, asked: 'over' }, by === 'at-all' ? AT_ALL : AS_TOLD))?.solution ?? null
}

/** Some box was paid or taken as due after the last card had come: nobody draws after that. */
export const isSettling = ({ best, settledWrongly }: Solution): boolean =>
  best?.settlements.some(
    ({ kinds }, index) =>
      !mayMoveEarly(best.stories[index]?.hands ?? []) && settledWrongly.every(({ box }) => box !== index) && kinds.some(isDealers),
  ) ?? false

/** How many of the likeliest readings are looked at. */
const READINGS_MAX = 8

/** What two boxes or more were due was not settled, and no chips moved there except chips laid on top. */
const isLeftOpen = (round: Round, { stories, dues }: Reading, { spotLagMs }: TableContext): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const open = (dues ?? []).flatMap(({ win, lose }, index) => {
    const timeline = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs)
    // A natural that has not been paid waits like any other hand.
    const isWaiting = !mayMoveEarly(stories[index]?.hands ?? []) || timeline.moves.length === 0
    return (win > 0 || lose > 0) && isWaiting ? [{ win, ...timeline }] : []
  })
  const isLaidUpon = ({ win, ...timeline }: (typeof open)[number]): boolean =>
    changesIn(timeline).every(({ at, before, change }) => at < last || (before > 0 && change >= 0 && change !== win))
  return open.length > 1 && open.every(isLaidUpon)
}

/** If by its cards and stakes nobody erred, the round may have been left so. That is one error as well, so none of the others is proven. */
const unlessLeftOpen = (deviations: readonly Accusation[], round: Round, now: number, context: TableContext): readonly Accusation[] => {
  if (context.chipEvidence !== 'payouts' || round.misdeal !== undefined) return deviations
  const holds = once(() => {
    const played = readRound(round, { context, now, asked: 'over', chips: 'of play' })
    return played.kBest(READINGS_MAX).some((reading) => isLeftOpen(round, reading, context))
  })
  return deviations.map((each) => withDoubts(each, { reason: instead({ code: 'ROUND-NOT-CLOSED', box: null }), holds }))
}
