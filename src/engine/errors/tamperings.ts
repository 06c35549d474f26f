/** Changes of main bets that play forbids, as acts on the track of a spot: what somebody did there, and how the spot would have gone without. */

import { isLookedFor } from '../../rules/game/looked-for.ts'
import { payout } from '../../rules/game/settle.ts'
import { sevensPayouts } from '../../rules/game/side-bets.ts'
import { type Changed, changesIn, type Mover, type Timeline } from '../evidence/chips.ts'
import { dealtHand, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { steadyTimeline } from '../evidence/steady-levels.ts'
import { isBare } from '../evidence/table-signs.ts'
import { settleFrom } from '../lattice/moments.ts'
import type { Reader } from '../lattice/question.ts'
import type { Tampering } from '../lattice/reading.ts'

/** What became of what lay there. */
type Turn = 'lammers gone' | 'emptied' | 'less' | 'more'

/** One movement of a main spot. */
interface Movement extends Changed {
  readonly round: Round
  readonly reader: Reader
  /** Of the box. */
  readonly index: number
  readonly timeline: Timeline
  readonly nth: number
  /** Event time of the round's last card. */
  readonly last: number
}

/** How the spot would have gone without the act. */
type Without = Pick<Tampering, 'timeline'> & Partial<Tampering>

interface Act {
  readonly name: Tampering['name']
  readonly of: Turn
  /** Whose movement it is not. */
  readonly notBy?: Mover
  readonly when: (movement: Movement) => boolean
  readonly without: (movement: Movement) => readonly Without[]
}

/** What the main spot of a box showed, without what was undone. */
export const mainAt = (round: Round, index: number, { context }: Reader): Timeline =>
  steadyTimeline(round, spotOf(round.boxes[index] ?? 0, 'main'), context.spotLagMs)

/** The timeline as it was reported, if one of its levels was back within the lag. */
const toldAt = (round: Round, index: number, reader: Reader): readonly Timeline[] => {
  const told = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), reader.context.spotLagMs)
  return mainAt(round, index, reader).moves.length === told.moves.length ? [] : [told]
}

// --- what a movement may have been -------------------------------------------------------------------------------------------------------

/** null: a stake or a settlement, or chips on an empty spot, which raise no bet. */
const turnOf = ({ before, change, lammersMore, amount }: Changed): Turn | null => {
  if (change === 0) return lammersMore < 0 ? 'lammers gone' : null
  if (amount === 0) return lammersMore > 0 ? null : 'emptied'
  return before === 0 || lammersMore !== 0 ? null : change > 0 ? 'more' : 'less'
}

/** Do as many chips come or go as when a bet is settled: bets, a natural, a prize? */
const isPrice = ({ change, timeline: { base }, reader: { context } }: Movement): boolean =>
  change !== 0 &&
  (change % base.amount === 0 ||
    change === payout(base.amount, context.rules.blackjackPay, context.money) ||
    sevensPayouts(base.amount, context).includes(change))

const isAfterPlay = ({ round, at, reader: { context } }: Movement): boolean =>
  at - context.spotLagMs > settleFrom(round, context.pointerLagMs)

/** The rack shows that its player drew a part of the bet before the dealer came to it. */
const isDrawn = ({ by, change, timeline, nth, last }: Movement): boolean =>
  by === 'player' && change < 0 && timeline.moves.slice(0, nth).every((move) => move.at <= last || move.by === 'player')

/** A change after play may be the settlement, and is looked at as that. Chips that no dealer pays or takes may also be the player's. */
const maySettle = (movement: Movement): boolean =>
  isAfterPlay(movement) && !isDrawn(movement) && (movement.reader.context.chipEvidence !== 'payouts' || isPrice(movement))

/** floor.md, Players: a bet that wins is raised by as much again, or twice that; on a natural that is a payment. */
const isRaise = ({ round, index, change, timeline: { base }, reader: { context } }: Movement): boolean =>
  [base.amount, 2 * base.amount].includes(change) && dealtHand(round, index, context).ended !== 'natural'

const SEVEN = 6

/**
 * 002 Prizing combinations l.59: as many chips came as a prize of the box, a single seven's the first prize, and they lie there while play goes on,
 * whatever is taken.
 */
const isPrize = ({ round, index, change, timeline: { base, moves }, nth, last, reader: { context } }: Movement): boolean => {
  const [first, second] = dealtHand(round, index, context).ranks
  const prizes = first === SEVEN ? sevensPayouts(base.amount, context) : []
  const next = moves[nth + 1]
  return (second === SEVEN ? prizes : prizes.slice(0, 1)).includes(change) && (next?.amount !== 0 || next.at >= last)
}

