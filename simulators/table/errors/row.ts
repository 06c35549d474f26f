/** The contents of a row of the table of errors, and its input. */
import type { Area, Card, SpotId } from '../../../devices/scan.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { DealerCustoms, PlayerChoices } from '../choices.ts'
import type { Game } from '../game.ts'
import type { SettlingAsk, Slips, StakeAsk } from '../slips.ts'

/** Where an error is made and how much it moves. Null if it has no single box, hand, spot or amount. */
export interface Place {
  readonly box: number | null
  readonly hand: number | null
  readonly spot: SpotId | null
  /** What was due and what was moved, both as the player's gain. */
  readonly due: number | null
  readonly moved: number | null
}

/** Asked at every chance for the error. Answers yes once, at the chance that was drawn. */
export type Strike = (place: Partial<Place>) => boolean

/** The table at which an error is made. */
export interface Scene {
  readonly rules: HouseRules
  readonly game: () => Game
  /** For the error only: it decides, for example, how much is too much. */
  readonly random: () => number
  /** The people as they play without an error. */
  readonly players: PlayerChoices
  readonly customs: DealerCustoms
}

export interface Erring {
  readonly slips?: Partial<Slips>
  readonly players?: Partial<PlayerChoices>
  readonly customs?: Partial<DealerCustoms>
}

/** Cards that give an error its chance sooner, as the allowed ranks. */
export interface Seeks {
  /** The dealer's up card, and his other card if the deal gives him two. */
  readonly dealer?: readonly string[]
  /** For `box`, cards of some box in the deal. With `next`, the cards that come next, it is the first box. */
  readonly box?: readonly string[]
  readonly next?: readonly string[]
}

export interface ErrorRow {
  /** Who does what wrong. */
  readonly does: string
  /** Rules under which it is an error and can happen. All rules if left out. */
  readonly under?: (rules: HouseRules) => boolean
  /** Spots that it needs apart from the main one, people on a box, or the rack. One of these is enough. */
  readonly spots?: readonly (Area | 'rack')[]
  readonly seeks?: Seeks
  /** It is made with a new shoe. */
  readonly newShoe?: true
  /** Created again for each play, because what it remembers belongs to one play. */
  readonly errs: (strike: Strike, scene: Scene) => Erring
}
export type ErrorRows = { readonly [C in FindingCode]?: ErrorRow }

export const placeOf = ({ box, hand, area }: StakeAsk): Partial<Place> => ({ box, hand, spot: `${box}.${area}` })

/** One stake settled wrongly. Returns what the dealer does instead of `right`; null: no chance. */
export const onStake =
  (does: (ask: SettlingAsk, dealer: readonly Card[], scene: Scene) => number | null): ErrorRow['errs'] =>
  (strike, scene) => ({
    slips: {
      settles: (asks, dealer) =>
        asks.map((ask) => {
          const moved = ask.lies === 'spot' ? does(ask, dealer, scene) : null
          if (moved === null || moved === ask.right) return ask.right
          return strike({ ...placeOf(ask), due: ask.right, moved }) ? moved : ask.right
        }),
    },
  })

/** A player who draws as long as he is allowed to. */
export const reckless = ({ players }: Scene): Pick<PlayerChoices, 'decides'> => ({
  decides: (decision) => (decision.moves.includes('hit') ? 'hit' : players.decides(decision)),
})

/** A payment with a mistake that people make: a few chips more or less, but never nothing and never below zero. */
export const wrongAmount = ({ game, random }: Scene, right: number, sign: 1 | -1): number | null => {
  const smallest = Math.min(...game().chips)
  const most = Math.floor(right / smallest) - 1
  if (sign < 0 && most < 1) return null
  const off = 1 + Math.floor(random() * Math.min(5, sign < 0 ? most : 5))
  return right + sign * off * smallest
}

export const ratioOf = (scene: Scene, amount: number, [pays, per]: readonly [number, number]): number => {
  const smallest = Math.min(...scene.game().chips)
  return Math.floor((amount * pays) / per / smallest) * smallest
}
