/** A round that was left unsettled when the next one was dealt: may the next one's cards still be its own, by one error? */

import type { TableContext } from '../context.ts'
import { instead } from '../deviation.ts'
import { dealtAs } from '../errors/errors.ts'
import { searchErrors } from '../errors/search.ts'
import { RANK_OF_ORDER } from '../errors/ways-to-err.ts'
import type { Round, RoundCard } from '../evidence/round.ts'
import { follow } from '../evidence/variants.ts'
import { CUT_OFF } from '../evidence/work.ts'
import { isBegunInPlay } from './open-round.ts'

export { mayHaveEndedIdle } from '../accounts/ended-before.ts'

/** How far it was asked whether the round ended with a card of the next one. */
export interface AskedEnds {
  /** Its cards and so many of the next one's. */
  readonly cards: readonly RoundCard[]
  readonly count: number
  /** Movements of the pointer at that time: each may say otherwise whose the cards were. */
  readonly pointer: number
  /** What it may have been; null: with none of them. */
  readonly found: string | null
}

export interface GoingOn {
  /** The error with which the cards are its own; null: they are not. */
  readonly doubt: string | null
  readonly ends: AskedEnds
}

/** `before`: what was asked when fewer cards of the next one had come; null: nothing was. */
export const goingOn = (round: Round, next: Round, before: AskedEnds | null, now: number, context: TableContext): GoingOn => {
  const ends = askedEnds(round, next, before, now, context)
  const whole: Round = { ...round, cards: ends.cards, pointer: next.pointer }
  const reader = { context, now, knowsHole: true, asked: 'any' } as const
  // Where the pointer stood at him they may be the dealer's.
  const drawn = isBegunInPlay(next) ? searchErrors(whole, reader, RANK_OF_ORDER - 1) : null
  const [first] = drawn === null || drawn === CUT_OFF ? [] : drawn.deviations
  const doubt = first || drawn === CUT_OFF ? instead(first ?? null) : (dealtAs('DEAL-EMPTY-BOX', whole, reader) ?? ends.found)
  return { doubt, ends }
}

/** As many of the cards as ended it then may be its own, before the next one was dealt: with each card only the newest is asked for. */
const askedEnds = (round: Round, next: Round, before: AskedEnds | null, now: number, context: TableContext): AskedEnds => {
  const pointer = next.pointer.length
  const begun: AskedEnds = before?.pointer === pointer ? before : { cards: round.cards, count: 0, pointer, found: null }
  return next.cards.slice(begun.count).reduce<AskedEnds>((asked, card) => {
    const cards = [...asked.cards, card]
    // Its lattices have taken the cards before.
    follow(cards, asked.cards, context)
    const reader = { context, now, knowsHole: true, asked: 'over' } as const
    const found = asked.found ?? dealtAs('DEAL-EMPTY-BOX', { ...round, cards, pointer: next.pointer }, reader)
    return { cards, count: asked.count + 1, pointer, found }
  }, begun)
}
