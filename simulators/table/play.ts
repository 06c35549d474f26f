/** Boxes play in turn from the dealer's left, each hand by hand (001 l.50, 003 l.34, 004 l.19; 000 and 002 by practice). */

import { collectHand, tellProgress } from './beside.ts'
import { leave } from './bets.ts'
import { count, isBust, pips, rankOf } from './cards.ts'
import { amountOn } from './chips.ts'
import { fidget } from './fidgets.ts'
import { type BoxPlay, type Game, type HandPlay, newHand, newWager, spotOf, stakeAsk, sweptOf, upCard, type Wager } from './game.ts'
import { newcomers, surrendersEarly } from './habits.ts'
import { dealGapMs, drawTo, pause, point, takeSecondCard, waitForPlay } from './hands-on.ts'
import { offerLateInsurance, raiseInsurance } from './insurance.ts'
import { isDone, isLegalMove, isNatural, legalMoves, splitMove } from './moves.ts'
import { sweepSide, takePotOfGold } from './opening.ts'
import { payPrizeEarly, payWon } from './paid-in-play.ts'
import type { RaiseAsk, TurnAsk } from './slips.ts'
import { surrender } from './surrender.ts'
import { tamper } from './tampering.ts'
import { layBeforePot, owe, pay, placeLammer, stake, take, takeWager } from './till.ts'
import type { MainArea, PlayedAction } from './types.ts'

/** A hand is doubled or split, by each of its bettors who follows. */
type Raise = Pick<RaiseAsk, 'box' | 'hand' | 'what'> & { readonly isFree: boolean }

const raiseOf = (what: 'double' | 'split', box: BoxPlay, hand: HandPlay, isFree: boolean): Raise => ({
  box: box.box,
  hand: box.hands.indexOf(hand) + 1,
  what,
  isFree,
})

/** The chips of a double or a split: the player's own, or the house's lammer. */
function addStake(game: Game, { isFree, ...raise }: Raise, wager: Wager): number {
  const { area, unit, spot } = wager
  pause(game, 1200)
  const right = raise.what === 'double' && !isFree ? doubleStake(game, raise.box, wager) : unit
  const ask = { ...raise, area, bet: unit, right }
  if (isFree) {
    if (game.slips.laysLammer(ask)) placeLammer(game, spot, 'stakes')
    return 0
  }
  const amount = game.slips.raises(ask)
  stake(game, spot, amount, 'stakes')
  return amount
}

/**
 * docs/configuration.md, `doubleAmount`: with `up-to` a double for less is allowed. Otherwise a double is as much as the bet (000 l.196,
 * 003 l.42).
 */
function doubleStake(game: Game, box: number, { area, unit }: Wager): number {
  const step = Math.min(...game.chips)
  const amount = game.players.doublesFor({ box, area, bet: unit, step })
  const isAllowed = amount === unit || (game.rules.doubleAmount === 'up-to' && amount > 0 && amount < unit && amount % step === 0)
  if (!isAllowed) throw new RangeError(`a double for ${amount} on a bet of ${unit} is not legal`)
  return amount
}

/**
 * Players behind the box. 000 l.130: they may follow with chips or a lammer of their own. 004 l.63: they are bound, and their bet rides on
 * the first hand unless they add.
 */
function follows(game: Game, box: BoxPlay, wager: Wager, isFree: boolean): boolean {
  if (wager.area === 'main') return true
  return !(isFree && game.rules.freeBetCovers === 'holder') && game.players.follows(box.box, wager.area)
}

export function double(game: Game, box: BoxPlay, hand: HandPlay, isFree: boolean): void {
  hand.actions.push(isFree ? 'free-double' : 'double')
  const raise = raiseOf('double', box, hand, isFree)
  for (const wager of hand.wagers) {
    if (!follows(game, box, wager, isFree)) continue
    wager.real += addStake(game, raise, wager)
    if (isFree) wager.free++
  }
  if (isFree) box.lammers++
  raiseInsurance(game, box, 'double', isFree)
}

/** The new hand comes directly after its parent. The parent keeps the first card. */
export function split(game: Game, box: BoxPlay, hand: HandPlay, isFree: boolean): HandPlay {
  const isAces = hand.cards.slice(0, 2).every((card) => rankOf(card) === 'A')
  hand.actions.push(isFree ? 'free-split' : 'split')
  const wagers: Wager[] = []
  const raise = raiseOf('split', box, hand, isFree)
  for (const wager of hand.wagers) {
    if (!follows(game, box, wager, isFree)) continue
    const real = addStake(game, raise, wager)
    wagers.push({ ...newWager(box.box, wager.area, wager.unit), real, free: isFree ? 1 : 0 })
  }
  const second = newHand(wagers, true, isAces)
  second.cards.push(...hand.cards.splice(1, 1))
  second.atMs.push(...hand.atMs.splice(1, 1))
  hand.fromSplit = true
  hand.splitAces = isAces
  box.hands.splice(box.hands.indexOf(hand) + 1, 0, second)
  if (isFree) box.lammers++
  raiseInsurance(game, box, 'split', isFree)
  return second
}

