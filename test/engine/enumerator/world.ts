/** The enumerator's nouns: a table in the middle of a story, and the arithmetic of its cards. */

import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { ChipEvidence } from '../../../src/rules/table.ts'

/** What a sensor said: a card left the shoe, or a main spot of the box with this index now holds this. */
export type Sign = { readonly card: string } | ChipSign

export interface ChipSign {
  /** An index beyond the boxes that bet is a box without a bet. */
  readonly box: number
  readonly amount: number
  readonly lammers: number
  /** The level is back at once at what it was before: nobody lays another bet of exactly that amount so quickly. @default false */
  readonly isBack?: boolean
}

export interface SmallRound {
  readonly rules: HouseRules
  /** By box in order. */
  readonly bets: readonly number[]
  readonly evidence: ChipEvidence
  /** Amounts that do not divide are rounded down to this. */
  readonly smallestChip: number
  /** Players may have their chips as soon as their own box is settled, not only when all are. */
  readonly collectsAtOnce?: true
  /** By box in order: there is a Push 22 bet as well; left out: there is none. */
  readonly push22?: readonly boolean[]
}

/** What one hand is and did. `places` count the round's cards from 0. */
export interface Hand {
  readonly places: readonly number[]
  readonly cards: readonly string[]
  readonly deeds: readonly string[]
  /** The chips on it, in bets, and its lammers. */
  readonly chips: number
  readonly lammers: number
  readonly split: boolean
  /** Why it takes no more cards. */
  readonly over: 'stood' | 'bust' | 'doubled' | 'full' | 'given up' | 'natural' | 'won' | null
  /** How many cards were out when it stood. */
  readonly stoodAt?: number
}

export interface Box {
  readonly bet: number
  /** There is a Push 22 bet as well. */
  readonly push22?: true
  readonly hands: readonly Hand[]
  /** What lies on the spot. */
  readonly amount: number
  readonly lammers: number
  /** Bust stakes not seen to leave, one entry a hand, and the lammers of bust hands. */
  readonly owing: readonly number[]
  readonly owingLammers: number
  /** Paid or halved before the dealer's draw: what moves there from now on is the player's doing. */
  readonly paid: boolean
  /** The part of its natural's price that has been paid so far. */
  readonly partPaid?: number
  /** A prize paid before the dealer's hand was done. */
  readonly prizePaid?: number
  /** What its hands would win, paid before the dealer's hand was done. */
  readonly paidEarly?: number
  /** What lay on a hand whose stake was swept while it lived. */
  readonly swept?: { readonly index: number; readonly chips: number; readonly lammers: number }
  /** Chips were laid on its natural before its turn; the card is still to come. */
  readonly vow?: Vow
  /** Bust stakes that the dealer left lying by mistake. */
  readonly late?: readonly number[]
  /** How many cards were out when chips were laid on the bet that are settled with it. */
  readonly raised?: number
  /** The same for chips that are not settled with it: as many as the bet may win. */
  readonly apart?: number
  /** Chips laid against the rules, which count for nothing: they may be given back at any time. */
  readonly returns?: number
}

/** `stake`: in bets, if it is not one. */
export interface Vow {
  readonly what: 'double' | 'split'
  readonly free: boolean
  readonly stake?: number
}

export interface World {
  readonly boxes: readonly Box[]
  /** The box that decides; past the last box: the dealer. */
  readonly turn: number
  readonly hand: number
  /** Hands that get the next cards whatever is decided. */
  readonly owed: readonly number[]
  /** The chips of a decision lie there; its card is still to come. */
  readonly vow: Vow | null
  readonly dealer: readonly string[]
  /** The dealer's natural was found at the check: nobody plays. */
  readonly checked: boolean
  readonly settling: Settling | null
  /** The dealer's second card came by mistake before the players were done. */
  readonly drewEarly?: true
  /** Cards of the dealer that do not count. */
  readonly extra?: readonly string[]
  /** By box: the least that has lain there since a card came for nobody while bets lay there. */
  readonly lying?: readonly number[]
  /** How many cards were out when chips moved as in a settlement. That is an error of play only if another card comes. */
  readonly hasty?: number
  /** The boxes in the order in which they played, if it differs: `boxes` is in this order. */
  readonly order?: readonly number[]
  /** Deviations of this story, `CODE@box`; left out: none. */
  readonly errors?: readonly string[]
}

