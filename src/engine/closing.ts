/** Reading an open round again, and closing it: when the next round shows, when every stake is resolved, when the input ends. */
import { AREAS, type SpotId } from '../../devices/scan.ts'
import { UNKNOWN } from './cards.ts'
import type { TableContext } from './context.ts'
import type { Deviation } from './deviation.ts'
import { endingOf, isSettling, isUntold, notes, passedOver, readAtAll, readEnding, readWithErrors, untoldAs, withErrors } from './errors.ts'
import type { RoundResult } from './event.ts'
import { type Ending, type OpenRound, opened, type Rival } from './open-round.ts'
import { nodesOf, type Reader, readRound, wasPointedLate } from './question.ts'
import { withRack } from './rack.ts'
import type { Solution } from './reading.ts'
import { agreedResult, roundResult } from './result.ts'
import {
  beginningsIn,
  candidatesOf,
  cutBefore,
  everyEnding,
  firstOf,
  isAlive,
  lastShared,
  likeliest,
  likeliestOpen,
  mayGoOn,
  resolvedReading,
  roundsIn,
  usualPauseMs,
  withCandidates,
} from './rival.ts'
import { codeRead, isDealt, isPointed, isVeiled, lastMoved, MAINS, type Round, spotOf, timelineOf } from './round.ts'
import {
  announceDeal,
  ENDED_EARLY,
  NO_ENDING,
  openAloud,
  sayCertain,
  sayRest,
  spoil,
  TOO_MANY_BEGINNINGS,
  TOO_MANY_READINGS,
  type Voice,
} from './say.ts'
import { sidesResolved } from './spots.ts'
import { isLaidAnew, isLaidWithin, mayBeCovered, wasCleared } from './steady.ts'
import { asLikely, ONE_MORE_CARD, type TableState, UNSURE_ACCOUNT, UNSURE_START, withDeviations } from './table-state.ts'
import { viewOf } from './table-views.ts'
import { isExposed, withAllTurned, withTurned } from './turning.ts'
import { veiled } from './veil.ts'

/** Reads the open round and says what has become certain. */
export const settle = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const rev = state.rev + 1
  if (!current) return { ...state, rev }
  if (!isDealt(current.round, context)) {
    const known = passedOver(state, current, context)
    return known === state ? { ...state, rev } : settle(misdealt(known, context), context, voice)
  }
  const unsearched = isUntold(current, state.now, context)
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'any', unsearched }
  if (current.rivals.length > 0) {
    const left = narrowed(state, context, voice)
    if (left.current !== current) return settle(left, context, voice)
  }
  const known = readWithErrors(current.round, reader)
  const full = known.solution
  if (current.rivals.length === 0 && isVeiled(current.round) && isExposed(full))
    return settle({ ...state, current: withAllTurned(current, state.now, context) }, context, voice)
  // Where a round may have ended nobody is accused of what one account of it shows.
  const told = current.rivals.length === 0 ? withErrors(state, current, known, context) : state
  if (told.current && told.current.round !== current.round) return settle(misdealt(told, context), context, voice)
  const untold = unsearched && known.deviations === null ? current.untold : untoldAs(current, known.deviations, state.now, context)
  const next = { ...told, rev, current: { ...(told.current ?? current), untold, full } }
  const kept = full.overflow ? spoil(next, TOO_MANY_READINGS, voice) : next
  return kept.current ? { ...kept, current: sayCertain(kept.current, context, voice) } : kept
}

/** Dealt as it was found to be, another card may lie face down. */
const misdealt = (state: TableState, context: TableContext): TableState =>
  state.current ? { ...state, current: { ...state.current, round: veiled(state.current.round, context) } } : state

/** The round is closed, as far as those can tell who do not know the hole card: read with it. */
const withHole = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const turned = current && withAllTurned(current, state.now, context)
  if (!turned || turned === current) return state
  const next = { ...state, current: turned }
  return isDealt(turned.round, context) ? settle(next, context, voice) : next
}

