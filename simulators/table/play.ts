/** Boxes play in turn from the dealer's left, hand by hand (001 l.50, 003 l.34, 004 l.19; 000 and 002 by practice). */
import { leave } from './bets.ts'
import { count, isBust, rankOf } from './cards.ts'
import { type BoxPlay, type Game, type HandPlay, newHand, newWager, spotOf, upCard, type Wager } from './game.ts'
import { dealGapMs, drawTo, pause, waitForPlay } from './hands-on.ts'
import { offerLateInsurance, raiseInsurance } from './insurance.ts'
import { isDone, isNatural, legalMoves, splitMove } from './moves.ts'
import { takePotOfGold } from './opening.ts'
import { judge, placeLammer, stake, take, takeWager } from './till.ts'
import type { PlayedAction } from './types.ts'

/** The chips of a double or a split: the player's own, or the house's lammer. */
function addStake(game: Game, box: BoxPlay, wager: Wager, isFree: boolean): void {
  pause(game, 1200)
  if (isFree) placeLammer(game, box.box, wager.area, 'stakes')
  else stake(game, box.box, wager.area, wager.unit, 'stakes')
}

/** Players behind the box (000 l.130: follow with chips or a lammer of their own, or not; 004 l.63: bound, their bet rides on the first hand unless they add). */
function follows(game: Game, wager: Wager): boolean {
  return wager.area === 'main' || game.random() < (game.rules.coBettorsBound ? 0.3 : 0.5)
}

export function double(game: Game, box: BoxPlay, hand: HandPlay, isFree: boolean): void {
  hand.actions.push(isFree ? 'free-double' : 'double')
  for (const wager of hand.wagers) {
    if (!follows(game, wager)) continue
    addStake(game, box, wager, isFree)
    if (isFree) wager.free++
    else wager.real += wager.unit
  }
  if (isFree) box.lammers++
  else raiseInsurance(game, box, 'double')
}

/** The new hand comes right after its parent; the parent keeps the first card. */
export function split(game: Game, box: BoxPlay, hand: HandPlay, isFree: boolean): HandPlay {
  const isAces = hand.cards.every((card) => rankOf(card) === 'A')
  hand.actions.push(isFree ? 'free-split' : 'split')
  const wagers: Wager[] = []
  for (const wager of hand.wagers) {
    if (!follows(game, wager)) continue
    addStake(game, box, wager, isFree)
    wagers.push(newWager(wager.area, wager.unit, isFree ? 0 : wager.unit, isFree ? 1 : 0))
  }
  const second = newHand(wagers, true, isAces)
  second.cards.push(...hand.cards.splice(1))
  second.atMs.push(...hand.atMs.splice(1))
  hand.fromSplit = true
  hand.splitAces = isAces
  box.hands.splice(box.hands.indexOf(hand) + 1, 0, second)
  if (isFree) box.lammers++
  else raiseInsurance(game, box, 'split')
  return second
}

/** A free hand of the box still plays or waits for the dealer. */
function hasOpenFreeHand(box: BoxPlay): boolean {
  return box.hands.some((hand) => hand.wagers.some((wager) => wager.area === 'main' && wager.free > 0 && !wager.settled))
}

/** 001 l.62: no side bet is left, the wager goes at once; l.70: it waits on the insurance line while free hands are open. */
function takeTuckedBust(game: Game, box: BoxPlay, wager: Wager): void {
  const home = spotOf(box.box, wager.area)
  if (wager.free === 0 && hasOpenFreeHand(box)) {
    game.recorder.move(home, -wager.real, 0, 'busts')
    game.recorder.move(spotOf(box.box, 'ins'), wager.real, 0, 'busts')
    wager.lies = 'parked'
  } else if (wager.real === 0 || box.p22 === 0 || game.random() < 0.5) {
    takeWager(game, box, wager, 'busts')
  }
}

/** 001 l.70: lammers of a busted free hand lie before the Pot of Gold bet until it is paid. */
function moveLammersToPot(game: Game, box: BoxPlay, lammers: number): void {
  for (let moved = 0; moved < lammers && box.pog > 0; moved++) placeLammer(game, box.box, 'pog', 'busts')
}

/** 000 l.87, 001 l.62, 002 l.7, 004 l.29: a hand over 21 has lost; when its stake goes is the house's custom. */
export function bust(game: Game, box: BoxPlay, hand: HandPlay): void {
  pause(game, 1100)
  hand.outcome = 'lose'
  for (const wager of hand.wagers) {
    judge(game, box, wager, -wager.real)
    const { free } = wager
    if (game.rules.bustTaken === 'at-once') takeWager(game, box, wager, 'busts')
    else if (game.rules.bustTaken === 'at-once-unless-push22') takeTuckedBust(game, box, wager)
    if (wager.area === 'main' && wager.lies !== 'spot') moveLammersToPot(game, box, free)
  }
  const isOver = box.hands.every((other) => other.outcome === 'lose')
  if (game.rules.bustTaken !== 'at-once-unless-push22' || !isOver || box.p22 > 0 || box.pog > 0) return
  for (const other of box.hands) for (const wager of other.wagers) takeWager(game, box, wager, 'busts')
}

