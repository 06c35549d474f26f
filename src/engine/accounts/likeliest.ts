/** The likeliest of several accounts of where rounds began and ended, by their best readings and by the time between cards. */

import { dealLength } from '../../rules/game/deal.ts'
import type { TableContext } from '../context.ts'
import { closingOf } from '../errors/answers.ts'
import { isDealt, type Round } from '../evidence/round.ts'
import { laidBetween } from '../evidence/table-signs.ts'
import { readRound } from '../lattice/question.ts'
import type { Ending, Rival } from '../state/open-round.ts'

/**
 * Log-likelihoods of the pause before a card, in units of the usual pause of the deal. Cards of a deal follow each other evenly, cards in
 * play come as people decide, and between rounds bets are paid and laid. These figures rank accounts; they never remove one.
 */
const inDeal = (pause: number): number => -Math.abs(Math.log(pause)) / 0.3 - Math.log(0.6)
const inPlay = (): number => -1.5
const betweenRounds = (pause: number): number => -Math.max(0, Math.log(10 / pause)) / 0.5
/** A round seldom ends without a change of a bet, and a bet is seldom laid while a round goes on. */
const UNSEEN_END = -3
const LAID_AT_END = 3
/** One stake in a thousand is settled wrongly. */
const WRONGLY = Math.log(0.001)
const PAUSE_MIN = 0.02

const dealPauses = (round: Round, context: TableContext): readonly number[] => {
  const times = round.cards.slice(0, dealLength(context.rules, round.boxes.length)).map(({ at }) => at)
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

/** Usual time between two cards of this round's deal, ms. */
export const usualPauseMs = (round: Round, context: TableContext): number => {
  const pauses = [...dealPauses(round, context)].sort((one, other) => one - other)
  return Math.max(1, pauses[pauses.length >> 1] ?? 1)
}

const paceOf = (round: Round, usualMs: number, context: TableContext): number => {
  const deal = dealLength(context.rules, round.boxes.length)
  return round.cards.slice(1).reduce((sum, { at }, index) => {
    const pause = Math.max(PAUSE_MIN, (at - (round.cards[index]?.at ?? at)) / usualMs)
    return sum + (index + 1 < deal ? inDeal(pause) : inPlay())
  }, 0)
}

interface Account {
  readonly score: number
  /** Its ended rounds in order. */
  readonly endings: readonly Ending[]
}

/** The likeliest account that ends in one of these; of equals, the one whose rounds are longer. */
export const likeliest = (
  endings: readonly Ending[],
  usualMs: number,
  context: TableContext,
  known = new Map<Ending, Account>(),
): Account => {
  const accountOf = (ending: Ending): Account => {
    const { before, closedAt, after } = ending
    const last = before.cards.at(-1)?.at ?? closedAt
    const pause = Math.max(PAUSE_MIN, (closedAt - last) / usualMs)
    const isLaid = laidBetween(before, context.boxes, last, Number.POSITIVE_INFINITY).length > 0
    const own =
      (closingOf(ending, context).bestScore ?? 0) +
      paceOf(before, usualMs, context) +
      betweenRounds(pause) +
      (isLaid ? LAID_AT_END : UNSEEN_END) +
      (ending.closing.by === 'settled wrongly' ? WRONGLY : 0)
    const rest = after.length > 0 ? likeliest(after, usualMs, context, known) : { score: 0, endings: [] }
    return { score: rest.score + own, endings: [...rest.endings, ending] }
  }
  const accounts = endings.map((ending) => {
    const account = known.get(ending) ?? accountOf(ending)
    known.set(ending, account)
    return account
  })
  return accounts.reduce((best, each) => (each.score > best.score ? each : best))
}

/** The likeliest of the rounds that may be the open one; of equals, the one that began first. */
export const likeliestOpen = (rivals: readonly Rival[], usualMs: number, context: TableContext): Rival => {
  const scores = rivals.map(({ round, after }) => {
    const open = isDealt(round, context) ? (readRound(round, { context, now: round.openedAt, asked: 'any' }).bestScore ?? 0) : 0
    return open + paceOf(round, usualMs, context) + (after.length > 0 ? likeliest(after, usualMs, context).score : 0)
  })
  return rivals[scores.indexOf(Math.max(...scores))] as Rival
}
