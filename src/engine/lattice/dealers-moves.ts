/** What the dealer did to a spot, rightly or wrongly: the dealer's movements one after the other, and what the dealer put right. */

import { inChips, isSumOf } from '../../rules/game/settle.ts'
import type { Move } from '../evidence/chips.ts'
import { isHouses } from '../evidence/spot-track.ts'
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
  /** Level when the dealer was done with the spot, or the newest one. */
  readonly amount: number
  /** The level he had left when the round's last card came. */
  readonly before: number
  /** The highest level in between. */
  readonly most: number
  /** Sums of all his payments and of all that he took. */
  readonly paid: number
  readonly taken: number
  readonly kinds: readonly MoveKind[]
  /** Event time of his first and his last movement there. */
  readonly firstAt: number
  readonly lastAt: number
}

/**
 * Movements up to the cut are the dealer's as long as `isHis` says so. Those that follow are the player's and have to wait for the cut,
 * unless he `mayCollect` what he was paid too early. null: the spot shows something else.
 */
export const dealersMoves = (
  input: SettlementInput,
  isHis: (move: Move, before: number) => boolean,
  mayCollect = false,
): DealersMoves | null => {
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
      // Lammers are taken when their hand is settled. To take them earlier is another error.
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
      // If the dealer took everything, a new bet is the next round's. Nobody else collects while cards are dealt.
      const isNextBet = taken > 0 && level === 0
      const isLaidAgain = (): boolean =>
        timeline.moves.some(({ at, amount }) => at > move.at && at < input.settleFrom && amount > move.amount)
      const isCollected = mayCollect && paid > 0 && move.amount < level && !isLaidAgain()
      if (!input.settledEarly && !isCollected && (move.at < input.settleFrom || !(isNextBet || isPlayersTime(move, input)))) return null
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

/** Is this what some of the hands would be paid if they had won? A hand with lammers may be paid on its real chips alone. */
const isPaidAsWon = (paid: number, { hands, timeline }: SettlementInput): boolean => {
  const live = hands.filter(({ ended }) => ended !== 'bust' && ended !== 'surrender')
  const prices = live.map(({ real, lammers }) => [real, real + lammers].map((units) => inChips(units, timeline.base.amount)))
  return isSumOf(paid, prices)
}

/**
 * The dealer settled the spot wrongly and put it right: he took back what he had paid too much, took back a short payment and paid it anew,
 * or laid back what he had taken. Unless the rack shows that chips were the dealer's, the level never goes below the bet or what is left of
 * it: a bet that was taken and lies there again may be the player's next one.
 */
export const matchMended = (input: SettlementInput): Settlement | null => {
  if (input.evidence !== 'payouts') return null
  const target = input.play.amount + input.due.win - input.due.lose
  const least = input.play.amount - input.due.lose
  const mayBeHis = (move: Move, before: number): boolean =>
    move.at >= input.settleFrom && (Math.min(move.amount, before) >= least || isHouses(move))
  // Once the spot shows what is due, the dealer may be done. Later movements are then the player's.
  const { moves } = input.timeline
  const ends = moves.flatMap(({ amount }, nth) => (amount === target ? [nth + 1] : [])).reverse()
  for (const end of [moves.length, ...ends]) {
    const mended = mendedBy(input, target, (move, before) => moves.indexOf(move) < end && mayBeHis(move, before))
    if (mended !== null) return mended
  }
  return paidInParts(input)
}

/**
 * The dealer paid a part or too much, the player picked up what lay there, and the dealer put it right: on the empty spot or on the next bet only if the
 * rack shows it. null: the spot shows something else.
 */
const paidInParts = (input: SettlementInput): Settlement | null => {
  const { play, timeline, due, settleFrom, box, cut } = input
  if (due.lose > 0 || due.win === 0) return null
  const kinds: MoveKind[] = []
  let [level, paid, picked, firstAt, lastAt] = [play.amount, 0, 0, Number.POSITIVE_INFINITY, 0]
  let isBetOn = false
  for (const move of timeline.moves.slice(play.from)) {
    const change = move.amount - level
    const isSettled = paid === due.win
    const isRackNeeded = change < 0 || isBetOn || level === 0
    const mayBeHis = move.at >= settleFrom && isBeforeCut(move, box, cut) && (isRackNeeded ? isHouses(move) : move.by !== 'player')
    if (change === 0) kinds.push('lammer')
    else if (level === 0 && picked > 0 && move.by === undefined && change > due.win - paid) {
      kinds.push('player')
      isBetOn = true
    } else if (!isSettled && mayBeHis && (change > 0 || paid + change >= due.win)) {
      kinds.push(change > 0 ? 'pay' : 'take')
      paid += change
      firstAt = Math.min(firstAt, move.at)
      lastAt = move.at
    } else if (
      move.by !== 'dealer' &&
      (isSettled || (isPlayersTime(move, input) && change < 0 && [play.amount, 0].includes(move.amount)))
    ) {
      kinds.push('player')
      if (!isSettled) picked += 1
    } else return null
    level = move.amount
  }
  if (paid !== due.win || picked === 0 || (cut.kind === 'after' && box === cut.box && lastAt !== cut.at)) return null
  return { verdict: 'resolved', settledAmount: play.amount + paid, kinds, at: firstAt, hasty: false, mended: true }
}

const mendedBy = (input: SettlementInput, target: number, isHis: (move: Move, before: number) => boolean): Settlement | null => {
  const handled = dealersMoves(input, isHis)
  if (handled === null || handled.amount !== target) return null
  if (handled.kinds.filter(isDealers).length < 2) return null
  // A dealer who mistakes a hand for a winner pays it as a winner.
  const paid = handled.most - input.play.amount
  if (input.due.win === 0 && paid > 0 && !isPaidAsWon(paid, input)) return null
  // If the settlement ends with this spot empty, its player may simply have collected what lay there.
  const isCollected = target === 0 && input.cut.kind === 'after' && input.cut.box === input.box
  return isCollected ? null : { ...settlementOf(handled), mended: true }
}

/**
 * The dealer has just paid too much, and has still to take it back. Until he turns to another bet, this looks the same as a bet that the
 * player lays on the chips there. Up to then the dealer has done what was due, or has mistaken a bet that tied or lost for a winner.
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
  // The chips are more likely the player's next bet.
  return { ...settlementOf(handled, 'unresolved'), hasty: true }
}
