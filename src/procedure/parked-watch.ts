/**
 * What becomes of a busted wager while a free hand of its box is open (001 step 9): it is parked on the insurance line until that hand is
 * finalized, then taken. The rack tells where chips went that left a spot: where anything else may have changed it meanwhile nothing is said.
 */

import { fullOf } from '../engine/errors/answers.ts'
import { type Round, spotOf, timelineOf } from '../engine/evidence/round.ts'
import { steadyTimeline } from '../engine/evidence/steady.ts'
import { type Hand, isFreeHand } from '../engine/game/hand.ts'
import type { OpenRound } from '../engine/state/open-round.ts'
import type { TableState } from '../engine/state/table-state.ts'
import { parksWagers } from './catalogue/row.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Sight } from './watch.ts'

/** A wager that left the insurance line as it may only go to the rack. */
interface Gone {
  readonly round: string
  readonly box: number
  readonly hand: number
  readonly amount: number
  /** Event time at which it was told. */
  readonly at: number
  readonly cause: string
}

export interface ParkedWatch {
  /** What the rack has still to show. */
  readonly gone: readonly Gone[]
  /** Wagers objected to: round, box and hand. */
  readonly told: readonly string[]
}

export const initialParked = (): ParkedWatch => ({ gone: [], told: [] })

type Step = readonly [ParkedWatch, readonly Objection[]]

export const watchParked = (state: ParkedWatch, sight: Omit<Sight, 'events'>, context: JudgeContext): Step => {
  const { rules, spots, spotLagMs, chipEvidence } = context
  const isSensed = spots.includes('ins') && spots.includes('rack') && sight.after.rack.length > 0
  if (!parksWagers(rules) || !isSensed || chipEvidence === 'bets' || chipEvidence === 'stakes') return [state, []]
  const { after } = sight
  const isDue = ({ at }: Gone): boolean => after.now > at + 2 * spotLagMs
  const gone = [...state.gone, ...leftLine(sight, context)]
  const returned = gone.filter((each) => isDue(each) && !isRackChanged(after, each.at, spotLagMs))
  // Chips that come to a spot meanwhile may be these.
  const waiting = isRise(sight) ? [] : gone.filter((each) => !isDue(each))
  const taken = takenEarly(after, context).filter((each) => !state.told.includes(keyOf(each)))
  return [
    { gone: waiting, told: [...state.told, ...taken.map(keyOf)].slice(-TOLD_MAX) },
    [
      ...returned.map((each) => objectionTo('FB-DEAD-WAGER-RETURNED', each, 'ins')),
      ...taken.map((each) => objectionTo('FB-DEAD-WAGER-TAKEN-EARLY', each, 'main')),
    ],
  ]
}

/** Of the newest rounds; a round has a few. */
const TOLD_MAX = 16

const isRise = ({ observation, before }: Pick<Sight, 'observation' | 'before'>): boolean =>
  observation?.kind === 'spot' && observation.spot !== 'rack' && observation.amount > (before.levels.get(observation.spot)?.amount ?? 0)

const keyOf = ({ round, box, hand }: Gone): string => [round, box, hand].join('/')

const objectionTo = (code: 'FB-DEAD-WAGER-RETURNED' | 'FB-DEAD-WAGER-TAKEN-EARLY', gone: Gone, area: 'ins' | 'main'): Objection => {
  const { round, box, hand, amount, cause } = gone
  return proven(code, round, { box, hand, spot: spotOf(box, area), cause, seen: { amount } })
}

interface Busted {
  readonly index: number
  readonly box: number
  readonly at: number
  readonly hand: Hand
  readonly others: readonly Hand[]
  /** Minor units. */
  readonly wager: number
  /** Event time of its last card. */
  readonly bustAt: number
}

/** Hands gone bust in every reading with chips of their own, none of them a free hand. */
const bustedIn = (current: OpenRound, context: JudgeContext): readonly Busted[] => {
  const { round, rivals, doubted } = current
  const full = fullOf(current, context)
  if (round.incomplete !== null || rivals.length > 0 || doubted || !full?.best) return []
  return full.best.stories.flatMap(({ hands }, index) => {
    const box = round.boxes[index] ?? 0
    const bet = timelineOf(round, spotOf(box, 'main'), context.spotLagMs).base.amount
    return hands.flatMap((hand, at): readonly Busted[] => {
      if (hand.ended !== 'bust' || hand.real === 0 || isFreeHand(hand) || !full.agreesOn(index, at, hand.positions, null)) return []
      const bustAt = lastCardAt(round, hand)
      return [{ index, box, at, hand, others: hands.filter((other) => other !== hand), wager: Math.round(hand.real * bet), bustAt }]
    })
  })
}

