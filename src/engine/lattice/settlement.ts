/**
 * Does what a main spot showed after play fit what its hands are due? Every level after play is a settlement movement of the dealer
 * until the box is settled, or the whole table, if players wait for that. Afterwards it is the player's own (collecting, leaving,
 * betting anew). Which movement was the last of the settlement is unknown, so readings are summed over that choice (`Cut`).
 */

import type { Hand } from '../../rules/game/hand.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { isSumOf } from '../../rules/game/settle.ts'
import type { ChipEvidence } from '../../rules/table.ts'
import type { InPlay, Move, Timeline } from '../evidence/chips.ts'

/** Where the table's settlement ended: not yet, nowhere (nothing was due), or with one movement of one box. */
export type Cut = (
  | { readonly kind: 'open' }
  | { readonly kind: 'nothing-due' }
  | { readonly kind: 'after'; readonly at: number; readonly box: number }
  /** A first look at what can fit at all. */
  | { readonly kind: 'any' }
) & {
  /** Event time of the last movement in play after the last card, such as a bust stake taken; left out: there was none. */
  readonly played?: number
}

/** What a box's main spot is due in a story against one final hand of the dealer. */
export interface BoxDue {
  /** Sum of what winning hands are paid, minor units. */
  readonly win: number
  /** The part of it that is a prize, which the dealer lays last. @default 0 */
  readonly prize?: number
  /** Sum of the stakes of hands that lost to the dealer, bust stakes not yet taken included. */
  readonly lose: number
  /** Stakes still to be taken, one a hand. */
  readonly losses: readonly number[]
  /** The player's net gain over the whole round. */
  readonly total: number
  readonly outcomes: readonly Outcome[]
  /** What it may be due instead, depending on the suit of a card that was not read. */
  readonly or?: readonly BoxDue[]
}

export interface SettlementInput {
  readonly box: number
  readonly hands: readonly Hand[]
  readonly due: BoxDue
  readonly play: InPlay
  readonly timeline: Timeline
  readonly evidence: ChipEvidence
  /** What a natural is paid on the bet. */
  readonly natural: number
  /** Event time before which nothing is settled: the round's last card, or when its last hand had been served. */
  readonly settleFrom: number
  /** Event time of the last card, whatever the pointer says: from then on no bet may become larger. */
  readonly lastCardAt: number
  /** Event time at which the first hand that did not go bust was over: that of its last card. */
  readonly playedAt: number
  /** Event time at which the first hand carried by lammers was over: that of its last card. */
  readonly freePlayedAt: number
  readonly now: number
  readonly spotLagMs: number
  /** A natural paid before play, even money, a surrender: the movements may come at any time after the deal. */
  readonly settledEarly: boolean
  readonly cut: Cut
  /**
   * May the player have collected what he was paid before the dealer's hand was complete? Without a pointer that is asked of naturals alone: any
   * payment after which a card comes would be one too early.
   */
  readonly collectsEarly: boolean
  /** Players may collect as soon as their own box is settled (`collectAfter: box-settled`). */
  readonly collectAtOnce: boolean
  /** Event time until which the dealer was still taking side bets, and nobody laid a new bet. */
  readonly busyUntil: number
  /** Did chips come to another main spot, or leave it, between these event times, both excluded? */
  readonly othersMoved: (from: number, to: number) => boolean
}

export type Verdict = 'misfit' | 'resolved' | 'unresolved'

/** What a movement after play was. */
export type MoveKind = 'pay' | 'take' | 'lammer' | 'player'

/** Chips that the dealer moved, not the player. */
export const isDealers = (kind: MoveKind): boolean => kind === 'pay' || kind === 'take'

export interface Settlement {
  readonly verdict: Verdict
  /** Level when the dealer was done with the spot, or the newest one. */
  readonly settledAmount: number
  readonly kinds: readonly MoveKind[]
  /** Event time of the dealer's first movement; null if that was not asked. */
  readonly at: number | null
  /** What it was settled by, if it may have been due different amounts. */
  readonly by?: BoxDue
  /** The dealer settled it wrongly at first, and put it right; left out: he did not. */
  readonly mended?: true
  /** The dealer's first movement was reported within the lag of the last card, so it is more likely a late stake. */
  readonly hasty: boolean
}

export const MISFIT: Settlement = { verdict: 'misfit', settledAmount: 0, kinds: [], at: null, hasty: false }

/** The movement may belong to a settlement that ended at this cut. */
export const isBeforeCut = (move: Move, box: number, cut: Cut): boolean => {
  if (cut.kind === 'open' || cut.kind === 'any') return true
  if (cut.kind === 'nothing-due') return false
  return move.at < cut.at || (move.at === cut.at && box <= cut.box)
}

