/**
 * What spots show but for what may never have been (shown.ts). Who is accused of something is accused by such levels alone; what was played is
 * read with them and without.
 */
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import type { Move, Timeline } from './chips.ts'
import { isPointed, isPointing, MAINS, type Round, spotOf, timelineOf } from './round.ts'
import { isSameLevel, isWithin, LEVELS, withShown } from './shown.ts'

/** What stood on a spot, from before the round on. */
const stoodOn = (round: Round, spot: SpotId, spotLagMs: number): readonly Move[] => {
  const { amount = 0, lammers = 0 } = round.levels.get(spot) ?? {}
  const first: Move = { at: Number.NEGATIVE_INFINITY, amount, lammers, cause: '' }
  return (round.moves.get(spot) ?? []).reduce<readonly Move[]>((levels, move) => withShown(levels, move, LEVELS, spotLagMs), [first])
}

/** As `timelineOf`, without what never was. */
export const steadyTimeline = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  const told = round.moves.get(spot) ?? []
  if (told.length < 2) return timelineOf(round, spot, spotLagMs)
  return timelineOf({ ...round, moves: new Map([[spot, stoodOn(round, spot, spotLagMs).slice(1)]]) }, spot, spotLagMs)
}

/** Does this movement bring back what was there? */
export const isBack = (round: Round, spot: SpotId, move: Move, spotLagMs: number): boolean => {
  const stood = stoodOn(round, spot, spotLagMs)
  return withShown(stood, move, LEVELS, spotLagMs).length <= stood.length
}

/** From when to when nothing lay on a spot, but for what never was. */
const emptyTimes = (round: Round, spot: SpotId, spotLagMs: number): readonly (readonly [from: number, to: number])[] => {
  const stood = stoodOn(round, spot, spotLagMs)
  return stood.flatMap(({ at, amount, lammers }, index) => {
    const until = stood[index + 1]?.at ?? Number.POSITIVE_INFINITY
    // What shows that soon after the first card lay there before it.
    const isBefore = index === 0 && until - spotLagMs <= round.openedAt
    return amount === 0 && lammers === 0 && !isBefore ? [[at, until] as const] : []
  })
}

/** Since its last card nothing lay on any of its spots, and not for a moment alone: what a hand hides is back within the lag. */
export const wasCleared = (round: Round, now: number, spotLagMs: number): boolean => {
  // It may get the box back whose bet was covered as it opened.
  if (round.boxes.length === 0) return isSteady(round, now, spotLagMs)
  const since = round.cards.at(-1)?.at ?? round.openedAt
  if (since >= now - spotLagMs) return false
  let times: readonly (readonly [from: number, to: number])[] = [[since, now - spotLagMs]]
  for (const box of round.boxes) {
    for (const area of AREAS) {
      const spot = spotOf(box, area)
      if (round.moves.get(spot) === undefined) {
        const { amount = 0, lammers = 0 } = round.levels.get(spot) ?? {}
        if (amount > 0 || lammers > 0) return false
        continue
      }
      const own = emptyTimes(round, spot, spotLagMs)
      times = times.flatMap(([from, to]) =>
        own.flatMap(([gone, back]) =>
          Math.max(from, gone) < Math.min(to, back) ? [[Math.max(from, gone), Math.min(to, back)] as const] : [],
        ),
      )
      if (times.length === 0) return false
    }
  }
  return true
}

/**
 * What stood before some of it was missing, if it has not been for the lag: a hand may lie over what is there, also where a lammer has come
 * beside it. undefined: nothing is missing.
 */
const underHand = (round: Round, spot: SpotId, now: number, spotLagMs: number): Move | undefined => {
  const stood = stoodOn(round, spot, spotLagMs)
  const shown = stood.findLastIndex((level, index) => {
    const before = stood[index - 1]
    return before === undefined || isWithin(before, level) || level.at + spotLagMs < now
  })
  return shown + 1 < stood.length ? stood[shown] : laidUnder(round.moves.get(spot) ?? [], now, spotLagMs)
}

