/** What all ways to err say together: each error with its grade, proven where it is in all readings, likely where it is in some. */
import { type Deviation, instead } from '../deviation.ts'
import { type Round, spotOf } from '../evidence/round.ts'
import { SLIP_NAMES } from '../game/hand.ts'
import { SLIPS } from '../game/slips.ts'
import type { Slip, Solution } from '../lattice/reading.ts'
import type { Counted } from './counted.ts'
import type { Misdealt } from './misdeals.ts'

/** One way to err, its readings, and each error with the readings that contain it. */
export interface Way {
  /** As it was dealt then. */
  readonly round: Round
  readonly solution: Solution
  readonly errors: readonly Counted[]
  /** The rule that was broken in play; null: another error. */
  readonly slip: Slip | null
}

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
const OF_CARDS: ReadonlySet<string> = new Set([
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
  const [doubt = one] = [one, other].filter(({ unsure }) => unsure === true)
  return { ...one, count: one.count + other.count, unsure: doubt.unsure === true, ...(doubt.instead ? { instead: doubt.instead } : {}) }
}

/** The readings of all ways, and each error with those that contain it, the likeliest way's first. */
const tallied = (ways: readonly Way[]) => {
  const total = ways.reduce((sum, { solution }) => sum + solution.count, 0)
  const best = ways.reduce((one, other) => ((other.solution.bestScore ?? 0) > (one.solution.bestScore ?? 0) ? other : one))
  const errors = new Map<string, Counted>()
  for (const { errors: of } of [best, ...ways.filter((way) => way !== best)]) {
    for (const error of of) {
      const known = errors.get(keyOf(error))
      errors.set(keyOf(error), known ? together(known, error) : error)
    }
  }
  return { total, best, all: ofWhicheverHand([...errors.values()], total) }
}

/** What was done at a box in all readings is one fact, though it was another of its hands in some of them. */
const ofWhicheverHand = (errors: readonly Counted[], total: number): readonly Counted[] => {
  const sameAs = ({ code, box }: Counted): readonly Counted[] => errors.filter((each) => each.code === code && each.box === box)
  return errors.flatMap((error) => {
    const [first, ...others] = sameAs(error)
    if (first === undefined || others.length === 0) return [error]
    const whole = others.reduce(together, { ...first, hand: null })
    if (whole.count < total || whole.unsure) return [error]
    return error === first ? [whole] : []
  })
}

export const provesAny = (ways: readonly Way[]): boolean => {
  const { total, all } = tallied(ways)
  return all.length === 0 || all.some(({ count }) => count >= total)
}

/** Every error with its grade: in all readings, or in some, and then with what the others have instead. */
export const gathered = (round: Round, ways: readonly Way[]): Omit<Found, 'rank' | 'step'> => {
  const { total, best, all } = tallied(ways)
  const deviations = all.map((error): Deviation => {
    const isProven = error.count >= total && !error.unsure
    const other = isProven ? undefined : all.find((each) => each !== error && (each.unsure || each.count < total))
    return {
      code: error.code,
      grade: isProven ? 'proven' : 'likely',
      box: error.box,
      hand: error.hand,
      spot: error.box === null || OF_CARDS.has(error.code) ? null : spotOf(error.box, 'main'),
      expected: error.expected,
      seen: error.seen,
      counterReading: isProven ? null : (error.instead ?? instead(other ?? null)),
      cause: causeOf(round, error),
      detectedAfter: 0,
    }
  })
  return { round: best.round, solution: best.solution, deviations, ways }
}
