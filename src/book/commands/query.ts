/** `npm run -s book -- query`: rounds of the book by time, table, dealer, box and finding. */

import { print, readArgs } from '../../base/process/command-line.ts'
import { Ending, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { tableText } from '../../rules/figures/table-text.ts'
import type { RoundSummary } from '../queries/answers.ts'
import { type Cursor, parseCursor } from '../queries/page.ts'
import { countRounds, type RoundFilter, roundsOf } from '../queries/rounds.ts'
import type { Store } from '../store/open.ts'
import { checkTables, knownCode, knownDealer } from './known.ts'
import { CONFIG_USUAL, numberOf, readStore, spanOf, type TimeSpan } from './shared.ts'

/** As many lines as somebody reads on a screen. A file or a pipe gets all rounds. */
const LINES_ON_TERMINAL = 200
const BOX_MAX = 12

const HELP = `Usage: npm run -s book -- query [options]

Lists the rounds of the book that fit all options, the newest first. Amounts are in the table's minor unit: houseWon is what the house won at all
bets whose chips were seen to move, notSeen and stakedNotSeen the number and the stakes of the others, byTheRules what the house should have won. All
are by the likeliest reading; what nobody saw is empty. A round that closed while its table was behind its devices is marked as lagging, one
that no sum counts, because two journals of its table share its time, as left out. The book may be running.

  -c, --config FILE   the book's configuration (default ${CONFIG_USUAL})
      --table ID      only this table
      --from TIME     start: a time of day (22:00, the most recent) or ISO 8601
      --to TIME       end: the same; with --from, a time of day is the first one after it
      --code CODE     only rounds with this finding
      --dealer ID     only rounds of this dealer
      --box N         only rounds in which this box played; with --code, in which it has that finding
      --limit N       at most N rounds (default: all; as a list on a terminal ${LINES_ON_TERMINAL})
      --json          a JSON array
      --csv           CSV with a header row
  -h, --help          show this text

Examples
  npm run -s book -- query --table bj07 --from 22:00 --to 02:00 --code BET-CAPPED --dealer d17 --box 3
  npm run -s book -- query --from 2026-11-21T20:00 --csv > evening.csv

Exit codes: 0 listed, even if no round fits; ${EXIT_USAGE} wrong usage, or no such table, finding or dealer; ${EXIT_FAILED} the store cannot be used
`

interface Asked extends TimeSpan {
  readonly table: string | undefined
  readonly code: string | undefined
  readonly dealer: string | undefined
  readonly box: number | null
  /** null: all. */
  readonly limit: number | null
}

export const query = async (args: readonly string[]): Promise<number> => {
  const { values } = readArgs({ args: [...args], options: OPTIONS }, HELP)
  if (values.help) {
    await print(HELP)
    return 0
  }
  const { table, json = false, csv = false } = values
  if (json && csv) throw new Ending(EXIT_USAGE, '--json and --csv cannot be used together')
  const isScreen = process.stdout.isTTY === true && !json && !csv
  const limit = numberOf('limit', values.limit, [1, Number.MAX_SAFE_INTEGER]) ?? (isScreen ? LINES_ON_TERMINAL : null)
  const box = numberOf('box', values.box, [1, BOX_MAX])
  const span = spanOf(values.from, values.to, Date.now())
  await readStore(values.config, async (store) => {
    await checkTables(store, table === undefined ? [] : [table])
    const code = values.code === undefined ? undefined : await knownCode(store, values.code)
    const dealer = values.dealer === undefined ? undefined : await knownDealer(store, values.dealer)
    const asked: Asked = { ...span, table, code, dealer, box, limit }
    const shown = await (json ? printJson : csv ? printCsv : printText)(pagesThatFit(store, asked))
    if (shown !== limit) return
    const all = await countThatFit(store, asked)
    if (all > shown) process.stderr.write(leftOut(shown, all))
  })
  return 0
}

const leftOut = (shown: number, all: number): string =>
  `${shown} of ${all} rounds, the newest. --limit ${all} shows all of them; so does a file: --csv > rounds.csv, without --limit\n`

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
  /** As the shift report counts it: closed, and not while the table was behind its devices. */
  readonly complete: boolean
  readonly lagging: boolean
  /** No sum counts it, for two journals of the table share its time. */
  readonly leftOut: boolean
  readonly readings: number
  /** ISO 4217; null: unknown. */
  readonly currency: string | null
  readonly staked: number | null
  /** At all bets that were seen to move, by the likeliest reading; null: none was. */
  readonly houseWon: number | null
  /** Bets that were not, and their stakes. */
  readonly notSeen: number
  readonly stakedNotSeen: number
  readonly byTheRules: number | null
  /** `BET-CAPPED`, or `BET-CAPPED box 3` if the finding names a box. Withdrawn findings are left out. */
  readonly findings: readonly string[]
}

/** Rounds read per page, so that the rounds of a whole property are never held in memory at once. */
const AT_ONCE = 5000

