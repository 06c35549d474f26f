/** What the dealer did to a spot, rightly or wrongly: the dealer's movements one after the other, and what the dealer put right. */

import type { Move } from '../evidence/chips.ts'
import { inChips } from '../game/settle.ts'
import {
  isBeforeCut,
  isDealers,
  isPlayersTime,
  type MoveKind,
  partsTaken,
  type Settlement,
  type SettlementInput,
  type Verdict,
  waitedFor,
} from './settlement.ts'

export interface DealersMoves {
  /** Level when he was done with it, or the newest one. */
  readonly amount: number
  /** The same when the round's last card came. */
  readonly before: number
  /** The highest in between. */
  readonly most: number
  /** All of it. */
  readonly paid: number
  readonly taken: number
  readonly kinds: readonly MoveKind[]
  /** Event time of his first and his last movement there. */
  readonly firstAt: number
  readonly lastAt: number
}

/**
 * Movements up to the cut are the dealer's as long as `isHis` says so; what comes then is the player's, and waits for the cut. null: the
 * spot shows something else.
 */
export const dealersMoves = (input: SettlementInput, isHis: (move: Move, before: number) => boolean): DealersMoves | null => {
  const { timeline, play, cut, box } = input
  const kinds: MoveKind[] = []
  let { amount, lammers } = play
  let [before, most, paid, taken] = [amount, amount, 0, 0]
  const takenAt = waitedFor(input)
  if (takenAt === null) return null
  let [firstAt, lastAt, paidAt] = [Number.POSITIVE_INFINITY, takenAt, Number.NEGATIVE_INFINITY]
  let level = amount
  let players = false
  for (const move of timeline.moves.slice(play.from)) {
    if (players) {
      if (move.by === 'dealer') return null
      kinds.push('player')
      continue
    }
    if (move.lammers > lammers) return null
    lammers = move.lammers
    if (move.amount === level) {
      // Lammers go with the settlement of their hand: that they went before is another error.
      if (!input.settledEarly && move.at < input.settleFrom && paidAt < input.freePlayedAt) return null
      kinds.push('lammer')
      continue
    }
    if (move.by !== 'player' && (input.settledEarly || move.at < input.settleFrom || isBeforeCut(move, box, cut)) && isHis(move, level)) {
      kinds.push(move.amount > level ? 'pay' : 'take')
      firstAt = Math.min(firstAt, move.at)
      lastAt = move.at
      if (move.amount > level) paidAt = move.at
      amount = move.amount
      if (move.at < input.settleFrom) before = amount
      most = Math.max(most, amount)
      paid += Math.max(0, move.amount - level)
      taken += Math.max(0, level - move.amount)
    } else {
      if (move.by === 'dealer') return null
      // Where the dealer took all, a bet is the next round's; nobody collects while cards are dealt.
      const isNextBet = taken > 0 && level === 0
      if (!input.settledEarly && (move.at < input.settleFrom || !(isNextBet || isPlayersTime(move, input)))) return null
      players = true
      kinds.push('player')
    }
    level = move.amount
  }
  if (cut.kind === 'after' && box === cut.box && lastAt !== cut.at) return null
  return { amount, before, most, paid, taken, kinds, firstAt, lastAt }
}

export const settlementOf = ({ amount, kinds, firstAt }: DealersMoves, verdict: Verdict = 'resolved'): Settlement => ({
  verdict,
  settledAmount: amount,
  kinds,
  at: firstAt,
  hasty: false,
})

/** Would some of the hands be paid as much if they had won? One of a free double may be paid on its real chips alone. */
const isPaidAsWon = (paid: number, { hands, timeline }: SettlementInput): boolean => {
  let sums = [0]
  for (const { ended, real, lammers } of hands) {
    if (ended === 'bust' || ended === 'surrender') continue
    const prices = [real, real + lammers].map((units) => inChips(units, timeline.base.amount))
    sums = [...new Set(sums.flatMap((sum) => [sum, ...prices.map((price) => sum + price)]))]
  }
  return sums.includes(paid)
}

/**
 * He did it wrong and put it right: what he paid too much came back, what he paid short was brought back and paid anew, what he took was laid
 * there again. Without the rack never through less than the bet or what is left of it: a bet that was taken and lies there again may be the
 * player's next one.
 */
export const matchMended = (input: SettlementInput): Settlement | null => {
  if (input.evidence !== 'payouts') return null
  const target = input.play.amount + input.due.win - input.due.lose
  const least = input.play.amount - input.due.lose
  const mayBeHis = ({ at, amount, by }: Move, before: number): boolean =>
    at >= input.settleFrom && (Math.min(amount, before) >= least || by === 'dealer' || by === 'rack')
  // Once it lies there as due he may be done, and what moves then is its player's.
  const { moves } = input.timeline
  const ends = moves.flatMap(({ amount }, nth) => (amount === target ? [nth + 1] : [])).reverse()
  for (const end of [moves.length, ...ends]) {
    const mended = mendedBy(input, target, (move, before) => moves.indexOf(move) < end && mayBeHis(move, before))
    if (mended !== null) return mended
  }
  return null
}

const mendedBy = (input: SettlementInput, target: number, isHis: (move: Move, before: number) => boolean): Settlement | null => {
  const handled = dealersMoves(input, isHis)
  if (handled === null || handled.amount !== target) return null
  if (handled.kinds.filter(isDealers).length < 2) return null
  // A dealer who takes a hand for a winner pays it as one.
  const paid = handled.most - input.play.amount
  if (input.due.win === 0 && paid > 0 && !isPaidAsWon(paid, input)) return null
  // The last thing that happens to a spot may be that its player takes what lies there.
  const isCollected = target === 0 && input.cut.kind === 'after' && input.cut.box === input.box
  return isCollected ? null : { ...settlementOf(handled), mended: true }
}

/**
 * He has just paid too much, and is still to take it back: until he turns to another bet nobody can tell that from a bet that its player lays on what
 * lies there. Up to then he has done as was due, or has taken a bet that tied or lost for a winner.
 */
export const matchOverpaid = (input: SettlementInput): Settlement | null => {
  const { evidence, play, due, cut, settleFrom } = input
  if (evidence !== 'payouts' || (cut.kind !== 'open' && cut.kind !== 'any')) return null
  const target = play.amount + due.win - due.lose
  const isHis = ({ at, amount }: Move, before: number): boolean =>
    at >= settleFrom && before <= target && (amount > before || partsTaken(before - amount, due))
  const handled = dealersMoves(input, isHis)
  if (handled === null || handled.amount <= target || handled.kinds.at(-1) !== 'pay') return null
  if (due.win === 0 && !isPaidAsWon(handled.amount - target, input)) return null
  // It is more likely his player's next bet.
  return { ...settlementOf(handled, 'unresolved'), hasty: true }
}
