/**
 * Indexes for the book's queries, one row per index. A list is read newest first within a stream, so each index begins with the stream and
 * ends with the time or the number that orders the list.
 */
import type { Migration } from 'kysely'
import type { BookTables } from '../rows.ts'

interface Index<T extends keyof BookTables> {
  readonly on: T
  readonly columns: readonly (keyof BookTables[T] & string)[]
}

const index = <T extends keyof BookTables>(on: T, ...columns: Index<T>['columns']): Index<T> => ({ on, columns })

/** Name of an index -> its table and columns. */
const INDEXES = {
  rounds_by_time: index('rounds', 'stream_id', 'opened_at', 'number'),
  rounds_by_number: index('rounds', 'stream_id', 'number'),
  rounds_by_dealer: index('rounds', 'stream_id', 'dealer_id', 'opened_at', 'number'),
  rounds_by_state: index('rounds', 'stream_id', 'state', 'opened_at', 'number'),
  findings_by_time: index('findings', 'stream_id', 'raised_at'),
  findings_by_code: index('findings', 'stream_id', 'code', 'raised_at'),
  findings_by_round: index('findings', 'stream_id', 'round'),
  alarm_steps_by_alarm: index('alarm_steps', 'stream_id', 'alarm', 'n'),
  alarm_steps_by_time: index('alarm_steps', 'stream_id', 'step', 'at', 'n'),
  device_events_by_device: index('device_events', 'stream_id', 'device', 'n'),
} as const

/** Holds everything that metrics need of findings, so that their rows are not read. */
export const indexOfStandingFindings: Migration = {
  up: (db) => db.schema.createIndex('findings_standing').on('findings').columns(['stream_id', 'code', 'withdrawn_at']).execute(),
}

export const indexesOfTheQueries: Migration = {
  up: async (db) => {
    for (const [name, { on, columns }] of Object.entries(INDEXES))
      await db.schema
        .createIndex(name)
        .on(on)
        .columns([...columns])
        .execute()
  },
}
