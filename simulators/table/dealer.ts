/** The dealer's own hand: 000 l.93-97, 002 l.23, 003 l.50, 004 l.25. House 001 follows the table's soft-17 rule. */
import { dealerMustDraw, isTwoCard21 } from './cards.ts'
import { dealerCards, type Game, isOpen } from './game.ts'
import { drawToDealer, pause, waitForPlay } from './hands-on.ts'
import { sweepInsurance } from './insurance.ts'
import { isNatural } from './moves.ts'
import { tamper } from './tampering.ts'

function draws(game: Game): boolean {
  const cards = dealerCards(game)
  return game.customs.draws(cards, dealerMustDraw(game.rules, cards))
}

/** How far he must play: to the end, to the card that shows a natural, or not at all. */
function dealerTask(game: Game): 'play' | 'one-card' | 'none' {
  const hands = game.boxesInPlay.flatMap((box) => box.hands)
  if (game.rules.dealerDrawsWhenAllDone === 'always') return 'play'
  if (hands.some((hand) => isOpen(hand) && !isNatural(hand))) return 'play'
  if (game.rules.dealerDrawsWhenAllDone === 'never') return 'none'
  // 001 l.17, and 000 by practice: Push 22 waits for his whole hand.
  if (game.boxesInPlay.some((box) => box.p22 > 0)) return 'play'
  // 000 l.118: he must finish his hand if a natural is unpaid. In the other houses the card that shows whether he has one is enough.
  if (hands.some((hand) => isOpen(hand))) return game.rules.dealerDrawForBlackjack === 'finish' ? 'play' : 'one-card'
  return game.boxesInPlay.some((box) => box.insured > 0 && !game.insuranceSettled.has(box.box)) ? 'one-card' : 'none'
}

export function playDealer(game: Game): void {
  const task = game.slips.dealerTask(dealerTask(game))
  if (task === 'none') return
  pause(game, 1500)
  game.recorder.point('dealer')
  game.recorder.wait(300)
  if (game.dealer.length === 1) {
    waitForPlay(game)
    drawToDealer(game)
  }
  // If only insurance is open, sweeping it ends the round.
  if (task === 'play' && !isTwoCard21(dealerCards(game)) && game.customs.sweepsInsuranceFirst()) sweepInsurance(game, 'payouts')
  // If one card decides, he may just as well play on to 17 as stop.
  const stopsAtTwo = task === 'one-card' && game.customs.stopsWhenDecided()
  while (!stopsAtTwo && draws(game)) {
    waitForPlay(game)
    drawToDealer(game)
  }
  tamper(game, 'drawn')
}
