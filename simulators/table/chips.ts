/** What lies on a spot: chips by value and free-bet lammers. */
import type { ChipStack, SpotId } from '../../devices/scan.ts'

export interface Level {
  /** Value -> count, counts above 0. */
  readonly values: ReadonlyMap<number, number>
  readonly lammers: number
}
export const EMPTY: Level = { values: new Map(), lammers: 0 }

export function amountOn(level: Level): number {
  let amount = 0
  for (const [value, count] of level.values) amount += value * count
  return amount
}

/** The fewest chips, largest first. Throws RangeError if the values cannot make the amount. */
function makeChips(amount: number, chips: readonly number[]): Map<number, number> {
  const values = new Map<number, number>()
  let rest = amount
  for (const value of [...chips].sort((a, b) => b - a)) {
    const count = Math.floor(rest / value)
    if (count > 0) values.set(value, count)
    rest -= count * value
  }
  if (rest !== 0) throw new RangeError(`chips ${chips.join(', ')} cannot make ${amount}`)
  return values
}

export function addChips(level: Level, amount: number, lammers: number, chips: readonly number[]): Level {
  const values = new Map(level.values)
  for (const [value, count] of makeChips(amount, chips)) values.set(value, (values.get(value) ?? 0) + count)
  return { values, lammers: level.lammers + lammers }
}

/** Takes chips off, largest first; if they do not fit exactly, the rest is changed. Throws RangeError below zero. */
export function removeChips(level: Level, amount: number, lammers: number, chips: readonly number[]): Level {
  const left = amountOn(level) - amount
  if (left < 0 || level.lammers < lammers)
    throw new RangeError(`${amount} and ${lammers} lammers taken off ${amountOn(level)} and ${level.lammers}`)
  const values = new Map(level.values)
  let rest = amount
  for (const value of [...values.keys()].sort((a, b) => b - a)) {
    const held = values.get(value) ?? 0
    const taken = Math.min(held, Math.floor(rest / value))
    rest -= taken * value
    if (taken === held) values.delete(value)
    else values.set(value, held - taken)
  }
  return { values: rest === 0 ? values : makeChips(left, chips), lammers: level.lammers - lammers }
}

/** As a spot line lists them: largest value first, lammers last. */
export function stacksOf(level: Level): ChipStack[] {
  const stacks: ChipStack[] = [...level.values].sort(([a], [b]) => b - a).map(([value, count]) => ({ value, count }))
  if (level.lammers > 0) stacks.push({ value: 'FB', count: level.lammers })
  return stacks
}

/** The dealer's float before the first round. */
export const fullRack = (chips: readonly number[]): Level => ({ values: makeChips(Math.max(...chips) * 10_000, chips), lammers: 0 })

/** What lies on a table's spots before the first round: only the rack's chips. */
export const lyingAtFirst = (chips: readonly number[]): ReadonlyMap<SpotId, readonly ChipStack[]> =>
  new Map([['rack', stacksOf(fullRack(chips))]])
