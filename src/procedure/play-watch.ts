/** What should have been settled before play and was not (catalogue 2.4, 2.6 and 2.8): judged when the first card of play is older than the spots' lag. */

import { asLikely } from '../engine/deviation.ts'
import { fullOf } from '../engine/errors/answers.ts'
import { dealtAs, dealtOtherwise } from '../engine/errors/errors.ts'
import { dealerPositions, dealtHand, type Round, rankAt, spotOf, timelineOf } from '../engine/evidence/round.ts'
import { hasItsBoxes, steadyTimeline } from '../engine/evidence/steady.ts'
import { ACE } from '../engine/game/cards.ts'
import { dealLength } from '../engine/game/deal.ts'
import { mayDoubleFree, maySplitFree } from '../engine/game/hand.ts'
import { checksUnder, naturalPaidBeforePlay } from '../engine/game/up-card.ts'
import { readRound } from '../engine/lattice/question.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Sight } from './watch.ts'

export interface PlayWatch {
  /** The round judged last, and what it was objected to. */
  readonly judged: string | null
  readonly found: readonly Objection[]
  /** The other deal of its cards that explains as much, since something in it went wrong. */
  readonly doubt: string | null
}

export const initialPlay = (): PlayWatch => ({ judged: null, found: [], doubt: null })

type Step = readonly [PlayWatch, readonly Objection[]]

export const watchPlay = (watch: PlayWatch, sight: Sight, context: JudgeContext): Step => {
  const { current, away } = sight.after
  // The card that closes the round may show that its deal was another, and is the first of the next.
  const [doubted, objections] = doubtAgain(watch, sight, context)
  if (!current || current.round.id === watch.judged || away.size > 0) return [doubted, objections]
  const [judged, found] = judgeBeginning(doubted, sight, context)
  return [judged, [...objections, ...found]]
}

const judgeBeginning = (watch: PlayWatch, { after }: Sight, context: JudgeContext): Step => {
  const { current, now } = after
  if (!current) return [watch, []]
  const { round, rivals } = current
  const play = round.cards[dealLength(context.rules, round.boxes.length)]
  if (!play || now - context.spotLagMs <= play.at) return [watch, []]
  // A round with an unread card, and a card that may have been the next round's first, prove nothing.
  if (round.boxes.length === 0 || round.incomplete !== null || rivals.length > 0 || !fullOf(current, context)?.count) return [watch, []]
  if (!hasItsBoxes(round, context.boxes, context.spotLagMs)) return [watch, []]
  const up = rankAt(round, dealerPositions(round, context).up)
  if (up === null) return [watch, []]
  const found = round.boxes.flatMap((box, index) => [
    ...unpaidNatural(round, { box, index, up, playAt: play.at }, context),
    ...idlePotOfGold(round, { box, index, up, playAt: play.at }, context),
    ...lostInsurance(round, { box, index, up, playAt: play.at }, context),
  ])
  return [{ judged: round.id, found, doubt: null }, found]
}

/** Once its readings contain an error that may be the deal's: dealt otherwise the cards are other people's. */
const doubtAgain = (watch: PlayWatch, { before, after }: Sight, context: JudgeContext): Step => {
  const { judged, found } = watch
  const open = [after.current, before.current].find((current) => current?.round.id === judged)
  // What was doubted once is not proven by what comes after.
  if (watch.doubt !== null || found.length === 0 || !open || open.round.incomplete !== null || after.away.size > 0) return [watch, []]
  const { round } = open
  const reader = { context, now: after.now, knowsHole: false, asked: 'any' } as const
  const hasErrors = (after.deviations.get(round.id) ?? []).length > 0
  const isLost = !hasErrors && readRound(round, reader).count === 0
  const other = hasErrors || isLost ? (dealtOtherwise(round, reader) ?? (isLost ? MORE : null)) : null
  const doubt = other ?? (found.some((each) => isPaidAfterOne(round, each, context)) ? dealtAs('DEAL-EXTRA-CARD', round, reader) : null)
  if (doubt === null) return [watch, []]
  return [{ ...watch, doubt }, found.map((each) => asLikely(each, doubt))]
}

