/** The question put to the lattice, with a round's evidence as the readings need it, and its answer. */
import type { Area } from '../../../devices/scan.ts'
import type { DealerFault, DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import type { Action, Outcome } from '../../rules/game/outcome.ts'
import { isRarelyPlayed } from '../../rules/game/plausible.ts'
import type { PlayError } from '../../rules/game/play-errors.ts'
import type { SideName } from '../../rules/game/side-rows.ts'
import type { ChipContext, Timeline } from '../evidence/chips.ts'
import type { Story } from '../evidence/story.ts'
import type { Evidence } from './evidence.ts'
import type { Lattice } from './graph.ts'
import type { BoxDue, Settlement } from './settlement.ts'
import type { SettlementError, WrongSettlement } from './settlement-errors.ts'
import type { Kept } from './shared-answers.ts'
import type { Swept } from './sweep.ts'
import type { Traced } from './trace.ts'

/** One box as the lattice needs it. */
export interface LatticeBox {
  /** Box number as on the wire. */
  readonly box: number
  /** What may have lain on its main spot, the likeliest first. All tracks agree about what lay there at the first card. */
  readonly tracks: readonly Timeline[]
  /** What the box was dealt; several hands if one of its cards was not read. */
  readonly dealt: readonly Hand[]
  readonly insured: boolean
  readonly chips: ChipContext
  /** The house's rule or a stand-in plays its hand, so it has no decisions of its player. */
  readonly silent: boolean
}

export interface LatticeInput extends Omit<Evidence, 'chips' | 'insured' | 'mains' | 'isPointedAt' | 'restsAt' | 'unfollowed'> {
  readonly boxes: readonly LatticeBox[]
  readonly lattice: Lattice
  /** What other questions have worked out from this evidence. */
  readonly kept: Kept
  /** The hole card's rank; null = dealt and not known to this reader; undefined = not dealt. */
  readonly hole: number | null | undefined
  /** A check under this up card comes before play, so while play goes on the dealer has no natural. */
  readonly checked: boolean
  /** Naturals are paid before play, because the dealer cannot have one or has checked. */
  readonly paidBeforePlay: boolean
  /**
   * Does the pointer allow the card at this position to have gone to this hand of the box (index from 0; null: to any of its hands)? null:
   * the pointer is not in use.
   */
  readonly pointed: ((position: number, box: number, handIndex: number | null) => boolean) | null
  readonly pointedDealer: (from: number, to: number) => boolean
  /** The way the round was dealt is an error that every reading has. */
  readonly misdealt: boolean
  /** Event time before which nothing is settled: the round's last card, or when its last hand had been served. */
  readonly settleFrom: number
  /** Event time of the newest observation; Infinity once nothing more is awaited. */
  readonly now: number
  /** Event time until which the dealer was still taking side bets, so that nobody laid a new bet. */
  readonly busyUntil: number
  /** `over`: only readings in which the round is over count; `resolved`: every stake must be settled as well. */
  readonly asked: 'any' | 'over' | 'resolved'
  /** Which hands may be part of a reading. null: all. */
  readonly only: ((held: HandInReading) => boolean) | null
  /** Leave out what the chips did after play: cards and stakes alone. */
  readonly ignoreSettlement: boolean
  /** The one error every reading has; null: no error, as long as some reading needs none. */
  readonly error: DealersError | null
  /** What readings may contain that no rule forbids but few people do, if the question is not about an error. */
  readonly tolerated: Tolerated
  /** The side wagers; null: nobody asks what became of them. */
  readonly sides: Sides | null
}

/**
 * Each includes those before it: no such thing; chips that somebody laid on a settled bet, unless they came and went as a win does; or on a
 * tied one to take them away again; a bet that the dealer first settled wrongly and put right himself; one that he has paid too much and is
 * still to put right.
 */
export type Tolerated = 'none' | 'laid unlike a win' | 'laid in vain' | 'put right' | 'being put right'

/**
 * A hand in a reading. `box`, `handIndex`: from 0. `over`: no card may come to it any more. `start`, `end`: position of the card with which
 * its turn began, and of the first card after it.
 */
export interface HandInReading {
  readonly box: number
  readonly handIndex: number
  readonly hand: Hand
  readonly over: boolean
  readonly start: number
  readonly end: number
}

/** Chips of one box that changed when nobody may change them, and what its spot would have shown otherwise. */
export interface Tampering {
  readonly name:
    | 'BET-CAPPED'
    | 'BET-PINCHED'
    | 'BET-MOVED'
    | 'LIVE-TAKEN-AS-BUST'
    | 'FB-TOKEN-EARLY'
    | 'FB-TOKEN-NOT-REMOVED'
    | 'PRIZE-EARLY'
  /** Index. */
  readonly box: number
  readonly timeline: Timeline
  /** Event time. */
  readonly at: number
  /** The level the spot changed to, minor units; `before` is the level it changed from. */
  readonly level: number
  readonly before: number
  /** Lammers left lying there. */
  readonly lammers: number
  /** The bet was settled as it had become. */
  readonly counts: boolean
  /** It came after the last card. If the bet is paid or taken as it had become, it is an error of the settlement. @default false */
  readonly isPosted?: boolean
  /**
   * Chips that came after the last card, as many as may be paid: laid on a bet that won, and paid apart from it. Nobody raises another bet
   * then. @default false
   */
  readonly isApart?: boolean
  /** Nothing is left there that could be settled. */
  readonly gone: boolean
  /** All of it was back before the next card, so perhaps nobody did anything with the bet. @default false */
  readonly isPutBack?: boolean
  /** Another bet, from which these chips came. @default none */
  readonly from?: Tampering
  /** It came after the newest card. If play was over by then, it is looked at as a settlement and as nothing else. */
  readonly inPlay: boolean
}

/** What the dealer did wrong in every reading of a question about an error. */
export interface DealersError {
  /** How many errors were made in the settlement, including side wagers if these are asked for; 0: none. */
  readonly settling: number
  readonly fault: DealerFault | null
  /** One box was played against a rule, in one of these ways; empty: all were played by the rules. */
  readonly playErrors: readonly PlayError[]
  /** The one of these ways in question; null: any. */
  readonly playError: PlayError | null
  readonly tampering: Tampering | null
  /** What the dealer put right himself is no error, and he may have done so at any box. */
  readonly mended: boolean
  /** The errors in the settlement are none of those that have a row. @default false */
  readonly unnamed?: boolean
}

/** A box that was settled wrongly in some readings. */
export interface SettledWrongly {
  readonly box: number
  readonly hands: readonly Hand[]
  /** null: the box was paid while others play. */
  readonly settlement: Settlement | null
  /** Each error by every name that fits: one error, or two at several hands. */
  readonly errors: readonly (readonly SettlementError[])[]
  /** How many readings have it so. */
  readonly count: number
}

export type SideArea = Exclude<Area, 'main'>

/** One error at one wager. */
export interface WrongSide {
  readonly area: SideArea
  /** Every name that fits the same chips, at least one. */
  readonly names: readonly SideName[]
}

/** A finished box against the dealer's final hand. */
export interface FinishedBox {
  readonly story: Pick<Story, 'hands' | 'effects'>
  readonly final: DealerRun
}

/** What a reading is asked about the side wagers. */
export interface Sides {
  readonly closed: boolean
  /** Errors at those wagers of a finished box, by its index. */
  readonly of: (index: number, finished: FinishedBox) => readonly WrongSide[]
  /** The same before anything is settled. `final`: the dealer's hand, if it is complete. */
  readonly unsettled: (index: number, final: DealerRun | null) => readonly WrongSide[]
}

/** A side wager that was settled wrongly in some readings. */
export interface SideSettledWrongly extends WrongSide {
  /** Index. */
  readonly box: number
  /** How many readings have it so. */
  readonly count: number
}

/** One reading, written out. */
export interface Reading {
  /** By box index; shorter than the boxes while play has not come to all of them. */
  readonly stories: readonly Story[]
  readonly dues: readonly BoxDue[] | null
  readonly settlements: readonly (Settlement & Partial<WrongSettlement>)[]
  readonly dealer: DealerRun | null
  /** Index of the box in play; the number of boxes = the dealer; null = over. */
  readonly active: number | null
  readonly score: number
}

/** The readings of a round that is over with one final hand of the dealer and one end of the settlement. */
export interface SettledPart {
  readonly traced: Traced
  readonly swept: Swept
  /** Log-likelihood of what was supposed about the dealer's cards. */
  readonly score: number
  /** A reading in which only this story of this box is written out, with what the box is due and how it was settled. */
  readonly readingOf: (box: number, story: Story) => Reading
}

/** In how many readings a box has this story, and with which outcomes. */
export interface Support {
  readonly story: Story
  readonly outcomes: readonly Outcome[] | null
  readonly count: number
}

export interface Solution {
  /** Number of ways through the lattice: the readings, except that one with an unread card counts once for each rank the card may have. */
  readonly count: number
  /** Number of readings. */
  readonly readings: number
  /** There is exactly one reading. If there are more, this is known without counting them. */
  readonly isSingle: boolean
  /** Readings in which the dealer has legally finished. */
  readonly over: number
  /** Readings in which the dealer drew or the settlement began, so that his hole card is no secret any more. */
  readonly exposed: number
  readonly best: Reading | null
  /** Log-likelihood of the best reading, known without writing it out; null if there is none. */
  readonly bestScore: number | null
  /** By box index: how many readings still have the box as dealt. */
  readonly untouched: readonly number[]
  /** The box's hand, given up before its turn, in every reading that has not come to it; null if it was not given up. */
  readonly givenUp: (box: number) => Hand | null
  /** The dealer's turn has come in every reading. */
  readonly dealerBegan: boolean
  readonly dealers: readonly { readonly run: DealerRun; readonly count: number }[]
  /** A bound was reached, so readings are missing from the set. */
  readonly overflow: boolean
  /** Evidence that nothing explains was left out, so nothing that the readings share is certain. */
  readonly isPartial: boolean
  /** Is it the same hand with the same outcome in every reading? `outcome` null: any outcome. */
  readonly agreesOn: (box: number, handIndex: number, cards: readonly number[], outcome: Outcome | null) => boolean
  /** What else the hand may be, the likeliest first, at most `most`: the positions of its cards. */
  readonly alternatives: (box: number, handIndex: number, cards: readonly number[], most: number) => readonly (readonly number[])[]
  /** Does every reading contain what happened to this hand? `action` null: it went bust. `total`: the hand's total then; null: any. */
  readonly contains: (box: number, handIndex: number, happened: Happened) => boolean
  /**
   * By box index, every story of the box with the number of its readings; empty if the box may still lie as dealt. They are written out one
   * by one, at most `STORIES_MAX` a box, so this is for reports on a whole round, not for every card.
   */
  readonly supports: readonly (readonly Support[])[]
  /** The same readings with another one as the likeliest. This solution stays as it is. */
  readonly prefer: (best: Reading) => Solution
  /** The readings by how they end; null if in some of them the round is not over. */
  readonly settledParts: readonly SettledPart[] | null
  /** Errors in play that some readings have, if the question is about them. */
  readonly playErrors: readonly PlayError[]
  /** How boxes were settled wrongly, if the question is about that. */
  readonly settledWrongly: readonly SettledWrongly[]
  /** The same for side wagers. */
  readonly sidesWrong: readonly SideSettledWrongly[]
  /** The best readings, the likeliest first. */
  readonly kBest: (most: number) => readonly Reading[]
}

/** One thing that happened to a hand. */
export interface Happened {
  /** null: it went bust. */
  readonly action: Action | null
  /** How many decisions came before it. */
  readonly step: number
  /** The hand's total then; null if it may differ. */
  readonly total: number | null
}

/** One box of one reading, once the dealer's hand is complete. */
export interface JudgedBox {
  readonly due: BoxDue
  readonly settlement: Reading['settlements'][number]
}

/** Every box as it was dealt. */
export const AS_DEALT: Reading = { stories: [], dues: null, settlements: [], dealer: null, active: 0, score: 0 }

/** A question about readings in which nobody decided as few players do. */
export const ORDINARY = { only: ({ hand }: HandInReading): boolean => !isRarelyPlayed(hand) }

/** Some player decided as few do. */
export const isRare = (best: Reading | null | undefined): boolean => best?.stories.some(({ hands }) => hands.some(isRarelyPlayed)) === true
