/** `npm run -s book -- export`: records as the tables sent them, for an archive or another tool. */

import { print, readArgs } from '../../base/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'
import type { TableName } from '../../wire/topics.ts'
import { headOf, headsOf } from '../store/heads.ts'
import type { Store } from '../store/open.ts'
import { nameOf } from '../store/places.ts'
import { checkTables } from './known.ts'
import { CONFIG_USUAL, numberOf, readBookConfig, readStore, spanOf, type TimeSpan } from './shared.ts'

const HELP = `Usage: npm run -s book -- export --table ID [options]
       npm run -s book -- export --table ID --head [--stream ID] [--record N]

Prints the records of a table as JSON Lines, in the order of its journals and exactly as the table sent them, so that the records of a whole journal
give the hash that the table signs. The book may be running.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --table ID      the table: bj07, or p1/bj07 with its pit
      --stream ID     only this journal of the table
      --head          the book's signature over a journal instead of records: what it has received, what of that is sealed, and the hashes. A
                      file for npm run verify -- DIR --book FILE --book-key KEY. Of a table with several journals it lists all, one a line,
                      unless --stream names one
      --record N      with --head: the newest signature that covers no record after N. The book keeps every signature
      --from TIME     start: a time of day (22:00, the most recent) or ISO 8601
      --to TIME       end: the same
  -h, --help          show this text

Examples
  npm run -s book -- export --table bj07 --from 22:00 > night.jsonl
  npm run -s book -- export --table bj07 --stream q3kf9abc > journal.jsonl
  npm run -s book -- export --table bj07 --head > bj07-head.json

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage, or there is no such table or journal; ${EXIT_FAILED} the store cannot be used
`

export const exportRecords = async (args: readonly string[]): Promise<number> => {
  const options = {
    config: { type: 'string', short: 'c', default: CONFIG_USUAL },
    table: { type: 'string' },
    stream: { type: 'string' },
    head: { type: 'boolean', default: false },
    record: { type: 'string' },
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
  const to = numberOf('record', values.record, [1, Number.MAX_SAFE_INTEGER])
  if (to !== null && !values.head) throw new Ending(EXIT_USAGE, '--record is for --head')
  const { property } = readBookConfig(values.config)
  const span = spanOf(values.from, values.to, Date.now())
  await readStore(values.config, async (store) => {
    const name = await tableOf(store, property, table)
    const journals = await journalsOf(store, name, stream)
    if (journals.length === 0) throw new Ending(EXIT_USAGE, `the book has no journal ${stream ?? ''} of a table ${table}`)
    if (values.head) await printHeads(store, name, stream ?? null, to)
    else for (const { id } of journals) await printRecords(store, id, span)
  })
  return 0
}

/** @throws Ending when it is none that the book knows, or one of several */
const tableOf = async (store: Store, property: string, word: string): Promise<TableName> => {
  await checkTables(store, [word.slice(word.indexOf('/') + 1)])
  return nameOf(store, property, word).catch((error: unknown) => {
    throw new Ending(EXIT_USAGE, reasonOf(error))
  })
}

/** `stream` null: of each journal. */
const printHeads = async (store: Store, name: TableName, stream: string | null, to: number | null): Promise<void> => {
  const heads = stream === null ? await headsOf(store, name, to) : [await headOf(store, name, stream, to)].filter((head) => head !== null)
  if (heads.length === 0)
    throw new Ending(
      EXIT_USAGE,
      `the book has signed nothing for ${stream === null ? 'any journal' : `journal ${stream}`} of table ${name.pit}/${name.table}${to === null ? '' : ` that ends by record ${to}`}: it does not hold its beginning, or nobody has vouched for it: npm run -s book -- trust-key`,
    )
  await print(heads.map((head) => `${JSON.stringify(head)}\n`).join(''))
  if (heads.length > 1) process.stderr.write(`${heads.length} journals; a file for npm run verify has one of these lines: --stream NAME\n`)
}

interface Journal {
  readonly id: number
  readonly stream: string
}

/** Oldest first. */
const journalsOf = async (store: Store, { property, pit, table }: TableName, stream: string | undefined): Promise<readonly Journal[]> => {
  const all = store
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .where('tables.property', '=', property)
    .where('tables.pit', '=', pit)
    .where('tables.name', '=', table)
  const own = stream === undefined ? all : all.where('streams.stream', '=', stream)
  return own.select(['streams.id', 'streams.stream']).orderBy('streams.first_at').execute()
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