const firstCardAt = ({ cards }: Round, { positions }: Hand): number => cards[positions[0] ?? -1]?.at ?? Number.NEGATIVE_INFINITY
const lastCardAt = ({ cards }: Round, { positions }: Hand): number => cards[positions.at(-1) ?? -1]?.at ?? Number.NEGATIVE_INFINITY

/** It left the main spot for the rack while a free hand of the box lay there, which got a card after that. */
const takenEarly = (state: TableState, context: JudgeContext): readonly Gone[] => {
  const { current, rack, now } = state
  const { spotLagMs } = context
  if (!current) return []
  const { round } = current
  return bustedIn(current, context).flatMap(({ box, at, others, wager, bustAt }): readonly Gone[] => {
    // 001 l.62: under a Push 22 bet the dealer chooses when he takes it.
    if (timelineOf(round, spotOf(box, 'p22'), spotLagMs).base.amount > 0) return []
    const { base, moves } = steadyTimeline(round, spotOf(box, 'main'), spotLagMs)
    const left = moves.find((move, nth) => move.at >= bustAt && (moves[nth - 1] ?? base).amount - move.amount === wager)
    if (!left || now <= left.at + 2 * spotLagMs) return []
    // 001 l.70: one that a later split makes free was none when the wager went.
    const isOpen = others.some((other) => isFreeHand(other) && firstCardAt(round, other) < bustAt && lastCardAt(round, other) > left.at)
    const isParked = timelineOf(round, spotOf(box, 'ins'), spotLagMs).moves.some((move) => move.at >= bustAt && move.amount > 0)
    const risen = rack.some(
      (level, nth) => Math.abs(level.at - left.at) <= spotLagMs && level.amount - (rack[nth - 1]?.amount ?? level.amount) === wager,
    )
    if (!isOpen || isParked || !risen || othersMoved(round, spotOf(box, 'main'), left.at, spotLagMs, 'at all')) return []
    return [{ round: round.id, box, hand: at + 1, amount: wager, at: left.at, cause: left.cause }]
  })
}

/** Chips left another spot about then, or came to it: the rack may have changed by these, or have given what it got. */
const othersMoved = (round: Round, spot: string, at: number, spotLagMs: number, how: 'at all' | 'up'): boolean =>
  [...round.moves.keys()].some((other) => {
    const { base, moves } = timelineOf(round, other, spotLagMs)
    const isMove = (change: number): boolean => (how === 'up' ? change > 0 : change !== 0)
    return (
      other !== spot &&
      moves.some((move, nth) => Math.abs(move.at - at) <= 2 * spotLagMs && isMove(move.amount - (moves[nth - 1] ?? base).amount))
    )
  })

/** On 22 a parked wager goes to the rack like any lost one; what leaves the line now is such a wager. */
const leftLine = ({ observation, before }: Omit<Sight, 'events'>, context: JudgeContext): readonly Gone[] => {
  const { current } = before
  if (observation?.kind !== 'spot' || observation.late || !current || context.chipEvidence !== 'payouts') return []
  const { spot, amount, at: toldAt, cause } = observation
  const fell = (before.levels.get(spot)?.amount ?? 0) - amount
  const full = fullOf(current, context)
  const has22 = full?.dealers.every(({ run }) => run.done && run.total === 22) === true && full.over >= full.count
  if (fell <= 0 || !has22) return []
  return bustedIn(current, context).flatMap(({ box, at, wager, bustAt }): readonly Gone[] => {
    const { base, moves } = timelineOf(current.round, spotOf(box, 'ins'), context.spotLagMs)
    const isParked = moves.some((move, nth) => move.at >= bustAt && move.amount - (moves[nth - 1] ?? base).amount === wager)
    if (spot !== spotOf(box, 'ins') || fell !== wager || !isParked || othersMoved(current.round, spot, toldAt, context.spotLagMs, 'up'))
      return []
    return [{ round: current.round.id, box, hand: at + 1, amount: wager, at: toldAt, cause }]
  })
}

const isRackChanged = ({ rack }: TableState, since: number, spotLagMs: number): boolean => rack.some(({ at }) => at >= since - spotLagMs)