/** The natural was paid before the second card of play: then the first may have been one too many of the deal. */
const isPaidAfterOne = (round: Round, { spot }: Objection, context: JudgeContext): boolean => {
  const [first, second] = round.cards.slice(dealLength(context.rules, round.boxes.length))
  const moves = spot === null ? [] : (round.moves.get(spot) ?? [])
  return first !== undefined && moves.some(({ at }) => at > first.at && (second === undefined || at <= second.at))
}

/** Nothing that is looked for explains the round. */
const MORE = 'something else went wrong in this round'

interface Begun {
  readonly box: number
  readonly index: number
  readonly up: number
  /** Event time of the first card of play. */
  readonly playAt: number
}

/** 002 l.21: at once where the dealer can have no natural; 001 step 4: after the check. */
const unpaidNatural = (round: Round, { box, index, up, playAt }: Begun, context: JudgeContext): readonly Objection[] => {
  const { rules, spotLagMs } = context
  if (dealtHand(round, index, context).ended !== 'natural' || !naturalPaidBeforePlay(up, rules)) return []
  const spot = spotOf(box, 'main')
  const { base, moves } = steadyTimeline(round, spot, spotLagMs)
  // What was won may be collected at once; a hand over the bet adds no chips.
  const paid = timelineOf(round, spot, spotLagMs).moves.filter(({ amount }) => amount > base.amount)
  if (base.amount === 0 || [...moves, ...paid].some(({ at }) => at - spotLagMs <= playAt)) return []
  const [profit, of] = rules.blackjackPay
  const due = { amount: Math.floor((base.amount * profit) / of), base: base.amount, ratio: rules.blackjackPay }
  return [proven('BJ-NOT-PAID-AT-ONCE', round.id, { box, hand: 1, spot, cause: causeOf(round, context), expected: due })]
}

/** 001 step 1: picked up from every hand that can have no free bet. */
const idlePotOfGold = (round: Round, { box, index, playAt }: Begun, context: JudgeContext): readonly Objection[] => {
  const { rules, spotLagMs } = context
  const hand = dealtHand(round, index, context)
  const spot = spotOf(box, 'pog')
  const { base, moves } = steadyTimeline(round, spot, spotLagMs)
  const taken = moves.some(({ at, amount }) => amount === 0 && at - spotLagMs <= playAt)
  if (base.amount === 0 || taken || mayDoubleFree(hand, rules) || maySplitFree(hand, 1, rules)) return []
  return [proven('POG-NOT-PICKED-UP', round.id, { box, spot, cause: causeOf(round, context), seen: { amount: base.amount } })]
}

/** 001 step 3, 003 l.46: where the check decides it, what it lost is taken before anybody plays. */
const lostInsurance = (round: Round, { box, up, playAt }: Begun, context: JudgeContext): readonly Objection[] => {
  const { rules, spotLagMs } = context
  if (up !== ACE || !checksUnder(up, rules) || !round.moves.has(spotOf(box, 'ins'))) return []
  const { moves } = steadyTimeline(round, spotOf(box, 'ins'), spotLagMs)
  const amount = moves.findLast(({ at }) => at <= playAt)?.amount ?? 0
  const taken = moves.some((move) => move.amount < amount && move.at > playAt && move.at - spotLagMs <= playAt)
  if (amount === 0 || taken) return []
  const fact = { box, spot: spotOf(box, 'ins'), cause: causeOf(round, context) }
  return [proven('INS-NOT-TAKEN', round.id, { ...fact, expected: { amount }, seen: { amount } })]
}

/** The first card of play. */
const causeOf = (round: Round, { rules }: JudgeContext): string => round.cards[dealLength(rules, round.boxes.length)]?.cause ?? ''
