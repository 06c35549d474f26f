/** What must hold of every round of a soak's table, and where it does not. */
import type { PlayedRound, RoundTruth } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { HOUSES } from '../../src/house/index.ts'
import { alarms } from '../engine/alarms.ts'
import { LIMITS } from '../engine/table-play.ts'
import { type Compared, compareRounds, isTold, isToldOtherwise, truthfulReadings, wrongWords } from '../engine/true-round.ts'
import { contextOf, playScene, type Scene } from './scene.ts'

export const FAILURE_KINDS = [
  'threw',
  'never closed',
  'other beginning',
  'truth missing',
  'wrong words',
  'wrong amounts',
  'finding',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

export interface Failure {
  readonly kind: FailureKind
  /** Number of the round in the table's play, from 1; null: of the whole table. */
  readonly round: number | null
  readonly text: string
  /** The first observation after which the truth was gone. */
  readonly cause?: string
}

export interface Checked {
  readonly rounds: number
  /** Rounds of which one reading is left. */
  readonly single: number
  /** Rounds whose best reading is the truth. */
  readonly told: number
  /** Rounds told to begin or to end with another card, what was played being among the accounts. */
  readonly otherwise: number
  readonly failures: readonly Failure[]
}

/** Plays the table and folds what its devices say. `context`: how it is read, else as it is. */
export const checkScene = (scene: Scene, context: TableContext = contextOf(scene)): Checked => {
  try {
    return checkPlayed(scene, context, playScene(scene))
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { rounds: 0, single: 0, told: 0, otherwise: 0, failures: [{ kind: 'threw', round: null, text }] }
  }
}

/** The same of rounds already played. */
export const checkPlayed = (scene: Scene, context: TableContext, rounds: readonly PlayedRound[]): Checked => {
  const { compared, strays, events } = compareRounds(rounds, context)
  const failures = compared.flatMap((each) => failuresOf(context, each))
  // Two legal accounts of where a round ended, and no chip that tells: then one is told, but never as certain.
  for (const { openedAt, dealer, boxes } of strays) {
    if (dealer.certain || boxes.some(({ hands }) => hands.some(({ certain }) => certain)))
      failures.push({ kind: 'other beginning', round: null, text: `a round is told for certain to begin at ${openedAt}` })
  }
  const { document, rules } = HOUSES[scene.house]
  for (const code of alarms(events, document, rules, LIMITS)) failures.push({ kind: 'finding', round: null, text: code })
  return {
    rounds: rounds.length,
    single: compared.filter(({ closed }) => closed?.readings === 1).length,
    told: compared.filter(isTold).length,
    otherwise: compared.filter(isToldOtherwise).length,
    failures,
  }
}

const failuresOf = (context: TableContext, each: Compared): readonly Failure[] => {
  const { truth, closed, evidence } = each
  const failure = (kind: FailureKind, text: string): Failure => ({ kind, round: truth.number, text })
  if (evidence === null) return [failure('never closed', 'no account has a round of its cards')]
  const failures = closed ? wrongWords(each).map((text) => failure('wrong words', text)) : []
  if (truthfulReadings(evidence, truth, context) === 0) {
    failures.push(failure('truth missing', `the truth is not among the ${closed?.readings} readings`))
  }
  const amounts = closed?.readings === 1 && context.chipEvidence === 'payouts' ? wrongAmounts(truth, closed.boxes) : []
  return [...failures, ...amounts.map((text) => failure('wrong amounts', text))]
}

/** Spots of a round with one reading whose amounts are not what they were. */
const wrongAmounts = (truth: RoundTruth, boxes: NonNullable<Compared['closed']>['boxes']): readonly string[] =>
  truth.boxes.flatMap(({ box, spots }) => {
    const said = boxes.find((other) => other.box === box)?.spots ?? {}
    return Object.entries(spots).flatMap(([area, { staked, due, moved }]) => {
      const other = said[area as keyof typeof said]
      const same = other?.staked === staked && other.due === due && other.moved === moved
      const was = `staked ${staked} due ${due} moved ${moved}`
      return same ? [] : [`${box}.${area}: staked ${other?.staked} due ${other?.due} moved ${other?.moved} instead of ${was}`]
    })
  })
