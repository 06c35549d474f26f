/**
 * An error was made, and several single ones explain it: the smallest set of errors of which every reading of fewest errors has one. Proven errors,
 * which are in all readings, are set aside.
 *
 *   readings   {A at box 1}  {B at box 2}          one group: A, B
 *              {A, C}  {A, D}                       A is proven, the group: C, D
 *              {A, C}  {B, D}                       two groups, by where: A, B and C, D
 */
import type { Counted } from './counted.ts'
import type { Way } from './way.ts'

/** An error of a group, and how likely it is beside the others. */
export type Rival = readonly [error: Counted, weight: number]

/** What was done at one place in the readings of one way; it covers the way where each of these has it. */
interface Part {
  readonly place: number | null
  readonly errors: readonly Counted[]
}

const isSame = (one: Counted, other: Counted): boolean => one.code === other.code && one.box === other.box

/**
 * Groups that have no error in common; none where a story may be left that is no reading here. A way is asked by box: what it has there is one
 * error a reading, by whatever names.
 */
export const groupsOf = (ways: readonly Way[], proven: readonly Counted[]): readonly (readonly Rival[])[] => {
  if (ways.some(({ errors }) => errors.some(({ doubt }) => doubt === 'story'))) return []
  const groups: (readonly Rival[])[] = []
  let aside = proven
  for (;;) {
    const group = smallest(ways, aside)
    if (group.length < 2) return groups
    groups.push(group.map((error): Rival => [error, weightOf(error, ways)]).toSorted(([, one], [, other]) => other - one))
    aside = [...aside, ...group]
  }
}

const partsOf = ({ solution, errors }: Way, aside: readonly Counted[]): readonly Part[] => {
  const left = errors.filter((error) => !aside.some((each) => isSame(each, error)))
  return [...new Set(left.map(({ box }) => box))].flatMap((place) => {
    const here = left.filter(({ box }) => box === place)
    const count = here.reduce((sum, error) => sum + (error.isSecondName ? 0 : error.count), 0)
    return count >= solution.count ? [{ place, errors: here }] : []
  })
}

/** Of all choices of places by which every way is covered the one with the fewest errors; empty: there is none. */
const smallest = (ways: readonly Way[], aside: readonly Counted[]): readonly Counted[] => {
  const parts = ways.map((way) => partsOf(way, aside))
  const places = [...new Set(parts.flatMap((of) => of.map(({ place }) => place)))]
  const choices = subsets(places).flatMap((chosen) => {
    const covers = parts.map((of) => of.filter(({ place }) => chosen.includes(place)))
    return covers.every((of) => of.length > 0) ? [together(covers.flat().flatMap(({ errors }) => errors))] : []
  })
  return choices.reduce<readonly Counted[]>((best, next) => (best.length === 0 || next.length < best.length ? next : best), [])
}

/** Eight at the most: the boxes and the dealer. */
const subsets = <T>(of: readonly T[]): readonly (readonly T[])[] =>
  of.reduce<readonly (readonly T[])[]>((all, item) => all.concat(all.map((some) => [...some, item])), [[]])

/** Each once: of whichever hand, where that differs. */
const together = (errors: readonly Counted[]): readonly Counted[] =>
  errors.flatMap((error, at) => {
    const same = errors.filter((each) => isSame(each, error))
    if (same[0] !== error || errors.indexOf(error) !== at) return []
    return [same.every(({ hand }) => hand === error.hand) ? error : { ...error, hand: null }]
  })

/** By the best reading of each way that has it, and its share of the way's readings. */
const weightOf = (error: Counted, ways: readonly Way[]): number => {
  const best = Math.max(...ways.map(scoreOf))
  return ways.reduce((sum, way) => {
    const own = way.errors.filter((each) => isSame(each, error))
    const count = own.reduce((all, each) => all + (each.isSecondName && each.count === 0 ? way.solution.count : each.count), 0)
    return sum + Math.exp(scoreOf(way) - best) * Math.min(1, count / way.solution.count)
  }, 0)
}

const scoreOf = ({ solution }: Way): number => solution.bestScore ?? 0
