/**
 * What a main spot showed after play where the dealer did not settle it as due: corrected before the settlement ended, or left wrong. Asked
 * only where no reading settles every box as it should be.
 */

import type { Move } from '../evidence/chips.ts'
import { isSplitTwentyOne } from '../game/hand.ts'
import { inChips } from '../game/settle.ts'
import { isOneMisdeed } from './one-misdeed.ts'
import {
  isBeforeCut,
  isDealers,
  isPlayersTime,
  type MoveKind,
  type Settlement,
  type SettlementInput,
  type Verdict,
  waitedFor,
} from './settlement.ts'

/** What the dealer did to a spot, whatever he should have done. */
interface Handled {
  /** Level when he was done with it, or the newest one. */
  readonly amount: number
  /** The same when the round's last card came. */
  readonly before: number
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
const handledBy = (input: SettlementInput, isHis: (move: Move, before: number) => boolean): Handled | null => {
  const { timeline, play, cut, box } = input
  const kinds: MoveKind[] = []
  let { amount, lammers } = play
  let [before, paid, taken] = [amount, 0, 0]
  const takenAt = waitedFor(input)
  if (takenAt === null) return null
  let [firstAt, lastAt, paidAt] = [Number.POSITIVE_INFINITY, takenAt, Number.NEGATIVE_INFINITY]
  let level = amount
  let players = false
  for (const move of timeline.moves.slice(play.from)) {
    if (players) {
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
  return { amount, before, paid, taken, kinds, firstAt, lastAt }
}

const settled = ({ amount, before, paid, taken, kinds, firstAt }: Handled, verdict: Verdict = 'resolved'): Settlement => ({
  verdict,
  settledAmount: amount,
  handled: { before, paid, taken },
  kinds,
  at: firstAt,
  hasty: false,
})

const targetOf = ({ play, due }: SettlementInput): number => play.amount + due.win - due.lose

/** What the hands would be paid if they won. */
const winnings = ({ hands, timeline }: SettlementInput): number =>
  hands.reduce((sum, hand) => sum + inChips(hand.real + hand.lammers, timeline.base.amount), 0)

/**
 * He did it wrong and put it right: what he paid too much came back, what he paid short was brought back and paid anew. Never through
 * less than the bet or what is left of it: a bet that was taken and lies there again may be the player's next one.
 */
export const matchMended = (input: SettlementInput): Settlement | null => {
  if (input.evidence !== 'payouts') return null
  const target = targetOf(input)
  const least = Math.min(input.play.amount, target)
  const handled = handledBy(input, (move) => move.at >= input.settleFrom && move.amount >= least)
  if (handled === null || handled.amount !== target) return null
  if (handled.kinds.filter(isDealers).length < 2) return null
  // Whoever takes a hand for a winner pays it as one.
  if (input.due.win === 0 && handled.paid > 0 && handled.paid !== winnings(input)) return null
  // The last thing that happens to a spot may be that its player takes what lies there.
  const isCollected = target === 0 && input.cut.kind === 'after' && input.cut.box === input.box
  return isCollected ? null : settled(handled)
}

/** The movement after the last one of the dealer. */
const nextMove = ({ timeline, play }: SettlementInput, { kinds }: Handled): Move | null => {
  const at = kinds.indexOf('player')
  return at < 0 ? null : (timeline.moves[play.from + at] ?? null)
}

/** Another player has collected or bet anew between the last payment, or where nothing was due the last of play, and this. */
const isBehindOthers = ({ cut, settleFrom, othersMoved }: SettlementInput, next: Move): boolean => {
  if (cut.kind !== 'after' && cut.kind !== 'nothing-due') return false
  return othersMoved(cut.kind === 'after' ? cut.at : Math.max(settleFrom, cut.played ?? settleFrom), next.at)
}

/**
 * Chips that come to a bet still to be paid, or as many as some of its hands would win, are a payment, unless another player has collected or
 * bet anew: then its own player lays more. Whole bets still to be paid, and as much as is due, are one at any time.
 */
const looksPaid = (input: SettlementInput, handled: Handled): boolean => {
  const { timeline, due } = input
  const next = nextMove(input, handled)
  const raise = next === null ? 0 : next.amount - handled.amount
  const isOver = next !== null && isBehindOthers(input, next)
  const isWhole = timeline.base.amount > 0 && raise % timeline.base.amount === 0
  const isDue = raise === winnings(input) || raise === due.win
  const mayBePaid = due.win > 0 ? isWhole || !isOver : !isOver && isWon(raise, input)
  // A lammer that lies there alone is a bet as well.
  const isBet = handled.amount > 0 || (next?.lammers ?? 0) > 0
  return raise > 0 && isBet && (isDue || mayBePaid)
}

const isSumOf = (amount: number, parts: readonly number[]): boolean =>
  parts.reduce<readonly number[]>((known, part) => known.flatMap((sum) => [sum, sum + part]), [0]).includes(amount)

/** As much as the stakes of some of its hands, and as much as some of them would be paid. */
const isStakes = (amount: number, { hands, timeline }: SettlementInput): boolean =>
  isSumOf(
    amount,
    hands.map(({ real }) => inChips(real, timeline.base.amount)),
  )
const isWon = (amount: number, { hands, timeline }: SettlementInput): boolean =>
  isSumOf(
    amount,
    hands.map(({ real, lammers }) => inChips(real + lammers, timeline.base.amount)),
  )

/** Of a lost bet the dealer took nothing: more came to it, its player left a part of it as his next bet, or by the rack it was he who took it. */
const isUntaken = ({ timeline, play, due }: SettlementInput): boolean => {
  const after = timeline.moves.slice(play.from)
  return due.win === 0 && after.every(({ amount, by }, nth) => by === 'player' || amount > 0 || amount === (after[nth - 1] ?? play).amount)
}

/** He is done with the spot: until then nobody knows what he does wrong there. */
const isDone = ({ cut }: SettlementInput, { kinds }: Handled): boolean =>
  (cut.kind !== 'open' && cut.kind !== 'any') || kinds.includes('player')

/**
 * He settled it wrong: paid in any parts, or took, but not both, and not what was due; or he paid early, and in the end took what was lost.
 * `twice`: more than one thing may be wrong with the hands of the spot.
 */
export const matchWrongly = (input: SettlementInput, twice: boolean): Settlement | null => {
  if (input.evidence !== 'payouts') return null
  const target = targetOf(input)
  let [direction, paid, paidEarly, paidLate] = [0, false, false, false]
  const handled = handledBy(input, (move, before) => {
    const way = Math.sign(move.amount - before)
    // A natural was paid its price.
    const isWhole = isWon(before - input.play.amount, input) || input.hands[0]?.ended === 'natural'
    const isTakenBack = paidEarly && !paidLate && isWhole && move.at >= input.settleFrom && way < 0 && move.amount === target
    if (isTakenBack) return true
    // Taken back with the bets that lost, it is paid anew with what won.
    const isAnew = paidEarly && !paidLate && direction < 0 && way > 0 && move.at >= input.settleFrom && move.amount === target
    if (isAnew) return true
    paidEarly ||= !input.settledEarly && way > 0 && move.at < input.settleFrom
    paidLate ||= way > 0 && move.at >= input.settleFrom
    // Of several hands some are paid and some taken; who takes all after a payment, or what is no stake, collects it.
    const both = input.hands.length > 1 && !(paid && (move.amount === 0 || !isStakes(before - move.amount, input)))
    const same = direction === 0 || direction === way || both
    if (same) direction = way
    paid ||= same && way > 0
    return same
  })
  if (handled === null) return null
  // Paid as due, only too early; what the hands lose after all still waits to be taken back.
  const early = handled.firstAt < input.settleFrom && !input.settledEarly
  if (early && (handled.firstAt < input.playedAt || handled.kinds.find((kind) => kind !== 'lammer') !== 'pay')) return null
  const isToBePaidAnew = direction < 0 && handled.amount === input.play.amount - input.due.lose
  const isWaiting = early && input.cut.kind === 'open' && (isToBePaidAnew || isWon(handled.amount - input.play.amount, input))
  if ((handled.amount === target) !== early && !isWaiting && input.hands[0]?.ended !== 'natural') return null
  if (handled.amount === target && !early) return null
  // Paid early, a box has still to be settled for what it lost: by the sum of its hands, too, something moves then.
  if (early && !isWaiting && input.due.lose > 0 && handled.lastAt < input.settleFrom) return null
  const { hands, due, timeline } = input
  const isCounted = !twice && !early && hands.length > 1
  if (isCounted && !isOneMisdeed(hands, due, timeline.base.amount, handled, isDone(input, handled))) return null
  // Where nothing was settled no chip moved that was to be paid or taken; a player may add to what nobody took, or take it back.
  const moved = handled.kinds.find((kind) => kind !== 'lammer') !== undefined
  const isSettling = moved && !early && !input.settledEarly
  const isTouched = handled.kinds.includes('pay') || (input.due.lose > 0 && !isUntaken(input))
  if (input.cut.kind === 'nothing-due' && isSettling && isTouched) return null
  // Nobody bets anew on chips that are still to be paid, while others wait as well; on those he was paid early as many as his bet are a payment.
  const next = nextMove(input, handled)
  const raise = (next?.amount ?? 0) - handled.amount
  const isPayment = early && raise % input.timeline.base.amount === 0
  // Who paid whole stakes where no prize is due may be done with the spot: what comes then may be the player's, unless it is a natural's price.
  const isWhole = isWon(input.due.win, input) && (isStakes(handled.paid, input) || isWon(handled.paid, input))
  const isNatural = raise === input.natural && hands.some(isSplitTwentyOne)
  const isWaited = handled.amount < target && (!isWhole || isNatural) && !(next && isBehindOthers(input, next))
  if (raise > 0 && (isPayment || isWaited) && handled.amount > input.play.amount) return null
  if (!handled.kinds.includes('pay') && looksPaid(input, handled)) return null
  return settled(handled, isWaiting && handled.amount !== target && input.hands[0]?.ended !== 'natural' ? 'unresolved' : 'resolved')
}
