/**
 * The stage of a round by the chips on the table: it was cleared, bets were placed for the next one, or its cards have no bet. All of this
 * is read off the successive levels of a spot.
 */
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { limitsFor } from './limits.ts'
import { boxesUpTo, isPointed, isPointing, type Round, spotOf, spotsAt, stoodOn } from './round.ts'
import { isSteady } from './steady-levels.ts'

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

/** The times at which nothing lay on a spot. A level that shows within the lag of the first card lay there before it. */
const emptyOn = (round: Round, spot: SpotId, spotLagMs: number): readonly Stretch[] =>
  stretchesOn(round, spot, spotLagMs).filter(
    ({ from, to, amount, lammers }) =>
      amount === 0 && lammers === 0 && (from > Number.NEGATIVE_INFINITY || to - spotLagMs > round.openedAt),
  )

const lastCardAt = ({ cards, openedAt }: Round): number => cards.at(-1)?.at ?? openedAt

/** Nothing lies there. */
export const isBare = (level: Pick<Stretch, 'amount' | 'lammers'> | undefined): boolean =>
  level === undefined || (level.amount === 0 && level.lammers === 0)

/** Since the round's last card all its spots were empty at once, and not only for a moment: what a hand hides is back within the lag. */
export const wasCleared = (round: Round, now: number, spotLagMs: number): boolean => {
  // A box whose bet was covered as the round opened may still join it.
  if (round.boxes.length === 0) return isSteady(round, now, spotLagMs)
  const since = lastCardAt(round)
  if (since >= now - spotLagMs) return false
  const spots = spotsAt(round.boxes, AREAS)
  // This is asked with every line, and most often an untouched spot with chips on it gives the answer.
  if (spots.some((spot) => !round.moves.has(spot) && !isBare(round.levels.get(spot)))) return false
  const empty = spots.filter((spot) => round.moves.has(spot)).map((spot) => emptyOn(round, spot, spotLagMs))
  const moments = [since, ...empty.flat().map(({ from }) => from)].filter((at) => at >= since && at < now - spotLagMs)
  return moments.some((at) => empty.every((times) => times.some(({ from, to }) => from <= at && at < to)))
}

/** Since the round's last card a new bet has been laid on a main spot that was empty, and has lain there for the lag. */
export const isLaidAnew = (round: Round, now: number, spotLagMs: number): boolean =>
  spotsAt(round.boxes).some((spot) =>
    emptyOn(round, spot, spotLagMs).some(({ from, to }) => from >= lastCardAt(round) && to + spotLagMs < now),
  )

/** A bet was laid on an empty spot before the round's last card, so the next round may have begun within this one. */
export const isLaidWithin = (round: Round, boxes: number, spotLagMs: number): boolean =>
  spotsAt(boxesUpTo(boxes)).some((spot) => emptyOn(round, spot, spotLagMs).some(({ to }) => to < lastCardAt(round)))

/**
 * Since the round's last card chips were laid on a box's bet and took it outside the table's limits. If no pointer shows whether they
 * belong to this round or the next, they are an error either way.
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

/** How many of these boxes have had such a stretch on a main spot since the round's last card, for at least the lag. */
const boxesWith = (isMeant: (stretch: Stretch) => boolean, boxes: readonly number[], ...[round, now, lagMs]: [Round, number, number]) => {
  const isSo = (each: Stretch): boolean => each.from > lastCardAt(round) && each.from + lagMs < now && isMeant(each)
  return boxes.filter((box) => spotsAt([box]).some((spot) => stretchesOn(round, spot, lagMs).some(isSo))).length
}

/** How many boxes have had a bet laid on an empty spot since the round's last card. */
export const laidSince = (round: Round, boxes: number, now: number, spotLagMs: number): number =>
  boxesWith(({ before, amount }) => before === 0 && amount > 0, boxesUpTo(boxes), round, now, spotLagMs)

/** After the round's newest card more boxes were bet on than it has, as before a deal. */
export const isBetOnAnew = (round: Round, boxes: number, now: number, spotLagMs: number): boolean =>
  laidSince(round, boxes, now, spotLagMs) > Math.max(1, round.boxes.length)

/**
 * Since the round's last card boxes were settled, and bets were laid on empty spots: more of both than one box in play can account for, as
 * between two rounds. A box that goes bust is swept, and may bet again.
 */
export const isNextLaid = (round: Round, boxes: number, now: number, spotLagMs: number): boolean => {
  const settled = boxesWith(({ before, amount }) => amount < before, round.boxes, round, now, spotLagMs)
  const laid = settled > 0 ? laidSince(round, boxes, now, spotLagMs) : 0
  return laid > 0 && settled + laid > Math.min(2, round.boxes.length)
}

/** Boxes that were not dealt in and on which bets were laid between these times. */
export const laidBetween = (round: Round, boxes: number, from: number, to: number): readonly number[] =>
  boxesUpTo(boxes).filter((box) => {
    const told = spotsAt([box]).flatMap((spot) => round.moves.get(spot) ?? [])
    return !round.boxes.includes(box) && told.some(({ at, amount }) => amount > 0 && at > from && at <= to)
  })

/**
 * No bet lies for the round's cards, and none can still be reported or be under a hand: the cards were burned or exposed, and opened no
 * round.
 */
export const isStray = (round: Round, now: number, spotLagMs: number): boolean =>
  round.boxes.length === 0 && now - spotLagMs > round.openedAt && isSteady(round, now, spotLagMs)
