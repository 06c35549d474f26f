/**
 * Does a main spot show one error or two in its settlement? The rows say what a dealer who errs pays and takes (game/settlement-errors.ts),
 * and the matcher of legal settlements compares the chips with that. Chips that can be the player's own count as his, unless they are a
 * payment still to come (`isPaymentToCome`).
 */

import { paidEarlyAs } from '../../rules/game/early-payments.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import { type Hand, isSplitTwentyOne } from '../../rules/game/hand.ts'
import { inChips, isSumOf } from '../../rules/game/settle.ts'
import type { SettledBox, WrongDue } from '../../rules/game/settlement-case.ts'
import { closest, eachName, raisedDues, together, twiceWrong, wrongDues } from '../../rules/game/settlement-errors.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { Move } from '../evidence/chips.ts'
import { dealersMoves, settlementOf } from './dealers-moves.ts'
import { fromBefore, isBeforeCut, matchSettlement, type Raised, raisesOf, type Settlement, type SettlementInput } from './settlement.ts'

/** One error at a spot, under one of its names. */
export interface SettlementError {
  readonly code: FindingCode
  /** Index; null if the error is not one of a single hand. */
  readonly hand: number | null
  readonly expected: Figures
  readonly seen: Figures
  /** What it is called instead if the chips that came last are its player's. */
  readonly ifLaid?: FindingCode
}

/** A settlement with errors, each under every name that fits. */
export interface WrongSettlement extends Settlement {
  readonly errors: readonly (readonly SettlementError[])[]
  /** The levels at which the dealer may have been done with the spot, under any of the names. */
  readonly mayHaveSettledAt?: readonly number[]
}

/** One error, or two, with the rows that fit what the spot showed. */
interface Match extends Pick<WrongDue, 'rank'> {
  readonly settlement: Settlement
  readonly rows: readonly WrongDue[]
}

/** `most`: errors at the hands of this spot, one or two. null: none of them explains it. */
export const matchWrong = (input: SettlementInput, box: SettledBox, most: 1 | 2): WrongSettlement | null => {
  if (input.evidence !== 'payouts') return null
  const early = paidEarly(input, box)
  if (early) return alsoAs(early, named(input.play.amount, raisedMatches(input, box)))
  const once = matchesOf(input, box)
  if (once.length > 0 || most === 1) return named(input.play.amount, once)
  return named(
    input.play.amount,
    twiceWrong(box).flatMap((pair) => matchOf(input, together(box, pair), pair)),
  )
}

/** Every row by which one error explains the spot, except for payments that came too early. */
export const matchesOf = (input: SettlementInput, box: SettledBox): readonly Match[] => [
  ...wrongDues(box, movedBy(input)).flatMap((row) => matchOf(input, row, [row])),
  ...raisedMatches(input, box),
]

const matchOf = (input: SettlementInput, due: Pick<WrongDue, 'pays' | 'takes' | 'losses'>, rows: readonly WrongDue[]): readonly Match[] => {
  const settlement = settledBy(input, due)
  if (settlement === null) return []
  const [row, ...others] = rows
  if (row === undefined || (others.length === 0 && !isSeen(input, row, settlement))) return []
  const { rank } = row
  return [{ settlement, rows, rank }]
}

const raisedMatches = (input: SettlementInput, box: SettledBox): readonly Match[] =>
  raisesOf(input, ({ by }) => by !== 'dealer').flatMap((each) => matchRaised(input, each, box))

/** The player raised his bet before the dealer came to it, and the dealer settled it as it then lay. */
const matchRaised = (input: SettlementInput, raised: Raised, box: SettledBox): readonly Match[] =>
  raisedDues(box, raised.raise).flatMap((row): readonly Match[] => {
    const settlement = settledBy(raised.input, row)
    return settlement === null ? [] : [{ settlement: fromBefore(input, raised, settlement), rows: [row], rank: row.rank }]
  })

/** One error under the names of both. */
const alsoAs = (one: WrongSettlement, other: WrongSettlement | null): WrongSettlement => {
  if (other === null) return one
  const levels = [one.settledAmount, ...(other.mayHaveSettledAt ?? [])]
  return { ...one, errors: [[...one.errors, ...other.errors].flat()], mayHaveSettledAt: [...new Set(levels)] }
}

/** The errors under the names of another settlement with as many as well, by which the levels of the spot may be read too. */
export const orNamedAs = <Errors extends Settlement & Partial<WrongSettlement>>(one: Errors, other: Errors): Errors => {
  const errors = one.errors?.map((names, at) => eachName([...names, ...(other.errors?.[at] ?? [])]))
  const levels = [one, other].flatMap(({ settledAmount, mayHaveSettledAt = [] }) => [settledAmount, ...mayHaveSettledAt])
  return { ...one, errors, mayHaveSettledAt: [...new Set(levels)] }
}

