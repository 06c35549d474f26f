/**
 * What should have been settled before play and was not (docs/findings.md: insurance, free bets, blackjacks), judged when the first card of
 * play is older than the spots' lag; and the Pot of Gold bet of a player who declined the free bet, judged when play has gone on as long.
 */

import type { SpotId } from '../../devices/scan.ts'
import { verdict } from '../engine/deviation.ts'
import type { Round, RoundCard } from '../engine/evidence/round.ts'
import { cardsOfPlay, dealtHand, declinedIn, isRead, mayHaveFreeBet, spotOf, upCard } from '../engine/facts/open-round.ts'
import { dealtInstead } from '../engine/facts/other-explanations.ts'
import { mayYetBeTold, type Spots, spotsOf } from '../engine/facts/spots.ts'
import { ACE } from '../rules/game/cards.ts'
import { payout } from '../rules/game/settle.ts'
import { checksUnder, naturalPaidBeforePlay } from '../rules/game/up-card.ts'
import type { Reason } from '../rules/reasons.ts'
import type { Objection } from './lifecycle.ts'
import { type JudgeContext, proven, type Sight, type Step, type Watch } from './watch.ts'

export interface PlayWatch {
  /** The round judged last, and what was objected to in it. */
  readonly judged: string | null
  readonly found: readonly Objection[]
  /** The other deal of its cards that explains as much, once something in the round went wrong. */
  readonly doubt: Reason | null
  /** Pot of Gold bets of those who declined by all readings, each with the event time of the movement since which they say so, Unix ms. */
  readonly declined: readonly { readonly spot: SpotId | null; readonly since: number }[]
}

export const PLAY_WATCH: Watch<PlayWatch> = {
  initial: { judged: null, found: [], doubt: null, declined: [] },
  step(watch, sight, context) {
    const { current, away } = sight.after
    // The card that closes the round may show that its deal was different, and that the card is the first of the next.
    const [doubted, objections] = doubtAgain(watch, sight, context)
    if (!current || away.size > 0) return [doubted, objections]
    const judge = current.round.id === watch.judged ? judgeDeclined : judgeBeginning
    const [judged, found] = judge(doubted, sight, context)
    return [judged, [...objections, ...found]]
  },
}

const judgeBeginning = (watch: PlayWatch, { after: { current }, settledBefore }: Sight, context: JudgeContext): Step<PlayWatch> => {
  if (!current) return [watch, []]
  const { round, rivals } = current
  const [play] = cardsOfPlay(round, context)
  if (!play || play.at >= settledBefore) return [watch, []]
  // A round with an unread card proves nothing, and neither does a card that may have been the next round's first.
  if (round.boxes.length === 0 || round.incomplete !== null || rivals.length > 0 || !isRead(current, context)) return [watch, []]
  const spots = spotsOf(round, context)
  const { rank: up } = upCard(round, context)
  if (!spots.haveItsBoxes() || up === null) return [watch, []]
  const found = round.boxes.flatMap((box, index) =>
    [unpaidNatural, idlePotOfGold, lostInsurance].flatMap((fault) => fault({ round, spots, box, index, up, play }, context) ?? []),
  )
  return [{ judged: round.id, found, doubt: null, declined: [] }, found]
}

/**
 * 001 step 7: who does not take the free bet loses Pot of Gold at once. The dealer has until play goes on behind his box, and all readings have to
 * say so for the lag: chips that a hand has just lifted look as if play were over.
 */
const judgeDeclined = (watch: PlayWatch, { after, settledBefore }: Sight, context: JudgeContext): Step<PlayWatch> => {
  const { current } = after
  const spots = current && spotsOf(current.round, context)
  if (!spots || context.rules.potOfGold === 'none' || !current.round.boxes.some((box) => spots.told(spotOf(box, 'pog')).base.amount > 0))
    return [watch, []]
  const lying = declinedIn(current, context).flatMap(({ box, over }): readonly Objection[] => {
    const isFound = watch.found.some((each) => each.spot === spotOf(box, 'pog'))
    return over.at >= settledBefore || isFound ? [] : [leftLying(current.round, spots, box, over) ?? []].flat()
  })
  if (lying.length === 0 && watch.declined.length === 0) return [watch, []]
  const moved = [...current.round.moves].flatMap(([spot, levels]) => (spot.includes('.main') ? levels.map(({ at }) => at) : []))
  const since = Math.max(...moved, Number.NEGATIVE_INFINITY)
  const declined = lying.map(({ spot }) => watch.declined.find((each) => each.spot === spot) ?? { spot, since })
  const idle = lying
    .filter((_, at) => !mayYetBeTold(declined[at]?.since ?? since, after, context))
    .map((each) => ({ ...each, expected: { case: 'declined' } as const }))
    .map((each) => verdict(each, watch.doubt))
  return [{ ...watch, declined, found: [...watch.found, ...idle] }, idle]
}