/**
 * The round closes when every stake is resolved and the next round shows: all spots empty, or a bet after the settlement. (The next
 * first card, `SH close` and the end of the input close it where they are handled.)
 */
export const closeIfNext = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  if (current.round.incomplete !== null) return closeSpoiled(state, context, voice)
  if (current.rivals.length > 0) return closeAccounts(state, current, raised, context, voice)
  // Bets that are taken back before the deal is complete end the round.
  const undealt = !isDealt(current.round, context) && current.round.boxes.length > 0
  if (undealt && wasCleared(current.round, state.now, context.spotLagMs)) return close(state, context, voice)
  if (!current.full || !isDealt(current.round, context)) return state
  const { round, full } = current
  // The pointer may still tell whose the last card was.
  if (round.pointer.length > 0 && state.now < (round.cards.at(-1)?.at ?? 0) + context.pointerLagMs) return state
  // A hand over the last bets takes none of them.
  const empty = wasCleared(round, state.now, context.spotLagMs)
  const looksEmpty = isEmpty(state, round)
  const next = raised?.main === true && isNextBet(current, raised.spot, state.now, context)
  const cleared = empty || looksEmpty || (raised?.anew === true && isEmpty(state, round, raised.spot))
  if (!empty && !looksEmpty && !next) return cleared ? closeEmptied(state, current, raised, context, voice) : state
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'resolved' }
  const lateReading = readRound(round, { ...reader, asked: 'any' }).count === 0
  const resolved = readRound(round, { ...reader, lateReading })
  if (resolved.count === 0) return cleared ? closeEmptied(state, current, raised, context, voice) : state
  if (isVeiled(round)) {
    const isOver = empty || (raised !== null && isOverByBet(round, raised.spot, context))
    return isOver ? closeIfNext(withHole(state, context, voice), raised, context, voice) : state
  }
  // A bet of the next round for one reading may be a payment of this one for another: then the table says more later.
  const settled = sidesResolved(round, resolved.best, context)
  const agreed = settled && (resolved.count >= full.count || context.chipEvidence === 'bets') && !mayGoOn(round, state.now, context)
  return empty || (next && agreed) ? closeWith(state, { solution: resolved, complete: true, errors: [] }, context, voice) : state
}

/** Nothing lies on the table any more, and no reading without an error settles it so: closed with the errors that do. */
const closeEmptied = (state: TableState, current: OpenRound, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { round } = current
  const own =
    raised === null
      ? round
      : { ...round, moves: new Map([...round.moves].map(([spot, levels]) => [spot, spot === raised.spot ? levels.slice(0, -1) : levels])) }
  if (state.now <= lastMoved(own) + context.spotLagMs || state.away.size > 0) return state
  // What is still due may yet be paid.
  if (readRound(round, { context, now: state.now, knowsHole: true, asked: 'any' }).count > 0) return state
  const ending = readEnding(current, state.now, 'next', context)
  if (!ending?.deviations) return state
  if (isVeiled(round)) return closeIfNext(withHole(state, context, voice), raised, context, voice)
  const ended = ending.round === round ? state : { ...state, current: { ...current, round: ending.round } }
  return closeWith(ended, { solution: ending.solution, complete: true, errors: ending.deviations }, context, voice)
}

/** A spot that shows more than before; `anew`: it was empty. `main`: it is a main one. */
interface Raised {
  readonly spot: SpotId
  readonly anew: boolean
  readonly main: boolean
}

/** No chip and no lammer lies on any spot of the round. `but`: whatever lies on this one. */
const isEmpty = (state: TableState, round: Round, but: SpotId | null = null): boolean =>
  round.boxes.every((box) =>
    AREAS.every((area) => {
      const spot = spotOf(box, area)
      const level = spot === but ? undefined : state.levels.get(spot)
      return !level || (level.amount === 0 && level.lammers === 0)
    }),
  )

