/** Every single way to err that the evidence of a round leaves worth a question, in steps, the most credible first. */

import type { DealerFault } from '../../rules/game/dealer.ts'
import { FAULT_CODES } from '../../rules/game/dealer-faults.ts'
import { PLAY_ERROR_NAMES, type PlayErrorName } from '../../rules/game/hand.ts'
import { isLookedFor } from '../../rules/game/looked-for.ts'
import { isOddDouble, mayShow, NEVER_TAKEN, PLAY_ERRORS, type PlayError } from '../../rules/game/play-errors.ts'
import { payout } from '../../rules/game/settle.ts'
import { sevensPayouts } from '../../rules/game/side-bets.ts'
import { checksUnder } from '../../rules/game/up-card.ts'
import { RARITY } from '../../rules/house/rarity.ts'
import { type Changed, changesIn, isPaidAndTaken, type Move, type Timeline } from '../evidence/chips.ts'
import { dealerPositions, dealtHand, isHoleMasked, type Round, rankAt, spotOf, timelineOf } from '../evidence/round.ts'
import { steadyTimeline } from '../evidence/steady-levels.ts'
import { isBare } from '../evidence/table-signs.ts'
import { RIGHT } from '../lattice/error-effects.ts'
import { hasStandIn } from '../lattice/growth.ts'
import { settleFrom } from '../lattice/moments.ts'
import type { Reader } from '../lattice/question.ts'
import { type DealersError, ORDINARY, type Tampering } from '../lattice/reading.ts'
import { type Misdealt, misdealsOf, reordersOf, straysInPlay, turnsOf } from './misdeals.ts'
import { hasPaidBust } from './rarity.ts'
import type { Way } from './way.ts'

/** Every question worth asking about one kind of error. */
type Ask = (round: Round, reader: Reader) => readonly (DealersError | Misdealt)[]

/** One kind of error, and how rare it is at least. */
export interface Kind {
  readonly ask: Ask
  readonly rarity: number
  /** Worth asking only beside ways like this. @default any */
  readonly beside?: (way: Way) => boolean
}

const FAULTS: readonly DealerFault[] = ['stood', 'drew', 'needless', 'no-draw']

/** One error, with nothing put right as well: that would be another one. */
const ERRED: DealersError = { ...RIGHT, mended: false }
/** One stake was settled wrongly, and nobody decided as few players do. */
export const SETTLED_WRONGLY = { error: { ...ERRED, settling: 1 }, ...ORDINARY }
const faulty = (fault: DealerFault): DealersError => ({ ...ERRED, fault })

/** What may have gone wrong with the check under his up card, if there is one. A hole card that has not been turned proves nothing. */
const checks = (round: Round, { context }: Reader): readonly DealersError[] => {
  const up = rankAt(round, dealerPositions(round, context).up)
  const isChecked = !isHoleMasked(round) && up !== null && checksUnder(up, context.rules)
  if (!isChecked) return []
  const faults: readonly DealerFault[] = ['unchecked', ...(context.chipEvidence === 'payouts' ? (['falsely-checked'] as const) : [])]
  return faults.flatMap((fault) => (FAULT_CODES[fault].every((code) => isLookedFor(code, context)) ? [faulty(fault)] : []))
}

/** Below `payouts` no settlement is followed. */
const isSettlementSeen = ({ context }: Reader): boolean => context.chipEvidence === 'payouts'

/** This many errors in the settlement of main bets, at whichever boxes. */
const settling =
  (errors: number): Ask =>
  (_, reader) =>
    isSettlementSeen(reader) ? [{ ...ERRED, settling: errors }] : []

const mainAt = (round: Round, index: number, { context }: Reader): Timeline =>
  steadyTimeline(round, spotOf(round.boxes[index] ?? 0, 'main'), context.spotLagMs)

/** The timeline as it was reported, if one of its levels was back within the lag. */
const toldAt = (round: Round, index: number, reader: Reader): readonly Timeline[] => {
  const told = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), reader.context.spotLagMs)
  return mainAt(round, index, reader).moves.length === told.moves.length ? [] : [told]
}

/** Most amounts tried for chips that are no whole bet. There are never more than a few. */
const ODD_MAX = 4

/**
 * Play errors that can be made at the box of an absent player, and those that can be made if another bettor of the box may draw or stand
 * for him (000 §1 l.47).
 */
