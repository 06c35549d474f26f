/** `npm run -s book -- query`: rounds of the book by time, table, dealer, box and finding. */
import { sql } from 'kysely'
import { Ending, EXIT_USAGE } from '../../ending.ts'
import { tableText } from '../../figures/table-text.ts'
import { print, readArgs } from '../../offline.ts'
import type { Store } from '../store/open.ts'
import { CONFIG_USUAL, numberOf, readStore, spanOf, type TimeSpan } from './shared.ts'

const LIMIT_USUAL = 200
const LIMIT_MAX = 100_000
const BOX_MAX = 12

const HELP = `Usage: npm run -s book -- query [options]

Lists the rounds of the book that fit all options, the newest first. Amounts are in the table's minor unit; net is the house's. It works
beside a book that runs.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --table ID      only this table
      --from TIME     from then on: a time of day, the last one (22:00), or ISO 8601
      --to TIME       before then; behind --from, a time of day is the next one
      --code CODE     only rounds with this finding
      --dealer ID     only rounds of this dealer
      --box N         only rounds in which this box played; with --code: in which it has that finding
      --limit N       at most so many (default ${LIMIT_USUAL})
      --json          a JSON array
      --csv           CSV with a head line
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
  if (values.json && values.csv) throw new Ending(EXIT_USAGE, '--json and --csv exclude each other')
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
  /** `BET-CAPPED` or, of a box, `BET-CAPPED box 3`; those withdrawn are not among them. */
  readonly findings: readonly string[]
}

/** The newest first. */
export const roundsThatFit = async (store: Store, asked: Asked): Promise<readonly RoundFound[]> => {
  let rounds = store
    .selectFrom('rounds')
    .innerJoin('streams', 'streams.id', 'rounds.stream_id')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .where('rounds.opened_at', '>=', asked.fromMs)
    .where('rounds.opened_at', '<', asked.toMs)
  const { table, code, dealer, box } = asked
  if (table !== undefined) rounds = rounds.where('tables.name', '=', table)
  if (dealer !== undefined) rounds = rounds.where('rounds.dealer_id', '=', dealer)
  if (code !== undefined) {
    rounds = rounds.where(({ exists, selectFrom }) => {
      const found = selectFrom('findings')
        .select(sql`1`.as('one'))
        .whereRef('findings.stream_id', '=', 'rounds.stream_id')
        .whereRef('findings.round', '=', 'rounds.round')
        .where('findings.code', '=', code)
        .where('findings.withdrawn_at', 'is', null)
      return exists(box === null ? found : found.where('findings.box', '=', box))
    })
  } else if (box !== null) {
    rounds = rounds.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('hands')
          .select(sql`1`.as('one'))
          .whereRef('hands.stream_id', '=', 'rounds.stream_id')
          .whereRef('hands.round', '=', 'rounds.round')
          .where('hands.box', '=', box),
      ),
    )
  }
  const found = await rounds
    .select(['tables.name', 'streams.stream', 'rounds.stream_id', 'rounds.round', 'rounds.opened_at', 'rounds.dealer_id', 'rounds.boxes'])
    .select(['rounds.state', 'rounds.readings', 'rounds.staked', 'rounds.net'])
    .orderBy('rounds.opened_at', 'desc')
    .limit(asked.limit)
    .execute()
  const findings = await findingsOf(store, found)
  return found.map(({ name, stream, stream_id, round, opened_at, dealer_id, boxes, state, readings, staked, net }) => ({
    openedAt: new Date(opened_at).toISOString(),
    table: name,
    round: `${stream}/${round}`,
    dealer: dealer_id,
    ...{ boxes, state, readings, staked, net },
    findings: findings.get(`${stream_id}/${round}`) ?? [],
  }))
}

const AT_ONCE = 500

const findingsOf = async (store: Store, rounds: readonly { readonly stream_id: number; readonly round: string }[]) => {
  const found = new Map<string, string[]>()
  for (let at = 0; at < rounds.length; at += AT_ONCE) {
    const chunk = rounds.slice(at, at + AT_ONCE)
    const rows = await store
      .selectFrom('findings')
      .select(['stream_id', 'round', 'code', 'box'])
      .where('stream_id', 'in', [...new Set(chunk.map(({ stream_id }) => stream_id))])
      .where('round', 'in', [...new Set(chunk.map(({ round }) => round))])
      .where('withdrawn_at', 'is', null)
      .orderBy('raised_at')
      .execute()
    for (const { stream_id, round, code, box } of rows) {
      const key = `${stream_id}/${round}`
      found.set(key, [...(found.get(key) ?? []), box === null ? code : `${code} box ${box}`])
    }
  }
  return found
}

const COLUMNS = ['openedAt', 'table', 'round', 'dealer', 'state', 'findings', 'boxes', 'readings', 'staked', 'net'] as const
const TEXT_COLUMNS = 6

const cellsOf = (round: RoundFound): readonly string[] =>
  COLUMNS.map((column) => (column === 'findings' ? round.findings.join('; ') : String(round[column] ?? '')))

const textOf = (rounds: readonly RoundFound[]): string =>
  rounds.length === 0 ? 'No round fits.\n' : `${tableText([COLUMNS, ...rounds.map(cellsOf)], TEXT_COLUMNS)}\n`

/** RFC 4180; a cell that a spreadsheet would take for a formula is quoted by an apostrophe. */
const csvOf = (rounds: readonly RoundFound[]): string =>
  [COLUMNS, ...rounds.map(cellsOf)].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

const csvCell = (text: string): string => {
  const safe = /^[=+@]|^-\D/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
