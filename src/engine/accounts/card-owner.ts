/**
 * Decides whether a card is the open round's, read with as much of the evidence as fits and the fewest errors, or the first of the next.
 */
import { ONE_ERROR } from '../../rules/house/rarity.ts'
import type { TableContext } from '../context.ts'
import { isResolved } from '../errors/answers.ts'
import { isUntold } from '../errors/at-rest.ts'
import { erred, isBeforeBets, isSettling, waysDealt, waysPassedOver } from '../errors/errors.ts'
import { isExplained, mayBeUnnamed, mayStillBeDealt } from '../errors/search.ts'
import { isPaidAndTaken } from '../evidence/chips.ts'
import { isHoleMasked, isPointed, isPointedPast, isPointing, type Round, type RoundCard, spotOf, timelineOf } from '../evidence/round.ts'
import { isNextLaid } from '../evidence/table-signs.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import { AS_TOLD, AT_ALL, readOn } from '../lattice/rungs.ts'
import { sidesLaid } from '../lattice/side-settlement.ts'
import { decidedAt } from '../state/held.ts'
import { unmasked } from '../state/hole-mask.ts'
import { candidatesOf, isBeingDealt, lacksCards, type OpenRound, type Rival, withCandidates } from '../state/open-round.ts'
import { isOpen, type OpenTable, type TableState } from '../state/table-state.ts'
import { spoil, type Voice } from '../words/say.ts'
import { CUT_OFF } from '../work.ts'
import { decided, doubtedIn, isDealtToNobody } from './accounts.ts'
import { begunWithin } from './earlier-end.ts'
import { goneOn, nextId, revived, withOneMore } from './edges.ts'
import { isExposed, withAllTurned } from './hole-card-turn.ts'
import { erringIn } from './rival.ts'

/**
 * The open round with one more card, in every account that can use it. `taken` null: the card opens the next round; 'undecided': by the rules no
 * account can use it, and what was shown before it may still be on its way (D-95).
 */
export const withCard = (
  state: TableState,
  card: RoundCard,
  voice: Voice,
): { readonly grown: TableState; readonly taken: OpenRound | null | 'undecided' } => {
  const { context } = voice
  if (!isOpen(state) || isPointedPast(state.current.round, card.at, context.pointerLagMs)) return { grown: state, taken: null }
  const { current } = state
  const round = current.goesOn ? withOneMore(current.round, card, context) : current.round
  if (isBeingDealt(current, context)) {
    const grownBy = (rival: Rival): Rival => ({ ...rival, round: withOneMore(rival.round, card, context) })
    if (isNextLaid(current.round, context.boxes, state.now, context.spotLagMs)) return { grown: state, taken: null }
    if (isBeforeBets(current, state.now, context)) return { grown: spoil(state, { code: 'before-bets' }, voice), taken: null }
    const isOver = waysPassedOver(state, current.round, context).length > 1 && waysDealt(state, round, context).length === 0
    return isOver
      ? { grown: spoil(state, { code: 'passed-over' }, voice), taken: null }
      : { grown: state, taken: { ...current, round, rivals: current.rivals.map(grownBy) } }
  }
  const step = { state, current, card, grown: round }
  const left = goneOn(candidatesOf(current), 0, step, context)
  const turned = turnedBy(left, current, state.now, context)
  // The card has turned the hole card: decide again whose it is, now that the hole card is known.
  if (turned !== current) return withCard({ ...state, current: turned }, card, voice)
  if (left.length > 0) {
    const all = [...revived(state, left, round, context), ...left]
    return { grown: state, taken: withCandidates(doubtedIn(state, all, round, context), all) }
  }
  if (isUndecided(state, current.round, round, context)) return { grown: state, taken: 'undecided' }
  if (current.rivals.length > 0) return withCard(decided(state, voice), card, voice)
  // By the rules the round cannot use the card. If the next bets lie there, an error or less evidence would make the next deal its own.
  const isNext =
    isNextLaid(current.round, context.boxes, state.now, context.spotLagMs) ||
    isOverBySides(state, current.round, round, context) ||
    isCollected(current, context)
  const erring = isNext ? [] : goneOn(candidatesOf(current), 1, step, context)
  if (erring.length > 0) return { grown: state, taken: withCandidates(current, erring) }
  // Its first card may have been burned, and the deal may still be going on: the next cards tell.
  if (!isNext && mayStillBeDealt(round, context)) return { grown: state, taken: { ...current, round } }
  const found = isNext ? null : withLessEvidence(state, round, context)
  const isErring = found === 'by an error'
  const open: OpenRound = isErring ? { ...current, untold: null } : current
  if (isErring || found === 'unexplained') {
    // The round may have ended some cards ago, unsettled, and only this card shows it.
    const own: readonly Rival[] = isErring ? [{ round: erringIn(round), after: [] }] : []
    const behind = isErring ? goneOn(candidatesOf(current), 2, step, context) : []
    const begun = [...begunWithin(round, nextId(state), state.now, context), ...behind]
    if (begun.length > 0) return { grown: state, taken: withCandidates(open, [...own, ...begun]) }
  }
  const taken = isErring || found === 'unexplained' ? { ...open, round } : found
  const unsure = taken === null && mayBeItsOwn(current.round, round, state.now, context) ? ({ code: 'one-more-card' } as const) : null
  return { grown: unsure ? { ...state, current: { ...current, unsure } } : state, taken }
}

