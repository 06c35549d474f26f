/** What the chips of a box show while others play: gone, settled, standing, or lost. */

import {
  type Hand,
  isFrozenAce,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  needsNoDealer,
  ownOutcome,
  type Play,
} from '../../rules/game/hand.ts'
import { type ChipEffect, type InPlay, matchPlay } from '../evidence/chips.ts'
import { boxAt, isEvenMoney, isNaturalHand } from './box-due.ts'
import { chipsWithError } from './error-effects.ts'
import type { BoxTerms, Run } from './graph.ts'
import type { LatticeBox, LatticeInput } from './reading.ts'
import { isGone } from './settlement.ts'
import { doublesUnder, handsOf } from './ways.ts'

/** The box is settled while others play on, so what its spot shows from then on belongs to no settlement. */
export const settledEarly = ({ paidBeforePlay }: Pick<LatticeInput, 'paidBeforePlay'>, hands: readonly Hand[]): boolean =>
  needsNoDealer(hands) || (isNaturalHand(hands) && (paidBeforePlay || isEvenMoney(hands)))

/** The first movement that play does not explain came while a hand of a box that has won without the dealer still played. */
export const isBeforeWon = (hands: readonly Hand[], { timeline, from }: InPlay, cardTimes: readonly number[]): boolean => {
  const at = timeline.moves[from]?.at ?? Number.POSITIVE_INFINITY
  return hands.some((hand) => ownOutcome(hand) === 'win') && hands.some(({ positions }) => at < (cardTimes[positions.at(-1) ?? 0] ?? 0))
}

/** May whoever was paid before the dealer's hand was complete have collected by then (`SettlementInput`)? */
export const collectsEarly = (input: Pick<LatticeInput, 'paidBeforePlay' | 'pointed'>, hands: readonly Hand[]): boolean =>
  (isNaturalHand(hands) || input.pointed !== null) && !settledEarly(input, hands)

/** The box went bust, and its stakes were taken at once. */
export const isGoneInPlay = (hands: readonly Hand[], play: InPlay): boolean =>
  isGone(hands, play) && play.takenAt === Number.NEGATIVE_INFINITY

/**
 * The box is settled, or loses its stakes, while others play: chips laid there from then on are its next bet (floor.md, Players). Chips
 * that lay there before and are back within the lag are no bet: a hand lay over them.
 */
export const isDoneInPlay = (
  input: Pick<LatticeInput, 'paidBeforePlay' | 'spotLagMs' | 'boxes'>,
  hands: readonly Hand[],
  play: InPlay,
): boolean =>
  (settledEarly(input, hands) && !isBeforeWon(hands, play, input.boxes[0]?.chips.cardTimes ?? [])) ||
  (isGoneInPlay(hands, play) && !isBackAtOnce(play, input.spotLagMs))

/** `from`: index of the first movement after the stakes were gone. */
const isBackAtOnce = ({ timeline: { base, moves }, from }: InPlay, spotLagMs: number): boolean => {
  const [gone, back] = [moves[from - 1], moves[from]]
  const before = moves[from - 2] ?? base
  return gone !== undefined && back !== undefined && back.amount === before.amount && back.at - gone.at <= spotLagMs
}

/**
 * Event time of the card with which the first hand that did not go bust was over. `end`: position of the next card when all hands were
 * over.
 */
export const overAt = ({ chips: { cardTimes } }: LatticeBox, hands: readonly Hand[], end: number): number => {
  // Earlier boxes get their cards first, so a hand is over only with its box, but a natural is over when it is dealt.
  if (hands.length === 1 && !isNaturalHand(hands)) return cardTimes[end - 1] ?? 0
  let first = end - 1
  for (const { positions, ended } of hands) if (ended !== 'bust') first = Math.min(first, positions.at(-1) ?? first)
  return cardTimes[first] ?? 0
}

