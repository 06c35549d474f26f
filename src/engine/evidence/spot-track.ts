/**
 * The sensor of a spot. It reports levels up to its lag late. A hand over the spot, or a chip that is not read for a moment, hides some of
 * them; a stack may be read in part before it is read whole; and a level may be reported twice. What hides chips never adds any, and costs
 * nothing (DECISIONS.md, D-24).
 *
 *   reported 1000   600   1000   400   2500      all within the lag
 *   tracks   1000 ─────── 1000 ─────── 2500      a hand lay over the bet, and 400 was 2500 read in part
 *            1000 ─────── 1000 ─ 400 ─ 2500      the hand alone
 *            1000 ─ 600 ─ 1000 ─────── 2500      chips went and came back as quickly
 *
 * A track is one path through the reports: from level to level, skipping those that were never really there. It also skips what was undone:
 * a change that was taken back before a card came is no act, whoever made it (a double laid and withdrawn, a stake swept and put back).
 */
import { HUMAN_MS } from './human-times.ts'

interface Shown {
  /** Event time the level was first reported, Unix ms. */
  readonly at: number
}

interface Level extends Shown {
  readonly amount: number
  readonly lammers: number
  /** Whose the movement was, as far as the rack shows. */
  readonly by?: 'dealer' | 'player' | 'rack'
}

/** A change that was undone. `at`: its event time, Unix ms. */
export interface Undone {
  readonly at: number
  readonly by: Level['by'] | undefined
  /** Some of what was laid stayed: the surplus was given back. */
  readonly inPart: boolean
}

/** One spot: what lay there at first, and what the sensor has reported since. */
interface Told<M extends Level> {
  readonly base: Lying
  readonly moves: readonly M[]
}

type Lying = Pick<Level, 'amount' | 'lammers'>
export const isSameLevel = (one: Lying, other: Lying): boolean => one.amount === other.amount && one.lammers === other.lammers
/** Whatever hides chips never adds any. */
export const isWithin = (one: Lying, other: Lying): boolean => one.amount <= other.amount && one.lammers <= other.lammers

/** How two levels of one sensor compare. */
export interface Measure<T> {
  readonly isSame: (one: T, other: T) => boolean
  /** Is the first level the other, or the other with chips missing? */
  readonly isWithin: (one: T, other: T) => boolean
}

/**
 * The levels between two reports never stood: a hand covered what lies there until it shows again, or they were the second read in part. If they
 * only rise to it, they are ordinary movements: matching a story skips levels that were no stop.
 */
const neverStood = <T>(lies: T, between: readonly T[], next: T, { isSame, isWithin }: Measure<T>): boolean =>
  between.every((level) => isWithin(level, next) && !isSame(level, next)) &&
  (isSame(lies, next) || between.some((level, nth) => !isWithin(between[nth - 1] ?? lies, level)))

export const LEVELS: Measure<Lying> = { isSame: isSameLevel, isWithin }

/** The same of levels of a spot. */
export const isHidden = (lies: Lying, between: readonly Lying[], next: Lying): boolean => neverStood(lies, between, next, LEVELS)

// --- tracks ---------------------------------------------------------------------------------------------------------------------------

/**
 * For a spot that keeps flickering, the likeliest tracks and the one in which every report was true. Four hands over one bet make this
 * many.
 */
const TRACKS_MAX = 16

/**
 * A hand over a spot is seen ten times as often as a real change as quick. A stack read in part is as rare as a stake taken and another
 * laid.
 */
const QUICK_SCORE = Math.log(0.1)

/**
 * Something rests on what lay on the spot between these two reports: a card that came meanwhile. `marked`: a lammer came or went. The dealer may
 * take one as he deals its card, so of a lammer the longest reading of the lag counts.
 */
export type Rests = (from: number, to: number, marked?: boolean) => boolean

/** What was undone is rarer than what was done. */
const UNDONE_SCORE = Math.log(0.1)

/** A hand that lies on chips while a card comes is rarer still. */
const UNCOVERED_SCORE = 2 * UNDONE_SCORE

/** A way through what was reported, up to one of the movements. */
interface Way<M> {
  readonly moves: readonly M[]
  /** What lies on the spot now. */
  readonly lies: Lying
  readonly score: number
  readonly undone?: readonly Undone[]
}

