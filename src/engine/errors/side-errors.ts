/**
 * Errors at the side wagers: insurance, Push 22, Pot of Gold, co-bettors. They count as much as errors at the main bets, so one search
 * covers both: what looks wrong at a side wager may be right after one error at a main bet.
 *
 *   the likeliest reading ──> all is right besides the main bets: nothing to ask
 *                         └─> a reading that settles all of it: no error
 *                         └─> else the readings of fewest errors, of main bets and others together
 */
import type { SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { type Accusation, instead, withDoubts } from '../deviation.ts'
import { isDealt, isPointed, isPointing, type Round, spotOf } from '../evidence/round.ts'
import { mayBeUndoneYet } from '../evidence/steady-levels.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { Reading, SideSettledWrongly, Sides, Solution } from '../lattice/reading.ts'
import { readFaultless } from '../lattice/rungs.ts'
import { sidesOf } from '../lattice/side-settlement.ts'
import { sidesResolved } from '../lattice/spots.ts'
import { sideError } from './errors-in-way.ts'
import { deviationOf } from './grades.ts'
import { foundBy, isSearched, searchErrors } from './search.ts'
import type { Way } from './way.ts'

/** Errors at the main bets in these readings, and every way to err that explains them; if left out, there was no search. */
export interface MainErrors {
  readonly errors: readonly Accusation[]
  readonly ways?: readonly Way[] | undefined
}

/**
 * All errors of the round, given those found at its main bets or at all of its bets. If every stake must be settled (`asked`), the next round is on
 * the table.
 */
export const withSides = (round: Round, { best }: Solution, { errors }: MainErrors, asker: Reader): readonly Accusation[] => {
  const { context, now, asked } = asker
  const sides = sidesOf({ round, closed: asked === 'resolved', context })
  if (sides === null || best === null) return errors
  // While play goes on a change may yet be undone, so it accuses nobody before something rests on it.
  const isOpen = (spot: SpotId): boolean =>
    asked !== 'resolved' && !best.dealer?.done && mayBeUndoneYet(round, spot, now, context.spotLagMs)
  const isWrong = (spot: SpotId): boolean => errors.every((each) => each.spot !== spot) && !isOpen(spot)
  const wrong = wrongIn(round, best, sides).filter((each) => isWrong(spotAt(round, each)))
  if (wrong.length === 0) return errors
  const reader: Reader = { context, now, asked, sides: true }
  if (errors.length === 0 && isAllRight(round, reader)) return errors
  const found = isSearched(round, context) ? foundBy(searchErrors(round, reader)) : null
  // If questions are left open, or there are more errors than are looked for, nothing is proven.
  if (found === null) return [...errors, ...wrong.flatMap((each) => likelyAt(round, each, reader))]
  return errors.length > 0 ? found.deviations : unlessNextCard(round, found.deviations, context)
}

/** If no main bet has moved, side wagers that are taken may be the only sign that the round is over. */
const isAllRight = (round: Round, reader: Reader): boolean =>
  readFaultless(round, reader) !== null || (reader.asked === 'any' && readFaultless(round, { ...reader, asked: 'over' }) !== null)

const spotAt = (round: Round, { box, area }: Pick<SideSettledWrongly, 'box' | 'area'>): SpotId => spotOf(round.boxes[box] ?? 0, area)

const likelyAt = (round: Round, wrong: SideSettledWrongly, reader: Reader): readonly Accusation[] => {
  const { names, box, area = 'main' } = sideError(round, wrong, reader)
  return names.map((name) => withDoubts(deviationOf(round, { ...name, box, area }), { reason: instead(null) }))
}

/** What is wrong at the side wagers in this one reading. */
const wrongIn = (round: Round, { stories, dues, dealer }: Reading, sides: Sides): readonly SideSettledWrongly[] =>
  round.boxes.flatMap((_, box) => {
    const story = stories[box]
    const isOver = dues !== null && dealer !== null && story !== undefined
    const wrong = isOver ? sides.of(box, { story, final: dealer }) : sides.unsettled(box, dealer?.done ? dealer : null)
    return wrong.map((each) => ({ ...each, box, count: 1 }))
  })

/**
 * The newest card may be the next round's if this one was over and every bet settled before it came. Then what was wrong by that time is
 * wrong.
 */
const unlessNextCard = (round: Round, found: readonly Accusation[], context: TableContext): readonly Accusation[] => {
  const before = wrongBefore(round, context)
  if (before === null) return found
  const isThen = ({ code, spot }: Accusation): boolean =>
    before.some(({ names, ...where }) => spotAt(round, where) === spot && names.some((name) => name.code === code))
  return found.map((each) => (isThen(each) ? each : withDoubts(each, { reason: { code: 'none-of-it' } })))
}

/** What was wrong at the side wagers before its newest card; null: it was not over then. */
const wrongBefore = (round: Round, context: TableContext): readonly SideSettledWrongly[] | null => {
  const last = round.cards.at(-1)
  if (last === undefined || (isPointed(round) && !isPointing(round))) return null
  const moves = new Map([...round.moves].map(([spot, told]) => [spot, told.filter(({ at }) => at < last.at)]))
  const before: Round = { ...round, cards: round.cards.slice(0, -1), moves }
  if (!isDealt(before, context)) return null
  const { best } = readRound(before, { context, now: last.at, asked: 'resolved' })
  const sides = sidesOf({ round: before, closed: true, context })
  if (best === null || sides === null || !sidesResolved(before, best, context)) return null
  return wrongIn(before, best, sides)
}
