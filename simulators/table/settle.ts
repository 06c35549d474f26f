/** Settlement, box by box from the dealer's right, losers first (001 l.140; in the other houses practice). Then the players collect. */

import type { SpotId } from '../../devices/scan.ts'
import { collectHand } from './beside.ts'
import { amountOn } from './chips.ts'
import { leaveInTheEnd, payInTheEnd } from './corrections.ts'
import { fidget } from './fidgets.ts'
import { type BoxPlay, dealerCards, fromDealersRight, type Game, type HandPlay, spotOf, stakeAsk, sweptOf, type Wager } from './game.ts'
import { newcomers } from './habits.ts'
import { pause } from './hands-on.ts'
import { settleInsurance } from './insurance.ts'
import { gainOf, hasWinner, outcomeOf, potOfGoldGain, push22Gain, sevensPrize } from './prices.ts'
import { between } from './random.ts'
import type { SettlingAsk, SideAsk } from './slips.ts'
import { tamper } from './tampering.ts'
import { collect, judge, layBeforePot, owe, pay, sideGain, take, takeWager } from './till.ts'
import type { MainArea, Moment, PlayedOutcome } from './types.ts'

interface Verdict {
  readonly hand: HandPlay
  readonly wager: Wager
  readonly gain: number
  readonly outcome: PlayedOutcome
}

/** What the dealer does with a stake: he pays it, takes it, or leaves it. From a hand of lammers he takes only the lammers. */
interface Handling {
  readonly wager: Wager
  readonly pays: number
  /** null: it stays. */
  readonly takes: number | null
}

/** The check ends before anybody plays (001 l.47, 003 l.48). */
function momentOf(game: Game): Moment {
  return game.endedByCheck ? 'before' : 'after'
}

/**
 * Each hand is settled by itself (000 l.168, 001 l.70). With a table rule, a hand with only lammers loses together with the real hand
 * before it.
 */
function settledOutcome(game: Game, box: BoxPlay, hand: HandPlay): PlayedOutcome {
  const isReal = ({ wagers }: HandPlay): boolean => wagers.some(({ area, real }) => area === 'main' && real > 0)
  const real = box.hands.slice(0, box.hands.indexOf(hand) + 1).findLast(isReal)
  const falls = game.rules.freeHandsSettle === 'with-the-real-hand' && real?.outcome === 'lose'
  return falls ? 'lose' : outcomeOf(game, box, hand)
}

function judgeHand(game: Game, box: BoxPlay, hand: HandPlay): Verdict[] {
  const outcome = settledOutcome(game, box, hand)
  hand.outcome ??= outcome
  const verdicts: Verdict[] = []
  for (const wager of hand.wagers) {
    if (wager.settled) continue
    const gain = gainOf(game, wager, outcome)
    judge(game, wager, gain, momentOf(game))
    verdicts.push({ hand, wager, gain, outcome })
  }
  return verdicts
}

/** Stakes that have not been settled yet, with what the rules say about them. */
function openAsks(game: Game, box: BoxPlay): SettlingAsk[] {
  return box.hands.flatMap((hand) => {
    const outcome = settledOutcome(game, box, hand)
    const open = hand.wagers.filter(({ settled, lies, isDone }) => !settled && lies !== 'taken' && !isDone)
    return open.map((wager): SettlingAsk => {
      return { ...stakeAsk(box, hand, wager), outcome, right: gainOf(game, wager, outcome) - wager.early, when: 'end' }
    })
  })
}

/** A player lays chips on a bet that is not settled yet. */
function post(game: Game, when: 'played' | 'next', boxes: readonly BoxPlay[]): void {
  const posted = game.slips.posts(
    when,
    boxes.flatMap((box) => openAsks(game, box)),
  )
  if (posted === null) return
  // Later than the sensor lag, because otherwise it may have been before the last card.
  game.recorder.waitUntil(game.lastCardAtMs + game.spotLagMs)
  pause(game, 900)
  game.recorder.move(posted.spot, posted.amount, 0, 'stakes')
}

