/**
 * What the bets of a round prove by themselves (catalogue 2.2): against the table's limits once every level of before the first card has
 * been told, and chips that come or change while nothing but cards may move. A level counts once it has stood for the spots' lag.
 */

import type { Area, ChipStack, SpotId } from '../../devices/scan.ts'
import { asLikely, type FigureCase } from '../engine/deviation.ts'
import { fullOf } from '../engine/errors/answers.ts'
import { overByError } from '../engine/errors/errors.ts'
import { MAINS, type Round, spotOf } from '../engine/evidence/round.ts'
import { type Measure, withShown } from '../engine/evidence/shown.ts'
import { isSteady, steadyTimeline } from '../engine/evidence/steady.ts'
import type { OpenRound } from '../engine/state/open-round.ts'
import type { Objection } from './lifecycle.ts'
import { isLoss, type JudgeContext, mayBeOver, proven, type Sight } from './watch.ts'

export interface BetWatch {
  /** The round whose bets were judged last. */
  readonly judged: string | null
  /** What stood on each spot for the lag last. */
  readonly stood: { readonly [spot: string]: Level }
  /** Levels told since, that have not stood so long yet. */
  readonly fresh: { readonly [spot: string]: readonly Level[] }
  /** Spots objected to in the open round. */
  readonly said: readonly string[]
  /** What it proves if the round goes on: it may have been over when it was told. */
  readonly waiting: readonly Objection[]
  /** Spots heard of since lines were lost: of the others the level may be another. null: none was lost. */
  readonly heardSince: readonly SpotId[] | null
}

interface Level {
  /** Event time it was first told, Unix ms. */
  readonly at: number
  readonly amount: number
  readonly chips: readonly ChipStack[]
  /** What it proves if it stands. */
  readonly fault: Fault | null
}

interface Fault {
  readonly objection: Objection
  /** Only if the round goes on. */
  readonly waits: boolean
}

/** A spot that changes more often within the lag says nothing. */
const FRESH_MAX = 8

export const initialBets = (): BetWatch => ({ judged: null, stood: {}, fresh: {}, said: [], waiting: [], heardSince: null })

type Step = readonly [BetWatch, readonly Objection[]]

export const watchBets = (before: BetWatch, sight: Sight, context: JudgeContext): Step => {
  const round = toJudge(before, sight, context)
  const limits = round ? betFaults(round, before.heardSince, context) : []
  const { observation, after, events } = sight
  const { stood, fresh, faults } = settled(before, after.now - context.spotLagMs)
  const told = faults.map(({ objection }) => objection)
  const closed = events.some(({ type }) => type === 'round.closed')
  const spots = told.flatMap(({ spot, round: of }) => (spot !== null && of === after.current?.round.id ? [spot] : []))
  const said = closed ? spots : [...before.said, ...spots]
  const heardSince = isLoss(observation) ? [] : withHeard(before.heardSince, observation)
  const open = [...before.waiting, ...faults.flatMap(({ waits, objection }) => (waits ? [objection] : []))]
  const goesOn = wentOn(open, sight, context)
  const waiting = closed || goesOn.length > 0 ? [] : open
  const known = { judged: round?.id ?? before.judged, stood, fresh, said, waiting, heardSince }
  const now = told.filter((_, nth) => faults[nth]?.waits === false)
  return [{ ...known, fresh: withLevel(known, sight, context) }, [...limits, ...now, ...goesOn]]
}

/** The pointer has come to a hand, or a card to one or to the dealer, in the one round that may be open: it was not over before. */
const wentOn = (waiting: readonly Objection[], { observation, after: { current } }: Sight, context: JudgeContext): readonly Objection[] => {
  if (waiting.length === 0 || !current || current.rivals.length > 0 || !fullOf(current, context)?.count) return []
  const isTurn = observation?.kind === 'pointer' && typeof observation.place === 'object'
  const isCard = observation?.kind === 'card' && current.round.cards.at(-1)?.cause === observation.cause
  return isTurn || isCard ? waiting.filter(({ round }) => round === current.round.id) : []
}

/** Where the newest level was told before `until` it has stood. */
const settled = ({ stood, fresh }: BetWatch, until: number): Pick<BetWatch, 'stood' | 'fresh'> & { readonly faults: readonly Fault[] } => {
  const isOver = (told: readonly Level[]): boolean => (told.at(-1)?.at ?? 0) < until
  const [over, left] = [Object.entries(fresh).filter(([, told]) => isOver(told)), Object.entries(fresh).filter(([, told]) => !isOver(told))]
  if (over.length === 0) return { stood, fresh, faults: [] }
  const newest = over.flatMap(([spot, told]) => told.slice(-1).map((level) => [spot, level] as const))
  return {
    stood: { ...stood, ...Object.fromEntries(newest.map(([spot, level]) => [spot, { ...level, fault: null }])) },
    fresh: Object.fromEntries(left),
    faults: newest.flatMap(([, { fault }]) => fault ?? []),
  }
}

