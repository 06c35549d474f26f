/**
 * Levels as sensors show them: a hand over a spot, a chip not read for a moment, a stack straightened. A level that is back where it was within
 * the spots' lag may never have changed, and costs nothing (reconstruction, Errors); or what happened was as quick.
 */

interface Shown {
  /** Event time it was first told, Unix ms. */
  readonly at: number
}

/** Place of the level that `next` brings back within the lag; -1: none. */
const backTo = <T extends Shown>(levels: readonly T[], next: T, isSame: (one: T, other: T) => boolean, lagMs: number): number =>
  levels.findLastIndex((level, index) => isSame(level, next) && next.at - (levels[index + 1]?.at ?? next.at) <= lagMs)

/** The levels of one spot with one more: back where it was within the lag, those in between never were. */
export const withShown = <T extends Shown>(
  levels: readonly T[],
  next: T,
  isSame: (one: T, other: T) => boolean,
  lagMs: number,
): readonly T[] => {
  const back = backTo(levels, next, isSame, lagMs)
  return back < 0 ? [...levels, next] : levels.slice(0, back + 1)
}

interface Level extends Shown {
  readonly amount: number
  readonly lammers: number
}

/** One spot: what lay there, and what it showed since. */
interface Shows<M extends Level> {
  readonly base: Omit<Level, 'at'>
  readonly moves: readonly M[]
}

export const isSameLevel = (one: Omit<Level, 'at'>, other: Omit<Level, 'at'>): boolean =>
  one.amount === other.amount && one.lammers === other.lammers

/** The movements of one spot that may never have been, each with the one that took it back. What hides chips never adds any. */
export const glimpsesIn = <M extends Level>({ base, moves }: Shows<M>, lagMs: number): readonly (readonly M[])[] => {
  if (moves.length < 2) return []
  const glimpses: (readonly M[])[] = []
  let stood: readonly Level[] = [{ at: Number.NEGATIVE_INFINITY, amount: base.amount, lammers: base.lammers }]
  for (const [at, move] of moves.entries()) {
    const back = backTo(stood, move, isSameLevel, lagMs)
    const left = back < 0 ? -1 : moves.findIndex((each) => each === stood[back + 1])
    const glimpse = left < 0 ? [] : moves.slice(left, at + 1)
    if (glimpse.length > 0 && glimpse.every(({ amount, lammers }) => amount <= move.amount && lammers <= move.lammers))
      glimpses.push(glimpse)
    stood = back < 0 ? [...stood, move] : stood.slice(0, back + 1)
  }
  return glimpses
}

/** What is left when none of them was. */
export const withoutGlimpses = <M extends Level, T extends Shows<M>>(timeline: T & Shows<M>, lagMs: number): T => {
  const never = new Set(glimpsesIn(timeline, lagMs).flat())
  return never.size === 0 ? timeline : { ...timeline, moves: timeline.moves.filter((move) => !never.has(move)) }
}
