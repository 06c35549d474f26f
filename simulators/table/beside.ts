/** What the table tells beside cards and chips, where it has devices for it: who deals, how far he has come, and which cards he has collected. */
import {
  type KeyPress,
  type PROGRESS_KEYS,
  type ScannedCard,
  STATE_KINDS,
  type StateKind,
  type StateSaid,
  type StateWords,
} from '../../devices/scan.ts'
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

interface Twin<K extends StateKind> {
  /** For the help of `simulate`: what is simulated. */
  readonly does: string
  /** What it tells while the cards are away to be shuffled, and when they are back. */
  readonly away: StateWords<K>
  readonly back: StateWords<K>
}

/** The twins of the devices that only tell their state. */
export const STATE_TWINS: { readonly [K in StateKind]: Twin<K> } = {
  shuffler: {
    does: 'a machine that shuffles the next shoe, and tells what it does',
    away: { mode: 'shoe', state: 'shuffling' },
    back: { mode: 'shoe', state: 'ready' },
  },
}

/** Those that the table has tell their state. */
export function tellStates({ recorder, states }: Pick<Game, 'recorder' | 'states'>, when: 'away' | 'back'): void {
  for (const kind of STATE_KINDS) if (states.has(kind)) recorder.say(kind, { kind, ...STATE_TWINS[kind][when] } as StateSaid)
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
