/** Does one story of one box fit what its chips showed, in play and afterwards? What is it due? */

import type { FindingCode } from '../../house/finding-code.ts'
import { isLookedFor } from '../context.ts'
import type { Outcome } from '../event.ts'
import { EMPTY_TIMELINE, type InPlay, isAsLikely, isMovedBetween, type Move, matchPlay, type Timeline } from '../evidence/chips.ts'
import type { DealerRun } from '../game/dealer.ts'
import type { Hand } from '../game/hand.ts'
import { dueOf, inChips, judgeHands, payout } from '../game/settle.ts'
import type { SettledBox } from '../game/settlement-case.ts'
import { sevensDue, sevensDues } from '../game/side-bets.ts'
import { matchMended, matchOverpaid } from './dealers-moves.ts'
import { chipsWithError, isMending, tamperingAt } from './erring.ts'
import type { BoxTerms, Run } from './graph.ts'
import type { LatticeBox, LatticeInput, Tampering } from './reading.ts'
import { type BoxDue, type Cut, isDealers, isGone, matchDues, type Settlement, type SettlementInput } from './settlement.ts'
import { matchWrong, type WrongSettlement } from './settlement-errors.ts'
import { stakeOptions } from './stake-options.ts'
import { matchUnnamed } from './unnamed-settlement.ts'

const isNaturalHand = (hands: readonly Hand[]): boolean => hands[0]?.ended === 'natural'
export const isEvenMoney = (hands: readonly Hand[]): boolean => hands[0]?.actions.includes('even-money') === true
const isSurrender = (hands: readonly Hand[]): boolean => hands[0]?.ended === 'surrender'

/** The box is settled while others play on, so what its spot shows from then on belongs to no settlement. */
export const settledEarly = ({ paidBeforePlay }: Pick<LatticeInput, 'paidBeforePlay'>, hands: readonly Hand[]): boolean =>
  isSurrender(hands) || (isNaturalHand(hands) && (paidBeforePlay || isEvenMoney(hands)))

/** The box went bust, and its stakes were taken at once. */
export const isGoneInPlay = (hands: readonly Hand[], play: InPlay): boolean =>
  isGone(hands, play) && play.takenAt === Number.NEGATIVE_INFINITY

export const boxAt = (input: LatticeInput, index: number): LatticeBox => input.boxes[index] as LatticeBox

/** The track that is likeliest whatever was played. */
export const likeliest = ({ tracks }: LatticeBox): Timeline => tracks[0] ?? EMPTY_TIMELINE

const betAt = (input: LatticeInput, index: number): number => likeliest(boxAt(input, index)).base.amount

/**
 * The box is settled, or loses its stakes, while others play: chips laid there from then on are its next bet (floor.md, Players). Chips
 * that lay there before and are back within the lag are no bet: a hand lay over them.
 */
export const isDoneInPlay = (input: Pick<LatticeInput, 'paidBeforePlay' | 'spotLagMs'>, hands: readonly Hand[], play: InPlay): boolean =>
  settledEarly(input, hands) || (isGoneInPlay(hands, play) && !isBackAtOnce(play, input.spotLagMs))

/** `from`: index of the first movement after the stakes were gone. */
const isBackAtOnce = ({ timeline: { base, moves }, from }: InPlay, spotLagMs: number): boolean => {
  const [gone, back] = [moves[from - 1], moves[from]]
  const before = moves[from - 2] ?? base
  return gone !== undefined && back !== undefined && back.amount === before.amount && back.at - gone.at <= spotLagMs
}

/** What a main spot is judged by besides its story: the house's rules, its rounding, and the suits of the cards. */
export type Terms = Pick<LatticeInput, 'rules' | 'money' | 'suitAt'>

/** What a box's main spot is due for these hands against this final hand. */
export const boxDue = (input: LatticeInput, index: number, hands: readonly Hand[], play: InPlay, final: DealerRun): BoxDue => {
  return spotDue(input, play.timeline.base.amount, boxAt(input, index).insured, hands, play, final)
}

/** What the dealer believes the box is due, by the total he settled by. */
export const believedDue = (input: LatticeInput, index: number, hands: readonly Hand[], play: InPlay, final: DealerRun): BoxDue =>
  boxDue(input, index, hands, play, { ...final, ...final.believed })

