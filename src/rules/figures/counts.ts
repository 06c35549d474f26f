/** The counts of simulated rounds: whole numbers in one flat list, so that the counts of any number of blocks add up in any order. */

/** Each amount has three counts: the number of values, their sum and the sum of their squares. */
const AMOUNTS = [
  /** Main bets with doubles and splits, without prizes; in units of half a bet. */
  'main',
  /** Prizes on the main bet, and both together; in the same units, in a house that has prizes. */
  'prizes',
  'mainAndPrizes',
  /** One unit each. */
  'push22',
  'potOfGold',
  'insurance',
  'insuranceNoTenHeld',
  'insuranceNaturalHeld',
  /** Naturals against an ace or a ten, in units of half a bet. */
  'naturalOnAce',
  'naturalOnTen',
] as const
export type Amount = (typeof AMOUNTS)[number]

const EVENTS = [
  'rounds',
  'natural',
  'bothNatural',
  'pair',
  'freePair',
  'twoTens',
  'sameTens',
  'hardNine',
  'hardTen',
  'hardEleven',
  'freeBet',
  'firstSeven',
  'sevensOneSuit',
  'sevensTwoSuits',
  'threeSevensOneSuit',
  'threeSevensMixed',
] as const
export type Event = (typeof EVENTS)[number]

/** Units in a main bet, so that three to two and half a bet are whole numbers. */
export const MAIN_UNITS = 2
const IN_MAIN_UNITS: ReadonlySet<Amount> = new Set(['main', 'prizes', 'mainAndPrizes', 'naturalOnAce', 'naturalOnTen'])
/** How many units of the counts make one bet. */
export const unitsOf = (amount: Amount): number => (IN_MAIN_UNITS.has(amount) ? MAIN_UNITS : 1)
const UPS = 10
/** 17 to 21, natural, 22 to 26. */
const FINALS = 11
const LAMMERS = 8

const AMOUNTS_AT = EVENTS.length
const DEALER_AT = AMOUNTS_AT + AMOUNTS.length * 3
const LAMMERS_AT = DEALER_AT + UPS * FINALS
const SIZE = LAMMERS_AT + 2 * LAMMERS

/** Index of an event's count. */
export const placeOf = (event: Event): number => EVENTS.indexOf(event)
/** First of an amount's three indexes. */
export const placeOfAmount = (amount: Amount): number => AMOUNTS_AT + AMOUNTS.indexOf(amount) * 3
/** `upValue`: 1 (ace) to 10. */
export const placeOfFinal = (upValue: number, total: number, natural: boolean): number =>
  DEALER_AT + (upValue - 1) * FINALS + (natural ? 5 : total > 21 ? total - 16 : total - 17)
export const placeOfLammers = (lammers: number, dealerNatural: boolean): number => LAMMERS_AT + (dealerNatural ? LAMMERS : 0) + lammers

export type Counts = Float64Array
export const noCounts = (): Counts => new Float64Array(SIZE)

export function addCounts(to: Counts, from: Counts): void {
  for (let place = 0; place < SIZE; place++) to[place] = (to[place] ?? 0) + (from[place] ?? 0)
}

export const countOf = (counts: Counts, event: Event): number => counts[placeOf(event)] ?? 0

export function amountOf(counts: Counts, amount: Amount): { readonly count: number; readonly sum: number; readonly squares: number } {
  const [count = 0, sum = 0, squares = 0] = counts.subarray(placeOfAmount(amount))
  return { count, sum, squares }
}

/** How the dealer ended with an up card of value 1 (ace) to 10: 17 to 21, natural, 22 to 26. */
export const finalsUnder = (counts: Counts, upValue: number): readonly number[] => {
  const at = placeOfFinal(upValue, 17, false)
  return [...counts.subarray(at, at + FINALS)]
}

/** Rounds by the number of lammers, 0 to 7. */
export const lammersOf = (counts: Counts, dealerNatural: boolean): readonly number[] => {
  const at = placeOfLammers(0, dealerNatural)
  return [...counts.subarray(at, at + LAMMERS)]
}
