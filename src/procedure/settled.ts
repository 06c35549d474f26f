/**
 * When the dealer settled each spot of a closed round, read off its levels; only if they leave no doubt which movements were the dealer's.
 */
import { AREAS, type Area } from '../../devices/scan.ts'
import type { TableContext } from '../engine/context.ts'
import type { BoxResult, RoundResult, SpotResult } from '../engine/event.ts'
import type { Round } from '../engine/evidence/round.ts'
import { MAINS, spotOf } from '../engine/facts/open-round.ts'
import { type Movement, spotsOf } from '../engine/facts/spots.ts'
import { parksWagers } from '../rules/game/insurance.ts'

export interface Settled {
  readonly box: number
  readonly area: Area
  /** The player's net gain as the chips moved. */
  readonly moved: number
  /** The dealer's movements, at least one, in order. */
  readonly moves: readonly [Movement, ...Movement[]]
}

export interface Settlements {
  /** Spots the dealer moved chips on. */
  readonly spots: readonly Settled[]
  /** There are no other spots on which a movement may have been the dealer's. */
  readonly isAll: boolean
}

export const settledIn = (round: Round, { boxes, complete, dealer }: RoundResult, context: TableContext): Settlements => {
  const isKnown = complete && context.chipEvidence === 'payouts' && dealer.certain && spotsOf(round, context).haveItsBoxes()
  if (!isKnown) return { spots: [], isAll: false }
  const all = boxes.flatMap((result) => AREAS.map((area) => spotSettled(round, result, area, context)))
  return { spots: all.filter((each) => typeof each === 'object'), isAll: !all.includes('in doubt') }
}

const spotSettled = (round: Round, result: BoxResult, area: Area, context: TableContext): Settled | 'untouched' | 'in doubt' => {
  const { box, hands, spots } = result
  const spot = spots[area]
  const { base, moves } = spotsOf(round, context).stood(spotOf(box, area))
  // Chips that come to a spot without a wager when the cards are out are the next round's. 001 l.126: a wager parked on the insurance line
  // counts on main.
  const dealtAt = round.cards.at(-1)?.at ?? 0
  if (!spot) return moves.every(({ at }) => at > dealtAt) && base.amount === 0 ? 'untouched' : 'in doubt'
  if (parksWagers(context.rules) && hands.length > 1 && round.moves.has(spotOf(box, 'ins'))) return 'in doubt'
  // If another amount moved than was due, an error is reported, and it is unknown who made which movement.
  const { staked, due, moved: gained } = spot.best
  if (gained === null || gained !== due || !hands.every(({ certain }) => certain)) return 'in doubt'
  if (gained === 0) return isToBeLeft(result, area, spot) ? 'untouched' : 'in doubt'
  if (MAINS.includes(area) && isMixed(result)) return 'in doubt'
  const from = base.amount === staked ? 0 : moves.findIndex(({ amount }) => amount === staked) + 1
  if (from === 0 && base.amount !== staked) return 'in doubt'
  const target = staked + gained
  const upTo = moves.findIndex(({ amount }, at) => at >= from && amount === target)
  // A lammer that comes or goes settles nothing.
  const [first, ...rest] = moves.slice(from, upTo + 1).filter(({ change }) => change !== 0)
  return upTo < 0 || !first ? 'in doubt' : { box, area, moved: gained, moves: [first, ...rest] }
}

/** Nothing was due on any single hand, so nothing was taken for one hand and paid for another. */
const isToBeLeft = ({ hands }: BoxResult, area: Area, { best: { due } }: SpotResult): boolean =>
  due === 0 && (!MAINS.includes(area) || hands.every(({ outcome }) => outcome === 'push'))

/** Some hands of the box win and others lose. */
const isMixed = ({ hands }: BoxResult): boolean => new Set(hands.map(({ outcome }) => outcome === 'lose')).size > 1