/** What was laid and at once lay under a hand: that shows what lay there before, and what hides chips adds none. */
const laidUnder = (told: readonly Move[], now: number, spotLagMs: number): Move | undefined => {
  const shown = told.at(-1)
  const at = told.findLastIndex((move) => shown !== undefined && isWithin(shown, move) && !isSameLevel(shown, move))
  const gone = told[at + 1]
  return at >= 0 && gone !== undefined && gone.at + spotLagMs >= now ? told[at] : undefined
}

/** A main spot shows less than before, and not yet for the lag. */
export const mayBeCovered = (round: Round, now: number, spotLagMs: number): boolean => hiddenOn(round, now, spotLagMs).size > 0

/** On a box that the round does not have a bet may lie under a hand. */
export const mayHideBox = (round: Round, boxes: number, now: number, spotLagMs: number): boolean =>
  Array.from({ length: boxes }, (_, index) => index + 1).some(
    (box) => !round.boxes.includes(box) && MAINS.some((area) => underHand(round, spotOf(box, area), now, spotLagMs) !== undefined),
  )

/** Main spots that show less, and not yet for the lag, with what then lies there under a hand. */
const hiddenOn = (round: Round, now: number, spotLagMs: number): ReadonlyMap<SpotId, Move> => {
  const hidden = new Map<SpotId, Move>()
  if (spotLagMs === 0) return hidden
  for (const box of round.boxes) {
    for (const spot of MAINS.map((area) => spotOf(box, area))) {
      const under = underHand(round, spot, now, spotLagMs)
      if (under) hidden.set(spot, under)
    }
  }
  return hidden
}

/** The round as it is if this lies under a hand. */
const roundUnder = (round: Round, hidden: Iterable<readonly [SpotId, Move]>): Round => {
  const moves = new Map(round.moves)
  for (const [spot, under] of hidden) {
    const told = moves.get(spot) ?? []
    // What was seen of it in part since goes with it; a hand that was over it before stays one.
    moves.set(spot, told.slice(0, told.findLastIndex((move) => isSameLevel(move, under)) + 1))
  }
  return { ...round, moves }
}

/** The round as it is if all that a main spot shows less, and not yet for the lag, lies there under a hand; null: none does. */
export const uncovered = (round: Round, now: number, spotLagMs: number): Round | null => {
  const hidden = hiddenOn(round, now, spotLagMs)
  return hidden.size > 0 ? roundUnder(round, hidden) : null
}

/** The round as it is if chips lie under a hand on all of these spots, on one of them, or on all others: two at a time are seldom both one. */
export const uncoveredWays = (round: Round, now: number, spotLagMs: number): readonly Round[] => {
  const hidden = [...hiddenOn(round, now, spotLagMs)]
  if (hidden.length === 0) return []
  const one = hidden.length > 1 ? hidden.map((each) => [each]) : []
  const others = hidden.length > 2 ? hidden.map((each) => hidden.filter((other) => other !== each)) : []
  return [hidden, ...one, ...others].map((each) => roundUnder(round, each))
}

/** Since its last card a bet that was gone from a main spot lies there anew, and has for the lag. */
export const isLaidAnew = (round: Round, now: number, spotLagMs: number): boolean => {
  const since = round.cards.at(-1)?.at ?? round.openedAt
  return round.boxes.some((box) =>
    MAINS.some((area) => emptyTimes(round, spotOf(box, area), spotLagMs).some(([gone, back]) => gone >= since && back + spotLagMs < now)),
  )
}

/**
 * Chips were laid on the bet of a box since its last card, that then is none within the limits of the table: laid for the next round it is an error
 * as much as one in play, where no pointer tells.
 */
export const isOddlyRaised = (round: Round, { limits: { min, max, unit }, chipEvidence, spotLagMs }: TableContext): boolean => {
  if (chipEvidence !== 'payouts' || (isPointed(round) && !isPointing(round))) return false
  const last = round.cards.at(-1)?.at ?? 0
  const isOdd = (box: number): boolean => {
    const { base, moves } = steadyTimeline(round, spotOf(box, 'main'), spotLagMs)
    const newest = moves.at(-1)
    const { amount: before } = moves.at(-2) ?? base
    if (newest === undefined || newest.at < last || before === 0 || newest.amount <= before) return false
    return newest.amount < min || newest.amount > max || newest.amount % unit !== 0
  }
  return round.boxes.some(isOdd)
}

