/** How an error changes what the chips of a box are compared with, and which errors let the cards be played in the same ways. */

import type { PlayErrorName } from '../../rules/game/hand.ts'
import type { PlayError } from '../../rules/game/play-errors.ts'
import type { TableContext } from '../context.ts'
import type { ChipContext, Timeline } from '../evidence/chips.ts'
import { type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { toldTracks } from './evidence.ts'
import type { DealersError, LatticeInput, Tampering } from './reading.ts'

/** Nobody erred, and what the dealer put right is no error. */
export const RIGHT: DealersError = {
  settling: 0,
  fault: null,
  playErrors: [],
  playError: null,
  tampering: null,
  mended: true,
}

/** May the dealer himself have put right a wrong settlement? If so, he did it before the settlement ended, whenever that was. */
export const isMending = ({ error, tolerated }: Pick<LatticeInput, 'error' | 'tolerated'>): boolean =>
  error === null ? tolerated === 'put right' || tolerated === 'being put right' : error.mended

/** What was changed at the box with this index; null: nothing. */
export const tamperingAt = (error: DealersError | null, index: number): Tampering | null => {
  const tampering = error?.tampering ?? null
  return [tampering, tampering?.from ?? null].find((each) => each?.box === index) ?? null
}

/** What the main spot of a box showed: what it reported or, if somebody tampered with the bet, what it would have reported. */
export const mainTimeline = (round: Round, index: number, error: DealersError | null, spotLagMs: number): Timeline => {
  const tampering = tamperingAt(error, index)
  return tampering !== null ? tampering.timeline : timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs)
}

/** What may have lain on the main spot of a box. If somebody tampered with the bet, the error says which levels are believed. */
export const mainTracks = (round: Round, index: number, error: DealersError | null, context: TableContext): readonly Timeline[] => {
  const tampering = tamperingAt(error, index)
  return tampering !== null ? [tampering.timeline] : toldTracks(round, index, context)
}

/** What a box's chips are matched against where it was played by this error; an error that is left out changes nothing. */
const CHIPS: { readonly [N in PlayErrorName]?: (chips: ChipContext, units: number) => Partial<ChipContext> } = {
  'BUST-NOT-TAKEN': ({ takesWait }) => ({ takesWait: takesWait === 'all' ? 'all' : 'one' }),
  'PAID-LOSER': () => ({ takesWait: 'never one' }),
  'SURRENDER-LATE': () => ({ surrendersLate: true }),
  'SURRENDER-AMOUNT': (_, units) => ({ surrenderTaken: (bet) => Math.round(bet * units) }),
}

/** A bust hand's stake may stay, or a surrender's half be taken late, or be another amount. */
export const chipsWithError = (chips: ChipContext, playError: PlayError | null | undefined): ChipContext => {
  const changed = playError ? CHIPS[playError.name]?.(chips, playError.units ?? 1) : undefined
  return changed ? { ...chips, ...changed } : chips
}

/** Equal for errors in play under which the same chips fit, and the same is believed to be due. */
export const chipsKey = (playError: PlayError | undefined): string =>
  playError && CHIPS[playError.name] ? `${playError.name}.${playError.units}` : ''

/** How many boxes were played against a rule in every reading with this error. */
export const playErrorsIn = (error: DealersError | null): 0 | 1 => (error === null || error.playErrors.length === 0 ? 0 : 1)

export const isSamePlayError = (one: PlayError, other: PlayError): boolean =>
  one.box === other.box && one.name === other.name && one.units === other.units

/** Does a question about this error allow a box that was played so? */
export const isAskedFor = (error: DealersError | null, playError: PlayError | undefined): boolean => {
  const asked = error?.playError ?? null
  return asked === null || playError === undefined || isSamePlayError(asked, playError)
}

/** Equal for errors under which the main spots showed the same. `until`: the last event time to compare. */
export const shownKey = ({ tampering }: DealersError, until = Number.POSITIVE_INFINITY): string => {
  if (tampering === null) return ''
  const { box, timeline, from } = tampering
  const { base, moves } = timeline
  const shown = moves.flatMap(({ at, amount, lammers }) => (at <= until ? [`${at}.${amount}.${lammers}`] : []))
  return `${box}:${base.amount},${shown}${from ? ` from ${from.box} at ${from.at}` : ''}`
}

/** Equal for errors under which the cards can have been played in the same ways. How the round was settled does not matter. */
export const playKey = (round: Round, error: DealersError): string => {
  const { playErrors, fault } = error
  // What comes after the last card does not change how the cards were played.
  const last = round.cards.at(-1)?.at ?? 0
  const erred = playErrors.map(({ box, name, units }) => `${box}.${name}.${units}`).join()
  // If the dealer stood too soon, a hand may lose to any total.
  const stood = fault === 'stood' ? fault : ''
  return `${erred}/${shownKey(error, last)}/${stood}`
}
