/** What is paid at a box as soon as it has played. */
import { type BoxPlay, type Game, spotOf, stakeAsk } from './game.ts'
import { pause } from './hands-on.ts'
import { isWon } from './moves.ts'
import { payWager } from './opening.ts'
import { pay } from './till.ts'

/** Hands that have won whatever the dealer gets are paid once no other hand of their box waits for him. */
export function payWon(game: Game, box: BoxPlay): void {
  const open = box.hands.filter((hand) => hand.outcome === null)
  if (!open.every((hand) => isWon(game.rules, hand))) return
  for (const hand of open) {
    for (const wager of hand.wagers) payWager(game, { ...stakeAsk(box, hand, wager), outcome: 'win' }, wager, 'play')
    hand.outcome = 'win'
  }
}

/** Only by mistake. */
export function payPrizeEarly(game: Game, box: BoxPlay): void {
  const unit = box.hands[0]?.wagers[0]?.unit ?? 0
  if (game.rules.sevens === 'none' || box.hands.every(({ outcome }) => outcome !== null)) return
  const prize = game.slips.paysPrizeEarly({ box: box.box, area: 'main', cards: box.cards, unit, wins: false, right: 0 })
  if (prize === 0) return
  pause(game, 1500)
  pay(game, spotOf(box.box, 'main'), prize, 'payouts')
}
