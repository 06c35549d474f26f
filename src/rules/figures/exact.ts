/**
 * Exact figures that the simulation must reproduce, for a full shoe of six packs unless stated otherwise. Each is a sum over the cards that
 * the shoe may give, rounded to the digits written here; `test/rules/figures` computes them again. Published figures are cited.
 */
import type { HouseRules } from '../house/rules.ts'

type Soft17 = HouseRules['dealerSoft17']

/** Up cards ace to ten in the rows; 17 to 21, natural, 22 to 26 across. `dealerDrawsWhenAllDone: 'always'`. */
export const DEALER_FINALS: { readonly [rule in Soft17]: readonly (readonly number[])[] } = {
  stand: [
    [0.130017, 0.130822, 0.130594, 0.13091, 0.053504, 0.308682, 0.031376, 0.027381, 0.02317, 0.018898, 0.014648],
    [0.139656, 0.134389, 0.13002, 0.124019, 0.118413, 0, 0.151336, 0.062533, 0.054335, 0.046896, 0.038404],
    [0.134296, 0.130539, 0.125226, 0.120817, 0.114928, 0, 0.097064, 0.141905, 0.05309, 0.045217, 0.036917],
    [0.130556, 0.124062, 0.121272, 0.116441, 0.111866, 0, 0.094994, 0.08796, 0.132801, 0.043971, 0.036078],
    [0.121843, 0.122437, 0.117575, 0.111793, 0.107945, 0, 0.093476, 0.086345, 0.079291, 0.124089, 0.035205],
    [0.165707, 0.106194, 0.106431, 0.101551, 0.097276, 0, 0.085245, 0.081628, 0.074734, 0.068045, 0.11319],
    [0.369208, 0.137931, 0.078428, 0.078682, 0.073816, 0, 0.064597, 0.058594, 0.052487, 0.04654, 0.039717],
    [0.12894, 0.359955, 0.128723, 0.069219, 0.06947, 0, 0.059998, 0.055016, 0.04901, 0.043549, 0.03612],
    [0.12031, 0.117348, 0.351854, 0.120368, 0.060877, 0, 0.056545, 0.051291, 0.046265, 0.040444, 0.034697],
    [0.111914, 0.111669, 0.111945, 0.340014, 0.034817, 0.07717, 0.052262, 0.04791, 0.042889, 0.037614, 0.031796],
  ],
  hit: [
    [0.05727, 0.142822, 0.142935, 0.143284, 0.065858, 0.308682, 0.037204, 0.032643, 0.027982, 0.023091, 0.01823],
    [0.130071, 0.135978, 0.131607, 0.125662, 0.120022, 0, 0.152116, 0.063241, 0.054973, 0.047452, 0.038878],
    [0.1259, 0.13193, 0.126656, 0.122185, 0.116371, 0, 0.097747, 0.142526, 0.05365, 0.045703, 0.037333],
    [0.122458, 0.125405, 0.12262, 0.11783, 0.113217, 0, 0.095653, 0.088558, 0.13334, 0.044441, 0.036478],
    [0.118089, 0.123042, 0.118216, 0.112435, 0.108586, 0, 0.093775, 0.086621, 0.07954, 0.124306, 0.03539],
    [0.115064, 0.114574, 0.115043, 0.110177, 0.105882, 0, 0.089287, 0.08526, 0.078076, 0.070957, 0.115678],
    [0.369208, 0.137931, 0.078428, 0.078682, 0.073816, 0, 0.064597, 0.058594, 0.052487, 0.04654, 0.039717],
    [0.12894, 0.359955, 0.128723, 0.069219, 0.06947, 0, 0.059998, 0.055016, 0.04901, 0.043549, 0.03612],
    [0.12031, 0.117348, 0.351854, 0.120368, 0.060877, 0, 0.056545, 0.051291, 0.046265, 0.040444, 0.034697],
    [0.111914, 0.111669, 0.111945, 0.340014, 0.034817, 0.07717, 0.052262, 0.04791, 0.042889, 0.037614, 0.031796],
  ],
}

