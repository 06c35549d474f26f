/** How the wagers next to the holder's main bet were settled in one story of a box: as due, not yet, or wrongly and under which names. */
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import type { DealerRun } from '../../rules/game/dealer.ts'
import { type Hand, mayDoubleFree, maySplitFree } from '../../rules/game/hand.ts'
import { dueOf, judgeHands } from '../../rules/game/settle.ts'
import { insuranceDue } from '../../rules/game/side-bets.ts'
import { type SettledSide, type SideName, sideNames } from '../../rules/game/side-rows.ts'
import { mayBeToke } from '../../rules/house/tokes.ts'
import type { TableContext } from '../context.ts'
import type { SpotNumbers } from '../event.ts'
import { isGrownLast, type Move } from '../evidence/chips.ts'
import {
  dealerPositions,
  dealtHand,
  insuranceTimeline,
  isHoleMasked,
  MAINS,
  type Round,
  spotOf,
  textAt,
  timelineOf,
} from '../evidence/round.ts'
import { steadyTimeline } from '../evidence/steady-levels.ts'
import { insuredLate } from './insurance-spot.ts'
import type { FinishedBox, SideArea, Sides, WrongSide } from './reading.ts'
import { besideMain, changedBeside, coBetOn, isOnItsWay } from './spots.ts'

/** `closed`: nothing more is awaited. */
interface SidesReader {
  readonly round: Round
  readonly closed: boolean
  readonly context: TableContext
}

/** One wager of a box. */
interface Wager extends SidesReader {
  readonly index: number
  readonly box: number
  readonly area: SideArea
}

const SIDE_AREAS: readonly SideArea[] = AREAS.filter((area) => area !== 'main')

/** By box index, the wagers besides its holder's main bet; null if there are none at the table, or if no payments are sensed. */
export const sidesLaid = (round: Round, context: TableContext): readonly (readonly SideArea[])[] | null => {
  if (context.chipEvidence !== 'payouts' || round.incomplete !== null) return null
  const laid = round.boxes.map((box) => SIDE_AREAS.filter((area) => isLaid(round, box, area, context)))
  return laid.some((areas) => areas.length > 0) ? laid : null
}

const isLaid = (round: Round, box: number, area: SideArea, context: TableContext): boolean =>
  area === 'ins'
    ? isInsured(round, box, context) || isInsuredForNothing(round, box, context)
    : timelineOf(round, spotOf(box, area), context.spotLagMs).base.amount > 0 || settledThoughLate(round, box, area, context) !== null

/**
 * What lay on the spot of a co-bettor who had laid nothing before the first card, and was then paid on or taken by the dealer, as the rack
 * shows; null: nothing. What is laid there for the next round nobody touches.
 */
const settledThoughLate = (round: Round, box: number, area: SideArea, { rules, spotLagMs }: TableContext): number | null => {
  // 001 Tokes l.40: a bet for the dealer may come while the hand is in play.
  if (mayBeToke(area, rules)) return null
  const { base, moves } = timelineOf(round, spotOf(box, area), spotLagMs)
  const settled = moves.findIndex(({ by }) => by === 'dealer')
  return MAINS.includes(area) && base.amount === 0 && settled > 0 ? (moves[settled - 1]?.amount ?? null) : null
}

const isInsured = (round: Round, box: number, context: TableContext): boolean =>
  insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0)

/** With this misdeal the dealer shows no ace. Whoever insured then did so against the rules, which would be one more error. */
const isInsuredForNothing = (round: Round, box: number, context: TableContext): boolean =>
  round.misdeal !== undefined && mostLaid(round, box, context) > 0 && !isInsured(round, box, context)

/** On the insurance line, without what was undone. */
const mostLaid = (round: Round, box: number, { spotLagMs }: TableContext): number =>
  Math.max(0, ...steadyTimeline(round, spotOf(box, 'ins'), spotLagMs).moves.map(({ amount }) => amount))

/** 000 §7 l.243, 001 step 3, 002 Insurance l.38, 003 l.46, 004 l.59: only against an ace. */
const insuredForNothing = (round: Round, box: number, context: TableContext): SideName => {
  const seen = { amount: mostLaid(round, box, context), cards: [textAt(round, dealerPositions(round, context).up)] }
  return { code: 'INS-NO-ACE', expected: {}, seen }
}

/** null if there is nothing to ask. */
export const sidesOf = (reader: SidesReader): Sides | null => {
  const laid = sidesLaid(reader.round, reader.context)
  if (laid === null) return null
  const wrongAt = (index: number, namesOf: (wager: Wager) => readonly SideName[]): readonly WrongSide[] =>
    (laid[index] ?? []).flatMap((area): readonly WrongSide[] => {
      const names = namesOf({ ...reader, index, box: reader.round.boxes[index] ?? 0, area })
      return names.length > 0 ? [{ area, names }] : []
    })
  return {
    closed: reader.closed,
    of: (index, finished) => wrongAt(index, (wager) => namesAt(wager, finished)),
    unsettled: (index, final) => wrongAt(index, (wager) => wrongBefore(wager, final)),
  }
}

