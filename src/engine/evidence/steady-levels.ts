/**
 * What spots show, without the levels that may never have existed (spot-track.ts). Which errors are worth a question rests on these levels;
 * play and settlement are read with the others and without them.
 */

import type { SpotId } from '../../../devices/scan.ts'
import type { Move, Timeline } from './chips.ts'
import { HUMAN_MS } from './human-times.ts'
import { boxesUpTo, type Round, restsInPlay, restsOn, spotsAt, stoodOn, timelineOf } from './round.ts'
import { isWithin, LEVELS, withoutUndone, withShown } from './spot-track.ts'

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

/** What may yet turn out about a spot, by index of the first of its movements that then never was; -1: nothing may. */
type Yet = (round: Round, spot: SpotId, now: number, spotLagMs: number) => number

/**
 * A hand may cover what lay there, even if a lammer has come next to it: some of it has been missing since, for less than the lag. A hand that covered
 * it earlier remains.
 */
const hiddenFrom: Yet = (round, spot, now, spotLagMs) => {
  const told = round.moves.get(spot) ?? []
  if (spotLagMs === 0) return -1
  return told.findIndex(({ at }, nth) => {
    const lay = told[nth - 1] ?? round.levels.get(spot)
    return lay !== undefined && at + spotLagMs >= now && told.slice(nth).every((level) => !isWithin(lay, level))
  })
}

/** The newest change may be undone, because nothing rests on it so far. */
const openFrom: Yet = (round, spot, now, spotLagMs) => {
  const rests = restsOn(round, spotLagMs)
  return (round.moves.get(spot) ?? []).findIndex(({ at }) => !rests(at, now))
}

/** The spots of which that may turn out, each with the movements that are left then. */
type Left = ReadonlyMap<SpotId, readonly Move[]>

const leftBy = (isYet: Yet, boxes: readonly number[], ...[round, now, spotLagMs]: [Round, number, number]): Left =>
  new Map(
    spotsAt(boxes).flatMap((spot) => {
      const from = isYet(round, spot, now, spotLagMs)
      return from < 0 ? [] : [[spot, (round.moves.get(spot) ?? []).slice(0, from)]]
    }),
  )

const withLeft = (round: Round, left: Iterable<readonly [SpotId, readonly Move[]]>): Round => ({
  ...round,
  moves: new Map([...round.moves, ...left]),
})

/** The round as it is if a hand covers every main spot that has shown less for less than the lag; none if there is no such spot. */
export const uncovered = (round: Round, now: number, spotLagMs: number): readonly Round[] =>
  uncoveredWays(round, now, spotLagMs).slice(0, 1)

/** The rounds as they are if hands cover all of these spots, only one of them, or all but one. Other combinations are rare, and not tried. */
export const uncoveredWays = (round: Round, now: number, spotLagMs: number): readonly Round[] => {
  const hidden = [...leftBy(hiddenFrom, round.boxes, round, now, spotLagMs)]
  const one = hidden.length > 1 ? hidden.map((each) => [each]) : []
  const others = hidden.length > 2 ? hidden.map((each) => hidden.filter((other) => other !== each)) : []
  return hidden.length === 0 ? [] : [hidden, ...one, ...others].map((each) => withLeft(round, each))
}

/** On a box that is not in the round a bet may lie under a hand. */
export const mayHideBox = (round: Round, boxes: number, now: number, spotLagMs: number): boolean => {
  const others = boxesUpTo(boxes).filter((box) => !round.boxes.includes(box))
  return leftBy(hiddenFrom, others, round, now, spotLagMs).size > 0
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
  const hidden = leftBy(hiddenFrom, round.boxes, round, now, spotLagMs)
  const open = [...leftBy(openFrom, round.boxes, round, now, spotLagMs)]
  const lies = (spot: SpotId, moves = round.moves.get(spot)): number => (moves?.at(-1) ?? round.levels.get(spot))?.amount ?? 0
  const slid = open.length > 1 && open.reduce((sum, [spot, left]) => sum + lies(spot) - lies(spot, left), 0) === 0
  return [...open.map((each) => [each]), ...(slid ? [open] : [])].map((changes) => ({
    changedAt: Math.min(...changes.map(([spot, { length }]) => round.moves.get(spot)?.[length]?.at ?? now)),
    round: withLeft(round, [...hidden, ...changes]),
  }))
}

/** The newest change of this spot may be undone yet: nothing rests on it so far. */
export const mayBeUndoneYet = (round: Round, spot: SpotId, now: number, spotLagMs: number): boolean =>
  openFrom(round, spot, now, spotLagMs) >= 0

/** What lay on a spot before the changes on which nothing rests yet, minor units. */
export const restedOn = (round: Round, spot: SpotId, now: number, spotLagMs: number): number => {
  const from = openFrom(round, spot, now, spotLagMs)
  const settled = (round.moves.get(spot) ?? []).slice(0, from < 0 ? undefined : from)
  return (settled.at(-1) ?? round.levels.get(spot))?.amount ?? 0
}

/** A stake that was just taken may be laid there again. A bet that was paid is collected, and a card rests on what was taken before it. */
const takenFrom: Yet = (round, spot, now) => {
  const told = round.moves.get(spot) ?? []
  const taken = told.at(-1)
  const last = round.cards.at(-1)?.at ?? 0
  const isPaid = (told.at(-2)?.at ?? 0) > last
  const mayBe = taken?.amount === 0 && taken.at > last && !isPaid && taken.by !== 'player' && now - taken.at < HUMAN_MS.putBack
  return mayBe ? told.length - 1 : -1
}

/** The round as it is if such a stake is laid there again yet, for each main bet where that may be. */
export const putBackYet = (round: Round, now: number, spotLagMs: number): readonly Round[] =>
  [...leftBy(takenFrom, round.boxes, round, now, spotLagMs)].map((left) => withLeft(round, [left]))

/** Every level from before the first card has stood for the lag, so none of them can come back any more. */
export const isSteady = ({ openedAt, moves }: Round, now: number, spotLagMs: number): boolean =>
  [...moves.values()].every(
    (told) => now - spotLagMs > (told.findLast(({ at }) => at - spotLagMs <= openedAt)?.at ?? Number.NEGATIVE_INFINITY),
  )

/** The boxes that got cards are those with bets: no bet was hidden when the round opened, and none was seen where none lay. */
export const hasItsBoxes = (round: Round, boxes: number, spotLagMs: number): boolean =>
  boxesUpTo(boxes).every(
    (box) => spotsAt([box]).some((spot) => steadyTimeline(round, spot, spotLagMs).base.amount > 0) === round.boxes.includes(box),
  )