/** This bettor's hand was split with a lammer, whatever was laid on it later. */
function isFreeHand({ actions, wagers }: HandPlay, bettor: MainArea): boolean {
  const doubled = actions.includes('free-double') ? 1 : 0
  return wagers.some(({ area, free }) => area === bettor && free > doubled)
}

/**
 * One of his hands that was split with a lammer still plays or waits for the dealer, or its lammer lies in front of an open Pot of Gold
 * bet.
 */
function isFreeHandOpen(box: BoxPlay, bettor: MainArea): boolean {
  const free = box.hands.filter((hand) => isFreeHand(hand, bettor))
  const plays = free.some(({ wagers }) => wagers.some(({ area, settled }) => area === bettor && !settled))
  return plays || (free.length > 0 && box.pog > 0)
}

/** 001 l.70: put on the insurance line with its cards. */
function park(game: Game, box: BoxPlay, wager: Wager): void {
  const lying = Math.min(wager.real, amountOn(game.recorder.level(wager.spot)))
  game.recorder.move(wager.spot, -lying, 0, 'busts')
  game.recorder.move(spotOf(box.box, 'ins'), lying, 0, 'busts')
  wager.lies = 'parked'
}

function takeBusted(game: Game, box: BoxPlay, hand: HandPlay, wager: Wager): void {
  if (game.slips.takesBust(stakeAsk(box, hand, wager))) takeWager(game, wager, 'busts')
}

/**
 * 001 l.62: without Push 22 the wager is taken immediately, with it only at the end. l.70: it waits while free hands of the box, or their
 * Pot of Gold bet, are open.
 */
function loseTucked(game: Game, box: BoxPlay, hand: HandPlay, wager: Wager): void {
  const isParked = game.rules.bustedRealWager !== 'taken' && !isFreeHand(hand, wager.area) && isFreeHandOpen(box, wager.area)
  wager.waits = isParked && box.p22 === 0
  if (!wager.waits) owe(game, wager.spot, -wager.real, box.p22 > 0 ? 'after' : 'inPlay')
  if (isParked && game.slips.takesParked(stakeAsk(box, hand, wager))) {
    if (wager.waits) owe(game, wager.spot, -wager.real, 'inPlay')
    wager.waits = false
    takeWager(game, wager, 'busts')
  } else if (isParked) park(game, box, wager)
  else if (wager.real === 0 || box.p22 === 0 || game.customs.takesTuckedBust(box.box)) takeBusted(game, box, hand, wager)
}

/** 001 l.70: once the free hands of the box have lost too and no side bet is open, the waiting wagers are taken. */
function takeParked(game: Game, box: BoxPlay): void {
  for (const wager of box.hands.flatMap(({ wagers }) => wagers)) {
    if (!wager.waits || isFreeHandOpen(box, wager.area) || box.p22 > 0) continue
    owe(game, wager.spot, -wager.real, 'inPlay')
    wager.waits = false
    takeWager(game, wager, 'busts')
  }
}

/** 000 l.87, 001 l.62, 002 l.7, 004 l.29: a hand over 21 has lost. When its stake is taken depends on the house. */
export function bust(game: Game, box: BoxPlay, hand: HandPlay): void {
  pause(game, 1100)
  hand.outcome = 'lose'
  const { bustTaken } = game.rules
  for (const wager of hand.wagers) {
    const { free } = wager
    wager.settled = true
    if (bustTaken === 'at-once-unless-push22') loseTucked(game, box, hand, wager)
    else owe(game, wager.spot, -wager.real, bustTaken === 'at-once' ? 'inPlay' : 'after')
    if (bustTaken === 'at-once') takeBusted(game, box, hand, wager)
    if (wager.area === 'main' && wager.lies !== 'spot') layBeforePot(game, box, free, 'busts')
  }
  if (hand.wagers.every(({ lies }) => lies === 'taken')) collectHand(game, hand)
  if (bustTaken === 'at-once-unless-push22') takeParked(game, box)
  if (box.p22 > 0 && sweptOf(game, box, 'p22') === 0 && game.slips.takesPush22Early(box.box, 'bust')) sweepSide(game, box, 'p22')
}

