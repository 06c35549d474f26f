/** The input of a watch at each step: one observation, and the table before and after it. It objects to what these prove by themselves. */

import type { TableContext } from '../engine/context.ts'
import { verdict } from '../engine/deviation.ts'
import type { TableEvent } from '../engine/event.ts'
import type { Heard } from '../engine/facts/spots.ts'
import type { Observation } from '../engine/observation.ts'
import type { TableState } from '../engine/state/table-state.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { RuleName } from '../rules/house/rules.ts'
import type { TableTerms, Watches } from '../rules/table.ts'
import type { Objection } from './lifecycle.ts'

export interface JudgeContext extends TableContext {
  /** Rules that the table's configuration sets. */
  readonly overridden: readonly RuleName[]
  readonly devices: readonly Pick<TableTerms['devices'][number], 'name' | 'role'>[]
  /** Left out: none of them. */
  readonly watches?: Watches | undefined
  /** Minor units; left out: the smallest chip. */
  readonly rackTolerance?: number | undefined
  /** How long something that is not proven waits before it becomes an alarm, ms; left out: nothing is held back. */
  readonly alarmHoldMs?: number | undefined
  /** Two cards closer than this were not dealt by a person, ms; left out: any may be. */
  readonly cardApartMs?: number | undefined
}

export interface Sight {
  /** null: the input ended. */
  readonly observation: Observation | null
  readonly events: readonly TableEvent[]
  readonly before: TableState
  readonly after: TableState
  /** A level that the observation reports in time; null: it reports none. */
  readonly heard: Heard | null
  /** Event time before which everything that happened has been reported, and has stood. */
  readonly settledBefore: number
}

export type Step<State> = readonly [State, readonly Objection[]]

/** A watch: what it remembers, as plain values, and what it objects to. */
export interface Watch<State> {
  readonly initial: State
  step(state: State, sight: Sight, context: JudgeContext): Step<State>
}

/** Lines of cards or chips are gone for good, so what is known since may be less than what was reported. */
export const isLoss = (observation: Observation | null): boolean =>
  (observation?.kind === 'missing' && observation.playing) ||
  (observation?.kind === 'identity' && observation.playing === true && !observation.continued)

/** The objection; only likely if it is unsure where its round began. */
export const doubted = (objection: Objection, round: string | null, { before, after }: Pick<Sight, 'before' | 'after'>): Objection => {
  const open = [before.current, after.current].find((current) => current?.round.id === round)
  return verdict(objection, open?.unsure ?? null)
}

/** One fact, proven. Whatever `fact` leaves out is as for the whole table. */
export const proven = (code: FindingCode, round: string | null, fact: Partial<Objection>): Objection => ({
  code,
  round,
  grade: 'proven',
  box: null,
  hand: null,
  spot: null,
  expected: {},
  seen: {},
  counter: null,
  cause: '',
  detectedAfter: 0,
  ...fact,
})
