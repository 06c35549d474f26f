/** What follows from the evidence of a round, whatever the question. */

import type { TableContext } from '../context.ts'
import type { ChipContext, Timeline } from '../evidence/chips.ts'
import {
  chipContext,
  insuranceTimeline,
  isPointed,
  type Round,
  rankAt,
  spotOf,
  suitAt,
  timelineOf,
  unreadRanks,
} from '../evidence/round.ts'
import { alikeRanks, upRankOf } from '../evidence/unknown-dealer-cards.ts'
import { cacheOf, kept } from '../workspace.ts'
import { mainTracks } from './error-effects.ts'

export interface Evidence {
  /** The rank of each card; null if it was not read, or lies face down. */
  readonly ranks: readonly (number | null)[]
  readonly suitAt: (position: number) => number | null
  readonly upRank: number
  readonly upRanks: readonly number[]
  readonly unreadRanks: readonly number[]
  /** What may have lain on the main spots, by box index. */
  readonly mains: readonly (readonly Timeline[])[]
  /** By box index. */
  readonly insured: readonly boolean[]
  /** What the chips of a box are matched against once no more evidence is awaited, by box index. */
  readonly chips: readonly ChipContext[]
  readonly sideBetsOpen: boolean
  readonly pointed: boolean
  /** All that the spots say if nothing after the first card is followed: whether something moved, and who is insured. */
  readonly unfollowed: string
}

const gathered = (round: Round, context: TableContext): Evidence => {
  const { boxes, cards } = round
  const mains = boxes.map((_, index) => mainTracks(round, index, null, context))
  const insured = boxes.map((box) => insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0))
  return {
    ranks: cards.map((_, position) => rankAt(round, position)),
    suitAt: suitAt(round),
    upRank: upRankOf(round, context),
    upRanks: alikeRanks(round, context),
    unreadRanks: unreadRanks(round, context),
    mains,
    insured,
    chips: boxes.map((box) => chipContext(round, box, { context, now: Number.POSITIVE_INFINITY })),
    sideBetsOpen: boxes.some((box) => timelineOf(round, spotOf(box, 'p22'), context.spotLagMs).base.amount > 0),
    pointed: isPointed(round),
    unfollowed: `${mains.flat().some(({ moves }) => moves.length > 0)}/${insured.join()}`,
  }
}

const restsOf = ({ cards, moves, pointer }: Round, { spotLagMs, pointerLagMs }: TableContext): readonly number[] => {
  const levels = [...moves.values()].flat()
  const told = [...cards, ...levels].flatMap(({ at }) => [at - 1, at + spotLagMs])
  const pointed = pointer.length > 0 ? cards.map(({ at }) => at + pointerLagMs - 1) : []
  return [...told, ...pointed].sort((one, other) => one - other)
}

const restsIn = cacheOf<Round, readonly number[]>('rests')

/** Event times, in order, after which something of the evidence is there, or can no longer be corrected or pointed at. */
export const restsAt = (round: Round, context: TableContext): readonly number[] =>
  kept(restsIn(context), round, () => restsOf(round, context))

const evidenceIn = cacheOf<Round, Evidence>('evidence')

export const evidenceOf = (round: Round, context: TableContext): Evidence =>
  kept(evidenceIn(context), round, () => gathered(round, context))
