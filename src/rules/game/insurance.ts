/** How much may lie on the insurance lines. */

import type { HouseRules, InsuranceRules } from '../house/rules.ts'
import type { Limits } from '../table.ts'
import { ACE } from './cards.ts'
import { isSumOf } from './settle.ts'

/** 001 l.126: a busted wager may wait on the insurance line for a free hand of its box. */
export const parksWagers = ({ freeSplit, bustedRealWager }: HouseRules): boolean => freeSplit && bustedRealWager !== 'taken'

/** A bettor's chips on a box, minor units: his first bet, and his bet with what doubles and splits have added so far. */
export interface InsurableBet {
  readonly first: number
  readonly now: number
}

export interface Insurable {
  /** The holder's comes first. */
  readonly stakes: readonly InsurableBet[]
  readonly natural: boolean
}

/** When the chips were laid: at the offer, as a stake is doubled or split, or later, before the dealer draws. */
export type InsuranceMoment = 'offer' | 'atDouble' | 'atSplit' | 'late'

export interface InsuranceTime {
  readonly moment: InsuranceMoment
  /** A card has been dealt since the initial deal. */
  readonly playBegan: boolean
  /** Some insurance of the box lay there before. */
  readonly isRaise: boolean
}

/** Insurance is offered against an ace alone (000 §7 l.243, 001 step 3, 002 Insurance, 003 Insurance, 004 Versicherung). */
export const isInsuranceOffered = (upRank: number, rules: HouseRules): boolean => rules.insurance !== 'none' && upRank === ACE

/** What lies on the line may be late because the dealer has drawn: all of it (004 l.59), or what raises it (000 l.251-252). */
export const isClosedByDraw = ({ insurance }: HouseRules): boolean =>
  insurance !== 'none' && (insurance.deadline === 'before-dealer-draws' || (insurance.raiseOn ?? []).length > 0)

/** The stakes that limit insurance, one for each bettor who may insure (`insuranceFor`, `insuranceStake`). */
const stakesOf = ({ stakes }: Insurable, rules: HouseRules): readonly number[] => {
  const insuring = rules.insuranceFor === 'holder' ? stakes.slice(0, 1) : stakes
  return insuring.map(({ first, now }) => (rules.insuranceStake === 'stake-so-far' ? now : first))
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** 002 l.38: a player counts all his bets, and another player may cover the table, because no sensor tells whose chips they are. */
const isTableWide = ({ base, othersMayCover }: InsuranceRules): boolean => base === 'all-boxes' || othersMayCover

/**
 * 002 l.38: half of all bets, not counting those under naturals (A002-3); in other houses a share of the box's own stakes. Exact, not
 * rounded to chips.
 */
const insuranceMost = (boxes: readonly Insurable[], box: Insurable, insurance: InsuranceRules, rules: HouseRules): number => {
  const [part, of] = insurance.ratio
  const counted = !isTableWide(insurance) ? [box] : boxes.filter(({ natural }) => !natural || rules.insuranceCountsBlackjacks)
  return (sum(counted.flatMap((each) => stakesOf(each, rules))) * part) / of
}

/**
 * 003 l.46, 004 l.59: each bettor insures exactly his share or nothing, so the line holds the shares of some of them. A share that the
 * table's chips cannot make is rounded, down or up.
 */
const isExact = (amount: number, box: Insurable, { ratio: [part, of] }: InsuranceRules, { rules, smallestChip }: Terms): boolean => {
  const shares = stakesOf(box, rules).map((stake) => {
    const chips = (stake * part) / of / smallestChip
    return [Math.floor(chips), Math.ceil(chips)].map((count) => count * smallestChip)
  })
  return isSumOf(amount, shares)
}

/**
 * 004 l.59: until the dealer draws. 002 l.38 and 000 l.250: until the first card after the deal, and in 000 (l.252) more of it when a
 * stake grows. 001 l.48: before the check.
 */
const isTimely = ({ moment, playBegan, isRaise }: InsuranceTime, { deadline, raiseOn }: InsuranceRules): boolean => {
  if (moment === 'offer' || deadline === 'before-dealer-draws') return true
  if (isRaise && raiseOn?.some((on) => moment === (on === 'double' ? 'atDouble' : 'atSplit'))) return true
  return deadline !== 'before-check' && !playBegan
}

/** The house's rules, what its plate says, and what its chips can make; minor units. */
interface Terms {
  readonly rules: HouseRules
  readonly limits: Pick<Limits, 'min'>
  readonly smallestChip: number
}

/** Insurance of one box, by its place among the boxes. */
interface LaidInsurance extends InsuranceTime {
  readonly at: number
  /** The lines of all boxes, including what is added now. */
  readonly insured: readonly number[]
}

/** Why insurance may not lie there; null if it may. */
export const insuranceFault = (
  boxes: readonly Insurable[],
  { at, insured, ...time }: LaidInsurance,
  terms: Terms,
): 'not-offered' | 'late' | 'natural' | 'over' | 'not-exact' | 'under-min' | 'step' | null => {
  const { rules, limits } = terms
  const { insurance } = rules
  const box = boxes[at]
  const amount = insured[at] ?? 0
  if (insurance === 'none' || box === undefined) return 'not-offered'
  if (!isTimely(time, insurance)) return 'late'
  // 002 l.38: insurance on its line may be for another box, if there is one without a natural.
  const isForOthers = insurance.othersMayCover && boxes.some(({ natural }) => !natural)
  if (box.natural && !insurance.blackjackInsurable && !isForOthers) return 'natural'
  if (insurance.exact && !isExact(amount, box, insurance, terms)) return 'not-exact'
  const laid = isTableWide(insurance) ? sum(insured) : amount
  if (!insurance.exact && laid > insuranceMost(boxes, box, insurance, rules)) return 'over'
  if (insurance.min === 'half-table-min' && amount * 2 < limits.min) return 'under-min'
  return insurance.step === 'half-table-min' && (amount * 2) % limits.min !== 0 ? 'step' : null
}