/** With a card missing nothing can be resolved: an incomplete round that may be over ends when its spots are empty or bets are laid on empty ones. */
const closeSpoiled = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current, now } = state
  if (!current || now - context.spotLagMs <= current.round.openedAt) return state
  const { round, full, reasons } = current
  // A card that was not read has its place; with one that never came nobody knows where the cards stand.
  const isMissing = reasons.length > round.cards.filter((card) => codeRead(card) === UNKNOWN).length
  const mayBeOver = isMissing || full === null || full.count === 0 || full.over > 0
  const isNext = mayBeOver && isLaidAnew(round, now, context.spotLagMs)
  if (!isNext && !wasCleared(round, now, context.spotLagMs)) return state
  const known = withHole(state, context, voice)
  return closeWith(known, { solution: known.current?.full ?? null, complete: false, errors: null }, context, voice)
}

/** Where nothing after the first card is followed a box dealt in has a higher level only by the next bet, whatever the dealer holds. */
const isOverByBet = ({ boxes }: Round, spot: SpotId, { chipEvidence }: TableContext): boolean =>
  chipEvidence === 'bets' && boxes.includes(Number(spot.split('.')[0]))

/** A bet on a box that was not dealt in, or on one this round has settled. */
const isNextBet = ({ round, full }: Pick<OpenRound, 'round' | 'full'>, spot: SpotId, now: number, context: TableContext): boolean => {
  const index = round.boxes.indexOf(Number(spot.split('.')[0]))
  if (now - context.spotLagMs <= round.openedAt) return false
  // Where nothing after the first card is followed, a higher level can only be a new bet.
  if (index < 0 || context.chipEvidence === 'bets') return true
  return full?.best?.settlements[index]?.kinds.at(-1) === 'player' || (context.chipEvidence !== 'payouts' && full?.over === full?.count)
}

/** Closes what is open as far as it came: the next first card, the shoe closed, the input ended. */
export const close = (before: TableState, context: TableContext, voice: Voice, by: 'next' | 'end' = 'next'): TableState => {
  const state = withHole(before, context, voice)
  const { current } = state
  if (!current) return state
  if (current.rivals.length > 0) return close(endedAccounts(state, current, context, voice), context, voice)
  const { round } = current
  if (round.boxes.length === 0 && !current.said.has('opened')) return { ...state, current: null }
  if (round.incomplete !== null || !isDealt(round, context)) {
    const last = isDealt(round, context) ? readAtAll(round, { context, now: state.now, knowsHole: true, asked: 'any' }) : current.full
    return closeWith(spoil(state, ENDED_EARLY, voice), { solution: last, complete: false, errors: null }, context, voice)
  }
  const ending = readEnding(current, state.now, by, context)
  if (ending) {
    const errors = by === 'next' ? ending.deviations : null
    const ended = ending.round === round ? state : { ...state, current: { ...current, round: ending.round } }
    return closeWith(ended, { solution: ending.solution, complete: true, errors, byCard: by === 'next' }, context, voice)
  }
  return closeWith(spoil(state, NO_ENDING, voice), { solution: current.full, complete: false, errors: null }, context, voice)
}

/** Without a complete verdict nothing is certain; the dealer may not even have begun. */
const unsure = (round: Round, solution: Solution | null, closedAt: number, context: TableContext): RoundResult => {
  const result = roundResult(round, solution, closedAt, false, context)
  return { ...result, dealer: { ...result.dealer, certain: false } }
}

/** All that went wrong in a round that closes: in its deal, its play and its settlement, and on the spots beside the main ones. */
const allErrors = (
  { round, misdealt }: OpenRound,
  solution: Solution,
  errors: readonly Deviation[],
  context: TableContext,
): readonly Deviation[] => [...(misdealt ? [misdealt] : []), ...errors, ...notes(round, solution, true, context)]