/** Once the readings contain an error that may be one of the deal: dealt otherwise, the cards are other people's. */
const doubtAgain = (watch: PlayWatch, { before, after }: Sight, context: JudgeContext): Step<PlayWatch> => {
  const { judged, found } = watch
  const open = [after.current, before.current].find((current) => current?.round.id === judged)
  // What was doubted once is not proven by what comes after.
  if (watch.doubt !== null || found.length === 0 || !open || open.round.incomplete !== null || after.away.size > 0) return [watch, []]
  const doubt = dealtInstead(
    open.round,
    found.some((each) => isPaidAfterOne(open.round, each, context)),
    after,
    context,
  )
  if (doubt === null) return [watch, []]
  return [{ ...watch, doubt }, found.map((each) => verdict(each, doubt))]
}

/** The natural was paid before the second card of play, so the first may have been one card too many of the deal. */
const isPaidAfterOne = (round: Round, { spot }: Objection, context: JudgeContext): boolean => {
  const [first, second] = cardsOfPlay(round, context)
  const moves = spot === null ? [] : (round.moves.get(spot) ?? [])
  return first !== undefined && moves.some(({ at }) => at > first.at && (second === undefined || at <= second.at))
}

interface Begun {
  readonly round: Round
  readonly spots: Spots
  readonly box: number
  readonly index: number
  readonly up: number
  /** The first card of play. */
  readonly play: RoundCard
}

/** 002 l.21: at once if the dealer can have no natural; 001 step 4: after the check. */
const unpaidNatural = ({ round, spots, box, index, up, play }: Begun, context: JudgeContext): Objection | null => {
  const { rules, money } = context
  if (dealtHand(round, index, context).ended !== 'natural' || !naturalPaidBeforePlay(up, rules)) return null
  const spot = spotOf(box, 'main')
  const { base, moves } = spots.stood(spot)
  // What was won may be collected at once. A hand over the bet adds no chips.
  const paid = spots.told(spot).moves.filter(({ amount }) => amount > base.amount)
  if (base.amount === 0 || [...moves, ...paid].some(({ from }) => from <= play.at)) return null
  const expected = { amount: payout(base.amount, rules.blackjackPay, money), base: base.amount, ratio: rules.blackjackPay }
  return proven('BJ-NOT-PAID-AT-ONCE', round.id, { box, hand: 1, spot, cause: play.cause, expected })
}

/** 001 step 1: the bet is picked up from every hand that can have no free bet. */
const idlePotOfGold = ({ round, spots, box, index, play }: Begun, context: JudgeContext): Objection | null =>
  mayHaveFreeBet(dealtHand(round, index, context), context) ? null : leftLying(round, spots, box, play)

/** The Pot of Gold bet, if it lies there when this comes. */
const leftLying = (round: Round, spots: Spots, box: number, then: Pick<RoundCard, 'at' | 'cause'>): Objection | null => {
  const spot = spotOf(box, 'pog')
  const { base, moves } = spots.stood(spot)
  const isTaken = moves.some(({ from, amount }) => amount === 0 && from <= then.at)
  return base.amount === 0 || isTaken
    ? null
    : proven('POG-NOT-PICKED-UP', round.id, { box, spot, cause: then.cause, seen: { amount: base.amount } })
}

/** 001 step 3, 003 l.46: if the check decides insurance, what it lost is taken before anybody plays. */
const lostInsurance = ({ round, spots, box, up, play }: Begun, { rules }: JudgeContext): Objection | null => {
  const spot = spotOf(box, 'ins')
  if (up !== ACE || !checksUnder(up, rules) || !round.moves.has(spot)) return null
  const { moves } = spots.stood(spot)
  const amount = moves.findLast(({ at }) => at <= play.at)?.amount ?? 0
  const isTaken = moves.some((move) => move.amount < amount && move.at > play.at && move.from <= play.at)
  if (amount === 0 || isTaken) return null
  return proven('INS-NOT-TAKEN', round.id, { box, spot, cause: play.cause, expected: { amount }, seen: { amount } })
}