/** 003 l.44: both hands get their second card immediately, the first hand before the other. */
function splitAndDeal(game: Game, box: BoxPlay, hand: HandPlay, isFree: boolean): void {
  const second = split(game, box, hand, isFree)
  const isTogether = game.slips.splitDealing(turnAsk(game, box, hand, []), game.rules.splitDealing) === 'together'
  pause(game, 700)
  waitForPlay(game)
  // A hand split too late has its second card, and plays on.
  if (hand.cards.length === 1) serve(game, box, hand, drawTo)
  else if (isTogether && !isDone(game, hand)) hit(game, box, hand)
  if (!isTogether) return
  game.recorder.wait(dealGapMs(game))
  serve(game, box, second, drawTo)
}

/** A split hand gets its second card, unless the dealer passes it over. */
function serve(game: Game, box: BoxPlay, hand: HandPlay, deal: typeof hit): void {
  if (game.slips.dealsSplit(turnAsk(game, box, hand, []))) deal(game, box, hand)
  else hand.isPassedOver = true
}

function hit(game: Game, box: BoxPlay, hand: HandPlay): void {
  waitForPlay(game)
  drawTo(game, box, hand)
  if (isBust(hand.cards)) bust(game, box, hand)
}

/** Moves on an absent player's hand are not his decisions, whoever stands in for him. */
function note(box: BoxPlay, hand: HandPlay, action: PlayedAction): void {
  if (!box.absent) hand.actions.push(action)
}

/** Returns whether the hand goes on. */
function act(game: Game, box: BoxPlay, hand: HandPlay, move: PlayedAction): boolean {
  // 001 l.61: a player who declines a free bet that he could have loses his Pot of Gold bet immediately.
  if (box.pog > 0 && box.lammers === 0 && move !== 'free-double' && move !== 'free-split') takePotOfGold(game, box, 'inPlay')
  switch (move) {
    case 'hit':
      note(box, hand, 'hit')
      hit(game, box, hand)
      return true
    case 'double':
    case 'free-double':
      double(game, box, hand, move === 'free-double')
      pause(game, 700)
      if (game.slips.dealsDouble(turnAsk(game, box, hand, []))) hit(game, box, hand)
      if (hand.outcome === null && game.slips.dealsAgain(turnAsk(game, box, hand, []))) hit(game, box, hand)
      return false
    case 'split':
    case 'free-split':
      splitAndDeal(game, box, hand, move === 'free-split')
      return !hand.isPassedOver
    case 'surrender':
      surrender(game, box, hand)
      return false
    default:
      note(box, hand, 'stand')
      return false
  }
}

/**
 * 000 l.38: an absent player's hand draws to 16. That is its best total, or its hard total if the table says so. In the other houses it
 * gets no more cards.
 */
function absentMove(game: Game, hand: HandPlay): PlayedAction {
  const hard = hand.cards.reduce((sum, card) => sum + pips(card), 0)
  const total = game.rules.absentTotalCounts === 'hard' ? hard : count(hand.cards).total
  return game.rules.absentPlayer === 'draw-to-16' && total <= 16 ? 'hit' : 'stand'
}

/** 000 l.47: the second bettor may draw or stand for a holder who is away. */
function mayStandIn(game: Game, box: BoxPlay): boolean {
  const hasSecond = box.hands.some(({ wagers }) => wagers.some(({ area }) => area === 'main2'))
  return box.absent && hasSecond && game.rules.holderAbsent === 'second-bettor-decides'
}

function isLeftAlone(game: Game, box: BoxPlay): boolean {
  return box.absent && !(mayStandIn(game, box) && game.players.standsIn(box.box))
}

function checked(box: BoxPlay, moves: readonly PlayedAction[], move: PlayedAction): PlayedAction {
  if (!isLegalMove(moves, move)) throw new RangeError(`${move} on box ${box.box}, where only ${moves.join(', ')} is legal`)
  return move
}

function turnAsk(game: Game, box: BoxPlay, hand: HandPlay, moves: readonly PlayedAction[]): TurnAsk {
  const { cards, actions, fromSplit, splitAces } = hand
  const places = { box: box.box, hand: box.hands.indexOf(hand) + 1, hands: box.hands.length }
  return {
    ...places,
    cards,
    actions,
    fromSplit,
    splitAces,
    blackjack: isNatural(hand),
    absent: box.absent,
    standIn: mayStandIn(game, box),
    moves,
  }
}

function slip(game: Game, box: BoxPlay, hand: HandPlay): PlayedAction | null {
  return game.slips.acts(turnAsk(game, box, hand, isDone(game, hand) || isNatural(hand) ? [] : legalMoves(game, box, hand)))
}

