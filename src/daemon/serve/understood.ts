/** What the program has understood of a table's amounts and devices, in words, and which amounts it asks about. Pure. */
import { findDriver } from '../../../devices/registry.ts'
import { shortcomings } from '../../../devices/traits.ts'
import { NO_SERIAL } from '../../base/config/device-checks.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { moneyText } from '../../procedure/money.ts'
import { exponentOf } from '../../rules/house/currency.ts'
import type { InsuranceRules } from '../../rules/house/rules.ts'
import type { Limits } from '../../rules/table.ts'
import { asIs, type Said } from '../../words/text.ts'
import { understoodWord as say } from './understood-words.ts'

type Amounts = Pick<TableConfig, 'limits' | 'rules' | 'currency' | 'chips' | 'rounding'>
type Amount = number | null
/** From the least to the most, in steps; null: there is none. */
type Range = (min: Amount, max: Amount, unit: Amount) => Said

/** For a person to compare with the sign on the table, a line each. */
export function understood({ limits, rules, currency, chips, rounding }: Amounts): readonly Said[] {
  const range = rangesIn(currency)
  const { min, max, unit, boxMax, sideMin, sideMax, sideUnit } = limits
  const boxMost = boxMax ?? (rules.maximumCounts === 'per-box' ? max : null)
  return [
    say('main', { range: range(min, max, unit) }),
    say('box', { range: boxMost === null ? say('no-limit') : range(null, boxMost, null) }),
    say('side', { range: range(sideMin, sideMax, sideUnit) }),
    rules.insurance === 'none' ? say('not-insured') : insured(rules.insurance, limits, range),
    say(`rounded-${rounding}`, { chip: moneyText(chips[0] ?? 1, exponentOf(currency)) }),
  ]
}

function rangesIn(currency: string): Range {
  const money = (amount: number) => moneyText(amount, exponentOf(currency))
  return (min, max, unit) => {
    const bounds = boundsOf(min === null ? null : money(min), max === null ? null : money(max), currency)
    return unit === null ? bounds : say('steps', { bounds, unit: money(unit) })
  }
}

function boundsOf(min: string | null, max: string | null, currency: string): Said {
  if (min === null) return max === null ? say('any') : say('up-to', { max, currency })
  return max === null ? say('from', { min, currency }) : say('from-to', { min, max, currency })
}

/** What the devices cannot do, and what that weakens; nothing of native ones. */
export function devicesUnderstood({ devices, spotLagMs, pointerLagMs }: TableConfig): readonly Said[] {
  const weak = devices.flatMap(({ name, driver, role }) =>
    shortcomings(findDriver(driver, role).traits).map((sentence) => say('device', { name, driver, sentence })),
  )
  return weak.length === 0 ? [] : [...weak, say('tolerances', { spot: spotLagMs, pointer: pointerLagMs })]
}

/** On a bet that was not raised by a double or a split; half of the table minimum is at once the least insurance and its step. */
function insured({ ratio: [part, of], exact, base, min, step }: InsuranceRules, limits: Limits, range: Range): Said {
  const half = limits.min / 2
  const measure = {
    part: part * 2 === of ? say('half') : `${part}/${of}`,
    base: say(base === 'box' ? 'of-bet' : 'of-all'),
  }
  const share = say(exact ? 'exactly' : 'at-most', measure)
  if (base !== 'box') return say('insured-all', { share })
  const least = min === 'half-table-min' ? half : exact ? (limits.min * part) / of : null
  return say('insured', { range: range(least, (limits.max * part) / of, step === 'half-table-min' ? half : null), share })
}

/**
 * A table whose highest bet is lower is not worth a dealer (main bets, 10.00), or nobody plays (side bets, 1.00): the amount was most likely
 * written in whole units.
 */
const MOST_DOUBTED = { main: 1000, side: 100 } as const
/** Limits are further apart only if one of them is wrong. */
const SPREAD_MAX = 1000

interface Asking {
  readonly currency: string
  readonly isPage: boolean
}