/** `errors`: in the main bets' settlement; null: nobody can tell. */
interface Closing {
  readonly solution: Solution | null
  readonly complete: boolean
  readonly errors: readonly Deviation[] | null
  /** Event time; left out: now. */
  readonly closedAt?: number
  /** It was the next card that ended it. */
  readonly byCard?: boolean
}

/** No chip of a main spot has moved since its last card, or by these readings nobody did but lay more on his bet. */
const isUntouched = ({ round }: OpenRound, solution: Solution | null): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const changes = round.boxes.flatMap((box) =>
    MAINS.flatMap((area) => {
      const { base, moves } = timelineOf(round, spotOf(box, area), 0)
      return moves.flatMap(({ at, amount }, nth) => (at < last ? [] : [amount - (moves[nth - 1] ?? base).amount]))
    }),
  )
  const isSettled = solution?.best?.settlements.some(({ kinds }) => kinds.includes('pay') || kinds.includes('take')) === true
  return changes.length === 0 || (!isSettled && changes.every((change) => change > 0))
}

const closeWith = (before: TableState, closing: Closing, context: TableContext, voice: Voice): TableState => {
  const { solution, complete, errors, closedAt = before.now, byCard = false } = closing
  const { current } = before
  if (!current?.said.has('opened')) return { ...before, current: null }
  const all = complete && solution && errors && before.away.size === 0 ? allErrors(current, solution, errors, context) : null
  // Where nothing was settled, or a hand may lie over a bet, the card that ended it may as well be one of its own.
  const isCovered = byCard && errors?.length !== 0 && mayBeCovered(current.round, before.now, context.spotLagMs)
  const isOwn = byCard && (isUntouched(current, solution) || isCovered) && !isPointed(current.round)
  const mayBeUnsettled = byCard && complete && context.chipEvidence === 'payouts'
  const unsettledEnd = mayBeUnsettled && (isCovered || solution === null || !isSettling(solution))
  const known = all ?? (unsettledEnd ? before.deviations.get(current.round.id) : undefined)
  const told = isOwn || all === null ? known?.map((each) => asLikely(each, ONE_MORE_CARD)) : known
  const state = told ? withDeviations(before, current.round.id, told) : before
  const final: OpenRound = { ...current, full: solution, rivals: [] }
  const heard = sayRest(final, complete, context, voice)
  const { others, doubted, reasons, waiting } = current
  const verdict = complete ? roundResult(heard.round, solution, closedAt, true, context) : unsure(heard.round, solution, closedAt, context)
  const result = withRack(agreedResult(verdict, current, context), heard.round, state.rack, context)
  voice.say('round.closed', result, heard.round.id)
  const last = others.length > 0 || doubted ? null : { round: heard.round, at: closedAt, result, reasons, waiting }
  const rev = state.rev + 1
  // What nobody could read did not end where it was closed, or the next began within it.
  const isLost = !complete && (solution?.count === 0 || isLaidWithin(current.round, context.spotLagMs))
  const pointerLate = state.pointerLate || (complete && wasPointedLate(heard.round, context))
  return {
    ...state,
    current: null,
    rev,
    pointerLate,
    last,
    unsettledEnd: unsettledEnd || isLost,
    closed: viewOf(heard, { ...state, rev }, 'closed', context),
  }
}

// --- accounts of where rounds ended ------------------------------------------------------------------------------------------------

/** More beginnings than that are not followed side by side, nor more rounds in a row of which nobody knows where they ended. */
const ACCOUNTS_MAX = 64
/** Nodes of all lattices but the largest: a shoe of seven boxes has some hundreds, and ten times that take more than 10 ms a card. */
const ACCOUNTS_NODES_MAX = 3000
const UNTOLD_MAX = 16

/** The accounts that are left, and what all of them share of where rounds ended is told. */
const narrowed = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  const all = candidatesOf(current)
  const left = all.filter(({ round }) => isAlive(round, state.now, context))
  return left.length > 0 ? withAccounts(state, left, context, voice) : decided(state, context, voice)
}

