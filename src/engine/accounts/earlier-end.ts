/**
 * A round may have ended some cards ago with its stakes unsettled, for example if the dealer began the next one too soon. As long as the
 * cards since then can be the next round's, any error found because of them may be that one error instead.
 */

import type { SpotId } from '../../../devices/scan.ts'
import { mayMoveEarly } from '../../rules/game/hand.ts'
import { ANY_ERROR } from '../../rules/house/rarity.ts'
import type { TableContext } from '../context.ts'
import { closingOf, endedBy } from '../errors/answers.ts'
import { isExplained, isSearched } from '../errors/search.ts'
import { dealOf, isHoleMasked, isPointed, type Round, type SpotLevel, spotOf } from '../evidence/round.ts'
import { reopened } from '../lattice/growth.ts'
import { readRound } from '../lattice/question.ts'
import { masked } from '../state/hole-mask.ts'
import type { HowRead } from '../state/how-read.ts'
import type { OpenRound, Rival } from '../state/open-round.ts'
import { isAlive } from './rival.ts'

type Moves = Round['moves']

const movesIn = (moves: Moves, isMeant: (at: number) => boolean): Moves =>
  new Map([...moves].map(([spot, told]) => [spot, told.filter(({ at }) => isMeant(at))]))

/** What lies on the spots after these movements. */
const levelsAfter = ({ levels }: Round, moves: Moves): Round['levels'] => {
  const after = new Map<SpotId, SpotLevel>(levels)
  for (const [spot, told] of moves) {
    const last = told.at(-1)
    if (last) after.set(spot, { amount: last.amount, lammers: last.lammers, rev: after.get(spot)?.rev ?? 0 })
  }
  return after
}

interface Parted {
  /** The round as it stood before the card that began the next. */
  readonly before: Round
  readonly closing: HowRead
  readonly next: Round
}

/**
 * The round split at this card, if by the rules it was over before and all that came since can be a round that the card began; else null.
 */
const partedAt = (round: Round, position: number, now: number, context: TableContext): Parted | null => {
  const { cards, moves } = round
  const at = cards[position]?.at ?? 0
  const before: Round = { ...round, cards: cards.slice(0, position), moves: movesIn(moves, (moved) => moved < at) }
  const closing = endedBy('over', before, at, context)
  if (closing === null) return null
  const next = begunAt(round, position, context)
  return isAlive(next, now, context) ? { before, closing, next } : null
}

/** The round that this card began. */
const begunAt = (round: Round, position: number, context: TableContext): Round => {
  const { cards, moves } = round
  const at = cards[position]?.at ?? 0
  const earlier = movesIn(moves, (moved) => moved < at)
  const { erringSince: _erring, turned: _turned, ...known } = round
  const since = {
    cards: cards.slice(position),
    openedAt: at,
    levels: levelsAfter(round, earlier),
    moves: movesIn(moves, (moved) => moved >= at),
  }
  return reopened({ ...known, ...since, fresh: null, burned: undefined }, context)
}

/**
 * Would an end before this card need two errors? It does if the round was not settled as due then, however many of the later movements
 * count as its own, and the rules allow no round that begins with the card.
 */
const needsTwoErrors = (round: Round, first: string, now: number, context: TableContext): boolean => {
  const position = round.cards.findIndex(({ cause }) => cause === first)
  const isWhole = round.incomplete === null && round.misdeal === undefined && !isHoleMasked(round)
  if (position < dealOf(round, context).owners.length || !isWhole || context.chipEvidence !== 'payouts') return false
  const cards = round.cards.slice(0, position)
  const isOver = (until: number): boolean => {
    const before: Round = { ...round, cards, moves: movesIn(round.moves, (at) => at <= until) }
    return readRound(before, { context, now, asked: 'resolved' }).count > 0
  }
  const times = round.cards.slice(position).flatMap(({ at }) => [at, at + context.spotLagMs])
  return ![...times, now].some(isOver) && !isAlive(begunAt(round, position, context), now, context)
}

/** Two consecutive rounds as one. */
const asOne = (round: Round, next: Round): Round => {
  const spots = new Set([...round.moves.keys(), ...next.moves.keys()])
  const moves = [...spots].map((spot) => {
    const earlier = (round.moves.get(spot) ?? []).filter(({ at }) => at < next.openedAt)
    return [spot, [...earlier, ...(next.moves.get(spot) ?? [])]] as const
  })
  return { ...round, cards: [...round.cards, ...next.cards], moves: new Map(moves), pointer: next.pointer }
}

