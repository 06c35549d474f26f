/** The state of an open round between observations, and what is kept of the last closed one. */

import { UNKNOWN } from '../../rules/game/cards.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import type { Deviation } from '../deviation.ts'
import type { EndReason, RoundResult } from '../event.ts'
import { codeRead, isDealt, type Misdeal, type Round } from '../evidence/round.ts'
import type { DealersError, Happened } from '../lattice/reading.ts'
import type { HowRead } from './how-read.ts'
import type { RoundLine } from './late-line.ts'

/** One thing that a hand did, or that happened to it. */
export interface Fact {
  /** The key under which it is reported once. */
  readonly key: string
  /** What readings must share for it to be certain. */
  readonly happened: Happened
  readonly type: 'hand.stood' | 'hand.doubled' | 'hand.split' | 'hand.busted' | 'hand.surrendered'
  readonly hand: number
  readonly free: boolean
  readonly total: number | null
}

/** A fact with the number of its box. */
export interface BoxFact {
  readonly box: number
  readonly fact: Fact
}

export interface OpenRound {
  /** The open round. If it has ended and only where it ended is unknown: the round as it stood with the last card it could use. */
  readonly round: Round
  /** Can it still use the newest card? */
  readonly goesOn: boolean
  /** Rounds that may have begun without a sign, the earliest first. Each is the open round in some account of the cards. */
  readonly rivals: readonly Rival[]
  /**
   * How it was last read, by all evidence that a person at the table can have: without the hole card before it is turned. null: not yet.
   */
  readonly full: HowRead | null
  /** Keys of what has been reported, so that nothing is reported twice. */
  readonly said: ReadonlySet<string>
  /** Facts about its hands that were reported as certain and have not been taken back. */
  readonly certain: readonly BoxFact[]
  /** Other accounts of where it ended. What they do not share is not certain. */
  readonly others: readonly Ending[]
  /** In some account no round began with its first card, so nothing about it is certain. */
  readonly doubted: boolean
  /** What keeps it from a complete verdict, whatever else may come. */
  readonly reasons: readonly Reason[]
  /** Event time of its oldest evidence that has not been searched for errors; null: all of it has. */
  readonly unsearchedSince: number | null
  /** The question to the lattice by which it was last read, if it needs an error. */
  readonly erredBy: DealersError | Misdeal | null
  /** It is free of errors only if a hand lies over a bet. */
  readonly isCovered: boolean
  /** Its evidence was searched, and no error explains it; null: it has readings, or errors that explain it. */
  readonly untold: Untold | null
  /** What went wrong in its deal, once that is proven. */
  readonly misdealt: Deviation | null
  /** Lines that came after they were given up; they count once it has closed. */
  readonly waiting: readonly RoundLine[]
  /** What may have happened instead of the round as it is reported, so that nothing in it is proven; null: nothing. */
  readonly unsure: Reason | null
  /**
   * If it is unsure because accounts were left out: the first cards of the rounds that began within it in those. undefined: it is another
   * account.
   */
  readonly leftOut: readonly (string | undefined)[]
}

/** What nothing explains is seldom explained by more evidence, unless a sensor corrects itself. */
export interface Untold {
  /** Event time of the last search. */
  readonly at: number
  /** Searches in a row that found nothing. */
  readonly times: number
}

/** A round that has closed, while evidence of it may still come. */
export interface ClosedRound {
  /** Its evidence without the stories, which grow again when they are needed. */
  readonly round: Round
  /** Event time at which the next round showed. */
  readonly at: number
  /** The last report on it. */
  readonly result: RoundResult
  readonly reasons: readonly Reason[]
  readonly waiting: readonly RoundLine[]
}

/** A round that may be the open one, and how the cards may have led to it. */
export interface Rival {
  readonly round: Round
  /** Ends of the rounds that may have been before it; empty if it is the open round itself. */
  readonly after: readonly Ending[]
}

/** A round that may have ended without a sign, or with nothing settled. */
export interface Ending {
  /** The round as it stood before the card that may have opened the next. */
  readonly before: Round
  readonly closing: HowRead
  readonly closedAt: number
  /** What showed that it is over: the card that may have opened the next, or what ended every account. */
  readonly ended: EndReason
  /** Some of its stakes were waiting when the card came, so it is read again once all lines of that moment are there. */
  readonly unsettled?: true
  /** Ends of the rounds that may have been before it; empty if it is the open round itself. */
  readonly after: readonly Ending[]
}

