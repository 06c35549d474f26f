/**
 * What lies on the insurance lines against the house's limits (docs/findings.md, "Check for blackjack, insurance, even money"). It is
 * judged when the next card comes, because what is put right before that is no error. Insurance that is placed too late is judged here too.
 */

import type { SpotId } from '../../devices/scan.ts'
import { verdict } from '../engine/deviation.ts'
import type { BoxResult, RoundResult } from '../engine/event.ts'
import type { Laid } from '../engine/evidence/insurance.ts'
import type { Round } from '../engine/evidence/round.ts'
import {
  cardsOfPlay,
  dealtHand,
  insuranceTimeline,
  isDealt,
  isExplained,
  isLaidInTime,
  limitsFor,
  MAINS,
  mayBeOver,
  mayGoOn,
  spotOf,
  upCard,
} from '../engine/facts/open-round.ts'
import { isResting, type Movement, mayYetBeTold, spanOf, spotsOf } from '../engine/facts/spots.ts'
import type { OpenRound } from '../engine/state/open-round.ts'
import { ACE } from '../rules/game/cards.ts'
import type { FigureCase } from '../rules/game/error-figures.ts'
import { type Insurable, type InsuranceTime, insuranceFault, parksWagers, sum } from '../rules/game/insurance.ts'
import { payout } from '../rules/game/settle.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

export interface InsuranceWatch {
  readonly round: string | null
  /** Levels already judged, by box. */
  readonly judged: { readonly [box: string]: number }
  /** Laid too late, unless what is reported next excuses it. */
  readonly late: readonly Late[]
  /** The last round, if it is over and its dealer had a natural under an ace; null otherwise. */
  readonly won: Won | null
}

interface Won {
  readonly round: string
  /** Boxes whose lines were empty when it closed, and what had been paid there, minor units. */
  readonly boxes: readonly { readonly box: number; readonly paid: number | null }[]
}

interface Judged {
  readonly box: number
  readonly amount: number
  /** null if it may lie there. */
  readonly objection: Objection | null
}

interface Late extends Judged, Laid {}

export const INSURANCE_WATCH: Watch<InsuranceWatch> = {
  initial: { round: null, judged: {}, late: [], won: null },
  step(known, sight, context) {
    const { before, after } = sight
    const state = withWon(known, sight, context)
    if (!before.current) return [state, paidAfter(state, sight, context)]
    const { round, rivals } = before.current
    if (round.incomplete !== null || !isDealt(round, context)) return [state, []]
    // While a further round may have begun, insurance may belong to that one.
    if (!spotsOf(round, context).haveItsBoxes() || rivals.length > 0) return [state, []]
    const now = state.round === round.id ? state : { ...INSURANCE_WATCH.initial, round: round.id }
    const current = stillOpen(round, sight)
    const found = foundOn(round, now, sight, context)
    const laid = current ? lateOn(before.current, now, sight, context) : null
    const open = current?.round ?? round
    // A card that has come rests on late chips, also where they leave the line with this line of the device.
    const hasRested = (each: Late): boolean => isResting(open, each.at, after, context) && isLate(each, open, before, context)
    const waiting = (laid ? [...now.late, laid] : now.late).filter((each) => isLate(each, open, after, context) || hasRested(each))
    // What comes to the line or leaves it behind late chips settles them.
    const isSettled = ({ box, amount }: Judged): boolean => (after.levels.get(spotOf(box, 'ins'))?.amount ?? 0) !== amount
    const late = waiting.filter(
      (each) =>
        current === null ||
        (!isYetToTell(each, open, after, context) && (isSettled(each) || !mayBeUndone(each.at, current, after, context))),
    )
    const told: readonly Judged[] = late.length > 0 ? late : found
    const judged = { ...now.judged, ...Object.fromEntries(told.map(({ box, amount }) => [box, amount])) }
    const objections = told.flatMap(({ objection }) => objection ?? [])
    // The sum on all lines is one fact, no matter who laid the last chip.
    const first = objections.findIndex(({ code }) => code === 'INS-TABLE-OVER')
    return [
      { ...now, judged, late: waiting.filter((each) => !late.includes(each)) },
      objections.filter(({ code }, at) => code !== 'INS-TABLE-OVER' || at === first),
    ]
  },
}

