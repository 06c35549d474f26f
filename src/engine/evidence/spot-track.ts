/**
 * Levels as sensors show them: a hand over a spot, a chip not read for a moment, a stack straightened, a new one read in part. A level that is
 * back where it was within the spots' lag may never have changed, and one below those before and after it may be the later one seen half; that
 * costs nothing (reconstruction, Errors); or what happened was as quick.
 */

interface Shown {
  /** Event time it was first told, Unix ms. */
  readonly at: number
}

/** How two levels of one spot compare. */
export interface Measure<T> {
  readonly isSame: (one: T, other: T) => boolean
  /** Chips of the other one are missing. */
  readonly isLess: (one: T, other: T) => boolean
}

/** Place of the level that `next` brings back within the lag; -1: none. */
const backTo = <T extends Shown>(levels: readonly T[], next: T, { isSame }: Measure<T>, lagMs: number): number =>
  levels.findLastIndex((level, index) => isSame(level, next) && next.at - (levels[index + 1]?.at ?? next.at) <= lagMs)

/** The last of these levels was what `next` brings, seen half: some of what lay there before is missing, too. */
const isHalf = <T extends Shown>(levels: readonly T[], next: T, { isSame, isLess }: Measure<T>, lagMs: number): boolean => {
  const [before, last] = levels.slice(-2)
  if (before === undefined || last === undefined || next.at - last.at > lagMs || !isLess(last, next)) return false
  return !isSame(before, last) && !isLess(before, last)
}

/** The levels of one spot with one more: back where it was within the lag, those in between never were; nor was one that it was seen as by half. */
export const withShown = <T extends Shown>(levels: readonly T[], next: T, measure: Measure<T>, lagMs: number): readonly T[] => {
  const back = backTo(levels, next, measure, lagMs)
  if (back >= 0) return levels.slice(0, back + 1)
  return isHalf(levels, next, measure, lagMs) ? withShown(levels.slice(0, -1), next, measure, lagMs) : [...levels, next]
}

interface Level extends Shown {
  readonly amount: number
  readonly lammers: number
}

/** One spot: what lay there, and what it showed since. */
interface Shows<M extends Level> {
  readonly base: Lying
  readonly moves: readonly M[]
}

type Lying = Omit<Level, 'at'>
export const isSameLevel = (one: Lying, other: Lying): boolean => one.amount === other.amount && one.lammers === other.lammers
/** What hides chips never adds any. */
export const isWithin = (one: Lying, other: Lying): boolean => one.amount <= other.amount && one.lammers <= other.lammers

export const LEVELS: Measure<Level> = { isSame: isSameLevel, isLess: (one, other) => isWithin(one, other) && !isSameLevel(one, other) }

/** Less than what came after it, while something of what lay before it is missing. */
export const isDip = (before: Lying, level: Lying, next: Lying): boolean =>
  isWithin(level, next) && !isSameLevel(level, next) && !isWithin(before, level)

/** Movements of one spot that may never have been. */
export interface Glimpse<M> {
  readonly moves: readonly M[]
  /** The last of them took the others back; else they were the next level seen half. */
  readonly isBack: boolean
}

export const glimpsesIn = <M extends Level>({ base, moves }: Shows<M>, lagMs: number): readonly Glimpse<M>[] => {
  if (moves.length < 2) return []
  const glimpses: Glimpse<M>[] = []
  const at = new Map<Level, number>(moves.map((move, index) => [move, index]))
  let stood: readonly Level[] = [{ at: Number.NEGATIVE_INFINITY, amount: base.amount, lammers: base.lammers }]
  for (const [index, move] of moves.entries()) {
    const next = withShown(stood, move, LEVELS, lagMs)
    const isBack = !next.includes(move)
    // From the first level that it takes back, or is seen whole by.
    const left = stood[isBack ? next.length : next.length - 1]
    const since = left === undefined ? [] : moves.slice(at.get(left), isBack ? index + 1 : index)
    const isGlimpse = since.length > 0 && since.every((each) => isWithin(each, move))
    if (isGlimpse) glimpses.push({ moves: since, isBack })
    // What came back may have gone for a moment and been seen half as it came.
    const last = moves[index - 1]
    if (isGlimpse && isBack && since.length > 2 && last && isHalf(stood, move, LEVELS, lagMs))
      glimpses.push({ moves: [last], isBack: false })
    stood = isGlimpse || !isBack ? next : [...stood, move]
  }
  return glimpses
}

