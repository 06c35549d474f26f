/** Chips that come to a settled bet may be a payment or the player's next bet. */
import { type Money, payout } from '../../rules/game/settle.ts'
import type { HouseRules } from '../../rules/house/rules.ts'

/** What a win pays, minor units: as much as was bet, or as lies there, or a natural's price. */
export const winsOf = (
  bet: number,
  lying: number,
  { rules, money }: { readonly rules: HouseRules; readonly money: Money },
): readonly number[] => [bet, lying, payout(bet, rules.blackjackPay, money)]
