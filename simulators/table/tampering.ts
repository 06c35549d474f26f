/** Chips that players move although they must not. */
import { join } from './bets.ts'
import { type Game, spotOf } from './game.ts'
import { pause } from './hands-on.ts'
import type { TamperingMoment } from './slips.ts'
import { stake } from './till.ts'

/** At these moments the chips must move later than the sensor lag. Otherwise they may have been in time. */
const DEADLINES: ReadonlySet<TamperingMoment> = new Set(['dealt', 'late', 'drawn'])

/** Chips that go from one spot to another are one motion of a hand. */
const MOTION_MS = 400

/** The bet stays what it was, but chips laid for insurance count as insurance. */
export function tamper(game: Game, when: TamperingMoment, next: number | null = null): void {
  for (const [index, { spot, amount, insures, joins }] of game.slips.tampers(when, next).entries()) {
    if (DEADLINES.has(when) && index === 0) game.recorder.wait(game.spotLagMs)
    if (index === 0) pause(game, 900)
    else game.recorder.wait(Math.min(MOTION_MS, game.spotLagMs))
    const box = insures ? game.boxesInPlay.find((play) => spotOf(play.box, 'ins') === spot) : undefined
    if (box) {
      stake(game, spot, amount, 'stakes')
      box.insured += amount
    } else if (joins) join(game, Number(spot.split('.')[0]), amount)
    else game.recorder.move(spot, amount, 0, 'stakes')
  }
  const swapped = game.slips.swaps(when)
  if (swapped === null) return
  pause(game, 900)
  game.recorder.swap(swapped, 'stakes')
}