/** Questions about amounts that look like whole units where minor units are meant. A currency without decimals has none. */
export function questions({ limits, currency, chips }: Amounts, isPage = false): readonly Said[] {
  const asking = { currency, isPage }
  const exponent = exponentOf(currency)
  if (exponent === 0) return []
  const major = 10 ** exponent
  // Below one unit, limits are multiples of a quarter of it, or of a tenth where it has three decimals.
  const coin = exponent === 2 ? major / 4 : major / 10
  const isWhole = (amount: Amount): amount is number => amount !== null && amount < major && amount % coin !== 0
  const bets = (names: readonly [least: keyof Limits, most: keyof Limits, step: keyof Limits], doubted: number): Said[] => {
    const [least, most, step] = names
    const [min, max, unit] = names.map((name) => limits[name] ?? null) as [Amount, Amount, Amount]
    const isMostWhole =
      max !== null && (max <= doubted || ((isWhole(min) || (min === null && isWhole(unit))) && max <= (min ?? unit ?? 1) * SPREAD_MAX))
    if (isMostWhole) return [min === null ? ask([most], [max], asking) : ask([least, most], [min, max], asking)]
    if (isWhole(min)) return [ask([least], [min], asking)]
    return isWhole(unit) ? [ask([step], [unit], asking)] : []
  }
  const [chip] = chips
  return [
    ...bets(['min', 'max', 'unit'], MOST_DOUBTED.main),
    ...bets(['sideMin', 'sideMax', 'sideUnit'], MOST_DOUBTED.side),
    // Coins of ten cents are chips at some tables.
    ...(chip !== undefined && chip < major / 10 ? [ask(['chips'], [chip], asking)] : []),
  ]
}

/** The system gives these names in the order in which it finds the devices. */
const RENUMBERED = /^\/dev\/tty(?:USB|ACM)\d+$/

/** Devices that are known by their port alone, at a port whose name may be another's after the next start of the machine. */
const loosePorts = ({ devices }: Pick<TableConfig, 'devices'>): readonly Said[] =>
  devices.flatMap(({ name, serial, path }) => (serial === NO_SERIAL && RENUMBERED.test(path) ? [say('loose-port', { name, path })] : []))

/** What a person should look at, although it is allowed. */
export const warnings = (table: TableConfig): readonly Said[] => [...questions(table), ...loosePorts(table)]

const LABELS = {
  ...{ min: say('label-min'), max: say('label-max'), unit: say('label-unit'), boxMax: say('label-boxMax'), chips: say('label-chips') },
  ...{ sideMin: say('label-sideMin'), sideMax: say('label-sideMax'), sideUnit: say('label-sideUnit') },
} as const satisfies { readonly [key in keyof Limits | 'chips']: Said }

/** `isPage`: on a page that has no file's units, by the names of its fields. */
function ask(keys: readonly (keyof Limits | 'chips')[], amounts: readonly number[], { currency, isPage }: Asking): Said {
  const exponent = exponentOf(currency)
  const all = (of: (amount: number) => string | number): Said => listed(amounts.map((amount) => asIs(String(of(amount)))))
  const money = all((amount) => moneyText(amount, exponent))
  if (isPage) {
    const meant = all((amount) => moneyText(amount * 10 ** exponent, exponent))
    return say('asked-page', { labels: listed(keys.map((key) => LABELS[key])), money, currency, meant })
  }
  const named = listed(keys.map((key, at) => asIs(key === 'chips' ? 'chips:' : at === 0 ? `limits: ${key}` : key)))
  const told = {
    amounts: all((amount) => amount),
    money,
    currency,
    meant: all((amount) => amount * 10 ** exponent),
    units: unitsOf(currency),
  }
  return say(keys.length === 1 ? 'asked-one' : 'asked-two', { keys: named, ...told })
}

const listed = ([one, other]: readonly Said[]): Said =>
  one === undefined ? asIs('') : other === undefined ? one : say('and', { one, other })

/** How amounts are written, by the example of ten units. */
function unitsOf(currency: string): Said {
  const exponent = exponentOf(currency)
  const amount = 10 ** (exponent + 1)
  return say('units', { money: moneyText(amount, exponent), currency, amount })
}
