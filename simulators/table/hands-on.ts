/** The dealer's hands: they deal cards from the shoe as fast as a person does. */
import type { Card, ScannedCard } from '../../devices/scan.ts'
import type { BoxPlay, Game, HandPlay } from './game.ts'
import { humanMs } from './random.ts'

/** Initial deal: 0.6 s at least, 1.06 s median, 1.55 s at the ninetieth percentile (recorded at a live table). */
export function dealGapMs(game: Game): number {
  return humanMs(game.random, { medianMs: 1060, spread: 0.3, leastMs: 600, mostMs: 4000 })
}

/** Between two cards in play: 9.4 s median, 68 s at most (recorded at a live table). */
function playGapMs(game: Game): number {
  const { pace } = game
  return humanMs(game.random, { medianMs: 9400 * pace, spread: 0.75, leastMs: 700 + 600 * pace, mostMs: 1000 + 67000 * pace })
}

/** A pause of the people, shortened by the table's pace. */
export function pause(game: Game, medianMs: number): void {
  const paced = medianMs * (0.25 + 0.75 * game.pace)
  game.recorder.wait(humanMs(game.random, { medianMs: paced, spread: 0.4, leastMs: Math.min(150, medianMs), mostMs: medianMs * 6 }))
}

/** Waits for as long as people take before the next card in play. */
export function waitForPlay(game: Game): void {
  game.recorder.waitUntil(game.lastCardAtMs + playGapMs(game))
}

/** The next card leaves the shoe, followed by the cut card if it is due. Throws RangeError if the shoe is empty. */
export function draw(game: Game): Card {
  const { shoe, recorder } = game
  const card = shoe.cards.shift()
  if (card === undefined) throw new RangeError('the shoe ran empty inside a round: use more decks or fewer boxes')
  say(game, card)
  if (shoe.cards.length === shoe.cutAt) {
    recorder.wait(250)
    recorder.say('shoe', { kind: 'cut-card' })
    shoe.cutAt = -1
  }
  return card as Card
}

export function say(game: Game, card: ScannedCard): void {
  game.recorder.say('shoe', { kind: 'card', card })
  game.lastCardAtMs = game.recorder.nowMs()
}

export function giveCard(game: Game, box: BoxPlay, hand: HandPlay, card: Card): void {
  hand.cards.push(card)
  hand.atMs.push(game.lastCardAtMs)
  box.cards.push(card)
}

export function drawTo(game: Game, box: BoxPlay, hand: HandPlay): void {
  giveCard(game, box, hand, draw(game))
  game.drawn++
}

/** In play the pointer goes to the hand whose turn it is. */
export function point(game: Game, box: BoxPlay, hand: HandPlay): void {
  game.recorder.point({ box: box.box, hand: box.hands.indexOf(hand) + 1 })
  game.recorder.wait(300)
}

/** His second card, if the deal gave him one. He shows it before his turn only by mistake. */
export function takeSecondCard(game: Game): void {
  waitForPlay(game)
  drawToDealer(game)
}

export function drawToDealer(game: Game, down = false): void {
  const card = draw(game)
  game.dealer.push({ card, atMs: game.lastCardAtMs, down })
}
