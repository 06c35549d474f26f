/**
 * `npm run measure -- bench-book queries`: how long the book takes to find a round among a million. A measurement for people: a machine under load
 * makes it worse.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXIT_USAGE } from '../../../src/base/process/exit-codes.ts'
import { tableFigures } from '../../../src/book/queries/figures.ts'
import type { StreamName } from '../../../src/book/queries/page.ts'
import { streamsOf } from '../../../src/book/queries/page.ts'
import { roundOf } from '../../../src/book/queries/round.ts'
import { type RoundFilter, roundsOf } from '../../../src/book/queries/rounds.ts'
import { tablesOf } from '../../../src/book/queries/tables.ts'
import { shiftReport } from '../../../src/book/reports/ask.ts'
import { openStore, type Store } from '../../../src/book/store/open.ts'
import { tableText } from '../../../src/rules/figures/table-text.ts'
import { describeIn, playEvening } from '../../book/fixture.ts'
import { FINDING_AMOUNT, fillStore, RARE_CODE, ROUND_MS } from '../../book/made-rounds.ts'
import { startPostgres } from '../../book/postgres.ts'
import { runCommand } from '../long/command.ts'
import { type OptionTable, optionLines, type Said } from '../long/options.ts'

const OPTIONS: OptionTable = {
  rounds: { value: 'N', range: [1000, 10_000_000], usual: '1000000', does: 'rounds in the store, over all tables' },
  tables: { value: 'N', range: [1, 200], usual: '1', does: 'tables among which the rounds are divided' },
  store: { value: 'FILE', does: 'file of the store: filled if it does not exist, and kept (without this option: a temporary store)' },
  seed: { value: 'S', range: [0, 4_294_967_295], usual: '1', does: 'seed of the contents of the rounds' },
  postgres: { does: "use a PostgreSQL server (Debian's package) instead, started for this run" },
}

const HELP = `Usage: npm run measure -- bench-book queries [options]

Fills a store with made-up rounds (a million take some minutes and a gigabyte), and measures how long people's queries take.

${optionLines(OPTIONS)}

Examples
  npm run measure -- bench-book queries --rounds 100000
  npm run measure -- bench-book queries --store run/million.db
  npm run measure -- bench-book queries --tables 40 --store run/forty.db
  npm run measure -- bench-book queries --tables 40 --rounds 100000 --postgres

Figures go to standard output, progress to standard error.
Exit codes: 0 measured; ${EXIT_USAGE} wrong usage
`

const START_MS = Date.UTC(2026, 0, 1)
const TIMES = 21
/** What a person perceives as immediate; the figures are compared with it. */
const GOAL_MS = 50

interface Asked {
  readonly store: Store
  readonly streams: readonly StreamName[]
  readonly rounds: number
}

type Question = readonly [name: string, ask: (asked: Asked, turn: number) => Promise<unknown>, goalMs?: number]
/** How long somebody who prints a report is willing to wait. */
const REPORT_MS_GOAL = 2000
/** A shift of 720 rounds per table. */
const SHIFT_MS = 10 * 3_600_000

const DAY_MS = 86_400_000
/** A moment in the evenings, a different one in each turn. */
const momentOf = ({ rounds }: Asked, turn: number): number => START_MS + Math.floor((rounds * (turn + 1)) / (TIMES + 2)) * ROUND_MS

const listed = (asked: Asked, filter: RoundFilter, to: number | null = null, from: number | null = null): Promise<unknown> =>
  roundsOf(asked.store, asked.streams, filter, { span: { from, to }, before: null, limit: 50 })

/** Searches one month, as the HTTP interface does. */
const inMonth = (asked: Asked, turn: number, filter: RoundFilter): Promise<unknown> => {
  const to = momentOf(asked, turn)
  return listed(asked, filter, to, to - 31 * DAY_MS)
}

const QUESTIONS: readonly Question[] = [
  ['the newest 50 rounds', (asked) => listed(asked, {})],
  ['50 rounds before a moment', (asked, turn) => listed(asked, {}, momentOf(asked, turn))],
  ['one round, whole', (asked, turn) => oneRound(asked, Math.floor((asked.rounds * (turn + 1)) / (TIMES + 2)))],
  ['50 rounds with a common code', (asked) => listed(asked, { code: 'BET-CAPPED' })],
  ['the one round with a rare code', (asked) => listed(asked, { code: RARE_CODE })],
  ['50 rounds of a dealer', (asked) => listed(asked, { dealer: 'd17' })],
  ['a dealer who never dealt', (asked) => listed(asked, { dealer: 'nobody' })],
  ['rounds of a state that none has', (asked) => listed(asked, { state: 'void' })],
  ['a code, a dealer and a moment', (asked, turn) => listed(asked, { code: 'BJ-SHORT', dealer: 'd21' }, momentOf(asked, turn))],
  ['50 rounds of a box in a month', (asked, turn) => inMonth(asked, turn, { box: 3 })],
  ['a box that never played, a month', (asked, turn) => inMonth(asked, turn, { box: 7 })],
  ['an amount that is rare, a month', (asked, turn) => inMonth(asked, turn, { amount: FINDING_AMOUNT - 1 })],
  ['a word that fits nothing, a month', (asked, turn) => inMonth(asked, turn, { text: 'nothing' })],
  ['all tables', ({ store }) => tablesOf(store)],
  ['the shift report of all tables', reportOfShift, REPORT_MS_GOAL],
]

