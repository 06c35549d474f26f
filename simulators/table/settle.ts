/** Settlement, box by box from the dealer's right, losers first (001 l.140; elsewhere practice), and the players' collecting. */
import { amountOn } from './chips.ts'
import { type BoxPlay, fromDealersRight, type Game, type HandPlay, spotOf, type Wager } from './game.ts'
import { pause } from './hands-on.ts'
import { settleInsurance } from './insurance.ts'
import { gainOf, outcomeOf, potOfGoldGain, push22Gain, sevensPrize } from './prices.ts'
import { between } from './random.ts'
import { collect, judge, owe, pay, placeLammer, take, takeWager } from './till.ts'
import type { MainArea, Moment, PlayedOutcome } from './types.ts'

interface Verdict {
  readonly wager: Wager
  readonly gain: number
}

/** The check is over before anybody plays (001 l.47, 003 l.48). */
function momentOf(game: Game): Moment {
  return game.endedByCheck ? 'before' : 'after'
}

/** Each hand by itself (000 l.168, 001 l.70), or by the table's choice a hand of lammers alone falls with the real hand before it. */
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
    judge(game, box, wager, gain, momentOf(game))
    verdicts.push({ wager, gain: outcome === 'lose' ? -1 : gain })
  }
  return verdicts
}

/** Lost stakes still lying, those of tucked busts included (001 l.126: lost, though the dealer has 22). */
function takeLosers(game: Game, box: BoxPlay, lost: readonly Wager[]): void {
  const lying = lost.filter((wager) => wager.lies !== 'taken')
  if (lying.length === 0) return
  pause(game, 1000)
  for (const wager of lying) {
    if (wager.waits) owe(game, spotOf(box.box, wager.area), -wager.real, 'after')
    takeWager(game, box, wager, 'payouts')
  }
}

/** One payment for all, or hand by hand. */
function payWinners(game: Game, box: BoxPlay, area: MainArea, gains: readonly number[]): void {
  const isTogether = game.customs.paysTogether(box.box, area)
  for (const gain of isTogether ? [gains.reduce((sum, part) => sum + part, 0)] : gains) {
    pause(game, 1800)
    pay(game, spotOf(box.box, area), gain, 'payouts')
  }
}

/** 000 l.164 and l.170: the lammers of paid and tied hands go last; with a Pot of Gold bet they are laid before it (001 l.82). */
function removeLammers(game: Game, box: BoxPlay, area: MainArea): void {
  const lammers = game.recorder.level(spotOf(box.box, area)).lammers
  if (lammers === 0) return
  pause(game, 700)
  take(game, spotOf(box.box, area), 0, lammers, 'payouts')
  for (let moved = 0; moved < lammers && area === 'main' && box.pog > 0; moved++) placeLammer(game, box.box, 'pog', 'payouts')
}

function settleMain(game: Game, box: BoxPlay): void {
  const lostBefore = box.hands.flatMap((hand) => (hand.outcome === 'lose' ? hand.wagers : []))
  const verdicts = box.hands.flatMap((hand) => judgeHand(game, box, hand))
  takeLosers(game, box, [...lostBefore, ...verdicts.filter(({ gain }) => gain < 0).map(({ wager }) => wager)])
  for (const area of ['main', 'main2', 'main3'] as const) {
    const gains = verdicts.filter(({ wager, gain }) => wager.area === area && gain > 0).map(({ gain }) => gain)
    const prize = sevensPrize(game, box, area)
    if (prize > 0) {
      owe(game, spotOf(box.box, area), prize, 'after')
      gains.push(prize)
    }
    if (gains.length > 0) payWinners(game, box, area, gains)
    removeLammers(game, box, area)
  }
}

function settleSide(game: Game, box: BoxPlay, area: 'pog' | 'p22', amount: number, gain: number): void {
  if (amount === 0) return
  const spot = spotOf(box.box, area)
  const { lammers } = game.recorder.level(spot)
  owe(game, spot, gain, momentOf(game))
  pause(game, 1200)
  if (gain < 0) take(game, spot, amount, lammers, 'payouts')
  else {
    pay(game, spot, gain, 'payouts')
    if (lammers > 0) pause(game, 600)
    take(game, spot, 0, lammers, 'payouts')
  }
}

export function settleBoxes(game: Game): void {
  pause(game, 1200)
  game.recorder.point('none')
  pause(game, 800)
  for (const box of fromDealersRight(game)) {
    settleInsurance(game, box, 'payouts')
    settleMain(game, box)
    settleSide(game, box, 'pog', box.pog, potOfGoldGain(game, box))
    settleSide(game, box, 'p22', box.p22, push22Gain(game, box))
    if (game.collectAfter === 'box-settled' && game.players.collectsEarly(box.box)) collectBox(game, box, false)
  }
}

/** A stake may be left for the next round: a tie stays (002 l.23, 004 l.27), a winner takes his gain only. */
function stakeToLeave(game: Game, box: BoxPlay): number {
  const lying = amountOn(game.recorder.level(spotOf(box.box, 'main')))
  const { min, max, unit, boxMax } = game.limits
  const most = Math.min(max, boxMax ?? max)
  const isBet = lying >= min && lying <= most && lying % unit === 0
  return game.players.leavesLying({ box: box.box, lying, isBet, firstBet: box.hands[0]?.wagers[0]?.unit ?? 0 })
}

function collectBox(game: Game, box: BoxPlay, mayLeave: boolean): void {
  // 000 l.57: what an absent player won is taken off the field for him.
  const leave = mayLeave && !box.absent ? stakeToLeave(game, box) : 0
  pause(game, 500)
  for (const area of ['main', 'main2', 'main3', 'ins', 'p22', 'pog'] as const)
    collect(game, spotOf(box.box, area), area === 'main' ? leave : 0)
}

/** Players collect when the whole table is settled (000 l.60). `mayLeave` false: everything goes, the shoe is over. */
export function collectBoxes(game: Game, mayLeave: boolean): void {
  game.recorder.wait(between(game.random, 600, 3000))
  for (const box of game.players.order(game.boxesInPlay)) collectBox(game, box, mayLeave)
  game.recorder.tellAll()
}
