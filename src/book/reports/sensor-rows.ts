/** What another sensor would have given a table, computed from its records in the store, and the same as lines of text. */
import type { TableConfig } from '../../base/config/table-config.ts'
import { coreContext } from '../../daemon/stations/core.ts'
import type { JournalRecord } from '../../wire/record.ts'
import type { Store } from '../store/open.ts'
import { fixed } from './money-text.ts'
import type { Asked } from './rows-asked.ts'
import { type Bought, sensorsBought } from './sensors.ts'

const RECORDS_AT_ONCE = 1000

/**
 * Folds the table's journals from their beginnings up to `to`, because a table's state depends on all its records: some minutes for a
 * month. A journal that lacks its first records, or later ones, counts only as far as it is complete.
 */
export const boughtIn = async (store: Store, config: TableConfig, asked: Asked): Promise<readonly Bought[]> => {
  const { property, pit, table } = config
  const streams = await store
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['streams.id', 'streams.complete_to'])
    .where('property', '=', property)
    .where('pit', '=', pit)
    .where('name', '=', table)
    .where('last_at', '>=', asked.from)
    .where('first_at', '<', asked.to)
    .orderBy('streams.id')
    .execute()
  const found: Bought[] = []
  for (const { id, complete_to } of streams) {
    const { take, bought } = sensorsBought(coreContext(config), asked)
    for (let after = 0; after < complete_to; ) {
      const page = await recordsAfter(store, id, after, asked.to)
      for (const { body } of page) take(JSON.parse(body) as JournalRecord)
      const last = page.at(-1)
      if (last === undefined) break
      after = last.n
    }
    found.push(bought())
  }
  return found
}

/** Leaves out conclusions, because the fold derives them again. */
const recordsAfter = (store: Store, stream: number, n: number, to: number) =>
  store
    .selectFrom('records')
    .select(['n', 'body'])
    .where('stream_id', '=', stream)
    .where('n', '>', n)
    .where('t', '<', to)
    .where('kind', '!=', 'event')
    .orderBy('n')
    .limit(RECORDS_AT_ONCE)
    .execute()

export const boughtLines = (table: string, bought: readonly Bought[]): readonly string[] =>
  bought.flatMap(({ rounds, oneReading, notWritten, sensors }) => [
    `${table}: ${rounds} rounds, ${oneReading} with one reading; ${notWritten} with too many readings to write out, which count as settled by nothing`,
    ...sensors.map(({ sensor, without, settled }) =>
      without === 0
        ? `  ${sensor}: the table has it`
        : `  ${sensor}: would have left one reading in ${fixed(settled, 1)} of ${without} rounds with several`,
    ),
  ])
