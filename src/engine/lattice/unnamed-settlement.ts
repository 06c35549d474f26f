/**
 * A bet settled in some way that no row of errors describes (game/settlement-rows.ts). Nobody is accused of it: the question only shows
 * whether what is about to be proven may be something else that nobody thought of.
 *
 * It is one mistake, like an error with a row. So the dealer moved chips at most once; having both to pay and to take would be two.
 */

import { paidEarlyAs } from '../../rules/game/early-payments.ts'
import type { SettledBox } from '../../rules/game/settlement-case.ts'
import { sevensPayouts } from '../../rules/game/side-bets.ts'
import type { Move } from '../evidence/chips.ts'
import { dealersMoves, settlementOf } from './dealers-moves.ts'
import { fromBefore, type MoveKind, matchSettlement, raisesOf, type Settlement, type SettlementInput } from './settlement.ts'
import { earlySettlement, goesOn, matchesOf, type WrongSettlement } from './settlement-errors.ts'

/** null: the bet was not settled so, or a row in which the same person moves the first chips explains it better. */
export const matchUnnamed = (input: SettlementInput, box: SettledBox): WrongSettlement | null => {
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

const isPrice = (amount: number, natural: number, { bet, rules, money }: SettledBox): boolean =>
  amount > 0 && (amount % bet === 0 || amount === natural || sevensPayouts(bet, rules, money).includes(amount))