const withHeard = (heard: BetWatch['heardSince'], observation: Sight['observation']): BetWatch['heardSince'] =>
  heard === null || observation?.kind !== 'spot' || heard.includes(observation.spot) ? heard : [...heard, observation.spot]

/** The round whose bets are all told now: the lag after its first card is past, or it is gone. rulings: what is corrected before is no finding. */
const toJudge = ({ judged }: BetWatch, { before, after }: Sight, { spotLagMs }: JudgeContext): Round | null => {
  // Who is away may still have a bet to tell.
  if (after.away.size > 0) return null
  for (const { current } of [after, before]) {
    if (!current || current.round.id === judged || !current.said.has('opened')) continue
    if (after.current?.round.id === current.round.id && !isSteady(after.current.round, after.now, spotLagMs)) continue
    if (after.now - spotLagMs > current.round.openedAt || after.current?.round.id !== current.round.id) return current.round
  }
  return null
}

const SIDES = ['p22', 'pog'] as const

const betFaults = (round: Round, heardSince: BetWatch['heardSince'], context: JudgeContext): readonly Objection[] => {
  const isKnown = (box: number, area: Area): boolean => heardSince?.includes(spotOf(box, area)) ?? true
  const amountOf = (box: number, area: Area): number => steadyTimeline(round, spotOf(box, area), context.spotLagMs).base.amount
  const all = Array.from({ length: context.boxes }, (_, index) => index + 1)
  return all.flatMap((box) => {
    const mains = MAINS.map((area) => amountOf(box, area))
    const hasMain = mains.some((amount) => amount > 0) || heardSince !== null
    const bets = MAINS.flatMap((area, at) => {
      const amount = mains[at] ?? 0
      return amount > 0 && isKnown(box, area) ? mainFaults(round, box, area, amount, context) : []
    })
    const sides = SIDES.flatMap((area) => {
      const amount = amountOf(box, area)
      return amount > 0 && isKnown(box, area) ? sideFaults(round, box, area, amount, hasMain, context) : []
    })
    const sums = MAINS.every((area) => isKnown(box, area)) ? boxFaults(round, box, mains, context) : []
    return [...bets, ...sums, ...sides]
  })
}

const cause = (round: Round): string => round.cards[0]?.cause ?? ''

/** 000 §1 l.6 and l.13; elsewhere the table's plate. */
const mainFaults = (round: Round, box: number, area: Area, amount: number, { limits }: JudgeContext): readonly Objection[] => {
  const { min, max, unit } = limits
  const fact = { box, spot: spotOf(box, area), cause: cause(round), seen: { amount } }
  if (amount < min) return [proven('BET-UNDER-MIN', round.id, { ...fact, expected: { amount: min } })]
  if (amount > max) return [proven('BET-OVER-MAX', round.id, { ...fact, expected: { amount: max } })]
  return amount % unit === 0 ? [] : [proven('BET-WRONG-UNIT', round.id, { ...fact, expected: { base: unit } })]
}