/** How much every level after play differs from the level when play was over. */
const movedBy = ({ play, timeline }: SettlementInput): readonly number[] => [
  ...new Set(timeline.moves.slice(play.from).flatMap(({ amount }) => (amount === play.amount ? [] : [amount - play.amount]))),
]

/**
 * Names the errors. Of the matches with the same movements by the dealer, keeps those by which he is done with the spot, if there are any,
 * and of these the closest. If he still has something to do by other matches, the spot is not settled yet. `start`: level when play was
 * over.
 */
const named = (start: number, matches: readonly Match[]): WrongSettlement | null => {
  const alike = [...groupsOf(matches).values()]
    .map((group) => closestOf(doneOf(group)))
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
  const told = alike.flat()
  const [first] = told
  if (!first) return null
  const slots = first.rows.map((_, slot) => eachName(alike.flatMap((same) => closest(same.flatMap(({ rows }) => rows[slot] ?? [])))))
  const errors = slots.map((rows) =>
    rows.map(({ code, hand, expected, seen, ifLaid }) => ({ code, hand, expected, seen, ...(ifLaid ? { ifLaid } : {}) })),
  )
  const verdict = told.every(isDone) ? 'resolved' : 'unresolved'
  return { ...first.settlement, verdict, errors, mayHaveSettledAt: levelsOf(start, told) }
}

/**
 * The matches by who made each movement. A raised bet is a group apart: its player did it, so no error of the dealer's is a closer name.
 */
const groupsOf = (matches: readonly Match[]): ReadonlyMap<string, readonly Match[]> => {
  const groups = new Map<string, Match[]>()
  for (const match of matches) {
    const key = [match.settlement.kinds, match.rows.some(({ code }) => code === 'PAST-POSTED')].join()
    groups.set(key, [...(groups.get(key) ?? []), match])
  }
  return groups
}

const isDone = ({ settlement }: Match): boolean => settlement.verdict === 'resolved'
const doneOf = (matches: readonly Match[]): readonly Match[] => (matches.some(isDone) ? matches.filter(isDone) : matches)

const rankOf = (match: Match | undefined): number => match?.rank ?? 0
const closestOf = (matches: readonly Match[]): readonly Match[] => {
  const rank = Math.min(...matches.map(rankOf))
  return matches.filter((match) => match.rank === rank)
}

/** The levels at which the dealer may have been done with the spot. Chips that the player may have laid were no payment. */
const levelsOf = (start: number, matches: readonly Match[]): readonly number[] => {
  const levels = matches.flatMap(({ settlement, rows }) => {
    const laid = rows.flatMap(({ ifLaid, takes }) => (ifLaid && settlement.kinds.at(-1) === 'pay' ? [start - takes] : []))
    return [settlement.settledAmount, ...laid]
  })
  return [...new Set(levels)]
}

/** The settlement if the dealer paid and took these amounts and then had nothing more to do; null: that does not fit. */
const settledBy = (input: SettlementInput, { pays, takes, losses }: Pick<WrongDue, 'pays' | 'takes' | 'losses'>): Settlement | null => {
  const settlement = matchSettlement({ ...input, due: { ...input.due, win: pays, lose: takes, losses } })
  if (settlement.verdict === 'misfit' || goesOn(input, settlement)) return null
  // Chips that fit no legal settlement are no stake reported late.
  return { ...settlement, hasty: false }
}

/**
 * Do the movements show the wrong amount of this row? If the dealer pays the wrong amount for all hands, he also takes the lost stakes; if
 * he takes the wrong amount, he also pays the hands that won. A settlement by the sum of both counts only if that sum is what moved.
 */
const isSeen = (input: SettlementInput, row: WrongDue, settlement: Settlement): boolean => {
  const { win, lose } = input.due
  const { paid, taken } = dealt(input, settlement)
  if (settlement.verdict !== 'resolved' || input.hands.length === 1) return true
  // Chips taken in addition are seen to be taken.
  if (row.pays >= win && row.takes > lose) return taken > 0
  if (row.rank !== null && row.rank < 2) return true
  if (row.pays !== win) return taken === lose || (taken === 0 && (win > lose || paid <= win))
  return paid === win || (paid === 0 && win < lose)
}

// --- chips that come later -------------------------------------------------------------------------------------------------------------

