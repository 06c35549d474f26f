/** What a sensor sees for a moment: a hand over the chips, a lifted stack, or the same chips in another order. */
import type { ChipStack, SpotId } from '../../devices/scan.ts'
import type { TableAction } from './types.ts'

/** The chips that lie there, as the sensor sees them. */
type Look = (chips: readonly ChipStack[]) => readonly ChipStack[]

export interface Glimpse {
  readonly spot: SpotId
  readonly atMs: number
  /** After this time the chips that lie there are reported again. With null they are not: they stay as they were seen. */
  readonly forMs: number | null
  readonly look: Look
}

/** The sort is stable, so reports at the same moment keep the order in which things happened. */
export const inOrder = (actions: readonly TableAction[]): readonly TableAction[] => actions.toSorted((one, other) => one.atMs - other.atMs)

const amountOf = (chips: readonly ChipStack[]): number =>
  chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? 0 : value * count), 0)

const told = (spot: SpotId, chips: readonly ChipStack[], atMs: number): TableAction => ({
  atMs,
  device: 'spots',
  scan: { kind: 'spot', spot, rev: 0, chips, amount: amountOf(chips) },
})

type Shown = ReadonlyMap<SpotId, readonly ChipStack[]>

/** What the spot showed last up to then. `before`: what it showed before the first of these actions. */
const shownAt = (actions: readonly TableAction[], { spot, atMs }: Glimpse, before: Shown): readonly ChipStack[] => {
  const last = actions.findLast((action) => action.atMs <= atMs && action.scan.kind === 'spot' && action.scan.spot === spot)
  return last?.scan.kind === 'spot' ? last.scan.chips : (before.get(spot) ?? [])
}

/** A player who moves chips takes his hand away first, so nothing else is reported for the spot within the lag. */
const isQuiet = (actions: readonly TableAction[], { spot, atMs }: Glimpse, lagMs: number): boolean =>
  !actions.some(({ scan, ...action }) => scan.kind === 'spot' && scan.spot === spot && action.atMs >= atMs && action.atMs <= atMs + lagMs)

/** Adds what was seen of chips that lay still. `actions` are in order of time. */
export function withGlimpses(
  actions: readonly TableAction[],
  glimpses: readonly Glimpse[],
  before: Shown,
  lagMs: number,
): readonly TableAction[] {
  let all = actions
  for (const glimpse of glimpses) {
    const { spot, atMs, forMs, look } = glimpse
    const lying = shownAt(all, glimpse, before)
    if (lying.length === 0 || !isQuiet(all, glimpse, lagMs)) continue
    const after = forMs === null ? [] : [told(spot, lying, atMs + forMs)]
    all = inOrder([...all, told(spot, look(lying), atMs), ...after])
  }
  return all
}
