/**
 * Points at which people err. The table asks at each of them, does what the answer says and goes on as a table would. Faultless people give
 * the right answer, which every question contains. What is due stays what the rules say, whatever was done.
 */
import type { Area, Card, SpotId } from '../../devices/scan.ts'
import type { MainArea, PlayedAction, PlayedOutcome } from './types.ts'

/** One player's money on one hand. */
export interface StakeAsk {
  readonly box: number
  /** From 1. */
  readonly hand: number
  readonly area: MainArea
  readonly cards: readonly Card[]
  readonly actions: readonly PlayedAction[]
  /** The bettor's original bet, his chips on this hand, and the lammers that play for him. */
  readonly unit: number
  readonly real: number
  readonly free: number
  readonly fromSplit: boolean
  readonly blackjack: boolean
  readonly lies: 'spot' | 'parked' | 'taken'
}

/** A stake whose result is known. `right` is paid, or taken if negative; 0 leaves it. */
export interface SettlingAsk extends StakeAsk {
  readonly outcome: PlayedOutcome
  readonly right: number
  /** At the end, or out of turn: a natural before play, a surrender. */
  readonly when: 'before' | 'play' | 'end'
}

/** Chips that a player lays on his bet after the dealer's last card, or takes off if negative. */
export interface Post {
  readonly spot: SpotId
  readonly amount: number
}

/** A bet other than the main ones. `lammers` lie in front of it. */
export interface SideAsk {
  readonly box: number
  readonly area: 'p22' | 'pog' | 'ins'
  readonly amount: number
  readonly lammers: number
  readonly right: number
  /** Of every hand of the box. */
  readonly outcomes: readonly (PlayedOutcome | null)[]
  /** Total of the first hand. */
  readonly total: number
}

/** 002: `unit` is the bet that the prize is paid on. `wins`: a hand of the box has won. */
export interface PrizeAsk {
  readonly box: number
  readonly area: MainArea
  readonly cards: readonly Card[]
  readonly unit: number
  readonly wins: boolean
  readonly right: number
}

/** A hand whose turn it is. */
export interface TurnAsk {
  readonly box: number
  readonly hand: number
  readonly hands: number
  readonly cards: readonly Card[]
  readonly actions: readonly PlayedAction[]
  readonly fromSplit: boolean
  readonly splitAces: boolean
  readonly blackjack: boolean
  readonly absent: boolean
  /** Another bettor of the box may decide for the absent holder. */
  readonly standIn: boolean
  /** What the rules offer; empty if no decision is left. */
  readonly moves: readonly PlayedAction[]
}

export interface RaiseAsk {
  readonly box: number
  readonly hand: number
  readonly area: MainArea
  readonly what: 'double' | 'split'
  readonly bet: number
  /** What the player should lay. */
  readonly right: number
}

/** Chips that a player moves although he may not; negative if he takes them off. */
export interface Tampering {
  readonly spot: SpotId
  readonly amount: number
  /** The dealer takes it as insurance and settles it as such. */
  readonly insures?: true
  /** It gives a bet to a box without one, which gets cards from then on. */
  readonly joins?: true
}

/** After the first card; before a box plays; before the dealer draws, and after; after a box was settled and before it collects. */
export type TamperingMoment = 'dealt' | 'between' | 'late' | 'drawn' | 'settled'