/** 002 l.42, 003 l.48: half is lost at once, the other half stays the player's. */
function surrender(game: Game, box: BoxPlay, hand: HandPlay): void {
  hand.actions.push('surrender')
  hand.outcome = 'surrender'
  pause(game, 1500)
  for (const wager of hand.wagers) {
    judge(game, box, wager, -wager.unit / 2)
    take(game, spotOf(box.box, wager.area), wager.unit / 2, 0, 'stakes')
  }
}

function point(game: Game, box: BoxPlay, hand: HandPlay): void {
  game.recorder.point({ box: box.box, hand: box.hands.indexOf(hand) + 1 })
  game.recorder.wait(300)
}

/** 003 l.44: both hands get their second card at once, the first hand's first. */
function splitAndDeal(game: Game, box: BoxPlay, hand: HandPlay, isFree: boolean): void {
  const second = split(game, box, hand, isFree)
  pause(game, 700)
  waitForPlay(game)
  drawTo(game, box, hand)
  if (game.rules.splitDealing !== 'together') return
  game.recorder.wait(dealGapMs(game))
  drawTo(game, box, second)
}

function hit(game: Game, box: BoxPlay, hand: HandPlay): void {
  waitForPlay(game)
  drawTo(game, box, hand)
  if (isBust(hand.cards)) bust(game, box, hand)
}

/** Returns whether the hand goes on. */
function act(game: Game, box: BoxPlay, hand: HandPlay, move: PlayedAction): boolean {
  // 001 l.61: who does not take the free bet he could have loses his Pot of Gold bet at once.
  if (box.pog > 0 && box.lammers === 0 && move !== 'free-double' && move !== 'free-split') takePotOfGold(game, box, 'busts')
  switch (move) {
    case 'hit':
      hand.actions.push('hit')
      hit(game, box, hand)
      return true
    case 'double':
    case 'free-double':
      double(game, box, hand, move === 'free-double')
      pause(game, 700)
      hit(game, box, hand)
      return false
    case 'split':
    case 'free-split':
      splitAndDeal(game, box, hand, move === 'free-split')
      return true
    case 'surrender':
      surrender(game, box, hand)
      return false
    default:
      hand.actions.push('stand')
      return false
  }
}

/** 000 l.38: an absent player's hand draws to 16, best total; elsewhere it gets no more cards. */
function absentMove(game: Game, hand: HandPlay): PlayedAction {
  return game.rules.absentPlayer === 'draw-to-16' && count(hand.cards).total <= 16 ? 'hit' : 'stand'
}

function choose(game: Game, box: BoxPlay, hand: HandPlay): PlayedAction | null {
  if (isDone(game, hand)) {
    // Split aces get no further card, but a pair of them may be split again (000 l.149, 002 l.34).
    const again = hand.splitAces ? splitMove(game, box, hand) : null
    return again !== null && game.random() < 0.8 ? again : null
  }
  if (box.absent) return absentMove(game, hand)
  const moves = legalMoves(game, box, hand)
  const move = game.players({ cards: hand.cards, up: upCard(game), moves, random: game.random })
  if (!moves.includes(move)) throw new RangeError(`a strategy chose ${move} where only ${moves.join(', ')} is legal`)
  return move
}

function playHand(game: Game, box: BoxPlay, hand: HandPlay): void {
  if (box.leaves && !box.absent) leave(game, box)
  const isFinished = hand.cards.length > 1 && isDone(game, hand) && !(hand.splitAces && splitMove(game, box, hand) !== null)
  if (isFinished) return
  if (!(box.absent && hand.cards.length > 1 && absentMove(game, hand) === 'stand')) {
    pause(game, 1200)
    point(game, box, hand)
  }
  if (hand.cards.length === 1) hit(game, box, hand)
  for (let goesOn = true; goesOn && hand.outcome === null; ) {
    const move = choose(game, box, hand)
    if (move === null) return
    pause(game, 1500)
    goesOn = act(game, box, hand, move)
  }
}

export function playBoxes(game: Game): void {
  for (const box of game.boxesInPlay) {
    offerLateInsurance(game)
    // A split lengthens the list while it is walked.
    for (let index = 0; index < box.hands.length; index++) {
      const hand = box.hands[index]
      if (hand !== undefined && !isNatural(hand)) playHand(game, box, hand)
    }
  }
  offerLateInsurance(game)
}