/** What the spot of any one bettor is due. */
export const spotDue = (terms: Terms, bet: number, insured: boolean, hands: readonly Hand[], play: InPlay, final: DealerRun): BoxDue => {
  const { rules, money, suitAt } = terms
  let win = 0
  let lose = 0
  let live = 0
  let total = 0
  const losses: number[] = []
  const outcomes = judgeHands(hands, final, rules, insured)
  hands.forEach((hand, at) => {
    const due = dueOf(hand, outcomes[at] ?? 'push', bet, rules, money)
    total += due
    if (hand.ended !== 'bust' && hand.ended !== 'surrender') {
      live += inChips(hand.real, bet)
      if (due > 0) win += due
      else if (due < 0) {
        lose -= due
        losses.push(-due)
      }
    }
  })
  const [prize = 0, ...otherPrizes] = sevensDues(bet, hands, outcomes, suitAt, rules, money)
  // Bust stakes that were not seen taken in play must still be taken.
  const untaken = isSurrender(hands) ? 0 : Math.max(0, play.amount - live)
  const bustLosses = hands.flatMap((hand) => (hand.ended === 'bust' ? [inChips(hand.real, bet)] : []))
  const dueWith = (more: number): BoxDue => {
    return {
      win: win + more,
      lose: lose + untaken,
      losses: untaken > 0 ? [...losses, ...bustLosses] : losses,
      total: total + more,
      outcomes,
    }
  }
  return otherPrizes.length === 0 ? dueWith(prize) : { ...dueWith(prize), or: otherPrizes.map(dueWith) }
}

/**
 * Event time of the card with which the first hand that did not go bust was over. `end`: position of the next card when all hands were
 * over.
 */
const overAt = ({ chips: { cardTimes } }: LatticeBox, hands: readonly Hand[], end: number): number => {
  // Earlier boxes get their cards first, so a hand is over only with its box, but a natural is over when it is dealt.
  if (hands.length === 1 && !isNaturalHand(hands)) return cardTimes[end - 1] ?? 0
  let first = end - 1
  for (const { positions, ended } of hands) if (ended !== 'bust') first = Math.min(first, positions.at(-1) ?? first)
  return cardTimes[first] ?? 0
}

/** The same for the hands that lammers carry: when the first of them was over. */
const freeOverAt = ({ chips: { cardTimes } }: LatticeBox, hands: readonly Hand[]): number =>
  Math.min(...hands.flatMap(({ lammers, positions }) => (lammers > 0 ? [cardTimes[positions.at(-1) ?? 0] ?? 0] : [])))

const settlementInput = (
  input: LatticeInput,
  index: number,
  hands: readonly Hand[],
  play: InPlay,
  due: BoxDue,
  cut: Cut,
): SettlementInput => {
  const { box, chips } = boxAt(input, index)
  const { timeline } = play
  return {
    box,
    playedAt: 0,
    freePlayedAt: 0,
    hands,
    due,
    play,
    timeline,
    evidence: chips.evidence === 'bets' ? 'bets' : input.evidence,
    natural: payout(timeline.base.amount, input.rules.blackjackPay, input.money),
    settleFrom: input.settleFrom,
    lastCardAt: chips.cardTimes.at(-1) ?? 0,
    now: input.now,
    spotLagMs: input.spotLagMs,
    settledEarly: isDoneInPlay(input, hands, play),
    cut,
    collectAtOnce: input.collectAtOnce,
    busyUntil: input.busyUntil,
    othersMoved: (from, to) => input.boxes.some((other, at) => at !== index && isMovedBetween(likeliest(other), from, to)),
  }
}

/** 000 §3 l.107, 002 BJ box l.21: even money is paid while the dealer shows one card. */
export const isEvenTooLate = (
  { boxes, spotLagMs, secondAt }: LatticeInput,
  index: number,
  { hands, play: { timeline } }: Pick<BoxStoryEnd, 'hands' | 'play'>,
  { end, drawn }: DealerRun,
): boolean => {
  if (!isEvenMoney(hands)) return false
  const { chips } = boxes[index] as LatticeBox
  const second = secondAt ?? (drawn > 0 ? chips.cardTimes[end - drawn] : undefined)
  const [paid] = timeline.moves
  return second !== undefined && paid !== undefined && paid.at - spotLagMs > second
}