const withWon = (state: InsuranceWatch, { events, after }: Sight, context: JudgeContext): InsuranceWatch => {
  const result = events.findLast(({ type }) => type === 'round.closed' || type === 'round.revised')?.data as RoundResult | undefined
  const round = after.last?.round
  if (result === undefined || round?.id !== result.round) return state
  const isWon = result.dealer.blackjack && result.dealer.certain && upCard(round, context).rank === ACE
  const isEmpty = ({ box }: BoxResult): boolean => (after.levels.get(spotOf(box, 'ins'))?.amount ?? 0) === 0
  const boxes = result.boxes.filter(isEmpty).map(({ box, spots: { ins } }) => ({ box, paid: ins?.moved || null }))
  return { ...state, won: isWon ? { round: round.id, boxes } : null }
}

const NATURAL_SHOWN: FigureCase = 'natural-shown'

/** Chips laid on an empty line of a round that is over, and paid as for its natural; or as many chips as were paid there, once more. */
const paidAfter = ({ won }: InsuranceWatch, { heard, before }: Sight, context: JudgeContext): readonly Objection[] => {
  const { rules, money, chipEvidence } = context
  const { insurance } = rules
  if (won === null || !heard || insurance === 'none' || chipEvidence !== 'payouts') return []
  const { spot, cause, change } = heard
  const { box, paid = null } = won.boxes.find((each) => spot === spotOf(each.box, 'ins')) ?? {}
  const amount = before.levels.get(spot)?.amount ?? 0
  if (box === undefined) return []
  if (amount === 0 && change === paid) {
    const again = { box, spot, cause, expected: { amount: paid }, seen: { amount: 2 * paid } }
    return [verdict(proven('INS-MISPAID', won.round, again), { code: 'next-bet-there' })]
  }
  if (amount === 0 || change !== payout(amount, insurance.pays, money)) return []
  const fact = { box, spot, cause, seen: { amount }, expected: { case: NATURAL_SHOWN } }
  return [verdict(proven('INS-LATE', won.round, fact), { code: 'next-bet-there' })]
}

/** What the insurance of each box came to that was settled as due, by the round's result. */
const settledIn = (events: Sight['events'], { id }: OpenRound['round']): ReadonlyMap<number, number> => {
  const result = events.findLast(({ type }) => type === 'round.closed')?.data as RoundResult | undefined
  return new Map(
    (result?.round === id ? result.boxes : []).flatMap(({ box, spots: { ins } }): readonly (readonly [number, number])[] =>
      ins?.certain && ins.staked !== null && ins.staked > 0 && ins.moved === ins.due ? [[box, ins.staked]] : [],
    ),
  )
}

/** null: the round closes, so nothing is undone any more. */
const stillOpen = ({ id }: Round, { after: { current } }: Sight): OpenRound | null => (current?.round.id === id ? current : null)

