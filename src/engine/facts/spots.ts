/**
 * What the spots of a round reported, and when it can have happened. Here the spots' lag becomes times, so the judge need not know about
 * the lag.
 *
 *        from                at                until
 *   ------|===================|===================|------
 *     it happened        it was reported    every other spot and the rack have reported it as well
 */
import type { ChipStack, SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { type Changed, changesIn, type Timeline } from '../evidence/chips.ts'
import { type Round, restsOn, timelineOf } from '../evidence/round.ts'
import { hasItsBoxes, isSteady, restedOn, steadyTimeline } from '../evidence/steady-levels.ts'
import type { Observation } from '../observation.ts'
import type { TableState } from '../state/table-state.ts'

/** Event times, Unix ms. */
export interface Span {
  readonly from: number
  readonly at: number
  readonly until: number
}

export const spanOf = (at: number, { spotLagMs }: Pick<TableContext, 'spotLagMs'>): Span => ({
  from: at - spotLagMs,
  at,
  until: at + spotLagMs,
})

/** What was reported at this event time can have been the same. */
export const isBeside = ({ from, until }: Span, at: number): boolean => at >= from && at <= until

/** Both can have happened at one time, or one because of the other. */
export const mayCoincide = (one: Span, other: Span): boolean => one.from <= other.until && other.from <= one.until

/** Event time before which everything that happened has been reported, and has stood. */
export const settledBefore = ({ now }: Pick<TableState, 'now'>, { spotLagMs }: TableContext): number => now - spotLagMs

/** A card has come since this event time, and nothing that was reported as late as it can be undoes the change of that time any more. */
export const isResting = (round: Round, at: number, { now }: Pick<TableState, 'now'>, { spotLagMs }: TableContext): boolean =>
  restsOn(round, spotLagMs)(at, now)

/** What lay on a spot before the changes on which nothing rests yet, minor units. */
export const restingOn = (round: Round, spot: SpotId, { now }: Pick<TableState, 'now'>, { spotLagMs }: TableContext): number =>
  restedOn(round, spot, now, spotLagMs)

/** Something from that time may still be reported. A sensor without a lag has reported everything. */
export const mayYetBeTold = (at: number, state: Pick<TableState, 'now'>, context: TableContext): boolean =>
  context.spotLagMs > 0 && settledBefore(state, context) <= at

/** A level, and what it changed. */
export interface Movement extends Changed, Span {}

export interface Movements {
  /** What lay there when the first card came. */
  readonly base: Timeline['base']
  readonly moves: readonly Movement[]
}

export interface Spots {
  /** What a spot reported. */
  readonly told: (spot: SpotId) => Movements
  /** The same without levels that may never have stood. Only these accuse anybody. */
  readonly stood: (spot: SpotId) => Movements
  /** The boxes that got cards are those with bets. */
  readonly haveItsBoxes: () => boolean
}

export const spotsOf = (round: Round, context: TableContext): Spots => {
  const { boxes, spotLagMs } = context
  const movements = ({ base, moves }: Timeline): Movements => ({
    base,
    moves: changesIn({ base, moves }).map((changed) => ({ ...changed, ...spanOf(changed.at, context) })),
  })
  return {
    told: (spot) => movements(timelineOf(round, spot, spotLagMs)),
    stood: (spot) => movements(steadyTimeline(round, spot, spotLagMs)),
    haveItsBoxes: () => hasItsBoxes(round, boxes, spotLagMs),
  }
}

/** Every level from before its first card has been reported, and has stood. */
export const isBegun = (round: Round, state: Pick<TableState, 'now'>, context: TableContext): boolean =>
  settledBefore(state, context) > round.openedAt && isSteady(round, state.now, context.spotLagMs)

/** A level of a spot or of the rack, with its times. */
export interface Heard extends Omit<Movement, 'before' | 'lammers' | 'lammersMore' | 'by'> {
  readonly spot: SpotId
  readonly chips: readonly ChipStack[]
}

/** null if the observation is about no spot, or came late. */
export const heardIn = (observation: Observation | null, { levels }: TableState, context: TableContext): Heard | null => {
  if (observation?.kind !== 'spot' || observation.late) return null
  const { spot, amount, chips, at, cause } = observation
  return { ...spanOf(at, context), spot, amount, change: amount - (levels.get(spot)?.amount ?? 0), chips, cause }
}