const OF_THE_ABSENT: ReadonlySet<PlayErrorName> = new Set(['ABSENT-RULE', 'BUST-NOT-TAKEN'])
const OF_A_STAND_IN: ReadonlySet<PlayErrorName> = new Set(['HIT-ON-21', 'STAND-ON-11', 'BUST-NOT-TAKEN'])

const playErrorsAt = (round: Round, index: number, reader: Reader): readonly PlayError[] => {
  const { rules, chipEvidence } = reader.context
  const dealt = dealtHand(round, index, reader.context)
  const timeline = mainAt(round, index, reader)
  const changes = changesIn(timeline)
  const bet = timeline.base.amount
  const raises = changes.filter(({ change }) => change > 0).map(({ change }) => change)
  const falls = changes.filter(({ change }) => change < 0).map(({ change }) => -change)
  const added = changes.some(({ lammersMore }) => lammersMore > 0)
  const box = round.boxes[index] ?? 0
  const isAway = round.absent.has(box)
  const ofTheAway = hasStandIn(round, box, reader.context) ? OF_A_STAND_IN : OF_THE_ABSENT
  const isWorth = (name: PlayErrorName): boolean => {
    if (!isLookedFor(name, reader.context)) return false
    // The house's rule or another bettor plays for him.
    if (isAway && !ofTheAway.has(name)) return false
    if (name.startsWith('FB-TOKEN-INELIGIBLE')) return added
    if (name.startsWith('SURRENDER')) return falls.length > 0
    if (name === 'ABSENT-RULE') return isAway
    if (name === 'LIVE-TAKEN-AS-BUST') return changes.some(({ change, amount }) => change < 0 && amount > 0)
    return PLAY_ERRORS[name].needs !== 'stakes' || raises.length > 0 || added
  }
  return PLAY_ERROR_NAMES.filter((name) => mayShow(name, dealt, rules, chipEvidence) && isWorth(name)).flatMap(
    (name): readonly PlayError[] => {
      if (!PLAY_ERRORS[name].odd) return [{ box: index, name, units: null }]
      const seen = [...new Set(name === 'SURRENDER-AMOUNT' ? falls : raises)]
      const units = seen.filter((amount) => amount !== bet && amount < 2 * bet).map((amount) => amount / bet)
      const odd = name === 'DOUBLE-AMOUNT' ? units.filter((added) => isOddDouble(added, rules)) : units
      return odd.slice(0, ODD_MAX).map((added) => ({ box: index, name, units: added }))
    },
  )
}

const playErrors: Ask = (round, reader) => {
  const all = round.boxes.flatMap((_, index) => playErrorsAt(round, index, reader))
  return all.length > 0 ? [{ ...ERRED, playErrors: all }] : []
}

/** Do as many chips come or go as when a bet is settled: bets, a natural, a prize? */
const isPrice = (change: number, bet: number, { context }: Reader): boolean =>
  change % bet === 0 || change === payout(bet, context.rules.blackjackPay, context.money) || sevensPayouts(bet, context).includes(change)

/** A bet is taken or paid, and its lammers with it. A lammer alone may have been due later. */
const isSettling = ({ amount, change, lammersMore }: Changed, bet: number, reader: Reader): boolean =>
  change === 0 ? lammersMore > 0 : amount === 0 || lammersMore !== 0 || isPrice(change, bet, reader)

/** What the sevens of a box may win: a single one the first prize, more of them any prize. */
const prizesAt = (round: Round, index: number, reader: Reader): readonly number[] => {
  const [first, second] = dealtHand(round, index, reader.context).ranks
  const prizes = first === SEVEN ? sevensPayouts(mainAt(round, index, reader).base.amount, reader.context) : []
  return second === SEVEN ? prizes : prizes.slice(0, 1)
}
const SEVEN = 6

/** One movement of a main spot. */
interface Movement {
  readonly round: Round
  readonly reader: Reader
  readonly timeline: Timeline
  readonly nth: number
  readonly changed: Changed
  /** Event time of the round's last card. */
  readonly last: number
}

/** Changes of a main spot that play forbids, each as it would have gone without. */
const tamperingsAt = (round: Round, index: number, timeline: Timeline, reader: Reader): readonly Tampering[] => {
  const last = round.cards.at(-1)?.at ?? 0
  const each = changesIn(timeline).flatMap((changed, nth) => tamperingsBy({ round, reader, timeline, nth, changed, last }, index))
  return [...each, ...lammersLeft(index, timeline, last)]
}

