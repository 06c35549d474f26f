/** `npm run -s book -- query`: rounds of the book by time, table, dealer, box and finding. */
import { Ending, EXIT_USAGE } from '../../exit-codes.ts'
import { tableText } from '../../figures/table-text.ts'
import { print, readArgs } from '../../offline.ts'
import type { RoundSummary } from '../queries/answers.ts'
import { type Cursor, parseCursor } from '../queries/page.ts'
import { roundsOf } from '../queries/rounds.ts'
import type { Store } from '../store/open.ts'
import { CONFIG_USUAL, numberOf, readStore, spanOf, type TimeSpan } from './shared.ts'

const LIMIT_USUAL = 200
const LIMIT_MAX = 100_000
const BOX_MAX = 12

const HELP = `Usage: npm run -s book -- query [options]

Lists the rounds of the book that fit all options, the newest first. Amounts are in the table's minor unit; net is the house's. The
book may be running.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --table ID      only this table
      --from TIME     from then on: a time of day, the last one (22:00), or ISO 8601
      --to TIME       before then; with --from, a time of day is the first such time after it
      --code CODE     only rounds with this finding
      --dealer ID     only rounds of this dealer
      --box N         only rounds in which this box played; with --code: in which it has that finding
      --limit N       at most so many (default ${LIMIT_USUAL})
      --json          a JSON array
      --csv           CSV with a header row
  -h, --help          show this text

Examples
  npm run -s book -- query --table bj07 --from 22:00 --to 02:00 --code BET-CAPPED --dealer d17 --box 3
  npm run -s book -- query --from 2026-11-21T20:00 --csv > evening.csv

Exit codes: 0 listed, also when nothing fits; ${EXIT_USAGE} wrong usage
`

interface Asked extends TimeSpan {
  readonly table: string | undefined
  readonly code: string | undefined
  readonly dealer: string | undefined
  readonly box: number | null
  readonly limit: number
}

export const query = async (args: readonly string[]): Promise<number> => {
  const { values } = readArgs({ args: [...args], options: OPTIONS }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  if (values.json && values.csv) throw new Ending(EXIT_USAGE, '--json and --csv cannot be used together')
  const { table, code, dealer } = values
  const limit = numberOf('limit', values.limit, [1, LIMIT_MAX]) ?? LIMIT_USUAL
  const box = numberOf('box', values.box, [1, BOX_MAX])
  const asked = { ...spanOf(values.from, values.to, Date.now()), table, code, dealer, box, limit }
  const rounds = await readStore(values.config, (store) => roundsThatFit(store, asked))
  await print(values.json ? `${JSON.stringify(rounds, null, 2)}\n` : values.csv ? csvOf(rounds) : textOf(rounds))
  return 0
}

const OPTIONS = {
  config: { type: 'string', short: 'c', default: CONFIG_USUAL },
  table: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  code: { type: 'string' },
  dealer: { type: 'string' },
  box: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export interface RoundFound {
  readonly openedAt: string
  readonly table: string
  readonly round: string
  readonly dealer: string | null
  readonly boxes: number
  readonly state: string
  readonly readings: number
  readonly staked: number | null
  readonly net: number | null
  /** `BET-CAPPED`, or `BET-CAPPED box 3` if the finding names a box. Withdrawn findings are left out. */
  readonly findings: readonly string[]
}

/** Rounds read per page, so that the rounds of a whole property are never held in memory at once. */
const AT_ONCE = 5000

/** Newest first. */
export const roundsThatFit = async (store: Store, asked: Asked): Promise<readonly RoundFound[]> => {
  const streams = await streamsAsked(store, asked.table)
  const tables = new Map(streams.map(({ id, table }) => [id, table]))
  const { dealer, code, fromMs, toMs } = asked
  const filter = { dealer, code, box: asked.box ?? undefined, isStanding: true }
  const span = { from: fromMs, to: toMs - 1 }
  const found: RoundFound[] = []
  let before: Cursor | null = null
  while (found.length < asked.limit) {
    const page = await roundsOf(store, streams, filter, { span, before, limit: Math.min(AT_ONCE, asked.limit - found.length) })
    for (const [index, round] of page.rounds.entries()) found.push(foundOf(round, tables.get(page.streamIds[index] ?? 0) ?? ''))
    before = page.next === null ? null : parseCursor(page.next)
    if (before === null) break
  }
  return found
}

const streamsAsked = (store: Store, table: string | undefined) =>
  store
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['streams.id', 'streams.stream', 'tables.name as table'])
    .$if(table !== undefined, (streams) => streams.where('tables.name', '=', table ?? ''))
    .execute()

const foundOf = ({ openedAt, key, dealerId, boxes, state, readings, staked, net, findings }: RoundSummary, table: string): RoundFound => ({
  ...{ openedAt, table, round: key, dealer: dealerId, boxes, state, readings, staked },
  net: net.house,
  findings: findings.flatMap(({ code, box, withdrawn }) => (withdrawn ? [] : [box === null ? code : `${code} box ${box}`])),
})

const COLUMNS = ['openedAt', 'table', 'round', 'dealer', 'state', 'findings', 'boxes', 'readings', 'staked', 'net'] as const
const TEXT_COLUMNS = 6

const cellsOf = (round: RoundFound): readonly string[] =>
  COLUMNS.map((column) => (column === 'findings' ? round.findings.join('; ') : String(round[column] ?? '')))

const textOf = (rounds: readonly RoundFound[]): string =>
  rounds.length === 0 ? 'No round fits.\n' : `${tableText([COLUMNS, ...rounds.map(cellsOf)], TEXT_COLUMNS)}\n`

/** RFC 4180. An apostrophe quotes a cell that a spreadsheet would take for a formula. */
const csvOf = (rounds: readonly RoundFound[]): string =>
  [COLUMNS, ...rounds.map(cellsOf)].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

const csvCell = (text: string): string => {
  const safe = /^[=+@]|^-\D/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
