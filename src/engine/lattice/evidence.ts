/** What follows from the evidence of a round, whatever the question. */

import type { TableContext } from '../context.ts'
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

const gathered = (round: Round, context: TableContext) => {
  const { boxes, cards } = round
  const mains = boxes.map((_, index) => mainTracks(round, index, null, context))
  const insured = boxes.map((box) => insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0))
  return {
    /** The rank of each card; null if it was not read, or lies face down. */
    ranks: cards.map((_, position) => rankAt(round, position)),
    suitAt: suitAt(round),
    upRank: upRankOf(round, context),
    upRanks: alikeRanks(round, context),
    unreadRanks: unreadRanks(round, context),
    /** What may have lain on the main spots, by box index. */
    mains,
    /** By box index. */
    insured,
    /** What the chips of a box are matched against once no more evidence is awaited, by box index. */
    chips: boxes.map((box) => chipContext(round, box, { context, now: Number.POSITIVE_INFINITY })),
    sideBetsOpen: boxes.some((box) => timelineOf(round, spotOf(box, 'p22'), context.spotLagMs).base.amount > 0),
    pointed: isPointed(round),
    /** Event times, in order, after which something of the evidence is there, or can no longer be corrected or pointed at. */
    restsAt: restsOf(round, context),
    /** All that the spots say if nothing after the first card is followed: whether something moved, and who is insured. */
    unfollowed: `${mains.flat().some(({ moves }) => moves.length > 0)}/${insured.join()}`,
  }
}

const restsOf = ({ cards, moves, pointer }: Round, { spotLagMs, pointerLagMs }: TableContext): readonly number[] => {
  const levels = [...moves.values()].flat()
  const told = [...cards, ...levels].flatMap(({ at }) => [at - 1, at + spotLagMs])
  const pointed = pointer.length > 0 ? cards.map(({ at }) => at + pointerLagMs - 1) : []
  return [...told, ...pointed].sort((one, other) => one - other)
}

const evidenceIn = cacheOf<Round, ReturnType<typeof gathered>>('evidence')

export const evidenceOf = (round: Round, context: TableContext): ReturnType<typeof gathered> =>
  kept(evidenceIn(context), round, () => gathered(round, context))
