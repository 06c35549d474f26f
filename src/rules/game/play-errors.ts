/**
 * Errors in the play of one box that the dealer lets pass: each relaxes one rule for that box. Readings that need it contain the error. The
 * catalogue of findings has the text of each code.
 */

import type { HouseRules } from '../house/rules.ts'
import type { ChipEvidence } from '../table.ts'
import { ACE } from './cards.ts'
import {
  absentFault,
  doubledBy,
  type Hand,
  isDoubled,
  isSwept,
  isUnserved,
  maySplit,
  maySplitFree,
  overdrawnOn,
  type PlayErrorName,
  type PlayRules,
  totalHeld,
} from './hand.ts'

/** One play error as it may have been made. `units`: the amount that came or went, in bets, if it was not the bet itself. */
export interface PlayError {
  /** Index. */
  readonly box: number
  readonly name: PlayErrorName
  readonly units: number | null
}

/** As the `units` of BUST-NOT-TAKEN: the stake stays its player's for good. */
export const NEVER_TAKEN = 0

export interface PlayErrorRow {
  /** The rules under which the error differs from what is allowed. */
  readonly under?: (rules: HouseRules) => boolean
  /** The hands, as dealt, at which it can be made. */
  readonly of?: (dealt: Hand, rules: HouseRules) => boolean
  /** What must be sensed for the error to show at all. */
  readonly needs: ChipEvidence
  /** What it loosens in addition to what hand.ts and ways.ts check for the play error itself. */
  readonly loosen?: (rules: HouseRules) => Partial<HouseRules>
  /** Chips of another amount came or went. Each amount seen is tried, as a part of the bet. */
  readonly odd?: true
  /** Whether this hand, one of its box's hands, shows the error. `rules`: loosened, but for the totals on which a hand must or may not draw. */
  readonly shows: (hand: Hand, hands: readonly Hand[], rules: PlayRules) => boolean
}

const isGiven = ({ ended }: Hand): boolean => ended === 'surrender'
const isPaidDouble = ({ actions }: Hand): boolean => actions.includes('double')
const isFree = ({ actions }: Hand): boolean => actions.includes('free-double')
const isSplit = ({ actions }: Hand): boolean => actions.includes('split') || actions.includes('free-split')
const isAces = ({ ranks }: Hand): boolean => ranks.every((rank) => rank === ACE)
const isPair: NonNullable<PlayErrorRow['of']> = (dealt, rules) => maySplit(dealt, 1, rules)
const last: PlayErrorRow['shows'] = (hand, hands) => hand === hands.at(-1)

