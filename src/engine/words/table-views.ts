/** The public view of the table: the data of the retained topics, and when it is worth looking again. */

import { AREAS } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { closingOf, fullOf } from '../errors/answers.ts'
import { dealerPositions, dealtHand, isDealt, isDown, MAINS, type Round, spotOf, textAt } from '../evidence/round.ts'
import { rulingsOf } from '../evidence/rulings.ts'
import type { Reading, Solution } from '../lattice/reading.ts'
import { decidedAt } from '../state/held.ts'
import { faceDown, isTurned } from '../state/hole-mask.ts'
import { candidatesOf, type OpenRound } from '../state/open-round.ts'
import { AWAY_MS_MAX, isPointerMissed } from '../state/pointer-gone.ts'
import type { TableState } from '../state/table-state.ts'
import type { BoxView, HandView, RoundPhase, RoundView, SeenCard, TableView } from '../view.ts'
import { dealerCards } from './cards-told.ts'
import { dealerResult, handTold, isOpen, isoTime, leftFirst } from './result.ts'

/** Data of `state/table`. */
export const tableView = (state: TableState, context: TableContext): TableView => ({
  open: state.shoe.isOpen,
  shoe: state.shoe.number,
  dealerId: state.dealer.id,
  cardsOut: state.shoe.cardsOut,
  cutCardSeen: state.shoe.cutCardSeen,
  occupied: Array.from({ length: context.boxes }, (_, index) => index + 1).filter((box) =>
    MAINS.some((area) => (state.levels.get(spotOf(box, area))?.amount ?? 0) > 0),
  ),
  openAlarms: 0,
})

export const phaseOf = (current: OpenRound, context: TableContext): RoundPhase => {
  const { round } = current
  if (!isDealt(round, context)) return 'dealing'
  const full = fullOf(current, context)
  if (!full?.best || full.best.active === null) return 'settling'
  return full.best.active >= round.boxes.length ? 'dealer' : 'playing'
}

/**
 * The open round as it may be shown. A card that another account has face down, in a round that may have begun meanwhile, is shown by no
 * account.
 */
const shownOf = (current: OpenRound): Round => {
  const { round } = current
  const down = new Set(candidatesOf(current).flatMap(({ round: { cards } }) => cards.filter(isDown).map(({ cause }) => cause)))
  const cards = round.cards.map((card) => (down.has(card.cause) && !isDown(card) ? faceDown(card) : card))
  return current.rivals.length > 0 && down.size > 0 ? { ...round, cards } : round
}

/** The card as a person at the table sees it. */
const cardSeen = (round: Round, position: number): SeenCard =>
  round.cards[position]?.under === undefined ? textAt(round, position) : 'hidden'

const spotsSeen = (box: number, { levels }: TableState): BoxView['spots'] =>
  Object.fromEntries(
    AREAS.flatMap((area) => {
      const { amount = 0, lammers = 0 } = levels.get(spotOf(box, area)) ?? {}
      return amount > 0 || lammers > 0 ? [[area, { amount, lammers }]] : []
    }),
  )

const handsSeen = (round: Round, index: number, solution: Solution | null, context: TableContext) => {
  const dealt = dealtHand(round, index, context)
  return solution?.best?.stories[index]?.hands ?? (dealt.positions.length > 0 ? [solution?.givenUp(index) ?? dealt] : [])
}

const ALTERNATIVES_MAX = 4

/** The hands of a box, by its index, in these readings alone. */
const handViews = (round: Round, index: number, solution: Solution | null, context: TableContext): readonly HandView[] => {
  const outcomes = solution?.best?.dues?.[index]?.outcomes
  // Until a card of the box has come, the box lies as it was dealt.
  const begun = solution?.best && (solution.untouched[index] ?? 0) < solution.count ? solution : null
  return handsSeen(round, index, solution, context).map((hand, at, { length }): HandView => {
    const only = !begun || begun.agreesOn(index, at, hand.positions, null)
    const certain = only && (outcomes === undefined || !isOpen(round, hand, length, context))
    const seen = (positions: readonly number[]) => positions.map((position) => cardSeen(round, position))
    const others = only ? [] : begun.alternatives(index, at, hand.positions, ALTERNATIVES_MAX)
    const { blackjack: _, bust: _bust, ...told } = handTold(round, hand, at)
    return { ...told, cards: seen(hand.positions), outcome: outcomes?.[at] ?? null, certain, alternatives: others.map(seen) }
  })
}