/**
 * May the player of a settled box have his chips again? A spot may report late, so a player's movement may be reported before the dealer's
 * movement that it followed.
 */
export const isPlayersTime = (move: Move, { cut, collectAtOnce, now, spotLagMs, busyUntil }: SettlementInput): boolean => {
  if (collectAtOnce) return true
  if (move.at + spotLagMs < busyUntil) return false
  if (cut.kind === 'any' || cut.kind === 'nothing-due') return true
  if (cut.kind === 'open') return spotLagMs > 0 && move.at + spotLagMs >= now
  return move.at + spotLagMs >= cut.at
}

/**
 * Is this a dealer's movement towards what is due? Payments may come in any parts. Stakes are taken a hand at a time, so any other level
 * is only passed through (`passing`: another movement follows within the lag), unless the rack shows that the dealer takes them in parts.
 */
const towards = ({ amount, by }: Move, now: number, { due, play }: SettlementInput, passing: () => boolean): boolean => {
  const { win, lose } = due
  if (amount < play.amount - lose || amount > play.amount + win) return false
  if (amount > now) return win > 0
  return lose > 0 && (by === 'dealer' || partsTaken(now - amount, due) || passing())
}

/** Could what was taken at once be the stakes of some of the lost hands? */
export const partsTaken = (taken: number, { losses }: BoxDue): boolean => {
  const stakes = losses.map((loss) => [loss])
  return isSumOf(taken, stakes)
}

/** When the dealer took the last stake that had waited for the settlement; null if the settlement had ended by then. */
export const waitedFor = ({ play, settleFrom, cut, box }: SettlementInput): number | null => {
  const { takenAt } = play
  if (takenAt <= settleFrom) return Number.NEGATIVE_INFINITY
  if (cut.kind === 'after' && (takenAt > cut.at || (takenAt === cut.at && box > cut.box))) return null
  return cut.kind === 'nothing-due' ? null : takenAt
}

/** Every hand of the box went bust and its stakes are taken: a bet laid there is the next round's (rulings, Rounds). */
export const isGone = (hands: readonly Hand[], { amount, lammers }: InPlay): boolean =>
  amount === 0 && lammers === 0 && hands.every(({ ended }) => ended === 'bust')

/** Ranks the verdicts on one box: the higher one is the better explanation. */
export const FIT: { readonly [verdict in Verdict]: number } = { misfit: 0, unresolved: 1, resolved: 2 }

/** A bet with chips that its player laid on it after the last card, before the dealer came to it. */
export interface Raised {
  /** The settlement as it goes on from there. */
  readonly input: SettlementInput
  readonly raise: number
}

/**
 * Every way in which the first chips that came to a bet after the last card were laid by its player (`mayBeHis`). The dealer may have taken
 * the bet's lammers before.
 */
export const raisesOf = (input: SettlementInput, mayBeHis: (move: Move) => boolean): readonly Raised[] => {
  const { play, timeline, lastCardAt, evidence } = input
  if (play.amount === 0 || evidence !== 'payouts') return []
  const raises: Raised[] = []
  let { amount, lammers } = play
  for (const [nth, move] of timeline.moves.slice(play.from).entries()) {
    const isRaise = move.amount > amount
    const isHis = isRaise ? mayBeHis(move) && move.lammers === lammers : move.amount === amount && move.lammers < lammers
    if (!isHis || move.at < lastCardAt) break
    amount = move.amount
    lammers = move.lammers
    if (isRaise)
      raises.push({ raise: amount - play.amount, input: { ...input, play: { ...play, amount, lammers, from: play.from + nth + 1 } } })
  }
  return raises
}

/** The settlement of the raised bet, counted from before the raise. The chips that were laid are neither paid nor taken. */
export const fromBefore = ({ play, timeline }: SettlementInput, { input, raise }: Raised, settlement: Settlement): Settlement => {
  const before = timeline.moves.slice(play.from, input.play.from)
  const laid = before.map(({ amount }, nth): MoveKind => (amount === (before[nth - 1] ?? play).amount ? 'lammer' : 'player'))
  return { ...settlement, settledAmount: settlement.settledAmount - raise, kinds: [...laid, ...settlement.kinds] }
}

/**
 * Matches the chips to whichever amount fits best of all that the box may be due. If the rack shows that the player laid chips before he
 * was settled, they are his next bet and no part of the settlement.
 */
export const matchDues = (input: SettlementInput): Settlement => {
  const settlement = bestOfDues(input)
  const laid = settlement.verdict === 'misfit' ? raisesOf(input, ({ by }) => by === 'player').at(-1) : undefined
  if (laid === undefined) return settlement
  const beside = bestOfDues(laid.input)
  return beside.verdict === 'misfit' ? beside : fromBefore(input, laid, beside)
}

