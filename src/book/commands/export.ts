/** `npm run -s book -- export`: records as the tables sent them, for an archive or another tool. */
import { Ending, EXIT_USAGE } from '../../ending.ts'
import { print, readArgs } from '../../offline.ts'
import type { Store } from '../store/open.ts'
import { CONFIG_USUAL, readStore, spanOf, type TimeSpan } from './shared.ts'

const HELP = `Usage: npm run -s book -- export --table ID [options]

Prints the records of a table as JSON Lines, in the order of its journals and word for word as the table sent them: whoever has all of a journal
comes to the hash that the table signs. It works beside a book that runs.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --table ID      the table
      --stream ID     only this journal of it
      --from TIME     from then on: a time of day, the last one (22:00), or ISO 8601
      --to TIME       before then
  -h, --help          show this text

Examples
  npm run -s book -- export --table bj07 --from 22:00 > night.jsonl
  npm run -s book -- export --table bj07 --stream q3kf9abc > journal.jsonl

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage, or there is no such table
`

export const exportRecords = async (args: readonly string[]): Promise<number> => {
  const options = {
    config: { type: 'string', short: 'c', default: CONFIG_USUAL },
    table: { type: 'string' },
    stream: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values } = readArgs({ args: [...args], options }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  const { table, stream } = values
  if (table === undefined) throw new Ending(EXIT_USAGE, `--table is missing\n\n${HELP}`)
  const span = spanOf(values.from, values.to, Date.now())
  await readStore(values.config, async (store) => {
    const streams = await streamsOf(store, table, stream)
    if (streams.length === 0) throw new Ending(EXIT_USAGE, `the book has no journal ${stream ?? ''} of a table ${table}`)
    for (const id of streams) await printRecords(store, id, span)
  })
  return 0
}

const streamsOf = async (store: Store, table: string, stream: string | undefined): Promise<readonly number[]> => {
  const all = store.selectFrom('streams').innerJoin('tables', 'tables.id', 'streams.table_id').where('tables.name', '=', table)
  const own = stream === undefined ? all : all.where('streams.stream', '=', stream)
  return (await own.select('streams.id').orderBy('streams.first_at').execute()).map(({ id }) => id)
}

const AT_ONCE = 1000

const printRecords = async (store: Store, stream_id: number, { fromMs, toMs }: TimeSpan): Promise<void> => {
  for (let after = 0; ; ) {
    const rows = await store
      .selectFrom('records')
      .select(['n', 'body'])
      .where('stream_id', '=', stream_id)
      .where('n', '>', after)
      .where('t', '>=', fromMs)
      .where('t', '<', toMs)
      .orderBy('n')
      .limit(AT_ONCE)
      .execute()
    await print(rows.map(({ body }) => `${body}\n`).join(''))
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.n ?? after
  }
}
