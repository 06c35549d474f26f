/** The dealer's draw. The house rule forces it, so it follows from where it starts and which cards come. */
import type { HouseRules } from '../house/rules.ts'
import { addRank, isSoft, NO_POINTS, type Points, totalOf } from './cards.ts'
import { type Hand, ownOutcome } from './hand.ts'

/** What is left to decide when the boxes are finished: nothing, a natural or insurance, or a hand that plays on. */
export type Need = 'nothing' | 'natural' | 'all'

export interface DealerRun {
  /** Position after the dealer's last card. */
  readonly end: number
  /** Cards he drew after the initial deal. */
  readonly drawn: number
  /** He may stop here. */
  readonly done: boolean
  readonly total: number
  readonly soft: boolean
  readonly blackjack: boolean
  /** The rule the dealer broke; null, as nearly always, if he broke none. */
  readonly fault?: DealerFault | null
  /** How many of his last cards do not count; if left out, all count. */
  readonly extra?: number
  /** The hand he settled by, if it is not what his cards count. */
  readonly believed?: { readonly total: number; readonly blackjack: boolean }
}

/**
 * `stood`: he stood on a total on which he must draw. `drew`: he drew on a total on which he must stand; the cards that followed do not
 * count. `needless`: he drew although nothing depended on his hand. `no-draw`: he did not draw although a side bet or insurance depended on
 * it. `misread`: he settled by another total. `misread-short`: he stood on a total on which he must draw, and settled by one on which he
 * stands. `unchecked`: he let play go on with a natural under his up card. `falsely-checked`: he settled as if he had a natural.
 */
const DEALER_FAULTS = ['stood', 'drew', 'needless', 'no-draw', 'misread', 'misread-short', 'unchecked', 'falsely-checked'] as const
export type DealerFault = (typeof DEALER_FAULTS)[number]

/** `hole`: his second card's rank, null = dealt and unknown, undefined = not dealt. `ranks[p]`: null = unread. */
export interface DealerInput {
  readonly rules: HouseRules
  /** His up card's rank, or the ranks it may have. */
  readonly upRanks: readonly number[]
  readonly hole: number | null | undefined
  readonly ranks: readonly (number | null)[]
  /** What an unread card may be. */
  readonly unreadRanks: readonly number[]
  readonly start: number
  readonly need: Need
  /** The check found no natural (001 Dealing procedure 2-4; 003 by its surrender rule). */
  readonly checkedNoNatural: boolean
}

/** Draw to 16, stand on 17 (000 §3 l.95, 002 l.23, 003 l.50, 004 l.25); soft 17 by the house. */
export const dealerDraws = (points: Points, rules: HouseRules): boolean => {
  const total = totalOf(points)
  return total < 17 || (total === 17 && isSoft(points) && rules.dealerSoft17 === 'hit')
}

/** The least total on which he stands, a soft 17 aside. */
export const DEALER_STANDS_FROM = 17

const NEEDS: readonly Need[] = ['nothing', 'natural', 'all']
const RANK_OF: { readonly [need in Need]: number } = { nothing: 0, natural: 1, all: 2 }

/** The needs that are possible, as bits by their rank. There are several if the choice that decides it left no trace. */
export type Needs = number
export const NO_NEED: Needs = 1
/** For a hand given up where nobody may surrender: the dealer may or may not take it for dead. */
export const ANY_NEED: Needs = 7
const bitOf = (need: Need): Needs => 1 << RANK_OF[need]

/** Two boxes together need the greater of what each needs. */
export const together = (one: Needs, other: Needs): Needs => {
  // Nearly always each needs one thing: then the higher bit is the answer.
  if ((one & (one - 1)) === 0 && (other & (other - 1)) === 0) return Math.max(one, other)
  let both = 0
  for (let own = 1; own <= one; own <<= 1)
    for (let more = 1; more <= other; more <<= 1) if (one & own && other & more) both |= Math.max(own, more)
  return both
}

/** Players' choices that no sensor of this table shows. */
export interface Unseen {
  readonly evenMoney: boolean
  readonly surrender: boolean
}
const ALL_SEEN: Unseen = { evenMoney: false, surrender: false }

/** A natural that was paid, or a two-card hand, whose player may have taken even money or surrendered without a trace. */
export const hangsOnUnseen = (hand: Hand, hands: number, unseen: Unseen): boolean =>
  (unseen.evenMoney && hand.ended === 'natural' && hand.actions.length === 0) ||
  (unseen.surrender && hands === 1 && hand.ended === 'stand' && hand.ranks.length === 2)

