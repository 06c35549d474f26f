/**
 * What lies on the insurance lines against the house's limits (catalogue 2.4): judged when the next card comes, for what is put right before
 * it is no error; and what is laid too late.
 */

import type { SpotId } from '../../devices/scan.ts'
import {
  coBettors,
  dealerPositions,
  dealtHand,
  insuranceTimeline,
  isDealt,
  MAINS,
  type Round,
  rankAt,
  spotOf,
  textAt,
  timelineOf,
} from '../engine/evidence/round.ts'
import { hasItsBoxes } from '../engine/evidence/steady.ts'
import { ACE } from '../engine/game/cards.ts'
import { dealLength } from '../engine/game/deal.ts'
import { type Insurable, insuranceFault } from '../engine/game/insurance.ts'
import { readRound } from '../engine/lattice/question.ts'
import { parksWagers } from './catalogue/row.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, mayBeOver, proven, type Sight } from './watch.ts'

export interface InsuranceWatch {
  readonly round: string | null
  /** Levels already judged, by box. */
  readonly judged: { readonly [box: string]: number }
  /** Laid too late, unless a stake is told of that it may go with. */
  readonly late: readonly Late[]
}

interface Late {
  readonly box: number
  readonly amount: number
  /** Event time. */
  readonly at: number
  readonly objection: Objection
}

export const initialInsurance = (): InsuranceWatch => ({ round: null, judged: {}, late: [] })

type Step = readonly [InsuranceWatch, readonly Objection[]]

export const watchInsurance = (
  state: InsuranceWatch,
  { observation, before, after }: Omit<Sight, 'events'>,
  context: JudgeContext,
): Step => {
  if (!before.current) return [state, []]
  const { round, rivals } = before.current
  if (!after.current || after.current.round.id !== round.id || round.incomplete !== null || !isDealt(round, context)) return [state, []]
  if (!hasItsBoxes(round, context.boxes, context.spotLagMs)) return [state, []]
  // Insurance laid while a further round may have begun may be of that one.
  if (rivals.length > 0) return [state, []]
  const known = state.round === round.id ? state : { ...initialInsurance(), round: round.id }
  const isCard = observation?.kind === 'card' && !observation.late
  const cardAt = isCard ? observation.at : (round.cards.at(-1)?.at ?? round.openedAt)
  const found = round.boxes.flatMap((box) => {
    if (!round.moves.has(spotOf(box, 'ins'))) return []
    const level = timelineOf(round, spotOf(box, 'ins'), context.spotLagMs).moves.at(-1)
    if (!level || level.amount === 0 || known.judged[box] === level.amount) return []
    const fact = { box, spot: spotOf(box, 'ins'), cause: level.cause, seen: { amount: level.amount } }
    // A chip that is not read for a moment is none that was taken.
    const isWaitedOut = after.now - context.spotLagMs > level.at
    if (rankAt(round, dealerPositions(round, context).up) !== ACE) {
      // What comes to it later, a payment too, is the same fact.
      return isWaitedOut && known.judged[box] === undefined && !mayBeParked(round, level.at, context)
        ? [{ box, amount: level.amount, objection: noAce(round, fact, context) }]
        : []
    }
    if (!isWaitedOut || cardAt < level.at || isAfterCheck(round, level.at, context)) return []
    return [{ box, amount: level.amount, objection: faultOf(round, box, fact, context) }]
  })
  const laid = lateOn(round, known, { observation, before, after }, context)
  const { round: open } = after.current
  const waiting = (laid ? [...known.late, laid] : known.late).filter((each) => isLate(each, open, after.levels, context))
  const late = waiting.filter((each) => !mayGoWithStake(each, after.now, context))
  const judgedWith = (more: readonly Pick<Late, 'box' | 'amount'>[]): InsuranceWatch['judged'] => ({
    ...known.judged,
    ...Object.fromEntries(more.map(({ box, amount }) => [box, amount])),
  })
  if (late.length > 0) {
    const left = waiting.filter((each) => !late.includes(each))
    return [{ ...known, judged: judgedWith(late), late: left }, late.map(({ objection }) => objection)]
  }
  if (found.length === 0) return [{ ...known, late: waiting }, []]
  const objections = found.flatMap(({ objection }) => objection ?? [])
  // What all lines hold together is one fact, whoever laid the last chip.
  const first = objections.findIndex(({ code }) => code === 'INS-TABLE-OVER')
  return [
    { ...known, judged: judgedWith(found), late: waiting },
    objections.filter(({ code }, at) => code !== 'INS-TABLE-OVER' || at === first),
  ]
}

