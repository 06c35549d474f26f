/**
 * What becomes of a busted wager while a free hand of its box is open (001 step 9): it is parked on the insurance line until that hand is
 * final, then taken. The rack shows where chips went that left a spot. If anything else may have changed the rack meanwhile, nothing is
 * reported.
 */

import type { Round } from '../engine/evidence/round.ts'
import { bustsIn, spotOf } from '../engine/facts/open-round.ts'
import { type Heard, isBeside, type Movement, mayCoincide, type Span, spotsOf } from '../engine/facts/spots.ts'
import { parksWagers } from '../rules/game/insurance.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

/** A wager that left the insurance line in a way in which it may only go to the rack. */
interface Gone extends Span {
  readonly round: string
  readonly box: number
  readonly hand: number
  readonly amount: number
  readonly cause: string
}

export interface ParkedWatch {
  /** What the rack has still to show. */
  readonly gone: readonly Gone[]
  /** Wagers objected to: round, box and hand. */
  readonly told: readonly string[]
}

export const PARKED_WATCH: Watch<ParkedWatch> = {
  initial: { gone: [], told: [] },
  step(state, sight, context) {
    const { after, heard, settledBefore } = sight
    const { rules, spots, chipEvidence } = context
    const isSensed = spots.includes('ins') && spots.includes('rack') && after.rack.length > 0
    if (!parksWagers(rules) || !isSensed || chipEvidence === 'bets' || chipEvidence === 'stakes') return [state, []]
    const gone = [...state.gone, ...leftLine(sight, context)]
    const returned = gone.filter(({ from, until }) => until < settledBefore && !after.rack.some(({ at }) => at >= from))
    const waiting = gone.filter((each) => each.until >= settledBefore && !(heard !== null && mayBeThese(heard, each)))
    const taken = takenEarly(sight, context).filter((each) => !state.told.includes(keyOf(each)))
    return [
      { gone: waiting, told: [...state.told, ...taken.map(keyOf)].slice(-TOLD_MAX) },
      [
        ...returned.map((each) => objectionTo('FB-DEAD-WAGER-RETURNED', each, 'ins')),
        ...taken.map((each) => objectionTo('FB-DEAD-WAGER-TAKEN-EARLY', each, 'main')),
      ],
    ]
  },
}

/** Only the newest rounds are kept; a round has a few. */
const TOLD_MAX = 16

const keyOf = ({ round, box, hand }: Gone): string => [round, box, hand].join('/')

const objectionTo = (code: 'FB-DEAD-WAGER-RETURNED' | 'FB-DEAD-WAGER-TAKEN-EARLY', gone: Gone, area: 'ins' | 'main'): Objection => {
  const { round, box, hand, amount, cause } = gone
  return proven(code, round, { box, hand, spot: spotOf(box, area), cause, seen: { amount } })
}

/** The wager left the main spot for the rack while a free hand of the box lay there, which got a card after that. */
const takenEarly = ({ after: { current, rack }, settledBefore }: Sight, context: JudgeContext): readonly Gone[] => {
  if (!current) return []
  const { round } = current
  const { told, stood } = spotsOf(round, context)
  return bustsIn(current, context).flatMap(({ box, hand, wager, at: bustAt, beside }): readonly Gone[] => {
    // 001 l.62: under a Push 22 bet the dealer chooses when he takes it.
    if (told(spotOf(box, 'p22')).base.amount > 0) return []
    const left = stood(spotOf(box, 'main')).moves.find(({ at, change }) => at >= bustAt && change === -wager)
    if (!left || left.until >= settledBefore) return []
    // 001 l.70: a hand that a later split makes free was not free when the wager went.
    const isOpen = beside.some(({ first, last }) => first < bustAt && last > left.at)
    const isParked = told(spotOf(box, 'ins')).moves.some(({ at, amount }) => at >= bustAt && amount > 0)
    const isRisen = rack.some(({ at, amount }, nth) => isBeside(left, at) && amount - (rack[nth - 1]?.amount ?? amount) === wager)
    if (
      !isOpen ||
      isParked ||
      !isRisen ||
      othersMoved(round, [spotOf(box, 'main')], (move) => mayCoincide(move, left) && move.change !== 0, context)
    )
      return []
    const { from, at, until, cause } = left
    return [{ round: round.id, box, hand, amount: wager, from, at, until, cause }]
  })
}

/** Chips that come to a spot meanwhile may be these. On the bet of their own box they are back with the player all the same. */
const mayBeThese = ({ spot, change }: Pick<Heard, 'spot' | 'change'>, { box }: Gone): boolean =>
  change > 0 && spot !== 'rack' && spot !== spotOf(box, 'main')

/** Chips left a spot that is none of these, or came to it. So the rack may have changed because of these, or have given out what it got. */
const othersMoved = (round: Round, spots: readonly string[], isMeant: (move: Movement) => boolean, context: JudgeContext): boolean => {
  const { told } = spotsOf(round, context)
  return [...round.moves.keys()].some((other) => !spots.includes(other) && told(other).moves.some(isMeant))
}

/** 001 l.126: a parked wager goes to the rack, on 22 as well. What leaves the line now is such a wager. */
const leftLine = ({ heard, before: { current } }: Sight, context: JudgeContext): readonly Gone[] => {
  if (!heard || heard.change >= 0 || !current || context.chipEvidence !== 'payouts') return []
  const { round } = current
  const { spot, change, from, at, until, cause } = heard
  return bustsIn(current, context).flatMap(({ box, hand, wager, at: bustAt }): readonly Gone[] => {
    if (spot !== spotOf(box, 'ins') || change !== -wager) return []
    const isParked = spotsOf(round, context)
      .told(spot)
      .moves.some((move) => move.at >= bustAt && move.change === wager)
    const isElsewhere = othersMoved(round, [spot, spotOf(box, 'main')], (move) => mayCoincide(move, heard) && move.change > 0, context)
    return isParked && !isElsewhere ? [{ round: round.id, box, hand, amount: wager, from, at, until, cause }] : []
  })
}
