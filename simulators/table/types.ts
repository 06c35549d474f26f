/**
 * The nouns of the played table. A table plays whole rounds and gives what its devices would have reported (`TableAction`), together with
 * the truth (`RoundTruth`), in the shape of `round.closed`. Amounts are integers in the table's minor unit, times ms since the start of the
 * play.
 */

import type { DeviceRole } from '../../devices/roles.ts'
import type { Area, Card, Scan, ScannedCard, StateKind } from '../../devices/scan.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import type { ChipEvidence, Limits } from '../../src/rules/table.ts'

/** What a device says and when. `atMs` never falls from one action to the next. */
export interface TableAction {
  readonly atMs: number
  readonly device: DeviceRole
  readonly scan: Scan
  /** The device's previous line, sent again because its acknowledgement was lost. */
  readonly again?: true
  /** Whose chips have come to the spot or left it since its last report. No device reports this. */
  readonly moved?: Moved
}

/** Net, in minor units. Negative: they left. */
export interface Moved {
  readonly dealer: number
  readonly player: number
}

export type PlayedAction = 'hit' | 'stand' | 'double' | 'free-double' | 'split' | 'free-split' | 'surrender' | 'even-money'
export type PlayedOutcome = 'win' | 'lose' | 'push' | 'blackjack' | 'surrender'

export interface HandTruth {
  readonly hand: number
  readonly cards: readonly ScannedCard[]
  readonly total: number
  readonly soft: boolean
  readonly blackjack: boolean
  readonly bust: boolean
  readonly actions: readonly PlayedAction[]
  /** null only in a round that was broken off. */
  readonly outcome: PlayedOutcome | null
}

/** When an amount falls due: before the first decision, while boxes play, or once the dealer's hand is complete. */
export type Moment = 'before' | 'inPlay' | 'after'
/** The player's net gain under the rules, split by the moment. */
export type Falls = { readonly [moment in Moment]: number }

/**
 * As in `round.closed`: `due` is the player's net gain under the rules, `moved` is what the chips did, and `falls` says when `due` became
 * due.
 */
export interface SpotTruth {
  readonly staked: number
  readonly due: number | null
  /** null only in a round that was broken off. */
  readonly falls: Falls | null
  readonly moved: number
}

export interface BoxTruth {
  readonly box: number
  readonly hands: readonly HandTruth[]
  readonly spots: { readonly [area in Area]?: SpotTruth }
}

/** Where a card went. `hand` is the number at the end of the round. `nobody` gets a card that was dealt by mistake. */
export type TruePlace = { readonly box: number; readonly hand: number } | 'dealer' | 'burn' | 'nobody'

export interface DealtCard {
  readonly card: ScannedCard
  readonly atMs: number
  readonly to: TruePlace
}

export interface RoundTruth {
  /** 1, 2, 3, ... over the whole play. */
  readonly number: number
  readonly shoe: number
  /** Time of the first card dealt to a box. */
  readonly openedAtMs: number
  /** When every stake was resolved. */
  readonly settledAtMs: number
  readonly complete: boolean
  /** `total` is null if a card is unread. */
  readonly dealer: {
    readonly cards: readonly ScannedCard[]
    readonly total: number | null
    readonly blackjack: boolean
    readonly bust: boolean
  }
  /** Every card in the order the shoe read it, burn cards included. */
  readonly cards: readonly DealtCard[]
  readonly boxes: readonly BoxTruth[]
  readonly net: { readonly house: number | null }
}

export interface PlayedRound {
  readonly actions: readonly TableAction[]
  readonly truth: RoundTruth
  /** Boxes at which the dealer settled a bet wrongly and corrected it himself. */
  readonly putRight?: readonly number[]
}

/** A spot staked by a bettor of the box; `main` is its holder's. */
export type MainArea = 'main' | 'main2' | 'main3'

export const FEATURES = ['insurance', 'even-money', 'surrender', 'side-bets', 'co-bettors', 'absent', 'splits', 'doubles'] as const
/** What players may do apart from hit and stand. A feature is never used if the house or the sensed spots lack it. */
export type Feature = (typeof FEATURES)[number]

