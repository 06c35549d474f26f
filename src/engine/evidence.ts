/** What follows from the evidence of a round, whatever is asked of it: worked out once, for several questions are asked of the same. */
import type { ChipContext, Timeline } from './chips.ts'
import type { TableContext } from './context.ts'
import { mainTimeline } from './erring.ts'
import {
  chipContext,
  insuranceTimeline,
  isPointed,
  lastMoved,
  type Round,
  rankAt,
  spotOf,
  suitAt,
  timelineOf,
  unreadRanks,
} from './round.ts'
import { alikeRanks, upRankOf } from './supposed.ts'

export interface Evidence {
  readonly context: TableContext
  /** Of each card; null: nobody could read it, or it lies face down. */
  readonly ranks: readonly (number | null)[]
  readonly suitAt: (position: number) => number | null
  readonly upRank: number
  readonly upRanks: readonly number[]
  readonly unreadRanks: readonly number[]
  /** What the main spots showed, by box index. */
  readonly mains: readonly Timeline[]
  /** By box index. */
  readonly insured: readonly boolean[]
  /** What the chips of a box are matched against once nothing more is waited for, by box index. */
  readonly chips: readonly ChipContext[]
  readonly sideBetsOpen: boolean
  readonly pointed: boolean
  /** Event time of the newest card or movement. */
  readonly lastMoved: number
  /** All that the spots tell where nothing after the first card is followed: that something moved, and who is insured. */
  readonly unfollowed: string
}

const known = new WeakMap<Round, Evidence>()

export const evidenceOf = (round: Round, context: TableContext): Evidence => {
  const before = known.get(round)
  if (before?.context === context) return before
  const evidence = workedOut(round, context)
  known.set(round, evidence)
  return evidence
}

const workedOut = (round: Round, context: TableContext): Evidence => {
  const { spotLagMs } = context
  const { boxes, cards } = round
  const mains = boxes.map((_, index) => mainTimeline(round, index, null, spotLagMs))
  const insured = boxes.map((box) => insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0))
  return {
    context,
    ranks: cards.map((_, position) => rankAt(round, position)),
    suitAt: suitAt(round),
    upRank: upRankOf(round, context),
    upRanks: alikeRanks(round, context),
    unreadRanks: unreadRanks(round, context),
    mains,
    insured,
    chips: boxes.map((box) => chipContext(round, box, { context, now: Number.POSITIVE_INFINITY })),
    sideBetsOpen: boxes.some((box) => timelineOf(round, spotOf(box, 'p22'), spotLagMs).base.amount > 0),
    pointed: isPointed(round),
    lastMoved: lastMoved(round),
    unfollowed: `${mains.some(({ moves }) => moves.length > 0)}/${insured.join()}`,
  }
}
