/** Insurance: 000 l.243-259, 001 l.48, 002 l.38, 003 l.46, 004 l.59. */
import type { HouseRules, PayRatio } from '../../src/rules/house/rules.ts'
import { isTwoCard21, upRank } from './cards.ts'
import type { InsuranceAsk, InsuranceMoment } from './choices.ts'
import { type BoxPlay, dealerCards, fromDealersRight, type Game, spotOf, upCard, uses } from './game.ts'
import { pause } from './hands-on.ts'
import { isNatural } from './moves.ts'
import { payout } from './prices.ts'
import { owe, pay, sideGain, stake, take } from './till.ts'
import type { MainArea } from './types.ts'

/**
 * The chips that insurance is measured by: those of the holder or of every bettor (000 l.243), as they were bet or after doubles and splits
 * (000 l.252, 004 l.59).
 */
function insurableStakes(game: Game, box: BoxPlay): number[] {
  const { insuranceFor, insuranceStake } = game.rules
  const hands = insuranceStake === 'first-bet' ? box.hands.slice(0, 1) : box.hands
  const open = hands.flatMap(({ wagers }) => wagers).filter(({ settled }) => !settled)
  const areas: readonly MainArea[] = insuranceFor === 'holder' ? ['main'] : ['main', 'main2', 'main3']
  return areas.map((bettor) => {
    const own = open.filter(({ area }) => area === bettor)
    return own.reduce((sum, { unit, real }) => sum + (insuranceStake === 'first-bet' ? unit : real), 0)
  })
}

function insurableStake(game: Game, box: BoxPlay): number {
  return insurableStakes(game, box).reduce((sum, stake) => sum + stake, 0)
}

function hasNatural(box: BoxPlay): boolean {
  return box.hands.some(isNatural)
}

/** Half of all bets may lie on one line: all of the player's own (002 l.38), or also those of players who do not insure. */
function isTableWide({ insurance }: HouseRules): boolean {
  return insurance !== 'none' && (insurance.base === 'all-boxes' || insurance.othersMayCover)
}

/** 002 l.38: a natural cannot be insured. */
function isBarred({ insurance }: HouseRules, box: BoxPlay): boolean {
  return insurance === 'none' || (hasNatural(box) && !insurance.blackjackInsurable)
}

/** How much more of that half one line may hold. */
function roomForAll(game: Game, share: number): number {
  const counted = game.boxesInPlay.filter((box) => game.rules.insuranceCountsBlackjacks || !hasNatural(box))
  const most = counted.reduce((sum, box) => sum + insurableStake(game, box) * share, 0)
  return most - game.boxesInPlay.reduce((sum, { insured }) => sum + insured, 0)
}

/** 000 l.254: multiples of half the table minimum. In the other houses any chips. 0 means that the chips cannot make the amount. */
function stepOf(game: Game): number {
  const { insurance } = game.rules
  const smallest = Math.min(...game.chips)
  const step = insurance !== 'none' && insurance.step === 'half-table-min' ? game.limits.min / 2 : smallest
  return step % smallest === 0 ? step : 0
}

function askFor(game: Game, box: BoxPlay, when: InsuranceMoment): InsuranceAsk {
  const { insurance } = game.rules
  const step = stepOf(game)
  const asked = { box: box.box, when, insured: box.insured, step, own: 0, all: 0 }
  if (insurance === 'none' || step === 0) return asked
  const share = insurance.ratio[0] / insurance.ratio[1]
  const all = isTableWide(game.rules) ? roomForAll(game, share) : 0
  if (isBarred(game.rules, box)) return { ...asked, all }
  const half = insurableStake(game, box) * share - box.insured
  const own = isTableWide(game.rules) ? Math.min(all, half) : half
  // Exactly a share, or nothing: the rest of what the table allows is not a share.
  return { ...asked, all, own: insurance.exact && own < half ? 0 : own }
}

/** Every sum of the shares of some of the stakes. What the chips cannot make is rounded, down or up. */
function sumsOf(stakes: readonly number[], [part, of]: PayRatio, smallest: number): ReadonlySet<number> {
  const sums = new Set([0])
  for (const stake of stakes) {
    const chips = (stake * part) / of / smallest
    for (const sum of [...sums]) for (const count of [Math.floor(chips), Math.ceil(chips)]) sums.add(sum + count * smallest)
  }
  return sums
}

