/** What a player may do with a hand. Numbers are lines of the house's document, see `src/house`. */
import type { HouseRules } from '../../src/house/rules.ts'
import { count, pips, rankOf, upRank } from './cards.ts'
import { type BoxPlay, type Game, type HandPlay, upCard } from './game.ts'
import type { PlayedAction } from './types.ts'

export function isNatural(hand: HandPlay): boolean {
  // Never after a split: 000 l.142, 002 l.34, 004 l.55; 001 and 003 by practice.
  return !hand.fromSplit && hand.cards.length === 2 && count(hand.cards).total === 21
}

function isHard9To11(hand: HandPlay): boolean {
  const { total } = count(hand.cards)
  return total >= 9 && total <= 11 && !hand.cards.some((card) => rankOf(card) === 'A')
}

/** A pair in this house's sense: same rank (000 l.125, 001 l.8, 003 l.44) or same value (002 l.34, 004 l.55). */
function isPair(rules: HouseRules, hand: HandPlay): boolean {
  const [first, second] = hand.cards
  if (first === undefined || second === undefined || hand.cards.length !== 2) return false
  return rules.splitEquality === 'rank' ? rankOf(first) === rankOf(second) : pips(first) === pips(second)
}

/** The split open to this hand: to four hands 000 l.139, 001 l.10, 002 l.34; aces 000 l.149, 002 l.34; 003, 004 once. */
export function splitMove(game: Game, box: BoxPlay, hand: HandPlay): 'split' | 'free-split' | null {
  const { rules } = game
  if (!game.features.has('splits') || !isPair(rules, hand)) return null
  const [first] = hand.cards
  const isAces = first !== undefined && rankOf(first) === 'A'
  if (box.hands.length >= (isAces ? rules.splitAcesMaxHands : rules.maxHands)) return null
  // 000 l.154, 001 l.8: the house stakes every pair but ten-values.
  return rules.freeSplit && first !== undefined && pips(first) !== 10 ? 'free-split' : 'split'
}

/** The double open to this hand: 000 l.194, 001 l.12, 002 l.30, 003 l.42, 004 l.35. */
function doubleMove(game: Game, hand: HandPlay): 'double' | 'free-double' | null {
  const { rules } = game
  if (!game.features.has('doubles') || hand.cards.length !== 2) return null
  if (hand.fromSplit && rules.doubleAfterSplit === 'no') return null
  // 002 l.34: split aces are not doubled; nor where they get one card only.
  if (hand.splitAces && (rules.splitAcesOneCard || rules.doubleAfterSplit === 'not-aces')) return null
  const { total, soft } = count(hand.cards)
  if (rules.doubleTotals !== 'any' && (soft || !rules.doubleTotals.includes(total))) return null
  // 000 l.205 and l.228, 001 l.7 and l.9: hard nine to eleven is doubled on the house's lammer.
  return rules.freeDouble && isHard9To11(hand) ? 'free-double' : 'double'
}

/** 002 l.42 before the third card and never against an ace; 003 l.48 first decision only. */
function maySurrender(game: Game, box: BoxPlay, hand: HandPlay): boolean {
  const { rules } = game
  if (!game.features.has('surrender') || rules.surrender === 'none' || box.hands.length > 1 || hand.cards.length !== 2) return false
  const up = upRank(upCard(game))
  if (up !== null && rules.surrenderNotAgainst.includes(up)) return false
  // 003 l.48: not while the dealer may still show a natural, which is so where he does not check.
  if (up !== null && rules.surrender === 'late' && !rules.peek.includes(up)) return false
  // Half of the bet must be payable in chips: what the houses do with odd halves they leave unsaid.
  const smallest = Math.min(...game.chips)
  return hand.wagers.every((wager) => wager.unit % (2 * smallest) === 0)
}

/** A hand that has no decision left: bust or 21, one card on a split ace (000 l.145, 002 l.34, 004 l.55). */
export function isDone(game: Game, hand: HandPlay): boolean {
  return count(hand.cards).total >= 21 || (hand.splitAces && game.rules.splitAcesOneCard && hand.cards.length > 1)
}

/** All legal moves of a hand with a decision left; never empty. */
export function legalMoves(game: Game, box: BoxPlay, hand: HandPlay): PlayedAction[] {
  const { mustDrawTo, noDrawFrom } = game.rules
  const { total } = count(hand.cards)
  const moves: PlayedAction[] = []
  // 000 l.90: no standing on eleven or less, no card on 21 or more.
  if (mustDrawTo === 'none' || total > mustDrawTo) moves.push('stand')
  if (noDrawFrom === 'none' || total < noDrawFrom) moves.push('hit')
  const double = doubleMove(game, hand)
  if (double !== null) moves.push(double)
  const split = splitMove(game, box, hand)
  if (split !== null) moves.push(split)
  if (maySurrender(game, box, hand)) moves.push('surrender')
  return moves
}

/** A free bet is open to the box's first two cards (001 l.46). */
export function earnsLammer(game: Game, box: BoxPlay, hand: HandPlay): boolean {
  return doubleMove(game, hand) === 'free-double' || splitMove(game, box, hand) === 'free-split'
}
