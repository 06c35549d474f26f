/** `npm run book -- report`: the shift report or the patterns of a book, printed. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readTable } from '../../base/config/read-table.ts'
import { print } from '../../base/process/command-line.ts'
import { Ending, EXIT_CONFIG, EXIT_FAILED, EXIT_USAGE } from '../../base/process/exit-codes.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { writeWhole } from '../../base/process/whole-file.ts'
import { LANGUAGES, type Language } from '../../words/text.ts'
import { gamingDay, isDay, lastNight } from '../gaming-day.ts'
import { nightCsv, PARTS } from '../night/csv.ts'
import { nightPage } from '../night/page.ts'
import { nightSheet } from '../night/sheet.ts'
import { shiftReport } from '../reports/ask.ts'
import { CORRELATION_LEAST } from '../reports/bets-and-count.ts'
import { flagText } from '../reports/commands.ts'
import { renderCsv } from '../reports/csv.ts'
import { renderHtml } from '../reports/html.ts'
import { fixed } from '../reports/money-text.ts'
import { type Patterns, patternsIn } from '../reports/pattern-rows.ts'
import type { Asked } from '../reports/rows-asked.ts'
import { boughtIn, boughtLines } from '../reports/sensor-rows.ts'
import type { ShiftReport } from '../reports/shift-report.ts'
import type { Store } from '../store/open.ts'
import { checkTables, knownDealer } from './known.ts'
import { CONFIG_USUAL, readBookConfig, readStore, spanOf } from './shared.ts'

const DAY_MS = 86_400_000
const FORMS = ['lines', 'json', 'csv', 'html'] as const
type Form = (typeof FORMS)[number]

const HELP = `Usage: npm run -s book -- report [options]

Prints the shift report of tables, their pits and their dealers: rounds, pace, handle, what the house won as the chips
moved and by the rules, the theoretical win of the rules in force with its standard deviation, findings, money that
dealers paid or took wrongly, and how the devices and the book did.

  -c, --config FILE   the book's configuration (${CONFIG_USUAL})
      --tables A,B    only these tables (all)
      --dealer ID     only the rounds and findings of this dealer
      --from TIME     20:00, the most recent by this machine's clock, or ISO 8601 (24 hours before --to)
      --to TIME       the same (now)
      --form FORM     ${FORMS.join(', ')} (lines): one line a table, or the whole report
      --patterns      print overpayments by one dealer to one box, errors that go one way, and bets that follow the
                      count of the shoe, each with how often chance alone would show as much; lines or json
      --daily DIR     write the night sheet of the last gaming day, or of --day, into DIR: night-DAY.html, and tables, dealers,
                      hours and open money as CSV; for a timer that runs once a day
      --day DAY       with --daily: a gaming day, by the date on which it began
      --language L    with --daily: en, de (en)
      --sensors FILE  print in how many rounds a pointer, payments, a rack or a discard reader would have left one
                      reading; FILE is the configuration of the table that --tables names; lines or json
  -h, --help          show this text

Examples
  npm run -s book -- report
  npm run -s book -- report --from 20:00 --to 04:00 --form html > shift.html
  npm run -s book -- report --tables bj07,bj08 --dealer d17 --form csv > d17.csv
  npm run -s book -- report --from 2026-11-01 --to 2026-12-01 --patterns
  npm run -s book -- report --from 20:00 --sensors table.yaml
  npm run -s book -- report --daily /var/lib/blackjack-book/nights --language de

Exit codes: 0 printed; ${EXIT_USAGE} wrong usage, or no such table or dealer; ${EXIT_FAILED} the store cannot be used; ${EXIT_CONFIG} bad configuration
`

interface Options {
  readonly config: string
  readonly asked: Asked
  readonly form: Form
  readonly patterns: boolean
  /** Where the sheet of a night is written; null: not asked for. */
  readonly daily: { readonly folder: string; readonly day: string | null; readonly language: Language } | null
  /** Path of a table's configuration; null: not asked for. */
  readonly sensors: string | null
}