/** How the reports of a spot are read. */
export interface Reports {
  readonly lagMs: number
  readonly rests: Rests
  /** The level that a hand uncovers stays, as a movement that changed nothing. @default false */
  readonly keepsBack?: boolean
  /** May a hand have lain on the chips between these times, although something rests on what lay there? Left out: it may not. */
  readonly hides?: Rests
}

/** What may truly have lain on a spot, the likeliest first. */
export const tracksOf = <M extends Level, T extends Told<M>>(
  told: T & Told<M>,
  { lagMs, rests, keepsBack = false, hides }: Reports,
): readonly (T & Pick<Way<M>, 'undone'>)[] => {
  const { base, moves } = told
  const isQuick = moves.some(({ at }, index) => at - (moves[index - 1]?.at ?? Number.NEGATIVE_INFINITY) <= lagMs)
  const undoingOf = (lies: Lying, first: number): Undoing<M> | undefined => {
    const undoing = undoingAt(lies, moves, first, rests)
    return undoing ?? (hides ? uncoveredAt(lies, moves, first, hides) : undefined)
  }
  if (!isQuick && !moves.some((_, first) => undoingOf(moves[first - 1] ?? base, first))) return [told]
  const waysTo: Way<M>[][] = [[{ moves: [], lies: base, score: 0 }], ...moves.map(() => [])]
  moves.forEach((move, first) => {
    for (const way of likeliest(waysTo[first] ?? [])) {
      let isQuick = false
      for (let last = first + 1; last < moves.length; last++) {
        const next = moves[last] as M
        if (next.at - move.at > lagMs) break
        if (!isHidden(way.lies, moves.slice(first, last), next)) continue
        const isBack = isSameLevel(next, way.lies)
        isQuick ||= isBack
        waysTo[last + 1]?.push(isBack && !keepsBack ? way : { ...way, moves: [...way.moves, next], lies: next })
      }
      const undoing = undoingOf(way.lies, first)
      if (undoing) waysTo[first + 2]?.push(undoneIn(way, undoing, move))
      waysTo[first + 1]?.push({ ...way, moves: [...way.moves, move], lies: move, score: way.score + (isQuick ? QUICK_SCORE : 0) })
    }
  })
  const ways = likeliest(waysTo[moves.length] ?? [])
  const isToldOne = ways.some((way) => way.moves.length === moves.length)
  const tracks = ways.map(({ lies: _, ...way }) => ({ ...told, ...way }))
  return isToldOne ? tracks : [...tracks.slice(0, TRACKS_MAX - 1), { ...told, score: (ways.at(-1)?.score ?? 0) + QUICK_SCORE }]
}

/** The movement after a change undid it. */
interface Undoing<M> {
  readonly score: number
  /** What it left, where that is not what lay before the change. */
  readonly left?: M
  /** Too much was laid, and some of it stayed. @default false */
  readonly inPart?: boolean
}

const undoneIn = <M extends Level>(way: Way<M>, { left, score, inPart = false }: Undoing<M>, { at, by }: M): Way<M> => ({
  ...way,
  ...(left ? { moves: [...way.moves, left], lies: left } : {}),
  score: way.score + score,
  undone: [...(way.undone ?? []), { at, by, inPart }],
})

/** How the movement after this one undoes it before anything rests on it; undefined: it does not. */
const undoingAt = <M extends Level>(before: Lying, moves: readonly M[], first: number, rests: Rests): Undoing<M> | undefined => {
  const [change, next] = [moves[first], moves[first + 1]]
  if (change === undefined || next === undefined || isSameLevel(change, before)) return undefined
  if (isSameLevel(next, before)) return isPutBack(before, change, next, rests) ? { score: UNDONE_SCORE } : undefined
  if (isLaidAnew(before, moves, first, rests)) return { score: UNDONE_SCORE, left: next }
  return isGivenBack(before, change, next) && !rests(change.at, next.at) ? { score: UNDONE_SCORE, left: next, inPart: true } : undefined
}

/**
 * What was taken was laid there again, by whoever took it, before anything rested on it. Chips that went into the rack and did not come out of it, or
 * came out and did not go back, are no change that is undone.
 */