/**
 * More than unread cards keeps it from a verdict. An unread card has its place, but if a card never came it is unknown where any of them
 * stands.
 */
export const lacksCards = ({ round, reasons }: OpenRound): boolean => {
  const unread = unreadIn(round)
  return reasons.length > unread || (round.incomplete !== null && unread === 0)
}

/** Nothing about it is certain: two accounts differ in who played it, or it is unknown where its cards stand. */
export const isUnsure = (current: OpenRound): boolean => current.doubted || lacksCards(current)

const unreadIn = ({ cards }: Round): number => cards.filter((card) => codeRead(card) === UNKNOWN).length

/**
 * Why the round is incomplete if an unread card spoils it that is not one of its reasons yet, because in another account it was the next
 * round's.
 */
export const unreadOf = ({ round, reasons }: OpenRound): Reason | null =>
  reasons.length === 0 && unreadIn(round) > 0 ? round.incomplete : null

/** A round about which nothing has been read or reported. */
export const opened = (round: Round): OpenRound => ({
  round,
  goesOn: true,
  rivals: [],
  full: null,
  said: new Set(),
  certain: [],
  others: [],
  doubted: false,
  reasons: [],
  unsearchedSince: null,
  erredBy: null,
  isCovered: false,
  untold: null,
  misdealt: null,
  waiting: [],
  unsure: null,
  leftOut: [],
})

/** The rounds one of which is the open one. */
export const candidatesOf = ({ round, goesOn, rivals }: OpenRound): readonly Rival[] =>
  goesOn ? [{ round, after: [] }, ...rivals] : rivals

/** The open round with the round of every account changed; the same object if none changes. */
export const inEveryAccount = (current: OpenRound, change: (round: Round) => Round): OpenRound => {
  const round = change(current.round)
  const rivals = current.rivals.map((rival) => {
    const changed = change(rival.round)
    return changed === rival.round ? rival : { ...rival, round: changed }
  })
  const isSame = round === current.round && rivals.every((rival, at) => rival === current.rivals[at])
  return isSame ? current : { ...current, round, rivals }
}

/** Cards of its deal are still to come in every account. */
export const isBeingDealt = (current: OpenRound, context: TableContext): boolean =>
  [current.round, ...candidatesOf(current).map(({ round }) => round)].every((round) => !isDealt(round, context))

/** Every round that some account has, the open one first: those that may be open, and those that may have ended. */
export const roundsIn = (current: OpenRound): readonly Round[] => [
  ...candidatesOf(current).map(({ round }) => round),
  ...everyEnding(current.rivals.flatMap(({ after }) => after)).map(({ before }) => before),
]

/** Was it dealt to other boxes in one of these accounts of where it ended? */
export const isDealtOtherwise = ({ boxes }: Round, others: readonly Ending[]): boolean =>
  others.some(({ before }) => before.boxes.join() !== boxes.join())

/** The open round when only these are left. If two accounts of one round differ in who played it, nothing about it is certain. */
export const withCandidates = (current: OpenRound, candidates: readonly Rival[]): OpenRound => {
  const open = candidates.find(({ after }) => after.length === 0)
  const rivals = candidates.filter((each) => each !== open)
  const others = everyEnding(rivals.flatMap(({ after }) => after)).filter(({ after }) => after.length === 0)
  const doubted = rivals.some(({ after }) => after.length === 0) || isDealtOtherwise(open?.round ?? current.round, others)
  // If this is the only account left, the error is no account any more, but something to look for.
  const round = open?.round.erringSince && rivals.length === 0 ? { ...open.round, erringSince: null } : open?.round
  return { ...current, round: round ?? current.round, goesOn: open !== undefined, rivals, others, doubted }
}

/** All ends in these accounts and in those before them. */
export const everyEnding = (endings: readonly Ending[]): readonly Ending[] => {
  const known = new Set<Ending>()
  const add = (ending: Ending): void => {
    if (known.has(ending)) return
    known.add(ending)
    ending.after.forEach(add)
  }
  endings.forEach(add)
  return [...known]
}
