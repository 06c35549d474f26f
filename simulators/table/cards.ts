/** Cards and their values, written independently of the engine: the examiner does its own sums. */
import { type Card, RANKS, type Rank, SUITS } from '../../devices/scan.ts'
import type { HouseRules, UpRank } from '../../src/rules/house/rules.ts'
import { shuffled } from './random.ts'

export function rankOf(card: Card): Rank {
  return card[0] as Rank
}

/** An ace counts 1 here; ten and pictures 10. */
export function pips(card: Card): number {
  const rank = rankOf(card)
  if (rank === 'A') return 1
  return 'TJQK'.includes(rank) ? 10 : Number(rank)
}

/** The best total: one ace counts eleven if that does not pass 21 (`soft`). */
export function count(cards: readonly Card[]): { total: number; soft: boolean } {
  let total = 0
  for (const card of cards) total += pips(card)
  const soft = total <= 11 && cards.some((card) => rankOf(card) === 'A')
  return { total: soft ? total + 10 : total, soft }
}

export function isBust(cards: readonly Card[]): boolean {
  return count(cards).total > 21
}

/** An ace and a ten-value as the first two cards; the caller knows whether the hand came from a split. */
export function isTwoCard21(cards: readonly Card[]): boolean {
  return cards.length === 2 && count(cards).total === 21
}

/** 000 l.95, 002 l.23, 003 l.50, 004 l.25: the dealer draws to 16; a soft 17 is the house's choice. */
export function dealerMustDraw({ dealerSoft17 }: HouseRules, cards: readonly Card[]): boolean {
  const { total, soft } = count(cards)
  return total < 17 || (total === 17 && soft && dealerSoft17 === 'hit')
}

/** The rank by which rules name an up card; null for two to nine. */
export function upRank(card: Card): UpRank | null {
  if (rankOf(card) === 'A') return 'A'
  return pips(card) === 10 ? 'T' : null
}

/** A shuffled shoe of `decks` times 52 cards. */
export function shuffledShoe(decks: number, random: () => number): Card[] {
  const cards: Card[] = []
  for (let pack = 0; pack < decks; pack++) for (const suit of SUITS) for (const rank of RANKS) cards.push(`${rank}${suit}`)
  return shuffled(random, cards)
}
