/** What the dealer tells beside cards and chips, where the table has devices for it: who he is, and how far he has come. */
import type { KeyPress, PROGRESS_KEYS } from '../../devices/scan.ts'
import type { Game } from './game.ts'

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

/** The next dealer lays his badge there. */
export function layBadge(game: Game): void {
  const dealer = game.dealers[game.badges++ % game.dealers.length]
  if (dealer !== undefined) game.recorder.say('badge', { kind: 'badge', dealer })
}