const judge = (
  input: LatticeInput,
  index: number,
  { hands, play }: Pick<BoxStoryEnd, 'hands' | 'play'>,
  due: BoxDue,
  { cut, final }: SettlementEnd,
): Settlement => {
  const settlement = matchDues(settlementInput(input, index, hands, play, due, cut))
  // Even money is a reading only if its payment was seen, and in time.
  const isNone = isEvenMoney(hands) && (settlement.kinds[0] !== 'pay' || isEvenTooLate(input, index, { hands, play }, final))
  return isNone ? { ...settlement, verdict: 'misfit' } : settlement
}

const isMisfit = ({ verdict }: Settlement): boolean => verdict === 'misfit'

/**
 * If the stake of a live hand was swept from this box for good, exactly one hand had it: a dealer who sweeps two of them erred twice. What
 * a natural was paid is not part of its stake.
 */
export const isOneSwept = (input: LatticeInput, index: number, hands: readonly Hand[]): boolean => {
  const tampering = tamperingAt(input.error, index)
  if (!tampering?.gone) return true
  const { chips } = boxAt(input, index)
  const wentAt = ({ positions }: Hand): number => chips.cardTimes[positions.at(-1) ?? 0] ?? 0
  const [one, other] = hands.filter((hand) => hand.real > 0 && (hand.ended !== 'bust' || wentAt(hand) > tampering.at))
  if (one === undefined || other !== undefined) return false
  return one.ended !== 'natural' || inChips(one.real, betAt(input, index)) === tampering.before
}

/** Chips were added to a bet, or taken away from it. */
export const isRaised = (tampering: Tampering | null): tampering is Tampering =>
  tampering?.name === 'BET-CAPPED' || tampering?.name === 'BET-PINCHED' || tampering?.name === 'BET-MOVED'

/**
 * The bet was raised after the last card. If it was settled as it lies, the error is one of the settlement; and a player raises only a bet
 * that has won.
 */
const isRaisedInVain = ({ isPosted, isApart }: Tampering, { win, lose }: BoxDue): boolean =>
  (isPosted === true && (win !== 0 || lose !== 0)) || (isApart === true && win === 0)

/**
 * Once the dealer settles bets or takes their lammers, he is the one who moves chips, so what a player then does to his bet is no error.
 */
const isSettledBefore = (input: LatticeInput, hands: readonly Hand[], play: InPlay, { kinds }: Settlement, { at }: Tampering): boolean => {
  const first = kinds.findIndex((kind) => kind !== 'player')
  const move = play.timeline.moves[play.from + first]
  return first >= 0 && !isDoneInPlay(input, hands, play) && move !== undefined && move.at + input.spotLagMs < at
}

/** If something is wrong in every reading, chips that a player may touch before others are settled are examined more closely. */
export const isBesideError = ({ collectAtOnce, error, misdealt }: LatticeInput): boolean => collectAtOnce && (error !== null || misdealt)

/**
 * If players collect at once, a player who takes away chips that were laid on a tied bet was paid. Next to an error it is not credible that
 * he had laid them himself.
 */
const isLaidInVain = (play: InPlay, { kinds }: Settlement): boolean => {
  if (kinds.some(isDealers)) return false
  const after = play.timeline.moves.slice(play.from)
  const laid = after.findIndex(({ amount }, at) => amount > (after[at - 1] ?? play).amount)
  return play.amount > 0 && laid >= 0 && after.slice(laid + 1).some(({ amount }) => amount < (after[laid] as Move).amount)
}

/**
 * A player laid chips on others after the dealer was done with these, and since then nothing has moved there, or some chips have gone
 * again. It may just as well have been the dealer, who paid too much.
 */
const isLaidOn = ({ amount, timeline, from }: InPlay, { kinds }: Settlement): boolean => {
  const moves = timeline.moves.slice(from)
  return moves.some((laid, nth) => {
    const before = moves[nth - 1]?.amount ?? amount
    const next = moves[nth + 1]
    const isMore = kinds[nth] === 'player' && laid.by !== 'player' && before > 0 && laid.amount > before
    return isMore && (next === undefined || next.amount < laid.amount)
  })
}

/** Is it doubted here that the player laid these chips himself? */
const isLayingDoubted = (input: LatticeInput, play: InPlay, settlement: Settlement): boolean => {
  if (input.tolerated === 'none' && isLaidOn(play, settlement)) return true
  return (isBesideError(input) || (input.collectAtOnce && input.tolerated === 'none')) && isLaidInVain(play, settlement)
}