/**
 * Is the start of this round certain? It is if the round before can have taken the first cards of this one only with a second error: the
 * rules allow no round that begins with the others, and no single error makes one round of all cards. The round before ended as it should
 * (the caller checks that), so the error of this round is otherwise the only one.
 */
export const hasItsStart = (before: Round, round: Round, now: number, context: TableContext): boolean => {
  const isWhole = [before, round].every(({ incomplete, misdeal }) => incomplete === null && misdeal === undefined)
  if (!isWhole || isHoleMasked(round) || isPointed(round) || context.chipEvidence !== 'payouts') return false
  // Chips that moved between the two rounds are no part of a deal.
  const isBetween = [...before.moves.values()].some((told) =>
    told.some(({ at }) => at > (before.cards.at(-1)?.at ?? 0) && at < round.openedAt),
  )
  if (!isBetween) return false
  const isBegunLater = round.cards.some((_, position) => position > 0 && isAlive(begunAt(round, position, context), now, context))
  const whole = asOne(before, round)
  if (isBegunLater || !isSearched(whole, context)) return false
  return isExplained(whole, { context, now, asked: 'any' }, ANY_ERROR) === false
}

/** Lifts the doubt about the round if every account that was left out needs two errors or more. */
export const withoutDoubt = (current: OpenRound, now: number, context: TableContext): OpenRound => {
  const { unsure, leftOut, round } = current
  const isSure =
    unsure?.code === 'unsure-account' && leftOut.every((first) => first !== undefined && needsTwoErrors(round, first, now, context))
  return isSure ? { ...current, unsure: null, leftOut: [] } : current
}

/** All ways to split the round. `cards`: those of its cards that may have begun the next. */
const partings = (round: Round, now: number, context: TableContext, cards = round.cards): readonly Parted[] => {
  const dealt = dealOf(round, context).owners.length
  return cards.flatMap((_, position) => (position < dealt ? [] : (partedAt(round, position, now, context) ?? [])))
}

/** May the round have ended before one of its cards? Only where payouts are followed and no pointer tells whose a card is. */
export const mayHaveEnded = (round: Round, now: number, context: TableContext): boolean => {
  if (context.chipEvidence !== 'payouts' || isPointed(round) || round.incomplete !== null || round.misdeal) return false
  return partings(round, now, context).length > 0
}

/** How many readings of an end are looked at, the likeliest first. */
const READINGS_MAX = 8

/** In some reading of how it ended, something was due at no more than one box. */
const isAllButSettled = (parted: Parted, context: TableContext): boolean =>
  closingOf(parted, context)
    .kBest(READINGS_MAX)
    .some(({ stories, dues }) => {
      const open = (dues ?? []).filter(({ win, lose }, index) => (win > 0 || lose > 0) && !mayMoveEarly(stories[index]?.hands ?? []))
      return open.length < 2
    })

/** May the round have ended before its last cards, with almost nothing to settle? Then those cards are the next round's. */
export const mayHaveEndedIdle = (round: Round, next: Round, now: number, context: TableContext): boolean => {
  if (context.chipEvidence !== 'payouts' || isPointed(next) || round.incomplete !== null || round.misdeal) return false
  return partings(asOne(round, next), now, context, round.cards).some((parted) => isAllButSettled(parted, context))
}

/**
 * Rounds that may have begun within a round that nothing explains any more: the dealer left it unsettled and dealt on. `id`: of the round
 * that began.
 */
export const begunWithin = (round: Round, id: string, now: number, context: TableContext): readonly Rival[] => {
  if (context.chipEvidence !== 'payouts' || round.incomplete !== null || round.misdeal) return []
  return partings(round, now, context).flatMap(({ before, closing, next }) => {
    const after: Rival['after'] = [{ before, closing, closedAt: next.openedAt, ended: 'next-card', unsettled: true, after: [] }]
    const nexts = [next, ...withoutLeft(before, next, now, context)]
    return nexts.map((each) => ({ round: masked({ ...each, id }, context), after }))
  })
}

/** The next round if the stakes that the dealer left lying are no bets in it. */
export const withoutLeft = (before: Round, next: Round, now: number, context: TableContext): readonly Round[] => {
  const last = before.cards.at(-1)?.at ?? 0
  const left = next.boxes.flatMap((box) => {
    const spot = spotOf(box, 'main')
    const isMoved = (before.moves.get(spot) ?? []).some(({ at }) => at > last)
    return before.boxes.includes(box) && !isMoved ? [spot] : []
  })
  const levels = new Map([...next.levels].filter(([spot]) => !left.includes(spot)))
  const round = left.length > 0 ? reopened({ ...next, levels }, context) : next
  return round !== next && round.boxes.length > 0 && isAlive(round, now, context) ? [round] : []
}