/** Returns the exit code. @throws Ending when the arguments are wrong, or the store cannot be opened */
export const run = async (args: readonly string[], nowMs: number = Date.now()): Promise<number> => {
  const options = readOptions(args, nowMs)
  if (options === null) {
    await print(HELP)
    return 0
  }
  const text = await readStore(options.config, async (store) => {
    const { tables, dealer } = options.asked
    await checkTables(store, tables)
    if (options.daily !== null) return writeNight(store, options, options.daily, nowMs)
    return textOf(store, { ...options, asked: { ...options.asked, dealer: dealer === null ? null : await knownDealer(store, dealer) } })
  })
  await print(text)
  return 0
}

const textOf = async (store: Store, { asked, form, patterns, sensors }: Options): Promise<string> => {
  if (sensors !== null) {
    const config = readTable(sensors, asked.tables[0] ?? null, '--tables')
    await checkTables(store, [config.table])
    const bought = await boughtIn(store, config, asked)
    if (bought.length === 0 && form !== 'json') return `The book has no records of ${config.pit}/${config.table} in that time.\n`
    return form === 'json' ? jsonText(bought) : `${boughtLines(config.table, bought).join('\n')}\n`
  }
  if (!patterns) return RENDERED[form](await shiftReport(store, asked))
  const found = await patternsIn(store, asked)
  return form === 'json' ? jsonText(found) : `${patternLines(found).join('\n')}\n`
}

const writeNight = async (
  store: Store,
  { config, asked: { tables, dealer } }: Options,
  { folder, day, language }: NonNullable<Options['daily']>,
  nowMs: number,
): Promise<string> => {
  const { clock } = readBookConfig(config)
  const { day: name, from, to } = day === null ? lastNight(nowMs, clock) : gamingDay(day, clock)
  const sheet = await nightSheet(store, { tables, dealer, day: name, from, to, zone: clock.zone })
  const page = nightPage(sheet, { language, links: 'book', beside: null })
  const files = [
    { path: join(folder, `night-${name}.html`), text: page },
    ...PARTS.map((part) => ({ path: join(folder, `${part}-${name}.csv`), text: nightCsv(sheet, part) })),
  ]
  try {
    writeWhole(...files.map((file) => ({ ...file, mode: 0o640 })))
  } catch (error) {
    throw new Ending(EXIT_FAILED, reasonOf(error))
  }
  return files.map(({ path }) => `${path}\n`).join('')
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const RENDERED: { readonly [F in Form]: (report: ShiftReport) => string } = {
  lines: ({ tables, persons, notCounted }) =>
    [
      ...notCounted.map((line) => `NOT COUNTED ${line}`),
      ...tables.map(({ line }) => line),
      ...persons.filter(({ flagged }) => flagged).map(flagText),
    ]
      .map((line) => `${line}\n`)
      .join('') || 'The book has heard no table yet.\n',
  json: jsonText,
  csv: renderCsv,
  html: renderHtml,
}

const OPTIONS = {
  config: { type: 'string', short: 'c' },
  tables: { type: 'string' },
  dealer: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  form: { type: 'string' },
  patterns: { type: 'boolean' },
  daily: { type: 'string' },
  day: { type: 'string' },
  language: { type: 'string' },
  sensors: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const wrong = (why: string): Ending => new Ending(EXIT_USAGE, `${why}\n\n${HELP}`)

const readWords = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw wrong(reasonOf(error).split('. ')[0] ?? '')
  }
}