/** The newest card is no card of the round by the rules, nor the first behind a settled one, and evidence from before it may still be on its way. */
const isUndecided = ({ now }: TableState, before: Round, round: Round, context: TableContext): boolean => {
  const [card] = round.cards.slice(-1)
  if (card === undefined || round.incomplete !== null || now >= decidedAt(card, context)) return false
  // The pointer may have moved on to where the card fits.
  if (isPointing(before) && readOn(round, { context, now, asked: 'any' }, AS_TOLD)) return false
  return !isResolved(before, now, context)
}

/** D-80: no more than the rank of a card is missing in the round, and since its last card a bet was paid and its player has collected. */
const isCollected = (current: OpenRound, { chipEvidence, spotLagMs }: TableContext): boolean => {
  const { round } = current
  if (round.incomplete === null || lacksCards(current) || chipEvidence !== 'payouts') return false
  const last = round.cards.at(-1)?.at ?? 0
  return round.boxes.some((box) => isPaidAndTaken(timelineOf(round, spotOf(box, 'main'), spotLagMs), last))
}

/** D-80: the round is over, even though some of it could not be read. */
export const isOverUnread = (current: OpenRound, now: number, context: TableContext): boolean =>
  isCollected(current, context) || (!lacksCards(current) && isResolved(current.round, now, context))

/** Without the card, the round was over and settled, and bets lie for the next. With it, a side bet would have been taken too early. */
const isOverBySides = ({ now, levels, shoe }: TableState, before: Round, round: Round, context: TableContext): boolean => {
  if (sidesLaid(round, context) === null || isPointing(before)) return false
  const isBetOn = [...levels].some(([spot, { amount }]) => amount > 0 && spot.endsWith('.main'))
  if (!isBetOn && shoe.fresh === null) return false
  const reader: Reader = { context, now, asked: 'any', strict: true }
  return readRound(round, reader).count > 0 && isResolved(unmasked(before, context), now, context)
}

/**
 * Would one error make the card that begins the next round still this one's? That explains too much to be followed, but nothing that
 * depends on it is proven. If this round ended as it should, any error counts. If not, only two count: cards to a box without a bet, and a
 * bet settled as no row describes. All other errors are weighed against the error in this round.
 */
const mayBeItsOwn = (before: Round, round: Round, now: number, context: TableContext): boolean => {
  if (round.incomplete !== null || context.chipEvidence !== 'payouts' || isPointed(round)) return false
  const reader: Reader = { context, now, asked: 'any', strict: true }
  if (isResolved(before, now, context)) return isExplained(round, reader, ONE_ERROR) !== false
  return isDealtToNobody(round, now, context) || mayBeUnnamed(round, reader)
}

