/** Facts about the open round, taken from its readings as they were last found. */

import { dealLength } from '../../rules/game/deal.ts'
import { type Hand, isFreeHand, mayDoubleFree, maySplitFree } from '../../rules/game/hand.ts'
import { isPotOfGoldDeclined } from '../../rules/game/side-bets.ts'
import type { TableContext } from '../context.ts'
import { fullOf } from '../errors/answers.ts'
import { dealerPositions, dealtHand, isDealt, isPointed, type Round, type RoundCard, rankAt, spotOf, textAt } from '../evidence/round.ts'
import { isFollowed } from '../evidence/rulings.ts'
import type { Reader } from '../lattice/question.ts'
import { readOn, SETTLED } from '../lattice/rungs.ts'
import type { OpenRound } from '../state/open-round.ts'
import type { TableState } from '../state/table-state.ts'
import { type Movement, spotsOf } from './spots.ts'

export { isLaidInTime } from '../evidence/insurance.ts'
export { largestBet, limitsFor } from '../evidence/limits.ts'
export { dealtHand, insuranceTimeline, isDealt, MAINS, spotOf, textAt } from '../evidence/round.ts'

/** Do the chips of each of its boxes show how it was settled? They do unless one was left to the floor. */
export const isFollowedWhole = (round: Round): boolean => round.boxes.every((box) => isFollowed(round, box))

type Now = Pick<TableState, 'now'>

/** Cards after the deal. */
export const cardsOfPlay = ({ cards, boxes }: Round, { rules }: TableContext): readonly RoundCard[] =>
  cards.slice(dealLength(rules, boxes.length))

/** The dealer's up card. `rank` is null if the card was not read, or has not come. */
export const upCard = (round: Round, context: TableContext) => {
  const { up } = dealerPositions(round, context)
  return { rank: rankAt(round, up), text: textAt(round, up) }
}

/** Does some reading without an error, or with one that the dealer put right, explain what was seen of the round? */
export const isExplained = (round: Round, { now }: Now, context: TableContext, asked: Reader['asked'] = 'any'): boolean =>
  readOn(round, { context, now, asked }, SETTLED) !== null

/** Had it a reading when it was last read? */
export const isRead = (current: OpenRound, context: TableContext): boolean => (fullOf(current, context)?.count ?? 0) > 0

/** Some reading needs a further card, so play goes on. */
export const mayGoOn = (current: OpenRound, context: TableContext): boolean => {
  const full = fullOf(current, context)
  return full !== null && full.over < full.count
}

/**
 * Some reading needs no further card, so what comes now may be of the next round. If no reading fits at all there is an error in the round,
 * and it is unknown how far it has come.
 */
export const mayBeOver = (current: OpenRound, state: Now, context: TableContext): boolean => {
  const { round, rivals } = current
  if (rivals.length > 0) return true
  // Somebody was playing when its first card came, so it is no round, or a card of the deal is missing.
  if (!isDealt(round, context) || isBegunInDeal(round, context)) return isBegunInPlay(round) || isPointed(round)
  return isExplained(round, state, context, 'over') || !isExplained(round, state, context)
}

/** A round is under way that was reported as open, and no card of the next can have come. */
export const isUnderWay = (state: TableState, context: TableContext): boolean =>
  state.current?.said.has('opened') === true && !mayBeOver(state.current, state, context)

/** The pointer rests during a deal. If it named somebody before the last card of this one, the deal was another. */
const isBegunInDeal = (round: Round, { rules }: TableContext): boolean => {
  const last = round.cards[dealLength(rules, round.boxes.length) - 1]
  return last !== undefined && round.pointer.some(({ at, place }) => at >= round.openedAt && at < last.at && place !== 'none')
}

/** Its first card came while the pointer named a hand or the dealer, so it is one card too many of the round before. */
export const isBegunInPlay = ({ pointer, openedAt }: Round): boolean =>
  (pointer.findLast(({ at }) => at <= openedAt)?.place ?? 'none') !== 'none'

/** Positions of the last cards of hands of a split box that may have gone bust. */
export const mayBeBustBy = (current: OpenRound, box: number, context: TableContext): readonly number[] => {
  const stories = fullOf(current, context)?.supports[current.round.boxes.indexOf(box)] ?? []
  return stories.flatMap(({ story: { hands } }) =>
    hands.length < 2 ? [] : hands.flatMap(({ ended, positions }) => (ended === 'bust' ? [positions.at(-1) ?? 0] : [])),
  )
}

