/** What the table tells beside cards and chips, where it has devices for it: who deals, how far he has come, and which cards he has collected. */
import type { KeyPress, PROGRESS_KEYS, ScannedCard, ShufflerState } from '../../devices/scan.ts'
import { dealerCards, type Game, type HandPlay } from './game.ts'

/** The dealers of a simulated table, as their badges name them. */
export const DEALERS = ['d-17', 'd-18', 'd-19'] as const

/** Presses a key of the table. They are at the shoe, unless there is a device of their own. */
export const press = ({ recorder, keys }: Pick<Game, 'recorder' | 'keys'>, key: KeyPress): void =>
  recorder.say(keys ? 'key' : 'shoe', { kind: 'key', press: key })

/** Only keys of their own tell how far he is. */
export function tellProgress(game: Game, key: (typeof PROGRESS_KEYS)[number]): void {
  if (game.keys) press(game, { key })
}

/** He has looked at his hole card. */
export function tellPeek({ recorder, peek }: Pick<Game, 'recorder' | 'peek'>, outcome: 'done' | 'blackjack'): void {
  if (peek) recorder.say('peek', { kind: 'peek', outcome })
}

/** The shoe comes from a machine. */
export function tellShuffler({ recorder, shuffler }: Pick<Game, 'recorder' | 'shuffler'>, state: ShufflerState): void {
  if (shuffler) recorder.say('shuffler', { kind: 'shuffler', mode: 'shoe', state })
}

/** The next dealer lays his badge there. */
export function layBadge(game: Game): void {
  const dealer = game.dealers[game.badges++ % game.dealers.length]
  if (dealer !== undefined) game.recorder.say('badge', { kind: 'badge', dealer })
}

/** The dealer lays cards with the discards, one hand. */
export function discard(game: Game, cards: readonly ScannedCard[]): void {
  if (!game.discards || cards.length === 0) return
  if (game.hasDiscards) game.recorder.say('discards', { kind: 'discard', card: null })
  for (const card of cards) game.recorder.say('discards', { kind: 'discard', card })
  game.hasDiscards = true
}

/** He collects the cards of a hand that is over. */
export function collectHand(game: Game, hand: HandPlay): void {
  if (game.collected.has(hand)) return
  game.collected.add(hand)
  discard(game, hand.cards)
}

/** The round is over: what still lies there, and his own cards last. */
export function collectRest(game: Game): void {
  for (const { hands } of game.boxesInPlay) for (const hand of hands) collectHand(game, hand)
  discard(
    game,
    game.strays.map(({ card }) => card),
  )
  discard(game, dealerCards(game))
}
