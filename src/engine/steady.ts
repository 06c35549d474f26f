/**
 * What spots show but for a hand over them, a chip not read for a moment, a stack straightened: a level that is back where it was within the
 * spots' lag never changed (reconstruction, Errors). Who is accused of something is accused by such levels alone.
 */
import type { SpotId } from '../../devices/scan.ts'
import type { Timeline } from './chips.ts'
import { MAINS, type Round, spotOf, timelineOf } from './round.ts'

interface Shown {
  /** Event time it was first told, Unix ms. */
  readonly at: number
}

/** The levels of one spot with one more: back where it was within the lag, those in between never were. */
export const withShown = <T extends Shown>(
  levels: readonly T[],
  next: T,
  isSame: (one: T, other: T) => boolean,
  lagMs: number,
): readonly T[] => {
  const back = levels.findLastIndex((level, index) => isSame(level, next) && next.at - (levels[index + 1]?.at ?? next.at) <= lagMs)
  return back < 0 ? [...levels, next] : levels.slice(0, back + 1)
}

/** As `timelineOf`, without what never was. */
export const steadyTimeline = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  const told = round.moves.get(spot) ?? []
  if (told.length < 2) return timelineOf(round, spot, spotLagMs)
  const { amount = 0, lammers = 0 } = round.levels.get(spot) ?? {}
  const first = { at: Number.NEGATIVE_INFINITY, amount, lammers, cause: '' }
  const [, ...moves] = told.reduce<readonly (typeof first)[]>(
    (levels, move) => withShown(levels, move, (one, other) => one.amount === other.amount && one.lammers === other.lammers, spotLagMs),
    [first],
  )
  return timelineOf({ ...round, moves: new Map([[spot, moves]]) }, spot, spotLagMs)
}

/** Every level of before the first card has stood for the lag: none of them comes back any more. */
export const isSteady = ({ openedAt, moves }: Round, now: number, spotLagMs: number): boolean =>
  [...moves.values()].every((told) => {
    const newest = told.at(-1)?.at ?? openedAt
    return newest - spotLagMs > openedAt || now - spotLagMs > newest
  })

/** Cards went to the boxes that the round has: no bet was hidden when it opened, or seen where none lay. */
export const hasItsBoxes = (round: Round, boxes: number, spotLagMs: number): boolean =>
  Array.from({ length: boxes }, (_, index) => index + 1).every((box) => {
    const lies = MAINS.some((area) => steadyTimeline(round, spotOf(box, area), spotLagMs).base.amount > 0)
    return lies === round.boxes.includes(box)
  })
