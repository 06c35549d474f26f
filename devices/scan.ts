/**
 * A Scan is what one sensor reported, decoded and bounded, without time or origin. Drivers produce Scans; `src/engine/observation.ts` adds when it
 * was reported and by which device. Wire source: TLP/1 (see `firmware-bridge/tlp.ts`); other drivers map onto the same nouns.
 */
import { STATE_KINDS, type StateKind, type StateSaid, type StateWords } from '../firmware-bridge/states.ts'

export {
  isState,
  STATE_KINDS,
  STATE_LINES,
  type StateKind,
  type StateSaid,
  type StateWords,
  stateWords,
  wordLists,
} from '../firmware-bridge/states.ts'

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const
export const SUITS = ['S', 'H', 'D', 'C'] as const
export type Rank = (typeof RANKS)[number]
export type Suit = (typeof SUITS)[number]
/** Rank then suit, `5S`. */
export type Card = `${Rank}${Suit}`
/** A card left the shoe and could not be read. */
export const UNREAD = '??'
export type ScannedCard = Card | typeof UNREAD

/** Sensed areas of a box, in the order a display lists them. `main2`, `main3` are bets of other players behind the box holder's. */
export const AREAS = ['main', 'main2', 'main3', 'ins', 'p22', 'pog'] as const
export type Area = (typeof AREAS)[number]
/** `3.main`, or the table-wide `rack`. */
export type SpotId = `${number}.${Area}` | 'rack'

/** `value` in the table's minor unit (500 = 5.00); `FB` is the free-bet lammer, worth 0. `count` >= 1. */
export interface ChipStack {
  readonly value: number | 'FB'
  readonly count: number
}

export const SHOE_STATES = ['load', 'open', 'close', 'empty', 'jam', 'clear', 'reverse'] as const
export type ShoeState = (typeof SHOE_STATES)[number]

/** `box` >= 1 and `hand` >= 1 as on the wire. */
export type PointerPlace = { readonly box: number; readonly hand: number } | 'dealer' | 'none'

/** Keys that say how far the round is. They order nothing. */
export const PROGRESS_KEYS = ['round-over', 'hand-over'] as const
export type KeyPress =
  | { readonly key: 'void' | 'call' | 'relief' | 'shuffle' | (typeof PROGRESS_KEYS)[number] }
  | { readonly key: 'absent' | 'present'; readonly box: number }

export type Scan =
  | { readonly kind: 'card'; readonly card: ScannedCard }
  | { readonly kind: 'cut-card' }
  | { readonly kind: 'shoe'; readonly what: ShoeState }
  /** The full content of one spot after a change settled: a level, never a delta. `amount` = sum of the values, minor units. */
  | {
      readonly kind: 'spot'
      readonly spot: SpotId
      readonly rev: number
      readonly chips: readonly ChipStack[]
      readonly amount: number
      /** Of the chips, in their order, or of the first of them; left out: the device does not tell them. */
      readonly ids?: readonly string[]
    }
  | { readonly kind: 'pointer'; readonly place: PointerPlace }
  /** A dealer has shown who he is. `dealer`: his id, as in the command that names a dealer. */
  | { readonly kind: 'badge'; readonly dealer: string }
  /** The dealer has looked at his hole card. `done`: he goes on, or the device does not tell what he saw. */
  | { readonly kind: 'peek'; readonly outcome: 'done' | 'blackjack' }
  /** A card was laid with the discards; null: between two hands. */
  | { readonly kind: 'discard'; readonly card: ScannedCard | null }
  /** The state of a device beside the play. */
  | StateSaid
  | { readonly kind: 'key'; readonly press: KeyPress }

/** A device line that is not a Scan: it is counted and shown, but never used. */
export interface Rejected {
  readonly kind: 'rejected'
  readonly reason: string
}

/** Somebody has ordered something, or called for somebody. */
export const isOrder = ({ key }: KeyPress): boolean => !PROGRESS_KEYS.some((each) => each === key)

/** What is told on of devices that only tell their state. */
export type StateEvents = { readonly [K in StateKind as `${K}.state`]: { readonly device: string } & StateWords<K> }
export type StateType = keyof StateEvents
export const stateType = (kind: StateKind): StateType => `${kind}.state`
export const STATE_TYPES = STATE_KINDS.map(stateType)
