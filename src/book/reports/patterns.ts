/**
 * What one error cannot show and many may: a dealer who overpays one box, or whose errors all go one way. A pattern is something to look
 * into, not an accusation. Every test is exact for the counts. Its p is multiplied by the number of comparisons (Bonferroni), so that
 * chance alone flags fewer than `FLAGS_BY_CHANCE` of each kind in a report; `npm run measure -- chance` confirms it. Pure.
 *
 * Only money that is certain in every reading counts: what was moved less what was due, after the corrections of the dealer and the floor.
 * A player who is paid too little complains, so honest errors that remain are mostly overpayments. A dealer's errors are therefore compared
 * with those of the others, not with an even chance.
 */
import { binomialTail, hypergeometricTail } from './statistics.ts'

export const FLAGS_BY_CHANCE = 0.01
/** A dealer who errs often errs at every box. So a box must also stand out from the same dealer's other boxes, with a p below this. */
const OWN_BOXES_P = 0.05

/** One settled box in one round. `over`: what the player has beyond what was due, minor units; negative if the player has less. */
export interface Settled {
  readonly dealer: string
  /** Table and box, as `bj07/3`. */
  readonly box: string
  readonly over: number
}

interface Tested {
  /** Probability of this many or more by chance alone, already multiplied by the comparisons; at most 1. */
  readonly p: number
  readonly flagged: boolean
}

/** Overpayments by one dealer to one box. */
export interface BoxFavoured extends Tested {
  readonly dealer: string
  readonly box: string
  readonly settled: number
  readonly overpaid: number
  readonly amount: number
  /** Overpayments that the other dealers would have made there. */
  readonly expected: number
}

/** Which way a dealer's errors go. */
export interface OneSided extends Tested {
  readonly dealer: string
  readonly over: number
  readonly under: number
  /** Share of overpayments among the errors of all others; null: the others made no errors. */
  readonly othersShare: number | null
}

export interface SettlementPatterns {
  readonly settled: number
  readonly comparisons: { readonly boxes: number; readonly dealers: number }
  /** The most flags of each kind to expect by chance alone. */
  readonly byChance: number
  /** Least likely first; boxes without an overpayment are left out. */
  readonly boxes: readonly BoxFavoured[]
  readonly dealers: readonly OneSided[]
}

interface Tally {
  settled: number
  over: number
  under: number
  amount: number
}
const nothing = (): Tally => ({ settled: 0, over: 0, under: 0, amount: 0 })
const count = (tallies: Map<string, Tally>, key: string, over: number): void => {
  const tally = tallies.get(key) ?? nothing()
  tallies.set(key, tally)
  tally.settled++
  if (over > 0) {
    tally.over++
    tally.amount += over
  } else if (over < 0) tally.under++
}

const SEPARATOR = '\n'
const corrected = (p: number, comparisons: number): Tested => {
  const all = Math.min(1, p * comparisons)
  return { p: all, flagged: all <= FLAGS_BY_CHANCE }
}

export const settlementPatterns = (settled: readonly Settled[]): SettlementPatterns => {
  const [whole, pairs, dealers] = [nothing(), new Map<string, Tally>(), new Map<string, Tally>()]
  const all = new Map([['', whole]])
  for (const { dealer, box, over } of settled) {
    count(pairs, `${dealer}${SEPARATOR}${box}`, over)
    count(dealers, dealer, over)
    count(all, '', over)
  }
  const erring = [...dealers].filter(([, { over, under }]) => over + under > 0)
  return {
    settled: settled.length,
    comparisons: { boxes: pairs.size, dealers: erring.length },
    byChance: FLAGS_BY_CHANCE,
    boxes: [...pairs]
      .filter(([, { over }]) => over > 0)
      .map(([key, pair]) => favoured(key, pair, { whole, dealers, comparisons: pairs.size }))
      .sort(byP),
    dealers: erring.map(([dealer, own]) => oneSided(dealer, own, whole, erring.length)).sort(byP),
  }
}

const byP = (one: Tested, other: Tested): number => one.p - other.p

interface Floor {
  readonly whole: Tally
  readonly dealers: ReadonlyMap<string, Tally>
  readonly comparisons: number
}

/** Given the number of overpayments, each is as likely to fall on any settled box. */
const favoured = (key: string, pair: Tally, { whole, dealers, comparisons }: Floor): BoxFavoured => {
  const [dealer = '', box = ''] = key.split(SEPARATOR)
  const own = dealers.get(dealer) ?? nothing()
  const onTheFloor = binomialTail(pair.over, whole.over, pair.settled / whole.settled)
  const atHisBoxes = binomialTail(pair.over, own.over, pair.settled / own.settled)
  const tested = corrected(onTheFloor, comparisons)
  const others = whole.settled - pair.settled
  return {
    dealer,
    box,
    settled: pair.settled,
    overpaid: pair.over,
    amount: pair.amount,
    expected: others > 0 ? ((whole.over - pair.over) * pair.settled) / others : 0,
    p: tested.p,
    flagged: tested.flagged && atHisBoxes <= OWN_BOXES_P,
  }
}

/** Fisher's exact test, two-sided. */
const oneSided = (dealer: string, { over, under }: Tally, whole: Tally, comparisons: number): OneSided => {
  const [own, all] = [over + under, whole.over + whole.under]
  const more = hypergeometricTail(over, own, whole.over, all)
  const less = hypergeometricTail(under, own, whole.under, all)
  const others = all - own
  return {
    dealer,
    over,
    under,
    othersShare: others > 0 ? (whole.over - over) / others : null,
    ...corrected(Math.min(1, 2 * Math.min(more, less)), comparisons),
  }
}
