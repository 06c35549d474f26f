/**
 * A hole card counts as turned once, in every account of the cards, the dealer has drawn, the settlement has begun or the round has ended,
 * whatever the card is (DECISIONS.md, D-25). From then on every account is read with it.
 */
import type { TableContext } from '../context.ts'
import { endedBy } from '../errors/answers.ts'
import { erred } from '../errors/errors.ts'
import { foundBy } from '../errors/search.ts'
import { isDealt, isHoleMasked, type Round } from '../evidence/round.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { unmasked } from '../state/hole-mask.ts'
import { candidatesOf, type Ending, type OpenRound, type Rival, roundsIn, withCandidates } from '../state/open-round.ts'
import { firstOf } from './rival.ts'

/** In each of these readings the dealer drew, or the settlement began. */
export const isExposed = ({ count, exposed }: Solution): boolean => count > 0 && exposed >= count

const isShown = (round: Round, now: number, context: TableContext): boolean => {
  if (!isDealt(round, context)) return false
  const reader: Reader = { context, now, asked: 'any' }
  const solution = round.erringSince ? foundBy(erred(round, reader))?.solution : readRound(round, reader)
  return solution !== undefined && isExposed(solution)
}

/** Turns every hole card that counts as turned in all accounts. If there is none, the same object is returned. */
export const withTurned = (current: OpenRound, now: number, context: TableContext): OpenRound => {
  const beginnings = new Set(roundsIn(current).filter(isHoleMasked).map(firstOf))
  const open = candidatesOf(current).map(({ round }) => round)
  const turned = [...beginnings].filter((first) => open.every((round) => firstOf(round) !== first || isShown(round, now, context)))
  return turned.length > 0 ? turnedIn(current, new Set(turned), now, context) : current
}

/** Turns every hole card. */
export const withAllTurned = (current: OpenRound, now: number, context: TableContext): OpenRound => {
  const beginnings = new Set([current.round, ...roundsIn(current)].filter(isHoleMasked).map(firstOf))
  return beginnings.size > 0 ? turnedIn(current, beginnings, now, context) : current
}

type Beginnings = ReadonlySet<string | undefined>

/** `of`: first cards of the rounds whose hole card is turned. */
const turnedIn = (current: OpenRound, of: Beginnings, now: number, context: TableContext): OpenRound =>
  readAs(current, (round) => (of.has(firstOf(round)) ? unmasked(round, context) : round), now, context)

/** Changes the round in every account as `turn` does. Accounts whose ends no longer hold are dropped, unless that would drop them all. */
export const readAs = (current: OpenRound, turn: (round: Round) => Round, now: number, context: TableContext): OpenRound => {
  const open = { ...current, round: turn(current.round) }
  if (current.rivals.length === 0) return open
  const known = candidatesOf(current)
  const fitting = accountsWith(known, turn, (ending, before) => {
    if (before === ending.before) return ending
    const closing = endedBy(ending.unsettled ? 'over' : 'settled', before, now, context)
    return closing && { ...ending, before, closing }
  })
  // Somebody erred in all of them, so their ends are read with errors.
  const left = fitting.length > 0 ? fitting : accountsWith(known, turn, (ending, before) => ({ ...ending, before, unsettled: true }))
  return withCandidates({ ...open, rivals: [] }, left)
}

/** The accounts with their rounds as `turn` has them, without those that follow an end that no longer holds. */
const accountsWith = (
  accounts: readonly Rival[],
  turn: (round: Round) => Round,
  endedAs: (ending: Ending, before: Round) => Ending | null,
): readonly Rival[] => {
  const known = new Map<Ending, Ending | null>()
  const chained = (after: readonly Ending[]): readonly Ending[] => after.flatMap((each) => ended(each) ?? [])
  const ended = (ending: Ending): Ending | null => {
    const made = known.get(ending)
    if (made !== undefined) return made
    const after = chained(ending.after)
    const isLost = ending.after.length > 0 && after.length === 0
    const turned = isLost ? null : endedAs(ending, turn(ending.before))
    const found = turned && { ...turned, after }
    known.set(ending, found)
    return found
  }
  return accounts.flatMap(({ round, after }) => {
    const left = chained(after)
    return after.length > 0 && left.length === 0 ? [] : [{ round: turn(round), after: left }]
  })
}