/** Everything that the dealer paid and took. */
const dealt = ({ timeline, play }: SettlementInput, { kinds }: Settlement): { readonly paid: number; readonly taken: number } => {
  let [paid, taken, level] = [0, 0, play.amount]
  timeline.moves.slice(play.from).forEach(({ amount }, nth) => {
    if (kinds[nth] === 'pay') paid += amount - level
    if (kinds[nth] === 'take') taken += level - amount
    level = amount
  })
  return { paid, taken }
}

/** The first movement after the last one of the dealer. */
const nextMove = ({ timeline, play }: SettlementInput, { kinds }: Settlement): Move | null => {
  const at = kinds.indexOf('player')
  return at < 0 ? null : (timeline.moves[play.from + at] ?? null)
}

/** What the hands would be paid if they won. */
const winnings = ({ hands, timeline }: SettlementInput): number =>
  hands.reduce((sum, hand) => sum + inChips(hand.real + hand.lammers, timeline.base.amount), 0)

const isOfSome = (amount: number, { hands, timeline }: SettlementInput, unitsOf: (hand: Hand) => number): boolean => {
  const parts = hands.map((hand) => [inChips(unitsOf(hand), timeline.base.amount)])
  return isSumOf(amount, parts)
}
/** The amount is the sum of the stakes of some of the hands. */
const isStakes = (amount: number, input: SettlementInput): boolean => isOfSome(amount, input, ({ real }) => real)
/** The amount is what some of the hands would be paid. */
const isWon = (amount: number, input: SettlementInput): boolean => isOfSome(amount, input, ({ real, lammers }) => real + lammers)

/** Another player collected or bet anew before this movement, but after the last payment or, if nothing was due, after play. */
const isBehindOthers = ({ cut, settleFrom, othersMoved }: SettlementInput, next: Move): boolean => {
  if (cut.kind !== 'after' && cut.kind !== 'nothing-due') return false
  return othersMoved(cut.kind === 'after' ? cut.at : Math.max(settleFrom, cut.played ?? settleFrom), next.at)
}

/** The dealer took nothing of a lost bet: chips came to it, or part of it stayed as the next bet, or the rack shows the player took it. */
const isUntaken = ({ timeline, play, due }: SettlementInput): boolean => {
  const after = timeline.moves.slice(play.from)
  return due.win === 0 && after.every(({ amount, by }, nth) => by === 'player' || amount > 0 || amount === (after[nth - 1] ?? play).amount)
}

/** There was no settlement, or what moved after it belongs to it as well. */
export const goesOn = (input: SettlementInput, settlement: Settlement): boolean =>
  isNothingSeen(input, settlement) || isPaymentToCome(input, settlement) || isTakenByDealer(input, settlement)

/** If nothing was settled anywhere, no chip of a lost bet has moved. But a player may add to a bet that was not taken, or take it back. */
const isNothingSeen = (input: SettlementInput, { kinds }: Settlement): boolean => {
  const { cut, due, settledEarly } = input
  const isMoved = kinds.some((kind) => kind !== 'lammer')
  return cut.kind === 'nothing-due' && isMoved && !settledEarly && due.lose > 0 && !isUntaken(input)
}

/**
 * Chips that leave a bet after the dealer was done with it go to its player, except these, which the dealer took before the settlement
 * ended:
 * - any of a bet that lost and was not paid
 * - a part of a bet that was not paid all it won: its player would collect all of it, or what he was paid, or leave it
 */
const isTakenByDealer = (input: SettlementInput, settlement: Settlement): boolean => {
  const { due, box, cut } = input
  const next = nextMove(input, settlement)
  if (next === null || next.by === 'player' || next.amount >= settlement.settledAmount || input.settledEarly) return false
  const { paid, taken } = dealt(input, settlement)
  if (!isBeforeCut(next, box, cut)) return false
  // The bet of a tied hand next to it is the player's in any case.
  const isLeft = taken < due.lose && paid <= due.win
  const isCollected = next.amount === 0 || settlement.settledAmount - next.amount === paid
  return isLeft || (paid < due.win && !isCollected && !due.outcomes.includes('push'))
}

/**
 * Chips that come to a bet after the dealer was done with it are its player's next bet, except these, which are a payment still to come:
 * - as many as are due, or as many as its hands would win
 * - on a bet still to be paid, whole bets at any time, and other amounts until another player has collected or bet anew
 * - on a bet not to be paid, as many as some of its hands would win, until another player has collected or bet anew
 * - on a bet that lost and was neither paid nor taken in full, before the settlement ended
 * - on a bet that was paid less than is due, unless whole stakes were paid and no prize is due, or another player has collected or bet anew
 */
