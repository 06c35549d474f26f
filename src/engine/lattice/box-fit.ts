/** Does one story of one box fit what its chips showed, in play and afterwards? */

import type { DealerRun } from '../../rules/game/dealer.ts'
import { paidEarlyAs } from '../../rules/game/early-payments.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { inChips, payout } from '../../rules/game/settle.ts'
import type { SettledBox } from '../../rules/game/settlement-case.ts'
import { sevensIfWon, sevensPayouts } from '../../rules/game/side-bets.ts'
import { changesIn, type InPlay, isAsLikely, isMovedBetween, type Move, type Timeline } from '../evidence/chips.ts'
import { winsOf } from '../evidence/wins.ts'
import { betAt, boxAt, boxDue, isEvenMoney, isNaturalHand, likeliest, type PlayedBox } from './box-due.ts'
import { collectsEarly, freeOverAt, isDoneInPlay, overAt, settledEarly } from './box-in-play.ts'
import { dealersMoves, matchMended, matchOverpaid, settlementOf } from './dealers-moves.ts'
import { isMending, tamperingAt } from './error-effects.ts'
import type { LatticeInput, Tampering } from './reading.ts'
import {
  type BoxDue,
  type Cut,
  fromBefore,
  isDealers,
  MISFIT,
  type MoveKind,
  matchDues,
  matchSettlement,
  raisesOf,
  type Settlement,
  type SettlementInput,
} from './settlement.ts'
import { earlySettlement, goesOn, matchesOf, matchWrong, type WrongSettlement } from './settlement-errors.ts'

const settlementInput = (input: LatticeInput, { box: index, hands, play }: PlayedBox, due: BoxDue, cut: Cut): SettlementInput => {
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
    collectsEarly: collectsEarly(input, hands),
    busyUntil: input.busyUntil,
    othersMoved: (from, to) => input.boxes.some((other, at) => at !== index && isMovedBetween(likeliest(other), from, to)),
  }
}

/** 000 §3 l.107, 002 BJ box l.21: even money is paid while the dealer shows one card. */
export const isEvenTooLate = (input: LatticeInput, { box, hands, play }: PlayedBox, { end, drawn }: DealerRun): boolean => {
  if (!isEvenMoney(hands)) return false
  const second = input.secondAt ?? (drawn > 0 ? boxAt(input, box).chips.cardTimes[end - drawn] : undefined)
  const [paid] = play.timeline.moves
  return second !== undefined && paid !== undefined && paid.at - input.spotLagMs > second
}

const judge = (input: LatticeInput, played: PlayedBox, due: BoxDue, { cut, final }: SettlementEnd): Settlement => {
  const settlement = matchDues(settlementInput(input, played, due, cut))
  // Even money is a reading only if its payment was seen, and in time.
  const isNone = isEvenMoney(played.hands) && (settlement.kinds[0] !== 'pay' || isEvenTooLate(input, played, final))
  return isNone ? { ...settlement, verdict: 'misfit' } : settlement
}

