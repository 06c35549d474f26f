/**
 * What was settled wrongly beside the main bets, weighed against errors at them: one error of the dealer's may make every side bet right that
 * looks wrong without it.
 *
 *   side errors of the readings of fewest errors ──> those that every way with as few errors in all contains: proven, the others: likely
 */
import type { TableContext } from '../context.ts'
import { asLikely, type Deviation, instead } from '../deviation.ts'
import { insuranceTimeline, isDealt, isPointed, isPointing, type Round } from '../evidence/round.ts'
import { CUT_OFF, type CutOff } from '../evidence/work.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { sidesResolved } from '../lattice/spots.ts'
import { NONE_OF_IT } from '../state/table-state.ts'
import { foundBy, isSearched, searchErrors, singleErrors } from './search.ts'
import { sideErrors } from './side-errors.ts'
import type { Way } from './way.ts'

const isSame = (one: Deviation, other: Deviation): boolean => one.code === other.code && one.spot === other.spot

/** Is this error among these? By either name, where it has two. */
const isIn = (side: Deviation, among: readonly Deviation[], sides: readonly Deviation[]): boolean => {
  const names = sides.filter((each) => each === side || (side.oneOf && each.oneOf?.group === side.oneOf.group))
  return among.some((known) => names.some((name) => isSame(known, name)))
}

/** An error that has two names is one. */
const spotsOf = (sides: readonly Deviation[]): number => new Set(sides.map(({ spot }) => spot)).size

/** Errors at the main bets, in these readings, and every way to err that explains them; left out: to be searched. */
export interface MainErrors {
  readonly errors: readonly Deviation[]
  readonly ways?: readonly Way[] | undefined
}

/** `at`: is the next round on the table? */
export const weighedSides = (
  round: Round,
  solution: Solution,
  { errors, ways: known }: MainErrors,
  at: 'open' | 'closed',
  { context, now, knowsHole }: Pick<Reader, 'context' | 'now' | 'knowsHole'>,
): readonly Deviation[] => {
  const sidesIn = (way: Pick<Way, 'round' | 'solution'>) => sideErrors(way.round, way.solution, at === 'closed', context)
  const found = sidesIn({ round, solution })
  if (found.every(({ grade }) => grade === 'likely')) return found
  const before = errors.length === 0 ? sidesBefore(round, context) : null
  const sides = found.map((side) => (before && !isIn(side, before, found) ? asLikely(side, NONE_OF_IT) : side))
  if (sides.every(({ grade }) => grade === 'likely')) return sides
  const reader: Reader = { context, now, knowsHole, asked: at === 'closed' ? 'resolved' : 'any' }
  const ways = known ?? (isSearched(round, context) ? waysBeside(round, errors, reader) : null)
  // With questions left open nothing is proven.
  if (ways === null || ways === CUT_OFF) return sides.map((side) => asLikely(side, instead(null)))
  const more = errors.length > 0 ? 0 : 1
  const rivals = ways
    .map((way) => ({ way, sides: sidesIn(way) }))
    .filter((rival) => spotsOf(rival.sides) + uninsurable(round, rival.way.round, context) + more <= spotsOf(sides))
  return sides.map((side) => {
    const rival = rivals.find((each) => !isIn(side, each.sides, sides))
    return rival ? asLikely(side, instead(firstOf(rival.way))) : side
  })
}

const firstOf = ({ errors: [error] }: Way): Pick<Deviation, 'code' | 'box'> | null => {
  const [name] = error?.names ?? []
  return error && name ? { code: name.code, box: error.box } : null
}

/** Errors beside the main bets without its newest card, where it was over and every bet was settled before that came; null: it was not. */
const sidesBefore = (round: Round, context: TableContext): readonly Deviation[] | null => {
  const last = round.cards.at(-1)
  if (last === undefined || (isPointed(round) && !isPointing(round))) return null
  const moves = new Map([...round.moves].map(([spot, told]) => [spot, told.filter(({ at }) => at < last.at)]))
  const before: Round = { ...round, cards: round.cards.slice(0, -1), moves }
  if (!isDealt(before, context)) return null
  const solution = readRound(before, { context, now: last.at, knowsHole: true, asked: 'resolved' })
  const isSettled = solution.count > 0 && sidesResolved(before, solution.best, context)
  return isSettled ? sideErrors(before, solution, true, context) : null
}

/** Where the main bets need no error, those with one beside which the others may be right. */
const waysBeside = (round: Round, errors: readonly Deviation[], reader: Reader): readonly Way[] | CutOff | null =>
  errors.length > 0 ? (foundBy(searchErrors(round, reader))?.ways ?? null) : singleErrors(round, reader)

/** Insurance of the round that lies there for nothing where it was dealt so: INS-NO-ACE, by box. */
const uninsurable = (round: Round, dealt: Round, context: TableContext): number => {
  const isInsured = (of: Round, box: number): boolean => insuranceTimeline(of, box, context).moves.some(({ amount }) => amount > 0)
  return dealt === round ? 0 : round.boxes.filter((box) => isInsured(round, box) && !isInsured(dealt, box)).length
}