/** A hand with chips of its own that has gone bust in every reading. */
export interface Bust {
  readonly box: number
  /** 1 = the first. */
  readonly hand: number
  /** Minor units. */
  readonly wager: number
  /** Event time of its last card, Unix ms. */
  readonly at: number
  /** When the free hands of its box got their first and their last cards so far. */
  readonly beside: readonly { readonly first: number; readonly last: number }[]
}

/** Empty if the round may have ended already, or was not dealt as it is reported. */
export const bustsIn = (current: OpenRound, context: TableContext): readonly Bust[] => {
  const { round, rivals, doubted } = current
  const full = fullOf(current, context)
  if (round.incomplete !== null || rivals.length > 0 || doubted || !full?.best) return []
  const timeOf = (position: number | undefined): number => round.cards[position ?? -1]?.at ?? Number.NEGATIVE_INFINITY
  const { told } = spotsOf(round, context)
  return full.best.stories.flatMap(({ hands }, index) => {
    const box = round.boxes[index] ?? 0
    const bet = told(spotOf(box, 'main')).base.amount
    const besideOf = (bust: Hand) =>
      hands.flatMap((hand) =>
        hand !== bust && isFreeHand(hand) ? [{ first: timeOf(hand.positions[0]), last: timeOf(hand.positions.at(-1)) }] : [],
      )
    return hands.flatMap((hand, nth): readonly Bust[] => {
      if (hand.ended !== 'bust' || hand.real === 0 || isFreeHand(hand) || !full.agreesOn(index, nth, hand.positions, null)) return []
      return [{ box, hand: nth + 1, wager: Math.round(hand.real * bet), at: timeOf(hand.positions.at(-1)), beside: besideOf(hand) }]
    })
  })
}

/** A hand of two cards that may be doubled or split free (001 step 6). */
export const mayHaveFreeBet = (dealt: Hand, { rules }: TableContext): boolean =>
  mayDoubleFree(dealt, rules) || maySplitFree(dealt, 1, rules)

/** A box that could have had a free bet, whose player decided otherwise in every reading, and whose play is over. */
export interface Declined {
  readonly box: number
  /** What shows that its play is over: the next card, or the payment of its bet. */
  readonly over: Pick<RoundCard, 'at' | 'cause'>
}

/** Empty if the round may have ended already, or was not dealt as it is reported. */
export const declinedIn = (current: OpenRound, context: TableContext): readonly Declined[] => {
  const { round, rivals, doubted } = current
  const full = fullOf(current, context)
  if (round.incomplete !== null || rivals.length > 0 || doubted || !full?.best) return []
  const { stories } = full.best
  return stories.flatMap(({ hands }, index): readonly Declined[] => {
    const [action] = hands[0]?.actions ?? []
    if (action === undefined || !isPotOfGoldDeclined(hands) || !mayHaveFreeBet(dealtHand(round, index, context), context)) return []
    if (!full.contains(index, 0, { action, step: 0, total: null })) return []
    const isPlayed = hands.every(({ ended, positions }, nth) => ended !== null && full.agreesOn(index, nth, positions, null))
    const box = round.boxes[index] ?? 0
    const own = new Set(stories.slice(0, index + 1).flatMap((story) => story.hands.flatMap(({ positions }) => positions)))
    const over = isPlayed ? (nextCard(round, own, context) ?? settledAt(round, box, hands, context)) : undefined
    return over ? [{ box, over }] : []
  })
}

/** The first card of play that went to none of these positions. */
const nextCard = (round: Round, positions: ReadonlySet<number>, { rules }: TableContext): RoundCard | undefined =>
  round.cards.find((_, position) => position >= dealLength(rules, round.boxes.length) && !positions.has(position))

/** A bust hand's bet may be taken before Pot of Gold is. */
const settledAt = (round: Round, box: number, hands: readonly Hand[], context: TableContext): Movement | undefined => {
  const last = round.cards.at(-1)?.at ?? 0
  const moves = spotsOf(round, context).stood(spotOf(box, 'main')).moves
  return hands.some(({ ended }) => ended === 'bust') ? undefined : moves.find(({ from, change }) => from > last && change !== 0)
}
