/** What an error is told in: figures of what was due and of what was seen. The judge adds the text. */
import type { ChipStack, ScannedCard } from '../../../devices/scan.ts'
import type { HouseRules, SevensRules } from '../house/rules.ts'
import type { Outcome } from './outcome.ts'

/** Which of the few things that one code stands for it was. The catalogue has words for each. */
export type FigureCase =
  | 'drew'
  | 'stood'
  | 'together'
  | 'one-after-the-other'
  | HouseRules['splitEquality']
  | Exclude<HouseRules['insurance'], string>['deadline']
  | 'natural-shown'
  | 'at-least'
  | 'at-most'
  | 'in-steps'
  | 'after-its-side-bet'
  | 'declined'
  | Exclude<keyof SevensRules, 'base' | 'onlyWinning' | 'highestOnly'>
  | 'of-a-split'
  | 'charlie'
  | 'against-an-ace'
  | 'against-a-ten'
  | Outcome

/** What was due or what was seen: numbers, cards and chips, never words. The code says what each figure means. */
export interface Figures {
  /** Chips, minor units. */
  readonly amount?: number
  /** Chips that went to the house where they should have come from it, minor units. */
  readonly taken?: number
  /** What a ratio or a step is of, or the bet itself, minor units. */
  readonly base?: number
  /** `[3, 2]`: three to two. */
  readonly ratio?: readonly [number, number]
  /** Cards, hands, lammers or players; in `expected`, the most allowed. For an order of play: another box. */
  readonly count?: number
  /** Points of a hand; in `expected`, the bound. */
  readonly total?: number
  /** Position of a card in its round, 1 = the first. */
  readonly position?: number
  readonly cards?: readonly (ScannedCard | string)[]
  /** Of chips. */
  readonly ids?: readonly string[]
  /** Points that are allowed. */
  readonly totals?: readonly number[]
  /** For the rack: what it gained and, negative, what it lost. */
  readonly chips?: readonly ChipStack[]
  readonly case?: FigureCase
}