async function reportOfShift(asked: Asked, turn: number): Promise<unknown> {
  const from = momentOf(asked, turn)
  return shiftReport(asked.store, { tables: [], from, to: from + SHIFT_MS, dealer: null })
}

/** A report computes what bets are worth under the rules that a table has published. */
async function describeTables(store: Store): Promise<void> {
  const { config } = playEvening({ rounds: 1, house: 'gld' })
  const tables = await store.selectFrom('tables').select('name').execute()
  for (const { name } of tables) await describeIn(store, { ...config, table: name })
}

async function oneRound({ store, streams }: Asked, number: number): Promise<unknown> {
  const [stream] = streams
  if (stream === undefined) throw new Error('the store has no stream')
  const rounds = store.selectFrom('rounds').select('round').where('stream_id', '=', stream.id)
  const { round } = await rounds.where('number', '=', Math.max(1, number)).executeTakeFirstOrThrow()
  const found = await roundOf(store, { stream, round })
  if (found === null || found.steps.length === 0) throw new Error(`${stream.stream}/${round} was not found whole`)
  return found
}

/** Resolves to the exit code. */
export const benchQueries = (words: readonly string[]): Promise<number> =>
  runCommand({ name: 'bench:book queries', options: OPTIONS, help: HELP, run: askQuestions }, words)

async function askQuestions({ of, has, number }: Said): Promise<number> {
  const [rounds, tables, seed] = [number('rounds'), number('tables'), number('seed')]
  const size = { rounds: Math.floor(rounds / tables), tables, seed }
  if (has('postgres')) return inPostgres(size)
  const [kept] = of('store')
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'book-')) : null
  const file = kept ?? join(folder ?? '', 'book.db')
  try {
    await measure(file, size)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true })
  }
  return 0
}

async function inPostgres(size: Size): Promise<number> {
  const server = await startPostgres()
  if (server === null) return 0
  try {
    await measure(server.url, size)
  } finally {
    await server.close()
  }
  return 0
}

interface Size {
  /** For each table. */
  readonly rounds: number
  readonly tables: number
  readonly seed: number
}

async function measure(file: string, { rounds, tables, seed }: Size): Promise<void> {
  const isThere = existsSync(file)
  const store = await openStore({ store: file })
  if (!isThere) {
    const made = {
      seed,
      startMs: START_MS,
      tables: Array.from({ length: tables }, (_, at) => ({ pit: 'p1', table: `bj${at + 1}`, rounds })),
    }
    const startMs = performance.now()
    await fillStore(store, made, (done) => {
      if (done % 50_000 === 0) progress(`${done} of ${rounds * tables} rounds, ${Math.round((performance.now() - startMs) / 1000)} s`)
    })
  }
  await describeTables(store)
  const streams = await streamsOf(store, { property: 'demo', pit: 'p1', table: 'bj1' })
  const asked = { store, streams: streams ?? [], rounds }
  const figures = tableFigures(store)
  const rows = [...QUESTIONS, ['figures for Prometheus', () => figures()] as Question]
  const measured: string[][] = []
  for (const [name, ask, goalMs = GOAL_MS] of rows) measured.push(await timesOf(name, goalMs, (turn) => ask(asked, turn)))
  process.stdout.write(`${rounds * tables} rounds of ${tables} tables, seed ${seed}; each ${TIMES} times\n\n`)
  process.stdout.write(`${tableText([['question', 'first ms', 'median ms', 'worst ms', 'goal', ''], ...measured])}\n`)
  await store.destroy()
}

async function timesOf(name: string, goalMs: number, ask: (turn: number) => Promise<unknown>): Promise<string[]> {
  const took: number[] = []
  for (let turn = 0; turn < TIMES; turn++) {
    const startMs = performance.now()
    await ask(turn)
    took.push(performance.now() - startMs)
  }
  const [first = 0] = took
  const rest = took.slice(1).toSorted((one, other) => one - other)
  const worst = rest.at(-1) ?? 0
  const ms = [first, rest[Math.floor(rest.length / 2)] ?? 0, worst].map((each) => each.toFixed(1))
  return [name, ...ms, `${goalMs} ms`, worst <= goalMs ? 'met' : 'missed']
}

const progress = (text: string): void => void process.stderr.write(`bench:book: ${text}\n`)
