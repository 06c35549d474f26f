/**
 * A TableEvent is what the table concludes from its Observations. The fold emits them; the wire encodes each as one CloudEvent
 * on `ev/round` or `ev/system`. Amounts are integers in the table's minor unit, times Unix ms.
 */

import type { Area, Card, ScannedCard, StateEvents } from '../../devices/scan.ts'
import type { Facts } from '../rules/facts.ts'
import type { Action, Outcome } from '../rules/game/outcome.ts'
import type { Shuffler } from '../rules/house/shuffler.ts'
import type { Reason } from '../rules/reasons.ts'
import type { Refusal } from '../rules/refusals.ts'
import type { Limits } from '../rules/table.ts'
import type { BetNote } from './evidence/rulings.ts'
import type { HostAlarm } from './observation.ts'

/** Why a round is over. `accounts/round-end.ts` has a row for each reason. */
export const END_REASONS = ['table-cleared', 'next-bet', 'next-card', 'shoe-closed', 'input-ended', 'ruled'] as const
export type EndReason = (typeof END_REASONS)[number]

/** One hand of a box as it stands in `round.closed`. `hand` counts from 1 in playing order at the end of the round. */
export interface HandResult {
  readonly hand: number
  readonly cards: readonly ScannedCard[]
  /** Best total; null when an unread card leaves it open. */
  readonly total: number | null
  readonly soft: boolean
  readonly blackjack: boolean
  readonly bust: boolean
  readonly actions: readonly Action[]
  /** null if unknown (incomplete round). */
  readonly outcome: Outcome | null
  /** Every reading agrees on this hand's cards and outcome. */
  readonly certain: boolean
  /** The share of the readings' weight, 0 to 1, in which the hand is as shown; null if it was not counted, as in an incomplete round. */
  readonly share: number | null
}

/** What one reading makes of a wager, in minor units. */
export interface SpotNumbers {
  /** All value put on the spot in the round (lammers are 0). */
  readonly staked: number
  /** The player's net gain by the rules over the whole round; negative = loses; null if unknown. */
  readonly due: number | null
  /** The player's net gain as the chips moved; null if unknown or not sensed. */
  readonly moved: number | null
}

/** A wager over the whole round. A number is given only if every reading has it, else it is null. */
export interface SpotResult {
  readonly staked: number | null
  readonly due: number | null
  readonly moved: number | null
  /** Every reading has the same three. */
  readonly certain: boolean
  /** The numbers of the likeliest reading. */
  readonly best: SpotNumbers
}

/** What the house won in the round, in minor units. */
export interface NetResult {
  /** Minus the sum of all `due`; null if one of them is. */
  readonly house: number | null
  /** By the likeliest reading; null if one of its `due` is unknown. */
  readonly best: number | null
  /** The least and the most by any reading; null if they were not counted, as in an incomplete round. */
  readonly from: number | null
  readonly to: number | null
}

export interface BoxResult {
  readonly box: number
  readonly hands: readonly HandResult[]
  readonly spots: { readonly [area in Area]?: SpotResult }
}

export interface DealerResult {
  readonly cards: readonly ScannedCard[]
  readonly total: number | null
  readonly blackjack: boolean
  readonly bust: boolean
  readonly certain: boolean
}

/** A hand of another reading. Without cards: the box has no such hand in that reading. */
export type OtherHand = { readonly box: number } & Pick<HandResult, 'hand' | 'cards' | 'total' | 'actions' | 'outcome'>

/** The first card that two readings give to different places. A place is null if the card is not of this round. */
export interface Parting {
  /** As in `card.dealt`. */
  readonly n: number
  readonly card: ScannedCard
  readonly told: CardPlace
  readonly other: CardPlace
}

/** Most other readings published for a round. With more, a message would say little that a person can weigh. */
export const OTHERS_MAX = 3

/** Another reading that is left, given by what differs from the published one. */
export interface OtherReading {
  /** Its share of the readings' weight, 0 to 1; null if it was not counted. */
  readonly share: number | null
  readonly hands: readonly OtherHand[]
  /** The dealer's cards; left out: the same. */
  readonly dealer?: readonly ScannedCard[]
  /** Left out: every card lies at the same box. */
  readonly parting?: Parting
}

export interface RoundResult {
  readonly round: string
  readonly house: string
  readonly shoe: number
  /** Who dealt it, as the command `dealer` reported; null: nobody reported it. */
  readonly dealerId: string | null
  readonly openedAt: string
  readonly closedAt: string
  readonly ended: EndReason
  readonly complete: boolean
  readonly readings: number
  readonly dealer: DealerResult
  readonly boxes: readonly BoxResult[]
  readonly findings: readonly string[]
  readonly net: NetResult
  /** The likeliest other readings, at most `OTHERS_MAX`, the likeliest first; left out if all look alike. */
  readonly others?: readonly OtherReading[]
}

/** Where a card lies; null while readings differ and none is best. */
export type CardPlace = { readonly box: number; readonly hand: number } | 'dealer' | 'burn' | null

