/**
 * What the bets of a round prove by themselves (docs/findings.md, "Bets"): bets against the table's limits, once every level from before
 * the first card has been reported; and chips that come or change while only cards may move. A level counts once it has stood for the
 * spots' lag, and a change once something rests on it: what is undone before is no act.
 */

import type { Area, SpotId } from '../../devices/scan.ts'
import { verdict } from '../engine/deviation.ts'
import type { Move } from '../engine/evidence/chips.ts'
import type { Round } from '../engine/evidence/round.ts'
import { isRead, limitsFor, MAINS, mayBeBustBy, mayBeOver, spotOf } from '../engine/facts/open-round.ts'
import { overByError } from '../engine/facts/other-explanations.ts'
import { type Heard, isBegun, isResting, restingOn, spanOf, spotsOf } from '../engine/facts/spots.ts'
import type { OpenRound } from '../engine/state/open-round.ts'
import { betIn, isSameBet, type StackLevel, stoodOn } from '../engine/state/stacks.ts'
import type { FigureCase } from '../rules/game/error-figures.ts'
import { mayBeToke } from '../rules/house/tokes.ts'
import type { Objection } from './lifecycle.ts'
import { isLoss, type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

export interface BetWatch {
  /** The round whose bets were judged last. */
  readonly judged: string | null
  /** What is proven by levels on which nothing rests yet. */
  readonly pending: readonly Fault[]
  /** Spots objected to in the open round. */
  readonly said: readonly string[]
  /** Spots that have reported since lines were lost. The levels of the others may be different by now. null: no line was lost. */
  readonly heardSince: readonly SpotId[] | null
}

/** What a level proves if it stands and a card comes, or its bet is settled, before it is undone. */
interface Fault {
  readonly objection: Objection
  /** Event time at which the level was reported. */
  readonly at: number
  /** What lay there before. */
  readonly before: StackLevel
}

export const BET_WATCH: Watch<BetWatch> = {
  initial: { judged: null, pending: [], said: [], heardSince: null },
  step(before, sight, context) {
    const round = toJudge(before, sight, context)
    const limits = round ? betFaults(round, before.heardSince, context) : []
    const { observation, after, events, heard } = sight
    const faults = before.pending.filter((fault) => isRestedOn(fault, sight, context))
    const open = before.pending.filter((each) => !faults.includes(each) && each.objection.round === after.current?.round.id)
    const closed = events.some(({ type }) => type === 'round.closed')
    const said = closed ? [] : [...before.said, ...faults.flatMap(({ objection: { spot } }) => spot ?? [])]
    const heardSince = isLoss(observation) ? [] : withHeard(before.heardSince, observation)
    const fault = heard && isThere(heard, sight) && !said.includes(heard.spot) ? levelFault(heard, open, sight, context) : null
    const waiting = open.filter(({ objection }) => isThere(objection, sight))
    return [
      { judged: round?.id ?? before.judged, pending: fault ? [...waiting, fault] : waiting, said, heardSince },
      [...limits, ...faults.map(({ objection }) => objection)],
    ]
  },
}

/** The level is what the spot last showed for as long as the lag, or it was reported since and has not been taken back. */
const isThere = ({ spot, cause }: Pick<Objection, 'spot' | 'cause'>, { after: { stacks } }: Sight): boolean =>
  spot !== null && (stacks.stood.get(spot)?.cause === cause || stacks.fresh.get(spot)?.some((level) => level.cause === cause) === true)

/** The round of the fault is open, or closes now. */
const roundOf = ({ objection }: Fault, { before, after }: Sight): Round | null =>
  [after.current, before.current].find((current) => current?.round.id === objection.round)?.round ?? null

/**
 * Before it was undone, a card came in the only round that may be open, or the bet that was laid there was settled. Once the round closes nothing
 * is undone any more.
 */
const isRestedOn = (fault: Fault, sight: Sight, context: JudgeContext): boolean => {
  const { objection, at, before } = fault
  const { heard, after } = sight
  const { current, stacks } = after
  const round = roundOf(fault, sight)
  if (round === null || !isThere(objection, sight)) return false
  if (current?.round.id !== round.id) return isResting(round, at, { now: Number.POSITIVE_INFINITY }, context)
  const hasStood = objection.spot !== null && stacks.stood.get(objection.spot)?.cause === objection.cause
  if (!hasStood || current.rivals.length > 0 || !isRead(current, context)) return false
  const isSettled = objection.code === 'SIDE-LATE' && heard?.spot === objection.spot && heard.amount !== before.amount
  return isSettled || isResting(round, at, after, context)
}

const withHeard = (heard: BetWatch['heardSince'], observation: Sight['observation']): BetWatch['heardSince'] =>
  heard === null || observation?.kind !== 'spot' || heard.includes(observation.spot) ? heard : [...heard, observation.spot]

/**
 * The round whose bets have all been reported now: the lag after its first card is past, or it is gone. rulings: what is corrected before
 * is no finding.
 */
const toJudge = ({ judged }: BetWatch, { before, after }: Sight, context: JudgeContext): Round | null => {
  // A disconnected device may still have a bet to report.
  if (after.away.size > 0) return null
  const [open, gone] = [after.current, before.current]
  const isToJudge = (current: OpenRound | null): current is OpenRound => current?.said.has('opened') === true && current.round.id !== judged
  if (isToJudge(open) && isBegun(open.round, after, context)) return open.round
  return isToJudge(gone) && gone.round.id !== open?.round.id ? gone.round : null
}

const SIDES = ['p22', 'pog'] as const

const betFaults = (round: Round, heardSince: BetWatch['heardSince'], context: JudgeContext): readonly Objection[] => {
  const isKnown = (box: number, area: Area): boolean => heardSince?.includes(spotOf(box, area)) ?? true
  const spots = spotsOf(round, context)
  const amountOf = (box: number, area: Area): number => spots.stood(spotOf(box, area)).base.amount
  const all = Array.from({ length: context.boxes }, (_, index) => index + 1)
  return all.flatMap((box) => {
    const mains = MAINS.map((area) => amountOf(box, area))
    const hasMain = mains.some((amount) => amount > 0) || heardSince !== null
    // 001 l.5, l.40: a player who bets for the dealer has a bet of his own, so without one it is the bet that plays.
    const isToke = (area: Area): boolean => mayBeToke(area, context.rules) && ((mains[0] ?? 0) > 0 || !isKnown(box, 'main'))
    const bets = MAINS.flatMap((area, at) => {
      const amount = mains[at] ?? 0
      return amount > 0 && isKnown(box, area) ? mainFaults(round, box, { area, amount, isToke: isToke(area) }, context) : []
    })
    const sides = SIDES.flatMap((area) => {
      const amount = amountOf(box, area)
      return amount > 0 && isKnown(box, area) ? sideFaults(round, box, { area, amount, hasMain }, context) : []
    })
    const sums = MAINS.every((area) => isKnown(box, area))
      ? boxFaults(
          round,
          box,
          mains.filter((_, at) => !isToke(MAINS[at] ?? 'main')),
          context,
        )
      : []
    return [...bets, ...sums, ...sides]
  })
}

const cause = (round: Round): string => round.cards[0]?.cause ?? ''

/** 000 §1 l.6 and l.13; elsewhere the table's plate. A bet for the dealer keeps only to its maximum (001 l.40). */
const mainFaults = (
  round: Round,
  box: number,
  { area, amount, isToke }: { readonly area: Area; readonly amount: number; readonly isToke: boolean },
  context: JudgeContext,
): readonly Objection[] => {
  const { min, max, unit } = limitsFor(round, box, context)
  const fact = { box, spot: spotOf(box, area), cause: cause(round), seen: { amount } }
  if (amount < min && !isToke) return [proven('BET-UNDER-MIN', round.id, { ...fact, expected: { amount: min } })]
  if (amount > max) return [proven('BET-OVER-MAX', round.id, { ...fact, expected: { amount: max } })]
  return amount % unit === 0 || isToke ? [] : [proven('BET-WRONG-UNIT', round.id, { ...fact, expected: { base: unit } })]
}

/**
 * 004 l.63: the sum of a box keeps to the maximum; 000 §1 l.14: at most this many players on a box. A single bet that is too high is only
 * that. `bets`: those of players.
 */
const boxFaults = (round: Round, box: number, bets: readonly number[], context: JudgeContext): readonly Objection[] => {
  const { rules } = context
  const limits = limitsFor(round, box, context)
  const amount = bets.reduce((sum, each) => sum + each, 0)
  const most = limits.boxMax ?? (rules.maximumCounts === 'per-box' ? limits.max : null)
  const players = bets.filter((each) => each > 0).length
  const fact = { box, spot: spotOf(box, 'main'), cause: cause(round) }
  const isOver = most !== null && amount > most && (players > 1 || amount <= limits.max)
  return [
    ...(isOver ? [proven('BOX-OVER-MAX', round.id, { ...fact, expected: { amount: most }, seen: { amount } })] : []),
    ...(players > rules.maxPlayersPerBox
      ? [proven('BOX-TOO-MANY-PLAYERS', round.id, { ...fact, expected: { count: rules.maxPlayersPerBox }, seen: { count: players } })]
      : []),
  ]
}

/** 001 l.5: no side bet without a main bet; the table's limits for side bets. */
const sideFaults = (
  round: Round,
  box: number,
  { area, amount, hasMain }: { readonly area: Area; readonly amount: number; readonly hasMain: boolean },
  { limits: { sideMin, sideMax, sideUnit } }: JudgeContext,
): readonly Objection[] => {
  const fact = { box, spot: spotOf(box, area), cause: cause(round), seen: { amount } }
  if (!hasMain) return [proven('SIDE-NO-MAIN', round.id, fact)]
  const limit = (which: FigureCase, bound: number) => [
    proven('SIDE-LIMIT', round.id, { ...fact, expected: { amount: bound, case: which } }),
  ]
  if (sideMin !== null && amount < sideMin) return limit('at-least', sideMin)
  if (sideMax !== null && amount > sideMax) return limit('at-most', sideMax)
  return sideUnit !== null && amount % sideUnit !== 0 ? limit('in-steps', sideUnit) : []
}

/** Chips that came or changed after the first card, while no reading has the dealer's hand complete. */
const levelFault = (heard: Heard, pending: readonly Fault[], { before, after }: Sight, context: JudgeContext): Fault | null => {
  const { current } = before
  if (!current || after.current?.round.id !== current.round.id) return null
  const { round } = current
  // What has been changed and may still be undone is compared with what lay there before.
  const known = pending.find(({ objection: { spot } }) => spot === heard.spot)?.before ?? stoodOn(after.stacks, heard.spot)
  const found = chipFault(round, known, heard, context)
  if (found === null || round.boxes.length === 0 || round.incomplete !== null || heard.from <= round.openedAt) return null
  if (found.code === 'SIDE-LATE' && heard.amount <= restingOn(round, heard.spot, after, context)) return null
  if (found.code === 'SIDE-LATE' && known.amount === 0 && isOut(round, found.box, heard)) return null
  if (found.code === 'SIDE-LATE' && isSeenBefore(round, heard, known.at, context)) return null
  if (found.code === 'BET-SWAPPED' && mayBeTakenAsLaid(after.current, heard, found.box, context)) return null
  const fault = (objection: Objection): Fault => ({ objection, at: heard.at, before: known })
  // The next round's bets are laid once this one is over, but chips are changed for others only on a bet that was laid before.
  if (mayBeOver(current, after, context)) return found.code === 'BET-SWAPPED' ? fault(found) : null
  // At a new shoe, or with a new dealer, a single card before the bets was burned.
  if (round.fresh !== null && round.cards.length === 1) return fault(verdict(found, { code: 'card-burned' }))
  const over = overByError(round, after, context)
  return fault(verdict(found, over))
}

/** The box's bet was taken in play, so what is laid there since is the next round's. */
const isOut = ({ moves }: Round, box: number | null, { at: until }: Heard): boolean =>
  box !== null && (moves.get(spotOf(box, 'main')) ?? []).some(({ at, amount }) => amount === 0 && at <= until)

/**
 * The chips were seen at the first card, or within the lag after it, so if they were gone since they lay under a hand. `since`: when
 * nothing was last reported there.
 */
const isSeenBefore = ({ openedAt, levels, moves }: Round, { spot, amount }: Heard, since: number, context: JudgeContext): boolean => {
  const atFirst = since <= openedAt ? (levels.get(spot)?.amount ?? 0) : 0
  const isSeen = (told: Move): boolean => told.at > since && spanOf(told.at, context).from <= openedAt && told.amount >= amount
  return atFirst >= amount || (moves.get(spot) ?? []).some(isSeen)
}

/** A bust stake may be taken as another of the same amount is laid: at any time if only stakes are sensed, else before the next card. */
const mayBeTakenAsLaid = (current: OpenRound, { at, from }: Heard, box: number | null, context: JudgeContext): boolean => {
  const { cards } = current.round
  const isToTake = (bustBy: number): boolean => context.chipEvidence === 'stakes' || (cards[bustBy + 1]?.at ?? at) >= from
  return box !== null && mayBeBustBy(current, box, context).some(isToTake)
}

const chipFault = (round: Round, known: StackLevel, { spot, amount, chips, cause }: Heard, context: JudgeContext): Objection | null => {
  const [boxText = '', areaText = ''] = spot.split('.')
  const [box, area] = [Number(boxText), areaText as Area]
  const fact = { box, spot, cause, seen: { amount } }
  // Chips laid on a box without a bet are the next round's.
  if (!round.boxes.includes(box)) return null
  if ((area === 'p22' || area === 'pog') && amount > known.amount) {
    return proven('SIDE-LATE', round.id, { ...fact, expected: { amount: known.amount } })
  }
  if (!MAINS.includes(area) || amount === 0 || amount !== known.amount || context.chipEvidence === 'bets') return null
  const [was, is] = [betIn(known.chips), betIn(chips)]
  return was.length === 0 || isSameBet(was, is)
    ? null
    : proven('BET-SWAPPED', round.id, { ...fact, expected: { amount, chips: was }, seen: { amount, chips: is } })
}
