/** What the program has understood of a table's amounts and devices, in words, and which amounts it asks about. Pure. */
import { findDriver } from '../../../devices/registry.ts'
import { shortcomings } from '../../../devices/traits.ts'
import { moneyText } from '../../procedure/money.ts'
import { exponentOf } from '../../rules/house/currency.ts'
import type { InsuranceRules } from '../../rules/house/rules.ts'
import type { Limits } from '../../rules/table.ts'
import type { TableConfig } from '../config/table-config.ts'

type Amounts = Pick<TableConfig, 'limits' | 'rules' | 'currency' | 'chips' | 'rounding'>
type Amount = number | null

/** For a person to compare with the sign on the table, a line each. */
export function understood({ limits, rules, currency, chips, rounding }: Amounts): readonly string[] {
  const money = (amount: number) => moneyText(amount, exponentOf(currency))
  const range = (min: Amount, max: Amount, unit: Amount): string => {
    const from = min === null ? '' : ` ${max === null ? 'from ' : ''}${money(min)}`
    const to = max === null ? '' : ` ${min === null ? 'up to' : 'to'} ${money(max)}`
    const bounds = from + to === '' ? ' of any amount' : `${from}${to} ${currency}`
    return unit === null ? bounds : `${bounds} in steps of ${money(unit)}`
  }
  const { min, max, unit, boxMax, sideMin, sideMax, sideUnit } = limits
  const boxMost = boxMax ?? (rules.maximumCounts === 'per-box' ? max : null)
  return [
    `main bets${range(min, max, unit)}`,
    `all main bets on a box together${boxMost === null ? ': no limit' : range(null, boxMost, null)}`,
    `side bets${range(sideMin, sideMax, sideUnit)}`,
    rules.insurance === 'none' ? 'no insurance' : `insurance${insured(rules.insurance, limits, range)}`,
    `payouts rounded ${rounding === 'nearest' ? 'to the nearest' : `${rounding} to a`} multiple of ${money(chips[0] ?? 1)}`,
  ]
}

/** What the devices cannot do, and what that weakens; nothing of native ones. */
export function devicesUnderstood({ devices, spotLagMs, pointerLagMs }: TableConfig): readonly string[] {
  const weak = devices.flatMap(({ name, driver, role }) =>
    shortcomings(findDriver(driver, role).traits).map((text) => `device ${name} (${driver}): ${text}`),
  )
  return weak.length === 0 ? [] : [...weak, `tolerances in use: chips ${spotLagMs} ms, pointer ${pointerLagMs} ms`]
}

/** On a bet that was not raised by a double or a split; half of the table minimum is at once the least insurance and its step. */
function insured(
  { ratio: [part, of], exact, base, min, step }: InsuranceRules,
  limits: Limits,
  range: (...amounts: Amount[]) => string,
): string {
  const half = limits.min / 2
  const share = part * 2 === of ? 'half' : `${part}/${of}`
  const words = `${exact ? 'exactly' : 'up to'} ${share} of ${base === 'box' ? 'the bet' : "all the player's bets"}`
  if (base !== 'box') return ` ${words}`
  const least = min === 'half-table-min' ? half : exact ? (limits.min * part) / of : null
  return `${range(least, (limits.max * part) / of, step === 'half-table-min' ? half : null)}: ${words}`
}

/**
 * A table whose highest bet is lower is not worth a dealer (main bets, 10.00), or nobody plays (side bets, 1.00): the amount was most likely
 * written in whole units.
 */
const MOST_DOUBTED = { main: 1000, side: 100 } as const
/** Limits are further apart only if one of them is wrong. */
const SPREAD_MAX = 1000

/** Questions about amounts that look like whole units where minor units are meant. A currency without decimals has none. */
export function questions({ limits, currency, chips }: Amounts): readonly string[] {
  const exponent = exponentOf(currency)
  if (exponent === 0) return []
  const major = 10 ** exponent
  const money = (amount: number) => moneyText(amount, exponent)
  // Below one unit, limits are multiples of a quarter of it, or of a tenth where it has three decimals.
  const coin = exponent === 2 ? major / 4 : major / 10
  const isWhole = (amount: Amount): amount is number => amount !== null && amount < major && amount % coin !== 0
  const ask = (key: string, amounts: readonly number[]): string =>
    `${key} ${amounts.join(' and ')} ${amounts.length === 1 ? 'is' : 'are'} ${amounts.map(money).join(' and ')} ${currency}: did you mean ` +
    `${amounts.map((amount) => amount * major).join(' and ')}? Amounts are in the smallest unit of the currency, so ${money(10 * major)} ${currency} is written ${10 * major}`
  const bets = (names: readonly [least: keyof Limits, most: keyof Limits, step: keyof Limits], doubted: number): string[] => {
    const [least, most, step] = names
    const [min, max, unit] = names.map((name) => limits[name] ?? null) as [Amount, Amount, Amount]
    const isMostWhole =
      max !== null && (max <= doubted || ((isWhole(min) || (min === null && isWhole(unit))) && max <= (min ?? unit ?? 1) * SPREAD_MAX))
    if (isMostWhole) return [min === null ? ask(`limits: ${most}`, [max]) : ask(`limits: ${least} and ${most}`, [min, max])]
    if (isWhole(min)) return [ask(`limits: ${least}`, [min])]
    return isWhole(unit) ? [ask(`limits: ${step}`, [unit])] : []
  }
  const [chip] = chips
  return [
    ...bets(['min', 'max', 'unit'], MOST_DOUBTED.main),
    ...bets(['sideMin', 'sideMax', 'sideUnit'], MOST_DOUBTED.side),
    // Coins of ten cents are chips at some tables.
    ...(chip !== undefined && chip < major / 10 ? [ask('chips:', [chip])] : []),
  ]
}