/** What a finished box still needs from the dealer. `othersWait`: another bettor of the box did not take even money. */
export const needOf = (hands: readonly Hand[], paidBeforePlay: boolean, othersWait: boolean, unseen: Unseen = ALL_SEEN): Needs => {
  let needs = NO_NEED
  for (const hand of hands) {
    let own = NO_NEED
    if (hand.ended === 'natural') {
      if (!paidBeforePlay && (othersWait || !hand.actions.includes('even-money'))) own = bitOf('natural')
    } else if (!ownOutcome(hand)) own = bitOf('all')
    if (own !== NO_NEED && hangsOnUnseen(hand, hands.length, unseen)) own |= NO_NEED
    needs = together(needs, own)
  }
  return needs
}

/** What is open when the boxes are finished. `hole` is undefined if the house deals none. */
export interface DealerTask {
  readonly rules: HouseRules
  readonly sideBetsOpen: boolean
  /** `unseen`: no sensor shows it. */
  readonly insuranceOpen: boolean | 'unseen'
  readonly hole: number | null | undefined
  /** He looked under his up card before play. */
  readonly checked: boolean
}

const STAY: readonly Need[] = ['nothing']
const PLAY_ON: readonly Need[] = ['all']
const STAY_OR_PLAY_ON: readonly Need[] = ['nothing', 'all']
const ONE_OR_PLAY_ON: readonly Need[] = ['natural', 'all']
const ANY_WAY: readonly Need[] = NEEDS

const insuranceNeeds = ({ insuranceOpen, hole, checked }: DealerTask): readonly Need[] => {
  // The check has settled it.
  if (insuranceOpen === false || (hole !== undefined && checked)) return STAY
  if (hole !== undefined) return STAY_OR_PLAY_ON
  return insuranceOpen === 'unseen' ? ANY_WAY : ONE_OR_PLAY_ON
}

const waysFor = (task: DealerTask, need: Need): readonly Need[] => {
  const { rules, sideBetsOpen, hole } = task
  if (need === 'all' || rules.dealerDrawsWhenAllDone === 'always') return PLAY_ON
  if (rules.dealerDrawsWhenAllDone === 'never') return STAY
  if (sideBetsOpen) return PLAY_ON
  if (need === 'nothing') return insuranceNeeds(task)
  if (hole !== undefined) return STAY_OR_PLAY_ON
  // 000 §3 l.118: an unpaid natural makes him finish his hand.
  return rules.dealerDrawForBlackjack === 'finish' ? PLAY_ON : ONE_OR_PLAY_ON
}

/**
 * How far he may play, the least first. Push 22 is played to the end (001 l.17, 000 §6). One card or a full draw may decide an open natural
 * or insurance.
 */
export const dealerNeeds = (task: DealerTask, needs: Needs): readonly Need[] => {
  const asked = NEEDS.filter((need) => needs & bitOf(need))
  const [only] = asked
  if (asked.length === 1 && only) return waysFor(task, only)
  const ways = asked.flatMap((need) => waysFor(task, need))
  return NEEDS.filter((need) => ways.includes(need))
}

/** The dealer's hand while he draws. */
export interface Drawing {
  readonly points: Points
  readonly held: number
}

/**
 * Every run the rules allow from `start`: exactly one if all cards are known and something is left to decide. Hands with the same points
 * count as one.
 */
export const dealerRuns = (input: DealerInput): readonly DealerRun[] => {
  const { need, ranks, start, rules } = input
  const runs: DealerRun[] = []
  let hands = dealtToDealer(input)
  for (let drawn = 0; hands.length > 0; drawn++) {
    const end = start + drawn
    const open: Drawing[] = []
    for (const { points, held } of hands) {
      const must = dealerDraws(points, rules)
      const stops = need === 'nothing' || !must || (need === 'natural' && held === 2)
      const goesOn = must && need !== 'nothing'
      if (stops || end >= ranks.length) runs.push(runOf({ points, held }, start, drawn, stops))
      if (goesOn && end < ranks.length) open.push({ points, held })
    }
    hands = withNext(open, ranks[end] ?? null, input)
  }
  return eachRun(runs)
}