const tamperingsBy = (movement: Movement, index: number): readonly Tampering[] => {
  const { round, reader, timeline, nth, changed, last } = movement
  const { base, moves } = timeline
  const { at, before, change, lammersMore, amount, by } = changed
  const { spotLagMs, pointerLagMs, chipEvidence } = reader.context
  // A change after play may be the settlement, and is looked at as that. Chips that no dealer pays or takes may also be the player's.
  const isLast = at - spotLagMs > settleFrom(round, pointerLagMs)
  // The rack shows that its player drew a part of the bet before the dealer came to it.
  const isDrawn =
    by === 'player' && change < 0 && amount > 0 && moves.slice(0, nth).every((move) => move.at <= last || move.by === 'player')
  const maySettle = isLast && !isDrawn && (chipEvidence !== 'payouts' || isSettling(changed, base.amount, reader))
  // In the last player's turn a bet may be swept as well.
  const isSwept = amount === 0 && change < 0 && lammersMore <= 0 && nth === moves.length - 1
  const isAdded = before > 0 && lammersMore === 0
  // 002 Prizing combinations l.59: as many chips came as a prize of the box, and they lie there while play goes on, whatever is taken.
  const next = moves[nth + 1]
  const isGone = next?.amount === 0 && next.at < last
  const isPrize = isAdded && !isGone && by !== 'player' && prizesAt(round, index, reader).includes(change)
  // floor.md, Players: a bet that wins is raised by as much again, or twice that; on a natural that is a payment.
  const isStake = [base.amount, 2 * base.amount].includes(change) && dealtHand(round, index, reader.context).ended !== 'natural'
  const mayBeCap = isStake && isAdded && by !== 'dealer'
  // More came than one hand is ever paid, so another bet may have come to it.
  const mayBeMoved = change > 2 * base.amount && isAdded && by !== 'dealer'
  if (maySettle && !isSwept && !isPrize && !mayBeCap && !mayBeMoved) return []
  const head = { box: index, at, level: amount, before, lammers: 0, counts: false, gone: false, inPlay: maySettle }
  if (change === 0) {
    const lying = shifted(timeline, nth, 0, lammersMore)
    // The lammer would lie there for as long as play goes on, or be gone with the settlement.
    const ways = [lying, withoutLammers(lying, last)]
    return lammersMore < 0 ? ways.map((way) => ({ ...head, name: 'FB-TOKEN-EARLY', timeline: way })) : []
  }
  if (lammersMore > 0 || (lammersMore < 0 && amount > 0)) return []
  if (amount === 0) return emptied(movement, head)
  // Chips on an empty spot raise no bet.
  if (before === 0) return []
  const raised = altered(movement, { ...head, isApart: maySettle })
  const prize = isPrize ? raised.slice(0, 1).map((each): Tampering => ({ ...each, name: 'PRIZE-EARLY' })) : []
  // The rack shows that no player changed this bet.
  if (by === 'dealer') return prize
  if (!maySettle) return [...raised, ...prize]
  const moved = mayBeMoved ? raised.slice(0, 1).map((each): Tampering => ({ ...each, name: 'BET-MOVED', isApart: false })) : []
  return [...(mayBeCap ? raised.slice(0, 1) : moved), ...prize]
}

/** The timeline as it would have gone without this movement, by which so much came. */
const shifted = ({ base, moves }: Timeline, nth: number, by: number, lammers: number): Timeline => {
  const later = moves.slice(nth + 1).map((move): Move => {
    return { ...move, amount: isBare(move) ? 0 : Math.max(0, move.amount - by), lammers: move.lammers - lammers }
  })
  return { base, moves: [...moves.slice(0, nth), ...later] }
}

type Head = Omit<Tampering, 'name' | 'timeline'>

/** Everything that lay there was taken. */
const emptied = ({ round, timeline, nth, changed, last }: Movement, head: Head): readonly Tampering[] => {
  const { base, moves } = timeline
  const { at, before, change, by } = changed
  // Put back in play; what comes later is another bet.
  const back = moves.findIndex((move, other) => other > nth && move.at <= last && move.amount >= before)
  // If a lammer comes, another hand of the box is played on, so the box was split.
  if (back < 0 && moves.some((move, other) => other > nth && move.lammers > (moves[other - 1]?.lammers ?? 0)))
    return by === 'dealer' ? [] : [{ ...head, name: 'BET-PINCHED', timeline: shifted(timeline, nth, change, 0) }]
  const kept = moves.filter((_, other) => other < nth || (back >= 0 && other > back))
  const isPutBack = moves[back]?.amount === before && round.cards.every((card) => card.at < at || card.at > (moves[back]?.at ?? 0))
  const swept = { ...head, timeline: { base, moves: kept }, gone: back < 0, isPutBack }
  return [
    ...(by === 'player' ? [] : [{ ...swept, name: 'LIVE-TAKEN-AS-BUST' } as const]),
    ...(by === 'dealer' ? [] : [{ ...swept, name: 'BET-PINCHED' } as const]),
  ]
}

