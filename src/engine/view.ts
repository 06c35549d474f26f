/**
 * What a person at the table can see of the round and the table: the data of the retained topics `state/round` and `state/table`.
 * Computed from the readings that do not know the hole card before it is turned.
 */
import type { Area, ScannedCard } from '../../devices/scan.ts'
import type { Action, Outcome } from '../rules/game/outcome.ts'

export const ROUND_PHASES = ['betting', 'dealing', 'playing', 'dealer', 'settling', 'closed'] as const
export type RoundPhase = (typeof ROUND_PHASES)[number]

/** `hidden`: dealt face down and not yet turned. */
export type SeenCard = ScannedCard | 'hidden'

export interface HandView {
  readonly hand: number
  readonly cards: readonly SeenCard[]
  readonly total: number | null
  readonly soft: boolean
  readonly actions: readonly Action[]
  readonly outcome: Outcome | null
  readonly certain: boolean
  /** Other contents this hand has in some reading, likeliest first, four at most. */
  readonly alternatives: readonly (readonly SeenCard[])[]
}

export interface BoxView {
  readonly box: number
  /** What lies on each sensed spot now: value in minor units, lammers counted. */
  readonly spots: { readonly [area in Area]?: { readonly amount: number; readonly lammers: number } }
  readonly hands: readonly HandView[]
}

/** A ruling on the open round that can be taken back. null: it is about no single box or hand. */
export interface GivenRuling {
  readonly ruling: string
  readonly command: 'card-burn' | 'card-move' | 'bet-note' | 'hand-dead'
  readonly box: number | null
  readonly hand: number | null
}

export interface RoundView {
  readonly round: string
  /** Rises with every change of this view. */
  readonly rev: number
  /** Event time of the last observation used, ISO 8601. */
  readonly asOf: string
  readonly phase: RoundPhase
  readonly shoe: number
  /** Who deals it, as the command `dealer` reported; null: nobody reported it. */
  readonly dealerId: string | null
  readonly complete: boolean
  readonly readings: number
  /** In the order in which they left the shoe: the first is number 1. `hidden`: it lies face down, or is not shown to be anybody's. */
  readonly cards: readonly SeenCard[]
  readonly dealer: { readonly cards: readonly SeenCard[]; readonly total: number | null; readonly certain: boolean }
  readonly boxes: readonly BoxView[]
  /** The hand in play in the best reading. */
  readonly active: { readonly at: { readonly box: number; readonly hand: number } | 'dealer' | null; readonly certain: boolean }
  /** In the order given; left out: none was. */
  readonly rulings?: readonly GivenRuling[]
}

export interface TableView {
  readonly open: boolean
  readonly shoe: number
  /** Who deals now, as the command `dealer` reported; null: nobody reported it. */
  readonly dealerId: string | null
  /** Cards out of this shoe: a count, never ranks. */
  readonly cardsOut: number
  readonly cutCardSeen: boolean
  readonly occupied: readonly number[]
  readonly openAlarms: number
}