const namesAt = (wager: Wager, finished: FinishedBox): readonly SideName[] => {
  const { final } = finished
  const before = wrongBefore(wager, final)
  if (before.length > 0) return before
  const names = settledAs(wager, finished)
  if (names.length === 0 || final.believed === undefined) return names
  // A dealer who misread his total may settle a side bet by either total.
  const believed = settledAs(wager, { ...finished, final: { ...final, ...final.believed } })
  return believed.length === 0 ? [] : names
}

/** Errors before anything is settled. `final` null: the dealer has still to draw. */
const wrongBefore = (wager: Wager, final: DealerRun | null): readonly SideName[] => {
  const { round, context, index, box, area } = wager
  const late = settledThoughLate(round, box, area, context)
  // Nothing is due on a bet that was laid after the first card.
  if (late !== null) return [{ code: 'BET-LATE', expected: {}, seen: { amount: late } }]
  if (area !== 'ins') return takenEarly(wager, final)
  if (isInsuredForNothing(round, box, context)) return [insuredForNothing(round, box, context)]
  // 004 l.59: it is laid against a natural that the dealer may still get. After another deal the line may have closed earlier.
  const amount = insuredLate(round, index, final, context)
  return amount === 0 ? [] : [{ code: 'INS-LATE', expected: deadlineOf(context), seen: { amount } }]
}

const deadlineOf = ({ rules: { insurance } }: TableContext): SideName['expected'] =>
  insurance === 'none' ? {} : { case: insurance.deadline }

const movesOf = ({ round, context, box, area }: Wager): readonly Move[] =>
  area === 'ins' ? insuranceTimeline(round, box, context).moves : steadyTimeline(round, spotOf(box, area), context.spotLagMs).moves

// --- taken while it could still win --------------------------------------------------------------------------------------------------

const takenEarly = (wager: Wager, final: DealerRun | null): readonly SideName[] => {
  const { round, context, index, box, area } = wager
  if (area !== 'p22' && area !== 'pog') return []
  const { rules, spotLagMs } = context
  const { base } = timelineOf(round, spotOf(box, area), spotLagMs)
  const taken = movesOf(wager).find(({ amount }) => amount < base.amount)
  // rulings, Dealer: cards that he draws beyond a legal stop do not count.
  const last = round.cards.at(-1 - (final?.extra ?? 0))?.at ?? 0
  if (taken === undefined || (final !== null && taken.at >= last)) return []
  const dealt = dealtHand(round, index, context)
  // The rack shows that its player drew chips from it, or took it back.
  if (taken.by === 'player') return [{ code: 'BET-PINCHED', expected: { amount: base.amount }, seen: { amount: taken.amount } }]
  const amounts = { seen: { amount: base.amount }, expected: {} }
  // 001 Push 22, step 8: it waits for the dealer's hand, whatever became of the box's own.
  if (area === 'p22') return [{ code: dealt.ended === 'natural' ? 'BJ-CARDS-LEFT-MAIN-TAKEN' : 'P22-TAKEN-EARLY', ...amounts }]
  // 001 step 1: it is picked up only from hands that no free bet is open to; step 7: once the free bet is declined. This one was not.
  const qualifies = mayDoubleFree(dealt, rules) || maySplitFree(dealt, 1, rules)
  const accepted = timelineOf(round, spotOf(box, 'main'), spotLagMs).moves.find(({ lammers }) => lammers > 0)
  return qualifies && accepted !== undefined && accepted.at > taken.at + spotLagMs ? [{ code: 'POG-TAKEN-WRONGLY', ...amounts }] : []
}

// --- settled after play -----------------------------------------------------------------------------------------------------------------

/** The names under which the wager was settled wrongly; none if it was settled as due, or still may be. */
const settledAs = (wager: Wager, finished: FinishedBox): readonly SideName[] => {
  const { round, closed, context, area } = wager
  // His hole card may make it 22, so while that lies face down his total is unknown.
  if (area === 'p22' && !closed && isHoleMasked(round)) return []
  const co = MAINS.includes(area) ? coBetOn({ ...wager, ...finished }, area) : null
  const spot = co?.spot ?? besideMain({ ...wager, ...finished }, area)
  if (spot === null || spot.due === null || spot.moved === null) return []
  const tokens = area === 'pog' ? wrongTokens(wager, finished.story.hands, spot.moved) : null
  if (tokens) return [tokens]
  if (spot.due === spot.moved) return mayBeToke(area, context.rules) ? [] : changedInPlay(spot.staked, co?.changedTo ?? null)
  // A wager that may still come to what is due is no error until the dealer leaves it as it is.
  const moved: Moved = { ...spot, due: spot.due, moved: spot.moved }
  if (!closed && (isOnItsWay(moved) || mayBeTakenBack(wager, moved))) return []
  if (!closed && co?.waits) return []
  return sideNames(area, settledSide(wager, finished, moved))
}

/** NZ Gazette 1994/112 r.4: a co-bettor changed his bet while cards were dealt, and it was settled as it had been. */
const changedInPlay = (staked: number, to: number | null): readonly SideName[] =>
  to === null ? [] : [{ code: to > staked ? 'BET-CAPPED' : 'BET-PINCHED', expected: { amount: staked }, seen: { amount: to } }]

