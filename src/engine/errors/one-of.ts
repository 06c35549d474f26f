/**
 * An error was made, and several single errors explain it. The group is the smallest set of errors of which every reading with the fewest
 * errors contains one. Proven errors, which are in all readings, are set aside.
 *
 *   readings   {A at box 1}  {B at box 2}          one group: A, B
 *              {A, C}  {A, D}                       A is proven, the group: C, D
 *              {A, C}  {B, D}                       two groups, by where: A, B and C, D
 *              {A or B by the same chips}           one group: A, B
 */
import { type ErrorInWay, type Fact, isSame, type NamedError, placeOf, type Way } from './way.ts'

/** An error at one place. */
export interface Member extends NamedError, Pick<ErrorInWay, 'box' | 'area'> {}

/** An error of a group, and how likely it is compared with the others. */
export type Rival = readonly [error: Member, weight: number]

/** What was done at one place in the readings of one way. */
interface Part {
  readonly place: string
  readonly errors: readonly Member[]
}

const membersOf = ({ box, area = 'main', names }: ErrorInWay, aside: readonly Fact[]): readonly Member[] =>
  names.map((name) => ({ ...name, box, area })).filter((member) => !aside.some((each) => isSame(each, member)))

/**
 * There may be a story that is not among these readings: one without an error or, if only deals that are not confirmed explain the round,
 * any other.
 */
const mayBeOtherwise = (ways: readonly Way[]): boolean =>
  ways.some(({ errors }) => errors.some(({ isDoubtful }) => isDoubtful)) ||
  ways.every(({ errors }) => errors.some(({ isUnconfirmed }) => isUnconfirmed))

/** Groups that have no error in common. A way is asked about box by box: what it has there is one error a reading, by whatever names. */
export const groupsOf = (ways: readonly Way[], proven: readonly Fact[]): readonly (readonly Rival[])[] => {
  if (mayBeOtherwise(ways)) return []
  const groups: (readonly Rival[])[] = []
  let aside = proven
  for (;;) {
    const group = smallest(ways, aside)
    if (group.length < 2) return groups
    groups.push(group.map((error): Rival => [error, weightOf(error, ways)]).toSorted(([, one], [, other]) => other - one))
    aside = [...aside, ...group]
  }
}

/** Places at which every reading of the way has an error that is not set aside. */
const partsOf = ({ solution, errors }: Way, aside: readonly Fact[]): readonly Part[] =>
  [...new Set(errors.map(placeOf))].flatMap((place) => {
    const here = errors.filter((error) => placeOf(error) === place && membersOf(error, aside).length > 0)
    const count = here.reduce((sum, error) => sum + error.count, 0)
    return here.length > 0 && count >= solution.count ? [{ place, errors: here.flatMap((error) => membersOf(error, aside)) }] : []
  })

/** Of all choices of places that cover every way, the one with the fewest errors; empty if there is none. */
const smallest = (ways: readonly Way[], aside: readonly Fact[]): readonly Member[] => {
  const parts = ways.map((way) => partsOf(way, aside))
  const places = [...new Set(parts.flatMap((of) => of.map(({ place }) => place)))]
  const choices = subsets(places).flatMap((chosen) => {
    const covers = parts.map((of) => of.filter(({ place }) => chosen.includes(place)))
    return covers.every((of) => of.length > 0) ? [eachOnce(covers.flat().flatMap(({ errors }) => errors))] : []
  })
  return choices.reduce<readonly Member[]>((best, next) => (best.length === 0 || next.length < best.length ? next : best), [])
}

/** At most eight: the boxes and the dealer. */
const subsets = <T>(of: readonly T[]): readonly (readonly T[])[] =>
  of.reduce<readonly (readonly T[])[]>((all, item) => all.concat(all.map((some) => [...some, item])), [[]])

/** Each error once. Its hand is null if the hands differ. */
const eachOnce = (errors: readonly Member[]): readonly Member[] =>
  errors.flatMap((error, at) => {
    const same = errors.filter((each) => isSame(each, error))
    if (same[0] !== error || errors.indexOf(error) !== at) return []
    return [same.every(({ hand }) => hand === error.hand) ? error : { ...error, hand: null }]
  })

/** Weighed by the best reading of each way that has the error, and the error's share of that way's readings. */
const weightOf = (error: Member, ways: readonly Way[]): number => {
  const best = Math.max(...ways.map(scoreOf))
  return ways.reduce((sum, way) => {
    const count = way.errors.reduce((all, each) => all + (membersOf(each, []).some((member) => isSame(member, error)) ? each.count : 0), 0)
    return sum + Math.exp(scoreOf(way) - best) * Math.min(1, count / way.solution.count)
  }, 0)
}

const scoreOf = ({ solution }: Way): number => solution.bestScore ?? 0