/** The first level after what lay there, once it was read whole: a stack may be seen in part for the lag. */
export const firstWhole = <M extends Level>({ moves }: Shows<M>, lagMs: number): M | undefined =>
  moves.find(({ at, amount }, index) => {
    const next = moves[index + 1]
    return next === undefined || next.amount <= amount || next.at - at > lagMs
  })

const without = <M extends Level, T extends Shows<M>>(timeline: T & Shows<M>, left: Iterable<M>): T => {
  const never = new Set(left)
  return never.size === 0 ? timeline : { ...timeline, moves: timeline.moves.filter((move) => !never.has(move)) }
}

/** What is left when none of them was. */
export const withoutGlimpses = <M extends Level, T extends Shows<M>>(timeline: T & Shows<M>, lagMs: number): T =>
  without(
    timeline,
    glimpsesIn(timeline, lagMs).flatMap(({ moves }) => moves),
  )

/**
 * Tracks of one spot, at most: every choice of four glimpses. Of a spot that flickers on, the likeliest are asked and the one by which all that it
 * told was true.
 */
const TRACKS_MAX = 16

/** A hand over a spot is seen ten times for each thing that happens as quickly. A stack seen half, and a stake taken and another laid, are as rare. */
const QUICK_SCORE = Math.log(0.1)

/**
 * What may truly have lain on a spot, the likeliest first: each glimpse was none, or something that happened as quickly. `keepsBack`: what a glimpse
 * took back stays as a movement that changed nothing.
 */
export const tracksOf = <M extends Level, T extends Shows<M>>(
  timeline: T & Shows<M>,
  lagMs: number,
  keepsBack: boolean,
): readonly (T & { readonly score: number })[] => {
  const glimpses = glimpsesIn(timeline, lagMs)
  const told: Choice<M> = { never: [], score: glimpses.reduce((sum, glimpse) => sum + quickScore(glimpse), 0) }
  const choices = choicesOf(glimpses, keepsBack)
  return [...choices.slice(0, TRACKS_MAX - 1), ...(choices.length < TRACKS_MAX ? [] : [told])].map(({ never, score }) => ({
    ...without(timeline, never),
    score,
  }))
}

/** Movements that never were. */
interface Choice<M> {
  readonly never: readonly M[]
  readonly score: number
}

const quickScore = ({ isBack }: Pick<Glimpse<unknown>, 'isBack'>): number => (isBack ? QUICK_SCORE : 0)

/** The likeliest first, and of those that are as likely those whose newest glimpses were true. */
const choicesOf = <M>(glimpses: readonly Glimpse<M>[], keepsBack: boolean): readonly Choice<M>[] =>
  glimpses.reduce<readonly Choice<M>[]>(
    (choices, glimpse) => {
      const { moves, isBack } = glimpse
      const hidden = isBack && keepsBack ? moves.slice(0, -1) : moves
      const more = choices.flatMap(({ never, score }) => [
        { never: [...never, ...hidden], score },
        { never, score: score + quickScore(glimpse) },
      ])
      return more.toSorted((one, other) => other.score - one.score).slice(0, TRACKS_MAX)
    },
    [{ never: [], score: 0 }],
  )

/** Of more than so many nobody asks one by one. */
const ASKED_SINGLY_MAX = 6

/** What may have lain there, the likeliest first: without any of them, with all, and with one alone. */
export const waysShown = <M extends Level, T extends Shows<M>>(timeline: T & Shows<M>, lagMs: number): readonly T[] => {
  const glimpses = glimpsesIn(timeline, lagMs)
  if (glimpses.length === 0) return [timeline]
  const single = glimpses.length > 1 ? glimpses.slice(-ASKED_SINGLY_MAX) : []
  return [
    without(
      timeline,
      glimpses.flatMap(({ moves }) => moves),
    ),
    timeline,
    ...single.map((one) =>
      without(
        timeline,
        glimpses.filter((other) => other !== one).flatMap(({ moves }) => moves),
      ),
    ),
  ]
}