/** Chips came to others or left them: the bet counts as it was, first of all. */
const altered = ({ timeline, nth, changed, reader, last }: Movement, head: Head): readonly Tampering[] => {
  const { base, moves } = timeline
  const { at, change, amount } = changed
  const { chipEvidence, spotLagMs } = reader.context
  const name = change > 0 ? 'BET-CAPPED' : 'BET-PINCHED'
  const isPosted = change > 0 && chipEvidence === 'payouts' && at - spotLagMs > last
  const isAllGone = moves[nth + 1]?.amount === 0
  const asItWas = { ...head, inPlay: false, name, timeline: shifted(timeline, nth, change, 0), isPosted: isPosted && isAllGone } as const
  const { isApart: _, ...own } = head
  const back = change > 0 ? givenBack(timeline, nth).map((way): Tampering => ({ ...own, name, timeline: way })) : []
  // If nothing but lammers was laid before, it may have been settled as it had become.
  if (moves.slice(0, nth).some((move) => move.amount !== base.amount)) return [asItWas, ...back]
  const anew = [...moves.slice(0, nth).map((move) => ({ ...move, amount })), ...moves.slice(nth + 1)]
  return [asItWas, ...back, { ...own, name, timeline: { base: { ...base, amount }, moves: anew }, counts: true, isPosted }]
}

/** The timeline as it would have gone without the chips of this movement, which a later one gave back. */
const givenBack = ({ base, moves }: Timeline, laid: number): readonly Timeline[] => {
  const changes = changesIn({ base, moves })
  const change = changes[laid]?.change ?? 0
  return changes.flatMap(({ change: returned, lammersMore }, back) => {
    if (back <= laid || returned !== -change || lammersMore !== 0) return []
    const between = moves.slice(laid + 1, back).map((move) => ({ ...move, amount: move.amount - change }))
    return between.some(({ amount }) => amount < 0)
      ? []
      : [{ base, moves: [...moves.slice(0, laid), ...between, ...moves.slice(back + 1)] }]
  })
}

/** The timeline as it would have gone if its lammers had been taken with the settlement, at the last card at the earliest. */
const withoutLammers = ({ base, moves }: Timeline, last: number): Timeline => {
  const taken = moves.map((move) => (move.at >= last ? { ...move, lammers: 0 } : move))
  const newest = taken.at(-1)
  const isLeft = newest !== undefined && newest.lammers > 0
  return { base, moves: isLeft ? [...taken, { ...newest, at: last, lammers: 0 }] : taken }
}

/** 000 §4.1 l.164-170: the dealer settles the bet and leaves the lammers. */
const lammersLeft = (box: number, timeline: Timeline, last: number): readonly Tampering[] => {
  const newest = timeline.moves.at(-1)
  if (newest === undefined || newest.lammers === 0) return []
  const { at, amount, lammers } = newest
  const head = { box, at, level: amount, before: amount, lammers, counts: false, gone: false, inPlay: false } as const
  return [{ ...head, name: 'FB-TOKEN-NOT-REMOVED', timeline: withoutLammers(timeline, last) }]
}

/** docs/findings.md, BET-MOVED: chips stolen from one bet were put on another, in one motion. */
const movedBets = (all: readonly Tampering[], spotLagMs: number): readonly Tampering[] => {
  const stolen = all.filter(({ name }) => name === 'BET-PINCHED')
  const raised = all.filter(({ name, isApart }) => name === 'BET-MOVED' || (name === 'BET-CAPPED' && !isApart))
  return raised.flatMap((to) =>
    stolen.flatMap((from): readonly Tampering[] => {
      const isOne = from.box !== to.box && from.before - from.level === to.level - to.before && Math.abs(from.at - to.at) <= spotLagMs
      return isOne ? [{ ...to, name: 'BET-MOVED', from, isPosted: false, inPlay: to.inPlay || from.inPlay }] : []
    }),
  )
}