/** The same over all up cards. */
export const DEALER_FINALS_ALL: { readonly [rule in Soft17]: readonly number[] } = {
  stand: [0.145245, 0.139258, 0.133685, 0.179527, 0.072874, 0.047489, 0.072591, 0.064946, 0.056672, 0.048316, 0.039397],
  hit: [0.133459, 0.141205, 0.135682, 0.181531, 0.074874, 0.047489, 0.073536, 0.065799, 0.057452, 0.048995, 0.039978],
}

/**
 * The dealer ends with 22, by number of packs. Soft 17 drawn: as published with Push 22 (Wizard of Odds). The figure published for soft 17
 * stood is the chance of a drawn 21, not of 22.
 */
export const DEALER_22: readonly { readonly decks: number; readonly stand: number; readonly hit: number }[] = [
  { decks: 1, stand: 0.072400931, hit: 0.073361804 },
  { decks: 2, stand: 0.072518694, hit: 0.073470223 },
  { decks: 6, stand: 0.072590718, hit: 0.073536228 },
  { decks: 8, stand: 0.072599348, hit: 0.073544115 },
]

/** Push 22, average net gain of one unit. Eleven to one on soft 17 drawn: Wizard of Odds, -0.117565. */
export const PUSH_22: readonly { readonly pays: number; readonly soft17: Soft17; readonly value: number }[] = [
  { pays: 11, soft17: 'hit', value: -0.11756526 },
  { pays: 11, soft17: 'stand', value: -0.128911388 },
  { pays: 1, soft17: 'stand', value: -0.854818565 },
]

/** Chances of the first two cards of a box, and of the dealer's. */
export const FIRST_CARDS = {
  natural: 192 / 4043,
  bothNatural: 27968 / 12909299,
  dealerNaturalOnAce: 96 / 311,
  dealerNaturalOnTen: 24 / 311,
  pair: 23 / 311,
  freePair: 0.051199604,
  twoTens: 0.093989612,
  sameTens: 0.02275538,
  unlikeTens: 0.071234232,
  hardNine: 0.035617116,
  hardTen: 0.041305961,
  hardEleven: 0.047489488,
  freeBet: 687 / 4043,
  firstSeven: 1 / 13,
  sevensOneSuit: 0.001236705,
  sevensTwoSuits: 0.00445214,
} as const

/** Average net gain of one unit of insurance, by what is known besides the ace. */
export const INSURANCE = { onlyAce: -23 / 311, noTenHeld: -0.067961165, naturalHeld: -0.077669903 } as const

/** A natural that waits instead of taking even money, at three to two, in bets. */
export const NATURAL_WAITS = { onAce: 1.038835, onTen: 1.38835 } as const

/**
 * Lammers a box collects, 0 to 7, if it takes every free bet, doubles fives and splits aces again up to four hands. `all`: play continues
 * although the dealer may have a natural; `noNatural`: he also turns out to have none.
 */
export const LAMMERS = {
  all: [0.8300766757, 0.1506414717, 0.0142635399, 0.0039297029, 0.0008634838, 0.0001956923, 0.0000274379, 0.0000019957],
  noNatural: [0.7907385831, 0.1434180367, 0.0135788012, 0.0037397629, 0.0008212956, 0.0001860594, 0.0000260772, 0.0000018959],
} as const

/** Pot of Gold at 3, 12, 30, 50 and 100 to one, lost to a dealer's natural; average net gain of one unit. */
export const POT_OF_GOLD = -0.07036743

/** Three sevens for a box that takes a third card (the counts of Wizard of Odds, Super Sevens), and its prizes in bets if always paid. */
export const SEVENS = { threeOneSuit: 480 / 30079920, threeMixed: 11664 / 30079920, prizes: 0.05097141 } as const

/**
 * Published: six packs, soft 17 drawn, no hole card, doubles after splits, four hands, aces split once, all lost to a dealer's natural.
 * Played with the best decisions for six packs, which hardly ever differ from those for an infinite shoe.
 */
export const CONTROL = -0.0072705
