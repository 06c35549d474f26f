/**
 * What lies on the insurance lines against the house's limits (docs/findings.md, "Check for blackjack, insurance, even money"). It is
 * judged when the next card comes, because what is put right before that is no error. Insurance that is placed too late is judged here too.
 */

import type { SpotId } from '../../devices/scan.ts'
import type { Round } from '../engine/evidence/round.ts'
import {
  cardsOfPlay,
  dealtHand,
  insuranceTimeline,
  isDealt,
  isExplained,
  limitsFor,
  MAINS,
  mayBeOver,
  spotOf,
  upCard,
} from '../engine/facts/open-round.ts'
import { type Movement, mayYetBeTold, spotsOf } from '../engine/facts/spots.ts'
import { ACE } from '../engine/game/cards.ts'
import { type Insurable, insuranceFault, sum } from '../engine/game/insurance.ts'
import type { OpenRound } from '../engine/state/open-round.ts'
import { parksWagers } from './catalogue/row.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

export interface InsuranceWatch {
  readonly round: string | null
  /** Levels already judged, by box. */
  readonly judged: { readonly [box: string]: number }
  /** Laid too late, unless a stake is reported that it may go with. */
  readonly late: readonly Late[]
}

interface Judged {
  readonly box: number
  readonly amount: number
  /** null if it may lie there. */
  readonly objection: Objection | null
}

interface Late extends Judged {
  /** Event time. */
  readonly at: number
}

export const INSURANCE_WATCH: Watch<InsuranceWatch> = {
  initial: { round: null, judged: {}, late: [] },
  step(state, sight, context) {
    const { before, after } = sight
    if (!before.current) return [state, []]
    const { round, rivals } = before.current
    if (!after.current || after.current.round.id !== round.id || round.incomplete !== null || !isDealt(round, context)) return [state, []]
    // While a further round may have begun, insurance may belong to that one.
    if (!spotsOf(round, context).haveItsBoxes() || rivals.length > 0) return [state, []]
    const known = state.round === round.id ? state : { ...INSURANCE_WATCH.initial, round: round.id }
    const found = foundOn(round, known, sight, context)
    const laid = lateOn(before.current, known, sight, context)
    const { round: open } = after.current
    const waiting = (laid ? [...known.late, laid] : known.late).filter((each) => isLate(each, open, after.levels, context))
    // The stake may be reported later than the insurance that was laid with it.
    const late = waiting.filter(({ at }) => !(mayRaise(context) && mayYetBeTold(at, after, context)))
    const told: readonly Judged[] = late.length > 0 ? late : found
    const judged = { ...known.judged, ...Object.fromEntries(told.map(({ box, amount }) => [box, amount])) }
    const objections = told.flatMap(({ objection }) => objection ?? [])
    // The sum on all lines is one fact, no matter who laid the last chip.
    const first = objections.findIndex(({ code }) => code === 'INS-TABLE-OVER')
    return [
      { ...known, judged, late: waiting.filter((each) => !late.includes(each)) },
      objections.filter(({ code }, at) => code !== 'INS-TABLE-OVER' || at === first),
    ]
  },
}

/** What lies on the lines and was not judged yet. A chip that is not read for a moment has not been taken. */
const foundOn = (
  round: Round,
  { judged }: InsuranceWatch,
  { observation, settledBefore }: Sight,
  context: JudgeContext,
): readonly Judged[] => {
  const isCard = observation?.kind === 'card' && !observation.late
  const cardAt = isCard ? observation.at : (round.cards.at(-1)?.at ?? round.openedAt)
  const up = upCard(round, context)
  return round.boxes.flatMap((box): readonly Judged[] => {
    const spot = spotOf(box, 'ins')
    const level = round.moves.has(spot) ? spotsOf(round, context).told(spot).moves.at(-1) : undefined
    if (!level || level.amount === 0 || judged[box] === level.amount || level.at >= settledBefore) return []
    const { amount, cause } = level
    const fact = { box, spot, cause, seen: { amount } }
    // An up card that was not read may be an ace.
    if (up.rank === null) return []
    if (up.rank !== ACE) {
      // What is added to it later, even a payment, is the same fact.
      if (judged[box] !== undefined || mayBeParked(round, level, context)) return []
      return [{ box, amount, objection: proven('INS-NO-ACE', round.id, { ...fact, seen: { amount, cards: [up.text] } }) }]
    }
    return cardAt < level.at || isAfterCheck(round, level, context) ? [] : [{ box, amount, objection: faultOf(round, box, fact, context) }]
  })
}

/**
 * Insurance laid or raised when a card of play is out: 000 l.250 (except with a double or split, l.252), 002 l.38, 003 l.46. Under 001 the
 * chips may be a parked wager; in 004 there is time until the dealer draws.
 */
