/** What players do apart from playing their hands, if the table asks for it. */
import { amountOn } from './chips.ts'
import { type Game, spotOf } from './game.ts'
import { pause, point } from './hands-on.ts'
import { maySurrenderEarly } from './moves.ts'
import { surrender } from './surrender.ts'

/** Chips laid on a box without a bet are its bet in the next round. The box gets no card in this one. */
export function newcomers(game: Game): void {
  if (!game.habits.has('newcomers')) return
  const { max, boxMax } = game.limits
  for (let box = 1; box <= game.boxes; box++) {
    const spot = spotOf(box, 'main')
    const isFree = !game.absent.has(box) && game.boxesInPlay.every((play) => play.box !== box) && amountOn(game.recorder.level(spot)) === 0
    const bet = isFree ? game.players.laysNext(box, Math.min(max, boxMax ?? max)) : 0
    if (bet === 0) continue
    pause(game, 600)
    game.recorder.move(spot, bet, 0, 'bets')
  }
}

/** 002 l.42, 003 l.48: a player surrenders as soon as he has seen his cards, no matter whose turn it is. `isBetween`: between two boxes. */
export function surrendersEarly(game: Game, isBetween = false): void {
  if (!game.habits.has('surrenders-early')) return
  for (const box of game.boxesInPlay) {
    const [hand] = box.hands
    if (!hand || !maySurrenderEarly(game, box, hand) || !game.players.surrendersEarly(box.box)) continue
    // The dealer may point at the hand, or only take its chips.
    if (isBetween && game.random() < 0.5) {
      pause(game, 1200)
      point(game, box, hand)
    }
    surrender(game, box, hand)
  }
}