const isPaymentToCome = (input: SettlementInput, settlement: Settlement): boolean => {
  const { timeline, due, play, hands, natural, box, cut } = input
  const next = nextMove(input, settlement)
  const bet = timeline.base.amount
  const raise = next === null ? 0 : next.amount - settlement.settledAmount
  if (next === null || next.by === 'player' || raise <= 0) return false
  const isOver = isBehindOthers(input, next)
  const { paid, taken } = dealt(input, settlement)
  if (taken < due.lose && paid <= due.win && isBeforeCut(next, box, cut)) return true
  if (paid === 0) {
    // A lammer on its own is a bet as well.
    const isBet = settlement.settledAmount > 0 || next.lammers > 0
    const isDue = raise === winnings(input) || raise === due.win
    const mayBePaid = due.win > 0 ? (bet > 0 && raise % bet === 0) || !isOver : !isOver && isWon(raise, input)
    return isBet && (isDue || mayBePaid)
  }
  const isWhole = isWon(due.win, input) && (isStakes(paid, input) || isWon(paid, input))
  const isNaturals = raise === natural && hands.some(isSplitTwentyOne)
  const isShort = paid - taken < due.win - due.lose
  return isShort && (!isWhole || isNaturals) && !isOver && settlement.settledAmount > play.amount
}

// --- paid before the dealer's hand is complete ------------------------------------------------------------------------------------------------

/**
 * The dealer paid before his own hand was drawn. In the end what is due lies there, and what lost after all was taken back. A natural is
 * paid its price, or one to one, whatever becomes of it.
 */
const paidEarly = (input: SettlementInput, box: SettledBox): WrongSettlement | null => {
  const early = earlySettlement(input)
  const error = early && paidEarlyAs(box, early.paid, early.before)
  return error && { ...early.settlement, errors: [[error]] }
}

interface EarlySettlement {
  readonly settlement: Settlement
  /** Everything that the dealer paid. */
  readonly paid: number
  /** What lay on the bet, besides its stake, when the dealer's hand was complete. */
  readonly before: number
}

/** A settlement that began before the dealer's hand was complete, whatever the error is called; null: this was none. */
export const earlySettlement = (input: SettlementInput): EarlySettlement | null => {
  const { settleFrom, playedAt, play, due, hands, cut, timeline } = input
  if (input.settledEarly) return null
  const isNatural = hands.length === 1 && hands[0]?.ended === 'natural'
  const target = play.amount + due.win - due.lose
  const moves = dealersMoves(input, earlyMoves(input, target, isNatural), input.collectsEarly)
  if (moves === null || moves.firstAt >= settleFrom || moves.firstAt < playedAt) return null
  if (moves.kinds.find((kind) => kind !== 'lammer') !== 'pay') return null
  const isToBePaidAnew = moves.taken > 0 && moves.amount === play.amount - due.lose
  const isWaiting = cut.kind === 'open' && (isToBePaidAnew || isWon(moves.amount - play.amount, input))
  if (!isNatural && !isWaiting && (moves.amount !== target || (due.lose > 0 && moves.lastAt < settleFrom))) return null
  const isResolved = isNatural || moves.amount === target
  const settlement = settlementOf(moves, isResolved ? 'resolved' : 'unresolved')
  // Chips on top of an early payment are another payment if they are whole bets.
  const raise = (nextMove(input, settlement)?.amount ?? 0) - moves.amount
  const isMore = raise > 0 && moves.amount > play.amount
  if (isMore && (raise % timeline.base.amount === 0 || isPaymentToCome(input, settlement))) return null
  return { settlement, paid: moves.paid, before: moves.before - play.amount }
}

/** Which movements of a bet paid early are the dealer's. */
const earlyMoves = (input: SettlementInput, target: number, isNatural: boolean): ((move: Move, before: number) => boolean) => {
  const { settleFrom, play, hands } = input
  let [direction, paid, isLate] = [0, false, false]
  return (move, before) => {
    const way = Math.sign(move.amount - before)
    const isAfter = move.at >= settleFrom
    const isDone = isAfter && !isLate && paid && move.amount === target
    // A payment on a bet that lost after all is taken back. One that was taken back with the lost bets is paid anew.
    if (isDone && way < 0 && (isNatural || isWon(before - play.amount, input))) return true
    if (isDone && way > 0 && direction < 0) return true
    isLate ||= way > 0 && isAfter
    // Of several hands some are paid and some taken. If all chips go after a payment, or chips that are no stake, the player collects them.
    const isBoth = hands.length > 1 && !(paid && (move.amount === 0 || !isStakes(before - move.amount, input)))
    const isHis = direction === 0 || direction === way || isBoth
    if (isHis) direction = way
    paid ||= isHis && way > 0
    return isHis
  }
}