/** The most errors that may be looked for in the settlement of one box. */
export const errorsAtBox = ({ error }: LatticeInput): 0 | 1 | 2 => {
  const settling = error?.settling ?? 0
  return settling === 0 ? 0 : settling === 1 ? 1 : 2
}

/** The dealer's final hand, and where the settlement ended. */
export interface SettlementEnd {
  readonly final: DealerRun
  readonly cut: Cut
}

/** One story of one box: its hands, and the position of the next card when they were over. */
export interface BoxStoryEnd {
  readonly hands: readonly Hand[]
  readonly end: number
  readonly play: InPlay
}

/**
 * How a box was settled. If the question is about an error, the box counts as settled wrongly only if it fits in no other way. `most`:
 * errors at this box.
 */
export const judgeBox = (
  input: LatticeInput,
  index: number,
  { hands, end, play }: BoxStoryEnd,
  due: BoxDue,
  { cut, final }: SettlementEnd,
  most: 0 | 1 | 2 = errorsAtBox(input),
): Settlement & Partial<WrongSettlement> => {
  const { error } = input
  const settled = judge(input, index, { hands, play }, due, { cut, final })
  const asDue: Settlement = isLayingDoubted(input, play, settled) ? { ...settled, verdict: 'misfit' } : settled
  if (tamperingAt(error, index)?.gone) {
    const mayBe = isExplained(input, index, hands, play) && isOneSwept(input, index, hands)
    return { ...asDue, verdict: mayBe ? 'resolved' : 'misfit', settledAmount: play.amount }
  }
  const question = (): SettlementInput => {
    const own = boxAt(input, index)
    const played = { playedAt: overAt(own, hands, end), freePlayedAt: freeOverAt(own, hands) }
    return { ...settlementInput(input, index, hands, play, due, cut), ...played }
  }
  // If a hand over the bet explains the chips as well, the dealer put nothing right.
  const mayBeMended = isMisfit(asDue) && isAsLikely(play.timeline)
  const mended = (): Settlement | null => (isMending(input) && mayBeMended ? matchMended(question()) : null)
  const overpaid = (): Settlement | null => (input.tolerated === 'being put right' && mayBeMended ? matchOverpaid(question()) : null)
  if (error === null) return mended() ?? overpaid() ?? asDue
  if (isRaised(error.tampering) && isSettledBefore(input, hands, play, asDue, error.tampering)) return { ...asDue, verdict: 'misfit' }
  if (error.tampering?.box === index && isRaisedInVain(error.tampering, due)) return { ...asDue, verdict: 'misfit' }
  if (!isMisfit(asDue)) return asDue
  const putRight = mended()
  // Even money shows only in its payment: if the natural was paid otherwise, there was no even money.
  const isNone = isEvenMoney(hands) || isOddOnNatural(input, hands, play)
  if (putRight || most === 0 || isNone) return putRight ?? asDue
  const box = settledBox(input, index, hands, due, final)
  return (error.unnamed ? matchUnnamed(question(), box) : matchWrong(question(), box, most)) ?? asDue
}

/** The box as the rows of settlement errors see it. */
const settledBox = (input: LatticeInput, index: number, hands: readonly Hand[], due: BoxDue, final: DealerRun): SettledBox => {
  const { rules, money, upRank, suitAt, without } = input
  const bet = betAt(input, index)
  const { win, lose, losses, outcomes } = due
  return {
    without,
    rules,
    money,
    bet,
    upRank,
    final,
    hands,
    outcomes,
    win,
    lose,
    losses,
    prizeIfWon: prizeIfWon(hands, bet, { rules, money, suitAt }),
  }
}

export const prizeIfWon = (hands: readonly Hand[], bet: number, { rules, money, suitAt }: Terms): number =>
  rules.sevens === 'none'
    ? 0
    : sevensDue(
        bet,
        hands,
        hands.map((): Outcome => 'win'),
        suitAt,
        rules,
        money,
      )

/** The dealer's hand that naturals paid before play are judged against: no natural. */
const NO_NATURAL: DealerRun = { end: 0, drawn: 0, done: true, total: 0, soft: false, blackjack: false }

/** Play explains every movement, or the box was settled early. */
export const isExplained = (input: LatticeInput, index: number, hands: readonly Hand[], play: InPlay): boolean => {
  const isAll = play.from >= play.timeline.moves.length
  if (isEvenMoney(hands) || (!isAll && isDoneInPlay(input, hands, play))) {
    const due = boxDue(input, index, hands, play, NO_NATURAL)
    return judge(input, index, { hands, play }, due, { cut: { kind: 'any' }, final: NO_NATURAL }).verdict !== 'misfit'
  }
  return isAll
}