interface Certainty {
  /** false: later evidence may still change this. */
  readonly certain: boolean
}

/** A card is out of the round; money plays that no sensor sees; the plate was changed; a hand is dead; a player is back; how cards are shuffled. */
export type FloorRuling =
  | { readonly ruling: 'card-burn'; readonly seq: number; readonly n: number }
  | ({ readonly ruling: 'bet-note'; readonly box: number } & BetNote)
  | ({ readonly ruling: 'limits'; readonly keep: readonly number[] } & Pick<Limits, 'min' | 'max' | 'unit'>)
  | { readonly ruling: 'hand-dead'; readonly box: number; readonly hand: number }
  | { readonly ruling: 'present'; readonly box: number }
  | { readonly ruling: 'shuffler'; readonly mode: Shuffler }
  /** The ruling of this id was taken back. */
  | { readonly ruling: 'undo'; readonly of: string }

/** `type` -> data. The wire's schemas are checked against this table. */
export interface TableEventData extends StateEvents {
  'shoe.loaded': { readonly shoe: number }
  'shoe.cut-card': { readonly shoe: number; readonly cardsOut: number }
  'round.opened': { readonly round: string; readonly shoe: number; readonly openedAt: string; readonly boxes: readonly number[] }
  'bet.placed': { readonly box: number; readonly area: Area; readonly amount: number }
  'card.dealt': Certainty & {
    readonly card: Card | '??' /** 1 = first card of the round, burn cards included. */
    readonly n: number
    readonly to: CardPlace
  }
  'hand.stood': Certainty & { readonly box: number; readonly hand: number; readonly total: number | null }
  'hand.doubled': Certainty & { readonly box: number; readonly hand: number; readonly free: boolean }
  'hand.split': Certainty & { readonly box: number; readonly hand: number; readonly free: boolean }
  'hand.busted': Certainty & { readonly box: number; readonly hand: number; readonly total: number | null }
  'insurance.placed': Certainty & { readonly box: number; readonly amount: number }
  'hand.surrendered': Certainty & { readonly box: number; readonly hand: number }
  'chips.paid': Certainty & { readonly box: number; readonly area: Area; readonly amount: number }
  'chips.taken': Certainty & { readonly box: number; readonly area: Area; readonly amount: number }
  'round.closed': RoundResult
  'round.revised': RoundResult
  'round.void': { readonly round: string; readonly why: Reason }
  'round.incomplete': { readonly round: string; readonly why: Reason }
  'system.started': { readonly boot: number; readonly software: string }
  'device.link': { readonly device: string; readonly up: boolean; readonly reason: string }
  'device.identity': {
    readonly device: string
    readonly serial: string
    readonly boot: number
    readonly firmware: string
    readonly continued: boolean
  }
  'device.incident': { readonly device: string; readonly code: string; readonly text: string }
  /** A fault of the machine on which the daemon runs; null: it is over. */
  'host.condition': {
    readonly alarm: HostAlarm
    readonly code: string | null
    readonly text: string | null
    readonly remedy: string | null
    /** What the two say, as data; older versions do not say it. */
    readonly facts?: Facts | null
  }
  'device.rejected': { readonly reason: string }
  'cards.missing': { readonly device: string; readonly from: number; readonly to: number }
  /** The dealer has looked at his hole card. What he saw is told to nobody at the table. */
  'dealer.peeked': { readonly device: string }
  /** A card was laid with the discards; `hidden` while the hole card lies face down, for it may be that one. */
  'card.discarded': { readonly device: string; readonly card: ScannedCard | 'hidden' }
  'key.pressed': { readonly key: string; readonly box: number | null }
  /** What became of a command: carried out, or why not. */
  'command.answered': {
    readonly user: string
    readonly name: string
    readonly correlation: string
    readonly ok: boolean
    readonly error: string | null
    /** The same as data; left out: it is carried out, or an older version said it. */
    readonly why?: Refusal
    /** Id of the ruling that was made, by which it can be taken back; left out: none was. */
    readonly ruling?: string
    /** The user's name is only claimed, because his broker knows no logins. */
    readonly unverified?: true
  }
  /**
   * A person named a card that was not read. `seq`: of its device line; `n` as in `card.dealt`; `hidden`: nobody at the table may know it
   * yet.
   */
  'card.named': { readonly seq: number; readonly n: number; readonly card: Card | 'hidden'; readonly user: string }
  'card.moved': { readonly seq: number; readonly n: number; readonly box: number; readonly hand: number; readonly user: string }
  /** The floor ruled; what else the event holds depends on the ruling. */
  'floor.ruled': FloorRuling & { readonly user: string }
  'dealer.changed': { readonly dealer: string; readonly user: string }
}
export type TableEventType = keyof TableEventData

/** One conclusion. `round` is null outside rounds, `cause` the space-joined device lines it rests on, `at` event time in Unix ms. */
export type TableEvent<T extends TableEventType = TableEventType> = {
  [K in T]: {
    readonly type: K
    readonly at: number
    readonly round: string | null
    readonly cause: string
    readonly data: TableEventData[K]
  }
}[T]
