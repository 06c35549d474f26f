/** The report on a round when it closes, and the facts about its hands. Both depend only on a Solution. */
import type { Area } from '../../../devices/scan.ts'
import { addRank, isSoft, NO_POINTS, type Points, totalOf } from '../../rules/game/cards.ts'
import type { DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import type { Action } from '../../rules/game/outcome.ts'
import type { TableContext } from '../context.ts'
import type { BoxResult, DealerResult, EndReason, HandResult, NetResult, RoundResult, SpotNumbers, SpotResult } from '../event.ts'
import { dealtHand, isUnbet, type Round, rankAt, spotOf, textAt } from '../evidence/round.ts'
import { rulingsOf } from '../evidence/rulings.ts'
import type { Story } from '../evidence/story.ts'
import { upRanks } from '../evidence/unknown-dealer-cards.ts'
import { paidInstead } from '../lattice/payment-for-double.ts'
import type { Reading, Solution } from '../lattice/reading.ts'
import { type BoxAlternatives, spotAlternatives, spotNumbers } from '../lattice/spots.ts'
import { type Ground, type Spread, spreadOf } from '../lattice/spread.ts'
import { isOpenToChoice } from '../lattice/unseen-choices.ts'
import type { BoxFact, Fact, OpenRound } from '../state/open-round.ts'
import { cardsOf, dealerCards, isRead } from './cards-told.ts'
import { othersOf, shareText } from './others.ts'

export const isoTime = (at: number): string => new Date(at).toISOString()

/** What its cards say. */
export const handTold = (round: Round, hand: Hand, at: number): Omit<HandResult, 'outcome' | 'certain' | 'share'> => ({
  hand: at + 1,
  cards: cardsOf(round, hand),
  total: isRead(round, hand) ? totalOf(hand.points) : null,
  soft: isRead(round, hand) && isSoft(hand.points),
  blackjack: isRead(round, hand) && hand.ended === 'natural',
  bust: isRead(round, hand) && totalOf(hand.points) > 21,
  actions: hand.actions,
})

/** Does the dealer begin at the same card in every reading? */
const isAgreed = (dealers: Solution['dealers'], run: DealerRun): boolean =>
  dealers.every(({ run: other }) => other.end - other.drawn === run.end - run.drawn)

export const dealerResult = (round: Round, solution: Solution | null, context: TableContext): DealerResult => {
  const run = solution?.best?.dealer ?? null
  const positions = dealerCards(round, run, context)
  const ranks = positions.map((position) => rankAt(round, position))
  const read = ranks.every((rank) => rank !== null)
  const points = ranks.reduce<Points>((sum, rank) => (rank === null ? sum : addRank(sum, rank)), NO_POINTS)
  const total = read ? totalOf(points) : null
  return {
    cards: positions.map((position) => textAt(round, position)),
    total,
    blackjack: read && positions.length === 2 && total === 21,
    bust: total !== null && total > 21,
    certain: run !== null && solution?.dealerBegan === true && !solution.isPartial && isAgreed(solution.dealers, run),
  }
}

/** Under one of the up cards there may be, what the hand comes to may depend on a choice that nobody saw. */
export const isOpen = (round: Round, hand: Hand, hands: number, context: TableContext): boolean =>
  upRanks(round, context).some((upRank) => isOpenToChoice(hand, hands, upRank, context))

/** The hands of a box, by its index. */
const handResults = (closing: Judged, index: number, context: TableContext): readonly Omit<HandResult, 'share'>[] => {
  const { round, solution, complete } = closing
  const reading = solution?.best
  const dealt = dealtHand(round, index, context)
  const hands = reading?.stories[index]?.hands ?? (dealt.positions.length > 0 ? [dealt] : [])
  const isKnown = complete && !isUnbet(round, round.boxes[index] ?? 0)
  return hands.map((hand, at) => {
    const outcome = (complete && reading?.dues?.[index]?.outcomes[at]) || null
    const open = isOpen(round, hand, hands.length, context)
    const certain = isKnown && !open && solution?.agreesOn(index, at, hand.positions, outcome) === true
    return { ...handTold(round, hand, at), outcome, certain }
  })
}

/** In the order of the boxes, whichever of them played first. */
export const leftFirst = <T extends { readonly box: number }>(boxes: T[]): readonly T[] => boxes.sort((one, other) => one.box - other.box)

/** A round as it is published when it closes. */
export interface ClosingRound {
  readonly round: Round
  /** null if it has no reading. */
  readonly solution: Solution | null
  readonly closedAt: number
  readonly ended: EndReason
  /** The round has a verdict: every card is known, and some reading explains all of it. */
  readonly complete: boolean
  /** Other accounts of where it ended, which count as readings too, and other errors that explain it as well; left out: none. */
  readonly accounts?: readonly Ground[]
  readonly ways?: readonly Ground[]
  /** In some account no round began with its first card. */
  readonly doubted?: boolean
  /** Boxes whose main bet somebody changed: what it was due, and what came to it, depends on which bet counts. */
  readonly changed?: ReadonlySet<number>
}

type Judged = Pick<ClosingRound, 'round' | 'solution' | 'complete'>

/** The numbers of a box. What depends on a choice that nobody saw is unknown. */
const numbersIn =
  (context: TableContext) =>
  (round: Round, index: number, reading: Reading): BoxAlternatives => {
    const numbers = spotAlternatives(round, index, reading, context)
    const hands = reading.stories[index]?.hands ?? []
    if (!hands.some((hand) => isOpen(round, hand, hands.length, context))) return numbers
    return Object.fromEntries(Object.entries(numbers).map(([area, ways]) => [area, ways.map((own) => ({ ...own, due: null }))]))
  }

const spotResult = (best: SpotNumbers, shared: ReturnType<Spread['spotOf']>): SpotResult => {
  const known = <T>(value: T | 'differ' | undefined): T | null => (value === 'differ' || value === undefined ? null : value)
  const certain = shared !== null && shared.due !== null && !Object.values(shared).includes('differ')
  return { staked: known(shared?.staked), due: known(shared?.due), moved: known(shared?.moved), certain, best }
}

const netResult = (boxes: readonly BoxResult[], spread: Spread | null): NetResult => {
  const dues = boxes.flatMap(({ spots }) => Object.values(spots))
  const total = (of: (spot: SpotResult) => number | null): number | null =>
    dues.reduce<number | null>((sum, spot) => {
      const due = of(spot)
      return sum === null || due === null ? null : sum - due
    }, 0)
  const { from = null, to = null } = spread?.house ?? {}
  return { house: total(({ due }) => due), best: total(({ best }) => best.due), from, to }
}

/** A hand, or the dealer's, is certain only if all grounds agree on it. */
const sharedBy = (others: readonly Ground[], context: TableContext) => ({
  hand: (box: number, hand: Omit<HandResult, 'share'>): boolean =>
    others.every((other) => {
      const twin = handResults({ ...other, complete: true }, other.round.boxes.indexOf(box), context)[hand.hand - 1]
      return twin?.certain === true && twin.cards.join() === hand.cards.join() && twin.outcome === hand.outcome
    }),
  dealer: ({ cards }: DealerResult): boolean =>
    others.every(({ round, solution }) => {
      const twin = dealerResult(round, solution, context)
      return twin.certain && twin.cards.join() === cards.join()
    }),
})

/** Readings of all its evidence. If some of it was left out, no reading fits the whole. */
const wholeReadings = (solution: Solution | null): number => (solution === null || solution.isPartial ? 0 : solution.readings)

/** `round.closed`. Without a complete verdict nothing is certain, and no amount is known to be due. */
export const roundResult = (closing: ClosingRound, context: TableContext): RoundResult => {
  const { round, solution, closedAt, ended, complete, accounts = [], ways = [], doubted, changed } = closing
  const isCounted = complete && solution !== null && !doubted
  const grounds = isCounted ? [{ round, solution }, ...accounts, ...ways] : []
  const spread = isCounted ? spreadOf(grounds, numbersIn(context)) : null
  const isShared = sharedBy([...accounts, ...ways], context)
  const boxes = round.boxes.map((box, index): BoxResult => {
    // It is unknown whether this hand was doubled.
    const paid = solution?.best ? paidInstead(solution.best, index) : null
    const dead = rulingsOf(round).dead.get(box) ?? []
    const hands = handResults(closing, index, context).map((hand): HandResult => {
      const share = spread && shareText(spread.shareOf(box, hand.hand, hand.cards, hand.outcome))
      const certain = hand.certain && hand.hand - 1 !== paid && !doubted && isShared.hand(box, hand)
      return { ...hand, certain, share, ...(dead.includes(hand.hand) ? { outcome: 'void' } : {}) }
    })
    const numbers = Object.entries(spotNumbers(round, index, complete ? (solution?.best ?? null) : null, context))
    const isOpen = (area: string): boolean => isUnbet(round, box) || (area === 'main' && changed?.has(box) === true)
    const spots = Object.fromEntries(
      numbers.map(([area, best]) => [area, spotResult(best, isOpen(area) ? null : (spread?.spotOf(box, area as Area) ?? null))]),
    )
    return { box, hands, spots }
  })
  const dealer = dealerResult(round, solution, context)
  const others = othersOf(grounds, spread, context)
  return {
    round: round.id,
    house: context.house,
    shoe: round.shoe,
    dealerId: round.dealerId,
    openedAt: isoTime(round.openedAt),
    closedAt: isoTime(closedAt),
    ended,
    complete,
    readings: [solution, ...accounts.map((each) => each.solution)].reduce((sum, each) => sum + wholeReadings(each), 0),
    dealer: { ...dealer, certain: dealer.certain && !doubted && isShared.dealer(dealer) },
    boxes: leftFirst(boxes),
    findings: [],
    net: netResult(boxes, spread),
    ...(others.length > 0 ? { others } : {}),
  }
}

/** What was staked is known if no chip has moved since the first card. */
const returned = ({ staked }: SpotNumbers, isStill: boolean): SpotResult => {
  const best = { staked, due: 0, moved: null }
  return { ...best, staked: isStill ? staked : null, certain: isStill, best }
}

/** Every stake goes back: the supervisor voided the round. */
export const voidResult = (result: RoundResult, { moves }: Round): RoundResult => {
  const isStill = (box: number, area: string): boolean => (moves.get(spotOf(box, area as Area)) ?? []).length === 0
  const boxes = result.boxes.map(({ box, hands, spots }) => ({
    box,
    hands: hands.map((hand) => ({ ...hand, outcome: 'void' as const })),
    spots: Object.fromEntries(Object.entries(spots).map(([area, { best }]) => [area, returned(best, isStill(box, area))])),
  }))
  return { ...result, boxes, net: { house: 0, best: 0, from: 0, to: 0 } }
}

/** Facts by the decision that makes them. */

const FACT_TYPES: { readonly [action in Action]?: Fact['type'] } = {
  stand: 'hand.stood',
  double: 'hand.doubled',
  'free-double': 'hand.doubled',
  split: 'hand.split',
  'free-split': 'hand.split',
  surrender: 'hand.surrendered',
}

/** What this story says happened to the box, in the order it happened. */
export const factsOf = (round: Round, story: Pick<Story, 'hands'>): readonly Fact[] =>
  story.hands.flatMap((hand, at) => {
    if (hand.actions.length === 0 && hand.ended !== 'bust') return []
    const total = isRead(round, hand) ? totalOf(hand.points) : null
    const facts: Fact[] = []
    const own = totalOf(hand.points)
    hand.actions.forEach((action, step) => {
      const type = FACT_TYPES[action]
      const happened = { action, step, total: action === 'stand' ? own : null }
      if (type) facts.push({ key: `${at}/${step}/${action}`, happened, type, hand: at + 1, free: action.startsWith('free'), total })
    })
    if (hand.ended === 'bust') {
      const happened = { action: null, step: 0, total: own }
      facts.push({ key: `${at}/bust`, happened, type: 'hand.busted', hand: at + 1, free: false, total })
    }
    return facts
  })

/** The key under which a fact is reported once. */
export const saidAs = (box: number, { key }: Fact): string => `${box}/${key}`

/** Facts of a box, by its index, that all its readings share and that were not reported yet. */
export const commonFacts = ({ round, said }: OpenRound, index: number, solution: Solution, context: TableContext): readonly BoxFact[] => {
  const box = round.boxes[index] ?? 0
  const isUntouched = (solution.untouched[index] ?? 0) > 0
  const given = isUntouched ? solution.givenUp(index) : null
  const hands = isUntouched ? (given ? [given] : []) : (solution.best?.stories[index]?.hands ?? [])
  const [hand] = hands
  // It is unknown whose hand it is, if anybody's. And a player who seems to stand may have surrendered.
  if (!hand || isUnbet(round, box) || isOpen(round, hand, hands.length, context)) return []
  const paid = solution.best && paidInstead(solution.best, index)
  const isSure = ({ hand: number, happened }: Fact): boolean => number - 1 !== paid || happened.action !== 'double'
  return factsOf(round, { hands })
    .filter((fact) => !said.has(saidAs(box, fact)) && isSure(fact) && solution.contains(index, fact.hand - 1, fact.happened))
    .map((fact) => ({ box, fact }))
}