/** Turns the hole card if the newest card can only be this round's and shows it turned. `left`: the accounts that can use that card. */
const turnedBy = (left: readonly Rival[], current: OpenRound, now: number, context: TableContext): OpenRound => {
  const [only] = left
  const isOnly = left.length === 1 && only !== undefined && only.after.length === 0 && current.rivals.length === 0
  if (!isOnly || !isHoleMasked(only.round)) return current
  return isExposed(readRound(only.round, { context, now, asked: 'any' })) ? withAllTurned(current, now, context) : current
}

/** The open round with the card, by as much of the evidence as fits. null: it is over, and no reading of it can use the card. */
const withLessEvidence = (state: OpenTable, round: Round, context: TableContext): OpenRound | 'unexplained' | 'by an error' | null => {
  const { current } = state
  const reader: Reader = { context, now: state.now, asked: 'any', strict: true }
  for (const rung of AT_ALL) {
    // An error is tried before still less evidence. After one vain search, this card may be what was missing, so search again now.
    const isSearched = current.untold?.times === 1 || !isUntold(current, state.now, context)
    const mayErr = rung === 'without the settlement' && round.incomplete === null && isSearched
    // Play goes on at the pointer, and a change that may yet be undone is no error.
    if (mayErr && isPointing(current.round) && readOn(round, reader, ['not yet undone'])) return { ...current, round }
    const erring = mayErr ? withError(current, round, reader) : 'neither'
    if (erring !== 'neither') return erring === 'goes on' ? 'by an error' : null
    const fits = (more: Partial<Reader>): boolean => readOn(round, { ...reader, ...more }, [rung]) !== null
    if (fits({})) return { ...current, round }
    // A pointer at a hand or at the dealer may have moved on to where this card fits: its report is still on the way, or it came late.
    if (isPointing(current.round) && (fits({ strict: false }) || fits({ lateReading: true }))) return { ...current, round }
    if (!readOn(current.round, { ...reader, asked: 'over' }, [rung])) continue
    // The pointer tells who got the card, even if he may not have it.
    if (isPointing(current.round) && isExplained(round, reader, Number.POSITIVE_INFINITY) !== false) return { ...current, round }
    return lies(state, context) ? { ...current, round } : null
  }
  return 'unexplained'
}

/** Somebody erred in the open round: is the card its own, or had it ended? The more credible of the two; of equals, the round goes on. */
const withError = (current: OpenRound, round: Round, reader: Reader): 'goes on' | 'over' | 'neither' => {
  const { context, now } = reader
  const isPlayed = isPointing(current.round)
  // If a single error explains one of them, the other need not be searched for two errors.
  for (const upTo of [ONE_ERROR, Number.POSITIVE_INFINITY]) {
    const over = erred(current.round, { context, now, asked: 'resolved' }, upTo)
    if (over === CUT_OFF) return 'neither'
    // Until somebody is settled, errors that are about as rare weigh the same.
    const isOpen = over !== null && !isSettling(over.solution)
    // A dealer who has stopped by the rules and settled somebody by his total hardly draws again.
    const isDone = over !== null && !isOpen && over.ways.every(({ solution }) => solution.best?.dealer?.fault == null)
    const least = isPlayed ? Number.POSITIVE_INFINITY : isOpen ? upTo : (over?.rarity ?? upTo) - (isDone ? 1 : 0)
    const goesOn = erred(round, { context, now, asked: 'any', strict: true }, least)
    if (goesOn === CUT_OFF) return 'neither'
    // The pointer tells who got the card.
    if (goesOn && (isPlayed || !isOpen || goesOn.rarity <= over.rarity + context.rarerMax)) return 'goes on'
    if (over) return 'over'
    if (goesOn) return 'goes on'
  }
  return 'neither'
}

/**
 * A card alone does not end an incomplete round while its chips still lie there: the settlement would have moved them. If no more than the rank of
 * a card is missing and every stake was settled, those chips are the next bets (D-80).
 */
const lies = ({ levels, now, current }: OpenTable, context: TableContext): boolean => {
  const { round } = current
  if (round.incomplete === null || context.chipEvidence !== 'payouts' || isOverUnread(current, now, context)) return false
  return round.boxes.some((box) => (levels.get(spotOf(box, 'main'))?.amount ?? 0) > 0)
}
