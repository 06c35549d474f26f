/** From the last card of the initial deal to the first decision: side bets taken, insurance, even money, the check, naturals paid. */
import { isTwoCard21, upRank } from './cards.ts'
import { type BoxPlay, dealerCards, fromDealersRight, type Game, type HandPlay, isOpen, spotOf, upCard, uses, type Wager } from './game.ts'
import { pause } from './hands-on.ts'
import { offerInsurance, sweepInsurance } from './insurance.ts'
import { earnsLammer, isNatural } from './moves.ts'
import { gainOf } from './prices.ts'
import { judge, owe, pay, take } from './till.ts'

/** A Pot of Gold bet is lost and taken before the dealer's hand. */
export function takePotOfGold(game: Game, box: BoxPlay, moment: 'before' | 'inPlay'): void {
  pause(game, 800)
  const spot = spotOf(box.box, 'pog')
  owe(game, spot, -box.pog, moment)
  take(game, spot, box.pog, game.recorder.level(spot).lammers, 'busts')
  box.pog = 0
}

/** 001 l.46: first of all, from the dealer's right, the bets of hands that no free bet is open to. */
function pickUpPotOfGold(game: Game): void {
  for (const box of fromDealersRight(game)) {
    const [hand] = box.hands
    if (box.pog > 0 && hand !== undefined && !earnsLammer(game, box, hand)) takePotOfGold(game, box, 'before')
  }
}

function payWager(game: Game, box: BoxPlay, wager: Wager, outcome: 'win' | 'blackjack'): void {
  const gain = gainOf(game, wager, outcome)
  judge(game, box, wager, gain, 'before')
  pause(game, 1500)
  pay(game, spotOf(box.box, wager.area), gain, 'payouts')
}

function naturals(game: Game): { box: BoxPlay; hand: HandPlay }[] {
  return fromDealersRight(game).flatMap((box) => box.hands.filter(isNatural).map((hand) => ({ box, hand })))
}

/** 000 l.107 against ace or ten, each player for himself (l.111); 002 l.21 against an ace: paid 1:1 at once. */
function payEvenMoney(game: Game): void {
  const up = upRank(upCard(game))
  if (up === null || !game.rules.evenMoneyAgainst.includes(up) || !uses(game, 'even-money')) return
  for (const { box, hand } of naturals(game)) {
    if (box.absent) continue
    for (const wager of hand.wagers) {
      const isInsured = wager.area === 'main' && box.insured > 0
      if (!game.players.takesEvenMoney(box.box, wager.area, isInsured)) continue
      payWager(game, box, wager, 'win')
      if (wager.area !== 'main') continue
      hand.actions.push('even-money')
      hand.outcome = 'win'
    }
  }
}

/** No dealer's natural can come any more, and the house pays at this point: 000 l.118, 001 l.49, 002 l.21; 003, 004 by practice. */
function mayPayNaturals(game: Game): boolean {
  const up = upRank(upCard(game))
  return up === null || (game.rules.blackjackPaidWhen === 'after-check' && game.rules.peek.includes(up))
}

function payNaturals(game: Game): void {
  for (const { box, hand } of naturals(game)) {
    if (!isOpen(hand)) continue
    for (const wager of hand.wagers) if (!wager.settled) payWager(game, box, wager, 'blackjack')
    if (hand.outcome === null) hand.outcome = 'blackjack'
  }
}

/** The check that finds a dealer's natural ends the round (001 l.47, 003 l.48). */
export function openPlay(game: Game): void {
  pickUpPotOfGold(game)
  offerInsurance(game)
  payEvenMoney(game)
  const up = upRank(upCard(game))
  if (up !== null && game.rules.peek.includes(up)) {
    pause(game, 2000)
    game.endedByCheck = isTwoCard21(dealerCards(game))
    if (game.endedByCheck) return
    sweepInsurance(game, 'busts')
  }
  if (mayPayNaturals(game)) payNaturals(game)
}
