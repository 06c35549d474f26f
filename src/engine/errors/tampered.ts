/** What a change of a bet in play may be called by: a stake or a surrender allowed or not, a bust stake rightly taken, or none of these. */
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import type { Hand } from '../game/hand.ts'
import { inChips, surrenderTaken } from '../game/settle.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { DealersError, Solution, Tampering } from '../lattice/reading.ts'

/** Of these readings those for which the change has no other name. */
export const tamperedWith = (round: Round, solution: Solution, error: DealersError, tampering: Tampering, reader: Reader): Solution => {
  const isOther = otherwiseNamed(round, solution, tampering, reader)
  return isOther ? readRound(round, { ...reader, error, only: (box, _hand, hand) => box !== tampering.box || !isOther(hand) }) : solution
}

/**
 * Hands of the box by which it has: with as many cards behind it as behind a double of an odd amount it is that; the stake of a hand that had
 * gone bust was rightly taken. null: there are none.
 */
const otherwiseNamed = (round: Round, solution: Solution, tampering: Tampering, reader: Reader): ((hand: Hand) => boolean) | null => {
  const { name, box, at, gone, before } = tampering
  const next = round.cards.filter((card) => card.at <= at).length
  if (name !== 'LIVE-TAKEN-AS-BUST')
    return isStake(round, solution, tampering, reader) ? ({ positions }) => positions.filter((each) => each >= next).length === 1 : null
  // What was not put back is looked at as it was taken.
  if (gone) return null
  const bet = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), reader.context.spotLagMs).base.amount
  return ({ ended, real, positions }) => ended === 'bust' && inChips(real, bet) === before && positions.every((position) => position < next)
}

/**
 * As much as the bet laid on the box whose turn it was, or half of it taken: a double, a split or a surrender, allowed or not. Another amount
 * that was settled with the bet, and at most one card behind it: a double for that much.
 */
export const isStake = (round: Round, { best }: Solution, tampering: Tampering, { context }: Reader): boolean => {
  const { name, box, level, before, at, counts } = tampering
  const story = best?.stories[box]
  if (!story || (name !== 'BET-CAPPED' && name !== 'BET-PINCHED')) return false
  const next = round.cards.filter((card) => card.at <= at).length
  const isTurn = story.start <= next && (next < story.end || (next === story.end && story.hands.at(-1)?.ended === 'stand'))
  const { base, moves } = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs)
  const half = surrenderTaken(base.amount, context.rules, context.money)
  // A whole stake that goes is a hand's.
  if (name === 'BET-PINCHED') return (before - level) % base.amount === 0 || (isTurn && before - level === half)
  const taken = moves.find((move) => move.at > at && move.amount < level)
  return isTurn && (level - before === base.amount || ((counts || taken?.amount === 0) && story.end - next === 1))
}
