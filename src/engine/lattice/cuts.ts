/** Where the settlement may have ended, and when play may have ended: the readings of a finished round are summed over these choices. */
import { type InPlay, isAsLikely } from '../evidence/chips.ts'
import { isDoneInPlay } from './box-in-play.ts'
import { isMending } from './error-effects.ts'
import type { Node } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { Cut } from './settlement.ts'
import type { Kind } from './shared-answers.ts'
import { LAST_IN_PLAY, type Marks, SETTLING, UNRESOLVED } from './sweep.ts'

export const NEVER = Number.NEGATIVE_INFINITY

export interface EndOfPlay {
  readonly cut: Cut
  /** Event time of the last movement in play; null: there is nothing to choose. */
  readonly played: number | null
}

/** Event times at which the settlement of a box may have ended. */
const endsAt = (input: LatticeInput, index: number, kinds: readonly Kind[]): readonly number[] => {
  const { tracks } = input.boxes[index] as LatticeInput['boxes'][number]
  // A dealer who errs, or puts an error right, may be done with a box at any of its movements. In the second case, a covered bet is none.
  const any = input.error !== null ? tracks : isMending(input) ? tracks.filter(isAsLikely) : null
  const times = any
    ? any.flatMap(({ moves }) => moves.map(({ at }) => at))
    : kinds.flatMap(({ node, plays }) => (node.box === index ? plays.flatMap(({ play }) => settledAt(play)) : []))
  return [...new Set(times)].filter((at) => at >= input.settleFrom).sort((one, other) => one - other)
}

/** After play, or when the last stake that had waited for the settlement was taken. */
const settledAt = ({ timeline, from, takenAt }: InPlay): readonly number[] => [takenAt, ...timeline.moves.slice(from).map(({ at }) => at)]

/** Where the settlement may have ended: see `Cut`. */
const cutsOf = (input: LatticeInput, kinds: readonly Kind[]): readonly Cut[] => {
  if (input.ignoreSettlement || input.evidence !== 'payouts') return [{ kind: 'any' }]
  const after = input.boxes.flatMap(({ box }, index) => endsAt(input, index, kinds).map((at): Cut => ({ kind: 'after', at, box })))
  return [{ kind: 'open' }, { kind: 'nothing-due' }, ...after]
}

/**
 * Where the settlement may have ended, for each time at which play may have ended. Movements in play after the last card (a bust stake
 * taken, a surrender) come before the first movement of the settlement, whichever boxes they belong to.
 */
export const endsOfPlay = (input: LatticeInput, kinds: readonly Kind[]): readonly EndOfPlay[] => {
  const times = new Set<number>()
  for (const { plays } of kinds) for (const { play } of plays) if (play.lastAt > input.settleFrom) times.add(play.lastAt)
  const cuts = cutsOf(input, kinds)
  if (times.size === 0 || input.ignoreSettlement) return cuts.map((cut) => ({ cut, played: null }))
  return [NEVER, ...times].flatMap((played) => cuts.map((cut) => ({ cut: played === NEVER ? cut : { ...cut, played }, played })))
}

/** Flags that decide whether a reading with this end counts. */
export interface Flags {
  /** Flags that the reading must have at some box. */
  readonly wanted: Marks
  /** Flags that matter to the reading, whether for or against it. */
  readonly asked: Marks
}

export const flagsThatCount = ({ asked }: LatticeInput, { cut, played }: EndOfPlay): Flags => {
  const wanted = (cut.kind === 'open' ? UNRESOLVED : 0) | (asked === 'any' ? SETTLING : 0) | (played === null ? 0 : LAST_IN_PLAY)
  return { wanted, asked: wanted | UNRESOLVED }
}

/**
 * The mark of a box that last moved in play at `played`, 0 if it did so earlier; null if it moved in play later, or was settled before
 * `played`.
 */
export const orderMark = (input: LatticeInput, { past }: Node, play: InPlay, played: number): Marks | null => {
  const lastAt = play.lastAt > input.settleFrom ? play.lastAt : NEVER
  if (lastAt > played) return null
  const first = play.timeline.moves[play.from]?.at
  // A box that is paid while others play is paid too early, so its payment does not show when play was over.
  const isHasty = first !== undefined && first < input.settleFrom && (input.error?.settling ?? 0) > 0
  const settled = isHasty || isDoneInPlay(input, past.hands, play) ? undefined : first
  if (settled !== undefined && settled + input.spotLagMs < played) return null
  return lastAt === played && played !== NEVER ? LAST_IN_PLAY : 0
}