/** No evidence fits any account, or none is to be looked at further: the likeliest stands. */
export const decided = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  const all = candidatesOf(current)
  const doubted = all.length > 1 ? { ...state, current: { ...current, unsure: UNSURE_ACCOUNT } } : state
  const told = withAccounts(doubted, [likeliestOpen(all, usualPauseMs(current.round, context), context)], context, voice)
  return all.length > 1 && told.current ? { ...told, current: { ...told.current, unsure: UNSURE_ACCOUNT } } : told
}

const withAccounts = (state: TableState, left: readonly Rival[], context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  if (!isBounded(left, context)) return decided({ ...spoil(state, TOO_MANY_BEGINNINGS, voice), lost: TOO_MANY_BEGINNINGS }, context, voice)
  const known = withCandidates(current, left)
  const turned = withTurned(known, state.now, context)
  if (turned !== known) return narrowed({ ...state, current: turned }, context, voice)
  const first = lastShared(left)
  const accounts = cutBefore(left, first)
  if (first === firstOf(current.round)) {
    const next = withCandidates(current, accounts)
    return next.goesOn === current.goesOn && next.rivals.length === current.rivals.length ? state : { ...state, current: next }
  }
  const endings = everyEnding(left.flatMap(({ after }) => after))
  // What is shared goes on, or it has ended in every account: then the longest of its ends has all that it may have had.
  const open = left.find(({ round }) => firstOf(round) === first)
  const ended = endings.filter(({ before }) => firstOf(before) === first)
  const [longest] = ended.toSorted((one, other) => other.before.cards.length - one.before.cards.length)
  const round = open?.round ?? longest?.before
  const after = open?.after ?? longest?.after
  if (!round || !after) return state
  const told = tellEnded(state, current, after, false, context, voice)
  const begun = beginAs({
    ...told,
    fresh: null,
    current: withCandidates({ ...opened(round), unsure: told.unsettledEnd ? UNSURE_START : null }, accounts),
  })
  const kept = state.lost === null ? begun : { ...spoil(begun, state.lost, voice), lost: null }
  return announceDeal(openAloud(kept, context, voice), context, voice)
}

const isBounded = (left: readonly Rival[], context: TableContext): boolean => {
  // Of one account all but its open round is told at once.
  if (left.length === 1) return true
  const known = new Map<Ending, number>()
  if (left.length > ACCOUNTS_MAX || left.some(({ after }) => after.some((ending) => untold(ending, known) > UNTOLD_MAX))) return false
  const nodes = left.map(({ round }) => nodesOf(round, context))
  return nodes.reduce((sum, each) => sum + each, 0) - Math.max(0, ...nodes) <= ACCOUNTS_NODES_MAX
}

/** Rounds of which nobody knows where they ended, this one among them. */
const untold = (ending: Ending, known = new Map<Ending, number>()): number => {
  const rounds = known.get(ending) ?? 1 + Math.max(0, ...ending.after.map((each) => untold(each, known)))
  known.set(ending, rounds)
  return rounds
}

/** The next number is its own. */
const beginAs = (state: TableState): TableState => {
  const { current, boot } = state
  const rounds = state.rounds + 1
  return current ? { ...state, rounds, current: { ...current, round: { ...current.round, id: `${boot}-${rounds}` } } } : state
}