/**
 * Laid or raised when a card of play is out: 000 l.250 (but with a double or split, l.252), 002 l.38, 003 l.46. Under 001 chips may be a
 * parked wager, in 004 there is time until the dealer draws.
 */
const lateOn = (
  round: Round,
  known: InsuranceWatch,
  { observation, before, after }: Omit<Sight, 'events'>,
  context: JudgeContext,
): Late | null => {
  const { rules, spotLagMs } = context
  if (observation?.kind !== 'spot' || observation.late || rules.insurance === 'none' || !before.current) return null
  const { spot, amount, at, cause } = observation
  const box = round.boxes.find((each) => spot === spotOf(each, 'ins'))
  const play = round.cards[dealLength(rules, round.boxes.length)]
  if (box === undefined || play === undefined || at - spotLagMs <= play.at) return null
  if (rules.insurance.deadline === 'before-dealer-draws' || parksWagers(rules) || known.judged[box] === amount) return null
  // What a hand lay over for a moment is no more than was there before.
  const isRaised = amount > mostWithin(before.current.round, spot, at - spotLagMs)
  const isOffered = rankAt(round, dealerPositions(round, context).up) === ACE
  if (!isRaised || !isOffered) return null
  // Where some lay there already more of it may be the dealer's payment; no other chips belong there, in this round or the next.
  const isNew = (round.levels.get(spot)?.amount ?? 0) === 0 && (round.moves.get(spot) ?? []).every((move) => move.amount === 0)
  const isReadable = (): boolean => readRound(round, { context, now: after.now, knowsHole: true, asked: 'any' }).count > 0
  if (!(isNew && isReadable()) && mayBeOver(before.current, after, context)) return null
  const fact = { box, spot, cause, seen: { amount }, expected: { case: rules.insurance.deadline } }
  return { box, amount, at, objection: proven('INS-LATE', round.id, fact) }
}

/** The most that lay on a spot at this event time, or since. */
const mostWithin = (round: Round, spot: SpotId, since: number): number => {
  const moves = round.moves.get(spot) ?? []
  const stood = moves.findLast(({ at }) => at <= since)?.amount ?? round.levels.get(spot)?.amount ?? 0
  return Math.max(stood, ...moves.flatMap(({ at, amount }) => (at > since ? [amount] : [])))
}

/** 000 l.252: more may be insured with a double or a split. */
const mayRaise = ({ rules }: JudgeContext): boolean => rules.insurance !== 'none' && (rules.insurance.raiseOn ?? []).length > 0

/** It still lies there, and goes with no stake. */
const isLate = ({ box, amount }: Late, round: Round, levels: Sight['after']['levels'], context: JudgeContext): boolean =>
  levels.get(spotOf(box, 'ins'))?.amount === amount && !(mayRaise(context) && stakeGrew(round, box, context))

/** The stake may be told of later than the insurance that was laid with it. */
const mayGoWithStake = ({ at }: Late, now: number, context: JudgeContext): boolean =>
  mayRaise(context) && context.spotLagMs > 0 && now - context.spotLagMs <= at

/** A bettor of the box put more on a main spot, or got a lammer, since the first card. */
const stakeGrew = (round: Round, box: number, { spotLagMs }: JudgeContext): boolean =>
  MAINS.some((area) => {
    const { base, moves } = timelineOf(round, spotOf(box, area), spotLagMs)
    return moves.some(({ amount, lammers }) => amount > base.amount || lammers > base.lammers)
  })

