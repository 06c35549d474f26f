/**
 * How long a table was open, and how long each dealer dealt there. A table is open while it deals: from one round, shoe or change of dealer
 * to the next, unless nothing happens for longer than a pause. A dealer deals while his table is open and he has taken over and was not
 * relieved. Pure.
 */
import type { AskedActivity, AskedSpell } from './rows-asked.ts'

/** A new shoe is shuffled by hand well within this time, ms. A longer pause is one in which nobody dealt. */
export const PAUSE_MS = 900_000

/** From and to, Unix ms. */
export type Stretch = readonly [from: number, to: number]

/** In order, without overlaps; what lies no further apart than `apartMs` is joined. */
const joined = (stretches: readonly Stretch[], apartMs = 0): readonly Stretch[] => {
  const found: Stretch[] = []
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1)
    if (last !== undefined && from - last[1] <= apartMs) found.splice(-1, 1, [last[0], Math.max(last[1], to)])
    else found.push([from, to])
  }
  return found
}

/** Both in order and without overlaps. */
const common = (some: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] => {
  const found: Stretch[] = []
  let past = 0
  for (const [from, to] of some) {
    while ((others[past]?.[1] ?? Number.POSITIVE_INFINITY) <= from) past++
    for (let at = past; (others[at]?.[0] ?? Number.POSITIVE_INFINITY) < to; at++) {
      const [begin = 0, end = 0] = others[at] ?? []
      found.push([Math.max(from, begin), Math.min(to, end)])
    }
  }
  return found
}

const lengthOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, [from, to]) => sum + to - from, 0)

/** What happened at one table, and who dealt there. A round's `dealer_id` is null if nobody was named. */
export interface AtTable {
  readonly activities: readonly AskedActivity[]
  readonly spells: readonly AskedSpell[]
}

/** Returns ms within `span`: how long a dealer dealt there, or for null, how long the table was open. */
export const dealtMs = ({ activities, spells }: AtTable, span: Stretch): ((dealer: string | null) => number) => {
  const begun = spells.map(({ from_at }): Stretch => [from_at, from_at])
  const open = common(joined([...activities.map(({ from, to }): Stretch => [from, to]), ...begun], PAUSE_MS), [span])
  const runs = runsOf(activities)
  return (dealer) => {
    if (dealer === null) return lengthOf(open)
    const his = joined(spells.flatMap(({ dealer_id, from_at, to_at }): Stretch[] => (dealer_id === dealer ? [[from_at, to_at]] : [])))
    // The record of his taking over may be lost: then he dealt from the first to the last of his rounds in a row.
    const unnoted = (runs.get(dealer) ?? []).filter((run) => common([run], his).length === 0)
    return lengthOf(common(open, joined([...his, ...unnoted])))
  }
}

/** Dealer -> a stretch for each run of rounds that he dealt, one after the other. */
const runsOf = (activities: readonly AskedActivity[]): ReadonlyMap<string, readonly Stretch[]> => {
  const runs = new Map<string, Stretch[]>()
  let before: string | null = null
  for (const { from, to, dealer_id } of activities.filter(({ isRound }) => isRound).toSorted((one, other) => one.from - other.from)) {
    if (dealer_id !== null) {
      const own = runs.get(dealer_id) ?? []
      runs.set(dealer_id, own)
      const last = own.at(-1)
      if (dealer_id === before && last !== undefined) own.splice(-1, 1, [last[0], Math.max(last[1], to)])
      else own.push([from, to])
    }
    before = dealer_id
  }
  return runs
}