/** null: help was asked for. */
const readOptions = (args: readonly string[], now: number): Options | null => {
  const {
    config = CONFIG_USUAL,
    tables,
    dealer = null,
    form = 'lines',
    patterns = false,
    sensors = null,
    help,
    ...others
  } = readWords(args)
  const { from: fromText, to: toText, ...night } = others
  if (help) return null
  const { fromMs, toMs } = spanOf(fromText, toText, now)
  const to = toText === undefined ? now : toMs
  const from = fromText === undefined ? to - DAY_MS : fromMs
  if (from >= to) throw wrong('--from must be before --to')
  const known = FORMS.find((each) => each === form)
  if (known === undefined) throw wrong(`--form ${form}: must be one of ${FORMS.join(', ')}`)
  if ((patterns || sensors !== null) && known !== 'lines' && known !== 'json') throw wrong('--patterns and --sensors print lines or json')
  const names = tables?.split(',').map((name) => name.trim()) ?? []
  if (sensors !== null && names.length > 1) throw wrong('--sensors is about one table: name it with --tables')
  if (patterns && sensors !== null) throw wrong('--patterns and --sensors are two reports')
  return { config, asked: { tables: names, from, to, dealer }, form: known, patterns, sensors, daily: dailyIn(night) }
}

const dailyIn = ({
  daily,
  day,
  language = 'en',
}: { readonly [O in 'daily' | 'day' | 'language']?: string | undefined }): Options['daily'] => {
  if (daily === undefined) {
    if (day !== undefined) throw wrong('--day needs --daily')
    return null
  }
  if (day !== undefined && !isDay(day)) throw wrong(`--day ${day}: is not a day such as 2026-11-30`)
  if (!LANGUAGES.has(language)) throw wrong(`--language ${language}: must be one of ${[...LANGUAGES.keys()].join(', ')}`)
  return { folder: daily, day: day ?? null, language }
}

const SHOWN = 5
/** Says how many are left out here. */
const more = (all: number): readonly string[] => (all > SHOWN ? [`  and ${all - SHOWN} more, less remarkable; --form json has all`] : [])
const flag = (flagged: boolean): string => (flagged ? '  FLAGGED' : '')
/** A probability, corrected for the number of comparisons. */
const chance = (p: number): string => (p < 0.0001 ? 'less than 0.0001' : p.toFixed(4))

const patternLines = ({ settlement, bets }: Patterns): readonly string[] => {
  const { settled, comparisons, byChance } = settlement
  return [
    'Something to look into, no accusation. Each chance is that of so much or more by chance anywhere in this report.',
    '',
    `Overpayments by one dealer to one box: ${settled} settled boxes of certain money, ${comparisons.boxes} pairs compared; by chance at most ${byChance} flags`,
    ...settlement.boxes
      .slice(0, SHOWN)
      .map(
        ({ dealer, box, settled: own, overpaid, expected, p, flagged }) =>
          `  ${dealer} at ${box}: ${overpaid} of ${own} overpaid, ${fixed(expected, 2)} expected, chance ${chance(p)}${flag(flagged)}`,
      ),
    ...more(settlement.boxes.length),
    '',
    `Errors that go one way: ${comparisons.dealers} dealers compared; by chance at most ${byChance} flags`,
    ...settlement.dealers
      .slice(0, SHOWN)
      .map(
        ({ dealer, over, under, othersShare, p, flagged }) =>
          `  ${dealer}: ${over} too much, ${under} too little${othersShare === null ? '' : `; others ${fixed(100 * othersShare, 0)} % too much`}, chance ${chance(p)}${flag(flagged)}`,
      ),
    ...more(settlement.dealers.length),
    '',
    `Bets that follow the count, of shoes that are over: ${bets.filter(({ p }) => p !== null).length} boxes compared; by chance at most ${byChance} flags, and none below a correlation of ${CORRELATION_LEAST}`,
    ...bets
      .slice(0, SHOWN)
      .map(
        ({ box, rounds, shoes, least, most, correlation, p, flagged }) =>
          `  ${box}: ${rounds} rounds of ${shoes} shoes, bets 1 to ${fixed(most / least, 1)}, correlation ${fixed(correlation, 2) || 'none'}, ${p === null ? 'too few shoes' : `chance ${chance(p)}`}${flag(flagged)}`,
      ),
    ...more(bets.length),
  ]
}
