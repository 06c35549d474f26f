/** Insurance: 000 l.243-259, 001 l.48, 002 l.38, 003 l.46, 004 l.59. */
import { isTwoCard21, upRank } from './cards.ts'
import { type BoxPlay, dealerCards, fromDealersRight, type Game, spotOf, upCard, uses } from './game.ts'
import { pause } from './hands-on.ts'
import { isNatural } from './moves.ts'
import { payout } from './prices.ts'
import { owe, pay, stake, take } from './till.ts'

function holderStake(box: BoxPlay): number {
  return box.hands.reduce((sum, { wagers }) => sum + (wagers.find(({ area, settled }) => area === 'main' && !settled)?.real ?? 0), 0)
}

function hasNatural(box: BoxPlay): boolean {
  return box.hands.some(isNatural)
}

/** The most this box may still put on its line: half of its own bet, or of all bets together (002 l.38). */
function roomFor(game: Game, box: BoxPlay): number {
  const { insurance } = game.rules
  if (insurance === 'none' || (hasNatural(box) && !insurance.blackjackInsurable)) return 0
  const share = insurance.ratio[0] / insurance.ratio[1]
  if (insurance.base === 'box') return holderStake(box) * share - box.insured
  const insurable = game.boxesInPlay.filter((other) => insurance.blackjackInsurable || !hasNatural(other))
  const all = insurable.reduce((sum, other) => sum + holderStake(other) * share - other.insured, 0)
  const own = Math.min(all, holderStake(box) * share - box.insured)
  return insurance.othersMayCover && game.random() < 0.15 ? all : own
}

/** 000 l.254: half the table minimum and its multiples; 003 l.46, 004 l.59: exactly half, once; elsewhere any chips. */
function amountFor(game: Game, box: BoxPlay): number {
  const { insurance } = game.rules
  const room = roomFor(game, box)
  const smallest = Math.min(...game.chips)
  if (insurance === 'none' || room <= 0) return 0
  if (insurance.exact) return room % smallest === 0 && box.insured === 0 ? room : 0
  const step = insurance.step === 'half-table-min' ? game.limits.min / 2 : smallest
  if (step % smallest !== 0) return 0
  return Math.floor((game.random() < 0.8 ? room : room / 2) / step) * step
}

function insure(game: Game, box: BoxPlay): void {
  const amount = amountFor(game, box)
  if (amount <= 0) return
  pause(game, 1200)
  stake(game, box.box, 'ins', amount, 'stakes')
  box.insured += amount
}

function isOffered(game: Game): boolean {
  return game.rules.insurance !== 'none' && uses(game, 'insurance', 'ins') && upRank(upCard(game)) === 'A'
}

/** All boxes may insure before play goes on. */
export function offerInsurance(game: Game): void {
  if (!isOffered(game)) return
  pause(game, 3000)
  for (const box of game.boxesInPlay) if (!box.absent && game.random() < 0.4) insure(game, box)
}

/** Where the dealer checks, the check settles insurance: nothing can be added after it. */
function isStillOpen(game: Game): boolean {
  return isOffered(game) && !game.rules.peek.includes('A')
}

/** 004 l.59: also after a double or a split, as long as the dealer has not drawn. */
export function offerLateInsurance(game: Game): void {
  const { insurance } = game.rules
  if (insurance === 'none' || insurance.deadline !== 'before-dealer-draws' || !isStillOpen(game)) return
  for (const box of game.boxesInPlay) if (!box.absent && box.insured === 0 && game.random() < 0.08) insure(game, box)
}

/** 000 l.252: an insurance may follow a bet that has grown. */
export function raiseInsurance(game: Game, box: BoxPlay, on: 'double' | 'split'): void {
  const { insurance } = game.rules
  if (insurance === 'none' || insurance.raiseOn?.includes(on) !== true || !isStillOpen(game)) return
  if (box.insured === 0 || game.random() > 0.4) return
  insure(game, box)
}

/** Two to one on a dealer's natural, else the house takes it: 000 l.247, 002 l.38, 003 l.46, 004 l.59. Once a box. */
export function settleInsurance(game: Game, box: BoxPlay, kind: 'busts' | 'payouts'): void {
  const { insurance } = game.rules
  if (insurance === 'none' || box.insured === 0 || game.insuranceSettled.has(box.box)) return
  const spot = spotOf(box.box, 'ins')
  const isWon = isTwoCard21(dealerCards(game))
  const gain = isWon ? payout(game, box.insured, insurance.pays) : -box.insured
  owe(game, spot, gain)
  pause(game, 900)
  if (isWon) pay(game, spot, gain, kind)
  else take(game, spot, box.insured, 0, kind)
  game.insuranceSettled.add(box.box)
}

/** After the check, or after the dealer's second card, the lost lines are swept. */
export function sweepInsurance(game: Game, kind: 'busts' | 'payouts'): void {
  for (const box of fromDealersRight(game)) if (box.insured > 0) settleInsurance(game, box, kind)
}