/**
 * 003 l.46, 004 l.59: exactly half of the stakes of those who insure. In the other houses up to half of the box's stakes, or of the table's
 * (002 l.38). 000 l.254: at least half the table minimum.
 */
function isLegal(game: Game, box: BoxPlay, { own, all, step }: InsuranceAsk, amount: number): boolean {
  const { insurance } = game.rules
  if (insurance === 'none' || step === 0 || amount % step !== 0) return false
  if (insurance.min === 'half-table-min' && box.insured + amount < game.limits.min / 2) return false
  if (!insurance.exact) return amount <= (isTableWide(game.rules) ? all : own)
  return (
    !isBarred(game.rules, box) && sumsOf(insurableStakes(game, box), insurance.ratio, Math.min(...game.chips)).has(box.insured + amount)
  )
}

function insure(game: Game, box: BoxPlay, when: InsuranceMoment): void {
  if (box.absent) return
  const ask = askFor(game, box, when)
  const amount = game.players.insures(ask)
  if (amount === 0) return
  if (!isLegal(game, box, ask, amount)) throw new RangeError(`${amount} is no legal insurance on box ${box.box}: ${JSON.stringify(ask)}`)
  pause(game, 1200)
  stake(game, spotOf(box.box, 'ins'), amount, 'stakes')
  box.insured += amount
}

function isOffered(game: Game): boolean {
  return game.rules.insurance !== 'none' && uses(game, 'insurance', 'ins') && upRank(upCard(game)) === 'A'
}

/** If the dealer checks, the check settles insurance. If he does not, the last moment depends on the house. */
function isStillOpen(game: Game): boolean {
  const { insurance, peek } = game.rules
  if (insurance === 'none' || !isOffered(game) || peek.includes('A')) return false
  // 000 l.250, 002 l.38: until the third round of dealing starts. That is the first box's third card or, if that box stands, the next card
  // dealt.
  if (insurance.deadline === 'third-round' || insurance.deadline === 'first-third-card') return game.drawn === 0
  // 004 l.59: also after a double or a split, as long as the dealer has not drawn.
  return insurance.deadline === 'before-dealer-draws'
}

/** All boxes may insure before play goes on. */
export function offerInsurance(game: Game): void {
  if (!isOffered(game)) return
  pause(game, 3000)
  for (const box of game.boxesInPlay) insure(game, box, 'offer')
}

export function offerLateInsurance(game: Game, when: 'between' | 'late'): void {
  if (isStillOpen(game)) for (const box of game.boxesInPlay) insure(game, box, when)
}

/** 000 l.252: a doubled or split bet that is insured may be insured further, even on a lammer. */
export function raiseInsurance(game: Game, box: BoxPlay, on: 'double' | 'split', isFree: boolean): void {
  const { insurance, peek } = game.rules
  if (insurance === 'none' || !isOffered(game) || peek.includes('A')) return
  const mayRaise = (insurance.raiseOn?.includes(on) === true && box.insured > 0) || isStillOpen(game)
  if (mayRaise) insure(game, box, isFree ? `free-${on}` : on)
}

/**
 * Pays two to one if the dealer has a natural; otherwise the house takes it: 000 l.247, 002 l.38, 003 l.46, 004 l.59. Once for each box.
 */
export function settleInsurance(game: Game, box: BoxPlay, kind: 'busts' | 'payouts'): void {
  const { insurance, peek } = game.rules
  if (insurance === 'none' || box.insured === 0 || game.insuranceSettled.has(box.box)) return
  const spot = spotOf(box.box, 'ins')
  const isWon = isTwoCard21(dealerCards(game))
  const right = isWon ? payout(game, box.insured, insurance.pays) : -box.insured
  // The check decides it before anybody plays (001 l.48). Without a check the dealer's second card does.
  owe(game, spot, right, peek.includes('A') ? 'before' : 'after')
  const gain = sideGain(game, box, { area: 'ins', amount: box.insured, lammers: 0, right })
  pause(game, 900)
  if (gain > 0) pay(game, spot, gain, kind)
  else take(game, spot, { amount: -gain }, kind)
  game.insuranceSettled.add(box.box)
}

/** The lost lines are swept after the check, or after the dealer's second card. */
export function sweepInsurance(game: Game, kind: 'busts' | 'payouts'): void {
  for (const box of fromDealersRight(game)) if (box.insured > 0) settleInsurance(game, box, kind)
}
