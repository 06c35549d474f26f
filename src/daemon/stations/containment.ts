/**
 * A defect of this software must not take the table down: every restart would reach the same line of the journal and fail there again. So
 * the round in which a station fails is given up and reported as incomplete, and the evening goes on with the next one.
 */
import type { TableContext } from '../../engine/context.ts'
import type { TableEvent } from '../../engine/event.ts'
import { abandoned, stepTable } from '../../engine/fold/table.ts'
import type { Observation } from '../../engine/observation.ts'
import type { TableState } from '../../engine/state/table-state.ts'

/** An event names the fault: where in the source it was, and no more than people read. */
const FAULT_LENGTH_MAX = 200

interface Contained<T> {
  readonly result: T
  /** What failed; left out: nothing. */
  readonly fault?: string
}

/** Only the kind and place of an error: its message may quote a face-down card, and everybody reads this. */
const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error'
  const { name, message, stack = '' } = error
  const [, where = ''] = /^\s*at (.+)/m.exec(stack.replace(message, '')) ?? []
  return `${name}, ${where.replace(/\(.*\/src\//, '(src/')}`.slice(0, FAULT_LENGTH_MAX)
}

/** Runs `step`; if it throws, returns what `otherwise` makes of the error. */
export const contained = <T>(step: () => T, otherwise: (fault: string) => T): Contained<T> => {
  try {
    return { result: step() }
  } catch (error) {
    const fault = faultOf(error)
    return { result: otherwise(fault), fault }
  }
}

type Step = readonly [TableState, readonly TableEvent[]]

/** Folds one observation. If the fold fails, gives up the open round and folds the observation without it. */
export const stepContained = (table: TableState, observation: Observation, context: TableContext): Contained<Step> =>
  contained(
    () => stepTable(table, observation, context),
    (fault) => {
      const [given, said] = abandoned(table, { code: 'fault', fault }, observation, context)
      const again = contained<Step>(
        () => stepTable(given, observation, context),
        () => [given, []],
      )
      const [next, events] = again.result
      return [next, [...said, ...events]]
    },
  )
