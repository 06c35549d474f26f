/**
 * The stage of a round by the chips on the table: it was cleared, bets were placed for the next one, or its cards have no bet. All of this
 * is read off the successive levels of a spot.
 */
import { AREAS, type Area, type SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { limitsFor } from './limits.ts'
import { isPointed, isPointing, MAINS, type Round, spotOf } from './round.ts'
import { isSteady, stoodOn } from './steady.ts'

/** What lay on a spot from one event time to another, and the amount that had lain there before. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly amount: number
  readonly lammers: number
  readonly before: number
}

const stretchesOn = (round: Round, spot: SpotId, spotLagMs: number): readonly Stretch[] => {
  const stood = stoodOn(round, spot, spotLagMs)
  return stood.map(({ at, amount, lammers }, nth) => {
    const before = stood[nth - 1]?.amount ?? 0
    return { from: at, to: stood[nth + 1]?.at ?? Number.POSITIVE_INFINITY, amount, lammers, before }
  })
}

/** When nothing lay on a spot. What shows as soon after the first card as the lag lay there before it. */
const emptyOn = (round: Round, spot: SpotId, spotLagMs: number): readonly Stretch[] =>
  stretchesOn(round, spot, spotLagMs).filter(
    ({ from, to, amount, lammers }) =>
      amount === 0 && lammers === 0 && (from > Number.NEGATIVE_INFINITY || to - spotLagMs > round.openedAt),
  )

const spotsOf = (boxes: readonly number[], areas: readonly Area[]): readonly SpotId[] =>
  boxes.flatMap((box) => areas.map((area) => spotOf(box, area)))

const boxesUpTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

const lastCardAt = ({ cards, openedAt }: Round): number => cards.at(-1)?.at ?? openedAt

/** Nothing lies there. */
export const isBare = (level: Pick<Stretch, 'amount' | 'lammers'> | undefined): boolean =>
  level === undefined || (level.amount === 0 && level.lammers === 0)

/** Since its last card nothing lay on any of its spots, and not for a moment alone: what a hand hides is back within the lag. */
export const wasCleared = (round: Round, now: number, spotLagMs: number): boolean => {
  // It may get the box back whose bet was covered as it opened.
  if (round.boxes.length === 0) return isSteady(round, now, spotLagMs)
  const since = lastCardAt(round)
  if (since >= now - spotLagMs) return false
  const spots = spotsOf(round.boxes, AREAS)
  // Asked with every line: most often what lies untouched somewhere tells.
  if (spots.some((spot) => !round.moves.has(spot) && !isBare(round.levels.get(spot)))) return false
  const empty = spots.filter((spot) => round.moves.has(spot)).map((spot) => emptyOn(round, spot, spotLagMs))
  const moments = [since, ...empty.flat().map(({ from }) => from)].filter((at) => at >= since && at < now - spotLagMs)
  return moments.some((at) => empty.every((times) => times.some(({ from, to }) => from <= at && at < to)))
}

/** Since its last card a bet that was gone from a main spot lies there anew, and has for the lag. */
export const isLaidAnew = (round: Round, now: number, spotLagMs: number): boolean =>
  spotsOf(round.boxes, MAINS).some((spot) =>
    emptyOn(round, spot, spotLagMs).some(({ from, to }) => from >= lastCardAt(round) && to + spotLagMs < now),
  )

/** A bet was laid on an empty spot before its last card: the next round may have begun within it. */
export const isLaidWithin = (round: Round, boxes: number, spotLagMs: number): boolean =>
  spotsOf(boxesUpTo(boxes), MAINS).some((spot) => emptyOn(round, spot, spotLagMs).some(({ to }) => to < lastCardAt(round)))

/**
 * Chips were laid on the bet of a box since its last card, that then is none within the limits of the table: laid for the next round it is an error
 * as much as one in play, where no pointer tells.
 */
export const isOddlyRaised = (round: Round, context: TableContext): boolean => {
  const { chipEvidence, spotLagMs } = context
  if (chipEvidence !== 'payouts' || (isPointed(round) && !isPointing(round))) return false
  return round.boxes.some((box) => {
    const newest = stretchesOn(round, spotOf(box, 'main'), spotLagMs).at(-1)
    if (newest === undefined || newest.from < lastCardAt(round)) return false
    const { before, amount } = newest
    const { min, max, unit } = limitsFor(round, box, context)
    return before > 0 && amount > before && (amount < min || amount > max || amount % unit !== 0)
  })
}

/** Boxes on whose main spots something like this has lain since its last card, and for the lag. */
const boxesWith = (
  isMeant: (stretch: Stretch) => boolean,
  boxes: readonly number[],
  round: Round,
  now: number,
  spotLagMs: number,
): number => {
  const isSince = ({ from }: Stretch): boolean => from > lastCardAt(round) && from + spotLagMs < now
  const has = (spot: SpotId): boolean => stretchesOn(round, spot, spotLagMs).some((each) => isSince(each) && isMeant(each))
  return boxes.filter((box) => spotsOf([box], MAINS).some(has)).length
}

/** Boxes on which since its last card a bet was laid where none lay. */
export const laidSince = (round: Round, boxes: number, now: number, spotLagMs: number): number =>
  boxesWith(({ before, amount }) => before === 0 && amount > 0, boxesUpTo(boxes), round, now, spotLagMs)

/** Behind its newest card more boxes were bet on than it has: so it looks before a deal. */
export const isBetOnAnew = (round: Round, boxes: number, now: number, spotLagMs: number): boolean =>
  laidSince(round, boxes, now, spotLagMs) > Math.max(1, round.boxes.length)

/**
 * Since its last card boxes were settled, and bets laid where none lay, more than one box in play can have of both: so it looks between two
 * rounds. One that goes bust is swept, and may bet anew.
 */
export const isNextLaid = (round: Round, boxes: number, now: number, spotLagMs: number): boolean => {
  const settled = boxesWith(({ before, amount }) => amount < before, round.boxes, round, now, spotLagMs)
  const laid = settled > 0 ? laidSince(round, boxes, now, spotLagMs) : 0
  return laid > 0 && settled + laid > Math.min(2, round.boxes.length)
}

/** Boxes that were not dealt in, and on which bets were laid between these times. */
export const laidBetween = (round: Round, boxes: number, from: number, to: number): readonly number[] =>
  boxesUpTo(boxes).filter((box) => {
    const told = spotsOf([box], MAINS).flatMap((spot) => round.moves.get(spot) ?? [])
    return !round.boxes.includes(box) && told.some(({ at, amount }) => amount > 0 && at > from && at <= to)
  })

/** No bet lies for its cards, and none is yet to be told of or may be under a hand: they were burned, or exposed, and opened no round. */
export const isStray = (round: Round, now: number, spotLagMs: number): boolean =>
  round.boxes.length === 0 && now - spotLagMs > round.openedAt && isSteady(round, now, spotLagMs)
