/**
 * What the rules leave to people. The table asks and carries out; the answers come from elsewhere: from chance (`by-chance.ts`) or a script
 * (`script.ts`). Amounts are in the table's minor unit.
 */
import type { Area, Card, SpotId } from '../../devices/scan.ts'
import type { Decision, MainArea, PlayedAction } from './types.ts'

export interface BetAsk {
  readonly box: number
  readonly area: MainArea
  /** Chips left there from the last round. */
  readonly lying: number
  /** The most that may lie there. */
  readonly most: number
  /** Who already bets on the box. */
  readonly bettors: number
}

export interface TipAsk {
  readonly box: number
  readonly step: number
}

export interface DoubleAsk {
  readonly box: number
  readonly area: MainArea
  readonly bet: number
  /** Amounts are multiples of it. */
  readonly step: number
}

/** At the offer, with a double or split, between two boxes, or just before the dealer draws. */
export type InsuranceMoment = 'offer' | 'double' | 'free-double' | 'split' | 'free-split' | 'between' | 'late'

export interface InsuranceAsk {
  readonly box: number
  readonly when: InsuranceMoment
  /** The stake on the line. */
  readonly insured: number
  /** How much may still be added for the box's own bets, and by somebody who covers the whole table. 0 means nothing. */
  readonly own: number
  readonly all: number
  /** Amounts are multiples of it. */
  readonly step: number
}

export interface LeavingAsk {
  readonly box: number
  readonly lying: number
  /** The chips that lie there may be the next bet unchanged. */
  readonly isBet: boolean
  readonly firstBet: number
}

/** Decisions of the players. */
export interface PlayerChoices {
  /** An absent player comes back before the round. */
  returns(box: number): boolean
  /** A box plays although no stake was left on it. */
  joins(box: number): boolean
  /** The one box that plays if no other does. */
  opens(boxes: readonly number[]): number
  /** The order in which people bet or collect. */
  order<T>(boxes: readonly T[]): T[]
  /** Chips added before the first card; 0 for none. */
  bets(ask: BetAsk): number
  /** Chips bet for the dealer next to the player's own bet, in multiples of `step`; 0 for none. */
  tips(ask: TipAsk): number
  betsAside(box: number, area: 'p22' | 'pog'): number
  /** He leaves and says so before the cards are dealt, or is found missing at his turn. */
  leaves(box: number): 'before' | 'at-turn' | 'never'
  /** Chips added to the insurance line; 0 for none. */
  insures(ask: InsuranceAsk): number
  takesEvenMoney(box: number, area: MainArea, isInsured: boolean): boolean
  decides(decision: Decision): PlayedAction
  /** He surrenders while others play, if the rules allow it. Asked whenever the dealer is about to go on. */
  surrendersEarly(box: number): boolean
  /** Whether two aces from a split are split again; null: they are not. */
  splitsAgain(box: number, move: 'split' | 'free-split'): 'split' | 'free-split' | null
  /** A card on a hard 21, if the house allows it. `isLast`: no hand of the box is played after this one. */
  drawsOn21(box: number, isLast: boolean): boolean
  /** Chips of a paid double: as many as the bet, or fewer if the house allows it. */
  doublesFor(ask: DoubleAsk): number
  /** A co-bettor adds his own chips, or gets a lammer of his own, when the holder doubles or splits. */
  follows(box: number, area: MainArea): boolean
  /** The second bettor decides for a holder who is away. */
  standsIn(box: number): boolean
  /** The box collects as soon as it is settled, if the table allows it. */
  collectsEarly(box: number): boolean
  /** A bet laid on a box without one while the round is in play; 0 for none. `most`: the most that may lie there. */
  laysNext(box: number, most: number): number
  /** What stays on the main spot as the next bet. */
  leavesLying(ask: LeavingAsk): number
}

/** Chips and lammers on their way to the dealer's tray. */
export interface Taken {
  readonly amount: number
  readonly lammers: number
}

/** The dealer's habits: which way he does what he may do in several ways, and whether he does what he must. */
export interface DealerCustoms {
  /** Takes the next card; `must`: his rules require it. */
  draws(cards: readonly Card[], must: boolean): boolean
  /** Stops at the card that decides what is open, though he may play on. */
  stopsWhenDecided(): boolean
  /** Sweeps lost insurance at his second card and not with the other bets. */
  sweepsInsuranceFirst(): boolean
  /** Immediately takes a stake that busted under a Push 22 bet. It may wait (001 l.62). */
  takesTuckedBust(box: number): boolean
  /** One payment for all hands of a spot, or one for each. */
  paysTogether(box: number, area: Area): boolean
  /** What he pays when `due` must be paid. */
  pays(spot: SpotId, due: number): number
  /** What he takes when `due` must be taken. */
  takes(spot: SpotId, due: Taken): Taken
}
