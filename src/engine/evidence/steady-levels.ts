/**
 * What spots show, without the levels that may never have existed (spot-track.ts). Which errors are worth a question rests on these levels;
 * play and settlement are read with the others and without them.
 */
import type { SpotId } from '../../../devices/scan.ts'
import type { Move, Timeline } from './chips.ts'
import { MAINS, type Round, restsInPlay, restsOn, spotOf, stoodOn, timelineOf } from './round.ts'
import { isSameLevel, isWithin, LEVELS, withoutUndone, withShown } from './spot-track.ts'

/** Like `timelineOf`, without levels that never stood and without what was undone. */
export const steadyTimeline = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  const told = round.moves.get(spot) ?? []
  if (told.length < 2) return timelineOf(round, spot, spotLagMs)
  const stood = timelineOf({ ...round, moves: new Map([[spot, stoodOn(round, spot, spotLagMs).slice(1)]]) }, spot, spotLagMs)
  return { ...stood, moves: withoutUndone(stood, restsInPlay(round, spotLagMs)) }
}

/** Does this movement restore a level that was there before? */
export const isBack = (round: Round, spot: SpotId, move: Move, spotLagMs: number): boolean => {
  const stood = stoodOn(round, spot, spotLagMs)
  return withShown(stood, move, LEVELS, spotLagMs).length <= stood.length
}

/**
 * The level that stood before some of it went missing, if it has been missing for less than the lag: a hand may cover the chips, even if a
 * lammer has come next to them. undefined: nothing is missing.
 */
const underHand = (round: Round, spot: SpotId, now: number, spotLagMs: number): Move | undefined => {
  const stood = stoodOn(round, spot, spotLagMs)
  const shown = stood.findLastIndex((level, index) => {
    const before = stood[index - 1]
    return before === undefined || isWithin(before, level) || level.at + spotLagMs < now
  })
  return shown + 1 < stood.length ? stood[shown] : laidUnder(round.moves.get(spot) ?? [], now, spotLagMs)
}

/** A level that was reported and then at once covered by a hand: the spot shows less than it, and whatever hides chips adds none. */
const laidUnder = (told: readonly Move[], now: number, spotLagMs: number): Move | undefined => {
  const shown = told.at(-1)
  const at = told.findLastIndex((move) => shown !== undefined && isWithin(shown, move) && !isSameLevel(shown, move))
  const gone = told[at + 1]
  return at >= 0 && gone !== undefined && gone.at + spotLagMs >= now ? told[at] : undefined
}

/** A main spot shows less than before, and has done so for less than the lag. */
export const mayBeCovered = (round: Round, now: number, spotLagMs: number): boolean => hiddenOn(round, now, spotLagMs).size > 0

/** On a box that is not in the round a bet may lie under a hand. */
export const mayHideBox = (round: Round, boxes: number, now: number, spotLagMs: number): boolean =>
  Array.from({ length: boxes }, (_, index) => index + 1).some(
    (box) => !round.boxes.includes(box) && MAINS.some((area) => underHand(round, spotOf(box, area), now, spotLagMs) !== undefined),
  )

/** Main spots that have shown less for less than the lag, each with the level that a hand may cover there. */
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

/** The round as it is if these levels lie under a hand. */
const roundUnder = (round: Round, hidden: Iterable<readonly [SpotId, Move]>): Round => {
  const moves = new Map(round.moves)
  for (const [spot, under] of hidden) {
    const told = moves.get(spot) ?? []
    // Levels that showed it in part since then go with it; a hand that covered it earlier remains.
    moves.set(spot, told.slice(0, told.findLastIndex((move) => isSameLevel(move, under)) + 1))
  }
  return { ...round, moves }
}

/** The round as it is if a hand covers every main spot that has shown less for less than the lag; null if there is no such spot. */
export const uncovered = (round: Round, now: number, spotLagMs: number): Round | null => {
  const hidden = hiddenOn(round, now, spotLagMs)
  return hidden.size > 0 ? roundUnder(round, hidden) : null
}

/** The round without a change that may yet be undone. `changedAt`: the event time of that change, Unix ms. */
interface UndoneYet {
  readonly round: Round
  readonly changedAt: number
}