/** Chips that come to a natural before the dealer's hand are its price or one to one. Any other amount is no payment of the dealer's. */
const isOddOnNatural = (input: LatticeInput, hands: readonly Hand[], play: InPlay): boolean => {
  const { timeline } = play
  const first = timeline.moves[play.from]
  if (!isNaturalHand(hands) || settledEarly(input, hands) || first === undefined || first.at >= input.settleFrom) return false
  const [bet, more] = [timeline.base.amount, first.amount - play.amount]
  return more > 0 && more !== bet && more !== payout(bet, input.rules.blackjackPay, input.money)
}

/** The name of the error if such a box was paid while others play. */
const paidTooEarlyAs = (hands: readonly Hand[]): FindingCode =>
  hands.some(({ ended }) => ended === 'natural') ? 'BJ-PAID-TOO-EARLY' : 'PAY-BEFORE-DEALER-DONE'

/** What one of the box's hands would be paid, or all of them, or its prize. Any other amount would be one more error. */
const isOwnPrice = (input: LatticeInput, index: number, hands: readonly Hand[], paid: number): boolean => {
  const bet = betAt(input, index)
  if (isNaturalHand(hands)) return settledEarly(input, hands) || paid === bet || paid === payout(bet, input.rules.blackjackPay, input.money)
  const gains = hands.flatMap(({ ended, real, lammers }) => (ended === 'bust' ? [] : [inChips(real + lammers, bet)]))
  const all = gains.reduce((sum, gain) => sum + gain, 0)
  return [...gains, all, prizeIfWon(hands, bet, input)].includes(paid)
}

/**
 * Whether the error is that this box was paid while others play: its chips only grew after the movements that play explains, once its hands
 * were over.
 */
export const isPaidInPlay = (input: LatticeInput, index: number, { hands, end, play }: BoxStoryEnd): boolean => {
  if (errorsAtBox(input) === 0 || !play.fits || play.amount <= 0) return false
  const isNamed = isLookedFor(paidTooEarlyAs(hands), input)
  if (isNamed === (input.error?.unnamed ?? false)) return false
  const own = boxAt(input, index)
  const moves = play.timeline.moves.slice(play.from)
  const [first] = moves
  // Even money shows only in its payment.
  if (first === undefined || first.at < overAt(own, hands, end) || isEvenMoney(hands)) return false
  const paid = (moves.at(-1)?.amount ?? 0) - play.amount
  return moves.every(({ amount }) => amount > play.amount) && isOwnPrice(input, index, hands, paid)
}

/**
 * A movement that play does not explain stood for the lag before a later card came, so it was no settlement either. The matching of the
 * settlement finds that out itself; this check serves questions that leave out what comes after play.
 */
export const isLostInPlay = (input: LatticeInput, index: number, hands: readonly Hand[], play: InPlay): boolean => {
  const { chips } = boxAt(input, index)
  const { timeline } = play
  const unexplained = timeline.moves[play.from]
  if (!unexplained || isDoneInPlay(input, hands, play)) return false
  return chips.cardTimes.some((at) => {
    const last = timeline.moves.findLast((move) => move.at <= at)
    return at > unexplained.at && last !== undefined && at > last.at + input.spotLagMs
  })
}

/** A card or a chip has come since the hand's turn began. `last`: position after the round's last card. */
export const hasBegun = ({ node }: Run, last: number): boolean => node.position < last || node.shown

/** Does a hand in play stand where the evidence ends: with a card of its own, or with a stake laid before its card? */
export const isStanding = (input: LatticeInput, run: Run, play: InPlay): boolean => {
  const { node } = run
  const { playError, play: rules } = node.terms as BoxTerms
  const chips = chipsWithError(boxAt(input, node.box).chips, playError)
  const { timeline } = play
  const moves = timeline.moves.length
  const last = input.ranks.length
  const begins = node.past.hands.length === 0 && node.waiting.hands.length === 0
  const reached = hasBegun(run, last)
  if (play.fits && play.from >= moves) return reached
  if (moves === 0 || !(reached || begins)) return false
  return stakeOptions(run, last, rules).some((effect) => {
    const laid = matchPlay([...node.effects.list, effect], timeline, chips)
    return laid.fits && laid.from >= moves
  })
}
