/**
 * A round may end without a sign: nothing was due, no bet changed. Then a card may belong to the open round or begin the next. Every
 * account of this is kept: the rounds that may be the open one, each with the ends of the rounds that may have come before. This file
 * decides which accounts the later evidence allows, and what they share.
 */

import type { SpotId } from '../../../devices/scan.ts'
import { ANY_ERROR } from '../../rules/house/rarity.ts'
import type { TableContext } from '../context.ts'
import { isResolved } from '../errors/answers.ts'
import { isExplained } from '../errors/search.ts'
import type { Way } from '../errors/way.ts'
import { dealtHand, isContradicted, isDealt, movedBesidesSurrender, type Round } from '../evidence/round.ts'
import { steadyTimeline, uncovered } from '../evidence/steady-levels.ts'
import { isBetOnAnew, isStray, laidSince } from '../evidence/table-signs.ts'
import { withAbsent } from '../lattice/growth.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import { isReadable } from '../lattice/rungs.ts'
import type { Ending, Rival } from '../state/open-round.ts'
import { kept } from '../workspace.ts'

/**
 * The round in which the player of this box was found to be away. If he has played, it stays as it was; if not, his box plays by the
 * house's rule. Both are kept if either is possible, or if the round may be over, because then he may be away only from the next one on.
 */
export const absentIn = (round: Round, box: number, now: number, context: TableContext): readonly Round[] => {
  const index = round.boxes.indexOf(box)
  if (round.absent.has(box) || round.wasOver !== undefined || index < 0) return [round]
  const known = byTheRule(round, box)
  if (!isDealt(round, context)) return [known]
  if (dealtHand(round, index, context).ended !== null) return [round]
  // Chips that a hand may cover for a moment say nothing about what he did, unless they were taken. So the round is read both ways.
  const shown = [round, ...uncovered(round, now, context.spotLagMs)].map((way) => mayBeAway(way, box, now, context))
  if (!shown.includes('away')) return [round]
  if (shown.includes('played')) return [round, known]
  return [...(isResolved(round, now, context) ? [{ ...round, wasOver: now }] : []), known]
}

const byTheRule = (round: Round, box: number): Round => withAbsent(round, new Set([...round.absent, box]))

/** By these levels, has the player played, or is he away? null: no reading fits them. */
const mayBeAway = (round: Round, box: number, now: number, context: TableContext): 'played' | 'away' | null => {
  const reader = { context, now, asked: 'any' } as const
  const solution = readRound(round, reader)
  const { over, count, untouched } = solution
  const index = round.boxes.indexOf(box)
  if (count > 0 && (over >= count || (untouched[index] ?? 0) === 0 || solution.givenUp(index) !== null)) return 'played'
  return readRound(byTheRule(round, box), reader).count > 0 ? 'away' : null
}

/** A round before it ended with its stakes unsettled. */
export const isBehindUnsettled = ({ after }: Rival): boolean => after.some(({ unsettled }) => unsettled === true)

/** Those of these accounts that the evidence since then allows. */
export const alive = (accounts: readonly Rival[], now: number, context: TableContext): readonly Rival[] => {
  const isDealing = accounts.some((each) => isBehindUnsettled(each) && !isDealt(each.round, context))
  return accounts.filter(({ round }) => isAlive(round, now, context, isDealing))
}

/**
 * Does the round have a reading (with one error if somebody erred in this account), or would it have one if chips that a hand may cover lay
 * there? A round that is being dealt is alive if bets lie on the table or may still be reported, and none is touched; a bet laid on another
 * box is the next round's.
 * `isDealing`: a round was left unsettled, and the next one is still being dealt.
 */
export const isAlive = (round: Round, now: number, context: TableContext, isDealing = false): boolean => {
  if (isContradicted(round, context.pointerLagMs)) return false
  if (!isDealt(round, context)) return mayBeDealt(round, now, context)
  const reader: Reader = { context, now, asked: 'any', strict: true, sides: true }
  return [round, ...uncovered(round, now, context.spotLagMs)].some((each) => hasReading(each, reader, isDealing))
}

const mayBeDealt = (round: Round, now: number, context: TableContext): boolean => {
  const { boxes, spotLagMs } = context
  const own = [...round.moves.keys()].filter((spot) => round.boxes.includes(Number(spot.split('.')[0])))
  return (
    !isStray(round, now, spotLagMs) && !isBetOnAnew(round, boxes, now, spotLagMs) && own.every((spot) => isStill(round, spot, now, context))
  )
}

/** Nothing has moved there, except that a hand may cover chips for a moment, or the player surrendered before his turn. */
const isStill = (round: Round, spot: SpotId, now: number, context: TableContext): boolean => {
  const { spotLagMs } = context
  const { base, moves } = steadyTimeline(round, spot, spotLagMs)
  return movedBesidesSurrender(round, spot, moves, context).every(
    ({ at, amount, lammers }) => spotLagMs > 0 && now - at <= spotLagMs && amount <= base.amount && lammers <= base.lammers,
  )
}

/** The account in which somebody erred with the newest card: the round had ended before it. */
export const erringIn = (round: Round): Round => ({ ...round, erringSince: round.cards.at(-2)?.at ?? null })

const hasReading = (round: Round, reader: Reader, isDealing: boolean): boolean => {
  if (!round.erringSince) return isReadable(round, reader)
  // Somebody who erred and a settlement or a next bet that was undone as well is less likely than the one or the other.
  // Cards to a box without a bet would explain the next deal as well. That counts only until it is complete, and if no bet was laid since.
  const mayBeNobodys = isDealing && laidSince(round, reader.context.boxes, reader.now, reader.context.spotLagMs) === 0
  const counts = ({ errors }: Way): boolean =>
    errors.some(({ names }) => names.some(({ code }) => mayBeNobodys || code !== 'DEAL-EMPTY-BOX'))
  return isExplained(round, { ...reader, asToldSince: round.erringSince }, ANY_ERROR, counts) !== false
}

// --- what accounts share ---------------------------------------------------------------------------------------------------------

/** Where a round began: the device line of its first card. */
export const firstOf = ({ cards }: Round): string | undefined => cards[0]?.cause

type Firsts = readonly (string | undefined)[]

const sharedOf = (lists: readonly Firsts[]): Firsts => (lists[0] ?? []).filter((first) => lists.every((list) => list.includes(first)))

/** The first cards of the rounds that are in every account ending in one of these, the earliest first. */
export const beginningsIn = (endings: readonly Ending[], known = new Map<Ending, Firsts>()): Firsts =>
  sharedOf(endings.map((ending) => kept(known, ending, () => [...beginningsIn(ending.after, known), firstOf(ending.before)])))

/** The first card of the last round that every account has. */
export const lastShared = (rivals: readonly Rival[]): string | undefined =>
  sharedOf(rivals.map(({ round, after }) => [...beginningsIn(after), firstOf(round)])).at(-1)

/** The accounts from the round with this first card on; everything before it is dropped. */
export const cutBefore = (rivals: readonly Rival[], first: string | undefined): readonly Rival[] => {
  const known = new Map<Ending, Ending>()
  const cut = (ending: Ending): Ending =>
    kept(known, ending, () => ({ ...ending, after: firstOf(ending.before) === first ? [] : ending.after.map(cut) }))
  return rivals.map(({ round, after }) => ({ round, after: firstOf(round) === first ? [] : after.map(cut) }))
}