const tamperings: Ask = (round, reader) => {
  if (reader.context.chipEvidence === 'bets') return []
  const steady = round.boxes.flatMap((_, index) => tamperingsAt(round, index, mainAt(round, index, reader), reader))
  const told = round.boxes.flatMap((_, index) =>
    toldAt(round, index, reader).flatMap((timeline) => tamperingsAt(round, index, timeline, reader)),
  )
  return [...steady, ...movedBets(steady, reader.context.spotLagMs), ...told].flatMap((tampering) => {
    const { name, from } = tampering
    // Nobody caps a bet by as much as may have come from another one. Without that other bet nothing is asked.
    const isWhole = name !== 'BET-MOVED' || from !== undefined
    return isWhole && isLookedFor(name, reader.context) ? [{ ...ERRED, tampering }] : []
  })
}

/** A bust stake that was overlooked and left for good, so that its player picked it up: that is no second mistake. */
const leftForGood: Ask = (round, reader) => {
  const all = round.boxes.flatMap((_, index) => playErrorsAt(round, index, reader)).filter(({ name }) => name === 'BUST-NOT-TAKEN')
  const left = all.map((each): PlayError => ({ ...each, units: NEVER_TAKEN }))
  return isSettlementSeen(reader) && left.length > 0 ? [{ ...ERRED, playErrors: left }] : []
}

const misdeals: Ask = (round, { context }) => misdealsOf(round, context)
const turns: Ask = (round, { context }) => turnsOf(round, context)
const strays: Ask = (round, { context }) => straysInPlay(round, context)
const reorders: Ask = (round, { context }) => reordersOf(round, context)

/** An error by the dealer or in play. */
const usual: Ask = (round, reader) => [...FAULTS.map(faulty), ...checks(round, reader), ...playErrors(round, reader)]
const misread: Ask = (round, reader) => (isSettlementSeen(reader) && round.boxes.length > 1 ? [faulty('misread')] : [])
/** He stopped too soon and settled by a total on which he stands: one mistake, but two rules are broken. */
const misreadShort: Ask = (_, reader) => (isSettlementSeen(reader) ? [faulty('misread-short')] : [])
/** Chips were paid and taken at one spot after the last card: the dealer may have put something right. */
const mayBeMended = (round: Round, index: number, reader: Reader): boolean =>
  isPaidAndTaken(mainAt(round, index, reader), round.cards.at(-1)?.at ?? 0)
/** The same error, beside something that the dealer put right. */
const mended =
  (ask: Ask): Ask =>
  (round, reader) =>
    isSettlementSeen(reader) && round.boxes.some((_, index) => mayBeMended(round, index, reader))
      ? ask(round, reader).map((error) => ('misdeal' in error ? error : { ...error, mended: true }))
      : []
const settledAndFault: Ask = (_, reader) =>
  isSettlementSeen(reader) ? FAULTS.map((fault): DealersError => ({ ...ERRED, settling: 1, fault })) : []

const { settledWrongly, erred, putRightBeside, leftForGood: forGood, stoppedShort, strayCard, otherOrder } = RARITY

/** One error in the settlement that has no row. */
export const unnamed: Kind = {
  ask: (_, reader) => (isSettlementSeen(reader) ? [{ ...ERRED, settling: 1, unnamed: true }] : []),
  rarity: settledWrongly,
}

/** What may have gone wrong, the least rare first. */
export const KINDS: readonly Kind[] = [
  // What the dealer put right costs nothing.
  { ask: () => [RIGHT], rarity: 0 },
  { ask: settling(1), rarity: settledWrongly },
  { ask: usual, rarity: erred },
  { ask: tamperings, rarity: erred },
  { ask: misdeals, rarity: erred },
  { ask: misread, rarity: erred },
  { ask: turns, rarity: erred },
  { ask: leftForGood, rarity: forGood },
  // The card that bust a hand may never have been its own.
  { ask: strays, rarity: strayCard, beside: hasPaidBust },
  { ask: misreadShort, rarity: stoppedShort },
  { ask: mended(settling(1)), rarity: settledWrongly + putRightBeside },
  { ask: reorders, rarity: otherOrder },
  { ask: mended(usual), rarity: erred + putRightBeside },
  { ask: mended(tamperings), rarity: erred + putRightBeside },
  { ask: settling(2), rarity: 2 * settledWrongly },
  { ask: settledAndFault, rarity: settledWrongly + erred },
  { ask: settling(3), rarity: 3 * settledWrongly },
  { ask: settling(4), rarity: 4 * settledWrongly },
]