const bestOfDues = (input: SettlementInput): Settlement => {
  let best = matchSettlement(input)
  for (const by of input.due.or ?? []) {
    if (best.verdict === 'resolved') return best
    const other = matchSettlement({ ...input, due: by })
    if (FIT[other.verdict] > FIT[best.verdict]) best = { ...other, by }
  }
  return best
}

/** How the hands of one spot were settled: each on its own, or by the sum of what they are due (rulings, Chips). */
type Manner = 'apart' | 'by sum'

/**
 * If some hands win and others lose, they may be settled apart. Then a level at their sum is only passed through. If the movements stop at
 * the sum, the spot was settled by the sum.
 */
export const matchSettlement = (input: SettlementInput): Settlement => {
  const { due, evidence } = input
  if (due.win === 0 || due.lose === 0 || evidence !== 'payouts') return matchMoves(input, 'by sum')
  const apart = matchMoves(input, 'apart')
  if (apart.verdict === 'resolved') return apart
  const bySum = matchMoves(input, 'by sum')
  return bySum.verdict === 'misfit' ? apart : bySum
}

const matchMoves = (input: SettlementInput, manner: Manner): Settlement => {
  const { box, hands, due, play, timeline, evidence, settleFrom, settledEarly, cut } = input
  const { win, lose, prize = 0 } = due
  const { moves } = timeline
  const start = play.amount
  const lastWaited = waitedFor(input)
  if (lastWaited === null) return MISFIT
  if (evidence !== 'payouts') {
    const isEarly = !settledEarly && moves.some(({ at }, nth) => nth >= play.from && at < settleFrom)
    return isEarly ? MISFIT : { verdict: 'resolved', settledAmount: start, kinds: [], at: null, hasty: false }
  }
  const kinds: MoveKind[] = []
  let [now, lammers, lastSettling] = [start, play.lammers, lastWaited]
  let [paid, taken, settled] = [0, 0, win === 0 && lose === 0]
  let [collected, players, hasty] = [false, false, false]
  for (let index = play.from; index < moves.length; index++) {
    const move = moves[index] as Move
    const { at, amount, by } = move
    // After play lammers only leave.
    if (players ? by === 'dealer' : (at < settleFrom && !settledEarly) || move.lammers > lammers) return MISFIT
    lammers = move.lammers
    if (players || amount === now) {
      kinds.push(players ? 'player' : 'lammer')
      continue
    }
    // 002 Prizing combinations: prizes come when all bets are settled, and by then a player may have picked up what he was paid, or some of it.
    const isCollected = !settled && prize > 0 && paid === win - prize && taken === lose && amount < now && by !== 'dealer'
    collected ||= isCollected
    if (isCollected) kinds.push('player')
    else if (!settled) {
      if (by === 'player' || (!settledEarly && !isBeforeCut(move, box, cut))) return MISFIT
      // If all hands are settled by their sum in one movement, the amount taken need not be any hand's stake.
      const isSum = manner === 'by sum' && amount === start + win - lose
      if (!isSum && !towards(move, now, input, () => isPassing(input, index))) return MISFIT
      kinds.push(amount > now ? 'pay' : 'take')
      paid += Math.max(0, amount - now)
      taken += Math.max(0, now - amount)
      // Even by the sum, no more is paid or taken than all hands are due.
      if (paid > win || taken > lose) return MISFIT
      settled = manner === 'apart' || collected ? paid === win && taken === lose : isSum
      hasty ||= amount > now && !settledEarly && at < settleFrom + input.spotLagMs
      lastSettling = at
    } else {
      // A bet on a box that the dealer has visibly settled is the next round's. For others the player waits until he may have his chips.
      const nextBet = (paid + taken > 0 || isGone(hands, play)) && amount > now
      if (by === 'dealer' || (!nextBet && !settledEarly && !isPlayersTime(move, input))) return MISFIT
      kinds.push('player')
      players = true
    }
    now = amount
  }
  if (cut.kind === 'after' && box === cut.box && (settledEarly || lastSettling !== cut.at)) return MISFIT
  if (!settled && cut.kind !== 'open' && cut.kind !== 'any') return MISFIT
  const lammersLeft = hands.some((hand) => hand.lammers > 0) && (moves.at(-1)?.lammers ?? timeline.base.lammers) > 0
  const verdict = settled && !lammersLeft ? 'resolved' : 'unresolved'
  return { verdict, settledAmount: start + paid - taken, kinds, at: null, hasty }
}

/** Another level follows this movement within the lag. */
const isPassing = ({ timeline: { moves }, now, spotLagMs }: SettlementInput, index: number): boolean => {
  const { at, amount } = moves[index] as Move
  const next = moves.find((other, nth) => nth > index && other.amount !== amount)
  return (next ? next.at : now) - at <= spotLagMs
}
