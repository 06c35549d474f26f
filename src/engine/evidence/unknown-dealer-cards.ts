/**
 * What the dealer's unread or face-down cards may be. An up card decides what everybody may do, so the round is read once for each kind of
 * rank that it may have, each with its own lattice. For the card under it only the result of the check matters: a natural or none.
 */

import { ACE, valueOfRank } from '../../rules/game/cards.ts'
import { checksUnder, makesNatural } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import { ALL_RANKS, dealerPositions, insuranceTimeline, type Round, type RoundCard, rankAt, unreadRanks } from './round.ts'
import { variantOf } from './variants.ts'

/** `score`: its log-likelihood. */
export interface Supposed<T> {
  readonly is: T
  readonly score: number
}

const TEN = 9
const LOW = 5

/** The same decisions are allowed against all ten-values, and against all lower cards, so one rank of each kind stands for them. */
const alike = (rank: number): number => (rank === ACE ? ACE : valueOfRank(rank) === 10 ? TEN : LOW)

/** Each alternative once, weighed by the number of ranks that lead to it. */
const weighed = <T>(each: readonly T[]): readonly Supposed<T>[] => {
  const counts = new Map<T, number>()
  for (const one of each) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].map(([is, count]) => ({ is, score: Math.log(count / each.length) }))
}

/** The up card's rank, as read or as supposed in this round. */
export const upRankOf = (round: Round, context: TableContext): number => rankAt(round, dealerPositions(round, context).up) ?? ACE

/** The up cards that are possible and lead to different decisions. */
export const upRanks = (round: Round, context: TableContext): readonly number[] =>
  supposedRounds(round, context).map(({ is }) => upRankOf(is, context))

/** The ranks that this round's up card stands for. */
export const alikeRanks = (round: Round, context: TableContext): readonly number[] => {
  const upRank = upRankOf(round, context)
  return round.supposed ? unreadRanks(round, context).filter((rank) => alike(rank) === upRank) : [upRank]
}

const cardsWith = ({ cards }: Round, position: number, rank: number, context: TableContext): readonly RoundCard[] => {
  const make = () => cards.map((card, at) => (at === position ? { ...card, code: rank * 4 } : card))
  return variantOf(cards, `up ${rank}`, make, context)
}

/** The round once for each up card it may have; only the round itself if the up card was read. */
export const supposedRounds = (round: Round, context: TableContext): readonly Supposed<Round>[] => {
  const { up } = dealerPositions(round, context)
  if (rankAt(round, up) !== null) return [{ is: round, score: 0 }]
  const left = unreadRanks(round, context).map(alike)
  // Insurance is laid only against an ace.
  const insured = round.boxes.some((box) => insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0))
  const ranks = weighed(insured && left.includes(ACE) ? [ACE] : left)
  return ranks.map(({ is, score }) => ({ is: { ...round, cards: cardsWith(round, up, is, context), supposed: ranks.length }, score }))
}

/** Did the check find a natural? `hole`: null if its rank is unknown here. If both answers are possible, no natural comes first. */
export const supposedNaturals = (round: Round, hole: number | null | undefined, context: TableContext): readonly Supposed<boolean>[] => {
  const upRank = upRankOf(round, context)
  if (hole === undefined || !checksUnder(upRank, context.rules)) return [{ is: false, score: 0 }]
  if (hole !== null) return [{ is: makesNatural(upRank, hole), score: 0 }]
  const naturals = weighed(unreadRanks(round, context).map((rank) => makesNatural(upRank, rank)))
  return naturals.toSorted((one, other) => Number(one.is) - Number(other.is))
}

/** A rank that makes a natural with this up card. */
export const naturalRank = (upRank: number): number => ALL_RANKS.find((rank) => makesNatural(upRank, rank)) ?? ACE
