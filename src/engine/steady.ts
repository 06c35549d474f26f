/**
 * What spots show but for what may never have been (shown.ts). Who is accused of something is accused by such levels alone; what was played is
 * read with them and without.
 */
import type { SpotId } from '../../devices/scan.ts'
import type { Move, Timeline } from './chips.ts'
import { MAINS, type Round, spotOf, timelineOf } from './round.ts'
import { glimpsesIn, isSameLevel, withShown } from './shown.ts'
import type { Supposed } from './supposed.ts'
import { variantOf } from './variants.ts'

/** What stood on a spot, from before the round on. */
const stoodOn = (round: Round, spot: SpotId, spotLagMs: number): readonly Move[] => {
  const { amount = 0, lammers = 0 } = round.levels.get(spot) ?? {}
  const first: Move = { at: Number.NEGATIVE_INFINITY, amount, lammers, cause: '' }
  return (round.moves.get(spot) ?? []).reduce<readonly Move[]>((levels, move) => withShown(levels, move, isSameLevel, spotLagMs), [first])
}

/** As `timelineOf`, without what never was. */
export const steadyTimeline = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  const told = round.moves.get(spot) ?? []
  if (told.length < 2) return timelineOf(round, spot, spotLagMs)
  return timelineOf({ ...round, moves: new Map([[spot, stoodOn(round, spot, spotLagMs).slice(1)]]) }, spot, spotLagMs)
}

/** Does this movement bring back what was there? */
export const isBack = (round: Round, spot: SpotId, move: Move, spotLagMs: number): boolean => {
  const stood = stoodOn(round, spot, spotLagMs)
  return withShown(stood, move, isSameLevel, spotLagMs).length <= stood.length
}

/** What has just left may be back within the lag. */
export const mayReturn = ({ moves }: Round, now: number, spotLagMs: number): boolean =>
  [...moves.values()].some((told) => {
    const last = told.at(-1)
    return last?.amount === 0 && spotLagMs > 0 && last.at + spotLagMs >= now
  })

/** Every level of before the first card has stood for the lag: none of them comes back any more. */
export const isSteady = ({ openedAt, moves }: Round, now: number, spotLagMs: number): boolean =>
  [...moves.values()].every((told) => {
    const newest = told.at(-1)?.at ?? openedAt
    return newest - spotLagMs > openedAt || now - spotLagMs > newest
  })

/** Cards went to the boxes that the round has: no bet was hidden when it opened, or seen where none lay. */
export const hasItsBoxes = (round: Round, boxes: number, spotLagMs: number): boolean =>
  Array.from({ length: boxes }, (_, index) => index + 1).every((box) => {
    const lies = MAINS.some((area) => steadyTimeline(round, spotOf(box, area), spotLagMs).base.amount > 0)
    return lies === round.boxes.includes(box)
  })

/** More than so many in one round: that none of them happened, or all. */
const GLIMPSES_MAX = 6
/** A hand over a spot is seen ten times for each thing that happens as quickly. */
const QUICK_SCORE = Math.log(0.1)

/**
 * The round by which of the levels that were back within the lag were true: none, one, or all. What is paid may be collected at once, a stake
 * laid for a card that busts.
 */
export const worldsOf = (round: Round, spotLagMs: number): readonly Supposed<Round>[] => {
  const glimpses = round.boxes.flatMap((box) => {
    const spot = spotOf(box, 'main')
    const told = round.moves.get(spot) ?? []
    return told.length < 2 ? [] : glimpsesIn(timelineOf(round, spot, spotLagMs), spotLagMs).map((moves) => ({ spot, moves }))
  })
  if (glimpses.length === 0) return [{ is: round, score: 0 }]
  const without = (left: typeof glimpses): Round => {
    const never = new Set<Move>(left.flatMap(({ moves }) => moves))
    const moves = new Map([...round.moves].map(([spot, levels]) => [spot, levels.filter((move) => !never.has(move))]))
    const way = left.map(({ spot, moves: [first] }) => `${spot} ${first?.at}`).join()
    return { ...round, moves, cards: variantOf(round.cards, way, () => [...round.cards]) }
  }
  const single = glimpses.length > 1 && glimpses.length <= GLIMPSES_MAX ? glimpses : []
  return [
    { is: without(glimpses), score: 0 },
    ...single.map((one) => ({ is: without(glimpses.filter((other) => other !== one)), score: QUICK_SCORE })),
    { is: round, score: QUICK_SCORE * glimpses.length },
  ]
}
