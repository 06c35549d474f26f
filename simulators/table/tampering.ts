/** Chips that players move although they may not. */
import { joinLate } from './bets.ts'
import { type Game, spotOf } from './game.ts'
import { pause } from './hands-on.ts'
import type { Slips } from './slips.ts'
import { stake } from './till.ts'

/** The bet stays what it was; what is laid for insurance counts as such. */
export function tamper(game: Game, when: Parameters<Slips['tampers']>[0]): void {
  for (const { spot, amount, insures, joins } of game.slips.tampers(when)) {
    // Too late by more than the sensors are: else it may have been in time.
    if (when !== 'between') game.recorder.wait(game.spotLagMs)
    pause(game, 900)
    const box = insures ? game.boxesInPlay.find((play) => spotOf(play.box, 'ins') === spot) : undefined
    if (box) {
      stake(game, box.box, 'ins', amount, 'stakes')
      box.insured += amount
    } else if (joins) joinLate(game, Number(spot.split('.')[0]), amount)
    else game.recorder.move(spot, amount, 0, 'stakes')
  }
  const swapped = game.slips.swaps(when)
  if (swapped === null) return
  pause(game, 900)
  game.recorder.swap(swapped)
}