/** What he does with each stake, minus what he did out of turn. */
function handlings(game: Game, box: BoxPlay, verdicts: readonly Verdict[]): Handling[] {
  const open = verdicts.filter(({ wager }) => wager.lies !== 'taken' && !wager.isDone)
  const asks = open.map(({ hand, wager, gain, outcome }) => {
    return { ...stakeAsk(box, hand, wager), outcome, right: gain - wager.early, when: 'end' as const }
  })
  const answers = game.slips.settles(asks, dealerCards(game))
  return open.map(({ wager, outcome }, at) => {
    const [right, does] = [asks[at]?.right ?? 0, answers[at] ?? 0]
    const isTaken = does < 0 || (outcome === 'lose' && does === right)
    return { wager, pays: Math.max(0, does), takes: isTaken ? -does : null }
  })
}

/** Lost stakes that still lie there, including those of tucked busts (001 l.126: they are lost although the dealer has 22). */
function takeLosers(game: Game, box: BoxPlay, handled: readonly Handling[]): void {
  for (const { wager } of handled) if (wager.waits) owe(game, wager.spot, -wager.real, 'after')
  const lost = handled.filter(({ takes }) => takes !== null)
  if (lost.length === 0) return
  pause(game, 1000)
  const main = spotOf(box.box, 'main')
  const before = game.recorder.level(main).lammers
  for (const { wager, takes } of lost) takeWager(game, wager, 'payouts', takes ?? 0)
  layBeforePot(game, box, before - game.recorder.level(main).lammers, 'payouts')
}

/** A part of it may come on a second visit. */
function payNow(game: Game, spot: SpotId, gain: number): void {
  const later = game.slips.topsUpLater(spot, gain)
  pause(game, 1800)
  payInTheEnd(game, spot, gain - later)
  if (later > 0) game.toppedUp.push({ spot, amount: later })
}

/** One payment for all hands, or one for each. */
function payWinners(game: Game, box: BoxPlay, area: MainArea, gains: readonly number[]): void {
  const isTogether = game.customs.paysTogether(box.box, area)
  for (const gain of isTogether ? [gains.reduce((sum, part) => sum + part, 0)] : gains) payNow(game, spotOf(box.box, area), gain)
}

function prizeOf(game: Game, box: BoxPlay, area: MainArea): number {
  const right = sevensPrize(game, box, area)
  if (right > 0) owe(game, spotOf(box.box, area), right, 'after')
  const unit = box.hands[0]?.wagers.find((wager) => wager.area === area)?.unit ?? 0
  if (game.rules.sevens === 'none' || unit === 0) return 0
  return game.slips.paysPrize({ box: box.box, area, cards: box.cards, unit, wins: hasWinner(box), right })
}

/**
 * 000 l.164 and l.170: the lammers of paid and tied hands are removed last. With a Pot of Gold bet they are laid in front of it (001 l.82).
 */
function removeLammers(game: Game, box: BoxPlay, area: MainArea): void {
  const lammers = game.recorder.level(spotOf(box.box, area)).lammers
  if (lammers === 0 || !game.slips.removesLammers(box.box, area)) return
  pause(game, 700)
  take(game, spotOf(box.box, area), { lammers }, 'payouts')
  if (area === 'main') layBeforePot(game, box, lammers, 'payouts')
}