/** `notIn`: the difference from what is due is no multiple of this. */
export interface Wild {
  readonly what: 'pays' | 'takes'
  readonly than: 'less' | 'more'
  readonly due: number
  readonly moved: number
  readonly notIn?: number
}

/** Chips that a player is still to lay on his bet after the last card, settled with it: a loser is taken, a winner paid by this ratio. */
export type Posted =
  | { readonly takes: number }
  | { readonly bet: number; readonly pays: readonly [number, number]; readonly smallestChip: number }

export interface SettlingBox {
  /** Still to be paid, in any parts. */
  readonly win: number
  /** Stakes still to be taken, one a hand. */
  readonly lose: readonly number[]
  /** The dealer was seen at work here. */
  readonly touched: boolean
  /** The player has the spot again. */
  readonly left: boolean
  /** Once it is settled, its player has the spot again, whatever is open elsewhere. */
  readonly atOnce?: true
  /** The player has laid more, which lies there for the next round. */
  readonly laid?: true
  /** Settled wrongly: what it is due by the rules. */
  readonly wrong?: WrongBet
  /** The dealer leaves the whole table unsettled. Chips may be laid on this bet, except in this amount, which would be its payment. */
  readonly open?: number
  /** The dealer paid too much and has to take it back. */
  readonly astray?: true
  /**
   * Settled wrongly: the `amount` that puts it right if no level was lower than `least`. `paid`: the payments it may have got; null: any.
   * `start`: what lay there.
   */
  readonly right?: { readonly amount: number; readonly start: number; readonly least: number; readonly paid: readonly number[] | null }
  /** The dealer pays or takes another amount than `due`: less but not nothing, or more. `moved`: so far. */
  readonly wild?: Wild
  readonly posted?: Posted
}

/** A bet that is settled wrongly. */
export interface WrongBet {
  /** What is to be paid on it, and what is to be taken from it. */
  readonly win: number
  readonly lose: number
  /** By hand: what lies on it, and what it wins or would win. */
  readonly stakes: readonly number[]
  readonly gains: readonly number[]
  readonly isTied: boolean
  /** What a natural would be paid, if a split hand looks like one. */
  readonly natural: number | null
  /** What lay there before. */
  readonly start: number
  /** How closely the name describes what was done: its place in the table of ties, the closest first. */
  readonly closeness: number
  /** So far. */
  readonly paid: number
  readonly taken: number
}

/**
 * `unfollowed`: the sensors do not follow payments, so nothing shown from now on means anything. `moved`: boxes at which players moved
 * chips since the dealer was done with all. `since`: the number of movements after the dealer's last one, whoever made them; left out: he
 * made none.
 */
export type Settling =
  | { readonly boxes: readonly SettlingBox[]; readonly moved?: readonly number[]; readonly since?: number }
  | 'unfollowed'

export const worth = (card: string | undefined): number =>
  card === undefined ? 0 : card[0] === 'A' ? 1 : 'TJQK'.includes(card[0] ?? '') ? 10 : Number(card[0])
export const low = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + worth(card), 0)
export const hasAce = (cards: readonly string[]): boolean => cards.some((card) => card[0] === 'A')
export const isSoft = (cards: readonly string[]): boolean => hasAce(cards) && low(cards) + 10 <= 21
export const points = (cards: readonly string[]): number => (isSoft(cards) ? low(cards) + 10 : low(cards))
export const isAceOrTen = (card: string | undefined): boolean => worth(card) === 1 || worth(card) === 10

/** How many cards are in hands. */
export const cardsOut = ({ boxes, dealer, extra = [] }: World): number =>
  boxes.reduce((sum, { hands }) => sum + hands.reduce((all, { places }) => all + places.length, 0), dealer.length + extra.length)

export const total = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0)

/** The parts that are left when some of them, adding up to `sum`, are gone; null if none add up to it. */
export const without = (parts: readonly number[], sum: number): readonly number[] | null => {
  for (let set = 0; set < 1 << parts.length; set++) {
    const kept = parts.filter((_, at) => (set & (1 << at)) === 0)
    if (total(parts) - total(kept) === sum) return kept
  }
  return null
}
