/** The joint result of all ways to err: each error with its grade. An error in all readings is proven; the others form groups. */

import { PLAY_ERROR_NAMES } from '../../rules/game/hand.ts'
import { PLAY_ERRORS } from '../../rules/game/play-errors.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { Reason } from '../../rules/reasons.ts'
import { type Accusation, asOneOf, type Deviation, instead, withDoubts } from '../deviation.ts'
import { type Round, spotOf } from '../evidence/round.ts'
import type { Solution } from '../lattice/reading.ts'
import type { Misdealt } from './misdeals.ts'
import { type ErrorInWay, type Fact, isSame, type NamedError, placeOf, type Way } from './way.ts'

/** What was found: the least rare readings, and the errors in them. */
export interface Found {
  /** The round as it was dealt, if that is the error. */
  readonly round: Round
  /** The readings of the likeliest way to err. */
  readonly solution: Solution
  readonly deviations: readonly Accusation[]
  /** Every way that was asked about, the likeliest among them. */
  readonly ways: readonly Way[]
  /** How rare the least rare way is. */
  readonly rarity: number
}

/** Errors of a card and not of a chip. */
const OF_CARDS: ReadonlySet<FindingCode> = new Set([
  'DEAL-EMPTY-BOX',
  'DEAL-BOX-SKIPPED',
  'DEAL-ONE-CARD-HAND',
  'PLAY-ORDER',
  ...PLAY_ERROR_NAMES.filter((name) => PLAY_ERRORS[name].needs === 'bets'),
  'DOUBLE-TWO-CARDS',
  'DOUBLE-NO-CARD',
  'SPLIT-NO-CARD',
])

/** The counter-reading in which cards for a box without chips are no error. */
export const unseenBet = (box: number | null): Reason => ({ code: 'unseen-bet', box: box ?? 0 })

/** A wrong deal that is the only way to explain the round. */
export const misdealtAs = ({ misdeal, expected, seen, round }: Misdealt): Accusation => ({
  code: misdeal.code,
  grade: 'proven',
  counter: null,
  ...(misdeal.code === 'DEAL-EMPTY-BOX' ? { doubts: [{ reason: unseenBet(misdeal.box) }] } : {}),
  box: misdeal.box,
  hand: null,
  spot: null,
  expected,
  seen,
  cause: round.cards.map(({ cause }) => cause).join(' '),
  detectedAfter: 0,
})

/** An error by one name, as all ways together have it. */
export interface Told extends NamedError, Pick<ErrorInWay, 'box' | 'area'> {
  /** How many readings may have it so; `alone`: how many have it by no other name. */
  readonly count: number
  readonly alone: number
  readonly isUnconfirmed: boolean
  readonly instead: Reason | null
}

const keyOf = ({ code, hand, ...where }: Told): string => [code, placeOf(where), hand].join('/')

/** What the spot showed or, if the error is of no box, the last card. */
const causeOf = (round: Round, { box, area = 'main' }: Pick<Told, 'box' | 'area'>): string => {
  const moves = box === null ? [] : (round.moves.get(spotOf(box, area)) ?? [])
  const last = round.cards.at(-1)?.cause ?? ''
  return moves.length > 0 ? moves.map(({ cause }) => cause).join(' ') : last
}

const toldOf = (error: ErrorInWay): readonly Told[] => {
  const { box, area = 'main', names, count } = error
  const isUnconfirmed = error.isUnconfirmed === true
  return names.map((name) => {
    const isAlone = names.every(({ code }) => code === name.code)
    return { ...name, box, area, count, alone: isAlone ? count : 0, isUnconfirmed, instead: error.instead ?? null }
  })
}

/** The same error in more readings. It is doubtful if it is so in any of them. */
const together = (one: Told, other: Told): Told => ({
  ...one,
  count: one.count + other.count,
  alone: one.alone + other.alone,
  isUnconfirmed: one.isUnconfirmed || other.isUnconfirmed,
  instead: one.instead ?? other.instead,
})

/** How many readings all ways have, and each error with how many contain it, the likeliest way's errors first. */
const tallied = (ways: readonly Way[], best = bestOf(ways)) => {
  const total = ways.reduce((sum, { solution }) => sum + solution.count, 0)
  const errors = new Map<string, Told>()
  for (const way of [best, ...ways.filter((each) => each !== best)]) {
    for (const error of way.errors.flatMap(toldOf)) {
      const known = errors.get(keyOf(error))
      errors.set(keyOf(error), known ? together(known, error) : error)
    }
  }
  return { total, all: ofWhicheverHand([...errors.values()], total) }
}