type Fact = Pick<Objection, 'box' | 'spot' | 'cause' | 'seen'>

const noAce = (round: Round, fact: Fact, context: JudgeContext): Objection =>
  proven('INS-NO-ACE', round.id, { ...fact, seen: { ...fact.seen, cards: [textAt(round, dealerPositions(round, context).up)] } })

/** 001 l.126: once play has begun busted wagers are parked on the line. */
const mayBeParked = (round: Round, at: number, { rules, spotLagMs }: JudgeContext): boolean => {
  const play = round.cards[dealLength(rules, round.boxes.length)]
  return parksWagers(rules) && play !== undefined && at + spotLagMs >= play.at
}

/** 001 l.48: insurance is complete when the first card of play comes; what comes to the line later is none. */
const isAfterCheck = (round: Round, at: number, { rules }: JudgeContext): boolean => {
  const play = round.cards[dealLength(rules, round.boxes.length)]
  return rules.insurance !== 'none' && rules.insurance.deadline === 'before-check' && play !== undefined && at >= play.at
}

const insuredOn = (round: Round, box: number, context: JudgeContext): number =>
  insuranceTimeline(round, box, context).moves.at(-1)?.amount ?? 0

/** `isGrown`: with all that was ever added to the bet in this round. */
const insurableOf = (round: Round, index: number, isGrown: boolean, context: JudgeContext): Insurable => {
  const box = round.boxes[index] ?? 0
  const holder = timelineOf(round, spotOf(box, 'main'), context.spotLagMs)
  const stakes = [holder, ...coBettors(round, box, context.spotLagMs)].map(({ base, moves }) => ({
    first: base.amount,
    now: isGrown ? Math.max(base.amount, ...moves.map(({ amount }) => amount)) : base.amount,
  }))
  return { stakes, natural: dealtHand(round, index, context).ended === 'natural' }
}

/** Measured by the first bets and by the grown ones: no sensor tells when the insurance was thought of. */
const faultOf = (round: Round, box: number, fact: Fact, context: JudgeContext): Objection | null => {
  const { rules, limits } = context
  const { insurance } = rules
  if (insurance === 'none') return null
  const at = round.boxes.indexOf(box)
  const insured = round.boxes.map((each) => insuredOn(round, each, context))
  const faults = [false, true].map((isGrown) => {
    const boxes = round.boxes.map((_, index) => insurableOf(round, index, isGrown, context))
    return insuranceFault(boxes, at, insured, { moment: 'offer', playBegan: false }, { rules, limits })
  })
  const [fault = null] = faults
  if (fault === null || faults.includes(null)) return null
  const [part, of] = insurance.ratio
  const ownMost = Math.floor((sum(insurableOf(round, at, false, context).stakes.map(({ first }) => first)) * part) / of)
  if (fault === 'natural') return proven('INS-ON-BJ', round.id, fact)
  if (fault === 'under-min' || fault === 'step') return proven('INS-UNIT', round.id, { ...fact, expected: { base: limits.min / 2 } })
  if (insurance.exact) return proven('INS-NOT-HALF', round.id, { ...fact, expected: { amount: ownMost } })
  if (insurance.base === 'box' && !insurance.othersMayCover) return proven('INS-OVER', round.id, { ...fact, expected: { amount: ownMost } })
  const all = round.boxes.map((_, index) => insurableOf(round, index, false, context))
  const counted = all.filter(({ natural }) => !natural || rules.insuranceCountsBlackjacks)
  const most = Math.floor((sum(counted.flatMap(({ stakes }) => stakes.map(({ first }) => first))) * part) / of)
  return proven('INS-TABLE-OVER', round.id, { cause: fact.cause ?? '', expected: { amount: most }, seen: { amount: sum(insured) } })
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
