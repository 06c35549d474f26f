/** What a finding and an alarm say, as data. */
import type { Facts } from '../rules/facts.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'

/** How far the round of a finding is: its cards lie there; it is over and the next is not dealt; another has been dealt. */
export const STAGES = ['open', 'over', 'past'] as const
export type Stage = (typeof STAGES)[number]

/** What is to be done depends on it. `righted`: the dealer has put it right. */
export const MOMENTS = [...STAGES, 'righted'] as const
export type Moment = (typeof MOMENTS)[number]

export interface FindingFacts extends Facts {
  readonly moment: Moment
  /** Decimals of the table's currency. */
  readonly exponent: number
}

/** Where a finding is; null: at no box, at no single hand, at no spot. */
export interface Place {
  readonly box: number | null
  readonly hand: number | null
  readonly spot: string | null
}

/** Of an alarm about a finding, whose text begins with its place. Its box and its grade are the alarm's. */
export interface AlarmFacts extends FindingFacts, Pick<Place, 'hand' | 'spot'> {}

/** What a question is about: the result of a hand, what was done wrong, or the error of this code, against others or `alone` against none. */
export interface Asked {
  readonly about: 'win' | 'lose' | 'tie' | 'act' | FindingCode
  readonly alone?: true
  readonly box: number | null
}