/**
 * The round as it is if the newest change of one bet is undone yet, for each bet whose change nothing rests on so far, and if chips slid from one
 * bet to another and go back. A hand may cover others meanwhile.
 */
export const undoneYet = (round: Round, now: number, spotLagMs: number): readonly UndoneYet[] => {
  const under = roundUnder(round, hiddenOn(round, now, spotLagMs))
  const spots = round.boxes.flatMap((box) => MAINS.map((area) => spotOf(box, area)))
  const all = spots.flatMap((spot) => {
    const open = openFrom(round, spot, now, spotLagMs)
    const told = round.moves.get(spot) ?? []
    const change = (told.at(-1)?.amount ?? 0) - ((told[open - 1] ?? round.levels.get(spot))?.amount ?? 0)
    return open < 0 ? [] : [{ at: told[open]?.at ?? now, change, level: [spot, told.slice(0, open)] as const }]
  })
  const isSlid = all.length > 1 && all.reduce((sum, { change }) => sum + change, 0) === 0
  const ways = [...all.map((each) => [each]), ...(isSlid ? [all] : [])]
  return ways.map((changes) => ({
    changedAt: Math.min(...changes.map(({ at }) => at)),
    round: { ...under, moves: new Map([...under.moves, ...changes.map(({ level }) => level)]) },
  }))
}

/** The newest change of this spot may be undone yet: nothing rests on it so far. */
export const mayBeUndoneYet = (round: Round, spot: SpotId, now: number, spotLagMs: number): boolean =>
  openFrom(round, spot, now, spotLagMs) >= 0

/** A dealer who took a stake by mistake, or takes it to pay in larger chips, lays it there again within seconds. */
const PUT_BACK_MS = 6000

/**
 * The round as it is if a stake that was just taken is laid there again yet, for each main bet where that may be. A bet that was paid is
 * collected, and a card rests on what was taken before it.
 */
export const putBackYet = (round: Round, now: number): readonly Round[] =>
  round.boxes.flatMap((box) =>
    MAINS.flatMap((area) => {
      const spot = spotOf(box, area)
      const told = round.moves.get(spot) ?? []
      const taken = told.at(-1)
      const last = round.cards.at(-1)?.at ?? 0
      const isPaid = (told.at(-2)?.at ?? 0) > last
      const isTaken = taken?.amount === 0 && taken.at > last && !isPaid && taken.by !== 'player' && now - taken.at < PUT_BACK_MS
      return isTaken ? [{ ...round, moves: new Map(round.moves).set(spot, told.slice(0, -1)) }] : []
    }),
  )

/** Index of the first movement of the spot on which nothing rests so far; -1: there is none. */
const openFrom = (round: Round, spot: SpotId, now: number, spotLagMs: number): number => {
  const rests = restsOn(round, spotLagMs)
  return (round.moves.get(spot) ?? []).findIndex(({ at }) => !rests(at, now))
}

/**
 * The rounds as they are if hands cover all of these spots, only one of them, or all but one. Other combinations are rare, and not tried.
 */
export const uncoveredWays = (round: Round, now: number, spotLagMs: number): readonly Round[] => {
  const hidden = [...hiddenOn(round, now, spotLagMs)]
  if (hidden.length === 0) return []
  const one = hidden.length > 1 ? hidden.map((each) => [each]) : []
  const others = hidden.length > 2 ? hidden.map((each) => hidden.filter((other) => other !== each)) : []
  return [hidden, ...one, ...others].map((each) => roundUnder(round, each))
}

/** Every level from before the first card has stood for the lag, so none of them can come back any more. */
export const isSteady = ({ openedAt, moves }: Round, now: number, spotLagMs: number): boolean =>
  [...moves.values()].every(
    (told) => now - spotLagMs > (told.findLast(({ at }) => at - spotLagMs <= openedAt)?.at ?? Number.NEGATIVE_INFINITY),
  )

/** The boxes that got cards are those with bets: no bet was hidden when the round opened, and none was seen where none lay. */
export const hasItsBoxes = (round: Round, boxes: number, spotLagMs: number): boolean =>
  Array.from({ length: boxes }, (_, index) => index + 1).every((box) => {
    const lies = MAINS.some((area) => steadyTimeline(round, spotOf(box, area), spotLagMs).base.amount > 0)
    return lies === round.boxes.includes(box)
  })