/** The hand after so many cards from `start`. */
export const runOf = ({ points, held }: Drawing, start: number, drawn: number, done = true): DealerRun => {
  const total = totalOf(points)
  return { end: start + drawn, drawn, done, total, soft: isSoft(points), blackjack: held === 2 && total === 21 }
}

/** Each run once. */
export const eachRun = (runs: readonly DealerRun[]): readonly DealerRun[] =>
  runs.length < 2 ? runs : runs.filter((run, index) => runs.findIndex((known) => isSameRun(known, run)) === index)

/**
 * The runs from `start` that end with the last card. `dealt`: what he may hold, worked out once for all places from which he may have
 * drawn.
 */
export const runsToLast = (
  dealt: readonly Drawing[],
  start: number,
  need: Need,
  { ranks, rules, unreadRanks }: Pick<DealerInput, 'ranks' | 'rules' | 'unreadRanks'>,
): readonly DealerRun[] => {
  const last = ranks.length
  const drawn = last - start
  if (need === 'nothing' && drawn > 0) return NO_RUNS
  let hands: readonly Points[] = dealt.map(({ points }) => points)
  for (let end = start; end < last && hands.length > 0; end++) {
    const rank = ranks[end] ?? null
    hands = drawnTo(hands, rank === null ? unreadRanks : [rank], rules)
  }
  const held = (dealt[0]?.held ?? 0) + drawn
  const isDone = (points: Points): boolean => need === 'nothing' || !dealerDraws(points, rules) || (need === 'natural' && held === 2)
  return eachRun(hands.map((points) => runOf({ points, held }, start, drawn, isDone(points))))
}
const NO_RUNS: readonly DealerRun[] = []

/** The hands after one more card of one of these ranks. Hands that must stand are dropped. */
const drawnTo = (hands: readonly Points[], ranks: readonly number[], rules: HouseRules): readonly Points[] => {
  const next: Points[] = []
  for (const points of hands) {
    if (!dealerDraws(points, rules)) continue
    for (const rank of ranks) {
      const drawn = addRank(points, rank)
      if (!next.includes(drawn)) next.push(drawn)
    }
  }
  return next
}

/** What he may hold when the boxes are finished. Every alternative has the same number of cards. */
export const dealtToDealer = ({
  upRanks,
  hole,
  unreadRanks,
  checkedNoNatural,
}: Pick<DealerInput, 'upRanks' | 'hole' | 'unreadRanks' | 'checkedNoNatural'>): readonly Drawing[] => {
  const ups = upRanks.map((rank): Drawing => ({ points: addRank(NO_POINTS, rank), held: 1 }))
  if (hole === undefined) return ups
  const both = ups.flatMap(({ points }) =>
    (hole === null ? unreadRanks : [hole]).map((rank) => ({ points: addRank(points, rank), held: 2 })),
  )
  return distinct(both).filter(({ points }) => !(checkedNoNatural && totalOf(points) === 21))
}

/** `rank` null: the card was not read. */
export const withNext = (
  hands: readonly Drawing[],
  rank: number | null,
  { unreadRanks }: Pick<DealerInput, 'unreadRanks'>,
): readonly Drawing[] =>
  distinct(
    rank === null
      ? hands.flatMap(({ points, held }) => unreadRanks.map((next) => ({ points: addRank(points, next), held: held + 1 })))
      : hands.map(({ points, held }) => ({ points: addRank(points, rank), held: held + 1 })),
  )

const distinct = (hands: readonly Drawing[]): readonly Drawing[] =>
  hands.length < 2 ? hands : [...new Map(hands.map((hand) => [hand.points, hand])).values()]

/** Both have the same result with the same cards. */
export const isSameRun = (one: DealerRun, other: DealerRun): boolean =>
  one.end === other.end &&
  one.total === other.total &&
  one.blackjack === other.blackjack &&
  one.done === other.done &&
  one.drawn === other.drawn &&
  one.believed?.total === other.believed?.total &&
  one.believed?.blackjack === other.believed?.blackjack

/** Position of his first card after the deal. */
export const beganAt = ({ end, drawn }: DealerRun): number => end - drawn

/** Final hands of the dealer against which every hand has the same result: totals over 22 all lose. */
export const finalKey = ({ total, blackjack, believed }: DealerRun): string =>
  blackjack ? 'natural' : `${Math.min(total, 23)}/${believed?.blackjack ? 'natural' : (believed?.total ?? '')}`