function settleMain(game: Game, box: BoxPlay): void {
  const lostBefore = box.hands.flatMap((hand) =>
    hand.outcome === 'lose' ? hand.wagers.map((wager): Verdict => ({ hand, wager, gain: -wager.real, outcome: 'lose' })) : [],
  )
  const handled = handlings(game, box, [...lostBefore, ...box.hands.flatMap((hand) => judgeHand(game, box, hand))])
  takeLosers(game, box, handled)
  for (const { wager, pays, takes } of handled) if (pays === 0 && takes === null) leaveInTheEnd(game, box, wager)
  for (const area of ['main', 'main2', 'main3'] as const) {
    const gains = handled.filter(({ wager, pays }) => wager.area === area && pays > 0).map(({ pays }) => pays)
    const prize = prizeOf(game, box, area)
    if (prize > 0) gains.push(prize)
    if (gains.length > 0) payWinners(game, box, area, gains)
    removeLammers(game, box, area)
  }
}

function settleSide(game: Game, box: BoxPlay, bet: Pick<SideAsk, 'area' | 'amount' | 'right'>): void {
  const { area, amount, right } = bet
  if (amount === 0) return
  const spot = spotOf(box.box, area)
  const { lammers } = game.recorder.level(spot)
  owe(game, spot, right, momentOf(game))
  if (game.swept.has(spot)) return
  const gain = sideGain(game, box, { ...bet, lammers })
  pause(game, 1200)
  if (gain < 0) take(game, spot, { amount: -gain, lammers }, 'payouts')
  else {
    pay(game, spot, gain, 'payouts')
    if (lammers > 0) pause(game, 600)
    take(game, spot, { lammers }, 'payouts')
  }
}

export function settleBoxes(game: Game): void {
  post(game, 'played', game.boxesInPlay)
  pause(game, 1200)
  game.recorder.point('none')
  pause(game, 800)
  for (const box of game.slips.payOrder(fromDealersRight(game))) {
    settleInsurance(game, box, 'payouts')
    post(game, 'next', [box])
    settleMain(game, box)
    for (const hand of box.hands) collectHand(game, hand)
    settleSide(game, box, { area: 'pog', amount: box.pog + sweptOf(game, box, 'pog'), right: potOfGoldGain(game, box) })
    settleSide(game, box, { area: 'p22', amount: box.p22, right: push22Gain(game, box) })
    tamper(game, 'settled', box.box)
    if (game.collectAfter === 'box-settled' && game.players.collectsEarly(box.box))
      collectBox(game, box, game.habits.has('collect') && game.shoe.cutAt >= 0)
    newcomers(game)
    fidget(game, 'settle')
  }
  for (const { spot, amount } of game.toppedUp) {
    pause(game, 2500)
    pay(game, spot, amount, 'payouts')
  }
}

/** A stake may be left for the next round: a tie stays (002 l.23, 004 l.27), and a winner may take only his gain. */
function stakeToLeave(game: Game, box: BoxPlay): number {
  const lying = amountOn(game.recorder.level(spotOf(box.box, 'main')))
  const { min, max, unit, boxMax } = game.limits
  const most = Math.min(max, boxMax ?? max)
  const isBet = lying >= min && lying <= most && lying % unit === 0
  return game.players.leavesLying({ box: box.box, lying, isBet, firstBet: box.hands[0]?.wagers[0]?.unit ?? 0 })
}

function collectBox(game: Game, box: BoxPlay, mayLeave: boolean): void {
  // 000 l.57: an absent player's winnings are taken off the field for him.
  if (box.absent && mayLeave && !game.slips.clearsAbsent(box.box)) return
  const leave = mayLeave && !box.absent ? stakeToLeave(game, box) : 0
  pause(game, 500)
  for (const area of ['main', 'main2', 'main3', 'ins', 'p22', 'pog'] as const)
    collect(game, spotOf(box.box, area), area === 'main' ? leave : 0)
}

/** Players collect when the whole table is settled (000 l.60). With `mayLeave` false nothing stays, because the shoe is over. */
export function collectBoxes(game: Game, mayLeave: boolean): void {
  game.recorder.wait(between(game.random, 600, 3000))
  for (const box of game.players.order(game.boxesInPlay)) collectBox(game, box, mayLeave)
  game.recorder.tellAll()
}
