/** A hand is surrendered, in its turn or while others play. */
import { collectHand } from './beside.ts'
import { type BoxPlay, dealerCards, type Game, type HandPlay, stakeAsk } from './game.ts'
import { pause } from './hands-on.ts'
import { surrendered } from './prices.ts'
import { judge, take } from './till.ts'

/** 002 l.42, 003 l.48: half is lost immediately, and the player keeps the other half. */
export function surrender(game: Game, box: BoxPlay, hand: HandPlay): void {
  // A player who seemed to stand has not stood after all.
  if (hand.actions.at(-1) === 'stand') hand.actions.pop()
  hand.actions.push('surrender')
  hand.outcome = 'surrender'
  pause(game, 1500)
  for (const wager of hand.wagers) {
    const right = -surrendered(game, wager.unit)
    const ask = { ...stakeAsk(box, hand, wager), outcome: 'surrender', right, when: 'play' } as const
    const [gain = right] = game.slips.settles([ask], dealerCards(game))
    judge(game, wager, right, 'inPlay')
    take(game, wager.spot, { amount: -gain }, 'stakes')
  }
  collectHand(game, hand)
}
