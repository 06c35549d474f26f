/** What all ways to err say together: each error with its grade. Proven is what is in all readings; how the others are one of a group: `one-of.ts`. */
import type { FindingCode } from '../../house/finding-code.ts'
import { asOneOf, type Deviation, instead } from '../deviation.ts'
import { type Round, spotOf } from '../evidence/round.ts'
import { SLIP_NAMES } from '../game/hand.ts'
import { SLIPS } from '../game/slips.ts'
import type { Solution } from '../lattice/reading.ts'
import type { Counted } from './counted.ts'
import type { Misdealt } from './misdeals.ts'
import { groupsOf } from './one-of.ts'
import type { Way } from './way.ts'

/** What was found: the readings of fewest errors, and the errors in them. */
export interface Found {
  /** As it was dealt, where that is the error. */
  readonly round: Round
  /** Of the likeliest way to err. */
  readonly solution: Solution
  readonly deviations: readonly Deviation[]
  /** Every way that was asked for before nothing was left to be proven, the likeliest among them. */
  readonly ways: readonly Way[]
  /** Of the first kind of error that explains it: the later, the less readily believed. */
  readonly rank: number
  /** Errors of one step are alike in weight. */
  readonly step: number
}

/** What is wrong is a card, and no chip. */
const OF_CARDS: ReadonlySet<FindingCode> = new Set([
  'DEAL-EMPTY-BOX',
  'DEAL-BOX-SKIPPED',
  'DEAL-ONE-CARD-HAND',
  'PLAY-ORDER',
  ...SLIP_NAMES.filter((name) => SLIPS[name].needs === 'bets'),
  'DOUBLE-TWO-CARDS',
  'DOUBLE-NO-CARD',
])

/** A wrong deal that is the only way. */
export const misdealtAs = ({ misdeal, expected, seen, round }: Misdealt): Deviation => ({
  code: misdeal.code,
  grade: 'proven',
  box: misdeal.box,
  hand: null,
  spot: null,
  expected,
  seen,
  counterReading: null,
  cause: round.cards.map(({ cause }) => cause).join(' '),
  detectedAfter: 0,
})

const keyOf = ({ code, box, hand }: Counted): string => [code, box, hand].join('/')

/** What the box's main spot showed, or where it is of no box, the last card. */
const causeOf = (round: Round, { box }: Counted): string => {
  const moves = box === null ? [] : (round.moves.get(spotOf(box, 'main')) ?? [])
  const last = round.cards.at(-1)?.cause ?? ''
  return moves.length > 0 ? moves.map(({ cause }) => cause).join(' ') : last
}

/** The same error in more readings: sure where it is so in all of them. */
const together = (one: Counted, other: Counted): Counted => {
  const { doubt, instead: or } = [one, other].find((each) => each.doubt === 'story') ?? (one.doubt ? one : other)
  return { ...one, count: one.count + other.count, ...(doubt ? { doubt } : {}), ...(or ? { instead: or } : {}) }
}

/** The readings of all ways, and each error with those that contain it, the likeliest way's first. */
const tallied = (ways: readonly Way[], best = bestOf(ways)) => {
  const total = ways.reduce((sum, { solution }) => sum + solution.count, 0)
  const errors = new Map<string, Counted>()
  for (const { errors: of } of [best, ...ways.filter((way) => way !== best)]) {
    for (const error of of) {
      const known = errors.get(keyOf(error))
      errors.set(keyOf(error), known ? together(known, error) : error)
    }
  }
  return { total, all: ofWhicheverHand([...errors.values()], total) }
}

const bestOf = (ways: readonly Way[]): Way =>
  ways.reduce((one, other) => ((other.solution.bestScore ?? 0) > (one.solution.bestScore ?? 0) ? other : one))

/** What was done at a box in all readings is one fact, though it was another of its hands in some of them. */
const ofWhicheverHand = (errors: readonly Counted[], total: number): readonly Counted[] => {
  const sameAs = ({ code, box }: Counted): readonly Counted[] => errors.filter((each) => each.code === code && each.box === box)
  return errors.flatMap((error) => {
    const [first, ...others] = sameAs(error)
    if (first === undefined || others.length === 0) return [error]
    const whole = others.reduce(together, { ...first, hand: null })
    if (whole.count < total || whole.doubt) return [error]
    return error === first ? [whole] : []
  })
}

export const provesAny = (ways: readonly Way[]): boolean => {
  const { total, all } = tallied(ways)
  return all.length === 0 || all.some(({ count }) => count >= total)
}

/**
 * Every error with its grade. `believed`: the ways asked for before nothing was left to be proven, of which the likeliest is told. `all`: every
 * way with as few errors; null: some were not asked for, and what is not proven may be anything.
 */
export const gathered = (round: Round, believed: readonly Way[], all: readonly Way[] | null): Omit<Found, 'rank' | 'step'> => {
  const best = bestOf(believed)
  const groups = all === null ? [] : groupsOf(all, provenIn(all))
  // Rivals that were only asked for to tell a group accuse nobody where there is none.
  const { total, all: errors } = tallied(all === null || groups.length === 0 ? believed : all, best)
  const isProven = (error: Counted): boolean => isIn(total, error)
  const proven = errors.filter(isProven)
  const grouped = groups.flatMap((rivals, nth) =>
    asOneOf(
      `main-${nth + 1}`,
      rivals.map(([error, weight]) => [deviationOf(round, error), weight]),
    ),
  )
  const isTold = ({ code, box }: Counted): boolean => grouped.some((each) => each.code === code && each.box === box)
  const others = errors.filter((error) => !isProven(error) && !isTold(error))
  const likely = others.map((error): Deviation => {
    const other = errors.find((each) => each !== error && !isProven(each))
    return { ...deviationOf(round, error), grade: 'likely', counterReading: error.instead ?? instead(other ?? null) }
  })
  const deviations = [...proven.map((error) => deviationOf(round, error)), ...grouped, ...likely]
  return { round: best.round, solution: best.solution, deviations, ways: believed }
}

/** In all readings, for certain. */
const isIn = (total: number, { count, doubt }: Counted): boolean => count >= total && !doubt

const provenIn = (ways: readonly Way[]): readonly Counted[] => {
  const { total, all } = tallied(ways)
  return all.filter((error) => isIn(total, error))
}

const deviationOf = (round: Round, error: Counted): Deviation => {
  const { code, box, hand, expected, seen } = error
  const spot = box === null || OF_CARDS.has(code) ? null : spotOf(box, 'main')
  return { code, grade: 'proven', box, hand, spot, expected, seen, counterReading: null, cause: causeOf(round, error), detectedAfter: 0 }
}