// --- how the spot would have gone --------------------------------------------------------------------------------------------------------

/** The timeline without this movement, by which so much came. */
const shifted = ({ base, moves }: Timeline, nth: number, by: number, lammers = 0): Timeline => ({
  base,
  moves: moves.flatMap((move, other) => {
    if (other <= nth) return other < nth ? [move] : []
    return [{ ...move, amount: isBare(move) ? 0 : Math.max(0, move.amount - by), lammers: move.lammers - lammers }]
  }),
})

/** The lammer would lie there for as long as play goes on, or be gone with the settlement. */
const withLammer = ({ timeline, nth, lammersMore, last }: Movement): readonly Without[] => {
  const lying = shifted(timeline, nth, 0, lammersMore)
  return [{ timeline: lying }, { timeline: withoutLammers(lying, last) }]
}

/** The timeline if its lammers had been taken with the settlement, at the last card at the earliest. */
const withoutLammers = ({ base, moves }: Timeline, last: number): Timeline => {
  const taken = moves.map((move) => (move.at >= last ? { ...move, lammers: 0 } : move))
  const newest = taken.at(-1)
  return { base, moves: newest && newest.lammers > 0 ? [...taken, { ...newest, at: last, lammers: 0 }] : taken }
}

/** Index of the movement that put everything back in play; what comes later is another bet. */
const putBackAt = ({ timeline: { moves }, nth, last, before }: Movement): number =>
  moves.findIndex((move, other) => other > nth && move.at <= last && move.amount >= before)

/** If a lammer comes to the empty spot, another hand of the box is played on, so the box was split. */
const isSplit = (movement: Movement): boolean => {
  const { moves } = movement.timeline
  return putBackAt(movement) < 0 && moves.some(({ lammers }, at) => at > movement.nth && lammers > (moves[at - 1]?.lammers ?? 0))
}

/** Everything that lay there was taken. */
const withTaken = (movement: Movement): readonly Without[] => {
  const { round, timeline, nth, at, before, change } = movement
  const inPlay = isAfterPlay(movement)
  if (isSplit(movement)) return [{ timeline: shifted(timeline, nth, change), inPlay }]
  const { base, moves } = timeline
  const back = putBackAt(movement)
  const put = moves[back]
  const kept = moves.filter((_, other) => other < nth || (put && other > back))
  const isPutBack = put?.amount === before && round.cards.every((card) => card.at < at || card.at > put.at)
  return [{ timeline: { base, moves: kept }, gone: put === undefined, isPutBack, inPlay }]
}

/** Chips came to others or left them: the bet counts as it was, first of all. */
const withBet = (movement: Movement): readonly Without[] => {
  const { timeline, nth, at, change, amount, last } = movement
  const { base, moves } = timeline
  const { chipEvidence, spotLagMs } = movement.reader.context
  const isPosted = change > 0 && chipEvidence === 'payouts' && at - spotLagMs > last
  const asItWas = {
    timeline: shifted(timeline, nth, change),
    isPosted: isPosted && moves[nth + 1]?.amount === 0,
    isApart: maySettle(movement),
  }
  const back = change > 0 ? givenBack(timeline, nth) : []
  // If nothing but lammers was laid before, it may have been settled as it had become.
  if (moves.slice(0, nth).some((move) => move.amount !== base.amount)) return [asItWas, ...back]
  const anew = [...moves.slice(0, nth).map((move) => ({ ...move, amount })), ...moves.slice(nth + 1)]
  return [asItWas, ...back, { timeline: { base: { ...base, amount }, moves: anew }, counts: true, isPosted }]
}

/** The bet as it was, and nothing else. */
const asItLay = (movement: Movement): readonly Without[] => withBet(movement).slice(0, 1)

/** The timeline without the chips of this movement, which a later one gave back. */
const givenBack = ({ base, moves }: Timeline, laid: number): readonly Without[] => {
  const changes = changesIn({ base, moves })
  const change = changes[laid]?.change ?? 0
  return changes.flatMap(({ change: returned, lammersMore }, back) => {
    const between = moves.slice(laid + 1, back).map((move) => ({ ...move, amount: move.amount - change }))
    const isBack = back > laid && returned === -change && lammersMore === 0 && between.every(({ amount }) => amount >= 0)
    return isBack ? [{ timeline: { base, moves: [...moves.slice(0, laid), ...between, ...moves.slice(back + 1)] } }] : []
  })
}

// --- the acts ----------------------------------------------------------------------------------------------------------------------------

