/**
 * The readings of a round, as the explanation asks for them: the only file of the explanation that asks the engine. A hole card
 * that has not been turned is not known to anybody.
 */

import type { DealerRun } from '../rules/game/dealer.ts'
import type { Outcome } from '../rules/game/outcome.ts'
import type { TableContext } from './context.ts'
import { isDealt, isHoleMasked, type Round } from './evidence/round.ts'
import type { Story } from './evidence/story.ts'
import { type Reader, type Reading, type Rung, readOn, readRound, type Solution } from './readings.ts'

/** What had to be ignored so that any reading remained, in the order in which it is tried. */
export const WAYS = ['all', 'late-pointer', 'without-settlement', 'without-chips'] as const
export type Way = (typeof WAYS)[number]

export interface BoxStory {
  readonly story: Story
  readonly outcomes: readonly Outcome[] | null
  /** Readings with this story and these outcomes. */
  readonly count: number
}

export interface Readings {
  /** Ways to tell the round, with each unread card taken for every rank it may have; shares are counted in these. */
  readonly count: number
  /** Number of readings. */
  readonly readings: number
  readonly way: Way
  /** The dealer's hole card lies face down. */
  readonly isHoleDown: boolean
  /** By box index. */
  readonly boxes: readonly (readonly BoxStory[])[]
  /** By box index: readings in which the box still lies as it was dealt. */
  readonly untouched: readonly number[]
  readonly dealers: readonly { readonly run: DealerRun; readonly count: number }[]
  readonly best: Reading | null
  /** The likeliest readings first. */
  readonly kBest: Solution['kBest']
}

export interface Asked {
  readonly now: number
  readonly context: TableContext
}

const readingsFrom = (solution: Solution, way: Way, isHoleDown: boolean): Readings => ({
  count: solution.count,
  readings: solution.readings,
  way,
  isHoleDown,
  boxes: solution.supports,
  untouched: solution.untouched,
  dealers: solution.dealers,
  best: solution.best,
  kBest: (most) => solution.kBest(most),
})

const RUNGS: readonly (readonly [Way, Rung])[] = [
  ['all', 'in time'],
  ['late-pointer', 'pointer late'],
  ['without-settlement', 'without the settlement'],
  ['without-chips', 'without chips'],
]

const read = (round: Round, { now, context }: Asked, asked: readonly Reader['asked'][]): Readings | null => {
  if (!isDealt(round, context)) return null
  const reader = { context, now }
  for (const each of asked) {
    for (const [way, rung] of each === 'resolved' ? RUNGS.slice(0, 1) : RUNGS) {
      const found = readOn(round, { ...reader, asked: each }, [rung])
      if (found) return readingsFrom(found.solution, way, isHoleMasked(round))
    }
  }
  return readingsFrom(readRound(round, { ...reader, asked: asked.at(-1) ?? 'any', chips: 'none' }), 'without-chips', isHoleMasked(round))
}

/** The readings while a round is open; null during the deal. */
export const readingsOf = (round: Round, asked: Asked): Readings | null => read(round, asked, ['any'])

/**
 * The readings of a round that is over: those with every stake settled, otherwise those with only the dealer finished. `complete`: it
 * closed with a verdict.
 */
export const closingReadings = (round: Round, complete: boolean, asked: Asked): Readings | null =>
  read(round, { ...asked }, complete ? ['resolved', 'over'] : ['any'])

/** The readings with which a round closed whose end nobody saw. */
export const endedUnseen = (solution: Solution): Readings => readingsFrom(solution, 'all', false)