const isPutBack = (before: Lying, change: Level, back: Level, rests: Rests): boolean => {
  const isEmptied = change.amount === 0 && before.amount > 0
  if (isEmptied && !(isHouses(change) && isHouses(back)) && back.at - change.at >= HUMAN_MS.emptied) return false
  return !rests(change.at, back.at, change.lammers !== before.lammers) && isHouses(change) === isHouses(back)
}

/**
 * The stake was taken and laid there again with what it won, as when a dealer pays in larger chips, or without what it lost, as at a
 * surrender. What was settled before is no stake.
 */
const isLaidAnew = (before: Lying, moves: readonly Level[], first: number, rests: Rests): boolean => {
  const [change, laid] = [moves[first], moves[first + 1]]
  if (change === undefined || laid === undefined || change.amount > 0 || change.lammers > 0) return false
  const earlier = moves[first - 1]
  if (earlier !== undefined && !rests(earlier.at, change.at)) return false
  const isOther = laid.amount > 0 && laid.amount !== before.amount && laid.lammers === before.lammers
  return before.amount > 0 && isOther && isPutBack(before, change, laid, rests)
}

/** Too much was laid, and its player took the surplus back. */
const isGivenBack = (before: Lying, change: Level, less: Level): boolean =>
  !isHouses(change) &&
  !isHouses(less) &&
  before.lammers === change.lammers &&
  change.lammers === less.lammers &&
  before.amount < less.amount &&
  less.amount < change.amount

/** All chips went and came back although a card came meanwhile, as under a hand that lies on them: that names nobody. */
const uncoveredAt = <M extends Level>(before: Lying, moves: readonly M[], first: number, hides: Rests): Undoing<M> | undefined => {
  const [gone, back] = [moves[first], moves[first + 1]]
  if (gone === undefined || back === undefined || isHouses(gone) || isHouses(back) || before.amount === 0) return undefined
  const isHidden = gone.amount === 0 && gone.lammers === 0 && isSameLevel(back, before)
  return isHidden && hides(gone.at, back.at) ? { score: UNCOVERED_SCORE } : undefined
}

/** The rack shows the movement to be the house's. */
export const isHouses = ({ by }: Pick<Level, 'by'>): boolean => by === 'dealer' || by === 'rack'

/** The movements without those that were undone. */
export const withoutUndone = <M extends Level>({ base, moves }: Told<M>, rests: Rests): readonly M[] => {
  const left: M[] = []
  for (let at = 0; at < moves.length; at++) {
    const undoing = undoingAt(left.at(-1) ?? base, moves, at, rests)
    if (undoing && !undoing.left) at++
    else left.push(moves[at] as M)
  }
  return left
}

/** Each way once. Of equally likely ways, those that skip more at once come first. */
const likeliest = <M>(ways: readonly Way<M>[]): readonly Way<M>[] => {
  if (ways.length < 2) return ways
  const sorted = ways.toSorted((one, other) => other.score - one.score)
  const isFirst = (way: Way<M>, nth: number): boolean => sorted.findIndex((other) => isSameWay(other, way)) === nth
  return sorted.filter(isFirst).slice(0, TRACKS_MAX)
}

const isSameWay = <M>({ moves: one }: Way<M>, { moves: other }: Way<M>): boolean =>
  one.length === other.length && one.every((move, nth) => move === other[nth])

/** The first level after the base that was read whole, because a stack may be read in part for the lag. */
export const firstWhole = <M extends Level>({ moves }: Told<M>, lagMs: number): M | undefined =>
  moves.find(({ at, amount }, index) => {
    const next = moves[index + 1]
    return next === undefined || next.amount <= amount || next.at - at > lagMs
  })

// --- what stood -------------------------------------------------------------------------------------------------------------------------

/**
 * The levels that stood, after one more report. If it shows within the lag that the levels since an earlier one never stood, these go; and it adds
 * none itself if it shows that earlier one again.
 */
export const withShown = <T extends Shown>(levels: readonly T[], next: T, measure: Measure<T>, lagMs: number): readonly T[] => {
  const stood = levels.findIndex((level, at) => {
    const hidden = levels.slice(at + 1)
    return next.at - (hidden[0]?.at ?? next.at) <= lagMs && neverStood(level, hidden, next, measure)
  })
  if (stood < 0) return [...levels, next]
  return [...levels.slice(0, stood + 1), ...(measure.isSame(levels[stood] as T, next) ? [] : [next])]
}