/** The rounds of the likeliest of these accounts, all of them over. `open`: there are accounts in which one is not. */
const tellEnded = (
  state: TableState,
  current: OpenRound,
  ends: readonly Ending[],
  open: boolean,
  context: TableContext,
  voice: Voice,
): TableState => {
  const shared = beginningsIn(ends)
  const every = everyEnding(ends)
  const complete = current.round.incomplete === null
  const { endings } = likeliest(ends, usualPauseMs(current.round, context), context)
  let table = state
  for (const [index, ending] of endings.entries()) {
    const { before, closing, closedAt, deviations } = asSettled(ending, current, context)
    const first = firstOf(before)
    const others = every.filter((other) => other !== ending && firstOf(other.before) === first)
    const accounts = { goesOn: true, rivals: [], others, doubted: open || !shared.includes(first), reasons: [], waiting: [] }
    const told: OpenRound = index === 0 ? { ...current, round: { ...before, incomplete: current.round.incomplete } } : opened(before)
    const begun: TableState = { ...table, current: { ...told, ...accounts } }
    const aloud = announceDeal(openAloud(index === 0 ? begun : beginAs(begun), context, voice), context, voice)
    // Where it ended elsewhere in another account nobody is accused by how it ended here.
    const errors = accounts.others.length > 0 || accounts.doubted ? null : deviations
    table = closeWith(aloud, { solution: closing, complete, errors, closedAt, byCard: true }, context, voice)
  }
  return table
}

/** A round of which stakes waited is read with the lines of that moment: those told late are its own where they settle it. */
const asSettled = (ending: Ending, current: OpenRound, context: TableContext) => {
  const { before, closedAt, unsettled } = ending
  if (!unsettled) return { ...ending, deviations: [] }
  const readUntil = (until: number) => {
    const moves = new Map([...current.round.moves].map(([spot, levels]) => [spot, levels.filter(({ at }) => at <= until)]))
    return readEnding({ ...current, round: { ...before, moves } }, until, 'next', context)
  }
  const late = readUntil(closedAt + context.spotLagMs)
  const read = late?.deviations?.length === 0 ? late : readUntil(closedAt)
  return read ? { ...ending, before: read.round, closing: read.solution, deviations: read.deviations } : { ...ending, deviations: null }
}

/** As `closeIfNext`, where a round may have begun unseen: each of the rounds that may be the open one has to be over. */
const closeAccounts = (state: TableState, current: OpenRound, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { now } = state
  const empty = candidatesOf(current).every(({ round }) => wasCleared(round, now, context.spotLagMs))
  if (!empty && !raised?.main) return state
  const reader: Reader = { context, now, knowsHole: true, asked: 'any' }
  const ends: Ending[] = []
  for (const { round, after } of candidatesOf(current)) {
    const closing = isDealt(round, context) ? readRound(round, { ...reader, asked: 'resolved' }) : null
    const isNext = (spot: SpotId): boolean => {
      if (!closing) return false
      if (isVeiled(round)) return closing.count > 0 && isOverByBet(round, spot, context)
      const full = readRound(round, reader)
      const agreed = resolvedReading(round, now, context) !== null && (closing.count >= full.count || context.chipEvidence === 'bets')
      return agreed && !mayGoOn(round, now, context) && isNextBet({ round, full }, spot, now, context)
    }
    if (!empty && !(raised && isNext(raised.spot))) return state
    if (closing && closing.count > 0) ends.push({ before: round, closing, closedAt: now, after })
  }
  if (ends.length > 0 && roundsIn(current).some(isVeiled)) return closeIfNext(withHole(state, context, voice), raised, context, voice)
  return ends.length > 0 ? tellEnded(state, current, ends, false, context, voice) : state
}

/** What is open is closed as it came, in every account in which it is over. */
const endedAccounts = (state: TableState, current: OpenRound, context: TableContext, voice: Voice): TableState => {
  const all = candidatesOf(current)
  const ends = all.flatMap(({ round, after }): readonly Ending[] => {
    const closing = round.incomplete === null && isDealt(round, context) ? endingOf(round, state.now, context, 'all-evidence') : null
    return closing ? [{ before: round, closing, closedAt: state.now, after }] : []
  })
  if (ends.length === 0) return decided(state, context, voice)
  return tellEnded(state, current, ends, ends.length < all.length, context, voice)
}
