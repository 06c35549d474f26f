/** The figures that the text of a play error names. */

import type { ScannedCard } from '../../../devices/scan.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import {
  absentFault,
  doubledBy,
  type Hand,
  isCharlie,
  isDoubled,
  overdrawnOn,
  type PlayErrorName,
  totalHeld,
} from '../../rules/game/hand.ts'
import type { PlayError } from '../../rules/game/play-errors.ts'
import { inChips } from '../../rules/game/settle.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { NamedError } from './way.ts'

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

type Told = Pick<NamedError, 'expected' | 'seen'>

/** The same with the amount of another size that came or went, and what a double laid. */
interface Erred extends ErredHand {
  readonly added: Figures
  readonly doubled: Figures
  /** Of the hand's cards. */
  readonly count: number
}

/** What was due and what was seen; nothing where that is left out. */
const FIGURES: { readonly [N in PlayErrorName]: (erred: Erred) => Partial<Told> } = {
  'HIT-ON-21': ({ hand, rules, count }) => ({
    expected: { total: rules.noDrawFrom === 'none' ? 21 : rules.noDrawFrom },
    seen: {
      total: (hand && overdrawnOn(hand, rules)) ?? 21,
      ...(isCharlie(count - 1, rules) ? { case: 'charlie', count: count - 1 } : {}),
    },
  }),
  'STAND-ON-11': ({ hand, rules }) => ({ expected: { total: rules.mustDrawTo === 'none' ? 11 : rules.mustDrawTo }, seen: totalIn(hand) }),
  'DOUBLE-TOTAL': ({ hand, rules, doubled, textOf }) => ({
    expected: rules.doubleTotals === 'any' ? {} : { totals: rules.doubleTotals },
    seen: { ...doubled, ...(hand ? { total: totalHeld(hand, 2), cards: hand.positions.slice(0, 2).map(textOf) } : {}) },
  }),
  'DOUBLE-LATE': ({ hand, doubled, count }) => ({ seen: { ...doubled, count: hand && isDoubled(hand) ? count - 1 : count } }),
  'DOUBLE-TWO-CARDS': () => ({ seen: { count: 2 } }),
  'FB-TOKEN-MISSING': ({ hands }) => ({ seen: hands.some(({ actions }) => actions.includes('free-double')) ? {} : { case: 'of-a-split' } }),
  'DOUBLE-NO-CARD': () => ({}),
  'DOUBLE-AMOUNT': ({ bet, added }) => ({ expected: { amount: bet }, seen: added }),
  'SPLIT-AMOUNT': ({ bet, added }) => ({ expected: { amount: bet }, seen: added }),
  'DOUBLE-ON-BJ': ({ doubled }) => ({ seen: doubled }),
  'DOUBLE-AFTER-SPLIT': ({ doubled }) => ({ seen: doubled }),
  'SPLIT-ACE-DOUBLE': ({ doubled }) => ({ seen: doubled }),
  'SPLIT-NOT-PAIR': (erred) => ({ expected: { case: erred.rules.splitEquality }, seen: splitFigures(erred) }),
  'FB-TOKEN-INELIGIBLE-SPLIT': (erred) => ({ seen: splitFigures(erred) }),
  'SPLIT-TOO-MANY': ({ hands, bet, rules: { maxHands } }) => tooMany(hands, bet, maxHands),
  'SPLIT-ACES-TOO-MANY': ({ hands, bet, rules: { splitAcesMaxHands } }) => tooMany(hands, bet, splitAcesMaxHands),
  'SPLIT-ACE-EXTRA-CARD': ({ count }) => ({ seen: { count: count - 1 } }),
  'SPLIT-LATE': ({ hand, bet }) => ({ seen: { amount: bet, count: countAtSplit(hand) } }),
  'SPLIT-NO-CARD': ({ hand, textOf }) => ({ seen: { cards: hand?.positions.map(textOf) ?? [] } }),
  'SPLIT-DEAL-ORDER': ({ rules }) => ({ seen: { case: rules.splitDealing === 'together' ? 'one-after-the-other' : 'together' } }),
  'ABSENT-RULE': ({ hand, rules }) => ({ seen: absentFigures(hand, rules) }),
  'SURRENDER-NONE': ({ bet }) => ({ seen: { amount: bet / 2 } }),
  'SURRENDER-VS-ACE': ({ bet, up }) => ({ expected: { cards: [up] }, seen: { amount: bet / 2, cards: [up] } }),
  'SURRENDER-LATE': ({ bet, count }) => ({ seen: { amount: bet / 2, count, ...(count === 2 ? { case: 'stood' } : {}) } }),
  'SURRENDER-AMOUNT': ({ bet, added }) => ({ expected: { amount: bet / 2 }, seen: added }),
  'FB-TOKEN-INELIGIBLE-DOUBLE': ({ hand, bet, count, textOf }) => {
    const before = hand ? { total: totalHeld(hand, count - 1), cards: hand.positions.slice(0, count - 1).map(textOf) } : { cards: [] }
    return { seen: { amount: bet, ...before } }
  },
  'LIVE-TAKEN-AS-BUST': ({ hand, bet }) => ({ seen: { amount: bet * (hand && isDoubled(hand) ? 2 : 1), ...totalIn(hand) } }),
  'BUST-NOT-TAKEN': ({ hand, bet }) => ({ seen: { amount: inChips(hand?.real ?? 1, bet) } }),
  'PAID-LOSER': ({ hand, bet }) => ({ seen: { amount: inChips(hand?.real ?? 1, bet) } }),
}

export const playErrorFigures = ({ name, units }: PlayError, erred: ErredHand): Told => {
  const { hand, bet } = erred
  const added = { amount: Math.round(bet * (units ?? 1)) }
  const doubled = { amount: hand?.actions.includes('double') ? inChips(doubledBy(hand), bet) : bet }
  return { expected: {}, seen: {}, ...FIGURES[name]({ ...erred, added, doubled, count: hand?.ranks.length ?? 0 }) }
}

const totalIn = (hand: Hand | null): Figures => (hand ? { total: totalHeld(hand) } : {})

const splitFigures = ({ bet, hands, textOf }: Erred): Figures => ({ amount: bet, cards: splitCards(hands, textOf) })

/** The chips of the hand that is one too many lie there before its card. */
const tooMany = (hands: readonly Hand[], bet: number, most: number): Told => ({
  expected: { count: most },
  seen: { amount: bet, count: Math.max(hands.length, most + 1) },
})

const absentFigures = (hand: Hand | null, rules: HouseRules): Figures => {
  const fault = hand && absentFault(hand, rules)
  return fault ? { case: fault.drew ? 'drew' : 'stood', total: fault.total } : {}
}

/** How many cards lay there at the split: the two first ones, and each that was drawn before it. */
const countAtSplit = (hand: Hand | null): number => 2 + (hand?.actions.findIndex((action) => action.endsWith('split')) ?? 1)

/** The cards that were split first. Some of the hands they became may have been split again. */
const splitCards = (hands: readonly Hand[], textOf: (position: number) => ScannedCard): readonly ScannedCard[] =>
  hands
    .flatMap(({ positions }) => positions.slice(0, 1))
    .sort((one, other) => one - other)
    .slice(0, 2)
    .map(textOf)