/** What main spots of a box showed since a card, and for the lag, with what stood before. */
const shownSince = (
  round: Round,
  box: number,
  now: number,
  spotLagMs: number,
): readonly { readonly before: number; readonly amount: number }[] => {
  const since = round.cards.at(-1)?.at ?? round.openedAt
  return MAINS.flatMap((area) => {
    const stood = stoodOn(round, spotOf(box, area), spotLagMs)
    return stood.flatMap(({ at, amount }, index) =>
      at > since && at + spotLagMs < now ? [{ before: stood[index - 1]?.amount ?? 0, amount }] : [],
    )
  })
}

/** Boxes on which since its last card a bet was laid where none lay. */
export const laidSince = (round: Round, boxes: number, now: number, spotLagMs: number): number =>
  Array.from({ length: boxes }, (_, index) => shownSince(round, index + 1, now, spotLagMs)).filter((shown) =>
    shown.some(({ before, amount }) => before === 0 && amount > 0),
  ).length

/** Behind its newest card more boxes were bet on than it has: so it looks before a deal. */
export const isBetOnAnew = (round: Round, boxes: number, now: number, spotLagMs: number): boolean => {
  const laid = laidSince(round, boxes, now, spotLagMs)
  return laid > 1 && laid > round.boxes.length
}

/**
 * Since its last card boxes were settled, and bets laid where none lay, more than one box in play can have of both: so it looks between two
 * rounds. One that goes bust is swept, and may bet anew.
 */
export const isNextLaid = (round: Round, boxes: number, now: number, spotLagMs: number): boolean => {
  const isSettled = (box: number): boolean => shownSince(round, box, now, spotLagMs).some(({ before, amount }) => amount < before)
  const settled = round.boxes.filter(isSettled).length
  const laid = settled > 0 ? laidSince(round, boxes, now, spotLagMs) : 0
  return laid > 0 && settled + laid > Math.min(2, round.boxes.length)
}

/** Boxes that were not dealt in, and on which bets were laid between these times. */
export const laidBetween = (round: Round, boxes: number, from: number, to: number): readonly number[] =>
  Array.from({ length: boxes }, (_, index) => index + 1).filter((box) => {
    const told = MAINS.flatMap((area) => round.moves.get(spotOf(box, area)) ?? [])
    return !round.boxes.includes(box) && told.some(({ at, amount }) => amount > 0 && at > from && at <= to)
  })

/** A bet was laid on an empty spot before its last card: the next round may have begun within it. */
export const isLaidWithin = (round: Round, spotLagMs: number): boolean => {
  const last = round.cards.at(-1)?.at ?? round.openedAt
  return [...round.moves.keys()].some(
    (spot) => MAINS.some((area) => spot.endsWith(`.${area}`)) && emptyTimes(round, spot, spotLagMs).some(([, back]) => back < last),
  )
}

/** Every level of before the first card has stood for the lag: none of them comes back any more. */
export const isSteady = ({ openedAt, moves }: Round, now: number, spotLagMs: number): boolean =>
  [...moves.values()].every(
    (told) => now - spotLagMs > (told.findLast(({ at }) => at - spotLagMs <= openedAt)?.at ?? Number.NEGATIVE_INFINITY),
  )

/** No bet lies for its cards, and none is yet to be told of or may be under a hand: they were burned, or exposed, and opened no round. */
export const isStray = (round: Round, now: number, spotLagMs: number): boolean =>
  round.boxes.length === 0 && now - spotLagMs > round.openedAt && isSteady(round, now, spotLagMs)

/** Cards went to the boxes that the round has: no bet was hidden when it opened, or seen where none lay. */
export const hasItsBoxes = (round: Round, boxes: number, spotLagMs: number): boolean =>
  Array.from({ length: boxes }, (_, index) => index + 1).every((box) => {
    const lies = MAINS.some((area) => steadyTimeline(round, spotOf(box, area), spotLagMs).base.amount > 0)
    return lies === round.boxes.includes(box)
  })
