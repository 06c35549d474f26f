/** What the chips of a box say about hands that have not played yet. */

import { type Hand, withAction } from '../../rules/game/hand.ts'
import { mayTakeEvenMoney } from '../../rules/game/up-card.ts'
import { isLaidAhead, matchPlay, type Timeline, unmoved } from '../evidence/chips.ts'
import { boxAt } from './box-due.ts'
import { isExplained } from './box-fit.ts'
import { namesPaidInPlay } from './early-payment.ts'
import { chipsWithError, isAskedFor } from './error-effects.ts'
import type { BoxTerms } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { SettlementError } from './settlement-errors.ts'
import { givenUp } from './ways.ts'

/** A box that nobody has played: the track and the rules of play by which its chips show no more than that. */
export interface AsDealt {
  readonly track: Timeline
  readonly terms: BoxTerms
}

/**
 * The likeliest track by which the chips of this box show nothing beyond the initial deal, a natural paid or a hand given up since. It is
 * sought under the rules first, then under an error that the question is about. undefined: by every track they show more.
 */
export const asDealtAt = (input: LatticeInput, index: number): AsDealt | undefined => {
  const { tracks } = boxAt(input, index)
  for (const terms of termsAt(input, index)) {
    const track = tracks.find((each) => isAsDealt(input, terms, index, each))
    if (track) return { track, terms }
  }
  return undefined
}

const termsAt = ({ lattice: { terms }, error }: LatticeInput, index: number): readonly BoxTerms[] => [
  terms.boxes[index] as BoxTerms,
  ...(terms.erring[index] ?? []).filter(({ playError }) => isAskedFor(error, playError)),
]

const isAsDealt = (input: LatticeInput, terms: BoxTerms, index: number, timeline: Timeline): boolean => {
  const { dealt, chips } = boxAt(input, index)
  if (timeline.moves.length === 0) return true
  const play = matchPlay([], timeline, chipsWithError(chips, terms.playError))
  if (play.from >= timeline.moves.length || isLaidAhead(play, chips) || givenUpBy(input, terms, index, timeline) !== null) return true
  const evenMoney = input.evidence === 'payouts' && mayTakeEvenMoney(input.upRank, input.rules)
  const isPaid = (natural: Hand): boolean =>
    [natural, ...(evenMoney ? [withAction(natural, 'even-money')] : [])].some((hand) =>
      isExplained(input, { box: index, hands: [hand], play }),
    )
  return dealt.some((hand) => hand.ended === 'natural' && isPaid(hand))
}

/** The hand as its player gave it up before its turn, with half of the bet left while others play; null if he did not, or may not have. */
export const handGivenUp = (input: LatticeInput, index: number): Hand | null => {
  const found = asDealtAt(input, index)
  return found ? givenUpBy(input, found.terms, index, found.track) : null
}

const givenUpBy = (input: LatticeInput, { play: terms, playError }: BoxTerms, index: number, timeline: Timeline): Hand | null => {
  const { dealt, ...own } = boxAt(input, index)
  const chips = chipsWithError(own.chips, playError)
  if (chips.surrenderFrom === null || timeline.moves.length === 0) return null
  for (const hand of dealt) {
    const given = hand.ended === null ? givenUp(hand, 1, input.ranks.length, terms) : null
    if (given === null) continue
    const play = matchPlay(given.effects, timeline, chips)
    if (play.fits && isExplained(input, { box: index, hands: [given.hand], play })) return given.hand
  }
  return null
}

/** What the error is called if the box was paid while others play, its hand over as it was dealt. Empty: that is not the error. */
export const namesPaidAsDealt = (input: LatticeInput, index: number): readonly SettlementError[] => {
  const { dealt, tracks } = boxAt(input, index)
  const isOver = dealt.some(({ ended }) => ended !== null)
  return isOver ? namesPaidInPlay(input, { box: index, hands: dealt.slice(0, 1), end: input.dealLength }, tracks.map(unmoved)) : []
}