/** 004 l.63: the sum of a box keeps to the maximum; 000 §1 l.14: so many players on a box. A single bet too high is that and no more. */
const boxFaults = (round: Round, box: number, mains: readonly number[], { limits, rules }: JudgeContext): readonly Objection[] => {
  const amount = mains.reduce((sum, each) => sum + each, 0)
  const most = limits.boxMax ?? (rules.maximumCounts === 'per-box' ? limits.max : null)
  const players = mains.filter((each) => each > 0).length
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
  area: Area,
  amount: number,
  hasMain: boolean,
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

const NOTHING: Level = { at: Number.NEGATIVE_INFINITY, amount: 0, chips: [], fault: null }

/** Every chip of the one lies in the other. */
const isPart = (one: Level, other: Level): boolean =>
  one.chips.every(({ value, count }) => other.chips.some((stack) => stack.value === value && stack.count >= count))
const isSameStack = (one: Level, other: Level): boolean => one.amount === other.amount && isSameChips(one.chips, other.chips)
const STACKS: Measure<Level> = { isSame: isSameStack, isLess: (one, other) => isPart(one, other) && !isSameStack(one, other) }

const withLevel = (state: BetWatch, sight: Sight, context: JudgeContext): BetWatch['fresh'] => {
  const { observation } = sight
  if (observation?.kind !== 'spot' || observation.late || observation.spot === 'rack') return state.fresh
  const { spot, at, amount, chips } = observation
  const { [spot]: fresh = [], ...others } = state.fresh
  const known = state.stood[spot] ?? NOTHING
  const level: Level = { at, amount, chips, fault: null }
  const [, ...shown] = withShown([known, ...fresh], level, STACKS, context.spotLagMs)
  if (shown.length === 0) return others
  const told = shown.at(-1) === level ? [...shown.slice(0, -1), { ...level, fault: levelFault(state, known, sight, context) }] : shown
  return { ...others, [spot]: told.slice(-FRESH_MAX) }
}

/** Chips that came or changed after the first card, while no reading has the dealer's hand complete. */
const levelFault = (state: BetWatch, known: Level, { observation, before, after }: Sight, context: JudgeContext): Fault | null => {
  const { current } = before
  if (observation?.kind !== 'spot' || !current || after.current?.round.id !== current.round.id) return null
  if (state.said.includes(observation.spot)) return null
  const found = chipFault(current.round, observation.spot, known.amount, observation, known.chips, context)
  if (found === null || !isDealtTo(current, observation.at, context)) return null
  if (found.code === 'SIDE-LATE' && isSeenBefore(current.round, observation, known.at, context)) return null
  if (found.code === 'BET-SWAPPED' && mayBeTakenAsLaid(after.current, found.box, observation.at, context)) return null
  // The next round's bets are laid once this one is over; chips are changed for others on one that was laid before.
  if (mayBeOver(current, after, context)) return found.code === 'BET-SWAPPED' ? { objection: found, waits: true } : null
  // At a new shoe, or with a new dealer, one card before the bets was burned.
  const { fresh, cards } = current.round
  if (fresh !== null && cards.length === 1) {
    return { objection: asLikely(found, 'the first card was burned before the bets'), waits: false }
  }
  const over = overByError(current.round, { context, now: after.now, knowsHole: true })
  return { objection: over === null ? found : asLikely(found, over), waits: false }
}

/** It was seen to lie there at the first card, or within the lag after it: what was gone since lay under a hand. `since`: told when nothing did. */
const isSeenBefore = (
  { openedAt, levels, moves }: Round,
  { spot, amount }: { readonly spot: SpotId; readonly amount: number },
  since: number,
  { spotLagMs }: JudgeContext,
): boolean => {
  const atFirst = since <= openedAt ? (levels.get(spot)?.amount ?? 0) : 0
  return (
    atFirst >= amount || (moves.get(spot) ?? []).some((told) => told.at > since && told.at - spotLagMs <= openedAt && told.amount >= amount)
  )
}

/** A bust stake may be taken as another of the same amount is laid: at any time where only stakes are told, else before the next card. */
const mayBeTakenAsLaid = (current: OpenRound | null, box: number | null, at: number, context: JudgeContext): boolean => {
  if (current === null || box === null) return false
  const { round } = current
  const { chipEvidence, spotLagMs } = context
  const isToTake = (bustBy: number): boolean => chipEvidence === 'stakes' || (round.cards[bustBy + 1]?.at ?? at) >= at - spotLagMs
  const stories = fullOf(current, context)?.supports[round.boxes.indexOf(box)] ?? []
  return stories.some(
    ({ story: { hands } }) => hands.length > 1 && hands.some(({ ended, positions }) => ended === 'bust' && isToTake(positions.at(-1) ?? 0)),
  )
}

const isDealtTo = ({ round }: OpenRound, at: number, { spotLagMs }: JudgeContext): boolean =>
  round.boxes.length > 0 && round.incomplete === null && at - spotLagMs > round.openedAt

const chipFault = (
  round: Round,
  spot: SpotId,
  known: number,
  observation: { readonly amount: number; readonly chips: readonly ChipStack[]; readonly cause: string },
  chips: readonly ChipStack[],
  context: JudgeContext,
): Objection | null => {
  const [boxText = '', areaText = ''] = spot.split('.')
  const [box, area] = [Number(boxText), areaText as Area]
  const { amount, cause } = observation
  const fact = { box, spot, cause, seen: { amount } }
  const isMain = MAINS.includes(area)
  // What is laid on a box without a bet is the next round's.
  if (!round.boxes.includes(box)) return null
  if ((area === 'p22' || area === 'pog') && amount > known) return proven('SIDE-LATE', round.id, { ...fact, expected: { amount: known } })
  if (!isMain || amount === 0 || amount !== known || context.chipEvidence === 'bets') return null
  const [was, is] = [stacksOf(chips), stacksOf(observation.chips)]
  return was.length === 0 || isSameChips(was, is)
    ? null
    : proven('BET-SWAPPED', round.id, { ...fact, expected: { amount, chips: was }, seen: { amount, chips: is } })
}

/** The highest first; lammers are no part of a bet. */
const stacksOf = (chips: readonly ChipStack[]): readonly ChipStack[] =>
  chips.flatMap(({ value, count }) => (value === 'FB' ? [] : [{ value, count }])).sort((one, other) => other.value - one.value)

const isSameChips = (one: readonly ChipStack[], other: readonly ChipStack[]): boolean =>
  JSON.stringify(stacksOf(one)) === JSON.stringify(stacksOf(other))