/** The round as a person at the table sees it. `closed`: the readings by which it closed; left out: it is open. */
export const viewOf = (current: OpenRound, state: TableState, context: TableContext, closed?: Solution | null): RoundView => {
  const { doubted } = current
  const round = shownOf(current)
  const solution = closed === undefined ? fullOf(current, context) : closed
  const reading = solution?.best ?? null
  const others = current.others.map((ending) => closingOf(ending, context))
  const isOnly = others.length === 0 && !doubted
  const { hole } = dealerPositions(round, context)
  const positions = dealerCards(round, reading?.dealer ?? null, context)
  const isHidden = (position: number): boolean => position === hole && !isTurned(round, context)
  const seen = positions.map((position): SeenCard => (isHidden(position) ? 'hidden' : cardSeen(round, position)))
  const dealer = dealerResult(round, solution, context)
  const hands = round.boxes.map((_, index) => handsSeen(round, index, solution, context))
  const played = new Set(hands.flatMap((own) => own.flatMap((hand) => hand.positions)))
  const isShared = (index: number, { hand, outcome }: HandView): boolean => {
    const own = hands[index]?.[hand - 1]?.positions ?? []
    return isOnly || (!doubted && outcome === null && others.every((other) => other.agreesOn(index, hand - 1, own, null)))
  }
  const boxes = round.boxes.map((box, index): BoxView => {
    const views = handViews(round, index, solution, context)
    return { box, spots: spotsSeen(box, state), hands: views.map((hand) => ({ ...hand, certain: hand.certain && isShared(index, hand) })) }
  })
  const { made } = rulingsOf(round)
  return {
    round: round.id,
    rev: state.rev,
    asOf: isoTime(state.now),
    phase: closed === undefined ? phaseOf(current, context) : 'closed',
    shoe: round.shoe,
    dealerId: round.dealerId,
    complete: round.incomplete === null,
    readings: others.reduce((sum, { readings }) => sum + readings, solution?.readings ?? 0),
    cards: round.cards.map((_, at) => seen[positions.indexOf(at)] ?? (played.has(at) ? cardSeen(round, at) : 'hidden')),
    dealer: { cards: seen, total: seen.includes('hidden') ? null : dealer.total, certain: dealer.certain && isOnly },
    boxes: leftFirst(boxes),
    active: activeOf(round, reading, isOnly && solution?.readings === 1),
    ...(made.length > 0 ? { rulings: made.map(({ id, what, box, hand }) => ({ ruling: id, command: what, box, hand })) } : {}),
  }
}

const activeOf = (round: Round, reading: Reading | null, certain: boolean): RoundView['active'] => {
  if (!reading || reading.active === null) return { at: null, certain }
  if (reading.active >= round.boxes.length) return { at: 'dealer', certain }
  const story = reading.stories[reading.active]
  return { at: { box: round.boxes[reading.active] ?? 0, hand: Math.min(story?.active ?? 0, (story?.hands.length ?? 1) - 1) + 1 }, certain }
}

/** Data of `state/round`: the open round, or how the last one closed; null before the first. */
export const currentView = (state: TableState, context: TableContext): RoundView | null =>
  state.current ? viewOf(state.current, state, context) : state.closed

/**
 * Event time at which everything awaited has come or never will; null if nothing is awaited. A caller that folds live makes a tick come
 * then.
 */
export const nextDeadline = (state: TableState, context: TableContext): number | null => {
  if (state.current === null) return null
  const lag = state.heardAt + Math.max(context.spotLagMs, context.pointerLagMs) + 1
  const { unsearchedSince } = state.current
  const due = unsearchedSince === null ? [] : [unsearchedSince + 2 * context.spotLagMs + 1]
  const gone = state.pointerGone !== null && isPointerMissed(state) ? [state.pointerGone.from + AWAY_MS_MAX + 1] : []
  const held = state.held.slice(0, 1).map((card) => decidedAt(card, context))
  const deadline = Math.min(...[lag, ...due, ...held, ...gone].filter((each) => state.now < each))
  return Number.isFinite(deadline) ? deadline : null
}
