/** One table in play: its options with defaults filled in, the boxes of the current round, and the few things that outlast a round. */

import type { Area, Card, ScannedCard, SpotId, StateKind } from '../../devices/scan.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import type { ChipEvidence, Limits } from '../../src/rules/table.ts'
import { dealerMustDraw, isTwoCard21 } from './cards.ts'
import type { DealerCustoms, PlayerChoices } from './choices.ts'
import type { Recorder } from './recorder.ts'
import type { Slips, StakeAsk } from './slips.ts'
import type { Feature, Habit, MainArea, Moment, PlayedAction, PlayedOutcome } from './types.ts'

/** One player's money on one hand. `unit` is his original bet, `real` his chips on this hand, `free` the lammers that play for him. */
export interface Wager {
  readonly area: MainArea
  readonly spot: SpotId
  readonly unit: number
  real: number
  free: number
  /** Where a lost stake lies: on its spot, taken, or next to its cards on the insurance line while free hands are open (001 l.70). */
  lies: 'spot' | 'parked' | 'taken'
  /** Its result is known. */
  settled: boolean
  /** It busted. Whether its stake is taken in play or after the dealer depends on the hands next to it (001 l.70). */
  waits: boolean
  /** Paid out of turn by mistake, or taken if negative. */
  early: number
  /** The dealer considers it settled. */
  isDone: boolean
}

export interface HandPlay {
  readonly cards: Card[]
  readonly atMs: number[]
  readonly actions: PlayedAction[]
  readonly wagers: Wager[]
  fromSplit: boolean
  splitAces: boolean
  /** By a mistake it got no second card after its split. */
  isPassedOver?: true
  outcome: PlayedOutcome | null
}

export interface BoxPlay {
  readonly box: number
  readonly hands: HandPlay[]
  /** Cards in the order in which the box got them, over all its hands. */
  readonly cards: Card[]
  /** The player is away; `leaves`: this is found out at his turn. */
  absent: boolean
  leaves: boolean
  /** Lammers that this box's holder has collected (Pot of Gold). */
  lammers: number
  insured: number
  p22: number
  pog: number
}

export interface Account {
  staked: number
  readonly falls: { [moment in Moment]: number }
  moved: number
}

/** Cards ready to be dealt. */
export interface Pack {
  /** Next card first, burn card included. */
  readonly cards: ScannedCard[]
  /** The cut card comes out when this many cards are left; -1 once it is out. */
  cutAt: number
}

interface Shoe extends Pack {
  number: number
}

/** Who decides at the table, and what lies in its shoes. */
export interface People {
  readonly players: PlayerChoices
  readonly customs: DealerCustoms
  readonly nextPack: () => Pack
  /** Nobody errs if it is left out. */
  readonly slips?: Slips
}

export interface Settings {
  readonly rules: HouseRules
  readonly limits: Limits
  readonly chips: readonly number[]
  readonly boxes: number
  readonly decks: number
  readonly spots: readonly (Area | 'rack')[]
  readonly random: () => number
  readonly spotLagMs: number
  readonly chipEvidence: ChipEvidence
  readonly collectAfter: 'table-settled' | 'box-settled'
  readonly rounding: 'down' | 'up' | 'nearest'
  readonly features: ReadonlySet<Feature>
  readonly habits: ReadonlySet<Habit>
  readonly pace: number
  readonly dealers: readonly string[]
  readonly keys: boolean
  readonly peek: boolean
  readonly discards: boolean
  readonly states: ReadonlySet<StateKind>
}

export interface Game extends Settings, Required<People> {
  readonly recorder: Recorder
  readonly absent: Set<number>
  shoe: Shoe
  number: number
  /** How often a badge has been laid there. */
  badges: number
  /** Of the current round. */
  boxesInPlay: BoxPlay[]
  accounts: Map<SpotId, Account>
  dealer: { card: Card; atMs: number; down: boolean }[]
  burned: { card: ScannedCard; atMs: number }[]
  lastCardAtMs: number
  /** Cards dealt to boxes after the initial deal. */
  drawn: number
  /** The check found the dealer's natural: nobody plays. */
  endedByCheck: boolean
  /** Boxes whose insurance is settled. */
  insuranceSettled: Set<number>
  /** Side bets swept by mistake. Under the rules they are still open. */
  swept: Map<SpotId, number>
  /** Paid on a second visit. */
  toppedUp: { spot: SpotId; amount: number }[]
  /** Boxes at which he made a mistake and corrected it himself. */
  putRight: Set<number>
  /** Hands of the round whose cards lie with the discards. */
  collected: Set<HandPlay>
  /** Cards lie there. */
  hasDiscards: boolean
  /** Cards of the round that belong to no hand because they were dealt by mistake. */
  strays: { card: ScannedCard; atMs: number }[]
}

export function spotOf(box: number, area: Area): SpotId {
  return `${box}.${area}`
}

/** The amount that was swept of a side bet that is still open. */
export function sweptOf(game: Game, { box }: BoxPlay, area: 'p22' | 'pog'): number {
  return game.swept.get(spotOf(box, area)) ?? 0
}

export function uses(game: Settings, feature: Feature, area?: Area): boolean {
  return game.features.has(feature) && (area === undefined || game.spots.includes(area))
}

export function upCard(game: Game): Card {
  const up = game.dealer.find((dealt) => !dealt.down)
  if (up === undefined) throw new Error('the dealer has no up card')
  return up.card
}

export function dealerCards(game: Game): Card[] {
  return game.dealer.map(({ card }) => card)
}

/** The dealer's hand as it counts. Cards that he draws after he had to stand do not. */
export function countedCards(game: Game): Card[] {
  const cards = dealerCards(game)
  const end = cards.findIndex((_card, index) => index > 0 && !dealerMustDraw(game.rules, cards.slice(0, index + 1)))
  return end < 0 ? cards : cards.slice(0, end + 1)
}

/** The dealer pays and takes from his right (practice; 001 l.140). */
export function fromDealersRight(game: Game): BoxPlay[] {
  return [...game.boxesInPlay].sort((a, b) => b.box - a.box)
}

export function newHand(wagers: Wager[], fromSplit: boolean, splitAces: boolean): HandPlay {
  return { cards: [], atMs: [], actions: [], wagers, fromSplit, splitAces, outcome: null }
}

export function newWager(box: number, area: MainArea, unit: number): Wager {
  return { area, spot: spotOf(box, area), unit, real: unit, free: 0, lies: 'spot', settled: false, waits: false, early: 0, isDone: false }
}

export function newAccount(staked: number): Account {
  return { staked, falls: { before: 0, inPlay: 0, after: 0 }, moved: 0 }
}

/** At least one of the hand's stakes is not settled yet. */
export function isOpen(hand: HandPlay): boolean {
  return hand.wagers.some((wager) => !wager.settled)
}

export function stakeAsk(box: BoxPlay, hand: HandPlay, wager: Wager): StakeAsk {
  const { area, unit, real, free, lies } = wager
  const { cards, actions, fromSplit } = hand
  const blackjack = !fromSplit && isTwoCard21(cards)
  return { box: box.box, hand: box.hands.indexOf(hand) + 1, area, cards, actions, unit, real, free, fromSplit, blackjack, lies }
}
