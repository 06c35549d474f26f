/**
 * Chips as they lie on the spots. A level counts once it has stood for the spots' lag; a level that was back within the lag never changed.
 */
import type { ChipStack, SpotId } from '../../../devices/scan.ts'
import { type Measure, withShown } from '../evidence/spot-track.ts'
import type { Observation, ObservationOf } from '../observation.ts'

/** A level as a line first reported it. */
export type StackLevel = Pick<ObservationOf<'spot'>, 'at' | 'amount' | 'chips' | 'cause'>

export interface Stacks {
  /** The last level that stood for the lag. */
  readonly stood: ReadonlyMap<SpotId, StackLevel>
  /** Levels reported since, the oldest first, that have not stood so long yet. */
  readonly fresh: ReadonlyMap<SpotId, readonly StackLevel[]>
}

export const NO_STACKS: Stacks = { stood: new Map(), fresh: new Map() }

/** A spot that changes more often within the lag says nothing. */
const FRESH_MAX = 8

/** The highest value first; lammers are not part of a bet. */
export const betIn = (chips: readonly ChipStack[]): readonly ChipStack[] =>
  chips.flatMap(({ value, count }) => (value === 'FB' ? [] : [{ value, count }])).sort((one, other) => other.value - one.value)

export const isSameBet = (one: readonly ChipStack[], other: readonly ChipStack[]): boolean =>
  JSON.stringify(betIn(one)) === JSON.stringify(betIn(other))

/** Does every chip of `one` lie in `other`? */
const isPart = (one: StackLevel, other: StackLevel): boolean =>
  one.chips.every(({ value, count }) => other.chips.some((stack) => stack.value === value && stack.count >= count))
const isSame = (one: StackLevel, other: StackLevel): boolean => one.amount === other.amount && isSameBet(one.chips, other.chips)
const STACKS: Measure<StackLevel> = { isSame, isWithin: (one, other) => isPart(one, other) || isSame(one, other) }

const NOTHING: StackLevel = { at: Number.NEGATIVE_INFINITY, amount: 0, chips: [], cause: '' }

export const stoodOn = ({ stood }: Stacks, spot: SpotId): StackLevel => stood.get(spot) ?? NOTHING

/** `now`: event time. */
export const stacksAfter = (before: Stacks, observation: Observation, now: number, spotLagMs: number): Stacks => {
  const settled = settledAt(before, now - spotLagMs)
  if (observation.kind !== 'spot' || observation.late || observation.spot === 'rack') return settled
  const { spot, at, amount, chips, cause } = observation
  const fresh = new Map(settled.fresh)
  const told = fresh.get(spot) ?? []
  const [, ...shown] = withShown([stoodOn(settled, spot), ...told], { at, amount, chips, cause }, STACKS, spotLagMs)
  if (shown.length > 0) fresh.set(spot, shown.slice(-FRESH_MAX))
  else fresh.delete(spot)
  return { ...settled, fresh }
}

/** A spot's newest level has stood if it was reported before this event time. */
const settledAt = (before: Stacks, until: number): Stacks => {
  if (before.fresh.size === 0) return before
  const stood = new Map(before.stood)
  const fresh = new Map<SpotId, readonly StackLevel[]>()
  for (const [spot, told] of before.fresh) {
    const newest = told.at(-1)
    if (newest && newest.at < until) stood.set(spot, newest)
    else fresh.set(spot, told)
  }
  return { stood, fresh }
}
