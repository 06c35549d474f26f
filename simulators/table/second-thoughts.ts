/**
 * People change a bet and have it back before anything rests on it: a double laid and withdrawn, half a stake given up and laid back, a
 * stake swept and returned, chips changed for others and changed back, insurance or a side bet laid and taken back. The truth of the round
 * stays what it is.
 */
import type { Area, ChipStack, Scan, SpotId } from '../../devices/scan.ts'
import { oneOf } from './random.ts'
import type { TableAction } from './types.ts'

type Chips = readonly ChipStack[]

const amountOf = (chips: Chips): number => chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? 0 : value * count), 0)

/** What people do to a bet, by name; null: these chips do not allow it. `chips`: the values in use, ascending. */
const CHANGES = {
  doubled: (lying) => lying.map((stack) => ({ ...stack, count: stack.value === 'FB' ? stack.count : 2 * stack.count })),
  halved: (lying, chips) => {
    const half = chipsWorth(amountOf(lying) / 2, chips)
    return half && [...half, ...lying.filter(({ value }) => value === 'FB')]
  },
  lifted: () => [],
  exchanged: (lying, chips) => {
    const least = chipsWorth(amountOf(lying), chips.slice(0, 1))
    return least && [...least, ...lying.filter(({ value }) => value === 'FB')]
  },
} as const satisfies { readonly [name: string]: (lying: Chips, chips: readonly number[]) => Chips | null }
type Change = keyof typeof CHANGES

/** The amount in these chips, the fewest pieces; null: they cannot make it. */
function chipsWorth(amount: number, chips: readonly number[]): Chips | null {
  let left = amount
  const stacks: ChipStack[] = []
  for (const value of [...chips].sort((one, other) => other - one)) {
    const count = Math.floor(left / value)
    if (count > 0) stacks.push({ value, count })
    left -= count * value
  }
  return left === 0 ? stacks : null
}

interface Settings {
  /** Chip values in use, ascending. */
  readonly chips: readonly number[]
  /** How long the change lies there, and how long nothing else happens before it and after it, ms. */
  readonly lastsMs: number
  readonly apartMs: number
  /** Share of the pauses that are used, 0-1. */
  readonly share: number
  /** Areas of boxes with cards that may be changed. An empty insurance line counts as one on which insurance is laid. */
  readonly areas: readonly Area[]
  readonly random: () => number
}

type SpotScan = Extract<Scan, { kind: 'spot' }>

/** What was put in: where, what and when. */
export interface SecondThought {
  readonly atMs: number
  readonly spot: SpotId
  readonly change: Change | 'laid'
}

/**
 * The actions with changes put into pauses between two cards, in each of which nothing else happens. `isDealt`: boxes of the round that is in
 * play at this time; none: nothing is in play.
 */
export function withSecondThoughts(
  actions: readonly TableAction[],
  boxesAt: (atMs: number, nextMs: number) => readonly number[],
  { chips, lastsMs, apartMs, share, areas, random }: Settings,
): { readonly actions: readonly TableAction[]; readonly thoughts: readonly SecondThought[] } {
  const lying = new Map<SpotId, Chips>()
  const revs = new Map<SpotId, number>()
  const thoughts: SecondThought[] = []
  const all = actions.flatMap((action, index): readonly TableAction[] => {
    const { scan, atMs } = action
    if (scan.kind === 'spot') {
      lying.set(scan.spot, scan.chips)
      revs.set(scan.spot, (revs.get(scan.spot) ?? 0) + 1)
    }
    const own = scan.kind === 'spot' ? [{ ...action, scan: { ...scan, rev: revs.get(scan.spot) ?? 0 } }] : [action]
    const next = actions[index + 1]
    if (next === undefined || next.atMs - atMs < lastsMs + 2 * apartMs || random() >= share) return own
    const spots = boxesAt(atMs, next.atMs).flatMap((box) => areas.map((area): SpotId => `${box}.${area}`))
    const spot = spots.length > 0 ? oneOf(random, spots) : null
    if (spot === null) return own
    const before = lying.get(spot) ?? []
    const isEmpty = before.length === 0
    if (isEmpty && !spot.endsWith('.ins')) return own
    const change = isEmpty ? 'laid' : oneOf(random, Object.keys(CHANGES) as Change[])
    const box = spot.split('.')[0]
    const bet = amountOf(lying.get(`${box}.main` as SpotId) ?? [])
    const after = change === 'laid' ? chipsWorth(bet / 2, chips) : CHANGES[change](before, chips)
    if (after === null || (isEmpty && after.length === 0)) return own
    const scanOf = (stacks: Chips): SpotScan => {
      const rev = (revs.get(spot) ?? 0) + 1
      revs.set(spot, rev)
      return { kind: 'spot', spot, rev, chips: stacks, amount: amountOf(stacks) }
    }
    thoughts.push({ atMs: atMs + apartMs, spot, change })
    return [
      ...own,
      { atMs: atMs + apartMs, device: 'spots', scan: scanOf(after) },
      { atMs: atMs + apartMs + lastsMs, device: 'spots', scan: scanOf(before) },
    ]
  })
  return { actions: all, thoughts }
}