/** This track leaves out what the dealer may have changed and undone after the last card, when he settled bets. */
export const isUndoneLate = ({ settleFrom }: LatticeInput, { undone = [] }: Timeline): boolean =>
  undone.some(({ at, by }) => by !== 'player' && at > settleFrom)

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
const isSettledBefore = (input: LatticeInput, { hands, play }: PlayedBox, { kinds }: Settlement, { at, name }: Tampering): boolean => {
  // He moves no chips from one bet to another.
  if (name === 'BET-MOVED') return false
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

/** What came to chips that lay there and counts as the player's, though no rack shows it; each with what lay there next. */
const laidOn = ({ amount, lammers, timeline, from }: InPlay, { kinds }: Settlement) => {
  const changes = changesIn({ base: { amount, lammers }, moves: timeline.moves.slice(from) })
  return changes
    .map((laid, nth) => ({ ...laid, kind: kinds[nth], next: changes[nth + 1]?.amount }))
    .filter(({ kind, by, before, change }) => kind === 'player' && by !== 'player' && before > 0 && change > 0)
}

/**
 * A player laid chips on others after the dealer was done with these, and since then nothing has moved there, or some chips have gone
 * again. It may just as well have been the dealer, who paid too much.
 */
const isLaidOn = (play: InPlay, settlement: Settlement): boolean =>
  laidOn(play, settlement).some(({ amount, next }) => next === undefined || next < amount)

/**
 * As many chips as a win pays came to the settled bet, and then everything left the spot at once: so does a bet that was paid and collected.
 * A rack that lay still shows that the player laid them.
 */
const isLikeWin = (input: LatticeInput, play: InPlay, settlement: Settlement): boolean => {
  const wins = winsOf(play.timeline.base.amount, play.amount, input)
  return laidOn(play, settlement).some(({ change, next }) => wins.includes(change) && next === 0)
}

/** Is it doubted here that the player laid these chips himself? */
const isLayingDoubted = (input: LatticeInput, play: InPlay, settlement: Settlement): boolean => {
  if (input.tolerated === 'laid unlike a win' && isLikeWin(input, play, settlement)) return true
  if (input.tolerated === 'none' && isLaidOn(play, settlement)) return true
  return (isBesideError(input) || (input.collectAtOnce && input.tolerated === 'none')) && isLaidInVain(play, settlement)
}

/** The most errors that may be looked for in the settlement of one box. */
export const errorsAtBox = ({ error }: LatticeInput): 0 | 1 | 2 => {
  const settling = error?.settling ?? 0
  return settling === 0 ? 0 : settling === 1 ? 1 : 2
}

/** The dealer's final hand, and where the settlement ended. `most`: the most errors looked for at a box. @default errorsAtBox */
export interface SettlementEnd {
  readonly final: DealerRun
  readonly cut: Cut
  readonly most?: 0 | 1 | 2
}

/** One story of one box. `end`: the position of the next card when its hands were over. */
export interface BoxStoryEnd extends PlayedBox {
  readonly end: number
}

/** How a box was settled. If the question is about an error, the box counts as settled wrongly only if it fits in no other way. */
export const judgeBox = (
  input: LatticeInput,
  story: BoxStoryEnd,
  due: BoxDue,
  ended: SettlementEnd,
): Settlement & Partial<WrongSettlement> => {
  const { error } = input
  const { box: index, hands, end, play } = story
  const { most = errorsAtBox(input) } = ended
  // What comes to a bet that has won, and leaves it, was paid and collected.
  if (isUndoneLate(input, play.timeline) && (due.win > 0 || !isMending(input))) return MISFIT
  const settled = judge(input, story, due, ended)
  const asDue: Settlement = isLayingDoubted(input, play, settled) ? { ...settled, verdict: 'misfit' } : settled
  if (tamperingAt(error, index)?.gone) {
    const mayBe = isExplained(input, story) && isOneSwept(input, index, hands)
    return { ...asDue, verdict: mayBe ? 'resolved' : 'misfit', settledAmount: play.amount }
  }
  const question = (): SettlementInput => {
    const own = boxAt(input, index)
    const played = { playedAt: overAt(own, hands, end), freePlayedAt: freeOverAt(own, hands) }
    return { ...settlementInput(input, story, due, ended.cut), ...played }
  }
  // If a hand over the bet explains the chips as well, the dealer put nothing right.
  const mayBeMended = isMisfit(asDue) && isAsLikely(play.timeline)
  const mended = (): Settlement | null => (isMending(input) && mayBeMended ? matchMended(question()) : null)
  const overpaid = (): Settlement | null => (input.tolerated === 'being put right' && mayBeMended ? matchOverpaid(question()) : null)
  if (error === null) return mended() ?? overpaid() ?? asDue
  if (isRaised(error.tampering) && isSettledBefore(input, story, asDue, error.tampering)) return { ...asDue, verdict: 'misfit' }
  if (error.tampering?.box === index && isRaisedInVain(error.tampering, due)) return { ...asDue, verdict: 'misfit' }
  if (!isMisfit(asDue)) return asDue
  const putRight = mended()
  // Even money shows only in its payment: if the natural was paid otherwise, there was no even money.
  const isNone = isEvenMoney(hands) || isOddOnNatural(input, hands, play)
  if (putRight || most === 0 || isNone) return putRight ?? asDue
  // The box as the rows of settlement errors see it.
  const { without, rules, money, upRank } = input
  const bet = betAt(input, index)
  const box = { ...due, without, rules, money, bet, upRank, final: ended.final, hands, prizeIfWon: sevensIfWon(hands, bet, input) }
  return (error.unnamed ? matchUnnamed(question(), box) : matchWrong(question(), box, most)) ?? asDue
}

/** The dealer's hand that naturals paid before play are judged against: no natural. */
const NO_NATURAL: DealerRun = { end: 0, drawn: 0, done: true, total: 0, soft: false, blackjack: false }

/** Play explains every movement, or the box was settled early. */
export const isExplained = (input: LatticeInput, played: PlayedBox): boolean => {
  const { hands, play } = played
  const isAll = play.from >= play.timeline.moves.length
  if (isEvenMoney(hands) || (!isAll && isDoneInPlay(input, hands, play))) {
    return !isMisfit(judge(input, played, boxDue(input, played, NO_NATURAL), { cut: { kind: 'any' }, final: NO_NATURAL }))
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

// --- settled as no row has it ------------------------------------------------------------------------------------------------------------

/**
 * A bet settled in some way that no row of errors describes (game/settlement-rows.ts). Nobody is accused of it: it only shows whether what is about
 * to be proven may be something that nobody thought of. It is one mistake, so the dealer moved chips at most once: having both to pay and to take
 * would be two. null: the bet was not settled so, or a row in which the same person moves the first chips explains it better.
 */
const matchUnnamed = (input: SettlementInput, box: SettledBox): WrongSettlement | null => {
  if (input.evidence !== 'payouts') return null
  const early = earlySettlement(input)
  if (early) return isOnce(early.settlement) && paidEarlyAs(box, early.paid, early.before) === null ? unnamed(early.settlement) : null
  const { win, lose } = input.due
  // A hand that was given up is settled in play.
  const isOver = input.settledEarly && win === 0
  if (isOver || (win > 0 && lose > 0)) return null
  const known = new Set(matchesOf(input, box).map(({ settlement }) => firstMover(settlement)))
  const settlements = [...settledOnce(input, box), ...takenRaised(input, box), ...paidBeside(input, box)]
  const found = settlements.find((settlement) => !known.has(firstMover(settlement)))
  return found ? unnamed(found) : null
}

const unnamed = (settlement: Settlement): WrongSettlement => ({ ...settlement, errors: [[]] })

const isOnce = ({ kinds }: Settlement): boolean => kinds.filter((kind) => kind === 'pay').length === 1

const firstMover = ({ kinds }: Settlement): MoveKind | undefined => kinds.find((kind) => kind !== 'lammer')

/**
 * Once the dealer's hand was complete, only the first movement was his; or he did nothing, and the player laid more chips there or picked
 * up all of them. A dealer who pays a bet that wins nothing pays what it would win, or another price.
 */
const settledOnce = (input: SettlementInput, box: SettledBox): readonly Settlement[] => {
  const { timeline, play, due, natural, settleFrom, settledEarly } = input
  const first = timeline.moves[play.from]
  const mayBePlayers = first === undefined || first.amount > play.amount || first.amount === 0
  const isFirst = (move: Move): boolean => move === first
  return [...(mayBePlayers ? [() => false] : []), isFirst].flatMap((isHis) => {
    const moves = dealersMoves(input, isHis)
    if (moves === null || (!settledEarly && moves.firstAt < settleFrom)) return []
    if (due.win === 0 && moves.paid > 0 && !isPrice(moves.paid, natural, box)) return []
    const settlement = settlementOf(moves)
    return goesOn(input, settlement) ? [] : [settlement]
  })
}

/**
 * The player laid chips on a bet that was lost as a whole before the dealer came to it, and the dealer took some or all of what lay there.
 */
const takenRaised = (input: SettlementInput, box: SettledBox): readonly Settlement[] =>
  input.due.lose === 0 || input.due.lose < input.play.amount
    ? []
    : raisesOf(input, ({ by }) => by !== 'dealer').flatMap((raised) =>
        settledOnce(raised.input, box)
          .filter((settlement) => firstMover(settlement) === 'take')
          .map((settlement) => fromBefore(input, raised, settlement)),
      )

/**
 * As soon as a hand of the box was over the dealer paid one of his prices there, and he settled the box as due when his own hand was
 * complete.
 */
const paidBeside = (input: SettlementInput, box: SettledBox): readonly Settlement[] => {
  const { timeline, play, settleFrom, playedAt, settledEarly } = input
  const first = timeline.moves[play.from]
  if (first === undefined || settledEarly || play.amount === 0 || first.by === 'player' || first.lammers !== play.lammers) return []
  const isBefore = first.at >= playedAt && first.at < settleFrom
  if (!isBefore || !isPrice(first.amount - play.amount, input.natural, box)) return []
  const rest = { ...input, play: { ...play, amount: first.amount, from: play.from + 1 } }
  const settlement = matchSettlement(rest)
  if (settlement.verdict === 'misfit' || goesOn(rest, settlement)) return []
  return [{ ...settlement, kinds: ['pay', ...settlement.kinds], hasty: false }]
}

const isPrice = (amount: number, natural: number, box: SettledBox): boolean =>
  amount > 0 && (amount % box.bet === 0 || amount === natural || sevensPayouts(box.bet, box).includes(amount))