/** In the last player's turn a bet may be swept as well. What is swept after play and moves again was settled. */
const isSwept = (movement: Movement): boolean => !isAfterPlay(movement) || movement.nth === movement.timeline.moves.length - 1
const isChanged = (movement: Movement): boolean => !maySettle(movement)

/** What may have been done, for each turn of a bet, the likeliest first. */
const ACTS: readonly Act[] = [
  { name: 'FB-TOKEN-EARLY', of: 'lammers gone', when: isChanged, without: withLammer },
  { name: 'LIVE-TAKEN-AS-BUST', of: 'emptied', notBy: 'player', when: (taken) => isSwept(taken) && !isSplit(taken), without: withTaken },
  { name: 'BET-PINCHED', of: 'emptied', notBy: 'dealer', when: isSwept, without: withTaken },
  { name: 'BET-PINCHED', of: 'less', notBy: 'dealer', when: isChanged, without: withBet },
  { name: 'BET-CAPPED', of: 'more', notBy: 'dealer', when: isChanged, without: withBet },
  { name: 'BET-CAPPED', of: 'more', notBy: 'dealer', when: (laid) => maySettle(laid) && isRaise(laid), without: asItLay },
  {
    name: 'BET-MOVED',
    of: 'more',
    notBy: 'dealer',
    // More came than one hand is ever paid, so another bet may have come to it.
    when: (laid) => maySettle(laid) && !isRaise(laid) && laid.change > 2 * laid.timeline.base.amount,
    without: (laid) => asItLay(laid).map((way) => ({ ...way, isApart: false })),
  },
  { name: 'PRIZE-EARLY', of: 'more', notBy: 'player', when: isPrize, without: asItLay },
]

const NOTHING = { lammers: 0, counts: false, gone: false, inPlay: false } as const

const tamperingsBy = (movement: Movement): readonly Tampering[] => {
  const { index: box, at, amount: level, before, by } = movement
  const turn = turnOf(movement)
  const acts = ACTS.filter(({ of, notBy, when }) => of === turn && (by === undefined || by !== notBy) && when(movement))
  return acts.flatMap(({ name, without }) => without(movement).map((way) => ({ ...NOTHING, box, at, level, before, name, ...way })))
}

/** 000 §4.1 l.164-170: the dealer settles the bet and leaves the lammers. */
const lammersLeft = (box: number, timeline: Timeline, last: number): readonly Tampering[] => {
  const { at = 0, amount = 0, lammers = 0 } = timeline.moves.at(-1) ?? {}
  const left = { ...NOTHING, box, at, level: amount, before: amount, lammers, name: 'FB-TOKEN-NOT-REMOVED' } as const
  return lammers === 0 ? [] : [{ ...left, timeline: withoutLammers(timeline, last) }]
}

/** docs/findings.md, BET-MOVED: chips stolen from one bet were put on another, in one motion. */
const movedBets = (all: readonly Tampering[], spotLagMs: number): readonly Tampering[] => {
  const stolen = all.filter(({ name }) => name === 'BET-PINCHED')
  const raised = all.filter(({ name, isApart }) => name === 'BET-MOVED' || (name === 'BET-CAPPED' && !isApart))
  return raised.flatMap((to) =>
    stolen.flatMap((from): readonly Tampering[] => {
      const isOne = from.box !== to.box && from.before - from.level === to.level - to.before && Math.abs(from.at - to.at) <= spotLagMs
      return isOne ? [{ ...to, name: 'BET-MOVED', from, isPosted: false, inPlay: from.inPlay }] : []
    }),
  )
}

/** Everything that may have been done to one main bet, or from one to another. */
export const tamperingsIn = (round: Round, reader: Reader): readonly Tampering[] => {
  const { context } = reader
  if (context.chipEvidence === 'bets') return []
  const last = round.cards.at(-1)?.at ?? 0
  const at = (index: number, timeline: Timeline): readonly Tampering[] => [
    ...changesIn(timeline).flatMap((changed, nth) => tamperingsBy({ ...changed, round, reader, index, timeline, nth, last })),
    ...lammersLeft(index, timeline, last),
  ]
  const steady = round.boxes.flatMap((_, index) => at(index, mainAt(round, index, reader)))
  const told = round.boxes.flatMap((_, index) => toldAt(round, index, reader).flatMap((timeline) => at(index, timeline)))
  // Nobody caps a bet by as much as may have come from another one. Without that other bet nothing is asked.
  return [...steady, ...movedBets(steady, context.spotLagMs), ...told].filter(
    ({ name, from }) => (name !== 'BET-MOVED' || from !== undefined) && isLookedFor(name, context),
  )
}
