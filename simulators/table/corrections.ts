/** A dealer who pays or takes wrongly, and corrects it before turning to the next bet. */
import type { SpotId } from '../../devices/scan.ts'
import { amountOn } from './chips.ts'
import type { BoxPlay, Game, Wager } from './game.ts'
import { pause } from './hands-on.ts'
import { oneOf } from './random.ts'
import { pay, take } from './till.ts'

/** Share of the bets that he settles, 0-1. */
const SHARE = 0.03

const errs = ({ habits, random }: Game): boolean => habits.has('corrects') && random() < SHARE

/** What he pays at first: half of it, one chip too few, one chip too many, or double. */
function wrongPay({ random, chips }: Game, due: number): number {
  const smallest = Math.min(...chips)
  const half = due - Math.floor(due / 2 / smallest) * smallest
  return oneOf(
    random,
    [half, due - smallest, due + smallest, 2 * due].filter((amount) => amount > 0),
  )
}

/** Pays what is due, but sometimes only at the second attempt. */
export function payInTheEnd(game: Game, spot: SpotId, due: number): void {
  const first = due > 0 && errs(game) ? wrongPay(game, due) : due
  pay(game, spot, first, 'payouts')
  if (first === due) return
  game.putRight.add(Number.parseInt(spot, 10))
  pause(game, 2000)
  if (first < due) pay(game, spot, due - first, 'payouts')
  else take(game, spot, { amount: first - due }, 'payouts')
}

/**
 * A stake that ties stays, but sometimes only in the end. He takes it first, if no rack shows who puts it back, or pays it as if it had
 * won.
 */
export function leaveInTheEnd(game: Game, { box }: BoxPlay, { spot, real, lies }: Wager): void {
  if (lies !== 'spot' || real === 0 || amountOn(game.recorder.level(spot)) < real || !errs(game)) return
  game.putRight.add(box)
  pause(game, 1500)
  if (!game.spots.includes('rack') && game.random() < 0.5) {
    take(game, spot, { amount: real }, 'payouts')
    pause(game, 2000)
    pay(game, spot, real, 'payouts')
  } else {
    pay(game, spot, real, 'payouts')
    pause(game, 2000)
    take(game, spot, { amount: real }, 'payouts')
  }
}
