/** How much may lie on the insurance lines. */
import type { Limits } from '../config/table-config.ts'
import type { HouseRules } from '../house/rules.ts'
import { ACE } from './cards.ts'

/** The chips of a box as insurance counts them: of its holder, or of all its bettors (`insuranceFor`). Minor units. */
export interface Insurable {
  readonly firstBet: number
  /** With what doubles and splits added so far. */
  readonly stakeNow: number
  readonly natural: boolean
}

/** Insurance is offered against an ace alone (000 §7 l.243, 001 step 3, 002 Insurance, 003 Insurance, 004 Versicherung). */
export const isInsuranceOffered = (upRank: number, rules: HouseRules): boolean => rules.insurance !== 'none' && upRank === ACE

const stakeOf = (box: Insurable, rules: HouseRules): number => (rules.insuranceStake === 'stake-so-far' ? box.stakeNow : box.firstBet)

/** 002 l.38: half of all bets, those under naturals uncounted (A002-3); elsewhere of the box's own stake. Exact, not rounded to chips. */
export const insuranceMost = (boxes: readonly Insurable[], at: number, rules: HouseRules): number => {
  const { insurance } = rules
  const box = boxes[at]
  if (insurance === 'none' || box === undefined) return 0
  const [part, of] = insurance.ratio
  if (insurance.base === 'box') return box.natural && !insurance.blackjackInsurable ? 0 : (stakeOf(box, rules) * part) / of
  const counted = boxes.filter((each) => !each.natural || rules.insuranceCountsBlackjacks)
  return (counted.reduce((sum, each) => sum + stakeOf(each, rules), 0) * part) / of
}

/** Why this amount may not lie there; null if it may. `insured`: lines of all boxes with it, for a base of all boxes. */
export const insuranceFault = (
  boxes: readonly Insurable[],
  at: number,
  insured: readonly number[],
  { rules, limits }: { readonly rules: HouseRules; readonly limits: Pick<Limits, 'min'> },
): 'not-offered' | 'over' | 'not-exact' | 'under-min' | 'step' | null => {
  const { insurance } = rules
  const amount = insured[at] ?? 0
  if (insurance === 'none') return 'not-offered'
  if (boxes[at]?.natural === true && !insurance.blackjackInsurable && !insurance.othersMayCover) return 'not-offered'
  const most = insuranceMost(boxes, at, rules)
  const laid = insurance.base === 'box' ? amount : insured.reduce((sum, line) => sum + line, 0)
  if (laid > most) return 'over'
  if (insurance.exact && amount !== Math.floor(most)) return 'not-exact'
  if (insurance.min === 'half-table-min' && amount * 2 < limits.min) return 'under-min'
  return insurance.step === 'half-table-min' && (amount * 2) % limits.min !== 0 ? 'step' : null
}
