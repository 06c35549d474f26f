/**
 * What the rack says about chips that left a spot where nothing was lost: the player collected them, unless the rack rose by just as much
 * at the same time; then the dealer took them. Chips that the dealer may have taken elsewhere meanwhile explain the rise first.
 */
import { AREAS, type Area } from '../../../devices/scan.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import type { TableContext } from '../context.ts'
import type { BoxResult, RoundResult, SpotResult } from '../event.ts'
import { type Changed, changesIn } from '../evidence/chips.ts'
import { MAINS, type Round, spotOf } from '../evidence/round.ts'
import { type Measure, withShown } from '../evidence/spot-track.ts'
import { steadyTimeline } from '../evidence/steady-levels.ts'

/** Value in the dealer's rack. `at`: event time, Unix ms. */
export interface RackLevel {
  readonly at: number
  readonly amount: number
  /** Of its chips, or of the first of them; left out: the device does not tell them. */
  readonly ids?: readonly string[]
  /** The ids are those of all its chips. */
  readonly isWhole?: true
}

/** When the rack last moved with chips of the dealer. */
export interface Followed {
  /** Event time, Unix ms. */
  readonly at: number
  /** Rounds that had opened by then. */
  readonly rounds: number
}

/** Most levels kept; a settlement of seven boxes has about thirty. */
const RACK_LEVELS_MAX = 64

export const withRackLevel = (rack: readonly RackLevel[], level: RackLevel): readonly RackLevel[] => {
  const last = rack.at(-1)
  if (last?.amount !== level.amount) return [...rack, level].slice(-RACK_LEVELS_MAX)
  // Chips were changed for others: those were there, these are.
  return last.ids && level.ids ? [...rack.slice(0, -1), { ...last, ids: [...new Set([...last.ids, ...level.ids])] }] : rack
}

/** What the rack gained, or a spot. */
export interface Change {
  /** Event time at which it was told. */
  readonly at: number
  readonly amount: number
}

const RACK: Measure<RackLevel> = {
  isSame: (one, other) => one.amount === other.amount,
  isWithin: (one, other) => one.amount <= other.amount,
}

/** Before its first level the rack may have held anything. */
const UNTOLD: RackLevel = { at: Number.NEGATIVE_INFINITY, amount: Number.POSITIVE_INFINITY }

/** What each level after the first changed. */
export const changesOf = (levels: readonly RackLevel[]): readonly Change[] =>
  levels.slice(1).map(({ at, amount }, before) => ({ at, amount: amount - (levels[before]?.amount ?? amount) }))
const risesOf = (levels: readonly RackLevel[]): readonly Change[] => changesOf(levels).filter(({ amount }) => amount > 0)

/** The levels that stood. Chips that were missing for a moment, or were whole after they were seen in part, came from no spot. */
export const stoodOf = (rack: readonly RackLevel[], spotLagMs: number, before: RackLevel = UNTOLD): readonly RackLevel[] =>
  rack.reduce<readonly RackLevel[]>((levels, level) => withShown(levels, level, RACK, spotLagMs), [before])

interface Left extends Change {
  readonly box: number
  readonly area: Area
  /** Something was lost on this spot, or it is unknown what was, so the dealer may well have taken the chips. */
  readonly lost: boolean
  /** How much of it the dealer laid there again. */
  readonly returned: number
}

const KEPT: readonly (Outcome | null)[] = ['win', 'push', 'blackjack']

const isLost = (hands: BoxResult['hands'], area: Area, { best: { due } }: SpotResult): boolean =>
  MAINS.includes(area) ? hands.some(({ outcome }) => !KEPT.includes(outcome)) : due === null || due < 0

/** What left the spots of the round. Of a spot where nothing was lost, only what left it first, once it was settled. */
const leftOf = (result: RoundResult, round: Round, rack: readonly RackLevel[], { spotLagMs }: TableContext): readonly Left[] =>
  result.boxes.flatMap(({ box, hands, spots }) =>
    AREAS.flatMap((area): readonly Left[] => {
      const spot = spots[area]
      const settled = spot && spot.best.moved !== null ? spot.best.staked + spot.best.moved : null
      // A lost wager may be parked where nothing was bet (001 step 9).
      const lost = !spot || settled === null || isLost(hands, area, spot)
      // Chips that are back within the lag lay there under a hand.
      const changes = changesIn(steadyTimeline(round, spotOf(box, area), spotLagMs))
      const falls = changes.filter(({ change }) => change < 0)
      if (lost) return falls.map(({ at, change }) => ({ box, area, lost, at, amount: -change, returned: 0 }))
      const [first] = falls
      if (first?.before !== settled) return []
      const returned = returnedIn(changes.slice(changes.indexOf(first) + 1), rack, spotLagMs)
      return [{ box, area, lost, at: first.at, amount: -first.change, returned }]
    }),
  )

/** What the dealer laid there again, out of the rack, until chips left the spot once more. */
const returnedIn = (changes: readonly Changed[], rack: readonly RackLevel[], spotLagMs: number): number => {
  const end = changes.findIndex(({ change }) => change < 0)
  const isGiven = (laid: Changed): boolean =>
    changesOf(rack).some(({ at, amount }) => amount <= -laid.change && Math.abs(at - laid.at) <= spotLagMs)
  const given = changes.slice(0, end < 0 ? undefined : end).filter(isGiven)
  return given.reduce((total, { change }) => total + change, 0)
}

export const sum = (changes: readonly Change[]): number => changes.reduce((total, { amount }) => total + amount, 0)

/** The result with what the dealer took where nothing was lost to him, judged by the rack. */
export const withRack = (result: RoundResult, round: Round, rack: readonly RackLevel[], context: TableContext): RoundResult => {
  if (!context.spots.includes('rack') || context.chipEvidence !== 'payouts' || !result.complete) return result
  const { spotLagMs } = context
  // A payment just before chips are taken looks like a rack read in part. So a rise came from that spot only if it is one both ways.
  const risen = risesOf(stoodOf(rack, spotLagMs))
  const told = risesOf([UNTOLD, ...rack])
  const left = risen.length > 0 ? leftOf(result, round, rack, context) : []
  const [lost, kept] = [left.filter((each) => each.lost), left.filter((each) => !each.lost)]
  const tookBy = (rises: readonly Change[], { at, amount }: Left): boolean => {
    const near = (changes: readonly Change[], withinMs: number) => changes.filter((each) => Math.abs(each.at - at) <= withinMs)
    const came = near(rises, spotLagMs)
    // Chips of several spots taken in one motion are one rise, so what may have been taken rightly meanwhile is not counted.
    const rightly = near(lost, 2 * spotLagMs)
    return came.some((rise) => rise.amount === amount) && sum(came) - sum(rightly) >= sum(near(kept, spotLagMs))
  }
  const wrong = kept.filter((each) => tookBy(risen, each) && tookBy(told, each))
  if (wrong.length === 0) return result
  return { ...result, boxes: result.boxes.map((box) => ({ ...box, spots: spotsAfter(box, wrong) })) }
}

const spotsAfter = ({ box, spots }: BoxResult, wrong: readonly Left[]): BoxResult['spots'] => {
  const after = { ...spots }
  for (const { area, amount, returned, box: of } of wrong) {
    const net = returned - amount
    const spot = after[area]
    if (of !== box || !spot || spot.best.moved === null) continue
    const best = { ...spot.best, moved: spot.best.moved + net }
    after[area] = { ...spot, best, moved: spot.moved === null ? null : spot.moved + net }
  }
  return after
}