const lateOn = (current: OpenRound, known: InsuranceWatch, { heard, after }: Sight, context: JudgeContext): Late | null => {
  const { rules } = context
  if (!heard || rules.insurance === 'none') return null
  const { round } = current
  const { spot, amount, from, at, cause } = heard
  const box = round.boxes.find((each) => spot === spotOf(each, 'ins'))
  const [play] = cardsOfPlay(round, context)
  if (box === undefined || play === undefined || from <= play.at) return null
  if (rules.insurance.deadline === 'before-dealer-draws' || parksWagers(rules) || known.judged[box] === amount) return null
  // Chips that a hand covered for a moment are no more than was there before.
  if (amount <= mostWithin(round, spot, from) || upCard(round, context).rank !== ACE) return null
  // If some lay there already, more of it may be the dealer's payment. If none did, no other chips belong there, in this round or the next.
  const isNew = (round.levels.get(spot)?.amount ?? 0) === 0 && (round.moves.get(spot) ?? []).every((move) => move.amount === 0)
  if (!(isNew && isExplained(round, after, context)) && mayBeOver(current, after, context)) return null
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

/** A bettor of the box put more on a main spot, or got a lammer, since the first card. */
const stakeGrew = (round: Round, box: number, context: JudgeContext): boolean =>
  MAINS.some((area) => {
    const { base, moves } = spotsOf(round, context).told(spotOf(box, area))
    return moves.some(({ amount, lammers }) => amount > base.amount || lammers > base.lammers)
  })

type Fact = Pick<Objection, 'box' | 'spot' | 'cause' | 'seen'>

/** 001 l.126: once play has begun, busted wagers are parked on the line. */
const mayBeParked = (round: Round, { until }: Movement, context: JudgeContext): boolean =>
  parksWagers(context.rules) && cardsOfPlay(round, context).some(({ at }) => until >= at)

/** 001 l.48: insurance is complete when the first card of play comes, so what comes to the line later is no insurance. */
const isAfterCheck = (round: Round, level: Movement, context: JudgeContext): boolean => {
  const { insurance } = context.rules
  return insurance !== 'none' && insurance.deadline === 'before-check' && cardsOfPlay(round, context).some(({ at }) => level.at >= at)
}

/** `isGrown`: count everything that was added to the bet in this round. */
const insurableOf = (round: Round, index: number, isGrown: boolean, context: JudgeContext): Insurable => {
  const box = round.boxes[index] ?? 0
  const mains = MAINS.map((area) => spotsOf(round, context).told(spotOf(box, area)))
  const bettors = mains.filter(({ base }, nth) => nth === 0 || base.amount > 0)
  const stakes = bettors.map(({ base, moves }) => ({
    first: base.amount,
    now: isGrown ? Math.max(base.amount, ...moves.map(({ amount }) => amount)) : base.amount,
  }))
  return { stakes, natural: dealtHand(round, index, context).ended === 'natural' }
}

/** Measured both by the first bets and by the grown ones, because no sensor shows at which moment a player insured. */
const faultOf = (round: Round, box: number, fact: Fact, context: JudgeContext): Objection | null => {
  const { rules } = context
  const { insurance } = rules
  if (insurance === 'none') return null
  // 000 l.254-258: by the minimum of the round's plate, and for a box that keeps the earlier one by that.
  const limits = limitsFor(round, box, context)
  const at = round.boxes.indexOf(box)
  const insured = round.boxes.map((each) => insuranceTimeline(round, each, context).moves.at(-1)?.amount ?? 0)
  const insurable = (isGrown: boolean) => round.boxes.map((_, index) => insurableOf(round, index, isGrown, context))
  const first = insurable(false)
  const faults = [first, insurable(true)].map((boxes) =>
    insuranceFault(boxes, at, insured, { moment: 'offer', playBegan: false }, { rules, limits }),
  )
  const [fault = null] = faults
  if (fault === null || faults.includes(null)) return null
  const [part, of] = insurance.ratio
  const mostOf = (boxes: readonly Insurable[]): number =>
    Math.floor((sum(boxes.flatMap(({ stakes }) => stakes.map((stake) => stake.first))) * part) / of)
  const ownMost = mostOf(first.slice(at, at + 1))
  if (fault === 'natural') return proven('INS-ON-BJ', round.id, fact)
  if (fault === 'under-min' || fault === 'step') return proven('INS-UNIT', round.id, { ...fact, expected: { base: limits.min / 2 } })
  if (insurance.exact) return proven('INS-NOT-HALF', round.id, { ...fact, expected: { amount: ownMost } })
  if (insurance.base === 'box' && !insurance.othersMayCover) return proven('INS-OVER', round.id, { ...fact, expected: { amount: ownMost } })
  const most = mostOf(first.filter(({ natural }) => !natural || rules.insuranceCountsBlackjacks))
  return proven('INS-TABLE-OVER', round.id, { cause: fact.cause ?? '', expected: { amount: most }, seen: { amount: sum(insured) } })
}
