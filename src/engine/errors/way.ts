/** A way to err: the error that one question to the lattice assumes, and the readings that contain it. */
import type { Area } from '../../../devices/scan.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { Misdeal, Round } from '../evidence/round.ts'
import type { DealersError, Solution } from '../lattice/reading.ts'

/** One name of an error. */
export interface NamedError {
  readonly code: FindingCode
  /** 1 = the first; null: it concerns no single hand. */
  readonly hand: number | null
  readonly expected: Figures
  readonly seen: Figures
}

/** One error in some readings of a way, by every name that fits the same chips and cards. */
export interface ErrorInWay {
  /** Box number; null: the whole table. */
  readonly box: number | null
  /** The spot of the box that it belongs to. @default 'main' */
  readonly area?: Area
  /** At least one. */
  readonly names: readonly NamedError[]
  /** How many readings of the way have it. */
  readonly count: number
  /** A wrong deal that the settlement has not confirmed yet. By itself it proves nothing; with other errors it is one of them. */
  readonly isUnconfirmed?: boolean
  /** It may be no error, or one of a kind that is not looked for: what it may be instead. */
  readonly instead?: Reason
}

/** Errors at one place are the same act, by whatever names, or follow one another. */
export const placeOf = ({ box, area = 'main' }: Pick<ErrorInWay, 'box' | 'area'>): string => `${box}.${area}`

/** What distinguishes one error from another, whichever the hand. */
export type Fact = Pick<ErrorInWay, 'box' | 'area'> & Pick<NamedError, 'code'>

export const isSame = (one: Fact, other: Fact): boolean => one.code === other.code && placeOf(one) === placeOf(other)

/** What the lattice was asked: with the dealer's error, or of a round that was dealt so. */
export type Question = DealersError | Misdeal

/** One way to err, its readings, and each error with the readings that contain it. */
export interface Way {
  /** The round as it was dealt then. */
  readonly round: Round
  readonly solution: Solution
  readonly errors: readonly ErrorInWay[]
  /** How rare it is, by the acts of its likeliest reading. */
  readonly rarity: number
  readonly question: Question
}