function choose(game: Game, box: BoxPlay, hand: HandPlay): PlayedAction | null {
  const slipped = slip(game, box, hand)
  if (slipped !== null) return slipped
  if (isDone(game, hand)) {
    // Split aces get no further card, but a pair of them may be split again (000 l.149, 002 l.34).
    const again = hand.splitAces ? splitMove(game, box, hand) : null
    if (again === null) return null
    const move = game.players.splitsAgain(box.box, again)
    return move === null ? null : checked(box, [again], move)
  }
  if (isLeftAlone(game, box)) return absentMove(game, hand)
  if (count(hand.cards).total === 21) return game.players.drawsOn21(box.box, box.hands.at(-1) === hand) ? 'hit' : null
  const offered = legalMoves(game, box, hand)
  const moves = box.absent ? offered.filter((move) => move === 'hit' || move === 'stand') : offered
  return checked(box, moves, game.players.decides({ box: box.box, cards: hand.cards, up: upCard(game), moves, random: game.random }))
}

function playHand(game: Game, box: BoxPlay, hand: HandPlay): void {
  if (box.leaves && !box.absent) leave(game, box)
  const isFinished = hand.cards.length > 1 && isDone(game, hand) && !(hand.splitAces && splitMove(game, box, hand) !== null)
  if (isFinished) {
    playOn(game, box, hand)
    return
  }
  if (hand.isPassedOver) return
  const isPassed = isLeftAlone(game, box) && hand.cards.length > 1 && absentMove(game, hand) === 'stand'
  if (!isPassed) {
    pause(game, 1200)
    point(game, box, hand)
  }
  if (hand.cards.length === 1) serve(game, box, hand, hit)
  if (hand.isPassedOver) return
  for (let goesOn = true; goesOn && hand.outcome === null; ) {
    surrendersEarly(game)
    if (hand.outcome !== null) return
    const move = choose(game, box, hand)
    if (move === null) return
    pause(game, 1500)
    // The dealer points at the hand he deals to, whether he should deal to it or not.
    if (isPassed && move === 'hit') point(game, box, hand)
    goesOn = act(game, box, hand, move)
  }
}

/** A hand without a decision goes on only by mistake. */
function playOn(game: Game, box: BoxPlay, hand: HandPlay): void {
  const move = slip(game, box, hand)
  if (move === null) return
  pause(game, 1200)
  point(game, box, hand)
  act(game, box, hand, move)
}

/** What a dealer does to a finished hand, only by mistake. */
function mishandle(game: Game, box: BoxPlay, hand: HandPlay): void {
  for (const wager of hand.wagers) {
    if (wager.settled || wager.lies !== 'spot') continue
    const ask = stakeAsk(box, hand, wager)
    if (game.slips.sweepsLive(ask)) {
      pause(game, 1100)
      take(game, wager.spot, { amount: wager.real }, 'busts')
      wager.isDone = true
    }
    if (wager.free > 0 && game.slips.takesLammerEarly(ask)) {
      pause(game, 900)
      take(game, wager.spot, { lammers: 1 }, 'busts')
    }
    if (!isNatural(hand) && game.slips.paysBeforeDealer(ask)) {
      pause(game, 1500)
      pay(game, wager.spot, wager.unit, 'payouts')
      wager.early = wager.unit
    }
  }
}

function playBox(game: Game, box: BoxPlay): void {
  // A split makes the list longer during the loop.
  for (let index = 0; index < box.hands.length; index++) {
    const hand = box.hands[index]
    if (hand === undefined) continue
    if (isNatural(hand)) playOn(game, box, hand)
    else if (hand.outcome === null) playHand(game, box, hand)
    mishandle(game, box, hand)
    tellProgress(game, 'hand-over')
  }
  payWon(game, box)
  payPrizeEarly(game, box)
}

/** In play the pointer goes where the card goes. During the deal it does not move. */
function drawEarly(game: Game): void {
  if (game.drawn > 0) {
    game.recorder.wait(1500)
    game.recorder.point('dealer')
    game.recorder.wait(300)
  }
  takeSecondCard(game)
}

export function playBoxes(game: Game): void {
  for (const box of game.slips.playOrder(game.boxesInPlay)) {
    offerLateInsurance(game, 'between')
    if (game.slips.drawsEarly(box.box)) drawEarly(game)
    tamper(game, 'between', box.box)
    newcomers(game)
    surrendersEarly(game, true)
    fidget(game, 'play')
    playBox(game, box)
  }
  offerLateInsurance(game, 'late')
  tamper(game, 'late')
  newcomers(game)
  surrendersEarly(game)
  fidget(game, 'play')
}
