/** The dealer's own hand: 000 l.93-97, 002 l.23, 003 l.50, 004 l.25; 001 by the table's soft-17 rule. */
import { dealerMustDraw, isTwoCard21 } from './cards.ts'
import { dealerCards, type Game, isOpen } from './game.ts'
import { drawToDealer, pause, waitForPlay } from './hands-on.ts'
import { sweepInsurance } from './insurance.ts'
import { isNatural } from './moves.ts'

function draws(game: Game): boolean {
  const cards = dealerCards(game)
  return game.customs.draws(cards, dealerMustDraw(game.rules, cards))
}

/** How far he has to play: to the end, to the card that shows a natural, or not at all. */
function dealerTask(game: Game): 'play' | 'one-card' | 'none' {
  const hands = game.boxesInPlay.flatMap((box) => box.hands)
  if (game.rules.dealerDrawsWhenAllDone === 'always') return 'play'
  if (hands.some((hand) => isOpen(hand) && !isNatural(hand))) return 'play'
  if (game.rules.dealerDrawsWhenAllDone === 'never') return 'none'
  // 001 l.17, and in 000 by practice: Push 22 waits for his whole hand.
  if (game.boxesInPlay.some((box) => box.p22 > 0)) return 'play'
  // 000 l.118: an unpaid natural makes him finish his hand; elsewhere the card that shows whether he has one is enough.
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
  // Where insurance is all that is open, who sweeps it has ended the round.
  if (task === 'play' && !isTwoCard21(dealerCards(game)) && game.customs.sweepsInsuranceFirst()) sweepInsurance(game, 'payouts')
  // Where one card decides, playing on to 17 is as right as stopping.
  const stopsAtTwo = task === 'one-card' && game.customs.stopsWhenDecided()
  while (!stopsAtTwo && draws(game)) {
    waitForPlay(game)
    drawToDealer(game)
  }
}