type Pages = AsyncIterable<readonly RoundFound[]>

/** Newest first. */
async function* pagesThatFit(store: Store, asked: Asked): Pages {
  const streams = await streamsAsked(store, asked.table)
  const tables = new Map(streams.map((stream) => [stream.id, stream]))
  let left = asked.limit ?? Number.POSITIVE_INFINITY
  let before: Cursor | null = null
  while (left > 0) {
    const page = await roundsOf(store, streams, filterOf(asked), { span: spanIn(asked), before, limit: Math.min(AT_ONCE, left) })
    left -= page.rounds.length
    yield page.rounds.map((round, index) => foundOf(round, tables.get(page.streamIds[index] ?? 0)))
    before = page.next === null ? null : parseCursor(page.next)
    if (before === null) return
  }
}

/** The same as one list. */
export const roundsThatFit = async (store: Store, asked: Asked): Promise<readonly RoundFound[]> => {
  const found: RoundFound[] = []
  for await (const page of pagesThatFit(store, asked)) found.push(...page)
  return found
}

const countThatFit = async (store: Store, asked: Asked): Promise<number> =>
  countRounds(store, await streamsAsked(store, asked.table), filterOf(asked), { ...spanIn(asked), tie: null })

const filterOf = ({ dealer, code, box }: Asked): RoundFilter => ({ dealer, code, box: box ?? undefined, isStanding: true })
const spanIn = ({ fromMs, toMs }: TimeSpan) => ({ from: fromMs, to: toMs - 1 })

const streamsAsked = (store: Store, table: string | undefined) =>
  store
    .selectFrom('streams')
    .innerJoin('tables', 'tables.id', 'streams.table_id')
    .select(['streams.id', 'streams.stream', 'tables.name as table', 'tables.currency'])
    .$if(table !== undefined, (streams) => streams.where('tables.name', '=', table ?? ''))
    .execute()

const foundOf = (
  { openedAt, key, dealerId, boxes, state, complete, lagging, leftOut, readings, staked, houseWon, byTheRules, findings }: RoundSummary,
  stream: { readonly table: string; readonly currency: string | null } | undefined,
): RoundFound => ({
  ...{ openedAt, table: stream?.table ?? '', round: key, dealer: dealerId, boxes, state, complete, lagging, leftOut, readings },
  ...{ currency: stream?.currency ?? null, staked, houseWon: houseWon.best },
  ...{ notSeen: houseWon.notSeen, stakedNotSeen: houseWon.stakedNotSeen, byTheRules: byTheRules.best },
  findings: findings.flatMap(({ code, box, withdrawn, otherRules }) => {
    if (withdrawn) return []
    return [`${code}${box === null ? '' : ` box ${box}`}${otherRules ? ' (judged under other rules)' : ''}`]
  }),
})

const COLUMNS = [
  ...(['openedAt', 'table', 'round', 'dealer', 'state', 'findings'] as const),
  ...(['boxes', 'readings', 'currency', 'staked', 'houseWon', 'notSeen', 'stakedNotSeen', 'byTheRules'] as const),
]
const TEXT_COLUMNS = 6

const CELLS: { readonly [column: string]: (round: RoundFound) => string } = {
  findings: ({ findings }) => findings.join('; '),
  state: ({ state, lagging, leftOut }) =>
    [state, lagging ? '(lagging)' : '', leftOut ? '(left out)' : ''].filter((part) => part !== '').join(' '),
}
const cellsOf = (round: RoundFound): readonly string[] => COLUMNS.map((column) => CELLS[column]?.(round) ?? String(round[column] ?? ''))

/** Prints the rounds; returns how many. */
type Printer = (pages: Pages) => Promise<number>

const printText: Printer = async (pages) => {
  const rows: (readonly string[])[] = []
  for await (const page of pages) rows.push(...page.map(cellsOf))
  await print(rows.length === 0 ? 'No round fits.\n' : `${tableText([COLUMNS, ...rows], TEXT_COLUMNS)}\n`)
  return rows.length
}

const printJson: Printer = async (pages) => {
  let count = 0
  await print('[')
  for await (const page of pages) {
    const texts = page.map((round) => `\n  ${JSON.stringify(round, null, 2).replaceAll('\n', '\n  ')}`)
    await print(`${count > 0 && texts.length > 0 ? ',' : ''}${texts.join(',')}`)
    count += page.length
  }
  await print(count > 0 ? '\n]\n' : ']\n')
  return count
}

const printCsv: Printer = async (pages) => {
  let count = 0
  await print(csvOf([COLUMNS]))
  for await (const page of pages) {
    await print(csvOf(page.map(cellsOf)))
    count += page.length
  }
  return count
}

/** RFC 4180. An apostrophe quotes a cell that a spreadsheet would take for a formula. */
const csvOf = (rows: readonly (readonly string[])[]): string => rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

const csvCell = (text: string): string => {
  const safe = /^[=+@]|^-\D/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
