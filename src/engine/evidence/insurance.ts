/** Which chips came to an insurance line in time. Nothing is late within the spots' lag. */
import type { InsuranceRules } from '../../rules/house/rules.ts'
import type { TableContext } from '../context.ts'
import { changesIn, type Move, type Timeline } from './chips.ts'
import { dealOf, dealtHand, MAINS, type Round, spotOf, spotsAt, timelineOf } from './round.ts'
import { steadyTimeline } from './steady-levels.ts'

/** Chips that come to the line of a box. `lay`: what lay there before, minor units. */
export interface Laid extends Pick<Move, 'at'> {
  readonly box: number
  readonly lay: number
}

/**
 * 000 l.250 and 002 l.38: before the first card of play; 000 l.251-252: more of it with a double or split. 001 l.48, and 003 by practice:
 * before the check. 004 l.59: also after doubles and splits, as long as it is open what the dealer has. `drewAt`: event time of the
 * dealer's first card after the deal; null: he has none.
 */
export const isLaidInTime = (round: Round, laid: Laid, drewAt: number | null, context: TableContext): boolean => {
  const { insurance } = context.rules
  if (insurance === 'none') return false
  const isBy = (last: number | null): boolean => last === null || laid.at - context.spotLagMs <= last
  if (insurance.deadline === 'before-dealer-draws') return isBy(drewAt)
  return isBy(closedAt(round, insurance, context)) || (isBy(drewAt) && isRaise(round, laid, insurance, context))
}

/** Event time of what closed the lines, whoever's cards those of play are; null: they are still open. */
const closedAt = (round: Round, { deadline }: InsuranceRules, context: TableContext): number | null => {
  const play = round.cards[dealOf(round, context).owners.length]
  return play?.at ?? (deadline === 'before-check' ? takenAt(round, context) : null)
}

/** Event time at which a bet was gone for good before a card of play came: the dealer has checked, and shown a natural (001 l.48). */
const takenAt = (round: Round, context: TableContext): number | null => {
  const dealtAt = round.cards[dealOf(round, context).owners.length - 1]?.at ?? Number.POSITIVE_INFINITY
  const gone = spotsAt(round.boxes).flatMap((spot) => {
    const last = round.moves.has(spot) ? steadyTimeline(round, spot, context.spotLagMs).moves.at(-1) : undefined
    return last?.amount === 0 && last.at > dealtAt ? [last.at] : []
  })
  return gone.length > 0 ? Math.min(...gone) : null
}

/** 000 l.251-252: more of what lies there already, as its box doubles or splits. */
const isRaise = (round: Round, laid: Laid, { raiseOn = [] }: InsuranceRules, context: TableContext): boolean =>
  raiseOn.length > 0 && laid.lay > 0 && goesWithStake(round, laid, context)

/**
 * A stake or a lammer came to the box at that moment: no card came between them, or one, which the stake was laid for. Chips that come to a
 * natural's bet pay it.
 */
const goesWithStake = (round: Round, { box, at }: Laid, context: TableContext): boolean => {
  if (dealtHand(round, round.boxes.indexOf(box), context).ended === 'natural') return false
  const { spotLagMs } = context
  const cardsWithin = (from: number, to: number): number => round.cards.filter((card) => card.at > from && card.at < to).length
  const isWith = (stakeAt: number): boolean =>
    at < stakeAt ? cardsWithin(at, stakeAt - spotLagMs) === 0 : cardsWithin(stakeAt, at - spotLagMs) <= 1
  return MAINS.some((area) => staked(timelineOf(round, spotOf(box, area), spotLagMs)).some(isWith))
}

/** Event times at which chips or a lammer came to a bet. */
const staked = (timeline: Timeline): readonly number[] =>
  changesIn(timeline).flatMap(({ at, change, lammersMore }) => (change > 0 || lammersMore > 0 ? [at] : []))