/** What lies on the lines and was not judged yet. A chip that is not read for a moment has not been taken. */
const foundOn = (round: Round, { judged }: InsuranceWatch, sight: Sight, context: JudgeContext): readonly Judged[] => {
  const { observation, settledBefore, after, events } = sight
  const open = stillOpen(round, sight)
  const settled = open === null ? settledIn(events, round) : new Map<number, number>()
  const isCard = observation?.kind === 'card' && !observation.late
  const cardAt = isCard ? observation.at : (round.cards.at(-1)?.at ?? round.openedAt)
  const up = upCard(round, context)
  return round.boxes.flatMap((box): readonly Judged[] => {
    const spot = spotOf(box, 'ins')
    const moves = round.moves.has(spot) ? spotsOf(round, context).told(spot).moves : []
    // What was settled at once lay there for no card to judge it by.
    const level = moves.findLast(({ amount }) => amount === settled.get(box)) ?? moves.at(-1)
    if (!level || level.amount === 0 || judged[box] === level.amount || (open !== null && level.at >= settledBefore)) return []
    // What is left of it when the dealer has taken some was not laid so.
    if (level.change < 0 && level.by !== 'player') return []
    const mayYetGo = open === null ? !isResting(round, level.at, AT_THE_CLOSE, context) : mayBeUndone(level.at, open, after, context)
    if (mayYetGo && !settled.has(box)) return []
    const { amount, cause } = level
    const fact = { box, spot, cause, seen: { amount } }
    // An up card that was not read may be an ace.
    if (up.rank === null) return []
    if (up.rank !== ACE) {
      // What is added to it later, even a payment, is the same fact.
      if (judged[box] !== undefined || mayBeParked(round, box, level.at, context)) return []
      return [{ box, amount, objection: proven('INS-NO-ACE', round.id, { ...fact, seen: { amount, cards: [up.text] } }) }]
    }
    return (cardAt < level.at && !settled.has(box)) || isAfterCheck(round, level, context)
      ? []
      : [{ box, amount, objection: faultOf(round, box, fact, { settled, ...context }) }]
  })
}

/**
 * Insurance laid or raised after a card of play or the check closed the line (isLaidInTime). Whether a card is the dealer's and closes it
 * in 004, only the readings know.
 */
const lateOn = (current: OpenRound, known: InsuranceWatch, { heard, after }: Sight, context: JudgeContext): Late | null => {
  const { rules } = context
  if (!heard || rules.insurance === 'none' || rules.insurance.deadline === 'before-dealer-draws') return null
  const { round } = current
  const { spot, amount, from, at, cause } = heard
  const box = round.boxes.find((each) => spot === spotOf(each, 'ins'))
  if (box === undefined || known.judged[box] === amount) return null
  // Chips that a hand covered for a moment are no more than was there before.
  const lay = mostWithin(round, spot, from)
  if (amount <= lay || upCard(round, context).rank !== ACE || !isLate({ box, lay, at }, round, after, context)) return null
  // If some lay there already, more of it may be the dealer's payment. If none did, no other chips belong there, in this round or the next.
  const isNew = (round.levels.get(spot)?.amount ?? 0) === 0 && (round.moves.get(spot) ?? []).every((move) => move.amount === 0)
  if (!(isNew && isExplained(round, after, context)) && mayBeOver(current, after, context)) return null
  const isInPlay = cardsOfPlay(round, context).length > 0
  const fact = { box, spot, cause, seen: { amount }, expected: { case: isInPlay ? rules.insurance.deadline : NATURAL_SHOWN } }
  return { box, amount, lay, at, objection: proven('INS-LATE', round.id, fact) }
}

const AT_THE_CLOSE = { now: Number.POSITIVE_INFINITY }

/** Nothing rests yet on what came to the line at that event time, and play goes on: it may still be taken back, as if it had never been laid. */
const mayBeUndone = (at: number, current: OpenRound, after: Sight['after'], context: JudgeContext): boolean =>
  mayGoOn(current, context) && !isResting(current.round, at, after, context)

/** The most that lay on a spot at this event time, or since. */
const mostWithin = (round: Round, spot: SpotId, since: number): number => {
  const moves = round.moves.get(spot) ?? []
  const stood = moves.findLast(({ at }) => at <= since)?.amount ?? round.levels.get(spot)?.amount ?? 0
  return Math.max(stood, ...moves.flatMap(({ at, amount }) => (at > since ? [amount] : [])))
}

/** It was not given back, and nothing that was reported since excuses it. */
const isLate = (late: Laid & Pick<Judged, 'box'>, round: Round, { levels }: Sight['after'], context: JudgeContext): boolean => {
  const level = levels.get(spotOf(late.box, 'ins'))?.amount ?? 0
  const isExcused = isLaidInTime(round, late, null, context) || mayBeParked(round, late.box, late.at, context)
  return level > late.lay && !isExcused
}