/** The same for the hands that lammers carry: when the first of them was over. */
export const freeOverAt = ({ chips: { cardTimes } }: LatticeBox, hands: readonly Hand[]): number =>
  Math.min(...hands.flatMap(({ lammers, positions }) => (lammers > 0 ? [cardTimes[positions.at(-1) ?? 0] ?? 0] : [])))

/**
 * A movement that play does not explain stood for the lag before a later card came, so it was no settlement either. The matching of the
 * settlement finds that out itself; this check serves questions that leave out what comes after play.
 */
export const isLostInPlay = (input: LatticeInput, index: number, hands: readonly Hand[], play: InPlay): boolean => {
  const { chips } = boxAt(input, index)
  const { timeline } = play
  const unexplained = timeline.moves[play.from]
  if (!unexplained || isDoneInPlay(input, hands, play)) return false
  return chips.cardTimes.some((at) => {
    const last = timeline.moves.findLast((move) => move.at <= at)
    return at > unexplained.at && last !== undefined && at > last.at + input.spotLagMs
  })
}

/** A card or a chip has come since the hand's turn began. `last`: position after the round's last card. */
export const hasBegun = ({ node }: Run, last: number): boolean => node.position < last || node.shown

/** Does a hand in play stand where the evidence ends: with a card of its own, or with a stake laid before its card? */
export const isStanding = (input: LatticeInput, run: Run, play: InPlay): boolean => {
  const { node } = run
  const { playError, play: rules } = node.terms as BoxTerms
  const chips = chipsWithError(boxAt(input, node.box).chips, playError)
  const { timeline } = play
  const moves = timeline.moves.length
  const last = input.ranks.length
  const begins = node.past.hands.length === 0 && node.waiting.hands.length === 0
  const reached = hasBegun(run, last)
  if (play.fits && play.from >= moves) return reached
  if (moves === 0 || !(reached || begins)) return false
  return stakeOptions(run, last, rules).some((effect) => {
    const laid = matchPlay([...node.effects.list, effect], timeline, chips)
    return laid.fits && laid.from >= moves
  })
}

/**
 * Chip effects of the doubles and splits that may come next from this hand in play, before the card at `position`. Hands before the one
 * that decides may have stood without a sign, as long as the next has both its cards (003 deals them together).
 */
const stakeOptions = (run: Run, position: number, play: Pick<Play, 'rules' | 'doubles'>): readonly ChipEffect[] => {
  const { hand, waiting, owed } = run
  if (owed !== null) return []
  const hands = handsOf(run)
  const options: ChipEffect[] = []
  for (const each of [hand, ...waiting.hands]) {
    if (each.ended) continue
    if (each.ranks.length < 2) break
    options.push(...optionsOf(each, hands, position, play))
    if (!mayStand(each, play.rules)) break
  }
  return options
}

const optionsOf = (
  hand: Hand,
  hands: number,
  position: number,
  { rules, doubles: amounts }: Pick<Play, 'rules' | 'doubles'>,
): readonly ChipEffect[] => {
  const isOpen =
    rules.playError === 'SPLIT-ACE-DOUBLE' || rules.playError === 'DOUBLE-ON-BJ' || (mayDraw(hand, rules) && !isFrozenAce(hand, rules))
  const doubles = isOpen && mayDouble(hand, rules)
  const splits = maySplit(hand, hands, rules)
  const free = (isOpen && mayDoubleFree(hand, rules)) || (splits && maySplitFree(hand, hands, rules))
  const stake = (units: number, lammers: number): ChipEffect => ({ kind: 'stake', position, units, lammers })
  const paid = [
    ...(splits ? [1] : []),
    ...(doubles ? doublesUnder(rules, amounts) : []),
    ...(splits && rules.playError === 'SPLIT-AMOUNT' ? [rules.units ?? 1] : []),
  ]
  return [...[...new Set(paid)].map((units) => stake(units, 0)), ...(free ? [stake(0, 1)] : [])]
}