export interface Slips {
  /** Cards burned before the deal. */
  burns(right: number): number
  /** Keys pressed by mistake, and cards that leave the shoe before the bets. */
  beforeBets(): 'nothing' | 'relief-and-burn' | 'card'
  /** Cards to a box in one pass of the deal. Asked for boxes without a bet too. */
  deals(box: number, pass: 1 | 2, right: 0 | 1): number
  /** The dealer's card of the deal; `late`: after everybody has his card. */
  dealsDealer(which: 'first' | 'second'): 'now' | 'late' | 'never'
  /** His cards of the deal lie the other way up. */
  turnsWrongCard(): boolean
  /** Cards that belong to nobody, after all others are dealt. */
  extraCards(): number
  /** He takes his second card before this box plays. 0 means right after the deal. */
  drawsEarly(box: number): boolean
  /** A bet before the deal that nobody may lay. */
  strayBet(): Tampering | null
  /** `box`: the box that plays next or was just settled; null: none. */
  tampers(when: TamperingMoment, box: number | null): readonly Tampering[]
  /** The same value in other chips. */
  swaps(when: TamperingMoment): SpotId | null
  /** What the check under an ace or ten finds. */
  peeks(right: boolean): boolean
  /** 1:1 on a natural before his second card, although no rule asks for it. */
  paysEven(ask: StakeAsk): boolean
  /** A natural is paid before play. */
  paysNaturalNow(ask: StakeAsk, right: boolean): boolean
  playOrder<T>(boxes: readonly T[]): readonly T[]
  /** A move that is not offered; null: as the player decides. */
  acts(ask: TurnAsk): PlayedAction | null
  /** What is laid for a double or a split. */
  raises(ask: RaiseAsk): number
  laysLammer(ask: RaiseAsk): boolean
  /** The card of a double. `dealsAgain`: one more card, if it did not bust. */
  dealsDouble(ask: TurnAsk): boolean
  dealsAgain(ask: TurnAsk): boolean
  /** The second card of a split hand. */
  dealsSplit(ask: TurnAsk): boolean
  splitDealing(ask: TurnAsk, right: 'sequential' | 'together'): 'sequential' | 'together'
  takesBust(ask: StakeAsk): boolean
  /** A busted wager that must wait on the insurance line is taken immediately (001 l.70). */
  takesParked(ask: StakeAsk): boolean
  /** A hand that has not lost is swept once it is finished. */
  sweepsLive(ask: StakeAsk): boolean
  /** A hand is paid before the dealer's hand is finished. */
  paysBeforeDealer(ask: StakeAsk): boolean
  takesLammerEarly(ask: StakeAsk): boolean
  takesPush22Early(box: number, when: 'natural' | 'bust'): boolean
  picksUpPot(box: number, right: boolean): boolean
  lammersToPot(box: number, right: number): number
  dealerTask(right: 'play' | 'one-card' | 'none'): 'play' | 'one-card' | 'none'
  /** Nothing of the round is settled before the next one is dealt. */
  forgetsSettlement(): boolean
  payOrder<T>(boxes: readonly T[]): readonly T[]
  /** On one of these stakes: all that are still open, or those that are settled next. The dealer settles them as `settles` says. */
  posts(when: 'played' | 'next', asks: readonly SettlingAsk[]): Post | null
  /** All stakes of a box that are settled in one visit. */
  settles(asks: readonly SettlingAsk[], dealer: readonly Card[]): readonly number[]
  settlesSide(ask: SideAsk, dealer: readonly Card[]): number
  paysPrize(ask: PrizeAsk): number
  /** Paid before the dealer's hand; 0: at the right time. */
  paysPrizeEarly(ask: PrizeAsk): number
  /** The part of a payment that is left for a second visit once the table is settled. The rest is paid now. */
  topsUpLater(spot: SpotId, right: number): number
  removesLammers(box: number, area: Area): boolean
  /** What the rack gives or gets for chips that move. */
  racks(amount: number): number
  /** 000 l.57: the dealer takes an absent player's winnings off the field. */
  clearsAbsent(box: number): boolean
}

export const FAULTLESS: Slips = {
  burns: (right) => right,
  beforeBets: () => 'nothing',
  deals: (_box, _pass, right) => right,
  dealsDealer: () => 'now',
  turnsWrongCard: () => false,
  extraCards: () => 0,
  drawsEarly: () => false,
  strayBet: () => null,
  tampers: () => [],
  swaps: () => null,
  peeks: (right) => right,
  paysEven: () => false,
  paysNaturalNow: (_ask, right) => right,
  playOrder: (boxes) => boxes,
  acts: () => null,
  raises: ({ right }) => right,
  laysLammer: () => true,
  dealsDouble: () => true,
  dealsAgain: () => false,
  dealsSplit: () => true,
  splitDealing: (_ask, right) => right,
  takesBust: () => true,
  takesParked: () => false,
  sweepsLive: () => false,
  paysBeforeDealer: () => false,
  takesLammerEarly: () => false,
  takesPush22Early: () => false,
  picksUpPot: (_box, right) => right,
  lammersToPot: (_box, right) => right,
  dealerTask: (right) => right,
  forgetsSettlement: () => false,
  payOrder: (boxes) => boxes,
  posts: () => null,
  settles: (asks) => asks.map(({ right }) => right),
  settlesSide: ({ right }) => right,
  paysPrize: ({ right }) => right,
  paysPrizeEarly: () => 0,
  topsUpLater: () => 0,
  removesLammers: () => true,
  racks: (amount) => amount,
  clearsAbsent: () => true,
}