/** floor.md, Dealers and floor: he may take back what he overpaid, as long as he has not paid another bet. */
const mayBeTakenBack = ({ round, context, box, area }: Wager, { due, moved }: Moved): boolean => {
  const spot = spotOf(box, area)
  const timeline = steadyTimeline(round, spot, context.spotLagMs)
  const paidAt = timeline.moves.at(-1)?.at ?? 0
  const isPaidSince = ([other, moves]: readonly [SpotId, readonly Move[]]): boolean =>
    other !== spot && other !== 'rack' && moves.some(({ at, amount }, nth) => at > paidAt && amount > (moves[nth - 1]?.amount ?? 0))
  return moved > due && isGrownLast(timeline, round.cards.at(-1)?.at ?? 0) && ![...round.moves].some(isPaidSince)
}

/** 001 Pot of Gold: the lammers collected are put in front of the bet. */
const wrongTokens = ({ round, closed, box }: Wager, hands: readonly Hand[], moved: number): SideName | null => {
  const lammers = Math.max(0, ...timelineOf(round, spotOf(box, 'pog'), 0).moves.map((move) => move.lammers))
  const collected = hands.reduce((sum, hand) => sum + hand.lammers, 0)
  const moreMayCome = !closed && moved === 0 && lammers < collected
  const isWrong = lammers > 0 && lammers !== collected && !moreMayCome
  return isWrong ? { code: 'POG-TOKEN-COUNT', expected: { count: collected }, seen: { count: lammers } } : null
}

/**
 * A level above the stake that was paid for the dealer's natural as if it had been the stake; null: there is none. Nobody lays more once it is
 * lost, and what the rack shows to be a payment was not laid.
 */
const raisedAsItLay = (moves: readonly Move[], staked: number, final: DealerRun, context: TableContext): SettledSide['changed'] => {
  if (!final.blackjack) return null
  const from = moves.findLastIndex(({ amount }) => amount === staked)
  const isPaid = ({ amount, by }: Move, nth: number): boolean =>
    nth > from && amount > staked && by !== 'dealer' && moves[nth + 1]?.amount === amount + insuranceDue(amount, final, context)
  const to = moves.find(isPaid)?.amount
  return to === undefined ? null : { code: 'INS-LATE', to, moved: 0, isHis: false }
}

/** A bet that is settled as it lies after a change was changed by its player. */
const changedAs = (wager: Wager, finished: FinishedBox, staked: number): SettledSide['changed'] => {
  const { round, context, area } = wager
  if (area === 'ins') return raisedAsItLay(movesOf(wager), staked, finished.final, context)
  const changed = changedBeside({ ...wager, ...finished }, area)
  if (changed === null) return null
  const { at, amount, by } = changed.to
  const isPosted = at - context.spotLagMs > (round.cards.at(-1)?.at ?? 0)
  const more = !MAINS.includes(area) ? 'SIDE-LATE' : isPosted ? 'PAST-POSTED' : 'BET-CAPPED'
  return { code: amount < staked ? 'BET-PINCHED' : more, to: amount, moved: changed.spot.moved ?? 0, isHis: by === 'player' }
}

interface Moved extends SpotNumbers {
  readonly due: number
  readonly moved: number
}

const settledSide = (wager: Wager, finished: FinishedBox, { staked, due, moved }: Moved): SettledSide => {
  const { story, final } = finished
  const { round, context, area } = wager
  const { rules } = context
  // Insurance changes what naturals come to, but no row asks about that.
  const outcomes = judgeHands(story.hands, final, rules, false)
  const isGone = movesOf(wager).at(-1)?.amount === 0
  const side = {
    rules,
    staked,
    due,
    moved,
    changed: changedAs(wager, finished, staked),
    isGone,
    hands: story.hands,
    outcomes,
    final,
    asOthers: [],
    mayHaveMoved: [moved],
  }
  if (!MAINS.includes(area)) return side
  const { base, moves } = timelineOf(round, spotOf(wager.box, area), 0)
  const [own, ...split] = coBetOn({ ...wager, ...finished }, area)?.hands ?? []
  const isOnFirst = split.every(({ real, lammers }) => real + lammers === 0)
  const asOthers = own && isOnFirst ? outcomes.slice(1).map((outcome) => dueOf(own, outcome, base.amount, context)) : []
  // A bet that is gone was taken, or its player picked it up. The rack may show which.
  const left = moved === 0 ? moves.find(({ amount }) => amount === 0) : undefined
  const by = left ? left.by : 'player'
  // He lifted a lost bet before the dealer came to it, or the dealer passed it over.
  const lifted = by === 'player' && left !== undefined && due < 0 ? ({ code: 'BET-PINCHED', to: 0, moved: 0, isHis: false } as const) : null
  return {
    ...side,
    changed: side.changed ?? lifted,
    asOthers,
    mayHaveMoved: [...(by === 'dealer' ? [] : [moved]), ...(by === 'player' ? [] : [-staked])],
  }
}
