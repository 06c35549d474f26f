/**
 * What was laid with the discards. It changes no reading but in one way: once all cards of the round lie there, and the shoe has read all but one,
 * the one that is left is the card it could not read, as if a person had named it.
 */
import type { ScannedCard } from '../../../devices/scan.ts'
import { cardText, UNKNOWN } from '../../rules/game/cards.ts'
import { codeRead, isHoleMasked } from '../evidence/round.ts'
import { deviceOf, type ObservationOf } from '../observation.ts'
import { type OpenRound, roundsIn } from '../state/open-round.ts'
import type { TableState } from '../state/table-state.ts'
import type { Voice } from '../words/say.ts'
import { type Named, nameCard } from './orders.ts'

/** More than the longest round has. */
const CARDS_MAX = 128

export const onDiscard = (state: TableState, observation: ObservationOf<'discard'>, voice: Voice): TableState => {
  const { card, at } = observation
  const { current } = state
  if (card === null) return state
  // The dealer may collect a hole card that he never turned.
  const isHidden = current !== null && roundsIn(current).some(isHoleMasked)
  const device = deviceOf(observation)
  voice.say('card.discarded', { device, card: isHidden ? 'hidden' : card }, current?.round.id ?? null)
  if (current === null || at < current.round.openedAt) return state
  const before = state.collected?.round === current.round.id ? state.collected.cards : []
  const cards = [...before, card].slice(-CARDS_MAX)
  const after = { ...state, current, collected: { round: current.round.id, cards } }
  const named = unreadIn(current, cards)
  return named === null ? after : nameCard(after, named, device, voice)
}

/** The card that the shoe could not read, by what lies with the discards; null: they do not tell. */
const unreadIn = ({ round, rivals }: OpenRound, collected: readonly ScannedCard[]): Named | null => {
  const unread = round.cards.filter((card) => codeRead(card) === UNKNOWN)
  const [one] = unread
  if (one === undefined || unread.length > 1 || rivals.length > 0 || collected.length !== round.cards.length) return null
  const left = [...collected]
  for (const known of round.cards) {
    if (known === one) continue
    const place = left.indexOf(cardText(codeRead(known)))
    if (place < 0) return null
    left.splice(place, 1)
  }
  const [card = '??'] = left
  return card === '??' ? null : { seq: Number(one.cause.slice(one.cause.lastIndexOf('/') + 1)), card }
}
