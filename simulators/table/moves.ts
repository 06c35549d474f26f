/** What a player may do with a hand. The numbers are lines of the house's document, see `src/rules/house`. */
import type { HouseRules } from '../../src/rules/house/rules.ts'
import { count, isBust, pips, rankOf, upRank } from './cards.ts'
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

/** A pair as this house defines it: same rank (000 l.125, 001 l.8, 003 l.44) or same value (002 l.34, 004 l.55). */
function isPair(rules: HouseRules, hand: HandPlay): boolean {
  const [first, second] = hand.cards
  if (first === undefined || second === undefined || hand.cards.length !== 2) return false
  return rules.splitEquality === 'rank' ? rankOf(first) === rankOf(second) : pips(first) === pips(second)
}

/** The split that this hand may make: up to four hands in 000 l.139, 001 l.10, 002 l.34; aces in 000 l.149, 002 l.34; once in 003, 004. */
export function splitMove(game: Game, box: BoxPlay, hand: HandPlay): 'split' | 'free-split' | null {
  const { rules } = game
  if (!game.features.has('splits') || !isPair(rules, hand)) return null
  const [first] = hand.cards
  const isAces = first !== undefined && rankOf(first) === 'A'
  if (box.hands.length >= Math.min(rules.maxHands, isAces ? rules.splitAcesMaxHands : rules.maxHands)) return null
  // 000 l.154, 001 l.8: the house stakes every pair except ten-values. 000 l.173, 001 l.10: later splits too.
  const isFree = rules.freeSplit && first !== undefined && pips(first) !== 10 && (box.hands.length === 1 || rules.freeResplit)
  return isFree ? 'free-split' : 'split'
}

/** 004 l.35: the listed totals. They are hard, or with a table rule may also count the ace as one. */
function isDoubleTotal(rules: HouseRules, hand: HandPlay): boolean {
  const { doubleTotals, doubleTotalsCount } = rules
  if (doubleTotals === 'any') return true
  const { total, soft } = count(hand.cards)
  if (!soft) return doubleTotals.includes(total)
  return doubleTotalsCount === 'either' && (doubleTotals.includes(total) || doubleTotals.includes(total - 10))
}

/** The double that this hand may make: 000 l.194, 001 l.12, 002 l.30, 003 l.42, 004 l.35. */
function doubleMove(game: Game, hand: HandPlay): 'double' | 'free-double' | null {
  const { rules } = game
  if (!game.features.has('doubles') || hand.cards.length !== 2) return null
  if (hand.fromSplit && rules.doubleAfterSplit === 'no') return null
  // 002 l.34: split aces are not doubled. Neither are they if they get only one card.
  if (hand.splitAces && (rules.splitAcesOneCard || rules.doubleAfterSplit === 'not-aces')) return null
  if (!isDoubleTotal(rules, hand)) return null
  // 000 l.205 and l.228, 001 l.7 and l.9: hard nine to eleven is doubled with the house's lammer.
  const isFree = rules.freeDouble && isHard9To11(hand) && (!hand.fromSplit || rules.freeDoubleAfterSplit)
  return isFree ? 'free-double' : 'double'
}

/** 002 l.42: before the third card and never against an ace. 003 l.48: first decision only. */
function maySurrender(game: Game, box: BoxPlay, hand: HandPlay): boolean {
  const { rules } = game
  if (!game.features.has('surrender') || rules.surrender === 'none' || box.hands.length > 1 || hand.cards.length !== 2) return false
  const up = upRank(upCard(game))
  if (up !== null && rules.surrenderNotAgainst.includes(up)) return false
  // 003 l.48: not while the dealer may still show a natural, which he may if he does not check.
  return !(up !== null && rules.surrender === 'late' && !rules.peek.includes(up))
}

/**
 * Whether he may surrender outside his turn, if the house allows it (002 l.42, 003 l.48). He has two cards, sees the up card, and the check
 * is made. He must not have stood yet, which he has once a later hand takes a card.
 */
export function maySurrenderEarly(game: Game, box: BoxPlay, hand: HandPlay): boolean {
  if (game.rules.surrenderTurn !== 'any' || game.endedByCheck || box.absent || box.leaves || hand.outcome !== null) return false
  if (game.dealer.every(({ down }) => down) || isNatural(hand) || hand.actions.some((action) => action !== 'stand')) return false
  const isPassed = game.boxesInPlay.some((other) => other.box > box.box && other.cards.length > 2)
  return !isPassed && maySurrender(game, box, hand)
}

/**
 * 000 l.90: no card on 21. Where Push 22 asks for a hand of 29 at most (001 l.128) a hard 21 may draw, because nothing could reach 29
 * otherwise.
 */
function mayDrawOn21(rules: HouseRules, hand: HandPlay): boolean {
  const { total, soft } = count(hand.cards)
  const asksForMore = rules.noDrawFrom === 'none' && rules.push22 !== 'none' && rules.push22.maxPlayerTotal !== 'none'
  return total === 21 && !soft && asksForMore
}

/** The hand has won whatever the dealer gets: with a table rule, by the number of its cards. A doubled one has three. */
export function isWon({ charlie }: HouseRules, hand: HandPlay): boolean {
  return (
    charlie !== 'none' && hand.cards.length >= charlie && !hand.actions.some((action) => action.endsWith('double')) && !isBust(hand.cards)
  )
}

/** A hand that has no decision left: it is bust or has 21, or is a split ace with its one card (000 l.145, 002 l.34, 004 l.55). */
export function isDone(game: Game, hand: HandPlay): boolean {
  if (hand.splitAces && game.rules.splitAcesOneCard && hand.cards.length > 1) return true
  if (isWon(game.rules, hand)) return true
  return count(hand.cards).total >= 21 && !mayDrawOn21(game.rules, hand)
}

/** All moves offered to a hand that has a decision left; never empty. */
export function legalMoves(game: Game, box: BoxPlay, hand: HandPlay): PlayedAction[] {
  const { mustDrawTo, noDrawFrom } = game.rules
  const { total } = count(hand.cards)
  const moves: PlayedAction[] = []
  // 000 l.90: no standing on eleven or less, and no card on 21 or more.
  if (mustDrawTo === 'none' || total > mustDrawTo) moves.push('stand')
  const mayDraw = noDrawFrom === 'none' || total < noDrawFrom
  if (mayDraw) moves.push('hit')
  // A double takes a card.
  const double = mayDraw ? doubleMove(game, hand) : null
  if (double !== null) moves.push(double)
  const split = splitMove(game, box, hand)
  if (split !== null) moves.push(split)
  if (maySurrender(game, box, hand)) moves.push('surrender')
  return moves
}

/** A free bet is possible on the box's first two cards (001 l.46). */
export function earnsLammer(game: Game, box: BoxPlay, hand: HandPlay): boolean {
  return doubleMove(game, hand) === 'free-double' || splitMove(game, box, hand) === 'free-split'
}

/** A free bet is asked for (001 l.51) or granted (000 l.154), because a player may lay his own chips instead. */
export function isLegalMove(moves: readonly PlayedAction[], move: PlayedAction): boolean {
  return moves.includes(move) || ((move === 'double' || move === 'split') && moves.includes(`free-${move}`))
}