/**
 * What excuses it may still be reported: the lammer beside which a busted wager waits (001 l.70), or the stake with which insurance is
 * raised (000 l.252), which a player may lay until his card comes.
 */
const isYetToTell = ({ lay, at }: Late, { cards }: Round, after: Sight['after'], context: JudgeContext): boolean => {
  const mayRaise = lay > 0 && context.rules.insurance !== 'none' && (context.rules.insurance.raiseOn ?? []).length > 0
  if (!mayRaise && !parksWagers(context.rules)) return false
  return mayYetBeTold(at, after, context) || (mayRaise && (cards.at(-1)?.at ?? 0) <= at)
}

type Fact = Pick<Objection, 'box' | 'spot' | 'cause' | 'seen'>

/**
 * 001 l.70, l.126: once play has begun, the busted wager of a free split waits on the line of its box. Without a lammer at the table, and
 * with the box's bet as it was, the chips are none.
 */
const mayBeParked = (round: Round, box: number, at: number, context: JudgeContext): boolean => {
  if (!parksWagers(context.rules) || cardsOfPlay(round, context).every((card) => spanOf(at, context).until < card.at)) return false
  // Those in the rack wait for nobody.
  const onBoxes = [...[...round.levels].map(([spot, level]) => [spot, [level]] as const), ...round.moves].filter(
    ([spot]) => spot !== 'rack',
  )
  const isFree = onBoxes.some(([, levels]) => levels.some(({ lammers }) => lammers > 0))
  return (
    isFree ||
    MAINS.some((area) =>
      spotsOf(round, context)
        .told(spotOf(box, area))
        .moves.some(({ change }) => change < 0),
    )
  )
}

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

/** When it was laid is asked apart (`lateOn`). */
const AT_THE_OFFER: InsuranceTime = { moment: 'offer', playBegan: false, isRaise: false }

/** Measured both by the first bets and by the grown ones, because no sensor shows at which moment a player insured. */
const faultOf = (
  round: Round,
  box: number,
  fact: Fact,
  { settled, ...context }: JudgeContext & { readonly settled: ReadonlyMap<number, number> },
): Objection | null => {
  const { rules } = context
  const { insurance } = rules
  if (insurance === 'none') return null
  // 000 l.254-258: by the minimum of the round's plate, and for a box that keeps the earlier one by that.
  const limits = limitsFor(round, box, context)
  const { smallestChip } = context.money
  const at = round.boxes.indexOf(box)
  const insured = round.boxes.map((each) => settled.get(each) ?? insuranceTimeline(round, each, context).moves.at(-1)?.amount ?? 0)
  const insurable = (isGrown: boolean) => round.boxes.map((_, index) => insurableOf(round, index, isGrown, context))
  const first = insurable(false)
  const faults = [first, insurable(true)].map((boxes) =>
    insuranceFault(boxes, { at, insured, ...AT_THE_OFFER }, { rules, limits, smallestChip }),
  )
  const [fault = null] = faults
  if (fault === null || faults.includes(null)) return null
  // What the table's chips can make.
  const mostOf = (boxes: readonly Insurable[]): number =>
    payout(sum(boxes.flatMap(({ stakes }) => stakes.map((stake) => stake.first))), insurance.ratio, { smallestChip, rounding: 'down' })
  const ownMost = mostOf(first.slice(at, at + 1))
  if (fault === 'natural') return proven('INS-ON-BJ', round.id, fact)
  if (fault === 'under-min' || fault === 'step') return proven('INS-UNIT', round.id, { ...fact, expected: { base: limits.min / 2 } })
  if (insurance.exact) return proven('INS-NOT-HALF', round.id, { ...fact, expected: { amount: ownMost } })
  if (insurance.base === 'box' && !insurance.othersMayCover) return proven('INS-OVER', round.id, { ...fact, expected: { amount: ownMost } })
  const most = mostOf(first.filter(({ natural }) => !natural || rules.insuranceCountsBlackjacks))
  return proven('INS-TABLE-OVER', round.id, { cause: fact.cause ?? '', expected: { amount: most }, seen: { amount: sum(insured) } })
}
