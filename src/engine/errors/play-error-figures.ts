/** The figures that the text of a play error names. */

import type { ScannedCard } from '../../../devices/scan.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import { absentFault, doubledBy, type Hand, isDoubled, overdrawnOn, totalHeld } from '../../rules/game/hand.ts'
import type { PlayError } from '../../rules/game/play-errors.ts'
import { inChips } from '../../rules/game/settle.ts'
import type { HouseRules } from '../../rules/house/rules.ts'

export interface ErredHand {
  /** The hand that erred; null: the readings have none. */
  readonly hand: Hand | null
  readonly hands: readonly Hand[]
  /** Minor units. */
  readonly bet: number
  readonly rules: HouseRules
  readonly textOf: (position: number) => ScannedCard
  readonly up: ScannedCard
}

interface Told {
  readonly expected: Figures
  readonly seen: Figures
}

export const playErrorFigures = ({ name, units }: PlayError, { hand, hands, bet, rules, textOf, up }: ErredHand): Told => {
  const count = hand?.ranks.length ?? 0
  const added = { amount: Math.round(bet * (units ?? 1)) }
  const doubled = { amount: hand?.actions.includes('double') ? inChips(doubledBy(hand), bet) : bet }
  const firstTwo = hand?.positions.slice(0, 2).map(textOf) ?? []
  switch (name) {
    case 'HIT-ON-21':
      return {
        expected: { total: rules.noDrawFrom === 'none' ? 21 : rules.noDrawFrom },
        seen: { total: (hand && overdrawnOn(hand, rules)) ?? 21 },
      }
    case 'STAND-ON-11':
      return { expected: { total: rules.mustDrawTo === 'none' ? 11 : rules.mustDrawTo }, seen: hand ? { total: totalHeld(hand) } : {} }
    case 'DOUBLE-TOTAL':
      return {
        expected: rules.doubleTotals === 'any' ? {} : { totals: rules.doubleTotals },
        seen: { ...doubled, ...(hand ? { total: totalHeld(hand, 2), cards: firstTwo } : {}) },
      }
    case 'DOUBLE-LATE':
      return { expected: {}, seen: { ...doubled, count: isDoubledNow(hand) ? count - 1 : count } }
    case 'DOUBLE-TWO-CARDS':
      return { expected: {}, seen: { count: 2 } }
    case 'FB-TOKEN-MISSING':
      return { expected: {}, seen: hands.some(({ actions }) => actions.includes('free-double')) ? {} : { case: 'of-a-split' } }
    case 'DOUBLE-NO-CARD':
      return { expected: {}, seen: {} }
    case 'DOUBLE-AMOUNT':
    case 'SPLIT-AMOUNT':
      return { expected: { amount: bet }, seen: added }
    case 'DOUBLE-ON-BJ':
    case 'DOUBLE-AFTER-SPLIT':
    case 'SPLIT-ACE-DOUBLE':
      return { expected: {}, seen: doubled }
    case 'SPLIT-NOT-PAIR':
      return { expected: { case: rules.splitEquality }, seen: { amount: bet, cards: splitCards(hands, textOf) } }
    case 'FB-TOKEN-INELIGIBLE-SPLIT':
      return { expected: {}, seen: { amount: bet, cards: splitCards(hands, textOf) } }
    case 'SPLIT-TOO-MANY':
      return { expected: { count: rules.maxHands }, seen: { amount: bet, count: handsWith(hands, rules.maxHands) } }
    case 'SPLIT-ACES-TOO-MANY':
      return { expected: { count: rules.splitAcesMaxHands }, seen: { amount: bet, count: handsWith(hands, rules.splitAcesMaxHands) } }
    case 'SPLIT-ACE-EXTRA-CARD':
      return { expected: {}, seen: { count: count - 1 } }
    case 'SPLIT-LATE':
      return { expected: {}, seen: { amount: bet, count: countAtSplit(hand) } }
    case 'SPLIT-NO-CARD':
      return { expected: {}, seen: { cards: hand?.positions.map(textOf) ?? [] } }
    case 'SPLIT-DEAL-ORDER':
      return { expected: {}, seen: { case: rules.splitDealing === 'together' ? 'one-after-the-other' : 'together' } }
    case 'ABSENT-RULE':
      return { expected: {}, seen: absentFigures(hand, rules) }
    case 'SURRENDER-NONE':
      return { expected: {}, seen: { amount: bet / 2 } }
    case 'SURRENDER-VS-ACE':
      return { expected: { cards: [up] }, seen: { amount: bet / 2, cards: [up] } }
    case 'SURRENDER-LATE':
      return { expected: {}, seen: { amount: bet / 2, count, ...(count === 2 ? { case: 'stood' } : {}) } }
    case 'SURRENDER-AMOUNT':
      return { expected: { amount: bet / 2 }, seen: added }
    case 'FB-TOKEN-INELIGIBLE-DOUBLE':
      return {
        expected: {},
        seen: {
          amount: bet,
          ...(hand ? { total: totalHeld(hand, count - 1), cards: hand.positions.slice(0, count - 1).map(textOf) } : { cards: firstTwo }),
        },
      }
    case 'LIVE-TAKEN-AS-BUST':
      return { expected: {}, seen: { amount: bet * (hand && isDoubled(hand) ? 2 : 1), ...(hand ? { total: totalHeld(hand) } : {}) } }
    case 'BUST-NOT-TAKEN':
    case 'PAID-LOSER':
      return { expected: {}, seen: { amount: inChips(hand?.real ?? 1, bet) } }
  }
}

/** How many hands there are with the one too many: its chips lie there before its card. */
const handsWith = (hands: readonly Hand[], most: number): number => Math.max(hands.length, most + 1)

const absentFigures = (hand: Hand | null, rules: HouseRules): Figures => {
  const fault = hand && absentFault(hand, rules)
  return fault ? { case: fault.drew ? 'drew' : 'stood', total: fault.total } : {}
}

/** How many cards lay there at the split: the two first ones, and each that was drawn before it. */
const countAtSplit = (hand: Hand | null): number => 2 + (hand?.actions.findIndex((action) => action.endsWith('split')) ?? 1)

const isDoubledNow = (hand: Hand | null): boolean => hand !== null && isDoubled(hand)

/** The cards that were split first. Some of the hands they became may have been split again. */
const splitCards = (hands: readonly Hand[], textOf: (position: number) => ScannedCard): readonly ScannedCard[] =>
  hands
    .flatMap(({ positions }) => positions.slice(0, 1))
    .sort((one, other) => one - other)
    .slice(0, 2)
    .map(textOf)