export const PLAY_ERRORS: { readonly [S in PlayErrorName]: PlayErrorRow } = {
  'HIT-ON-21': {
    needs: 'bets',
    loosen: () => ({ noDrawFrom: 22 }),
    shows: (hand, _, rules) => overdrawnOn(hand, rules) !== null,
  },
  'STAND-ON-11': {
    under: ({ mustDrawTo }) => mustDrawTo !== 'none',
    needs: 'bets',
    loosen: () => ({ mustDrawTo: 'none' }),
    shows: (hand, _, { mustDrawTo }) => hand.ended === 'stand' && mustDrawTo !== 'none' && totalHeld(hand) <= mustDrawTo,
  },
  'DOUBLE-TOTAL': {
    of: ({ ended }) => ended === null,
    under: ({ doubleTotals }) => doubleTotals !== 'any',
    needs: 'stakes',
    shows: isDoubled,
  },
  'DOUBLE-LATE': { needs: 'stakes', shows: (hand) => isDoubled(hand) && hand.ranks.length > 3 },
  'DOUBLE-AMOUNT': { needs: 'stakes', odd: true, shows: (hand, _, rules) => isPaidDouble(hand) && isOddDouble(doubledBy(hand), rules) },
  'DOUBLE-TWO-CARDS': { needs: 'stakes', shows: (hand) => isDoubled(hand) && hand.ranks.length > 3 },
  'DOUBLE-NO-CARD': { needs: 'stakes', shows: (hand) => isDoubled(hand) && hand.ranks.length === 2 },
  'DOUBLE-ON-BJ': { of: ({ ended }) => ended === 'natural', needs: 'stakes', shows: isDoubled },
  'DOUBLE-AFTER-SPLIT': {
    of: (dealt, rules) => isPair(dealt, rules) && !isAces(dealt),
    under: ({ doubleAfterSplit }) => doubleAfterSplit === 'no',
    needs: 'stakes',
    shows: (hand) => hand.fromSplit && isDoubled(hand),
  },
  'SPLIT-NOT-PAIR': { of: (dealt, rules) => !isPair(dealt, rules), needs: 'stakes', shows: isSplit },
  'SPLIT-LATE': { of: isPair, needs: 'stakes', shows: isSplit },
  'SPLIT-AMOUNT': { of: isPair, needs: 'stakes', odd: true, shows: isSplit },
  'SPLIT-TOO-MANY': {
    of: (dealt, rules) => isPair(dealt, rules) && !isAces(dealt),
    needs: 'stakes',
    loosen: ({ maxHands }) => ({ maxHands: maxHands + 1 }),
    shows: last,
  },
  'SPLIT-ACES-TOO-MANY': {
    of: isAces,
    needs: 'stakes',
    loosen: ({ splitAcesMaxHands, maxHands }) => ({
      splitAcesMaxHands: splitAcesMaxHands + 1,
      maxHands: Math.max(maxHands, splitAcesMaxHands + 1),
    }),
    under: ({ splitAcesMaxHands, maxHands }) => splitAcesMaxHands <= maxHands,
    shows: last,
  },
  'SPLIT-ACE-EXTRA-CARD': {
    of: isAces,
    under: ({ splitAcesOneCard }) => splitAcesOneCard,
    needs: 'bets',
    shows: (hand) => hand.fromSplit && hand.ranks.length > 2,
  },
  'SPLIT-ACE-DOUBLE': {
    of: isAces,
    under: ({ splitAcesOneCard, doubleAfterSplit }) => splitAcesOneCard || doubleAfterSplit !== 'yes',
    needs: 'stakes',
    shows: isDoubled,
  },
  'SPLIT-DEAL-ORDER': {
    of: isPair,
    needs: 'bets',
    shows: isSplit,
  },
  // By the cards alone every pair might have been split so.
  'SPLIT-NO-CARD': { of: isPair, needs: 'stakes', shows: isUnserved },
  'SURRENDER-NONE': { under: ({ surrender }) => surrender === 'none', needs: 'busts', shows: isGiven },
  'SURRENDER-VS-ACE': {
    under: ({ surrender, surrenderNotAgainst }) => surrender !== 'none' && surrenderNotAgainst.length > 0,
    needs: 'stakes',
    shows: isGiven,
  },
  'SURRENDER-LATE': { under: ({ surrender }) => surrender !== 'none', needs: 'stakes', shows: isGiven },
  'SURRENDER-AMOUNT': { under: ({ surrender }) => surrender !== 'none', needs: 'stakes', odd: true, shows: isGiven },
  'FB-TOKEN-INELIGIBLE-DOUBLE': { under: ({ freeDouble }) => freeDouble, needs: 'stakes', shows: isFree },
  'FB-TOKEN-INELIGIBLE-SPLIT': {
    of: (dealt, rules) => !maySplitFree(dealt, 1, rules),
    under: ({ freeSplit }) => freeSplit,
    needs: 'stakes',
    shows: ({ actions }) => actions.includes('free-split'),
  },
  'FB-TOKEN-MISSING': {
    under: ({ freeDouble, freeSplit }) => freeDouble || freeSplit,
    needs: 'payouts',
    shows: (hand) => isFree(hand) || hand.actions.includes('free-split'),
  },
  'BUST-NOT-TAKEN': { under: ({ bustTaken }) => bustTaken !== 'at-settlement', needs: 'busts', shows: ({ ended }) => ended === 'bust' },
  // A bust hand that he settles as if it had stood.
  'PAID-LOSER': { needs: 'payouts', shows: ({ ended, real }) => ended === 'bust' && real > 0 },
  // Only one hand of several. If a hand is alone on its spot nothing is left there, and the spot is read as it would have been
  // (ways-to-err.ts).
  'LIVE-TAKEN-AS-BUST': { of: isPair, under: ({ bustTaken }) => bustTaken !== 'at-settlement', needs: 'busts', shows: isSwept },
  'ABSENT-RULE': { needs: 'bets', shows: (hand, _, rules) => absentFault(hand, rules) !== null },
}

/**
 * An amount, in bets, that no double may add: any but the bet, or, if a double may be for less (docs/configuration.md, `doubleAmount`), any
 * above the bet.
 */
export const isOddDouble = (units: number, { doubleAmount }: HouseRules): boolean => (doubleAmount === 'up-to' ? units > 1 : units !== 1)

const LEVELS: readonly ChipEvidence[] = ['bets', 'stakes', 'busts', 'payouts']

/** Can this error show under these rules, with this evidence, at a box that was dealt this hand? */
export const mayShow = (playError: PlayErrorName, dealt: Hand, rules: HouseRules, evidence: ChipEvidence): boolean => {
  const { under, needs, of } = PLAY_ERRORS[playError]
  return (under?.(rules) ?? true) && (of?.(dealt, rules) ?? true) && LEVELS.indexOf(evidence) >= LEVELS.indexOf(needs)
}

/** The rules under which this box was played. */
export const loosened = (rules: HouseRules, { name, units }: PlayError): PlayRules => ({
  ...rules,
  ...PLAY_ERRORS[name].loosen?.(rules),
  playError: name,
  units: units ?? 1,
})