/** What players do apart from playing their hands, all of it allowed. A table plays the habits that it is asked for. */
export const HABITS = {
  collect: 'a player picks up or changes his chips as soon as his own box is settled',
  'surrenders-early': 'a player surrenders his hand while others play, if the house lets him',
  newcomers: 'a player places his next bet on a box without one while the round is in play',
  leaves: 'a player picks up the bet that he left lying, and leaves',
  'colour-change': 'chips of a bet are changed for others of the same value before the first card',
  'move-next': 'a player moves his bet to another box before the first card',
  'two-boxes': 'a player places the same bet on the box next to his own',
  joins: 'a player places his bet as the dealer reaches for the shoe',
  'hands-over': 'a hand covers a bet for a moment',
  touch: 'a player lifts chips off his bet while cards are dealt, and puts them back at once',
  restack: 'a player restacks his bet with the same chips while boxes play',
  corrects: 'the dealer pays or takes wrongly, and puts it right before he turns to the next bet',
  tips: 'a player places a chip or two for the dealer next to his bet, if the house has bets for the dealer',
  relief: 'the dealer is relieved between two rounds, and a card is burned if the house burns one',
} as const
export type Habit = keyof typeof HABITS
export const HABIT_NAMES = Object.keys(HABITS) as readonly Habit[]
/** Taken from words of a command line. */
export const habitsIn = (words: readonly string[]): readonly Habit[] =>
  HABIT_NAMES.filter((name) => words.includes('all') || words.includes(name))

/** What a player sees at a decision. `cards` are the hand's cards, `up` is the dealer's open card, and `moves` is what he is offered. */
export interface Decision {
  readonly box: number
  readonly cards: readonly Card[]
  readonly up: Card
  readonly moves: readonly PlayedAction[]
  readonly random: () => number
}
/** Picks one of `moves`, or pays for what is offered free. The table throws RangeError at anything else. */
export type Strategy = (decision: Decision) => PlayedAction

export interface TableOptions {
  readonly rules: HouseRules
  readonly limits: Limits
  /** Chip values in use. Every stake and payout is made of them, and payouts are rounded to the smallest one. */
  readonly chips: readonly number[]
  readonly boxes: number
  /** Chance that a box plays in a round, 0-1, default 0.8; one box always plays. */
  readonly occupied?: number
  /** Default: as many as the house's rules say. */
  readonly decks?: number
  /** Areas that the table senses. Players use no others. */
  readonly spots: readonly (Area | 'rack')[]
  readonly pointer: boolean
  /** Who deals in turn, told by a reader of badges. Default: nobody, and there is none. */
  readonly dealers?: readonly string[]
  /** The table's keys are a device of their own, with which the dealer also tells how far he is. Default: they are at the shoe. */
  readonly keys?: boolean
  /** A device tells that the dealer has looked at his hole card, and what he saw. Default: no. */
  readonly peek?: boolean
  /** A device reads the cards that the dealer collects. Default: no. */
  readonly discards?: boolean
  /** Devices that tell their state, such as a machine that shuffles the next shoe. Default: none. */
  readonly states?: readonly StateKind[]
  /** Uniform in [0, 1); one seeded source makes the whole play repeatable. */
  readonly random: () => number
  readonly players?: Strategy
  /** A chip event comes at most this late after its movement. Default 1500; 0 means at once. */
  readonly spotLagMs?: number
  /** Sometimes the dealer moves his pointer this late. Default 0: always in time. */
  readonly pointerLagMs?: number
  readonly chipEvidence?: ChipEvidence
  readonly collectAfter?: 'table-settled' | 'box-settled'
  readonly rounding?: 'down' | 'up' | 'nearest'
  readonly features?: readonly Feature[]
  /** Default none. */
  readonly habits?: readonly Habit[]
  /** Factor on people's thinking time, 0-1. Default 1 (9.4 s between cards in play). */
  readonly pace?: number
}