const bestOf = (ways: readonly Way[]): Way =>
  ways.reduce((one, other) => ((other.solution.bestScore ?? 0) > (one.solution.bestScore ?? 0) ? other : one))

/** What was done at a box in all readings is one fact, even if the hand differs between them. */
const ofWhicheverHand = (errors: readonly Told[], total: number): readonly Told[] => {
  const sameAs = (error: Told): readonly Told[] => errors.filter((each) => isSame(each, error))
  return errors.flatMap((error) => {
    const [first, ...others] = sameAs(error)
    if (first === undefined || others.length === 0) return [error]
    const whole = others.reduce(together, { ...first, hand: null })
    if (!isInAll(total, whole)) return [error]
    return error === first ? [whole] : []
  })
}

/** Is there a place at which every reading of these ways has an error? */
export const erredAtAnyPlace = (ways: readonly Way[]): boolean => {
  const errors = ways.flatMap((way) => way.errors)
  const total = ways.reduce((sum, { solution }) => sum + solution.count, 0)
  const countAt = (place: string): number => errors.reduce((sum, error) => (placeOf(error) === place ? sum + error.count : sum), 0)
  return errors.length === 0 || errors.some((error) => countAt(placeOf(error)) >= total)
}

/**
 * Every error with its grade. `believed`: the ways asked about until nothing was left to prove; the likeliest of them is reported. `all`:
 * every way with as few errors; null: some were not asked about, so what is not proven may be anything.
 */
export const gradesOf = (round: Round, believed: readonly Way[], all: readonly Way[] | null): Omit<Found, 'rarity'> => {
  const best = bestOf(believed)
  const groups = all === null ? [] : groupsOf(all, provenIn(all))
  // Rivals that were asked about only to report a group accuse nobody if there is no group.
  const { total, all: errors } = tallied(all === null || groups.length === 0 ? believed : all, best)
  const isProven = (error: Told): boolean => isInAll(total, error)
  const proven = errors.filter(isProven)
  const grouped = groups.flatMap((rivals, nth) =>
    asOneOf(
      `main-${nth + 1}`,
      rivals.map(([error, weight]) => [deviationOf(round, error), weight]),
    ),
  )
  const isGrouped = (error: Told): boolean => groups.some((rivals) => rivals.some(([rival]) => isSame(rival, error)))
  const others = errors.filter((error) => !isProven(error) && !isGrouped(error))
  const likely = others.map((error): Accusation => {
    const other = errors.find((each) => each !== error && !isProven(each))
    return withDoubts(deviationOf(round, error), { reason: error.instead ?? instead(other ?? null) })
  })
  const deviations = [...proven.map((error) => deviationOf(round, error)), ...grouped, ...likely]
  return { round: best.round, solution: best.solution, deviations, ways: all ?? believed }
}

/** Without this error no reading is left, for certain. */
const isInAll = (total: number, { alone, instead, isUnconfirmed }: Told): boolean => alone >= total && instead === null && !isUnconfirmed

const provenIn = (ways: readonly Way[]): readonly Told[] => {
  const { total, all } = tallied(ways)
  return all.filter((error) => isInAll(total, error))
}

/** The error as a proven deviation. */
export const deviationOf = (round: Round, error: NamedError & Pick<Told, 'box' | 'area'>): Deviation => {
  const { code, box, area = 'main', hand, expected, seen } = error
  const spot = box === null || OF_CARDS.has(code) ? null : spotOf(box, area)
  return { code, grade: 'proven', box, hand, spot, expected, seen, counter: null, cause: causeOf(round, error), detectedAfter: 0 }
}

// --- groups ------------------------------------------------------------------------------------------------------------------------------

/** An error at one place. */
interface Member extends NamedError, Pick<ErrorInWay, 'box' | 'area'> {}

/** An error of a group, and how likely it is compared with the others. */
type Rival = readonly [error: Member, weight: number]

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
  ways.some(({ errors }) => errors.some(({ instead }) => instead !== undefined)) ||
  ways.every(({ errors }) => errors.some(({ isUnconfirmed }) => isUnconfirmed))

/**
 * Groups that have no error in common: each is the smallest set of errors of which every reading that is believed contains one. Proven
 * errors are set aside. A way is asked about box by box: what it has there is one error a reading, by whatever names.
 *
 *   readings   {A at box 1}  {B at box 2}          one group: A, B
 *              {A, C}  {A, D}                       A is proven, the group: C, D
 *              {A, C}  {B, D}                       two groups, by where: A, B and C, D
 *              {A or B by the same chips}           one group: A, B
 */
const groupsOf = (ways: readonly Way[], proven: readonly Fact[]): readonly (readonly Rival[])[] => {
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
