/** A round that was left unsettled when the next one was dealt: may the next one's cards still be its own, by one error? */

import { ONE_ERROR } from '../../rules/house/rarity.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { instead } from '../deviation.ts'
import { dealtAs } from '../errors/errors.ts'
import { searchErrors } from '../errors/search.ts'
import type { Round, RoundCard } from '../evidence/round.ts'
import { follow } from '../evidence/variants.ts'
import { CUT_OFF } from '../work.ts'
import { isBegunInPlay } from './open-round.ts'

export { mayHaveEndedIdle } from '../accounts/earlier-end.ts'

/** How far it has been asked whether the round ended with a card of the next one. */
export interface AskedEnds {
  /** The round's cards and the first `count` cards of the next one. */
  readonly cards: readonly RoundCard[]
  readonly count: number
  /** How many movements the pointer had made by then. Each may change whose the cards were. */
  readonly pointer: number
  /** What may have happened; null: the round ended with none of these cards. */
  readonly found: Reason | null
}

export interface GoingOn {
  /** The error by which the cards are its own; null: they are not. */
  readonly doubt: Reason | null
  readonly ends: AskedEnds
}

/** A round that was left unsettled, and what was asked when fewer cards of the next round had come; null: nothing was. */
interface LeftOpen {
  readonly round: Round
  readonly ends: AskedEnds | null
}

export const goingOn = (left: LeftOpen, next: Round, now: number, context: TableContext): GoingOn => {
  const ends = askedEnds(left, next, now, context)
  const whole: Round = { ...left.round, cards: ends.cards, pointer: next.pointer }
  const reader = { context, now, asked: 'any' } as const
  // If the pointer was in play, the cards may be the dealer's.
  const drawn = isBegunInPlay(next) ? searchErrors(whole, reader, ONE_ERROR) : null
  const [first] = drawn === null || drawn === CUT_OFF ? [] : drawn.deviations
  const doubt = first || drawn === CUT_OFF ? instead(first ?? null) : (dealtAs('DEAL-EMPTY-BOX', whole, reader) ?? ends.found)
  return { doubt, ends }
}

/** The first cards of the next round may have ended this one, before the next was dealt. With each card only the newest is asked about. */
const askedEnds = ({ round, ends }: LeftOpen, next: Round, now: number, context: TableContext): AskedEnds => {
  const pointer = next.pointer.length
  const begun: AskedEnds = ends?.pointer === pointer ? ends : { cards: round.cards, count: 0, pointer, found: null }
  return next.cards.slice(begun.count).reduce<AskedEnds>((asked, card) => {
    const cards = [...asked.cards, card]
    // The new list's lattices have taken the cards before.
    follow(cards, asked.cards, context)
    const reader = { context, now, asked: 'over' } as const
    const found = asked.found ?? dealtAs('DEAL-EMPTY-BOX', { ...round, cards, pointer: next.pointer }, reader)
    return { cards, count: asked.count + 1, pointer, found }
  }, begun)
}
