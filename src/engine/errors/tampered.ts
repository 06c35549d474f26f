/** What a change of a bet in play may be called by: a stake or a surrender allowed or not, a bust stake rightly taken, or none of these. */
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { inChips, surrenderTaken } from '../game/settle.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { DealersError, HandInReading, Solution, Tampering } from '../lattice/reading.ts'

/** Of these readings those for which the change has no other name. */
export const tamperedWith = (round: Round, solution: Solution, error: DealersError, tampering: Tampering, reader: Reader): Solution => {
  const isOther = otherwiseNamed(round, tampering, reader)
  if (isOther === null) return solution
  return readRound(round, { ...reader, error, only: (held) => held.box !== tampering.box || !isOther(held) })
}

type IsNamed = (held: HandInReading) => boolean

/** Hands of the box by which it has: the stake of a hand that had gone bust was rightly taken. null: there are none. */
const otherwiseNamed = (round: Round, tampering: Tampering, reader: Reader): IsNamed | null => {
  const { name, box, at, gone, before } = tampering
  const next = round.cards.filter((card) => card.at <= at).length
  if (name === 'BET-CAPPED') return asStake(round, tampering, next, reader)
  if (name === 'BET-PINCHED') return asSurrender(round, tampering, next, reader)
  // What was not put back is looked at as it was taken.
  if (name !== 'LIVE-TAKEN-AS-BUST' || gone) return null
  const bet = mainOf(round, box, reader).base.amount
  return ({ hand: { ended, real, positions } }) =>
    ended === 'bust' && inChips(real, bet) === before && positions.every((position) => position < next)
}

const mainOf = (round: Round, box: number, { context }: Reader) =>
  timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs)

/** The hand's decision was due: with the card at `next`, or it stood there. */
const hasTurn = ({ start, end, hand }: HandInReading, next: number): boolean =>
  start <= next && (next < end || (next === end && (hand.ended === 'stand' || hand.ended === null)))

/**
 * As much as the bet laid on the hand whose turn it was: a double or a split, allowed or not. Another amount that was settled with the bet, and one
 * card behind it: a double for that much. Nobody raises a bet that he has lost, and what is taken with it was no raise.
 */
const asStake = (round: Round, { box, level, before, at, counts }: Tampering, next: number, reader: Reader): IsNamed | null => {
  const { base, moves } = mainOf(round, box, reader)
  const isTaken = moves.find((move) => move.at > at && move.amount < level)?.amount === 0
  const isWhole = level - before === base.amount
  if (!isWhole && !isTaken && !counts) return null
  return (held) => {
    const behind = held.hand.positions.filter((position) => position >= next).length
    if (isTaken && held.hand.ended === 'bust' && !held.hand.fromSplit && behind === 0) return true
    return hasTurn(held, next) && (isWhole || behind === 1)
  }
}

/** A whole stake that goes is a hand's; half of a bet taken from the hand whose turn it was is a surrender. */
const asSurrender = (round: Round, { box, level, before }: Tampering, next: number, reader: Reader): IsNamed | null => {
  const bet = mainOf(round, box, reader).base.amount
  if ((before - level) % bet === 0) return () => true
  const { rules, money } = reader.context
  return before - level === surrenderTaken(bet, rules, money) ? (held) => hasTurn(held, next) : null
}
