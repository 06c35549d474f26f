/**
 * A round may end without a sign: nothing was due, no bet changed. Then a card may belong to the open round or begin the next, and every account of it
 * is kept: rounds that may be the open one, each with the ends of the rounds that may have been before it. Which of them what came since allows, and
 * what they share.
 */
import type { SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import { resolvedReading } from '../errors/answers.ts'
import { erred } from '../errors/errors.ts'
import { RANK_OF_TWO } from '../errors/ways-to-err.ts'
import { dealtHand, isContradicted, isDealt, type Round } from '../evidence/round.ts'
import { steadyTimeline, uncovered } from '../evidence/steady.ts'
import { isBetOnAnew, isStray, laidSince } from '../evidence/table-signs.ts'
import { CUT_OFF } from '../evidence/work.ts'
import { withAbsent } from '../lattice/growth.ts'
import { isReadable, type Reader, readRound } from '../lattice/question.ts'
import type { Ending, Rival } from '../state/open-round.ts'

/**
 * The round in which the player of this box was found to be away: as it was where he has played, by the house's rule where he has not; both
 * where the round may be over, for then he may be away from the next one on.
 */
export const absentIn = (round: Round, box: number, now: number, context: TableContext): readonly Round[] => {
  const index = round.boxes.indexOf(box)
  if (round.absent.has(box) || round.wasOver !== undefined || index < 0) return [round]
  const known = byTheRule(round, box)
  if (!isDealt(round, context)) return [known]
  if (dealtHand(round, index, context).ended !== null) return [round]
  // What a hand covers for a moment tells nothing of what he did, unless it was taken.
  const shown = [round, uncovered(round, now, context.spotLagMs)].flatMap((way) => (way ? [mayBeAway(way, box, now, context)] : []))
  if (!shown.includes('away')) return [round]
  if (shown.includes('played')) return [round, known]
  return [...(resolvedReading(round, now, context) ? [{ ...round, wasOver: now }] : []), known]
}

const byTheRule = (round: Round, box: number): Round => withAbsent(round, new Set([...round.absent, box]))

/** Has he played, or is he away, by these levels? null: no reading fits them. */
const mayBeAway = (round: Round, box: number, now: number, context: TableContext): 'played' | 'away' | null => {
  const reader = { context, now, knowsHole: true, asked: 'any' } as const
  const solution = readRound(round, reader)
  const { over, count, untouched } = solution
  const index = round.boxes.indexOf(box)
  if (count > 0 && (over >= count || (untouched[index] ?? 0) === 0 || solution.givenUp(index) !== null)) return 'played'
  return readRound(byTheRule(round, box), reader).count > 0 ? 'away' : null
}

/** A round before it ended with its stakes unsettled. */
export const isBehindUnsettled = ({ after }: Rival): boolean => after.some(({ unsettled }) => unsettled === true)

/** Of these accounts the ones that what came since allows. */
export const alive = (accounts: readonly Rival[], now: number, context: TableContext): readonly Rival[] => {
  const isDealing = accounts.some((each) => isBehindUnsettled(each) && !isDealt(each.round, context))
  return accounts.filter(({ round }) => isAlive(round, now, context, isDealing))
}

/**
 * Has it a reading, or one with an error, or would if chips that may be hidden for a moment lay there? While it is dealt, it has if bets lie
 * on the table, or may yet be told of, and none is touched; what is laid on another box is the next round's. `isDealing`: where it was left unsettled the next one is still being dealt.
 */
export const isAlive = (round: Round, now: number, context: TableContext, isDealing = false): boolean => {
  if (isContradicted(round, context.pointerLagMs)) return false
  return isDealt(round, context)
    ? mayBeRead(round, { context, now, knowsHole: true, asked: 'any', strict: true, sides: true }, isDealing)
    : mayBeDealt(round, now, context)
}

const mayBeDealt = (round: Round, now: number, { boxes, spotLagMs }: TableContext): boolean => {
  const own = [...round.moves.keys()].filter((spot) => round.boxes.includes(Number(spot.split('.')[0])))
  return (
    !isStray(round, now, spotLagMs) &&
    !isBetOnAnew(round, boxes, now, spotLagMs) &&
    own.every((spot) => isStill(round, spot, now, spotLagMs))
  )
}

/** Nothing has moved there, but chips that may be hidden for a moment. */
const isStill = (round: Round, spot: SpotId, now: number, spotLagMs: number): boolean => {
  const { base, moves } = steadyTimeline(round, spot, spotLagMs)
  return moves.every(
    ({ at, amount, lammers }) => spotLagMs > 0 && now - at <= spotLagMs && amount <= base.amount && lammers <= base.lammers,
  )
}

const mayBeRead = (round: Round, reader: Reader, isDealing: boolean): boolean => {
  if (hasReading(round, reader, isDealing)) return true
  const under = uncovered(round, reader.now, reader.context.spotLagMs)
  return under !== null && hasReading(under, reader, isDealing)
}

const hasReading = (round: Round, reader: Reader, isDealing: boolean): boolean => {
  if (!round.erring) return isReadable(round, reader)
  const found = erred(round, reader, RANK_OF_TWO - 1)
  if (found === CUT_OFF) return true
  // Cards to a box without a bet would explain the next deal as well: that is left to stand only till it is dealt, and where nobody bet on it.
  const mayBeNobodys = isDealing && laidSince(round, reader.context.boxes, reader.now, reader.context.spotLagMs) === 0
  return found?.deviations.some(({ code }) => mayBeNobodys || code !== 'DEAL-EMPTY-BOX') === true
}

// --- what accounts share ---------------------------------------------------------------------------------------------------------

/** Where a round began: the device line of its first card. */
export const firstOf = ({ cards }: Round): string | undefined => cards[0]?.cause

type Firsts = readonly (string | undefined)[]

const sharedOf = (lists: readonly Firsts[]): Firsts => (lists[0] ?? []).filter((first) => lists.every((list) => list.includes(first)))

/** First cards of rounds that every account has which ends in one of these, the earliest first. */
export const beginningsIn = (endings: readonly Ending[], known = new Map<Ending, Firsts>()): Firsts =>
  sharedOf(
    endings.map((ending) => {
      const firsts = known.get(ending) ?? [...beginningsIn(ending.after, known), firstOf(ending.before)]
      known.set(ending, firsts)
      return firsts
    }),
  )

/** The last first card to which every account comes. */
export const lastShared = (rivals: readonly Rival[]): string | undefined =>
  sharedOf(rivals.map(({ round, after }) => [...beginningsIn(after), firstOf(round)])).at(-1)

/** The accounts from this first card on. */
export const cutBefore = (rivals: readonly Rival[], first: string | undefined): readonly Rival[] => {
  const known = new Map<Ending, Ending>()
  const cut = (ending: Ending): Ending => {
    const made = known.get(ending) ?? { ...ending, after: firstOf(ending.before) === first ? [] : ending.after.map(cut) }
    known.set(ending, made)
    return made
  }
  return rivals.map(({ round, after }) => ({ round, after: firstOf(round) === first ? [] : after.map(cut) }))
}
