/** From the last card of the initial deal to the first decision: lost side bets, insurance, even money, the check, naturals paid. */
import { tellPeek } from './beside.ts'
import { isTwoCard21, upRank } from './cards.ts'
import {
  type BoxPlay,
  dealerCards,
  fromDealersRight,
  type Game,
  type HandPlay,
  isOpen,
  spotOf,
  stakeAsk,
  upCard,
  uses,
  type Wager,
} from './game.ts'
import { pause } from './hands-on.ts'
import { offerInsurance, sweepInsurance } from './insurance.ts'
import { earnsLammer, isNatural } from './moves.ts'
import { gainOf } from './prices.ts'
import type { StakeAsk } from './slips.ts'
import { judge, owe, pay, take, takeWager } from './till.ts'

/** A lost Pot of Gold bet is taken before the dealer's hand. */
export function takePotOfGold(game: Game, box: BoxPlay, moment: 'before' | 'inPlay'): void {
  if (!game.slips.picksUpPot(box.box, true)) return
  pause(game, 800)
  const spot = spotOf(box.box, 'pog')
  owe(game, spot, -box.pog, moment)
  take(game, spot, { amount: box.pog, lammers: game.recorder.level(spot).lammers }, 'busts')
  box.pog = 0
}

/** 001 l.46: first, from the dealer's right, the bets of hands that cannot get a free bet. */
function pickUpPotOfGold(game: Game): void {
  for (const box of fromDealersRight(game)) {
    const [hand] = box.hands
    if (box.pog === 0 || hand === undefined) continue
    if (!earnsLammer(game, box, hand)) takePotOfGold(game, box, 'before')
    else if (game.slips.picksUpPot(box.box, false)) sweepSide(game, box, 'pog')
  }
}

/** Takes a side bet that is still open under the rules. */
export function sweepSide(game: Game, box: BoxPlay, area: 'p22' | 'pog'): void {
  pause(game, 800)
  take(game, spotOf(box.box, area), { amount: box[area] }, 'busts')
  game.swept.set(spotOf(box.box, area), box[area])
  // The lammers of a Pot of Gold bet that was taken go to the tray.
  if (area === 'pog') box.pog = 0
}

type Paid = StakeAsk & { readonly outcome: 'win' | 'blackjack' }

export function payWager(game: Game, paid: Paid, wager: Wager, when: 'before' | 'play' = 'before'): void {
  const right = gainOf(game, wager, paid.outcome)
  const ask = { ...paid, right, when } as const
  const [gain = right] = game.slips.settles([ask], dealerCards(game))
  judge(game, wager, right, when === 'play' ? 'inPlay' : when)
  pause(game, 1500)
  if (gain > 0) pay(game, wager.spot, gain, 'payouts')
  else if (gain < 0) takeWager(game, wager, 'payouts', -gain)
}

/** Pays something that the rules do not grant, or not yet. `isDone`: the dealer then considers the stake settled. */
function payOutOfTurn(game: Game, wager: Wager, gain: number, isDone: boolean): void {
  pause(game, 1500)
  pay(game, wager.spot, gain, 'payouts')
  wager.early = gain
  wager.isDone = isDone
}

function naturals(game: Game): { box: BoxPlay; hand: HandPlay }[] {
  return fromDealersRight(game).flatMap((box) => box.hands.filter(isNatural).map((hand) => ({ box, hand })))
}

/** 000 l.107: against an ace or a ten, each player for himself (l.111). 002 l.21: against an ace. Paid 1:1 immediately. */
function payEvenMoney(game: Game): void {
  const up = upRank(upCard(game))
  if (up === null || !game.rules.evenMoneyAgainst.includes(up) || !uses(game, 'even-money')) return
  for (const { box, hand } of naturals(game)) {
    if (box.absent) continue
    for (const wager of hand.wagers) {
      const isInsured = wager.area === 'main' && box.insured > 0
      if (!game.players.takesEvenMoney(box.box, wager.area, isInsured)) continue
      payWager(game, { ...stakeAsk(box, hand, wager), outcome: 'win' }, wager)
      if (wager.area !== 'main') continue
      hand.actions.push('even-money')
      hand.outcome = 'win'
    }
  }
}

/** The dealer can no longer have a natural, and the house pays at this point: 000 l.118, 001 l.49, 002 l.21; 003, 004 by practice. */
function mayPayNaturals(game: Game): boolean {
  const up = upRank(upCard(game))
  return up === null || (game.rules.blackjackPaidWhen === 'after-check' && game.rules.peek.includes(up))
}

function payNaturals(game: Game): void {
  for (const { box, hand } of naturals(game)) {
    if (!isOpen(hand)) continue
    for (const wager of hand.wagers) {
      const ask = stakeAsk(box, hand, wager)
      if (!wager.settled && game.slips.paysNaturalNow(ask, true)) payWager(game, { ...ask, outcome: 'blackjack' }, wager)
    }
    if (hand.outcome === null && !isOpen(hand)) hand.outcome = 'blackjack'
    if (box.p22 > 0 && hand.outcome === 'blackjack' && game.slips.takesPush22Early(box.box, 'natural')) sweepSide(game, box, 'p22')
  }
}

/** Naturals that wait for the dealer: nobody pays them except by mistake. */
function leaveNaturals(game: Game): void {
  for (const { box, hand } of naturals(game))
    for (const wager of hand.wagers) {
      if (wager.settled) continue
      const ask = stakeAsk(box, hand, wager)
      if (game.slips.paysEven(ask)) payOutOfTurn(game, wager, wager.unit, true)
      else if (game.slips.paysNaturalNow(ask, false)) payOutOfTurn(game, wager, gainOf(game, wager, 'blackjack'), false)
    }
}

/** The round ends if the check finds a dealer's natural (001 l.47, 003 l.48). */
export function openPlay(game: Game): void {
  pickUpPotOfGold(game)
  offerInsurance(game)
  payEvenMoney(game)
  const up = upRank(upCard(game))
  if (up !== null && game.rules.peek.includes(up)) {
    pause(game, 2000)
    game.endedByCheck = game.slips.peeks(isTwoCard21(dealerCards(game)))
    tellPeek(game, game.endedByCheck ? 'blackjack' : 'done')
    if (game.endedByCheck) return
    sweepInsurance(game, 'busts')
  }
  if (mayPayNaturals(game)) payNaturals(game)
  else leaveNaturals(game)
}
